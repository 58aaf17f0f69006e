import { sql } from 'kysely'
import type { Agreement, MatchLimits } from '../../../../shared/contracts/annotation-sessions.ts'
import { formerMember } from '../../../../shared/former-member.ts'
import { timestamp } from '../../../lib/clock.ts'
import type { EventBus } from '../../events/bus.ts'
import { heldEdits } from '../../jobs/held-edits.ts'
import { jobSubject } from '../../jobs/job-subject.ts'
import type { JobHandler } from '../../jobs/queue.ts'
import { projectEdits, type Transaction } from '../../projects/edit-project.ts'
import { everything } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { amongIds, jsonItems } from '../../storage/json-items.ts'
import { freshStatistics } from '../../storage/statistics.ts'
import { unreviewed } from '../review/review-after.ts'
import { type Rewriting, rewrite } from '../review/rewrite.ts'
import { imagesOf, type RoundImage } from './marks.ts'
import { roundRepository } from './repository.ts'
import { stateAt } from './round-row.ts'
import { AgreementTally, type Group } from './tally.ts'

export const agreementJob = 'annotations.agreement'

/**
 * Job that matches the annotations of a round and computes the agreement of its members, image by image. Once the round has ended,
 * annotations that disagree become disputed. Annotations that an earlier run disputed and that now agree become unreviewed again. Each run
 * recomputes everything.
 */
// Long: one job, step by step.
export function agreementWork({ db, events }: { db: Database; events: EventBus }): JobHandler {
  const edits = projectEdits(db, events)
  const rounds = roundRepository(db)
  return async ({ payload, signal, progress, hold }) => {
    const editProject = heldEdits(edits, hold)
    const roundId = String(payload.sessionId)
    const round = await jobSubject(rounds.row(roundId), 'The session no longer exists')
    const sight = everything(round.project_id, 'the annotations of all members are compared, and blind members do not get the result')
    const request = await db.selectFrom('annotation_session_agreement').selectAll().where('session_id', '=', roundId).executeTakeFirst()
    if (!request) return
    const limits: MatchLimits = JSON.parse(request.limits)
    const now = timestamp()
    const hasEnded = stateAt(round, now) === 'ended'
    const asOf = hasEnded ? round.ends_at : now
    const before = new Set(request.disputed_at?.split(' '))
    const members = await rounds.members(roundId)
    const tally = new AgreementTally(
      members.map(({ accountId }) => accountId),
      limits
    )
    await db.transaction().execute(async transaction => {
      await hold(transaction)
      await transaction.updateTable('annotation_session').set({ grouped_at: null }).where('id', '=', roundId).execute()
      await transaction.deleteFrom('mark_group').where('session_id', '=', roundId).execute()
      if (hasEnded)
        await transaction
          .updateTable('annotation_session_agreement')
          .set({ disputed_at: [...before, now].join(' ') })
          .where('session_id', '=', roundId)
          .execute()
    })
    let done = 0
    for await (const images of imagesOf(db, round, asOf, signal)) {
      await progress(done, round.image_count)
      const found = images.map((image, at) => ({ image, position: done + at, groups: tally.add(image) }))
      // All annotations that this run disputes get the time of the run. The next run recognises them by this timestamp.
      await editProject(sight, async ({ transaction }) => {
        await keepGroups(transaction, roundId, found)
        if (!hasEnded) return
        const rewritings = found.flatMap(({ groups }) => groups.flatMap(group => disputed(group, before, request.asked_by, now)))
        await rewrite(transaction, await unedited(transaction, rewritings), { accountId: request.asked_by, at: now, kind: 'revise' })
      })
      done += images.length
    }
    const { annotators, categories, ...figures } = tally.figures()
    const names = new Map(members.map(({ accountId, name }) => [accountId, name]))
    const labels = await labelNames(db, categories)
    const result: Agreement = {
      limits,
      computedAt: now,
      asOf,
      imageCount: round.image_count,
      annotators: annotators.map(one => ({ ...one, name: names.get(one.accountId) ?? formerMember })),
      labels: categories.map(id => (id === '' ? { id: null, name: 'No label' } : { id, name: labels.get(id) ?? 'a deleted label' })),
      ...figures
    }
    await freshStatistics(db, ['mark_group', 'mark_group_mark'])
    await db.transaction().execute(async transaction => {
      await hold(transaction)
      await transaction
        .updateTable('annotation_session_agreement')
        .set({ result: JSON.stringify(result), disputed_at: hasEnded ? now : request.disputed_at })
        .where('session_id', '=', roundId)
        .execute()
      if (hasEnded) await transaction.updateTable('annotation_session').set({ grouped_at: now }).where('id', '=', roundId).execute()
    })
    await progress(round.image_count, round.image_count)
    events.publish({ type: 'changed', noun: 'annotations', projectId: sight.projectId })
  }
}

