import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { ApiError } from '../../api/api-error.ts'
import type { StoredEdit } from '../../sync/stored-edit.ts'
import { formatCount } from '../../ui/format.ts'
import { nameOfProject } from './queries.ts'
import styles from './waiting.module.css'

interface ProjectEditsProps {
  projectId: string
  waiting: number
  refused: readonly StoredEdit[]
  onLeave: () => void
}

/** The edits of one project that are not on the server, with the reasons that the server gave. */
export function ProjectEdits({ projectId, waiting, refused, onLeave }: ProjectEditsProps) {
  const { data: title, error } = useQuery(nameOfProject(projectId))
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 403)
  const reasons = [...new Set(refused.map(({ problem }) => problem))]
  return (
    <li>
      <h3 className={styles.name}>
        {isGone ? (
          'A project that is not there for you any more'
        ) : (
          <Link to={projectPath(projectId, 'annotate')} onClick={onLeave}>
            {title ?? 'A project'}
          </Link>
        )}
      </h3>
      {waiting > 0 && <p>{formatCount(waiting, 'edit', 'edits')} waiting to be sent.</p>}
      {refused.length > 0 && (
        <p>
          {formatCount(refused.length, 'edit', 'edits')} could not be saved: {reasons.slice(0, 3).join('; ')}.
        </p>
      )}
    </li>
  )
}
