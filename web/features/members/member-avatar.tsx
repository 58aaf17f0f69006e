import type { Member } from '../../../shared/contracts/members.ts'
import { useProtectedSource } from '../../api/protected-source.ts'
import { Avatar } from '../../ui/avatar.tsx'

export function MemberAvatar({ member, sizePx }: { member: Pick<Member, 'name' | 'email' | 'avatarUrl'>; sizePx?: number }) {
  return <Avatar name={member.name ?? member.email} src={useProtectedSource(member.avatarUrl)} sizePx={sizePx} />
}
