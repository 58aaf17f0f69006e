import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'

/** Accepted sample point. */
export interface AcceptedPoint {
  acceptance: string
  /** Blind label, as given in the audit; null without one. */
  blindLabelId: string | null
}

/** Acceptances of a project that have an ended audit and are not undone. */
export interface EndedAudits {
  acceptances: readonly string[]
  /** Current label of each blind label. A deleted label is missing. */
  current: ReadonlyMap<string, string>
}

/** Reads the acceptances that have an ended audit and are not undone. */
export async function endedAudits(db: Database, projectId: string): Promise<EndedAudits> {
  const rows = await db
    .selectFrom('ai_audit')
    .innerJoin('ai_acceptance', 'ai_acceptance.decision_id', 'ai_audit.decision_id')
    .innerJoin('ai_decision', 'ai_decision.id', 'ai_audit.decision_id')
    .select('ai_audit.decision_id as id')
    .where('ai_decision.project_id', '=', projectId)
    .where('ai_audit.state', '=', 'done')
    .where('ai_acceptance.state', '=', 'done')
    .orderBy('ai_audit.decision_id')
    .execute()
  const acceptances = rows.map(({ id }) => id)
  if (acceptances.length === 0) return { acceptances, current: new Map() }
  const given = await db
    .selectFrom('ai_audit_item')
    .select('label_id')
    .distinct()
    .where('decision_id', 'in', wanted(db, acceptances))
    .where('label_id', 'is not', null)
    .execute()
  const ids = given.flatMap(({ label_id: id }) => id ?? [])
  return { acceptances, current: await currentLabels(db, projectId, ids) }
}

const wanted = (db: Database, ids: readonly string[]) =>
  sql<string>`(select item.value ->> 'id' from ${jsonItems(
    db,
    ids.map(id => ({ id }))
  )})`

/**
 * Reads the points that the acceptances include on the given images, by annotation id. The present label of a point does not matter. After an audit,
 * a wrong label is corrected, but a right one is kept. Points with the accepted label would therefore have fewer errors than the acceptance had. For
 * the same reason, a point in several acceptances belongs to the first one.
 */
export async function acceptedPoints(
  db: Database,
  { acceptances }: EndedAudits,
  mediaIds: readonly string[]
): Promise<Map<string, AcceptedPoint>> {
  if (acceptances.length === 0 || mediaIds.length === 0) return new Map()
  // A condition on the acceptances would make SQLite read all their points for each page of images.
  const ended = new Set(acceptances)
  const rows = await db
    .selectFrom('ai_suggestion')
    .innerJoin('ai_decision_item', 'ai_decision_item.suggestion_id', 'ai_suggestion.id')
    .leftJoin('ai_audit_item', join =>
      join
        .onRef('ai_audit_item.suggestion_id', '=', 'ai_suggestion.id')
        .onRef('ai_audit_item.decision_id', '=', 'ai_decision_item.decision_id')
    )
    .select(['ai_suggestion.annotation_id', 'ai_decision_item.decision_id', 'ai_audit_item.label_id'])
    .where('ai_suggestion.media_id', 'in', wanted(db, mediaIds))
    .where('ai_suggestion.annotation_id', 'is not', null)
    .orderBy('ai_decision_item.decision_id', 'desc')
    .execute()
  return new Map(
    rows.flatMap(({ annotation_id: id, decision_id: acceptance, label_id: blindLabelId }) =>
      id !== null && ended.has(acceptance) ? [[id, { acceptance, blindLabelId }] as const] : []
    )
  )
}
