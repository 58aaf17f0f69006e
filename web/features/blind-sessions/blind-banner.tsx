import { Link } from 'react-router-dom'
import { formatTime } from '../../ui/format.ts'
import { EyeOffIcon } from '../../ui/icons.tsx'
import type { AnnotationSession } from './queries.ts'
import styles from './sessions.module.css'
import { sessionPath } from './words.ts'

/** Says calmly why others' marks are not there. */
export function BlindBanner({ session }: { session: AnnotationSession }) {
  return (
    <p className={styles.banner} role="status">
      <EyeOffIcon aria-hidden />
      <span>
        You work blind in <Link to={sessionPath(session.projectId, session.id)}>{session.name}</Link> until {formatTime(session.endsAt)}.
        Others’ marks are hidden until then, and yours from them.
      </span>
    </p>
  )
}
