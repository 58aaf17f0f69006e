import { type AnnotationSession, type SessionImages, sessionLimits } from '../../../../shared/contracts/annotation-sessions.ts'
import { formerMember } from '../../../../shared/former-member.ts'
import { NotFound } from '../../../lib/errors.ts'
import type { AccountSight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { membersOf } from './members.ts'
import { type RoundRow, stateAt } from './round-row.ts'

/** Reads rounds. */
// Long: all queries for one resource.
export function roundRepository(db: Database) {
  const select = (from: Database = db) =>
    from
      .selectFrom('annotation_session')
      .leftJoin('account', 'account.id', 'annotation_session.created_by')
      .selectAll('annotation_session')
      .select(({ fn }) => fn.coalesce('account.name', 'account.email').as('created_by_name'))

  /** Reads the row of a round. @throws NotFound */
  async function row(roundId: string, from: Database = db): Promise<RoundRow> {
    const found = await select(from).where('annotation_session.id', '=', roundId).executeTakeFirst()
    if (!found) throw new NotFound('The session')
    return found
  }

  async function toContracts(rows: RoundRow[], accountId: string): Promise<AnnotationSession[]> {
    const members = await membersOf(
      db,
      rows.map(({ id }) => id)
    )
    return rows.map(found => {
      const taking = members.get(found.id) ?? []
      return {
        id: found.id,
        projectId: found.project_id,
        name: found.name,
        description: found.description,
        startsAt: found.starts_at,
        endsAt: found.ends_at,
        state: stateAt(found),
        hidesEarlier: found.hides_earlier === 1,
        images: JSON.parse(found.images) as SessionImages,
        imageCount: found.image_count,
        members: taking,
        isMember: taking.some(member => member.accountId === accountId),
        createdBy: found.created_by_name ?? formerMember,
        createdAt: found.created_at,
        revision: found.revision
      }
    })
  }

  return {
    row,

    /** Converts a round to its API form, as `accountId` sees it. */
    async toContract(found: RoundRow, accountId: string): Promise<AnnotationSession> {
      const [round] = await toContracts([found], accountId)
      return round as AnnotationSession
    },

    /** Lists the rounds of a project, newest first. */
    async list({ projectId, accountId }: AccountSight): Promise<AnnotationSession[]> {
      const rows = await select()
        .where('annotation_session.project_id', '=', projectId)
        .orderBy('annotation_session.id', 'desc')
        .limit(sessionLimits.perProject)
        .execute()
      return toContracts(rows, accountId)
    },

    /** Members of a round, sorted by name. */
    members: async (roundId: string) => (await membersOf(db, [roundId])).get(roundId) ?? []
  }
}
