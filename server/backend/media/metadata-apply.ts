import type { ClockSetting } from '../../../shared/contracts/camera-clocks.ts'
import type { Database } from '../storage/database.ts'
import type { TableFacts } from './metadata-rows.ts'
import { capturedKey } from './rows.ts'
import { type StoredFacts, selectFacts, selectLockedFacts, storedFacts, writeFacts } from './stored-facts.ts'

export interface MediaChange {
  mediaId: string
  facts: TableFacts
  /** Clock setting that was used to interpret the time. */
  setting?: ClockSetting
  /** Time in an unknown zone. It is stored only for images without any time. */
  clock?: string
  metadata: Record<string, string>
}

const batchSize = 500

interface Applying {
  dryRun?: boolean
  /** Whether to write only the facts that a media item lacks. */
  onlyLacking?: boolean
  /** Receives each media item that changed, with its facts before and after. */
  onWritten?: (written: FactsChange[]) => Promise<void>
}

export interface FactsChange {
  mediaId: string
  before: StoredFacts
  after: StoredFacts
}

/**
 * Writes the facts of a table to the media of a project. Empty cells change nothing. A media item that already has these facts keeps its revision.
 * @returns number of media that changed, or that would change with `dryRun`
 */
export async function applyMetadata(
  transaction: Database,
  changes: MediaChange[],
  { dryRun = false, onlyLacking = false, onWritten }: Applying = {}
): Promise<number> {
  let count = 0
  for (let at = 0; at < changes.length; at += batchSize) {
    const batch = changes.slice(at, at + batchSize)
    // without the lock, an edit committed between the read and the write would be lost
    const updates = await differences(transaction, batch, onlyLacking, dryRun ? selectFacts : selectLockedFacts)
    count += updates.length
    if (dryRun || updates.length === 0) continue
    await writeFacts(
      transaction,
      updates.map(({ mediaId, after }) => ({ id: mediaId, ...after }))
    )
    await onWritten?.(updates)
  }
  return count
}

async function differences(db: Database, batch: MediaChange[], onlyLacking: boolean, select: typeof selectFacts): Promise<FactsChange[]> {
  const rows = await select(
    db,
    batch.map(({ mediaId }) => mediaId)
  )
    .where('removed_at', 'is', null)
    .execute()
  const changes = new Map(batch.map(change => [change.mediaId, change]))
  return rows.flatMap(row => {
    const change = changes.get(row.id)
    const before = storedFacts(row)
    const facts = onlyLacking ? lacking(before, change?.facts) : (change?.facts ?? {})
    const [given, kept] = [change?.metadata ?? {}, JSON.parse(row.metadata)]
    const date = facts.eventDate ?? before.date
    const isOwnTime = date === before.date && before.source !== 'assumed' && before.source !== 'unanswered'
    const ofTable =
      facts.eventDate && !isOwnTime
        ? { source: 'table', zone: change?.setting?.zone ?? null, ahead: change?.setting?.aheadSeconds ?? null, answer: null }
        : {}
    const ofClock = change?.clock && date === null && !before.cameraTime ? { source: 'unanswered', cameraTime: change.clock } : {}
    const after: StoredFacts = {
      ...before,
      ...ofTable,
      ...ofClock,
      date,
      key: capturedKey(date),
      latitude: facts.decimalLatitude ?? before.latitude,
      longitude: facts.decimalLongitude ?? before.longitude,
      depth: facts.depthInMeters ?? before.depth,
      altitude: facts.altitudeInMeters ?? before.altitude,
      metadata: JSON.stringify(onlyLacking ? { ...kept, ...given, ...kept } : { ...kept, ...given })
    }
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ mediaId: row.id, before, after }]
  })
}

/** Filters the facts of a table down to those that the media item lacks. */
function lacking(
  row: StoredFacts,
  { eventDate, decimalLatitude, decimalLongitude, depthInMeters, altitudeInMeters }: TableFacts = {}
): TableFacts {
  return {
    ...(row.date === null && eventDate && { eventDate }),
    ...(row.latitude === null && { decimalLatitude, decimalLongitude }),
    ...(row.depth === null && { depthInMeters }),
    ...(row.altitude === null && { altitudeInMeters })
  }
}
