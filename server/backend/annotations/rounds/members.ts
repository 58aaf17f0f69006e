import { sql } from 'kysely'
import { annotationCodes } from '../../../../shared/error-codes/annotations.ts'
import { formerMember } from '../../../../shared/former-member.ts'
import { codedError } from '../../../lib/coded-error.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import type { Transaction } from '../../projects/edit-project.ts'
import { amongValuesOf } from '../../storage/among.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'
import { isUnnamedPoint, removePoints } from './points.ts'
import type { RoundRow } from './round-row.ts'

const MemberHasMarks = codedError<[string]>(annotationCodes.MEMBER_HAS_MARKS)
const MemberNotBlind = codedError<[string]>(annotationCodes.MEMBER_NOT_BLIND)

/** Reads the members of rounds by round id, each list sorted by name. */
export async function membersOf(db: Database, roundIds: string[]): Promise<Map<string, { accountId: string; name: string }[]>> {
  const wanted = jsonItems(
    db,
    roundIds.map(id => ({ id }))
  )
  const rows = await db
    .selectFrom('annotation_session_member')
    .innerJoin('account', 'account.id', 'annotation_session_member.account_id')
    .select(['session_id', 'account.id', 'account.name', 'account.email'])
    .where('session_id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .execute()
  const members = new Map<string, { accountId: string; name: string }[]>()
  for (const row of rows) {
    const list = members.get(row.session_id) ?? []
    list.push({ accountId: row.id, name: row.name ?? row.email })
    members.set(row.session_id, list)
  }
  for (const list of members.values())
    list.sort((a, b) => (a.name === b.name ? (a.accountId < b.accountId ? -1 : 1) : a.name < b.name ? -1 : 1))
  return members
}

/** Adds members to a round. @throws InvalidRequest for an account that cannot annotate in the project */
export async function addMembers(transaction: Transaction, projectId: string, roundId: string, memberIds: string[]): Promise<void> {
  if (memberIds.length === 0) return
  const { total } = await transaction
    .selectFrom('project_member')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('project_id', '=', projectId)
    .where('role', 'in', ['owner', 'editor'])
    .where('account_id', 'in', memberIds)
    .executeTakeFirstOrThrow()
  if (total !== memberIds.length)
    throw new InvalidRequest([{ path: '/memberIds', message: 'includes an account that is not an editor or owner of this project' }])
  await transaction
    .insertInto('annotation_session_member')
    .values(memberIds.map(member => ({ session_id: roundId, account_id: member })))
    .execute()
}

/**
 * Replaces the members of a round that has not ended. A new member must not have worked on images of the round since its start.
 * Other people's annotations were visible during that work. A departing member must not have annotated any of these images since the start.
 * @throws InvalidRequest
 * @throws MemberNotBlind
 * @throws MemberHasMarks
 */
export async function changeMembers(
  transaction: Transaction,
  round: RoundRow,
  memberIds: string[],
  by: { accountId: string; at: string }
): Promise<void> {
  const { id: roundId, project_id: projectId } = round
  const before = (await membersOf(transaction, [roundId])).get(roundId) ?? []
  const added = memberIds.filter(id => !before.some(({ accountId }) => accountId === id))
  const removed = before.map(({ accountId }) => accountId).filter(id => !memberIds.includes(id))
  const [seer] = await whoWorked(transaction, round, added)
  if (seer) throw new MemberNotBlind(await nameOf(transaction, seer))
  const [marker] = await whoMarked(transaction, round, removed)
  if (marker) throw new MemberHasMarks(await nameOf(transaction, marker))
  await addMembers(transaction, projectId, roundId, added)
  for (const accountId of removed) {
    await removePoints(transaction, { roundId, accountId }, by)
    await transaction
      .deleteFrom('annotation_session_member')
      .where('session_id', '=', roundId)
      .where('account_id', '=', accountId)
      .execute()
  }
}

const imagesOf = ({ id }: RoundRow) => sql`select media_id from annotation_session_media where session_id = ${id}`

/** Reads the ids of the given accounts that have annotated images of a round since it started. */
async function whoMarked(db: Database, round: RoundRow, accountIds: string[]): Promise<string[]> {
  if (accountIds.length === 0) return []
  const rows = await db
    .selectFrom('annotation')
    .select('created_by')
    .distinct()
    .where(amongValuesOf(db, 'annotation.media_id', imagesOf(round)))
    .where('created_by', 'in', accountIds)
    .where('created_at', '>=', round.starts_at)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`not ${isUnnamedPoint}`)
    .execute()
  return rows.flatMap(({ created_by: accountId }) => accountId ?? [])
}

/**
 * Reads the ids of the given accounts that have worked on a round since it started. Work is an annotation, or setting an image to done or
 * reviewed. Ids may repeat.
 */
async function whoWorked(db: Database, round: RoundRow, accountIds: string[]): Promise<string[]> {
  if (accountIds.length === 0) return []
  const done = await db
    .selectFrom('media_work')
    .select('account_id')
    .distinct()
    .where(amongValuesOf(db, 'media_work.media_id', imagesOf(round)))
    .where('account_id', 'in', accountIds)
    .where('state', 'in', ['done', 'reviewed'])
    .where('at', '>=', round.starts_at)
    .execute()
  return [...(await whoMarked(db, round, accountIds)), ...done.map(row => row.account_id)]
}

async function nameOf(db: Database, accountId: string): Promise<string> {
  const account = await db.selectFrom('account').select(['name', 'email']).where('id', '=', accountId).executeTakeFirst()
  return account?.name ?? account?.email ?? formerMember
}
