import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { annotatePath } from '../../../shared/addresses.ts'
import { call } from '../../api/call.ts'
import { progressOf } from '../../features/annotate/queries.ts'
import { texts } from '../../features/projects/texts.ts'
import { mediaKeys } from '../../imagery/images.ts'
import styles from './card-progress.module.css'

const { card: words } = texts

/** Returns the query for the first unfinished image by file name. Images in progress come first. */
const nextImage = (projectId: string) => ({
  queryKey: [...mediaKeys.all, 'next', projectId],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    for (const state of ['inWork', 'notSeen'] as const) {
      const query = { sort: 'name', filter: `workState.is.${state}`, limit: 1 } as const
      const { items } = await call('GET /projects/:projectId/media', { params: { projectId }, query, signal })
      if (items[0]) return items[0]
    }
    return null
  }
})

interface CardProgressProps {
  projectId: string
  mayEdit: boolean
}

/** Progress of a project on its card, with a link to the next image. Empty while the progress is loading, and for a project without images. */
export function CardProgress({ projectId, mayEdit }: CardProgressProps) {
  const progress = useQuery(progressOf(projectId))
  const images = progress.data?.images
  const done = images ? images.done + images.reviewed : 0
  const total = images ? done + images.inWork + images.notSeen : 0
  const { data: next } = useQuery({ ...nextImage(projectId), enabled: mayEdit && done < total })
  if (!images || total === 0) return null
  return (
    <div className={styles.progress}>
      <progress value={done} max={total} aria-label={words.done(done, total)} />
      <p className={styles.line}>
        <span>{words.done(done, total)}</span>
        {next && (
          <Link to={annotatePath(projectId, { mediaId: next.id })} data-tip={next.fileName}>
            {next.workState === 'inWork' || done > 0 ? words.goOn(next.fileName) : words.begin(next.fileName)}
          </Link>
        )}
      </p>
    </div>
  )
}
