import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { MediaSort } from '../../imagery/images.ts'
import { useNewestParams } from '../../ui/use-newest-params.ts'
import type { MediaFilter } from './queries.ts'

const sorts: readonly string[] = ['added', 'captured', 'name']

/** Keeps the state of the gallery in the URL: search, sort order and the open image. */
export function useGalleryAddress() {
  const [params, write] = useNewestParams()
  const navigate = useNavigate()
  const location = useLocation()
  const search = params.get('search') ?? ''
  const sort = (sorts.includes(params.get('sort') ?? '') ? params.get('sort') : 'added') as MediaSort
  const filter = useMemo<MediaFilter>(() => ({ search, sort }), [search, sort])
  const openedHere = (location.state as { viewerFrom?: string } | null)?.viewerFrom === 'gallery'

  const setFilter = useCallback(
    (next: MediaFilter) =>
      void write(params => {
        set(params, 'search', next.search)
        set(params, 'sort', next.sort === 'added' ? '' : next.sort)
      }),
    [write]
  )
  const withMedia = useCallback(
    (mediaId: string, replace: boolean) =>
      void write(params => set(params, 'media', mediaId), { replace, state: replace ? location.state : { viewerFrom: 'gallery' } }),
    [write, location.state]
  )

  return {
    filter,
    setFilter,
    mediaId: params.get('media'),
    /** Opens the viewer. Back closes it. */
    openMedia: useCallback((mediaId: string) => withMedia(mediaId, false), [withMedia]),
    /** Shows another image in the open viewer. Back still closes the viewer. */
    showMedia: useCallback((mediaId: string) => withMedia(mediaId, true), [withMedia]),
    closeMedia: useCallback(() => {
      if (openedHere) void navigate(-1)
      else withMedia('', true)
    }, [openedHere, navigate, withMedia])
  }
}

function set(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name)
  else params.set(name, value)
}
