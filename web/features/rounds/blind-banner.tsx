import { Link } from 'react-router-dom'
import { EyeOffIcon } from '../../ui/icons.tsx'
import { formatLocalTime } from '../../ui/local-time.ts'
import type { AnnotationSession } from './queries.ts'
import styles from './rounds.module.css'
import { texts } from './texts.ts'
import { roundPath } from './words.ts'

/** Banner of a running blind session, in which the annotations of others are hidden. */
export function BlindBanner({ round }: { round: AnnotationSession }) {
  return (
    <p className={styles.banner} role="status">
      <EyeOffIcon aria-hidden />
      <span>{texts.banner(<Link to={roundPath(round.projectId, round.id)}>{round.name}</Link>, formatLocalTime(round.endsAt))}</span>
    </p>
  )
}
