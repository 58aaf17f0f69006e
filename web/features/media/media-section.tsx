import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { indexCards } from '../../ui/card-index.ts'
import { formatCount } from '../../ui/format.ts'
import { showToast } from '../../ui/toast.tsx'
import { Gallery } from './gallery.tsx'
import { EmptyGallery, GalleryFailed, GallerySkeleton, NothingFound } from './gallery-states.tsx'
import { InterruptedNote } from './interrupted-note.tsx'
import styles from './media-section.module.css'
import { PageDrop } from './page-drop.tsx'
import { mediaOfProject } from './queries.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { Toolbar } from './toolbar.tsx'
import { sortFiles } from './upload/collect-files.ts'
import { uploads } from './upload/uploads.ts'
import { useFollowedMedia } from './use-followed-media.ts'
import { useGalleryAddress } from './use-gallery-address.ts'
import { useWayToEnd } from './use-way-to-end.ts'

const Viewer = lazy(() => import('./viewer/viewer.tsx').then(module => ({ default: module.Viewer })))
const ClockNote = lazy(() => import('./clocks/clock-note.tsx').then(module => ({ default: module.ClockNote })))
const AttachDialog = lazy(() => import('./attach/attach-dialog.tsx').then(module => ({ default: module.AttachDialog })))

export interface MediaSectionProps {
  projectId: string
  canEdit: boolean
  /** How many media the project holds, when the screen knows: the scroll bar is true from the start. */
  mediaCount?: number
  coverMediaId?: string | null
  /** Makes a media item the cover of the project. */
  onSetCover?: (mediaId: string) => Promise<unknown>
}

