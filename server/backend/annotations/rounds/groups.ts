import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { annotationSessionsApi, MarkGroup } from '../../../../shared/contracts/annotation-sessions.ts'
import type { BodyOf } from '../../../../shared/contracts/contract.ts'
import { annotationCodes } from '../../../../shared/error-codes/annotations.ts'
import { formerMember } from '../../../../shared/former-member.ts'
import { codedError } from '../../../lib/coded-error.ts'
import { InvalidRequest, NotFound, StaleRevision } from '../../../lib/errors.ts'
import type { EditProject, Transaction } from '../../projects/edit-project.ts'
import type { Scope } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { amongIds, jsonItems } from '../../storage/json-items.ts'
import { currentLabels } from '../../taxonomy/merged-labels.ts'
import { type BulkRow, recordBulk } from '../review/bulk.ts'
import { itemsOf } from '../review/pages.ts'
import { type Rewriting, rewrite } from '../review/rewrite.ts'
import type { AnnotationTable, MarkGroupTable } from '../tables.ts'
import type { RoundRow } from './round-row.ts'

const GroupChanged = codedError(annotationCodes.GROUP_CHANGED)
const PointRemoved = codedError(annotationCodes.POINT_REMOVED)

type Row = Selectable<AnnotationTable>
type Settling = BodyOf<typeof annotationSessionsApi.settle>

/** SQL condition that is true for groups that still need a final label. */
const isOpen = sql<boolean>`exists (
  select 1 from mark_group_mark as mark join annotation on annotation.id = mark.annotation_id join media on media.id = annotation.media_id
  where mark.session_id = mark_group.session_id and mark.group_id = mark_group.id
    and annotation.removed_at is null and media.removed_at is null and annotation.review_state in ('proposed', 'disputed'))`

/** SQL condition that is true for groups whose annotations that are not rejected share one label. */
const sharesLabel = sql<boolean>`(
  select case when count(*) = count(annotation.label_id) and min(annotation.label_id) = max(annotation.label_id) then 1 else 0 end
  from mark_group_mark as mark join annotation on annotation.id = mark.annotation_id
  where mark.session_id = mark_group.session_id and mark.group_id = mark_group.id
    and annotation.removed_at is null and annotation.review_state <> 'rejected') = 1`

/** SQL condition that is true for sample points that have another label by people than the one that the annotations of their group share. */
const contradictsPoint = sql<boolean>`exists (
  select 1 from annotation as original where original.id = mark_group.point_id and original.removed_at is null
    and original.label_id is not null and (original.source = 'human' or original.review_state = 'confirmed')
    and original.label_id <> (
      select min(annotation.label_id) from mark_group_mark as mark join annotation on annotation.id = mark.annotation_id
      where mark.session_id = mark_group.session_id and mark.group_id = mark_group.id
        and annotation.removed_at is null and annotation.review_state <> 'rejected'))`

/** SQL condition that is true for groups of a sample point that was removed. No label of theirs can be kept. */
const lacksPoint = sql<boolean>`(mark_group.point_id is not null and not exists (
  select 1 from annotation as original where original.id = mark_group.point_id and original.removed_at is null))`

const shown: Record<'open' | 'disagreements' | 'agreed' | 'all', RawBuilder<boolean>> = {
  open: sql`(mark_group.kind <> 'agreed' or not ${sharesLabel} or ${contradictsPoint} or ${lacksPoint}) and ${isOpen}`,
  disagreements: sql`mark_group.kind <> 'agreed'`,
  agreed: sql`mark_group.kind = 'agreed'`,
  all: sql`1 = 1`
}

/**
 * SQL condition that is true for open groups that agreed at the end, and whose annotations that are not rejected still share one label. A sample
 * point with another label by people is left to a person, and so is one that was removed.
 */
const agreedOpen = sql<boolean>`mark_group.kind = 'agreed' and ${isOpen} and ${sharesLabel} and not ${contradictsPoint} and not ${lacksPoint}`
const settledAtOnce = 200

