import type { Disk } from './disk.ts'
import type { SettledEdit, StoredEdit } from './stored-edit.ts'

export interface Count {
  /** Number of unsent edits by project, without refused ones. */
  waiting: ReadonlyMap<string, number>
  refused: readonly StoredEdit[]
}

const pageSize = 500

/** Reads the rows of the outbox in order, page by page. */
export async function* rowsOf(disk: Disk): AsyncGenerator<StoredEdit[]> {
  let after = 0
  for (;;) {
    const range = IDBKeyRange.lowerBound(after, true)
    const [keys, rows] = await disk.use(database => {
      const { store } = database.transaction('outbox')
      return Promise.all([store.getAllKeys(range, pageSize), store.getAll(range, pageSize)])
    })
    if (rows.length > 0) yield rows
    if (rows.length < pageSize) return
    after = keys.at(-1)!
  }
}

/** Counts edits with the indexes. The cost grows with the number of projects and refused edits, but not with the number of waiting edits. */
export const countRows = (disk: Disk): Promise<Count> =>
  disk.use(async database => {
    const { store } = database.transaction('outbox')
    const [byProject, byProblem] = [store.index('project'), store.index('problem')]
    const waiting = new Map<string, number>()
    for (let cursor = await byProject.openKeyCursor(null, 'nextunique'); cursor; cursor = await cursor.continue())
      waiting.set(cursor.key, await byProject.count(cursor.key))
    const found: { key: number; edit: StoredEdit }[] = []
    for (let cursor = await byProblem.openCursor(); cursor; cursor = await cursor.continue())
      found.push({ key: cursor.primaryKey, edit: cursor.value })
    const refused = found.sort((a, b) => a.key - b.key).map(({ edit }) => edit)
    for (const { project } of refused) waiting.set(project, waiting.get(project)! - 1)
    for (const [project, count] of waiting) if (count === 0) waiting.delete(project)
    return { waiting, refused }
  })

/**
 * Removes the rows of accepted edits, and stores the problem of each refused edit.
 * Waiting edits to the same objects are refused with the same problem.
 * @param refused problems by object id
 * @returns the waiting edits that were refused as well
 */
export const refuseOnTop = (disk: Disk, settled: readonly SettledEdit[], refused: ReadonlyMap<string, string>): Promise<StoredEdit[]> =>
  disk.use(async database => {
    const { store, done } = database.transaction('outbox', 'readwrite')
    for (const { id, problem } of settled) {
      const key = await store.index('id').getKey(id)
      if (key === undefined) continue
      if (problem === null) void store.delete(key).catch(() => {})
      else void store.put({ ...(await store.get(key))!, problem }, key).catch(() => {})
    }
    const onTop: StoredEdit[] = []
    for (const [thing, problem] of refused)
      for (let cursor = await store.index('thing').openCursor(thing); cursor; cursor = await cursor.continue()) {
        if (cursor.value.problem !== null) continue
        onTop.push(cursor.value)
        await cursor.update({ ...cursor.value, problem })
      }
    await done
    return onTop
  })
