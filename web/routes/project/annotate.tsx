import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, Suspense, useCallback } from 'react'
import { useOutletContext, useParams } from 'react-router-dom'
import type { Project } from '../../../shared/contracts/projects.ts'
import { ApiError } from '../../api/api-error.ts'
import { useUser } from '../../api/session-context.ts'
import { useAnnotateAddress } from '../../features/annotate/address.ts'
import type { AnnotateFrame } from '../../features/annotate/annotate-frame.ts'
import { useAnnotationStore } from '../../features/annotate/use-document.ts'
import { useImages } from '../../features/annotate/use-images.ts'
import styles from '../../features/annotate/workspace.module.css'
import { Workspace } from '../../features/annotate/workspace.tsx'
import { project } from '../../features/projects/queries.ts'
import { ScaleBar } from '../../features/scale/bar/scale-bar.tsx'
import { useScaling } from '../../features/scale/use-scaling.ts'
import { useOwnKeys } from '../../features/taxonomy/own-keys/use-own-keys.ts'
import { createLabel, labelKeys, labelOutline } from '../../features/taxonomy/queries.ts'
import { showWorkState } from '../../imagery/images.ts'
import { usePreparation } from '../../imagery/use-preparation.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const FollowedCatalog = lazyPart(() =>
  import('../../features/taxonomy/followed-catalog.tsx').then(module => ({ default: module.FollowedCatalog }))
)
const NoImages = lazyPart(() => import('../../features/annotate/no-images.tsx').then(module => ({ default: module.NoImages })))
const labelCard = () => import('../../features/taxonomy/label/label-card.tsx')
const scalePanel = () => import('../../features/scale/scale-panel.tsx')
const sampleDialog = () => import('../../features/sampling/sample-dialog.tsx')
const LabelCard = lazyPart(() => labelCard().then(module => ({ default: module.LabelCard })))
const ScalePanel = lazyPart(() => scalePanel().then(module => ({ default: module.ScalePanel })))
const SampleDialog = lazyPart(() => sampleDialog().then(module => ({ default: module.SampleDialog })))
/** Delay in milliseconds before these parts are preloaded, so that the picture loads first. The parts may be opened offline. */
const patience = 2000
setTimeout(() => void Promise.all([labelCard(), scalePanel(), sampleDialog()]).catch(() => {}), patience)

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
  const user = useUser()
  const [address, setAddress] = useAnnotateAddress()
  const { query, named, images } = useImages(projectId, address.imageId, address.filter)
  const outline = useQuery(labelOutline(projectId))
  const { data: shown, isPending } = useQuery(project(projectId))
  const store = useAnnotationStore(projectId, { id: user.id, name: user.name ?? user.email })

  const refusal = query.failureReason instanceof ApiError && query.failureReason.status === 400 ? query.failureReason : null
  const error = refusal ?? query.error ?? named.error ?? outline.error
  if (error && (!images.current || !outline.data)) {
    return (
      <div className={styles.instead}>
        <h1 tabIndex={-1}>Annotate</h1>
        <ErrorPanel
          title={refusal ? 'The filter in this address cannot be read' : 'The images could not be loaded'}
          detail={error.message}
          safe="Your annotations are kept on this computer until they are saved."
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
  if (!images.current || !outline.data || !store || isPending) return loading // keys pressed before the role is loaded would be lost
  return (
    <OpenImage
      key={projectId}
      projectId={projectId}
      image={images.current}
      images={images}
      labels={outline.data.labels}
      store={store}
      role={shown?.role}
    />
  )
}

type Given = Pick<ComponentProps<typeof Workspace>, 'projectId' | 'image' | 'images' | 'labels' | 'store'>

/** Annotation workspace with the parts that other areas add. */
function OpenImage({ role, ...given }: Given & { role: Project['role'] | undefined }) {
  const { projectId, image } = given
  const client = useQueryClient()
  const user = useUser()
  const [labels, giveKey] = useOwnKeys(projectId, given.labels)
  usePreparation(image)
  const scaling = useScaling(projectId, image.id)
  const { metersPerPixel } = scaling
  const frame = useOutletContext<AnnotateFrame>()
  const mayEdit = role === 'owner' || role === 'editor'
  const readCatalog = useCallback(() => client.invalidateQueries({ queryKey: labelKeys.outline(projectId) }), [client, projectId])
  return (
    <Workspace
      {...given}
      labels={labels}
      mayEdit={mayEdit}
      frame={frame}
      me={{ id: user.id, isOwner: role === 'owner' }}
      onCreateLabel={async name => {
        const label = await createLabel(projectId, { name })
        await readCatalog()
        return label.id
      }}
      onGiveKey={giveKey}
      onFirstUse={readCatalog}
      labelCard={labelId => <LabelCard projectId={projectId} labelId={labelId} labels={labels} mayEdit={mayEdit} />}
      scaling={scaling}
      scaleBar={zoom => metersPerPixel !== null && <ScaleBar metersPerPixel={metersPerPixel} zoom={zoom} />}
      scalePanel={props => <ScalePanel projectId={projectId} image={image} scaling={scaling} mayEdit={mayEdit} {...props} />}
      sampleDialog={props => <SampleDialog projectId={projectId} image={image} {...props} />}
      onWorkState={(mediaId, workState) => showWorkState(client, projectId, mediaId, workState)}
    />
  )
}