/**
 * Annotations of a group that become disputed, or unreviewed again.
 * @param before timestamps of earlier runs, including unfinished ones, that disputed annotations
 */
function disputed({ kind, marks }: Group, before: ReadonlySet<string>, accountId: string | null, at: string): Rewriting[] {
  return marks.flatMap(({ row }): Rewriting[] => {
    if (row.removed_at !== null) return []
    if (kind === 'agreed')
      return row.review_state === 'disputed' && before.has(row.modified_at) ? [{ before: row, after: { ...row, ...unreviewed } }] : []
    // An annotation that stays disputed is rewritten too, because the next run recognises it by its timestamp.
    const isOurs = row.review_state === 'disputed' && before.has(row.modified_at)
    return row.review_state === 'proposed' || isOurs
      ? [{ before: row, after: { ...row, review_state: 'disputed', reviewed_by: accountId, reviewed_at: at } }]
      : []
  })
}

/** Leaves out annotations that were edited since they were read. */
async function unedited(transaction: Transaction, rewritings: Rewriting[]): Promise<Rewriting[]> {
  if (rewritings.length === 0) return []
  const ids = amongIds(
    transaction,
    rewritings.map(({ before }) => before.id)
  )
  const rows = await transaction.selectFrom('annotation').select(['id', 'revision']).where('id', 'in', ids).execute()
  const revisions = new Map(rows.map(({ id, revision }) => [id, revision]))
  return rewritings.filter(({ before }) => revisions.get(before.id) === before.revision)
}

async function keepGroups(
  transaction: Transaction,
  roundId: string,
  found: { image: RoundImage; position: number; groups: Group[] }[]
): Promise<void> {
  const all = found.flatMap(({ image, position, groups }) =>
    groups.map((group, at) => ({ id: `${String(position).padStart(8, '0')}-${String(at).padStart(6, '0')}`, mediaId: image.id, group }))
  )
  if (all.length === 0) return
  const groups = jsonItems(
    transaction,
    all.map(({ id, mediaId, group }) => ({
      id,
      media: mediaId,
      kind: group.kind,
      looked: JSON.stringify(group.looked),
      point: group.marks[0]?.pointId ?? null
    }))
  )
  const text = (name: string) => sql`item.value ->> ${sql.lit(name)}`
  await sql`
    insert into mark_group (session_id, id, media_id, kind, looked, point_id)
    select ${roundId}, ${text('id')}, ${text('media')}, ${text('kind')}, ${text('looked')}, ${text('point')} from ${groups}`.execute(
    transaction
  )
  const marks = jsonItems(
    transaction,
    all.flatMap(({ id, group }) =>
      group.marks.map(mark => ({ group: id, annotation: mark.row.id, account: mark.accountId, label: mark.labelId }))
    )
  )
  await sql`
    insert into mark_group_mark (session_id, group_id, annotation_id, account_id, label_id)
    select ${roundId}, ${text('group')}, ${text('annotation')}, ${text('account')}, ${text('label')} from ${marks}`.execute(transaction)
}

async function labelNames(db: Database, ids: string[]): Promise<Map<string, string>> {
  const request = jsonItems(
    db,
    ids.map(id => ({ id }))
  )
  const rows = await db
    .selectFrom('label')
    .select(['id', 'name'])
    .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${request})`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
