import type { Role } from '../../../shared/contracts/projects.ts'
import { RoleNeeded } from '../../lib/errors.ts'
import { type PlaceViewer, thePublic } from '../generalisations/shown-places.ts'

/** Running blind rounds of a project that an account takes part in. */
export interface Blind {
  accountId: string
  rounds: { id: string; name: string; startsAt: string; endsAt: string; hidesEarlier: boolean }[]
}

declare const opened: unique symbol

/** Part of a project that a viewer or a job may see. It is plain data, so it can be passed to threads. */
export interface Sight {
  /** Brand that rules out other objects. Only `access.ts` and the functions below create a sight. */
  readonly [opened]: true
  readonly projectId: string
  /** Id of the account; null for a job without one. */
  readonly accountId: string | null
  /** Running rounds in which annotations of others are hidden; null if nothing is hidden. */
  readonly blind: Blind | null
  /** Viewer whose rights determine how precisely places are shown. */
  readonly places: PlaceViewer
}

/** Sight from which no annotation is hidden. `refuseBlind` creates one from a scope, for calls that refuse blind members. */
export interface FullSight extends Sight {
  readonly blind: null
}

/** Sight of an account, in a request or a job. */
export interface AccountSight extends Sight {
  readonly accountId: string
}

/** Project that was opened for a request. The account has at least the required role. */
export interface Scope extends AccountSight {
  /** Role of the account. In an internal project, accounts that are not members have the role `viewer`. */
  readonly role: Role
}

/** Creates a sight. Only `access.ts` may import it, which a test enforces. */
export const sight = <S extends Omit<Sight, typeof opened>>(facts: S): S & Sight => facts as S & Sight

/**
 * Creates a sight of all annotations of a project, for work whose result blind members do not see. By default, places are as precise as the public
 * may see them.
 * @param reason why nothing has to be hidden
 * @param places viewer for the precision of places, if the result stays on the server
 */
export const everything = (projectId: string, reason: string, places: PlaceViewer = thePublic): FullSight & { reason: string } =>
  sight({ projectId, accountId: null, blind: null, places, reason })

/** Creates a sight of the part of a project that a published file may contain. Annotations that are hidden from a blind member are excluded. */
export const publishedTo = ({ projectId, blind }: Sight): Sight =>
  sight({ projectId, accountId: null, blind, places: { ...thePublic, isBlind: blind !== null } })

const rank: Record<Role, number> = { viewer: 1, editor: 2, owner: 3 }

/** Checks the role of a scope. @throws RoleNeeded */
export function requireRole({ role }: Pick<Scope, 'role'>, atLeast: Role): void {
  if (rank[role] < rank[atLeast]) throw new RoleNeeded(atLeast)
}
