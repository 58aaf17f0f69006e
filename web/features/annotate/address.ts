import { useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Viewport } from '../../imagery/viewport.ts'

export interface AnnotateAddress {
  imageId: string | null
  selected: string | null
  /** Filter of images and annotations, in the format of shared/filters.ts. Empty for all. */
  filter: string
  /** View that a link points to; null for the whole image. */
  viewport: Viewport | null
}

/** Parts of a link to an exact view: image, x, y, zoom, selection, filter. A change returns the new address, which the page gets later. */
export function useAnnotateAddress(): [AnnotateAddress, (change: Partial<AnnotateAddress>) => URL] {
  const [params, setParams] = useSearchParams()
  // The last change may not be rendered yet: the next one builds on it.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const set = useCallback(
    (change: Partial<AnnotateAddress>) => {
      const next = new URLSearchParams(latest.current)
      if (change.imageId !== undefined) write(next, 'image', change.imageId)
      if (change.selected !== undefined) write(next, 'select', change.selected)
      if (change.viewport !== undefined) write(next, 'v', change.viewport && writeViewport(change.viewport))
      if (change.filter !== undefined) write(next, 'filter', change.filter || null)
      latest.current = next
      setParams(next, { replace: change.imageId === undefined, preventScrollReset: true })
      return new URL(`${window.location.pathname}?${next}`, window.location.origin)
    },
    [setParams]
  )
  const [imageId, selected, filter] = [params.get('image'), params.get('select'), params.get('filter') ?? '']
  return [{ imageId, selected, filter, viewport: readViewport(params.get('v')) }, set]
}

function write(params: URLSearchParams, name: string, value: string | null): void {
  if (value === null) params.delete(name)
  else params.set(name, value)
}

/** `x,y,zoom`: the pixel at the centre, and screen pixels per pixel. */
export const writeViewport = ({ centerX, centerY, scale }: Viewport) =>
  `${centerX.toFixed(1)},${centerY.toFixed(1)},${Number(scale.toPrecision(4))}`

export function readViewport(text: string | null): Viewport | null {
  const [centerX, centerY, scale] = (text ?? '').split(',').map(Number)
  if (centerX === undefined || centerY === undefined || scale === undefined) return null
  return [centerX, centerY, scale].every(Number.isFinite) && scale > 0 ? { centerX, centerY, scale } : null
}
