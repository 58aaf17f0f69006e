import { useCallback, useEffect, useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { listenToServer } from '../../api/events.ts'
import type { ImageCard } from '../../imagery/images.ts'
import type { AnnotationDocument } from './document/noun.ts'

/**
 * Reads the annotations of an image into the document, and those of its neighbours when that is done.
 * @returns why they could not be read, and the function that reads them again
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
        if (!signal?.aborted) setFailure(sentenceOf(error, 'The annotations of this image could not be loaded.'))
      })
    },
    [document, imageId]
  )
  useEffect(() => {
    const leave = new AbortController()
    open(leave.signal)
    return () => leave.abort()
  }, [open])

  // an event without an image, as after a merge of labels: it may be about this one, too; others are read again when they are shown
  useEffect(
    () =>
      listenToServer(event => {
        if (event.type === 'changed' && event.noun === 'annotations' && event.projectId === document.projectId && !event.mediaId) open()
      }),
    [document, open]
  )

  const isOpen = document.isOpen(imageId)
  useEffect(() => {
    if (isOpen) for (const neighbour of neighbours) if (neighbour) void document.prepare(neighbour.id)
  }, [document, isOpen, neighbours])

  return [failure, () => open()]
}