/** Lists and settles groups of annotations. The last matching run assigned the annotations of a group to the same individual. */
// Long: the steps of settling one group.
export function markGroups(db: Database, editProject: EditProject) {
  async function countOf(roundId: string, condition: RawBuilder<boolean>): Promise<number> {
    const { count } = await db
      .selectFrom('mark_group')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('session_id', '=', roundId)
      .where(condition)
      .executeTakeFirstOrThrow()
    return count
  }

  return {
    async page(
      roundId: string,
      { show = 'open', limit = 30, cursor = '' }: { show?: keyof typeof shown; limit?: number; cursor?: string }
    ): Promise<{ items: MarkGroup[]; nextCursor: string | null }> {
      const rows = await db
        .selectFrom('mark_group')
        .innerJoin('media', 'media.id', 'mark_group.media_id')
        .selectAll('mark_group')
        .select('media.file_name')
        .where('session_id', '=', roundId)
        .where('mark_group.id', '>', cursor)
        .where('media.removed_at', 'is', null)
        .where(shown[show])
        .orderBy('mark_group.id')
        .limit(limit + 1)
        .execute()
      const items = await toGroups(db, roundId, rows.slice(0, limit))
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
    },

    /** Counts the open disagreements, and the open groups on which all annotators agree. */
    async openCounts(roundId: string): Promise<{ openCount: number; agreedOpenCount: number }> {
      return { openCount: await countOf(roundId, shown.open), agreedOpenCount: await countOf(roundId, agreedOpen) }
    },

    /**
     * Gives a group its final label, in one transaction. The kept annotation gets the label and is confirmed; the others are rejected. For
     * a sample point, the original point is labelled and its copies are removed.
     * @throws NotFound | GroupChanged when an annotation was removed | PointRemoved | StaleRevision | InvalidRequest
     */
    async settle(
      scope: Scope,
      round: RoundRow,
      groupId: string,
      { keep, marks, pointRevision = 0 }: Settling
    ): Promise<{ row: BulkRow; changed: { id: string; revision: number }[] }> {
      return editProject(scope, async ({ transaction, at, publish }) => {
        const { projectId, accountId } = scope
        const group = await transaction
          .selectFrom('mark_group')
          .selectAll()
          .where('session_id', '=', round.id)
          .where('id', '=', groupId)
          .executeTakeFirst()
        if (!group) throw new NotFound('The group of annotations')
        const rows = await rowsOf(transaction, group)
        const named = new Map(marks.map(({ id, revision }) => [id, revision]))
        if (named.size !== rows.length || rows.some(({ id }) => !named.has(id))) throw new GroupChanged()
        for (const { id, revision } of rows) if (named.get(id) !== revision) throw new StaleRevision(revision, named.get(id) ?? 0)
        const final = await currentKept(transaction, projectId, rows, keep)
        const isPoint = group.point_id !== null
        const point = isPoint && keep ? await pointOf(transaction, group) : null
        if (isPoint && keep && !point) throw new PointRemoved()
        if (point && isNamedByPeople(point) && point.revision !== pointRevision) throw new StaleRevision(point.revision, pointRevision)

        const { kept, others } = await settling(transaction, group, rows, final, { accountId, at })
        await rewrite(transaction, kept, { accountId, at, kind: 'revise' })
        await rewrite(transaction, others, { accountId, at, kind: isPoint ? 'remove' : 'revise' })
        const all = [...kept, ...others]
        const row = await recordBulk(transaction, scope, { at, removed: isPoint }, all)
        const changed = all.map(({ before }) => ({ id: before.id, revision: before.revision + 1 }))
        publish({ type: 'changed', noun: 'annotations', projectId, mediaId: group.media_id, by: accountId })
        return { row, changed }
      })
    },

    /**
     * Settles groups in which all annotators agree on the label. It keeps the confirmed annotation of each, or else the oldest, and leaves
     * rejected ones as they are. One call settles at most 200 groups.
     */
    async settleAgreed(scope: Scope, round: RoundRow): Promise<{ row: BulkRow | null; settledCount: number }> {
      return editProject(scope, async ({ transaction, at, publish }) => {
        const { projectId, accountId } = scope
        const open = await transaction
          .selectFrom('mark_group')
          .selectAll()
          .where('session_id', '=', round.id)
          .where(agreedOpen)
          .orderBy('id')
          .limit(settledAtOnce)
          .execute()
        // A bulk edit is undone as a whole. Settling sample points removes their copies, so these groups get a bulk edit of their own.
        const isPoint = open[0]?.point_id !== null
        const some = open.filter(group => (group.point_id !== null) === isPoint)
        const [kept, others]: [Rewriting[], Rewriting[]] = [[], []]
        let settledCount = 0
        for (const group of some) {
          const rows = await rowsOf(transaction, group)
          const live = rows.filter(row => row.review_state !== 'rejected')
          const best = live.find(row => row.review_state === 'confirmed') ?? live[0]
          if (!best?.label_id) continue
          const keep = { annotationId: best.id, labelId: best.label_id }
          const settled = await settling(transaction, group, isPoint ? rows : live, keep, { accountId, at })
          settledCount += 1
          kept.push(...settled.kept.filter(({ before }) => isPoint || before.review_state !== 'confirmed'))
          others.push(...settled.others)
        }
        if (settledCount === 0) return { row: null, settledCount: 0 }
        await rewrite(transaction, kept, { accountId, at, kind: 'revise' })
        await rewrite(transaction, others, { accountId, at, kind: isPoint ? 'remove' : 'revise' })
        const row = await recordBulk(transaction, scope, { at, removed: isPoint }, [...kept, ...others])
        for (const mediaId of new Set(some.map(group => group.media_id)))
          publish({ type: 'changed', noun: 'annotations', projectId, mediaId, by: accountId })
        return { row, settledCount }
      })
    }
  }
}

