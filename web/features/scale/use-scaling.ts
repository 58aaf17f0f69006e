import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { MediaScale } from '../../../shared/contracts/scale.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import { listenToServer } from '../../api/events.ts'
import { scaleOf } from './queries.ts'

const none: readonly Vertex[] = []
/** Maximum number of laser points on one image. */
const mostMarks = 4

export interface Scaling {
  /** Scale of the image; undefined while it is loading. */
  scale: MediaScale | undefined
  metersPerPixel: number | null
  failed: boolean
  isOpen: boolean
  toggle: () => void
  /** Marks of the current measurement on this image. */
  marks: readonly Vertex[]
  setMarks: (marks: readonly Vertex[]) => void
  addMark: (mark: Vertex) => void
  /** Refetches the scale of this image, and marks the cached scales of other images as stale. */
  renew: () => Promise<void>
}

/** Returns the scale of the shown image, with the marks of the current measurement. */
export function useScaling(projectId: string, mediaId: string): Scaling {
  const client = useQueryClient()
  const query = useQuery(scaleOf(mediaId))
  const [isOpen, setOpen] = useState(false)
  const [set, setSet] = useState<{ mediaId: string; marks: readonly Vertex[] }>({ mediaId, marks: none })
  const marks = set.mediaId === mediaId ? set.marks : none

  useEffect(() => {
    const renew = () => void client.invalidateQueries({ queryKey: scaleOf(mediaId).queryKey })
    return listenToServer(event => {
      if (event.type !== 'changed' || event.noun !== 'media' || event.projectId !== projectId) return
      if (event.mediaId === undefined || event.mediaId === mediaId) renew()
    }, renew)
  }, [client, projectId, mediaId])

  return {
    scale: query.data,
    metersPerPixel: query.data?.metersPerPixel ?? null,
    failed: query.isError,
    isOpen,
    toggle: () => {
      setOpen(before => !before)
      setSet({ mediaId, marks: none })
    },
    marks,
    setMarks: next => setSet({ mediaId, marks: next }),
    addMark: mark =>
      setSet(before => {
        const placed = before.mediaId === mediaId ? before.marks : none
        return { mediaId, marks: placed.length < mostMarks ? [...placed, mark] : placed }
      }),
    renew: () => client.invalidateQueries({ queryKey: scaleOf('').queryKey.slice(0, -1) })
  }
}
