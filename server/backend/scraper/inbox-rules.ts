import type { InboxRule, InboxRules, RuleCounts } from '../../../shared/contracts/inbox-rules.ts'
import { StaleRevision } from '../../lib/errors.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject } from '../projects/edit-project.ts'
import type { Scope, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { applyRules, ruleCounts } from './rules.ts'
import { exactColumns, type RecordColumns, shownColumns } from './shown-columns.ts'

/** Repository of inbox rules. */
// Long: the queries of one repository.
export function inboxRules(db: Database, editProject: EditProject) {
  async function get({ projectId }: Sight): Promise<InboxRules> {
    const found = await db.selectFrom('inbox_rules').selectAll().where('project_id', '=', projectId).executeTakeFirst()
    const rules: InboxRule[] = found ? JSON.parse(found.rules) : []
    const decided = await db
      .selectFrom('record_decision')
      .select('rule_id')
      .select(({ fn }) => fn.sum<number>('count').as('count'))
      .where('project_id', '=', projectId)
      .where('rule_id', 'is not', null)
      .where('undone_at', 'is', null)
      .groupBy('rule_id')
      .execute()
    const counts = new Map(decided.map(({ rule_id: id, count }) => [id, Number(count)]))
    return {
      isOn: found?.is_on === 1,
      rules,
      decided: rules.map(({ id }) => counts.get(id) ?? 0),
      revision: found?.revision ?? 0,
      modifiedAt: found?.modified_at ?? null
    }
  }

  return {
    get,

    /** @throws StaleRevision when another edit came first */
    async set(scope: Scope, { revision, isOn, rules }: Pick<InboxRules, 'revision' | 'isOn' | 'rules'>): Promise<InboxRules> {
      const { projectId, accountId } = scope
      await editProject(scope, async ({ transaction, at, publish }) => {
        const before = await transaction.selectFrom('inbox_rules').select('revision').where('project_id', '=', projectId).executeTakeFirst()
        if ((before?.revision ?? 0) !== revision) throw new StaleRevision(before?.revision ?? 0, revision)
        const facts = {
          is_on: isOn ? 1 : 0,
          rules: JSON.stringify(rules),
          revision: revision + 1,
          modified_by: accountId,
          modified_at: at
        }
        await transaction
          .insertInto('inbox_rules')
          .values({ project_id: projectId, ...facts })
          .onConflict(conflict => conflict.column('project_id').doUpdateSet(facts))
          .execute()
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'inbox-rules.set', detail: { rules: rules.length } })
        publish({ type: 'changed', noun: 'scraper', projectId })
      })
      return get(scope)
    },

    /** Counts the records that each rule would decide on, based on the flags and matches that the user may see. */
    async dryRun(scope: Scope, rules: readonly InboxRule[]): Promise<RuleCounts> {
      const { projectId } = scope
      return ruleCounts(db, { projectId, rules, columns: await columnsOf(db, scope, rules) })
    },

    /** Applies the saved rules to all waiting records, based on the flags and matches that the user may see. */
    async apply(scope: Scope): Promise<RuleCounts> {
      const { projectId, accountId } = scope
      const { rules } = await get(scope)
      return editProject(scope, async ({ transaction, at, publish }) => {
        const counts = await applyRules(transaction, { projectId, rules, columns: await columnsOf(transaction, scope, rules), at })
        const count = counts.items.reduce((sum, item) => sum + item.count, 0)
        if (count > 0) await recordActivity(transaction, { projectId, actorId: accountId, event: 'inbox-rules.applied', detail: { count } })
        for (const noun of ['outsideRecords', 'observations']) publish({ type: 'changed', noun, projectId })
        return counts
      })
    }
  }
}

/** Returns the columns that rules need, as the user may see them. */
async function columnsOf(db: Database, sight: Pick<Sight, 'projectId' | 'places'>, rules: readonly InboxRule[]): Promise<RecordColumns> {
  const needed = {
    flags: rules.some(({ when }) => when.flags ?? when.unflagged),
    match: rules.some(({ when }) => when.match)
  }
  if (!needed.flags && !needed.match) return exactColumns
  return shownColumns(db, sight, { projectId: sight.projectId, state: 'waiting' }, needed)
}

/**
 * Returns the rules that runs of a project apply, with the columns that the rules evaluate. No rules are returned while the inbox rules of the
 * project are switched off. Runs apply the rules to the flags and matches that editors may see, because editors see the decisions.
 */
export async function rulesOfRuns(db: Database, { projectId }: Sight): Promise<{ rules: InboxRule[]; columns: RecordColumns }> {
  const found = await db.selectFrom('inbox_rules').select(['rules', 'is_on']).where('project_id', '=', projectId).executeTakeFirst()
  const rules: InboxRule[] = found?.is_on === 1 ? JSON.parse(found.rules) : []
  return { rules, columns: await columnsOf(db, { projectId, places: { role: 'editor', isBlind: false } }, rules) }
}