/** Changes that settle a group: `kept` for the kept annotation or the original sample point, `others` for the rest. */
async function settling(
  transaction: Transaction,
  group: Selectable<MarkGroupTable>,
  rows: Row[],
  keep: Settling['keep'],
  { accountId, at }: { accountId: string; at: string }
): Promise<{ kept: Rewriting[]; others: Rewriting[] }> {
  const review = { reviewed_by: accountId, reviewed_at: at }
  const final = (labelId: string) => ({ label_id: labelId, review_state: 'confirmed' as const, ...review, removed_at: null })
  const isPoint = group.point_id !== null
  const kept: Rewriting[] = []
  const others: Rewriting[] = []
  for (const before of rows) {
    if (!isPoint && before.id === keep?.annotationId) kept.push({ before, after: final(keep.labelId) })
    else others.push({ before, after: { ...before, review_state: 'rejected', ...review, removed_at: isPoint ? at : before.removed_at } })
  }
  const point = isPoint && keep ? await pointOf(transaction, group) : null
  if (point && keep) kept.push({ before: point, after: final(keep.labelId) })
  return { kept, others }
}

const isNamedByPeople = (row: Row) => row.label_id !== null && (row.source === 'human' || row.review_state === 'confirmed')

/**
 * Checks that the annotation to keep is in the group and its label in the catalog. A merged label is replaced by the label that it was merged into.
 * @throws InvalidRequest
 */
async function currentKept(transaction: Transaction, projectId: string, rows: Row[], keep: Settling['keep']): Promise<Settling['keep']> {
  if (!keep) return null
  if (!rows.some(({ id }) => id === keep.annotationId))
    throw new InvalidRequest([{ path: '/keep/annotationId', message: 'is not an annotation of this group' }])
  const labelId = (await currentLabels(transaction, projectId, [keep.labelId])).get(keep.labelId)
  if (labelId === undefined) throw new InvalidRequest([{ path: '/keep/labelId', message: 'is not in the catalog of this project' }])
  return { ...keep, labelId }
}

