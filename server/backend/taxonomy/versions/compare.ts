import { type RawBuilder, sql } from 'kysely'
import type { CatalogChange, CatalogComparison } from '../../../../shared/contracts/catalog-versions.ts'
import type { Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'
import { differences } from '../import/merged-state.ts'
import { type ContentRow, contentColumns, stateOf } from '../rows.ts'
import { labelUses, noUse } from '../uses.ts'
import { mergesOf } from './merges.ts'

const mostReported = 10_000

/** Catalog state to compare: a version, or the current catalog. */
export type CatalogState = { versionId: string } | 'now'

type Side = ContentRow & { label_id: string; parent_name: string | null }
type Touched = Pick<CatalogChange, 'annotationCount' | 'imageCount' | 'mergedInto'>

/** Compares two states of a project's catalog label by label. The number of affected annotations excludes hidden annotations. */
export async function compareCatalogs(db: Database, sight: Sight, from: CatalogState, to: CatalogState): Promise<CatalogComparison> {
  const { projectId } = sight
  const [before, after] = [labelsOf(projectId, from), labelsOf(projectId, to)]
  const differs = sql.raw(contentColumns.map(column => `a.${column} is distinct from b.${column}`).join(' or '))
  const { rows: ids } = await sql<{ id: string }>`
    select a.label_id as id from ${before} as a left join ${after} as b on b.label_id = a.label_id where b.label_id is null or ${differs}
    union all
    select b.label_id as id from ${after} as b left join ${before} as a on a.label_id = b.label_id where a.label_id is null`.execute(db)
  const [old, now] = [await sideOf(db, before, ids), await sideOf(db, after, ids)]
  const [uses, merges] = [await labelUses(db, sight, ids), await mergesOf(db, projectId, ids)]
  const touchedBy = (id: string): Touched => {
    const merge = merges.get(id)
    if (!merge) return { ...(uses.get(id) ?? noUse), mergedInto: null }
    return sight.blind ? { ...merge, annotationCount: null, imageCount: null } : merge
  }
  const changes = ids.flatMap(({ id }) => changeOf(id, old.get(id), now.get(id), touchedBy(id)) ?? [])
  changes.sort((a, b) => ((a.newName ?? a.name ?? '') < (b.newName ?? b.name ?? '') ? -1 : 1))
  const count = (kind: CatalogChange['kinds'][number]) => changes.filter(({ kinds }) => kinds.includes(kind)).length
  return {
    addedCount: count('added'),
    removedCount: count('removed'),
    renamedCount: count('renamed'),
    movedCount: count('moved'),
    changedCount: count('changed'),
    annotationCount: sumOf(changes.filter(({ labelId }) => !merges.has(labelId))),
    mergedAnnotationCount: sumOf(changes.filter(({ labelId }) => merges.has(labelId))),
    changes: changes.slice(0, mostReported)
  }
}

const sumOf = (changes: CatalogChange[]) => changes.reduce((sum, { annotationCount }) => sum + (annotationCount ?? 0), 0)

function labelsOf(projectId: string, state: CatalogState): RawBuilder<unknown> {
  const columns = sql.raw(contentColumns.join(', '))
  return state === 'now'
    ? sql`(select id as label_id, ${columns} from label where project_id = ${projectId})`
    : sql`(select label_id, ${columns} from catalog_version_label where version_id = ${state.versionId})`
}

/** Reads one of the two states of the labels that differ, with the names of their parents. */
async function sideOf(db: Database, labels: RawBuilder<unknown>, wanted: { id: string }[]): Promise<Map<string, Side>> {
  const columns = sql.raw(contentColumns.map(column => `a.${column}`).join(', '))
  const { rows } = await sql<Side>`
    select a.label_id, ${columns}, parent.name as parent_name
    from ${labels} as a left join ${labels} as parent on parent.label_id = a.parent_id
    where a.label_id in (select item.value ->> 'id' from ${jsonItems(db, wanted)})`.execute(db)
  return new Map(rows.map(row => [row.label_id, row]))
}

function changeOf(labelId: string, before: Side | undefined, after: Side | undefined, touched: Touched): CatalogChange | null {
  const { scientific_name: scientificName = null, taxon_rank: taxonRank = null } = after ?? before ?? {}
  const names = {
    ...(scientificName !== null && { taxon: { scientificName, taxonRank } }),
    name: before?.name ?? null,
    newName: after?.name ?? null,
    parentName: before?.parent_name ?? null,
    newParentName: after?.parent_name ?? null
  }
  const change = (kinds: CatalogChange['kinds'], fields: string[] = []) => ({ labelId, kinds, ...names, fields, ...touched })
  if (!before) return change(['added'])
  if (!after) return change(['removed'])
  const fields = differences(stateOf(before), stateOf(after))
  const others = fields.filter(field => field !== 'name' && field !== 'place')
  const kinds: CatalogChange['kinds'] = []
  if (fields.includes('name')) kinds.push('renamed')
  if (fields.includes('place')) kinds.push('moved')
  if (others.length > 0) kinds.push('changed')
  return kinds.length === 0 ? null : change(kinds, others)
}
