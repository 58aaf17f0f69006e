import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { Viewport } from '../../../imagery/viewport.ts'
import type { CanvasHandle } from '../annotation-canvas.tsx'
import { viewOf, viewToSee } from './walking.ts'

/** Annotation or suggested new shape. */
type Place = Pick<Annotation, 'id' | 'shape'>

/**
 * Returns functions that move the view to annotations of the image, and to the target of the URL.
 * The target is the view in the URL or, without one, the annotation in the URL once it is loaded.
 */
export function useViewing(canvas: RefObject<CanvasHandle | null>, annotations: readonly Place[], viewport: Viewport | null) {
  const sought = useRef<string | null>(null)
  const find = (annotationId: string | null) => annotations.find(({ id }) => id === annotationId)

  function show(annotation: Place, from: typeof viewOf, smooth: boolean): void {
    const [view, now] = [canvas.current?.view(), canvas.current?.viewport()]
    const target = view && now && from(annotation, view, now)
    if (target) canvas.current?.goTo(target, smooth)
  }

  function arrive(): void {
    const annotation = find(sought.current)
    if (!annotation || !canvas.current?.viewport()) return
    sought.current = null
    show(annotation, viewOf, false)
  }
  const arriveLate = useEffectEvent(arrive)
  useEffect(() => arriveLate(), [annotations])

  return {
    /** Moves the view to the target of the URL. Called when the canvas shows another image. */
    onShow(): void {
      if (viewport) canvas.current?.goTo(viewport, false)
      else arrive()
    },
    arriveAt(annotationId: string | null): void {
      sought.current = viewport ? null : annotationId
      arrive()
    },
    focusOn: (annotation: Place) => show(annotation, viewOf, true),
    /** Moves the view to the first of these annotations if it is out of view or too small to see. */
    bringIntoView([annotationId]: readonly string[]): void {
      const annotation = find(annotationId ?? null)
      if (annotation) show(annotation, viewToSee, true)
    }
  }
}
