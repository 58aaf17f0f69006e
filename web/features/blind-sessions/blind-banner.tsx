import { Link } from 'react-router-dom'
import { formatTime } from '../../ui/format.ts'
import { EyeOffIcon } from '../../ui/icons.tsx'
import type { AnnotationSession } from './queries.ts'
import styles from './sessions.module.css'
import { texts } from './texts.tsx'
import { sessionPath } from './words.ts'

/** Notice of a running blind session, which hides the annotations of others. */
export function BlindBanner({ session }: { session: AnnotationSession }) {
  return (
    <p className={styles.banner} role="status">
      <EyeOffIcon aria-hidden />
      <span>{texts.banner(<Link to={sessionPath(session.projectId, session.id)}>{session.name}</Link>, formatTime(session.endsAt))}</span>
    </p>
  )
}
