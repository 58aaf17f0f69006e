import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { ApiError } from '../../api/api-error.ts'
import type { StoredEdit } from '../../sync/stored-edit.ts'
import { nameOfProject } from './queries.ts'
import { texts } from './texts.ts'
import styles from './waiting.module.css'

const { dialog: words } = texts

interface ProjectEditsProps {
  projectId: string
  waiting: number
  refused: readonly StoredEdit[]
  onLeave: () => void
}

/** Unsent edits of one project, with the server's reasons for those that it refused. */
export function ProjectEdits({ projectId, waiting, refused, onLeave }: ProjectEditsProps) {
  const { data: title, error } = useQuery(nameOfProject(projectId))
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 403)
  const isOfSites = refused.length > 0 && refused.every(({ kind }) => kind === 'site')
  const reasons = [...new Set(refused.map(({ problem }) => problem ?? ''))]
  return (
    <li>
      <h3 className={styles.name}>
        {isGone ? (
          words.lostProject
        ) : (
          <Link to={projectPath(projectId, isOfSites ? 'annotate/sites' : 'annotate')} onClick={onLeave}>
            {title ?? words.unnamedProject}
          </Link>
        )}
      </h3>
      {waiting > 0 && <p>{words.waiting(waiting)}</p>}
      {refused.length > 0 && <p>{words.refused(refused.length, reasons.slice(0, 3))}</p>}
    </li>
  )
}
