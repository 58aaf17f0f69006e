import type { Role } from '../../../shared/contracts/projects.ts'
import { RoleNeeded } from '../../lib/errors.ts'
import { type PlaceViewer, thePublic } from '../generalisations/shown-places.ts'

/** Running rounds of a project in which an account takes part. */
export interface Blind {
  accountId: string
  rounds: { id: string; name: string; startsAt: string; endsAt: string; hidesEarlier: boolean }[]
}

declare const opened: unique symbol

/** Part of a project that a viewer or a job may see. It is plain data, so that it can be sent to threads. */
export interface Sight {
  /** Brand that excludes other objects. Only `access.ts` and the functions below make a sight. */
  readonly [opened]: true
  readonly projectId: string
  /** Id of the account; null for a job without one. */
  readonly accountId: string | null
  /** Running blind rounds that hide annotations of others; null when nothing is hidden. */
  readonly blind: Blind | null
  /** Viewer whose rights determine the precision of places. */
  readonly places: PlaceViewer
}

/** Sight of an account, in a request or a job. */
export interface AccountSight extends Sight {
  readonly accountId: string
}

/** Project opened for a request. The account has at least the required role. */
export interface Scope extends AccountSight {
  /** Role of the account; `viewer` for everyone in an internal project. */
  readonly role: Role
}

/** Makes a sight. No other file than `access.ts` may import it, which a test enforces. */
export const sight = <S extends Omit<Sight, typeof opened>>(facts: S): S & Sight => facts as S & Sight

/**
 * Sight of all annotations of a project, for work whose result is not shown to blind members. By default, places have the precision that
 * the public gets.
 * @param reason why nothing has to be hidden
 * @param places for a file that stays on the server
 */
export const everything = (projectId: string, reason: string, places: PlaceViewer = thePublic): Sight & { reason: string } =>
  sight({ projectId, accountId: null, blind: null, places, reason })

/** Sight of the part of a project that a published file contains. Everything hidden from a blind member is left out. */
export const publishedTo = ({ projectId, blind }: Sight): Sight =>
  sight({ projectId, accountId: null, blind, places: { ...thePublic, isBlind: blind !== null } })

const rank: Record<Role, number> = { viewer: 1, editor: 2, owner: 3 }

/** Checks the role of a scope. @throws RoleNeeded */
export function requireRole({ role }: Pick<Scope, 'role'>, atLeast: Role): void {
  if (rank[role] < rank[atLeast]) throw new RoleNeeded(atLeast)
}
