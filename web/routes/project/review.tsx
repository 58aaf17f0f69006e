import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useParams } from 'react-router-dom'
import { project } from '../../features/projects/queries.ts'
import styles from '../../features/review/review.module.css'
import { Review } from '../../features/review/review.tsx'
import { GridSkeleton } from '../../features/review/states.tsx'
import { useOwnKeys } from '../../features/taxonomy/own-keys/use-own-keys.ts'
import { createLabel, labelKeys, labelOutline } from '../../features/taxonomy/queries.ts'
import { useFollowedCatalog } from '../../features/taxonomy/use-followed-catalog.ts'
import { UnsentNote } from '../../features/waiting/unsent-note.tsx'
import { isAwaited, Loaded } from '../../ui/loaded.tsx'

/** Grid of crops for review. */
export function Component() {
  const { projectId = '' } = useParams()
  const client = useQueryClient()
  const outline = useQuery(labelOutline(projectId))
  useFollowedCatalog(projectId)
  const shown = useQuery(project(projectId))
  return (
    <>
      <UnsentNote projectId={projectId} />
      <Loaded
        query={isAwaited(shown) ? { ...outline, data: undefined } : outline}
        failed="The labels could not be loaded"
        skeleton={
          <div className={styles.screen}>
            <h1 tabIndex={-1}>Review</h1>
            <GridSkeleton label="Loading annotations" />
          </div>
        }
      >
        {({ labels }) => (
          <OwnReview
            key={projectId}
            projectId={projectId}
            labels={labels}
            mayEdit={shown.data?.role === 'owner' || shown.data?.role === 'editor'}
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

/** Review with the person's own number keys. */
function OwnReview(given: ComponentProps<typeof Review>) {
  const [labels] = useOwnKeys(given.projectId, given.labels)
  return <Review {...given} labels={labels} />
}
