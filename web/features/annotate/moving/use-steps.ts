import { useEffect, useRef } from 'react'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { ImageCard } from '../../../imagery/images.ts'
import { showToast } from '../../../ui/toast.tsx'
import * as texts from '../texts.ts'
import type { Images } from '../use-images.ts'

interface Steps {
  image: ImageCard
  images: Images
  /** Annotations of the image in the order of the walk. */
  walk: readonly Annotation[]
  /** Whether all annotations of the image are loaded. */
  isRead: boolean
  /** Returns the id of the annotation to continue from. */
  from: () => string | undefined
  isMarked: (image: ImageCard) => boolean
  focusOn: (annotation: Annotation) => void
  onGo: (imageId: string) => void
}

/** Walks from annotation to annotation, skipping images without annotations. @returns a function that goes to the next or previous annotation */
export function useSteps({ image, images, walk, isRead, from, isMarked, focusOn, onGo }: Steps): (by: 1 | -1) => void {
  const bound = useRef<{ imageId: string; by: 1 | -1 } | null>(null)
  const end = (by: 1 | -1) => walk.at(by > 0 ? 0 : -1)
  useEffect(() => {
    const { imageId, by } = bound.current ?? {}
    if (!isRead || !by || imageId !== image.id) return
    bound.current = null
    const annotation = end(by)
    if (annotation) focusOn(annotation)
  })

  return by => {
    if (!isRead) {
      bound.current = { imageId: image.id, by }
      return
    }
    const at = walk.findIndex(({ id }) => id === from())
    const next = at < 0 ? end(by) : walk[at + by]
    if (next) return focusOn(next)
    const { list, at: here, after, hasMore, readMore } = images
    const further = by < 0 ? list.slice(0, Math.max(0, here)).reverse() : after ? list.slice(here + 1) : []
    const marked = further.find(isMarked)
    if (marked) {
      bound.current = { imageId: marked.id, by }
      onGo(marked.id)
    } else if (by > 0 && hasMore) {
      readMore()
      showToast({ title: texts.steps.loading })
    } else showToast({ title: by > 0 ? texts.steps.last : texts.steps.first })
  }
}
