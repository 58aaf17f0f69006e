import { sentenceOf } from '../../api/api-error.ts'
import { PicturesSkeleton } from '../../ui/pictures-skeleton.tsx'
import { Gallery, type GalleryProps } from './gallery.tsx'
import { EmptyGallery, GalleryFailed, NothingFound } from './gallery-states.tsx'
import { galleryTexts as texts } from './texts.ts'
import type { MediaList } from './use-media-list.ts'

interface GalleryRegionProps extends Pick<GalleryProps, 'selection' | 'canEdit' | 'onOpen' | 'onRemove' | 'current' | 'narrowest'> {
  list: MediaList
  search: string
  onClearSearch: () => void
  onFiles: (files: readonly File[]) => void
}

/** Gallery, or the reason why it is empty. */
export function GalleryRegion({ list, search, onClearSearch, onFiles, ...gallery }: GalleryRegionProps) {
  const { cards, query } = list
  if (query.isPending) return <PicturesSkeleton label={texts.gallery.loading} />
  if (query.data === undefined)
    return <GalleryFailed sentence={sentenceOf(query.error, texts.gallery.notLoaded)} onRetry={() => void query.refetch()} />
  if (cards.length === 0 && !query.hasNextPage)
    return search === '' ? (
      <EmptyGallery canEdit={gallery.canEdit} onFiles={onFiles} />
    ) : (
      <NothingFound search={search} onClear={onClearSearch} />
    )
  return (
    <>
      <Gallery {...gallery} cards={cards} count={list.placeCount} onRange={list.onRange} wayToEnd={list.wayToEnd} />
      {query.isFetchNextPageError && (
        <GalleryFailed sentence={sentenceOf(query.error, texts.gallery.nextNotLoaded)} onRetry={() => void query.fetchNextPage()} />
      )}
    </>
  )
}
