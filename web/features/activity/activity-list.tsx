import { Link } from 'react-router-dom'
import type { Activity } from '../../../shared/contracts/projects.ts'
import { useUser } from '../../api/session-context.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import styles from './activity-list.module.css'
import { actorOf, deedOf } from './sentence.ts'

interface ActivityListProps {
  items: Activity[]
  /** Whether each item names its project, for lists that span several projects. */
  withProject?: boolean
  /** Name of a list without links. */
  label?: string
}

/** List of activity with actors and times, newest first. A list without links takes the focus, and then shows the times in full. */
export function ActivityList({ items, withProject = false, label }: ActivityListProps) {
  const { id: readerId } = useUser()
  return (
    <ol className={styles.list} tabIndex={withProject ? undefined : 0} aria-label={label}>
      {items.map(item => (
        <li key={item.id} className={styles.entry}>
          <Avatar name={item.actorName} sizePx={28} />
          <div>
            <p>
              <strong>{actorOf(item, readerId)}</strong> {deedOf(item, readerId)}
            </p>
            <p className={styles.about}>
              {withProject && (
                <>
                  <Link to={`/projects/${encodeURIComponent(item.projectId)}/dashboard`}>{item.projectTitle}</Link> ·{' '}
                </>
              )}
              <Timestamp time={item.time} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}
