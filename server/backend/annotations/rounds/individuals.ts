import { type RawBuilder, sql } from 'kysely'
import type { Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { shownTo } from './blind.ts'
import { type Consensus, consensusOf, type IndividualMark } from './consensus.ts'

/** Individual that members of an ended round annotated independently of each other. */
export interface Individual extends Consensus {
  /** Name of the round, or of the first round if there were several. */
  round: string
  /** Annotations of the individual, including rejected ones. `namedBy` is the account that gave the label; null if the author gave it. */
  marks: { id: string; labelId: string | null; accountId: string; namedBy: string | null }[]
  /** Id of the sample point that the annotations label; null for annotations of an organism. */
  pointId: string | null
}

/** Annotation in a group of its round, or a member's labelled copy of a sample point. */
interface Row extends Omit<IndividualMark, 'isConfirmed'> {
  individual: string
  round: string
  accountId: string
  namedBy: string | null
  reviewState: string
  counts: 0 | 1
  pointId: string | null
}

/**
 * Individuals from the ended rounds of a project, each with at least one annotation that counts.
 * @param counts SQL condition that is true for an `annotation` that counts
 */
export async function individualsOf(db: Database, sight: Sight, counts: RawBuilder<boolean>): Promise<Individual[]> {
  const mark = sql`annotation.id as id, annotation_session.name as round, annotation.label_id as "labelId", annotation.named_by as "namedBy", annotation.review_state as "reviewState",
    case when ${counts} then 1 else 0 end as counts`
  const isOfEnded = sql`annotation_session.project_id = ${sight.projectId} and annotation_session.grouped_at is not null
    and annotation.removed_at is null and media.removed_at is null and ${shownTo(sight)}`
  const { rows } = await sql<Row>`
    select mark.session_id || ' ' || mark.group_id as individual, mark.account_id as "accountId", cast(null as text) as "pointId", ${mark}
    from annotation_session
      join mark_group on mark_group.session_id = annotation_session.id and mark_group.point_id is null
      join mark_group_mark as mark on mark.session_id = mark_group.session_id and mark.group_id = mark_group.id
      join annotation on annotation.id = mark.annotation_id join media on media.id = annotation.media_id
    where ${isOfEnded}
    union all
    select copy.point_id, copy.account_id, copy.point_id, ${mark}
    from annotation_session
      join annotation_session_point as copy on copy.session_id = annotation_session.id
      join annotation on annotation.id = copy.annotation_id join media on media.id = annotation.media_id
    where ${isOfEnded} and annotation.label_id is not null
    order by individual, id`.execute(db)
  if (rows.length === 0) return []
  const parents = await parentsOf(db, sight.projectId)
  const individuals: Individual[] = []
  for (const own of together(Map.groupBy(rows, row => row.individual).values())) {
    const counting = own.filter(row => row.counts === 1)
    const [first] = counting
    if (!first) continue
    const votes = counting.map(({ id, labelId, reviewState }) => ({ id, labelId, isConfirmed: reviewState === 'confirmed' }))
    individuals.push({
      ...consensusOf(votes, id => parents.get(id) ?? null),
      round: first.round,
      pointId: first.pointId,
      marks: own.map(({ id, labelId, accountId, namedBy }) => ({ id, labelId, accountId, namedBy }))
    })
  }
  return individuals
}

/**
 * Merges groups that share an annotation into one individual, because rounds may share images and overlap in time. Groups in which one person
 * made different annotations remain separate individuals.
 */
function together(groups: Iterable<Row[]>): Row[][] {
  const individuals: Row[][] = []
  const individualOf = new Map<string, Row[]>()
  for (const rows of groups) {
    const fresh = rows.filter(({ id }) => !individualOf.has(id))
    const before = rows.map(({ id }) => individualOf.get(id)).find(individual => individual !== undefined)
    const isSame = before && fresh.every(({ accountId }) => before.every(row => row.accountId !== accountId))
    const individual = isSame ? before : []
    if (!isSame && fresh.length > 0) individuals.push(individual)
    individual.push(...fresh)
    for (const { id } of fresh) individualOf.set(id, individual)
  }
  return individuals
}

/** Counts the annotations, the individuals, and the individuals whose label is only the common ancestor of differing labels. */
export const individualFigures = (individuals: readonly Individual[]) => ({
  marks: individuals.reduce((sum, { marks }) => sum + marks.length, 0),
  things: individuals.length,
  notSettled: individuals.filter(({ by }) => by === 'shared').length
})

async function parentsOf(db: Database, projectId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('label')
    .select(['id', 'parent_id'])
    .where('project_id', '=', projectId)
    .where('parent_id', 'is not', null)
    .execute()
  return new Map(rows.flatMap(({ id, parent_id: parent }): [string, string][] => (parent === null ? [] : [[id, parent]])))
}
