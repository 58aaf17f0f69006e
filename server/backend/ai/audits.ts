import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { AcceptanceAudit, AuditReport } from '../../../shared/contracts/acceptance-audits.ts'
import { fewTests } from '../../../shared/few-tests.ts'
import { wilsonInterval } from '../../../shared/statistics/wilson.ts'
import { NotFound } from '../../lib/errors.ts'
import { recordActivity } from '../projects/activity.ts'
import type { ProjectEdit, Transaction } from '../projects/edit-project.ts'
import type { AccountSight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import type { Tables } from '../storage/tables.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import { leastAudited } from './audit-sample.ts'
import { AuditEnded, AuditTooSmall } from './errors.ts'
import { isOnImage } from './on-image.ts'
import { rightLabels } from './right-labels.ts'
import type { AiAuditTable } from './tables.ts'

/** Share of right labels that an acceptance should reach. */
const target = 0.95

/** Share of right labels with Wilson's 95 % interval; null without a labelled crop. */
const precisionOf = (judged: number, wrong: number) =>
  judged === 0 ? null : { value: (judged - wrong) / judged, ...wilsonInterval(judged - wrong, judged) }

/** Upper 95 % bound on the share of errors after k crops without one: 3/k, by the rule of three. Null after an error, or without crops. */
const mostWrongOf = (judged: number, wrong: number) => (judged > 0 && wrong === 0 ? Math.min(1, 3 / judged) : null)

const countOf = (build: ExpressionBuilder<Tables, 'ai_audit_item'>, condition: ReturnType<typeof sql<boolean>>) =>
  build.fn.sum<number>(sql`case when ${condition} then 1 else 0 end`)

/** Numbers of an audit at its end. The numbers are stored, because crops disappear with their images when these are permanently deleted. */
interface Outcome {
  answered: number
  unsure: number
  lost: number
  judged: number
  wrong: number
  classes: { labelId: string; judged: number; wrong: number }[]
}

const outcomeOf = ({ outcome }: CountedAudit): Outcome | null => (outcome === null ? null : JSON.parse(outcome))

/** Counts the answers of an audit that is open. */
function progressOf(row: CountedAudit): Pick<Outcome, 'answered' | 'unsure' | 'lost'> {
  const answered = Number(row.answered)
  return { answered, unsure: Number(row.unsure), lost: row.size - answered - Number(row.open) }
}

function toAudit(row: CountedAudit): AcceptanceAudit {
  const outcome = outcomeOf(row)
  const { answered, unsure, lost } = outcome ?? progressOf(row)
  return {
    ...{ state: row.state, accepted: row.accepted, size: row.size, answered, unsure, lost },
    least: Math.min(leastAudited, row.size - lost),
    result: outcome && resultOf(outcome)
  }
}

const resultOf = ({ judged, wrong }: Outcome): NonNullable<AcceptanceAudit['result']> => ({
  ...{ judged, wrong, precision: precisionOf(judged, wrong), mostWrong: mostWrongOf(judged, wrong) },
  isBelowTarget: judged > 0 && (judged - wrong) / judged < target
})

const isOpenItem = sql<boolean>`ai_audit_item.answered_at is null and ${isOnImage}`

/** Reads audits with the counts of their items. The numbers of an ended audit are in its outcome, and its items are not read. */
async function countedAudits(db: Database, decisionIds: readonly string[]): Promise<CountedAudit[]> {
  if (decisionIds.length === 0) return []
  const audits = await db.selectFrom('ai_audit').selectAll().where('decision_id', 'in', decisionIds).execute()
  const unended = audits.flatMap(({ decision_id: id, outcome }) => (outcome === null ? [id] : []))
  const counts = unended.length === 0 ? [] : await itemCounts(db, unended).execute()
  const countsOf = new Map(counts.map(({ decision_id: id, ...of }) => [id, of]))
  return audits.map(audit => ({ ...audit, ...(countsOf.get(audit.decision_id) ?? { answered: 0, unsure: 0, open: 0 }) }))
}

const itemCounts = (db: Database, decisionIds: readonly string[]) =>
  db
    .selectFrom('ai_audit_item')
    .innerJoin('ai_suggestion', 'ai_suggestion.id', 'ai_audit_item.suggestion_id')
    .select('ai_audit_item.decision_id')
    .select(build => [
      countOf(build, sql`ai_audit_item.answered_at is not null`).as('answered'),
      countOf(build, sql`ai_audit_item.answered_at is not null and ai_audit_item.label_id is null`).as('unsure'),
      countOf(build, isOpenItem).as('open')
    ])
    .where('ai_audit_item.decision_id', 'in', decisionIds)
    .groupBy('ai_audit_item.decision_id')

/** Row of an audit with the counts of its items, which are 0 for an ended audit. */
type CountedAudit = Selectable<AiAuditTable> & { answered: number; unsure: number; open: number }

/** Reads the audits of acceptances, by the id of the acceptance. */
export async function auditsOf(db: Database, decisionIds: readonly string[]): Promise<Map<string, AcceptanceAudit>> {
  const rows = await countedAudits(db, decisionIds)
  return new Map(rows.map(row => [row.decision_id, toAudit(row)]))
}

/** Reads an audit with its result by label, without the errors that remain. @throws NotFound for an acceptance without an audit */
export async function auditResult(db: Database, decisionId: string): Promise<Omit<AuditReport, 'remaining'>> {
  const [row] = await countedAudits(db, [decisionId])
  if (!row) throw new NotFound('The audit')
  const of = await db
    .selectFrom('ai_acceptance')
    .innerJoin('ai_decision', 'ai_decision.id', 'ai_acceptance.decision_id')
    .select(['ai_acceptance.run_id', 'ai_acceptance.state', 'ai_acceptance.label_ids', 'ai_decision.project_id'])
    .where('ai_acceptance.decision_id', '=', decisionId)
    .executeTakeFirstOrThrow()
  const by = row.ended_by && (await db.selectFrom('account').select(['name', 'email']).where('id', '=', row.ended_by).executeTakeFirst())
  return {
    ...toAudit(row),
    runId: of.run_id,
    isUndone: of.state !== 'done',
    isOfOneLabel: of.label_ids !== null && (JSON.parse(of.label_ids) as string[]).length === 1,
    ...{ seed: Number(row.seed), drawnAt: row.drawn_at, endedAt: row.ended_at },
    endedBy: by ? (by.name ?? by.email) : null,
    classes: await classesOf(db, of.project_id, outcomeOf(row)?.classes ?? [])
  }
}

/** Adds up the results by label. A label that was merged since counts as the label that it was merged into. */
async function classesOf(db: Database, projectId: string, counted: Outcome['classes']): Promise<AuditReport['classes']> {
  const current = await currentLabels(
    db,
    projectId,
    counted.map(({ labelId }) => labelId)
  )
  const merged = Map.groupBy(counted, ({ labelId }) => current.get(labelId) ?? labelId)
  return Array.from(merged, ([labelId, parts]) => {
    const [judged, wrong] = [parts.reduce((sum, each) => sum + each.judged, 0), parts.reduce((sum, each) => sum + each.wrong, 0)]
    return { labelId, judged, wrong, precision: judged < fewTests ? null : precisionOf(judged, wrong) }
  }).sort((one, other) => other.judged - one.judged || (one.labelId < other.labelId ? -1 : 1))
}

/** Ends an audit, and stores its outcome and which labels are wrong. @throws AuditEnded @throws AuditTooSmall */
export async function endAudit({ transaction, at, publish }: ProjectEdit, sight: AccountSight, decisionId: string): Promise<void> {
  const { projectId, accountId } = sight
  const [row] = await countedAudits(transaction, [decisionId])
  if (!row) throw new NotFound('The audit')
  const { state, answered, least } = toAudit(row)
  if (state !== 'open') throw new AuditEnded()
  if (answered < least) throw new AuditTooSmall(least - answered)
  const classes = await judge(transaction, projectId, decisionId)
  const [judged, wrong] = [classes.reduce((sum, each) => sum + each.judged, 0), classes.reduce((sum, each) => sum + each.wrong, 0)]
  const outcome: Outcome = { ...progressOf(row), judged, wrong, classes }
  await transaction
    .updateTable('ai_audit')
    .set({ state: 'done', ended_by: accountId, ended_at: at, outcome: JSON.stringify(outcome) })
    .where('decision_id', '=', decisionId)
    .execute()
  await recordActivity(transaction, { projectId, actorId: accountId, event: 'suggestions.audited', detail: { judged, wrong } })
  publish({ type: 'changed', noun: 'ai', projectId, by: accountId })
}

/**
 * Stores for each pair of an accepted and a blind label whether they contradict each other. A blind label below the accepted
 * label does not contradict it, because an uncertain run suggests a broader label.
 * @returns counts by accepted label
 */
async function judge(transaction: Transaction, projectId: string, decisionId: string): Promise<Outcome['classes']> {
  const pairs = await transaction
    .selectFrom('ai_audit_item')
    .select(['accepted_label_id', 'label_id'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('decision_id', '=', decisionId)
    .where('label_id', 'is not', null)
    .groupBy(['accepted_label_id', 'label_id'])
    .execute()
  const { isRight } = await rightLabels(
    transaction,
    projectId,
    pairs.flatMap(({ accepted_label_id: accepted, label_id: given }) => [accepted, given ?? accepted])
  )
  const classes = new Map<string, Outcome['classes'][number]>()
  const contradicting: { accepted: string; given: string }[] = []
  for (const { accepted_label_id: accepted, label_id: given, count } of pairs) {
    if (given === null) continue
    const isWrong = !isRight(accepted, given)
    if (isWrong) contradicting.push({ accepted, given })
    const { judged, wrong } = classes.get(accepted) ?? { judged: 0, wrong: 0 }
    classes.set(accepted, { labelId: accepted, judged: judged + Number(count), wrong: wrong + (isWrong ? Number(count) : 0) })
  }
  const labelled = transaction.updateTable('ai_audit_item').where('decision_id', '=', decisionId).where('label_id', 'is not', null)
  await labelled.set({ is_wrong: 0 }).execute()
  const wrongPairs = sql`(select item.value ->> 'accepted', item.value ->> 'given' from ${jsonItems(transaction, contradicting)})`
  await labelled.set({ is_wrong: 1 }).where(sql<boolean>`(accepted_label_id, label_id) in ${wrongPairs}`).execute()
  return [...classes.values()]
}
