import { lazy, Suspense, useCallback, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { showToast } from '../../ui/toast.tsx'
import { GalleryRegion } from './gallery-region.tsx'
import { InterruptedNote } from './interrupted-note.tsx'
import styles from './media-section.module.css'
import { PageDrop } from './page-drop.tsx'
import { useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { galleryTexts as texts } from './texts.ts'
import { Toolbar } from './toolbar.tsx'
import { sortFiles } from './upload/collect-files.ts'
import { uploads } from './upload/uploads.ts'
import { useGalleryAddress } from './use-gallery-address.ts'
import { useMediaList } from './use-media-list.ts'

const Viewer = lazy(() => import('./viewer/viewer.tsx').then(module => ({ default: module.Viewer })))
const RemoveDialog = lazy(() => import('./remove-dialog.tsx').then(module => ({ default: module.RemoveDialog })))
const ClockNote = lazyPart(() => import('./clocks/clock-note.tsx').then(module => ({ default: module.ClockNote })))
const AttachDialog = lazy(() => import('./attach/attach-dialog.tsx').then(module => ({ default: module.AttachDialog })))

export interface MediaSectionProps {
  projectId: string
  canEdit: boolean
  /** Number of media in the project, if known. A known number gives the scroll bar its final size from the start. */
  mediaCount?: number
  coverMediaId?: string | null
  /** Makes a media item the cover of the project. */
  onSetCover?: (mediaId: string) => Promise<unknown>
}

/** Images of a project: gallery, upload, viewer and metadata tables. */
// Long: one region, in page order.
export function MediaSection({ projectId, canEdit, mediaCount, coverMediaId, onSetCover }: MediaSectionProps) {
  const { filter, setFilter, mediaId, openMedia, showMedia, closeMedia } = useGalleryAddress()
  const list = useMediaList(projectId, filter, mediaCount)
  const { cards } = list
  const selection = useSelection()
  const [removing, setRemoving] = useState<string[] | null>(null)
  const [table, setTable] = useState<File | 'ask' | null>(null)
  const [large, setLarge] = useState(false)

  const addFiles = useCallback((files: readonly File[]) => takeFiles(projectId, files, setTable), [projectId])

  const current = mediaId === null ? -1 : cards.indexOf(mediaId)
  const [lastShown, setLastShown] = useState(0)
  if (current >= 0 && current !== lastShown) setLastShown(current)
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

  return (
    <section className={styles.section} aria-labelledby="media-heading">
      <Toolbar
        filter={filter}
        onFilter={setFilter}
        count={list.count}
        more={list.query.hasNextPage && list.total === undefined}
        reading={list.reading}
        canEdit={canEdit}
        large={large}
        onLarge={setLarge}
        onFiles={addFiles}
        onAttach={() => setTable('ask')}
        changes={list.changes}
        busy={list.query.isFetching && !list.query.isPending}
      />
      {canEdit && <InterruptedNote projectId={projectId} />}
      {canEdit && (
        <Suspense>
          <ClockNote projectId={projectId} />
        </Suspense>
      )}
      <GalleryRegion
        list={list}
        search={filter.search}
        onClearSearch={() => setFilter({ ...filter, search: '' })}
        onFiles={addFiles}
        narrowest={large ? 280 : 172}
        selection={selection}
        canEdit={canEdit}
        onOpen={open}
        onRemove={remove}
        current={lastShown}
      />
      {canEdit && <PageDrop onFiles={addFiles} />}
      {canEdit && selection.ids.size > 0 && (
        <SelectionBar count={selection.ids.size} onRemove={() => setRemoving([...selection.ids])} onClear={selection.clear} />
      )}
      <Suspense>
        {removing && (
          <RemoveDialog
            projectId={projectId}
            mediaIds={removing}
            fileName={removing.length === 1 ? cards.at(cards.indexOf(removing[0]!))?.fileName : undefined}
            onRemoved={ids => selection.drop(ids)}
            onClose={() => setRemoving(null)}
          />
        )}
        {mediaId !== null && (
          <Viewer
            mediaId={mediaId}
            cards={cards}
            total={list.total}
            canEdit={canEdit}
            isCover={mediaId === coverMediaId}
            onShow={showMedia}
            onClose={closeMedia}
            onSetCover={onSetCover}
            onNearEnd={list.readOn}
          />
        )}
        {table && <AttachDialog projectId={projectId} table={table === 'ask' ? null : table} onClose={() => setTable(null)} />}
      </Suspense>
    </section>
  )
}

/** Uploads the images, opens the first table, and reports the other files. */
function takeFiles(projectId: string, files: readonly File[], openTable: (table: File) => void): void {
  const { images, tables, others } = sortFiles(files)
  if (images.length > 0) uploads.add(projectId, images)
  if (tables[0]) openTable(tables[0])
  if (others.length === 0) return
  showToast({
    title: texts.add.leftOut(others.length),
    description: texts.add.leftOutAbout(others.map(file => file.name))
  })
}
