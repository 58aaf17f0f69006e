import type { Member } from '../../../shared/contracts/members.ts'
import { formatNumber } from '../../ui/format.ts'
import { MemberAvatar } from './member-avatar.tsx'
import styles from './members-brief.module.css'
import { roles } from './roles.ts'

const shown = 8

/** The people of a project, as a short list. */
export function MembersBrief({ members }: { members: Member[] }) {
  return (
    <ul className={styles.list}>
      {members.slice(0, shown).map(member => (
        <li key={member.accountId}>
          <MemberAvatar member={member} sizePx={28} />
          <span className={styles.name}>{member.name ?? member.email}</span>
          <span className={styles.role}>{roles[member.role].name}</span>
        </li>
      ))}
      {members.length > shown && <li className={styles.role}>and {formatNumber(members.length - shown)} more</li>}
    </ul>
  )
}
