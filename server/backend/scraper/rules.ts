import { type RawBuilder, sql } from 'kysely'
import type { InboxRule, RuleConditions, RuleCounts } from '../../../shared/contracts/inbox-rules.ts'
import type { Database } from '../storage/database.ts'
import { asPattern } from '../storage/text-pattern.ts'
import { hasFlags } from './flags.ts'
import { hasMatch } from './records.ts'
import type { RecordColumns } from './shown-columns.ts'
import { acceptable, type Records, writeDecision } from './write-decision.ts'

interface Judged {
  projectId: string
  rules: readonly InboxRule[]
  /** Job whose records are evaluated; when absent, all records of the project. */
  scraperJobId?: string
  /** Columns that the rules evaluate. */
  columns: RecordColumns
}

/** SQL condition on `scraped_record` that a decision on the record was undone. */
const isPutBack = sql<boolean>`exists (
  select 1 from record_decision_item as item join record_decision as decision on decision.id = item.decision_id
  where item.record_id = scraped_record.id and decision.undone_at is not null)`

/**
 * Selects the records that rules may decide on: waiting records without a decision. Records that a user set back to waiting are excluded,
 * because that is a decision. During a run, records whose decision was undone are also excluded.
 */
const open = (db: Database, { projectId, scraperJobId }: Judged): Records =>
  db
    .selectFrom('scraped_record')
    .where('scraped_record.project_id', '=', projectId)
    .where('scraped_record.state', '=', 'waiting')
    .where('scraped_record.decision_id', 'is', null)
    .$if(scraperJobId !== undefined, records =>
      records.where('scraped_record.scraper_job_id', '=', scraperJobId as string).where(({ not }) => not(isPutBack))
    )

/** SQL for the index of the first rule that matches a record; −1 when none matches. */
const firstOf = ({ rules, columns }: Judged): RawBuilder<number> =>
  rules.length === 0
    ? sql<number>`-1`
    : sql<number>`case ${sql.join(
        rules.map(({ when }, place) => sql`when ${conditionOf(when, columns)} then ${sql.lit(place)}`),
        sql` `
      )} else -1 end`

function conditionOf(when: RuleConditions, columns: RecordColumns): RawBuilder<boolean> {
  const { q, scraperJobId, dataset, licences, flags, unflagged, match } = when
  const licence = sql`(select licence from outside_dataset where outside_dataset.id = scraped_record.dataset_id)`
  const parts = [
    q !== undefined && sql`scraped_record.title_key like ${asPattern(q)} escape '\\'`,
    scraperJobId !== undefined && sql`scraped_record.scraper_job_id = ${scraperJobId}`,
    dataset !== undefined && sql`scraped_record.dataset_id = ${dataset}`,
    licences && sql`${licence} in (${sql.join(licences)})`,
    flags && hasFlags(flags, columns.flags),
    unflagged && sql`${columns.flags} = 0`,
    match !== undefined && hasMatch(match, columns.matchKind)
  ]
  // Without `coalesce`, a null value would make the whole condition null.
  return sql<boolean>`coalesce(${sql.join(
    parts.filter(part => typeof part === 'object'),
    sql` and `
  )}, false)`
}

/** Counts the records that each rule would decide on, in one pass over the waiting records. */
export async function ruleCounts(db: Database, judged: Judged): Promise<RuleCounts> {
  const { rules } = judged
  const rows = await open(db, judged)
    .select(firstOf(judged).as('place'))
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number>(sql<number>`case when ${acceptable(true)} then 1 else 0 end`).as('acceptable')
    ])
    .groupBy('place')
    .execute()
  const found = new Map(rows.map(row => [Number(row.place), row]))
  return {
    items: rules.map(({ id, decision }, place) => {
      const all = Number(found.get(place)?.count ?? 0)
      const taken = Number(found.get(place)?.acceptable ?? 0)
      if (decision === 'leave') return { ruleId: id, count: 0, leftOut: 0 }
      return decision === 'accept' ? { ruleId: id, count: taken, leftOut: all - taken } : { ruleId: id, count: all, leftOut: 0 }
    }),
    rest: Number(found.get(-1)?.count ?? 0)
  }
}

/** Applies rules to waiting records, with one decision for each rule that matches. */
export async function applyRules(transaction: Database, judged: Judged & { at: string }): Promise<RuleCounts> {
  const counts = await ruleCounts(transaction, judged)
  for (const [place, { id, decision, because }] of judged.rules.entries()) {
    if (decision === 'leave' || (counts.items[place]?.count ?? 0) === 0) continue
    const matching = open(transaction, judged).where(firstOf(judged), '=', place)
    const { projectId, at } = judged
    await writeDecision(transaction, matching, { projectId, decision, reason: because, accountId: null, ruleId: id, isBulk: true, at })
  }
  return counts
}
