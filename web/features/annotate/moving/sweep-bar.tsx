import { type Ref, type RefObject, useEffect, useEffectEvent, useImperativeHandle, useState } from 'react'
import type { ImageCard } from '../../../imagery/images.ts'
import type { Size, Viewport } from '../../../imagery/viewport.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '../../../ui/icons.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { CanvasHandle } from '../annotation-canvas.tsx'
import type { Images } from '../use-images.ts'
import styles from '../workspace.module.css'
import { fieldNear, viewOfField } from './fields.ts'
import { sweep as words } from './texts.ts'

export interface SweepHandle {
  go: (by: 1 | -1) => void
  /** Returns the view in which another image opens: its first field at the current zoom. */
  opens: (image: Size) => Viewport | null
}

interface SweepBarProps {
  ref: Ref<SweepHandle>
  canvas: RefObject<CanvasHandle | null>
  image: ImageCard
  images: Images
  onGo: (imageId: string, viewport: Viewport) => void
  onClose: () => void
}

const checkEveryMs = 200

/** Bar for searching whole images systematically, field of view by field of view, at the current zoom. */
// Long: one bar, with the steps that its buttons take.
export function SweepBar({ ref, canvas, image, images, onGo, onClose }: SweepBarProps) {
  const [place, setPlace] = useState({ index: 0, count: 0 })

  function currentView(): { view: Size; now: Viewport } | null {
    const [view, now] = [canvas.current?.view(), canvas.current?.viewport()]
    return view && now ? { view, now } : null
  }

  function show(): void {
    const seen = currentView()
    if (!seen) return
    const { index, count } = fieldNear(seen.now, seen.view, image)
    setPlace(before => (before.index === index && before.count === count ? before : { index, count }))
  }

  function opens(other: Size, index = 0): Viewport | null {
    const seen = currentView()
    return seen && viewOfField(index, seen.now.scale, seen.view, other)
  }

  function go(by: 1 | -1): void {
    const seen = currentView()
    if (!seen) return
    const { index, count } = fieldNear(seen.now, seen.view, image)
    const next = index + by
    if (next >= 0 && next < count) {
      canvas.current?.goTo(viewOfField(next, seen.now.scale, seen.view, image))
      show()
      return
    }
    const other = by > 0 ? images.after : images.before
    const viewport = other && opens(other, by > 0 ? 0 : -1)
    if (other && viewport) onGo(other.id, viewport)
    else if (by > 0 && images.hasMore) showToast({ title: words.loading })
    else showToast({ title: by > 0 ? words.last : words.first })
  }

  useImperativeHandle(ref, () => ({ go, opens }))

  const begin = useEffectEvent(() => {
    const first = opens(image)
    if (first) canvas.current?.goTo(first)
  })
  useEffect(() => begin(), [])

  // Polled, because React does not rerender when the view moves.
  useEffect(() => {
    show()
    const timer = setInterval(show, checkEveryMs)
    return () => clearInterval(timer)
  })

  return (
    <nav className={styles.sweepBar} aria-label={words.label}>
      <IconButton size="small" label={words.previous} keys="Shift N" onClick={() => go(-1)}>
        <ChevronLeftIcon aria-hidden />
      </IconButton>
      <span aria-live="polite">{words.place(place.index + 1, place.count)}</span>
      <IconButton size="small" label={words.next} keys="N" onClick={() => go(1)}>
        <ChevronRightIcon aria-hidden />
      </IconButton>
      <IconButton size="small" label={words.stop} onClick={onClose}>
        <CloseIcon aria-hidden />
      </IconButton>
    </nav>
  )
}
