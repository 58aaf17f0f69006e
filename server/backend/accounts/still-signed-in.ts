import { timestamp } from '../../lib/clock.ts'
import type { Database } from '../storage/database.ts'
import type { IdentifyBearer, Viewer } from '../viewer.ts'

export type StillSignedIn = (viewer: Viewer, bearer: string) => Promise<boolean>

/** Checks whether the sender of a long request is still signed in. The session may outlive the access token with which the request began. */
export function stillSignedIn(db: Database, identify: IdentifyBearer): StillSignedIn {
  return async (viewer, bearer) => {
    if (!viewer.sessionId) return (await identify(bearer)) !== null
    const session = await db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .select('session.id')
      .where('session.id', '=', viewer.sessionId)
      .where('session.expires_at', '>', timestamp())
      .where('account.disabled_at', 'is', null)
      .executeTakeFirst()
    return session !== undefined
  }
}
