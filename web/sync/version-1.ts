import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'
import type { LocalDatabase, Schema } from './schema.ts'
import type { StoredEdit } from './stored-edit.ts'

/** Edit in the format of version 0.1.0, when annotations were the only noun. */
interface EditOf1 {
  id: string
  projectId: string
  madeAt: string
  body: { annotationId: string; mediaId?: string }
  problem: string | null
}

interface StepOf1 {
  name: string
  mediaId: string
  edits: { annotationId: string }[]
  inverse: object[]
}

interface StackOf1 {
  projectId: string
  /** Steps that can be undone, the next one last. */
  done: StepOf1[]
  /** Steps that can be redone, the next one last. */
  undone: StepOf1[]
}

type Upgrade = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>

/** Converts the database of version 0.1.0 to the current schema, in the transaction that opens it. No edits or steps are lost. */
export async function carryOver(database: LocalDatabase, transaction: Upgrade): Promise<void> {
  const loose = database as unknown as IDBPDatabase
  const stacks = (await (transaction as unknown as IDBPTransaction<unknown, string[], 'versionchange'>)
    .objectStore('undo')
    .getAll()) as StackOf1[]
  const images = new Map<string, string>()
  const steps = transaction.objectStore('steps')
  for (const { projectId, done, undone } of stacks) {
    // the first step to redo is the oldest undone one
    const all = [...done.map(step => ({ step, undone: 0 })), ...undone.toReversed().map(step => ({ step, undone: 1 }))]
    for (const [index, { step, undone: isUndone }] of all.entries()) {
      const { name, mediaId, edits, inverse } = step
      const id = String(index).padStart(12, '0') // before every UUIDv7 of this century
      await steps.put({ document: `annotation ${projectId}`, undone: isUndone, id, step: { name, subject: mediaId, edits, inverse } })
      for (const { annotationId } of edits) images.set(annotationId, mediaId)
    }
  }
  const outbox = transaction.objectStore('outbox')
  for (let cursor = await outbox.openCursor(); cursor; cursor = await cursor.continue()) {
    const { id, projectId, madeAt, body, problem } = cursor.value as unknown as EditOf1
    const { annotationId, mediaId } = body
    if (mediaId) images.set(annotationId, mediaId)
    const subject = mediaId ?? images.get(annotationId) ?? ''
    await cursor.update({
      id,
      kind: 'annotation',
      project: projectId,
      subject,
      thing: annotationId,
      madeAt,
      body,
      problem
    } satisfies StoredEdit)
  }
  loose.deleteObjectStore('undo')
}
