import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { project } from '../../features/projects/queries.ts'
import styles from '../../features/review/review.module.css'
import { Review } from '../../features/review/review.tsx'
import { GridSkeleton } from '../../features/review/states.tsx'
import { createLabel, labelKeys, labelOutline } from '../../features/taxonomy/queries.ts'
import { useFollowedCatalog } from '../../features/taxonomy/use-followed-catalog.ts'
import { UnsentNote } from '../../features/waiting/unsent-note.tsx'
import { Loaded } from '../../ui/loaded.tsx'

/** Grid of crops for review. */
export function Component() {
  const { projectId = '' } = useParams()
  const client = useQueryClient()
  const outline = useQuery(labelOutline(projectId))
  useFollowedCatalog(projectId)
  const { data: shown, isPending } = useQuery(project(projectId))
  return (
    <>
      <UnsentNote projectId={projectId} />
      <Loaded
        query={isPending ? { ...outline, data: undefined } : outline} // keys pressed before the role is there would be lost
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
    </>
  )
}
