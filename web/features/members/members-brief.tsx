import type { Member } from '../../../shared/contracts/members.ts'
import { useUser } from '../../api/session-context.ts'
import { MemberAvatar } from './member-avatar.tsx'
import styles from './members-brief.module.css'
import { roles } from './role-words.ts'
import { texts } from './texts.ts'

const shown = 8

/** Short list of a project's members. */
export function MembersBrief({ members }: { members: Member[] }) {
  const user = useUser()
  return (
    <ul className={styles.list}>
      {members.slice(0, shown).map(member => (
        <li key={member.accountId}>
          <MemberAvatar member={member} sizePx={28} />
          <span className={styles.name}>
            {member.accountId === user.id ? texts.table.you(member.name ?? member.email) : (member.name ?? member.email)}
          </span>
          <span className={styles.role}>{roles[member.role].name}</span>
        </li>
      ))}
      {members.length > shown && <li className={styles.role}>{texts.andMore(members.length - shown)}</li>}
    </ul>
  )
}
