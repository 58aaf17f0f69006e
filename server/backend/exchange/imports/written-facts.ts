import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { newId } from '../../../lib/ids.ts'
import { applyMetadata, type FactsChange, type MediaChange } from '../../media/metadata-apply.ts'
import { restoreFacts, type WrittenFacts, writtenFacts } from '../../media/restore-facts.ts'
import type { Transaction } from '../../projects/edit-project.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'

const batchSize = 500
const forgottenAtOnce = 5_000

/** Writes the facts that images lack, and records them for the undo of the import. @returns the ids of the images that got facts */
export async function fillFacts(transaction: Transaction, importId: string, changes: MediaChange[]): Promise<string[]> {
  const filled: string[] = []
  await applyMetadata(transaction, changes, {
    onlyLacking: true,
    async onWritten(written) {
      filled.push(...written.map(({ mediaId }) => mediaId))
      await record(transaction, importId, written)
    }
  })
  return filled
}

async function record(transaction: Transaction, importId: string, written: readonly FactsChange[]): Promise<void> {
  const items = jsonItems(
    transaction,
    written.map(change => ({ id: newId(), mediaId: change.mediaId, written: JSON.stringify(writtenFacts(change)) }))
  )
  await sql`
    insert into import_fact (import_id, id, media_id, written)
    select ${importId}, item.value ->> 'id', item.value ->> 'mediaId', item.value ->> 'written' from ${items}`.execute(transaction)
}

/**
 * Restores the facts that an import wrote, except those that have changed since. The facts of images that a later import covers stay, because that
 * import found these facts and wrote none.
 * @returns number of images whose facts are all restored, without images that received only a frame number
 */
export async function takeBackFacts(
  transaction: Transaction,
  { id: importId, appliedAt }: { id: string; appliedAt: string }
): Promise<number> {
  const isShared = sql<number | boolean>`exists (
    select 1 from media_coverage as other join import_session as later on later.id = other.source_id
    where other.media_id = import_fact.media_id and later.state = 'applied' and later.applied_at > ${appliedAt})`
  const images = new Set<string>()
  const kept = new Set<string>()
  for (let last: string | undefined; ; ) {
    const rows = await transaction
      .selectFrom('import_fact')
      .select(['id', 'media_id', 'written', isShared.as('is_shared')])
      .where('import_id', '=', importId)
      .$if(last !== undefined, query => query.where('id', '<', last as string))
      .orderBy('id', 'desc')
      .limit(batchSize)
      .execute()
    const writes = rows.map(row => ({ mediaId: row.media_id, ...(JSON.parse(row.written) as WrittenFacts) })).toReversed()
    for (const write of writes) if (!isOfFrame(write)) images.add(write.mediaId)
    const shared = new Set(rows.filter(row => row.is_shared).map(row => row.media_id))
    for (const id of shared) kept.add(id)
    const own = writes.filter(({ mediaId }) => !shared.has(mediaId))
    for (const id of await restoreFacts(transaction, own)) kept.add(id)
    last = rows.at(-1)?.id
    if (rows.length < batchSize) return images.difference(kept).size
  }
}

/** Deletes the recorded facts of an import in batches, so that other work can run in between. */
export async function forgetFacts(db: Database, importId: string): Promise<void> {
  for (let gone = 1n; gone > 0n; ) {
    const some = db.selectFrom('import_fact').select('id').where('import_id', '=', importId).orderBy('id').limit(forgottenAtOnce)
    const { numDeletedRows } = await db
      .deleteFrom('import_fact')
      .where('import_id', '=', importId)
      .where('id', 'in', some)
      .executeTakeFirst()
    gone = numDeletedRows
    await nextTurn()
  }
}

/** Whether only the frame number was written. Files of videos have a frame number for each image, and the import does not count it. */
function isOfFrame({ after: { metadata = {}, ...columns } }: WrittenFacts): boolean {
  const names = Object.keys(metadata)
  return Object.keys(columns).length === 0 && names.length === 1 && names[0] === 'frame'
}
