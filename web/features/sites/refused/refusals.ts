import type { Site, SiteDraft } from '../../../../shared/contracts/sites.ts'
import type { StoredEdit } from '../../../sync/stored-edit.ts'
import { edited, editOf, type SiteVersion, type StoredOperation } from '../document/edits.ts'
import { siteKind } from '../document/noun.ts'

/** The refused edits of one site, oldest first. */
export interface SiteRefusal {
  siteId: string
  /** Ids of the refused edits. */
  ids: string[]
  operations: StoredOperation[]
  /** Reason why the first edit was refused. The other edits build on it. */
  problem: string
  /** Time of the last edit, RFC 3339. */
  madeAt: string
}

export function siteRefusalsOf(refused: readonly StoredEdit[], projectId: string): SiteRefusal[] {
  const refusals = new Map<string, SiteRefusal>()
  for (const { id, kind, project, thing: siteId, body, problem, madeAt } of refused) {
    if (kind !== siteKind || project !== projectId) continue
    const operation = body as StoredOperation
    const known = refusals.get(siteId)
    if (known) Object.assign(known, { madeAt, ids: [...known.ids, id], operations: [...known.operations, operation] })
    else refusals.set(siteId, { siteId, ids: [id], operations: [operation], problem: problem ?? '', madeAt })
  }
  return [...refusals.values()]
}

/**
 * Applies refused edits to the current state of a site. Fields that the edits did not change keep their current values. Returns null if the
 * site is gone and the edits neither create nor restore it.
 * @param there current state on the server; null if the site is gone
 */
export function mineOf({ operations, madeAt: at }: SiteRefusal, projectId: string, there: Site | null): SiteVersion | null {
  const before = there ? { ...there, removed: false } : undefined
  return operations.reduce<SiteVersion | undefined>((mine, operation) => edited(projectId, mine, editOf(operation), { at }), before) ?? null
}

const fieldNames = [
  ...(['name', 'type', 'surveyId', 'decimalLatitude', 'decimalLongitude', 'minimumDepthInMeters', 'maximumDepthInMeters'] as const),
  ...(['notes', 'footprintWKT', 'samplingProtocol', 'samplingDescription', 'sampleSizeValue', 'sampleSizeUnit'] as const),
  ...(['samplingEffort', 'habitat', 'locationID'] as const)
] satisfies (keyof SiteDraft)[]

export type FieldName = (typeof fieldNames)[number]

/** Returns the name and the other fields in which two versions differ. Without a version on the server, returns the fields with a value. */
export const shownFields = (mine: SiteVersion, there: Site | null): FieldName[] =>
  fieldNames.filter(name => name === 'name' || (there ? mine[name] !== there[name] : mine[name] !== null))

/** Returns the fields of a version that a person can edit. */
export const draftOf = (version: SiteVersion): SiteDraft =>
  Object.fromEntries(fieldNames.map(name => [name, version[name]])) as unknown as SiteDraft
