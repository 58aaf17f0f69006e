import { useEffect, useState, useSyncExternalStore } from 'react'
import { listenToServer } from '../../api/events.ts'
import { Document } from '../../sync/document.ts'
import type { Outbox } from '../../sync/outbox.ts'
import { UndoSteps } from '../../sync/undo-steps.ts'
import { useAccountWork } from '../../sync/use-account-work.ts'
import { type AnnotationDocument, annotationNoun } from './document/noun.ts'
import { annotationsOfMedia, oneAnnotation } from './queries.ts'

export interface AnnotationStore {
  document: AnnotationDocument
  outbox: Outbox
}

interface Person {
  id: string
  name: string
}

/** The document of a project while the screen is mounted. Null until after the first render, when the account's stored edits are open. */
export function useAnnotationStore(projectId: string, { id: accountId, name }: Person): AnnotationStore | null {
  const work = useAccountWork()
  const [store, setStore] = useState<AnnotationStore | null>(null)
  useEffect(() => {
    if (work?.accountId !== accountId) return
    const { disk, outbox } = work
    const document: AnnotationDocument = new Document({
      noun: annotationNoun,
      projectId,
      person: { accountId, name },
      load: annotationsOfMedia,
      loadOne: oneAnnotation,
      outbox,
      steps: new UndoSteps(disk, `${annotationNoun.kind} ${projectId}`)
    })
    void document.begin()
    setStore({ document, outbox })
    const stop = listenToServer(event => {
      if (event.type !== 'changed' || event.noun !== 'annotations' || event.projectId !== projectId || !event.mediaId) return
      if (document.isOpen(event.mediaId)) void document.refresh(event.mediaId).catch(() => {}) // the shown data stay
    }, outbox.retry)
    return () => {
      stop()
      document.close()
      setStore(null)
    }
  }, [projectId, accountId, name, work])
  return store
}

const silence = () => () => {}

/** Rerenders with every change of the document. */
export const useDocumentVersion = (document: AnnotationDocument | undefined): number =>
  useSyncExternalStore(document?.subscribe ?? silence, document?.version ?? (() => 0))
