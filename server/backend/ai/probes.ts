import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { JudgedProbe, Probes } from '../../../shared/contracts/bulk-acceptances.ts'
import { binFrom, covers } from '../../../shared/expected-errors.ts'
import type { Transaction } from '../projects/edit-project.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { countsInScope, inScope } from './in-scope.ts'
import { coveredLabels, labelsInRun, type StoredScope } from './labels-in-run.ts'
import type { OpenRun } from './open-run.ts'
import { rightLabels } from './right-labels.ts'

/** Maximum number of probes in one estimate. At an error rate of 5 %, Wilson's interval is ±0.5 percentage points. */
const mostProbes = 8000

const labelsOf = (json: string | null): string[] | null => (json === null ? null : JSON.parse(json))

/**
 * Reads the probes of a run (its randomly drawn suggestions) with their outcomes. Only individual decisions count, not bulk ones. As in a blind audit,
 * a label below the suggested one is no error.
 */
export async function probesOf(db: Database, run: OpenRun): Promise<Probes> {
  const { projectId, runId } = run
  const rows = await db
    .selectFrom('ai_probe')
    .innerJoin('ai_suggestion', 'ai_suggestion.id', 'ai_probe.suggestion_id')
    .leftJoin('ai_decision', 'ai_decision.id', 'ai_suggestion.decision_id')
    .select(['ai_suggestion.label_id', 'ai_suggestion.given_label_id', 'ai_suggestion.bin', 'ai_suggestion.state', 'ai_decision.is_bulk'])
    .select(['ai_probe.least_bin', 'ai_probe.label_ids'])
    .where('ai_probe.run_id', '=', runId)
    .orderBy('ai_probe.suggestion_id')
    .limit(mostProbes)
    .execute()
  const labels = await labelsInRun(db, run)
  const { isRight, currentOf } = await rightLabels(
    db,
    projectId,
    rows.flatMap(({ label_id: suggested, given_label_id: given }) => [suggested, given ?? suggested])
  )
  const judged = rows.flatMap((row): JudgedProbe[] => {
    const isJudged = row.state === 'accepted' || row.state === 'relabelled' || row.state === 'rejected'
    if (!isJudged || row.is_bulk === 1) return []
    const isRelabelledRight = row.state === 'relabelled' && row.given_label_id !== null && isRight(row.label_id, row.given_label_id)
    const drawn = labelsOf(row.label_ids)
    const drawnFrom = { bin: row.least_bin, labelIds: drawn && coveredLabels(labels, drawn) }
    return [{ labelId: currentOf(row.label_id), bin: row.bin, isWrong: row.state !== 'accepted' && !isRelabelledRight, drawnFrom }]
  })
  const waitingCount = rows.filter(({ state }) => state === 'waiting').length
  return { judged, waitingCount, lostCount: rows.length - judged.length - waitingCount }
}

/**
 * Returns undecided probes of a scope. Earlier probes are reused first, and the rest are drawn uniformly at random.
 * @returns suggestion ids
 */
export async function drawProbes(
  transaction: Transaction,
  runId: string,
  scope: StoredScope,
  { count, at }: { count: number; at: string }
): Promise<string[]> {
  const labelIds = scope.labelIds?.toSorted()
  const from = binFrom(scope.least)
  const earlier = await inScope(transaction.selectFrom('ai_suggestion'), runId, scope)
    .innerJoin('ai_probe', 'ai_probe.suggestion_id', 'ai_suggestion.id')
    .select(['ai_suggestion.id', 'ai_probe.label_ids'])
    .where('ai_probe.least_bin', '<=', from)
    .orderBy('ai_probe.drawn_at')
    .orderBy('ai_suggestion.id')
    .limit(mostProbes)
    .execute()
  const open = earlier.filter(({ label_ids: drawn }) => covers(labelsOf(drawn), labelIds)).map(({ id }) => id)
  const missing = count - open.length
  if (missing <= 0) return open.slice(0, count)
  const drawn = await atRandom(transaction, runId, scope, missing + open.length)
  const fresh = drawn.filter(id => !open.includes(id)).slice(0, missing)
  await sql`
    insert into ai_probe (suggestion_id, run_id, least_bin, label_ids, drawn_at)
    select item.value ->> 'id', ${runId}, ${from}, ${labelIds ? JSON.stringify(labelIds) : null}, ${at}
    from ${jsonItems(
      transaction,
      fresh.map(id => ({ id }))
    )} where 1 = 1
    on conflict (suggestion_id) do update set least_bin = excluded.least_bin, label_ids = excluded.label_ids, drawn_at = excluded.drawn_at`.execute(
    transaction
  )
  return [...open, ...fresh]
}

/**
 * Draws distinct suggestions of a scope in random order without reading all of them. It draws positions and locates each one by its label
 * and probability bin.
 */
async function atRandom(db: Database, runId: string, scope: StoredScope, most: number): Promise<string[]> {
  const cells = await countsInScope(db, runId, scope)
    .select(['ai_suggestion_count.label_id', 'ai_suggestion_count.bin', 'ai_suggestion_count.count'])
    .orderBy('ai_suggestion_count.label_id')
    .orderBy('ai_suggestion_count.bin')
    .execute()
  const total = cells.reduce((sum, { count }) => sum + Number(count), 0)
  const places = new Set<number>()
  while (places.size < Math.min(most, total)) places.add(randomInt(total))
  const ids: string[] = []
  for (let place of places) {
    const cell = cells.find(({ count }) => {
      if (place < Number(count)) return true
      place -= Number(count)
      return false
    })
    if (!cell) continue
    const found = await inScope(db.selectFrom('ai_suggestion'), runId, { ...scope, labelIds: [cell.label_id] })
      .select('ai_suggestion.id')
      .where('ai_suggestion.bin', '=', cell.bin)
      .orderBy('ai_suggestion.probability')
      .orderBy('ai_suggestion.id')
      .offset(place)
      .limit(1)
      .executeTakeFirst()
    if (found) ids.push(found.id)
  }
  return ids
}
