import { mediaApi } from '../../../shared/contracts/media.ts'
import { writeAnswer } from '../../lib/serializer.ts'
import { openForReading } from '../storage/database.ts'
import type { Ways } from '../threads/ways.ts'
import { applyMetadata, type MediaChange } from './metadata-apply.ts'
import { readMetadata } from './metadata-read.ts'
import type { TableTask } from './table-task.ts'

const changesAtOnce = 500

/**
 * Reads a metadata table over its own read-only connection. Each step yields changes to write, and receives the number of changed media. With
 * `dryRun`, there are no steps.
 * @returns the report, as JSON that follows the contract
 * @throws NotATable @throws UnusableTable
 */
export async function tableWork({ dryRun, ...task }: TableTask, { step }: Ways<MediaChange[], number>): Promise<Uint8Array> {
  const db = openForReading(task)
  try {
    const { changes, report } = await readMetadata(db, task)
    let changedCount = 0
    for (let at = 0; at < changes.length; at += changesAtOnce) {
      const some = changes.slice(at, at + changesAtOnce)
      changedCount += dryRun ? await applyMetadata(db, some, { dryRun }) : await step(some)
    }
    return new TextEncoder().encode(writeAnswer(mediaApi.attachMetadata.schema.response[200], { ...report, changedCount }))
  } finally {
    await db.destroy()
  }
}
