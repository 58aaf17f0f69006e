import type { Transaction } from '../projects/edit-project.ts'
import type { FactsChange } from './metadata-apply.ts'
import { type StoredFacts, selectLockedFacts, storedFacts, writeFacts } from './stored-facts.ts'

type Columns = Partial<Omit<StoredFacts, 'metadata'>>

/** Facts of a media item that were written, before and after. Facts that stayed the same are absent. */
export interface WrittenFacts {
  before: Columns & { metadata?: Record<string, string> }
  after: Columns & { metadata?: Record<string, string> }
}

/** Facts that were written together, so they are restored together or not at all. */
const groups: (keyof Columns)[][] = [
  ['date', 'key', 'source', 'zone', 'ahead', 'answer', 'cameraTime'],
  ['latitude', 'longitude'],
  ['depth'],
  ['altitude']
]

/** Reduces a change to the facts that differ. */
export function writtenFacts({ before, after }: FactsChange): WrittenFacts {
  const fields = groups.flat().filter(field => before[field] !== after[field])
  const among = (facts: StoredFacts) => Object.fromEntries(fields.map(field => [field, facts[field]]))
  const old: Record<string, string> = JSON.parse(before.metadata)
  const now: Record<string, string> = JSON.parse(after.metadata)
  const names = Object.keys({ ...old, ...now }).filter(name => old[name] !== now[name])
  const metadata = (facts: Record<string, string>) =>
    names.length > 0 && { metadata: Object.fromEntries(Object.entries(facts).filter(([name]) => names.includes(name))) }
  return { before: { ...among(before), ...metadata(old) }, after: { ...among(after), ...metadata(now) } }
}

/**
 * Restores the facts of media to their values before the writes. A fact that has changed since stays. Removed media are restored too.
 * @param writes oldest first
 * @returns ids of media that are gone, and of media with a fact that stays because it has changed since
 */
export async function restoreFacts(
  transaction: Transaction,
  writes: readonly ({ mediaId: string } & WrittenFacts)[]
): Promise<Set<string>> {
  const rows = await selectLockedFacts(
    transaction,
    writes.map(({ mediaId }) => mediaId)
  ).execute()
  const facts = new Map(rows.map(row => [row.id, storedFacts(row)]))
  const changed = new Set<string>()
  const kept = new Set<string>()
  for (const { mediaId, ...write } of writes.toReversed()) {
    const now = facts.get(mediaId)
    if (!now) {
      kept.add(mediaId)
      continue
    }
    const restored = restoredColumns(now, write)
    const others = restoredMetadata(now, write)
    if (restored.isKept || others.isKept) kept.add(mediaId)
    facts.set(mediaId, { ...now, ...restored.columns, metadata: others.metadata })
    if (Object.keys(restored.columns).length > 0 || others.metadata !== now.metadata) changed.add(mediaId)
  }
  const updates = [...changed].flatMap(id => {
    const after = facts.get(id)
    return after ? [{ id, ...after }] : []
  })
  if (updates.length > 0) await writeFacts(transaction, updates)
  return kept
}

function restoredColumns(now: StoredFacts, { before, after }: WrittenFacts): { columns: Columns; isKept: boolean } {
  let columns: Columns = {}
  let isKept = false
  for (const group of groups) {
    const fields = group.filter(field => Object.hasOwn(after, field))
    if (fields.every(field => now[field] === after[field]))
      columns = { ...columns, ...Object.fromEntries(fields.map(field => [field, before[field] ?? null])) }
    else if (fields.some(field => now[field] !== (before[field] ?? null))) isKept = true
  }
  return { columns, isKept }
}

function restoredMetadata(now: StoredFacts, { before, after }: WrittenFacts): { metadata: string; isKept: boolean } {
  const metadata: Record<string, string> = JSON.parse(now.metadata)
  let isKept = false
  for (const [name, value] of Object.entries(after.metadata ?? {})) {
    const former = before.metadata?.[name]
    if (metadata[name] !== value) isKept ||= metadata[name] !== former
    else if (former === undefined) delete metadata[name]
    else metadata[name] = former
  }
  return { metadata: JSON.stringify(metadata), isKept }
}
