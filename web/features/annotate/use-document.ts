import { useEffect, useState, useSyncExternalStore } from 'react'
import { listenToServer } from '../../api/events.ts'
import { Document } from '../../sync/document.ts'
import type { Outbox } from '../../sync/outbox.ts'
import { UndoSteps } from '../../sync/undo-steps.ts'
import { useAccountWork } from '../../sync/use-account-work.ts'
import { showToast } from '../../ui/toast.tsx'
import { type AnnotationDocument, annotationNoun } from './document/noun.ts'
import { annotationsOfMedia, oneAnnotation } from './queries.ts'
import { type SuggestionDocument, suggestionNoun } from './suggestions/noun.ts'
import { oneSuggestion, suggestionsOfMedia } from './suggestions/queries.ts'
import { undoBoth } from './suggestions/undo.ts'
import { left } from './texts.ts'

export interface AnnotationStore {
  document: AnnotationDocument
  suggestions: SuggestionDocument
  outbox: Outbox
  /** Undoes the last step, on an annotation or a suggestion. @returns the id of the step's image; null if there is nothing to undo */
  undo(): Promise<string | null>
  redo(): Promise<string | null>
}

interface Person {
  id: string
  name: string
}

/**
 * Returns the annotation and suggestion documents of a project while the screen is mounted.
 * Null until the account's stored edits have been opened, which is after the first render.
 */
export function useAnnotationStore(projectId: string, { id: accountId, name }: Person): AnnotationStore | null {
  const work = useAccountWork()
  const [store, setStore] = useState<AnnotationStore | null>(null)
  useEffect(() => {
    if (work?.accountId !== accountId) return
    const { disk, outbox } = work
    const steps = new UndoSteps<never>(disk, `${annotationNoun.kind} ${projectId}`)
    const shared = { projectId, person: { accountId, name }, outbox, steps }
    const document: AnnotationDocument = new Document({
      ...shared,
      noun: annotationNoun,
      load: annotationsOfMedia,
      loadOne: oneAnnotation,
      comparison: () => import('./document/without-newer.ts'),
      onLeft: () => showToast({ title: left })
    })
    const suggestions: SuggestionDocument = new Document({
      ...shared,
      noun: suggestionNoun,
      load: suggestionsOfMedia,
      loadOne: oneSuggestion
    })
    void document.begin()
    setStore({ document, suggestions, outbox, ...undoBoth(steps, document, suggestions) })
    const stop = listenToServer(event => {
      if (event.type !== 'changed' || event.noun !== 'annotations' || event.projectId !== projectId || !event.mediaId) return
      document.refresh(event.mediaId).catch(() => {}) // the data already shown stay
    }, outbox.retry)
    return () => {
      stop()
      document.close()
      suggestions.close()
      setStore(null)
    }
  }, [projectId, accountId, name, work])
  return store
}

const silence = () => () => {}

/** Returns the version of a document, and rerenders on every change. */
export const useDocumentVersion = (document: Pick<AnnotationDocument, 'subscribe' | 'version'> | undefined): number =>
  useSyncExternalStore(document?.subscribe ?? silence, document?.version ?? (() => 0))
