import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import { useChanges } from '../../../api/use-changes.ts'
import type { ImageCard } from '../../../imagery/images.ts'
import { type AnnotationStore, useDocumentVersion } from '../use-document.ts'
import { withLive } from './live.ts'
import { markOf, openSuggestions, type ShownSuggestion } from './open-suggestions.ts'
import { keepSeen, seenLabels } from './seen.ts'
import { useLive } from './use-live.ts'
import { useSuggestionSettings } from './use-settings.ts'

interface Around {
  projectId: string
  image: ImageCard
  /** Images whose suggestions to prefetch. */
  neighbours: readonly (ImageCard | undefined)[]
  store: AnnotationStore
  annotations: readonly Annotation[]
  me: { id: string }
  mayEdit: boolean
}

export type Suggestions = ReturnType<typeof useSuggestions>

/** Loads the waiting suggestions of the open image and filters them by the person's settings. */
// Long: the state of one image and its functions.
export function useSuggestions({ projectId, image, neighbours, store, annotations, me, mayEdit }: Around) {
  const { document, suggestions } = store
  const [settings, setSettings] = useSuggestionSettings(me.id)
  const { isShown, isLive, least } = settings
  const [failed, setFailed] = useState<string | null>(null)
  const version = useDocumentVersion(suggestions)
  const open = useCallback(
    (signal?: AbortSignal) => {
      setFailed(null)
      suggestions.open(image.id, signal).catch(() => {
        if (!signal?.aborted) setFailed(image.id)
      })
    },
    [suggestions, image.id]
  )
  useEffect(() => {
    if (!isShown) return
    const leave = new AbortController()
    open(leave.signal)
    return () => leave.abort()
  }, [open, isShown])
  const isRead = suggestions.isOpen(image.id)
  useEffect(() => {
    if (isShown && isRead) for (const neighbour of neighbours) if (neighbour) void suggestions.prepare(neighbour.id)
  }, [suggestions, isShown, isRead, neighbours])
  useChanges(projectId, 'ai', () => {
    if (isShown) suggestions.refresh(image.id).catch(() => {}) // the ones already shown stay
  })

  const live = useLive({ mediaId: image.id, store, annotations, isOn: mayEdit && isShown && isLive })
  const { items, dismissed } = live
  const waiting = useMemo(
    () =>
      isShown && version >= 0
        ? withLive(openSuggestions(suggestions.list(image.id), annotations), items, { mediaId: image.id, annotations, dismissed })
        : none,
    [isShown, suggestions, version, image.id, annotations, items, dismissed]
  )
  const shown = useMemo(() => waiting.filter(({ probability }) => probability * 100 >= least), [waiting, least])

  useEffect(() => {
    const labels = shown.flatMap(({ annotationId, labelId }) => (annotationId === null ? [] : [[annotationId, labelId] as const]))
    keepSeen(me.id, image.id, labels)
  }, [shown, me.id, image.id])

  /** Returns the currently shown suggestions. They may be newer than the rendered ones, because keys can be pressed faster than a screen renders. */
  const now = () => {
    if (!isShown) return none
    const current = document.list(image.id)
    const at = { mediaId: image.id, annotations: current, dismissed: live.dismissedNow() }
    return withLive(openSuggestions(suggestions.list(image.id), current), live.itemsNow(), at).filter(
      ({ probability }) => probability * 100 >= least
    )
  }

  return {
    ...{ settings, setSettings, shown, waiting, now, isRead, live },
    hasFailed: failed === image.id,
    again: () => open(),
    /** Returns the shown suggestion for an id in the selection. */
    at: (id: string) => now().find(each => markOf(each) === id),
    /** Returns the label last suggested for an annotation, even after its suggestion was dismissed or hidden. */
    seenAt: (annotationId: string) => live.dismissedNow().get(annotationId) ?? seenLabels(me.id, image.id).get(annotationId)
  }
}

const none: ShownSuggestion[] = []
