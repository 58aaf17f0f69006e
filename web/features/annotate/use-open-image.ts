import { useCallback, useEffect, useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { listenToServer } from '../../api/events.ts'
import type { ImageCard } from '../../imagery/images.ts'
import type { AnnotationDocument } from './document/noun.ts'
import * as texts from './texts.ts'

/**
 * Loads the annotations of an image into the document, then those of the neighbouring images.
 * @returns the reason if loading failed, and a function that retries
 */
export function useOpenImage(
  document: AnnotationDocument,
  imageId: string,
  neighbours: readonly (ImageCard | undefined)[]
): [failure: string | null, open: () => void] {
  const [failure, setFailure] = useState<string | null>(null)
  const open = useCallback(
    (signal?: AbortSignal) => {
      setFailure(null)
      document.open(imageId, signal).catch(error => {
        if (!signal?.aborted) setFailure(sentenceOf(error, texts.notLoaded))
      })
    },
    [document, imageId]
  )
  useEffect(() => {
    const leave = new AbortController()
    open(leave.signal)
    return () => leave.abort()
  }, [open])

  // An event without an image (such as a merge of labels) or a lost event may affect this image. Other images are refetched when they are shown.
  useEffect(() => {
    const renew = () => {
      if (document.isOpen(imageId))
        document.refresh(imageId).catch(() => {}) // the ones already shown stay
      else open()
    }
    return listenToServer(event => {
      if (event.type === 'changed' && event.noun === 'annotations' && event.projectId === document.projectId && !event.mediaId) renew()
    }, renew)
  }, [document, imageId, open])

  const isOpen = document.isOpen(imageId)
  useEffect(() => {
    if (isOpen) for (const neighbour of neighbours) if (neighbour) void document.prepare(neighbour.id)
  }, [document, isOpen, neighbours])

  return [failure, () => open()]
}
