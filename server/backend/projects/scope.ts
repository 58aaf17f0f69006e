import type { Role } from '../../../shared/contracts/projects.ts'
import { RoleNeeded } from '../../lib/errors.ts'
import { type PlaceViewer, thePublic } from '../generalisations/shown-places.ts'

/** In which running rounds of a project someone takes part. */
export interface Blind {
  accountId: string
  rounds: { id: string; name: string; startsAt: string; endsAt: string; hidesEarlier: boolean }[]
}

declare const opened: unique symbol

/** As much of one project as somebody sees, or a piece of work. Plain data, so that it crosses into threads. */
export interface Sight {
  /** Keeps other objects out: `access`, `everything` and `publishedTo` make a sight. */
  readonly [opened]: true
  readonly projectId: string
  /** Null for work that is nobody's. */
  readonly accountId: string | null
  /** Running blind rounds that hide annotations of others; null where nothing is hidden. */
  readonly blind: Blind | null
  /** For whom places are shown. */
  readonly places: PlaceViewer
}

/** What an account does in a project on its own behalf, in a job too. */
export interface AccountSight extends Sight {
  readonly accountId: string
}

/** A project that was opened for a request: the account has at least the role that was asked for. */
export interface Scope extends AccountSight {
  /** `viewer` for everyone in an internal project. */
  readonly role: Role
}

/** For `access`, which has read the facts; a test keeps other modules from it. */
export const sight = <S extends Omit<Sight, typeof opened>>(facts: S): S & Sight => facts as S & Sight

/**
 * All annotations of a project, for work whose result no blind member gets. Places are those that everyone gets.
 * @param reason why nothing has to be hidden here
 * @param places for a file that stays in the house
 */
export const everything = (projectId: string, reason: string, places: PlaceViewer = thePublic): Sight & { reason: string } =>
  sight({ projectId, accountId: null, blind: null, places, reason })

/** What a published file would hold of a project, without what is hidden from a blind member. */
export const publishedTo = ({ projectId, blind }: Sight): Sight =>
  sight({ projectId, accountId: null, blind, places: { ...thePublic, isBlind: blind !== null } })

const rank: Record<Role, number> = { viewer: 1, editor: 2, owner: 3 }

/** @throws RoleNeeded */
export function requireRole({ role }: Pick<Scope, 'role'>, atLeast: Role): void {
  if (rank[role] < rank[atLeast]) throw new RoleNeeded(atLeast)
}
