import { useEffect, useState, useSyncExternalStore } from 'react'
import type { AnnotationOperation } from '../../../shared/contracts/annotations.ts'
import { listenToServer } from '../../api/events.ts'
import { localDatabase } from '../../sync/local-database.ts'
import { Outbox, type OutboxStatus } from '../../sync/outbox.ts'
import { AnnotationDocument } from './document/document.ts'
import type { UndoStack } from './document/undo-stack.ts'
import { annotationsOfMedia, sendOperations } from './queries.ts'

export interface AnnotationDesk {
  document: AnnotationDocument
  outbox: Outbox
}

interface Person {
  id: string
  name: string
}

/** The document of a project and its outbox, while the screen is there. Null until the first render is over. */
export function useAnnotationDesk(projectId: string, { id: accountId, name }: Person): AnnotationDesk | null {
  const [desk, setDesk] = useState<AnnotationDesk | null>(null)
  useEffect(() => {
    const database = localDatabase(accountId)
    let document: AnnotationDocument | null = null
    const outbox = new Outbox({
      database,
      lockName: `isobath-outbox-${accountId}`,
      locks: navigator.locks ?? null, // not there on plain HTTP
      async send(project, bodies) {
        const results = await sendOperations(project, bodies as AnnotationOperation[])
        const onTop = (project === projectId && document?.settle(results)) || []
        const undone = [...results.filter(({ outcome }) => outcome !== 'done'), ...onTop]
        const problems = new Map(undone.map(({ id, message }) => [id, message ?? 'It was not done']))
        return [...results, ...onTop].map(({ id }) => ({ id, problem: problems.get(id) ?? null }))
      }
    })
    document = new AnnotationDocument({
      projectId,
      person: { accountId, name },
      load: annotationsOfMedia,
      outbox,
      memory: {
        read: async () => ((await (await database).get('undo', projectId)) as UndoStack | undefined) ?? null,
        write: async ({ done, undone }) => {
          await (await database).put('undo', { projectId, done: [...done], undone: [...undone] })
        }
      }
    })
    void document.begin()
    setDesk({ document, outbox })
    const online = () => outbox.retry()
    window.addEventListener('online', online)
    const stop = listenToServer(event => {
      if (event.type !== 'changed' || event.noun !== 'annotations' || event.projectId !== projectId || !event.mediaId) return
      if (document?.isOpen(event.mediaId)) void document.refresh(event.mediaId).catch(() => {}) // what is shown stays
    }, outbox.retry)
    return () => {
      stop()
      window.removeEventListener('online', online)
      outbox.close()
      setDesk(null)
    }
  }, [projectId, accountId, name])
  return desk
}

const silence = () => () => {}

/** Renders again with every change of the document. */
export const useDocumentVersion = (document: AnnotationDocument | undefined): number =>
  useSyncExternalStore(document?.subscribe ?? silence, document?.version ?? (() => 0))

const nothingWaits: OutboxStatus = { waiting: 0, sending: false, offline: false, refused: [] }

export const useOutboxStatus = (outbox: Outbox | undefined): OutboxStatus =>
  useSyncExternalStore(outbox?.subscribe ?? silence, outbox?.status ?? (() => nothingWaits))
