import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { annotatePath } from '../../../../shared/addresses.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { type ImageCard, mediaItem, toCard } from '../../../imagery/images.ts'
import type { CardIndex } from '../../../ui/card-index.ts'
import { FullDialog } from '../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/skeleton.tsx'
import { RemoveDialog } from '../remove-dialog.tsx'
import { texts } from '../texts.ts'
import { Details } from './details.tsx'
import { PictureStage, type StageHandle } from './picture-stage.tsx'
import { useViewerKeys } from './use-viewer-keys.ts'
import styles from './viewer.module.css'
import { ViewerBar } from './viewer-bar.tsx'
import type { ViewerActions } from './viewer-commands.ts'

const { viewer: words } = texts

interface ViewerProps {
  mediaId: string
  cards: CardIndex<ImageCard>
  /** Total number of images, if known. */
  total: number | undefined
  canEdit: boolean
  isCover: boolean
  onShow: (mediaId: string) => void
  onClose: () => void
  onSetCover?: (mediaId: string) => Promise<unknown>
  /** Called when the open image is near the last loaded one. */
  onNearEnd: () => void
}

const wideEnoughForDetails = '(min-width: 900px)'

/** Viewer of one image over the gallery, with its facts and annotations. Dark in both themes. */
// Long: one region, in page order.
export function Viewer(props: ViewerProps) {
  const { mediaId, cards, total, canEdit, isCover, onShow, onClose, onSetCover, onNearEnd } = props
  const navigate = useNavigate()
  const item = useQuery({ ...mediaItem(mediaId), staleTime: 30_000 })
  const index = cards.indexOf(mediaId)
  const card = cards.at(index) ?? (item.data && toCard(item.data))
  const before = cards.at(index - 1)
  const after = index < 0 ? undefined : cards.at(index + 1)
  const stage = useRef<StageHandle>(null)
  const [details, setDetails] = useState(() => matchMedia(wideEnoughForDetails).matches)
  const [showsAnnotations, setShowsAnnotations] = useState(true)
  const [removing, setRemoving] = useState(false)
  const hasAnnotations = (card?.annotationCount ?? 0) > 0

  useEffect(() => {
    if (index >= 0 && index > cards.length - 10) onNearEnd()
  }, [index, cards.length, onNearEnd])

  // While an image is being prepared, its state in the list can differ from that of the item. The item is then refetched.
  const { refetch } = item
  const isStale = item.data !== undefined && card !== undefined && item.data.state !== card.state
  useEffect(() => {
    if (isStale) void refetch()
  }, [isStale, refetch])

  const go = useCallback(
    (direction: 1 | -1) => {
      const next = direction === 1 ? after : before
      if (next) onShow(next.id)
    },
    [after, before, onShow]
  )

  const actions: ViewerActions = {
    go,
    move(right, down) {
      if (right !== 0 && (stage.current?.isFitted() ?? true)) go(right > 0 ? 1 : -1)
      else stage.current?.pan(-right, -down)
    },
    zoom: factor => stage.current?.zoom(factor),
    fit: () => stage.current?.fit(),
    actualSize: () => stage.current?.actualSize(),
    details: () => setDetails(!details),
    annotations: () => setShowsAnnotations(!showsAnnotations),
    annotate: () => card && void navigate(annotatePath(card.projectId, { mediaId })),
    remove: () => setRemoving(true)
  }
  useViewerKeys({ actions, mayEdit: canEdit, hasDialog: removing })

  const name = item.data?.fileName ?? card?.fileName ?? words.image
  return (
    <FullDialog label={name} isOpen onClose={onClose} theme="dark">
      <div className={styles.viewer} data-viewer data-details={details || undefined}>
        <ViewerBar
          name={name}
          place={index >= 0 ? { number: index + 1, total } : null}
          mediaId={mediaId}
          projectId={card?.projectId}
          canEdit={canEdit}
          annotations={hasAnnotations ? (showsAnnotations ? 'shown' : 'hidden') : null}
          details={details}
          actions={actions}
          onClose={onClose}
        />
        {card ? (
          <PictureStage
            ref={stage}
            card={card}
            neighbours={[after, before]}
            actions={actions}
            hasBefore={Boolean(before)}
            hasAfter={Boolean(after)}
            showsAnnotations={showsAnnotations}
          />
        ) : (
          <div className={styles.stage} />
        )}
        {details && (
          <aside className={styles.details} aria-label={words.about}>
            {item.data ? (
              <Details key={mediaId} media={item.data} canEdit={canEdit} isCover={isCover} onSetCover={onSetCover} />
            ) : (
              <NoDetails error={item.error} retrying={item.isFetching} onRetry={() => void item.refetch()} />
            )}
          </aside>
        )}
        {removing && card && (
          <RemoveDialog
            projectId={card.projectId}
            mediaIds={[mediaId]}
            fileName={name}
            onRemoved={(ids, isClosed) => {
              if (isClosed || ids.length === 0) return
              const next = after ?? before
              if (next) onShow(next.id)
              else onClose()
            }}
            onClose={() => setRemoving(false)}
          />
        )}
      </div>
    </FullDialog>
  )
}

function NoDetails({ error, retrying, onRetry }: { error: Error | null; retrying: boolean; onRetry: () => void }) {
  return error ? (
    <ErrorPanel title={words.notShown} detail={sentenceOf(error, words.mayBeDeleted)} retrying={retrying} onRetry={onRetry} />
  ) : (
    <>
      <Skeleton width="60%" height="1.5rem" />
      <SkeletonRows rows={8} label={words.loadingFacts} height="2.25rem" />
    </>
  )
}
