import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { LiveSuggestion, LiveSuggestions } from '../../../../shared/contracts/image-suggestions.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import type { AnnotationStore } from '../use-document.ts'
import { useNow } from '../use-now.ts'
import { isDue, type LabelState, labelStateOf } from './live.ts'

type Fault = 'failed' | 'blind'

export type Live = ReturnType<typeof useLive>

interface Given {
  mediaId: string
  store: Pick<AnnotationStore, 'document' | 'outbox'>
  annotations: readonly Annotation[]
  isOn: boolean
}

/**
 * Gets live suggestions for the open image: at first, after every 5 further labels, and for new annotations. A request waits until all edits
 * are saved.
 */
// Long: one request and the state around it.
export function useLive({ mediaId, store, annotations, isOn }: Given) {
  const { document, outbox } = store
  const isSaved = useSyncExternalStore(outbox.subscribe, () => outbox.status().waiting === 0)
  const basis = useRef<LabelState | null>(null)
  const [found, foundNow, setFound] = useNow<{ mediaId: string; answer: LiveSuggestions } | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [isLoading, setLoading] = useState(false)
  const request = useRef<AbortController | null>(null)
  const [dismissed, dismissedNow, setDismissed] = useNow<ReadonlyMap<string, string>>(nothing)
  const isRead = document.isOpen(mediaId)

  const load = useCallback(
    (now: LabelState) => {
      const current = new AbortController()
      request.current = current
      basis.current = now
      setLoading(true)
      setFault(null)
      const params = { mediaId: now.mediaId }
      call('GET /media/:mediaId/live-suggestions', { params, signal: current.signal })
        .then(
          answer => setFound({ mediaId: now.mediaId, answer }),
          error => {
            if (current.signal.aborted) return
            setFound(null)
            setFault(error instanceof ApiError && error.code === 'WORKING_BLIND' ? 'blind' : 'failed')
          }
        )
        .finally(() => {
          if (request.current !== current) return
          request.current = null
          setLoading(false)
        })
    },
    [setFound]
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: another image or the switch ends the work for the previous one
  useEffect(
    () => () => {
      request.current?.abort()
      request.current = null
      basis.current = null
      setLoading(false)
      setFault(null)
      setFound(null)
      setDismissed(nothing)
    },
    [isOn, mediaId]
  )

  useEffect(() => {
    if (!isOn || !isRead || !isSaved || isLoading) return
    const now = labelStateOf(mediaId, annotations)
    if (isDue(basis.current, now)) load(now)
  }, [isOn, isRead, isSaved, isLoading, mediaId, annotations, load])

  const itemsOf = (all: typeof found): readonly LiveSuggestion[] => (isOn && all?.mediaId === mediaId ? all.answer.items : none)
  return {
    ...{ isOn, fault, isLoading, dismissed, dismissedNow },
    answer: isOn && found?.mediaId === mediaId ? found.answer : null,
    items: itemsOf(found),
    itemsNow: () => itemsOf(foundNow()),
    /** Hides the suggestion for an annotation while its image is open. The suggested label is kept, because the person has seen it. */
    dismiss: (annotationId: string, labelId: string) => setDismissed(new Map(dismissedNow()).set(annotationId, labelId)),
    again: () => load(labelStateOf(mediaId, annotations))
  }
}

const nothing: ReadonlyMap<string, string> = new Map()
const none: readonly LiveSuggestion[] = []
