import type { Generalisation, GeneralisationDraft, GeneralisationEdit, Grid } from '../../../shared/contracts/generalisations.ts'
import { stricterGrid } from '../../../shared/geometry/place-grid.ts'
import { generalisationLimit } from '../../../shared/limits.ts'
import { InvalidRequest, NotFound, StaleRevision } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject, ProjectEdit, Transaction } from '../projects/edit-project.ts'
import type { AccountSight, Scope, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import { LabelRuled, RuleStands, TooManyRules } from './errors.ts'

const select = (db: Database) =>
  db
    .selectFrom('generalisation')
    .leftJoin('label', 'label.id', 'generalisation.label_id')
    .selectAll('generalisation')
    .select(['label.name as label_name', 'label.scientific_name', 'label.taxon_rank'])

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const toRule = (row: Row): Generalisation => ({
  id: row.id,
  projectId: row.project_id,
  labelId: row.label_id,
  labelName: row.label_name,
  scientificName: row.scientific_name,
  taxonRank: row.taxon_rank,
  grid: row.grid,
  fromRole: row.from_role,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  revision: row.revision
})

/** Reads and edits the rules that generalise places. `shown-places.ts` applies them. */
// Long: all queries for one resource.
export function generalisations(db: Database, editProject: EditProject) {
  /** Edits rules, and publishes change events for everything that has places, so that pages reload it. */
  const edit = <T>(scope: Sight, work: (transaction: Transaction, at: string) => Promise<T>): Promise<T> =>
    editProject(scope, ({ transaction, at, publish }) => {
      publishPlaces(publish, scope)
      return work(transaction, at)
    })

  /** Reads a rule by id. @throws NotFound */
  async function find(id: string, from: Database = db): Promise<Generalisation> {
    const row = await select(from).where('generalisation.id', '=', id).executeTakeFirst()
    if (!row) throw new NotFound('The rule')
    return toRule(row)
  }

  return {
    find,

    async list({ projectId }: Sight): Promise<Generalisation[]> {
      const rules = (await select(db).where('generalisation.project_id', '=', projectId).execute()).map(toRule)
      const key = ({ labelName }: Generalisation) => labelName ?? ''
      return rules.sort((a, b) => key(a).localeCompare(key(b), 'en') || (a.id < b.id ? -1 : 1))
    },

    /** Adds a rule. @throws InvalidRequest for a label that is not in the catalog of the project @throws RuleStands @throws TooManyRules */
    create(scope: AccountSight, { labelId, grid, fromRole }: GeneralisationDraft): Promise<Generalisation> {
      return edit(scope, async (transaction, at) => {
        const { projectId, accountId } = scope
        const current = labelId === null ? null : (await currentLabels(transaction, projectId, [labelId])).get(labelId)
        if (current === undefined) throw new InvalidRequest([{ path: '/labelId', message: 'is not a label of this project' }])
        const others = await select(transaction).where('generalisation.project_id', '=', projectId).execute()
        const twin = others.find(other => other.label_id === current)
        if (twin) throw new RuleStands(twin.label_name === null ? 'the whole project' : `“${twin.label_name}”`)
        if (others.length >= generalisationLimit) throw new TooManyRules(generalisationLimit)
        const id = newId()
        await transaction
          .insertInto('generalisation')
          .values({ id, project_id: projectId, label_id: current, grid, from_role: fromRole, revision: 1, created_at: at, modified_at: at })
          .execute()
        const rule = await find(id, transaction)
        await record(transaction, accountId, rule, 'generalisation.created')
        return rule
      })
    },

    /** Changes a rule. @throws NotFound @throws StaleRevision when another edit came first */
    revise(scope: AccountSight, id: string, { revision, ...change }: GeneralisationEdit): Promise<Generalisation> {
      return edit(scope, async (transaction, at) => {
        const before = await find(id, transaction)
        if (before.revision !== revision) throw new StaleRevision(before.revision, revision)
        const { grid, fromRole } = { ...before, ...change }
        await transaction
          .updateTable('generalisation')
          .set({ grid, from_role: fromRole, revision: revision + 1, modified_at: at })
          .where('id', '=', id)
          .execute()
        const rule = await find(id, transaction)
        await record(transaction, scope.accountId, rule, 'generalisation.revised')
        return rule
      })
    },

    /** Deletes a rule. @throws NotFound */
    remove(scope: AccountSight, id: string): Promise<void> {
      return edit(scope, async transaction => {
        const rule = await find(id, transaction)
        await transaction.deleteFrom('generalisation').where('id', '=', id).execute()
        await record(transaction, scope.accountId, rule, 'generalisation.removed')
      })
    }
  }
}

function publishPlaces(publish: ProjectEdit['publish'], { projectId }: Sight): void {
  for (const noun of ['generalisations', 'media', 'sites', 'observations', 'outsideRecords'] as const)
    publish({ type: 'changed', noun, projectId })
}

/** Removes the rule of a label that is about to be deleted, if it has one. @throws LabelRuled unless the account is an owner */
export async function removeRuleOf(
  { transaction, publish }: Pick<ProjectEdit, 'transaction' | 'publish'>,
  scope: Scope,
  label: { id: string; name: string }
): Promise<void> {
  const row = await select(transaction).where('generalisation.label_id', '=', label.id).executeTakeFirst()
  if (!row) return
  if (scope.role !== 'owner') throw new LabelRuled(label.name)
  await transaction.deleteFrom('generalisation').where('id', '=', row.id).execute()
  await record(transaction, scope.accountId, toRule(row), 'generalisation.removed')
  publishPlaces(publish, scope)
}

type RuleEvent = `generalisation.${'created' | 'revised' | 'removed'}`

const record = (transaction: Transaction, actorId: string, { projectId, labelName, grid, fromRole }: Generalisation, event: RuleEvent) =>
  recordActivity(transaction, { projectId, actorId, event, detail: { name: labelName ?? '', grid, role: fromRole } })

const ranks = ['viewer', 'editor', 'owner'] as const

/** Moves the rule of a merged label to the remaining label. If both have a rule, the stricter grid and the stricter role are kept. */
export async function mergeRules(transaction: Transaction, from: string, into: string, at: string): Promise<void> {
  const rules = await transaction.selectFrom('generalisation').selectAll().where('label_id', 'in', [from, into]).execute()
  const [merged, kept] = [rules.find(rule => rule.label_id === from), rules.find(rule => rule.label_id === into)]
  if (!merged) return
  if (!kept) {
    const change = { label_id: into, revision: merged.revision + 1, modified_at: at }
    await transaction.updateTable('generalisation').set(change).where('id', '=', merged.id).execute()
    return
  }
  const grid = stricterGrid(kept.grid, merged.grid) as Grid
  const role = ranks[Math.max(ranks.indexOf(kept.from_role), ranks.indexOf(merged.from_role))] ?? 'owner'
  await transaction.deleteFrom('generalisation').where('id', '=', merged.id).execute()
  await transaction
    .updateTable('generalisation')
    .set({ grid, from_role: role, revision: kept.revision + 1, modified_at: at })
    .where('id', '=', kept.id)
    .execute()
}