/** The photographs of a project: gallery, upload, viewer and metadata tables. */
export function MediaSection({ projectId, canEdit, mediaCount, coverMediaId, onSetCover }: MediaSectionProps) {
  const client = useQueryClient()
  const { filter, setFilter, mediaId, openMedia, showMedia, closeMedia } = useGalleryAddress()
  const media = useInfiniteQuery(mediaOfProject(projectId, filter))
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = media
  const cards = useMemo(() => indexCards(media.data?.pages ?? []), [media.data])
  const selection = useSelection()
  const [removing, setRemoving] = useState<string[] | null>(null)
  const [table, setTable] = useState<File | 'ask' | null>(null)
  const [large, setLarge] = useState(false)
  const range = useRef({ first: 0, end: 0 })

  // Places whose page is not here yet are laid out too, so that the scroll bar says how much there is.
  const whole = filter.search === '' ? mediaCount : undefined
  const count = hasNextPage ? Math.max(cards.length + 24, whole ?? 0) : cards.length

  const onRange = useCallback(
    (first: number, end: number) => {
      range.current = { first, end }
      if (end + 60 > cards.length && hasNextPage && !isFetchingNextPage && !isFetchNextPageError)
        void fetchNextPage({ cancelRefetch: false })
    },
    [cards.length, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]
  )
  const wayToEnd = useWayToEnd(media, filter)
  const pagesInView = useCallback(() => {
    // news must not shorten a list that is on its way to the end
    const { first, end } = wayToEnd.going ? { first: cards.length, end: cards.length } : range.current
    return [cards.pageOf(first), cards.pageOf(end)] as const
  }, [cards, wayToEnd.going])
  const changes = useFollowedMedia(client, projectId, filter, cards, pagesInView)

  const addFiles = useCallback(
    (files: readonly File[]) => {
      const { photographs, tables, others } = sortFiles(files)
      if (photographs.length > 0) uploads.add(projectId, photographs)
      if (tables[0]) setTable(tables[0])
      if (others.length > 0) {
        const names = others.slice(0, 3).map(file => file.name)
        showToast({
          title: `${formatCount(others.length, 'file was', 'files were')} left out`,
          description: `${names.join(', ')}${others.length > 3 ? ' and others' : ''}: photographs are JPEG, PNG, TIFF or WebP.`
        })
      }
    },
    [projectId]
  )

  const current = mediaId === null ? -1 : cards.indexOf(mediaId)
  const lastShown = useRef(0)
  if (current >= 0) lastShown.current = current
  const open = useCallback(
    (index: number) => {
      const card = cards.at(index)
      if (card) openMedia(card.id)
    },
    [cards, openMedia]
  )
  const remove = useCallback(
    (indexes: number[]) => {
      const chosen = selection.ids.size > 0 ? [...selection.ids] : indexes.flatMap(index => cards.at(index)?.id ?? [])
      if (chosen.length > 0) setRemoving(chosen)
    },
    [cards, selection.ids]
  )

  const searching = filter.search !== ''
  return (
    <section className={styles.section} aria-labelledby="media-heading">
      <Toolbar
        filter={filter}
        onFilter={setFilter}
        count={media.isPending ? null : hasNextPage ? (whole ?? cards.length) : cards.length}
        more={hasNextPage && whole === undefined}
        reading={
          wayToEnd.going || (isFetchingNextPage && range.current.first > cards.length)
            ? { read: cards.length, of: whole, stop: wayToEnd.going ? wayToEnd.stop : undefined }
            : null
        }
        canEdit={canEdit}
        large={large}
        onLarge={setLarge}
        onFiles={addFiles}
        onAttach={() => setTable('ask')}
        changes={changes}
        busy={media.isFetching && !media.isPending}
      />
      {canEdit && <InterruptedNote projectId={projectId} />}
      {canEdit && (
        <Suspense>
          <ClockNote projectId={projectId} />
        </Suspense>
      )}
      {media.isPending ? (
        <GallerySkeleton />
      ) : media.data === undefined ? (
        <GalleryFailed sentence={sentenceOf(media.error, 'The photographs could not be read.')} onRetry={() => void media.refetch()} />
      ) : cards.length === 0 && !hasNextPage ? (
        searching ? (
          <NothingFound search={filter.search} onClear={() => setFilter({ ...filter, search: '' })} />
        ) : (
          <EmptyGallery canEdit={canEdit} onFiles={addFiles} />
        )
      ) : (
        <>
          <Gallery
            cards={cards}
            count={count}
            narrowest={large ? 280 : 172}
            selection={selection}
            canEdit={canEdit}
            onRange={onRange}
            onOpen={open}
            onRemove={remove}
            wayToEnd={wayToEnd}
            current={lastShown.current}
          />
          {isFetchNextPageError && (
            <GalleryFailed
              sentence={sentenceOf(media.error, 'The next photographs could not be read.')}
              onRetry={() => void fetchNextPage()}
            />
          )}
        </>
      )}
      {canEdit && <PageDrop onFiles={addFiles} />}
      {canEdit && selection.ids.size > 0 && (
        <SelectionBar count={selection.ids.size} onRemove={() => setRemoving([...selection.ids])} onClear={selection.clear} />
      )}
      {removing && (
        <RemoveDialog
          projectId={projectId}
          mediaIds={removing}
          fileName={removing.length === 1 ? cards.at(cards.indexOf(removing[0]!))?.fileName : undefined}
          onRemoved={ids => selection.drop(ids)}
          onClose={() => setRemoving(null)}
        />
      )}
      <Suspense>
        {mediaId !== null && (
          <Viewer
            mediaId={mediaId}
            cards={cards}
            total={hasNextPage ? whole : cards.length}
            canEdit={canEdit}
            isCover={mediaId === coverMediaId}
            onShow={showMedia}
            onClose={closeMedia}
            onSetCover={onSetCover}
            onNearEnd={() => {
              if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
            }}
          />
        )}
        {table && <AttachDialog projectId={projectId} table={table === 'ask' ? null : table} onClose={() => setTable(null)} />}
      </Suspense>
    </section>
  )
}
