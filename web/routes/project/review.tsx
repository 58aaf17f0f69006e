import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router-dom'
import styles from '../../features/annotations/review/review.module.css'
import { Review } from '../../features/annotations/review/review.tsx'
import { GridSkeleton } from '../../features/annotations/review/states.tsx'
import { project } from '../../features/projects/queries.ts'
import { createLabel, labelKeys, labelOutline } from '../../features/taxonomy/queries.ts'
import { Loaded } from '../../ui/loaded.tsx'

const Sessions = lazy(() => import('./annotation-sessions.tsx').then(module => ({ default: module.Sessions })))
const Session = lazy(() => import('./annotation-session.tsx').then(module => ({ default: module.Session })))

/** The grid of patches; below it, at `sessions` and `sessions/{id}`, blind sessions. */
export function Component() {
  const { projectId = '', '*': below = '' } = useParams()
  const [part, sessionId] = below.split('/')
  if (part !== 'sessions') return <Patches projectId={projectId} />
  return (
    <Suspense fallback={null}>
      {sessionId ? <Session key={sessionId} projectId={projectId} sessionId={sessionId} /> : <Sessions projectId={projectId} />}
    </Suspense>
  )
}

function Patches({ projectId }: { projectId: string }) {
  const client = useQueryClient()
  const outline = useQuery(labelOutline(projectId))
  const { data: shown } = useQuery(project(projectId))
  return (
    <Loaded
      query={outline}
      failed="The labels could not be loaded"
      skeleton={
        <div className={styles.screen}>
          <h1 tabIndex={-1}>Review</h1>
          <GridSkeleton label="Loading annotations" />
        </div>
      }
    >
      {({ labels }) => (
        <Review
          key={projectId}
          projectId={projectId}
          labels={labels}
          mayEdit={shown?.role === 'owner' || shown?.role === 'editor'}
          onCreateLabel={async name => {
            const label = await createLabel(projectId, { name })
            await client.invalidateQueries({ queryKey: labelKeys.outline(projectId) })
            return label.id
          }}
        />
      )}
    </Loaded>
  )
}