/** Reads the annotations of a group that have not been removed since the matching, oldest first. */
function rowsOf(transaction: Transaction, group: Selectable<MarkGroupTable>): Promise<Row[]> {
  return transaction
    .selectFrom('mark_group_mark')
    .innerJoin('annotation', 'annotation.id', 'mark_group_mark.annotation_id')
    .selectAll('annotation')
    .where('mark_group_mark.session_id', '=', group.session_id)
    .where('mark_group_mark.group_id', '=', group.id)
    .where('annotation.removed_at', 'is', null)
    .orderBy('annotation.id')
    .execute()
}

async function pointOf(transaction: Transaction, group: Selectable<MarkGroupTable>): Promise<Row | null> {
  const row = await transaction
    .selectFrom('annotation')
    .selectAll()
    .where('id', '=', group.point_id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

async function toGroups(db: Database, roundId: string, rows: (Selectable<MarkGroupTable> & { file_name: string })[]): Promise<MarkGroup[]> {
  if (rows.length === 0) return []
  const wanted = jsonItems(
    db,
    rows.map(({ id }) => ({ id }))
  )
  const marks = await db
    .selectFrom('mark_group_mark')
    .select(['group_id', 'annotation_id', 'account_id', 'label_id'])
    .where('session_id', '=', roundId)
    .where('group_id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .orderBy('annotation_id')
    .execute()
  const items = await itemsOf(
    db,
    marks.map(mark => mark.annotation_id)
  )
  const annotations = new Map(items.map(item => [item.id, item]))
  const points = await pointsOf(db, rows)
  const lookedAt = rows.map(row => JSON.parse(row.looked) as string[])
  const names = await accountNames(db, new Set([...lookedAt.flat(), ...marks.map(mark => mark.account_id)]))
  const person = (accountId: string) => ({ accountId, name: names.get(accountId) ?? formerMember })
  return rows.map((row, at) => {
    const ofGroup = marks.flatMap(mark => {
      const annotation = annotations.get(mark.annotation_id)
      return mark.group_id === row.id && annotation ? [{ ...person(mark.account_id), labelId: mark.label_id, annotation }] : []
    })
    return {
      id: row.id,
      kind: row.kind,
      isSamplePoint: row.point_id !== null,
      point: points.get(row.point_id ?? '') ?? null,
      settled: !ofGroup.some(
        ({ annotation }) => !annotation.removed && (annotation.reviewState === 'proposed' || annotation.reviewState === 'disputed')
      ),
      mediaId: row.media_id,
      fileName: row.file_name,
      marks: ofGroup,
      missing: (lookedAt[at] ?? []).filter(account => !ofGroup.some(({ accountId }) => accountId === account)).map(person)
    }
  })
}

/** Reads the current labels of the sample points of groups, by the id of the point. Removed points are missing. */
async function pointsOf(
  db: Database,
  groups: readonly Pick<Selectable<MarkGroupTable>, 'point_id'>[]
): Promise<Map<string, MarkGroup['point']>> {
  const ids = groups.flatMap(group => group.point_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('annotation')
    .select(['id', 'revision', 'label_id'])
    .where('id', 'in', amongIds(db, ids))
    .where('removed_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, revision, label_id: labelId }) => [id, { revision, labelId }]))
}

async function accountNames(db: Database, ids: Iterable<string>): Promise<Map<string, string>> {
  const wanted = jsonItems(
    db,
    Array.from(ids, id => ({ id }))
  )
  const rows = await db
    .selectFrom('account')
    .select(['id', 'name', 'email'])
    .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .execute()
  return new Map(rows.map(({ id, name, email }) => [id, name ?? email]))
}
