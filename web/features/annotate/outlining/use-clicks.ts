import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { Point, Polygon } from '../../../../shared/contracts/shapes.ts'
import type { CanvasHandle } from '../annotation-canvas.tsx'
import { type Correcting, clicksOf, correctOutline } from './correct-outline.ts'
import type { Click } from './markers.ts'
import { paintClicks } from './paint-clicks.ts'

const none: readonly Click[] = []

interface Clicks extends Omit<Correcting, 'id' | 'click'> {
  id: string | undefined
  /** Null when the annotation is no polygon any more. */
  polygon: Polygon | null
  canvas: RefObject<CanvasHandle | null>
  /** Whether a click without Alt adds a part. */
  isObject: boolean
}

/** Corrects a polygon by clicks on the canvas, and paints the clicks that led to its shape and those that wait. */
export function useClicks({ id, polygon, canvas, isObject, ...correcting }: Clicks): void {
  const [waiting, setWaiting] = useState(none)

  async function add(click: Click) {
    const isAgain = waiting.some(({ x, y, isObject: was }) => x === click.x && y === click.y && was === click.isObject)
    if (id === undefined || isAgain) return
    setWaiting(before => [...before, click])
    await correctOutline({ ...correcting, id, click })
    setWaiting(before => before.filter(each => each !== click))
  }

  const take = useEffectEvent(({ x, y }: Point, alt: boolean) => void add({ x, y, isObject: isObject !== alt }))
  // With the bar, not after it is drawn: a click in between would be lost.
  useLayoutEffect(() => {
    const toolbox = canvas.current?.parts()?.toolbox
    if (!toolbox) return undefined
    toolbox.onOutlineMark = (at, alt) => take(at, alt)
    return () => {
      toolbox.onOutlineMark = null
    }
  }, [canvas])

  useEffect(() => {
    const scene = canvas.current?.parts()?.scene
    const clicks = polygon && id !== undefined ? [...clicksOf(id, polygon), ...waiting] : none
    return scene ? paintClicks(scene, clicks) : undefined
  }, [canvas, id, polygon, waiting])
}
