import { sql } from 'kysely'
import type { Label, LabelDetail, LabelListQuery, LabelVersion } from '../../../shared/contracts/taxonomy.ts'
import { formerMember } from '../../../shared/former-member.ts'
import { NotFound } from '../../lib/errors.ts'
import { hiddenByLabel } from '../annotations/rounds/blind.ts'
import type { AccountSight, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { labelPage } from './list.ts'
import { withoutHidden } from './outline.ts'
import { bareState, type CountedRow, type LabelRow, type LabelState, stateOf, toLabel } from './rows.ts'
import { labelColumns, selectLabels } from './select-labels.ts'

/** Reads the row of a label. @throws NotFound */
export async function labelRow(db: Database, labelId: string): Promise<LabelRow> {
  const row = await db.selectFrom('label').select(labelColumns).where('label.id', '=', labelId).executeTakeFirst()
  if (!row) throw new NotFound('The label')
  return row
}

/** Reads all labels of a catalog, sorted by name. */
export async function labelRows(db: Database, projectId: string): Promise<LabelRow[]> {
  return db.selectFrom('label').select(labelColumns).where('project_id', '=', projectId).orderBy('name_key').orderBy('id').execute()
}

/** Queries for labels. Changes are in `edits.ts`. */
// Long: the queries of one noun.
export function labelRepository(db: Database) {
  async function counted(labelId: string, accountId: string): Promise<CountedRow> {
    const row = await selectLabels(db, accountId).where('label.id', '=', labelId).executeTakeFirst()
    if (!row) throw new NotFound('The label')
    return row
  }

  /** Returns the labels with the counts that a viewer may see. For a blind member, hidden annotations are excluded. */
  async function asSeen({ blind }: Sight, rows: CountedRow[]): Promise<Label[]> {
    return withoutHidden(rows.map(toLabel), blind && (await hiddenByLabel(db, blind)))
  }

  /** Returns the ids of a label and all its descendants. */
  async function withAllBelow(labelId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      with recursive below (id) as (
        select id from label where id = ${labelId}
        union all
        select label.id from label join below on label.parent_id = below.id
      )
      select id from below`.execute(db)
    return rows.map(({ id }) => id)
  }

  return {
    /** Reads the row of a label. @throws NotFound */
    row: (labelId: string) => labelRow(db, labelId),

    /** Reads a label as its viewer sees it. @throws NotFound */
    async get(labelId: string, sight: AccountSight): Promise<Label> {
      const row = await counted(labelId, sight.accountId)
      const [label = toLabel(row)] = await asSeen(sight, [row])
      return label
    },

    /** Reads a label with its ancestors and its total number of annotations, as its viewer sees it. @throws NotFound */
    async detail(labelId: string, { accountId, blind }: AccountSight): Promise<LabelDetail> {
      const row = await counted(labelId, accountId)
      const detail = { ...toLabel(row), path: await pathOf(db, row), totalAnnotationCount: await totalCount(db, labelId) }
      if (!blind) return detail
      const hidden = await hiddenByLabel(db, blind)
      const below = await withAllBelow(labelId)
      const total = detail.totalAnnotationCount - below.reduce((sum, label) => sum + (hidden.get(label) ?? 0), 0)
      return { ...detail, annotationCount: detail.annotationCount - (hidden.get(labelId) ?? 0), totalAnnotationCount: total }
    },

    /** Lists the labels of a catalog as their viewer sees them. */
    async list(sight: AccountSight, query: LabelListQuery): Promise<{ items: Label[]; nextCursor: string | null }> {
      const { rows, nextCursor } = await labelPage(db, sight, query)
      return { items: await asSeen(sight, rows), nextCursor }
    },

    /** Lists the versions of a label, newest first. */
    async history(label: LabelRow): Promise<LabelVersion[]> {
      const older = await db
        .selectFrom('label_version')
        .select(['revision', 'kind', 'account_id', 'at', 'state'])
        .where('label_id', '=', label.id)
        .orderBy('revision', 'desc')
        .execute()
      const newest = {
        revision: label.revision,
        kind: label.change_kind,
        accountId: label.modified_by,
        at: label.modified_at,
        state: stateOf(label)
      }
      const versions = [
        newest,
        ...older.map(({ account_id: accountId, state, ...version }) => ({ ...version, accountId, state: JSON.parse(state) as LabelState }))
      ]
      const people = await namesOf(db, new Set(versions.map(({ accountId }) => accountId)))
      const parents = await parentNames(db, label.project_id, new Set(versions.map(({ state }) => state.parentId)))
      return versions.map(({ accountId, state, ...version }) => ({
        ...version,
        ...bareState(state.name),
        ...state,
        by: people.get(accountId ?? '') ?? formerMember,
        parentName: parents.get(state.parentId ?? '') ?? null
      }))
    },

    async favour(labelId: string, accountId: string, favourite: boolean): Promise<void> {
      if (favourite) {
        await db
          .insertInto('label_favourite')
          .values({ label_id: labelId, account_id: accountId })
          .onConflict(conflict => conflict.doNothing())
          .execute()
      } else {
        await db.deleteFrom('label_favourite').where('label_id', '=', labelId).where('account_id', '=', accountId).execute()
      }
    }
  }
}

/** Returns the ancestors of a label, root first. */
async function pathOf(db: Database, { parent_id: parentId }: LabelRow): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    with recursive above (id, name, parent_id, height) as (
      select id, name, parent_id, 0 from label where id = ${parentId}
      union all
      select label.id, label.name, label.parent_id, above.height + 1 from label join above on label.id = above.parent_id
    )
    select id, name from above order by height desc`.execute(db)
  return rows
}

async function totalCount(db: Database, labelId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with recursive below (id, annotation_count) as (
      select id, annotation_count from label where id = ${labelId}
      union all
      select label.id, label.annotation_count from label join below on label.parent_id = below.id
    )
    select sum(annotation_count) as total from below`.execute(db)
  return rows[0]?.total ?? 0
}

/** Reads the names of the accounts in a history, by account id. The number of accounts is bounded by the number of changes, and small in practice. */
async function namesOf(db: Database, ids: Set<string | null>): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const id of ids) {
    const account = id && (await db.selectFrom('account').select(['name', 'email']).where('id', '=', id).executeTakeFirst())
    if (id && account) names.set(id, account.name ?? account.email)
  }
  return names
}

async function parentNames(db: Database, projectId: string, ids: Set<string | null>): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const id of ids) {
    const label =
      id && (await db.selectFrom('label').select('name').where('id', '=', id).where('project_id', '=', projectId).executeTakeFirst())
    if (id && label) names.set(id, label.name)
  }
  return names
}
