import type { ClockSetting } from '../../../shared/contracts/camera-clocks.ts'
import { mediaApi } from '../../../shared/contracts/media.ts'
import { writeAnswer } from '../../lib/serializer.ts'
import { type DatabasePlace, openForReading } from '../storage/database.ts'
import type { Ways } from '../threads/works.ts'
import { applyMetadata, type MediaChange } from './metadata-apply.ts'
import { readMetadata } from './metadata-read.ts'

const changesAtOnce = 500

export interface TableTask extends DatabasePlace {
  projectId: string
  file: Uint8Array
  dryRun: boolean
  /** Of times whose zone the table does not give; null: they are not taken. */
  setting: ClockSetting | null
}

/**
 * Reads a metadata table over a connection of its own. Its steps are changes to write, answered with how many media changed; with
 * `dryRun` there are none.
 * @returns the report, as JSON by the contract
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
