import { useCallback } from 'react'
import type { Viewport } from '../../imagery/viewport.ts'
import { useNewestParams } from '../../ui/use-newest-params.ts'

export interface AnnotateAddress {
  imageId: string | null
  selected: string | null
  /** Filter of images and annotations, in the format of shared/filters.ts. Empty for all. */
  filter: string
  /** View in the URL; null for the whole image. */
  viewport: Viewport | null
}

/**
 * Keeps image, selection, filter and view in the URL, so that a link leads to an exact view.
 * @returns these values, and a function that changes some of them and returns the new URL before the page rerenders
 */
export function useAnnotateAddress(): [AnnotateAddress, (change: Partial<AnnotateAddress>) => URL] {
  const [params, change] = useNewestParams()
  const set = useCallback(
    ({ imageId, selected, viewport, filter }: Partial<AnnotateAddress>) => {
      const next = change(
        params => {
          if (imageId !== undefined) write(params, 'image', imageId)
          if (selected !== undefined) write(params, 'select', selected)
          if (viewport !== undefined) write(params, 'v', viewport && writeViewport(viewport))
          if (filter !== undefined) write(params, 'filter', filter || null)
        },
        { replace: imageId === undefined }
      )
      return new URL(`${window.location.pathname}?${next}`, window.location.origin)
    },
    [change]
  )
  const [imageId, selected, filter] = [params.get('image'), params.get('select'), params.get('filter') ?? '']
  return [{ imageId, selected, filter, viewport: readViewport(params.get('v')) }, set]
}

function write(params: URLSearchParams, name: string, value: string | null): void {
  if (value === null) params.delete(name)
  else params.set(name, value)
}

/** Formats a view as `x,y,zoom`: the image pixel at the centre, and CSS pixels per image pixel. */
export const writeViewport = ({ centerX, centerY, scale }: Viewport) =>
  `${centerX.toFixed(1)},${centerY.toFixed(1)},${Number(scale.toPrecision(4))}`

export function readViewport(text: string | null): Viewport | null {
  const [centerX, centerY, scale] = (text ?? '').split(',').map(Number)
  if (centerX === undefined || centerY === undefined || scale === undefined) return null
  return [centerX, centerY, scale].every(Number.isFinite) && scale > 0 ? { centerX, centerY, scale } : null
}
