import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { annotateKeys } from '../../annotation/queries.ts'
import { ApiError } from '../../api/api-error.ts'
import { useUser } from '../../api/session-context.ts'
import { useAnnotateAddress } from '../../features/annotations/address.ts'
import { useAnnotationDesk } from '../../features/annotations/use-document.ts'
import { useImages } from '../../features/annotations/use-images.ts'
import styles from '../../features/annotations/workspace.module.css'
import { Workspace } from '../../features/annotations/workspace.tsx'
import { project } from '../../features/projects/queries.ts'
import { createLabel, labelKeys, labelOutline } from '../../features/taxonomy/queries.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'

const FollowedCatalog = lazy(() =>
  import('../../features/taxonomy/followed-catalog.tsx').then(module => ({ default: module.FollowedCatalog }))
)
const NoImages = lazy(() => import('../../features/annotations/no-images.tsx').then(module => ({ default: module.NoImages })))
const labelCard = () => import('../../features/taxonomy/label-card.tsx')
const LabelCard = lazy(() => labelCard().then(module => ({ default: module.LabelCard })))
/** Milliseconds: the picture comes first, and the first label may be chosen when there is no network to fetch the card. */
const patience = 2000
setTimeout(() => void labelCard().catch(() => {}), patience)

export function Component() {
  const { projectId = '' } = useParams()
  return (
    <>
      <Annotate projectId={projectId} />
      <Suspense fallback={null}>
        <FollowedCatalog projectId={projectId} />
      </Suspense>
    </>
  )
}

function Annotate({ projectId }: { projectId: string }) {
  const client = useQueryClient()
  const user = useUser()
  const [address, setAddress] = useAnnotateAddress()
  const { query, named, images } = useImages(projectId, address.imageId, address.filter)
  const outline = useQuery(labelOutline(projectId))
  const { data: shown } = useQuery(project(projectId))
  const desk = useAnnotationDesk(projectId, { id: user.id, name: user.name ?? user.email })

  const refusal = query.failureReason instanceof ApiError && query.failureReason.status === 400 ? query.failureReason : null
  const error = refusal ?? query.error ?? named.error ?? outline.error
  if (error && (!images.current || !outline.data)) {
    return (
      <div className={styles.instead}>
        <h1 tabIndex={-1}>Annotate</h1>
        <ErrorPanel
          title={refusal ? 'The filter of this address cannot be read' : 'The images could not be loaded'}
          detail={error.message}
          safe="What you drew is kept on this computer until it is saved."
          onRetry={() => void Promise.all([query.refetch(), outline.refetch()])}
          actions={
            address.filter && (
              <Button size="small" onClick={() => setAddress({ filter: '' })}>
                Show all images
              </Button>
            )
          }
        />
      </div>
    )
  }
  const isEmpty = query.data && images.list.length === 0 && !images.hasMore
  const loading = (
    <div className={styles.instead} role="status">
      <h1 tabIndex={-1}>Annotate</h1>
      <p>Loading the images…</p>
    </div>
  )
  if (isEmpty && !(address.filter && address.imageId)) {
    return (
      <Suspense fallback={loading}>
        <NoImages projectId={projectId} filter={address.filter} onShowAll={() => setAddress({ filter: '' })} />
      </Suspense>
    )
  }
  if (!images.current || !outline.data || !desk) return loading
  const { labels } = outline.data
  const mayEdit = shown?.role === 'owner' || shown?.role === 'editor'
  return (
    <Workspace
      key={projectId}
      projectId={projectId}
      image={images.current}
      images={images}
      labels={labels}
      desk={desk}
      mayEdit={mayEdit}
      me={{ id: user.id, isOwner: shown?.role === 'owner' }}
      onCreateLabel={async name => {
        const label = await createLabel(projectId, { name })
        await client.invalidateQueries({ queryKey: labelKeys.outline(projectId) })
        return label.id
      }}
      labelCard={labelId => <LabelCard projectId={projectId} labelId={labelId} labels={labels} mayEdit={mayEdit} />}
      onWorkState={(mediaId, workState) =>
        client.setQueriesData<typeof query.data>(
          { queryKey: annotateKeys.images(projectId) },
          data =>
            data && {
              ...data,
              pages: data.pages.map(page => ({
                ...page,
                items: page.items.map(item => (item.id === mediaId ? { ...item, workState } : item))
              }))
            }
        )
      }
    />
  )
}
