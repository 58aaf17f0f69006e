import { type PointerEvent, useEffect, useRef, useSyncExternalStore } from 'react'
import type { Scene } from '../../canvas/scene.ts'
import { thumbnailUrl } from '../../imagery/addresses.ts'
import type { ImageCard } from '../../imagery/images.ts'
import { seenPart } from '../../imagery/viewport.ts'
import styles from './workspace.module.css'

/** Length of the minimap's longer side, in CSS pixels. */
const longestSide = 144

/** Minimap of the image with a frame around the visible part. Clicking or dragging moves the view. Hidden while the whole image is visible. */
export function Minimap({ scene, image }: { scene: Scene; image: ImageCard }) {
  const { isFitted } = useSyncExternalStore(scene.subscribe, scene.status)
  const frame = useRef<HTMLDivElement>(null)
  const shrink = longestSide / Math.max(image.width, image.height)
  const isShown = !isFitted && image.state === 'ready'

  useEffect(() => {
    if (!isShown) return
    const draw = () => {
      if (!frame.current) return
      const { left, top, right, bottom } = seenPart(scene.viewport, scene.view, image)
      frame.current.style.transform = `translate(${left * shrink}px, ${top * shrink}px)`
      frame.current.style.width = `${(right - left) * shrink}px`
      frame.current.style.height = `${(bottom - top) * shrink}px`
    }
    scene.onFrame = draw
    draw()
    return () => {
      scene.onFrame = null
    }
  }, [scene, image, shrink, isShown])

  if (!isShown) return null

  function move(event: PointerEvent<HTMLDivElement>) {
    if (event.buttons !== 1) return
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const [centerX, centerY] = [(event.clientX - left) / shrink, (event.clientY - top) / shrink]
    scene.goTo({ centerX, centerY, scale: scene.goal.scale }, event.type === 'pointerdown')
  }

  return (
    <div
      className={styles.minimap}
      aria-hidden
      style={{ width: image.width * shrink, height: image.height * shrink }}
      onPointerDown={event => {
        event.preventDefault() // the canvas keeps the focus
        event.currentTarget.setPointerCapture(event.pointerId)
        move(event)
      }}
      onPointerMove={move}
    >
      <img src={thumbnailUrl(image.id, 'small')} alt="" draggable={false} />
      <div ref={frame} />
    </div>
  )
}
