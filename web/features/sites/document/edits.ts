import type { Site, SiteDraft, SiteEdit, SiteOperation } from '../../../../shared/contracts/sites.ts'
import type { Hand } from '../../../sync/noun.ts'

/** Site with the unsent edits of this browser. */
export interface SiteVersion extends Site {
  removed: boolean
  /** True while an edit to the site is not on the server. */
  isUnsent?: boolean
}

export type SiteChanges = Omit<SiteEdit, 'revision'>

/**
 * Edit to a site by a person. `was` is the site before a removal. The server leaves a removed site out of its lists. An undo of the removal
 * therefore takes the name and the place from `was`.
 */
export type Edit =
  | { kind: 'create'; siteId: string; draft: SiteDraft }
  | { kind: 'revise'; siteId: string; change: SiteChanges }
  | { kind: 'remove'; siteId: string; was: SiteVersion }
  | { kind: 'restore'; siteId: string; was: SiteVersion }

/** Body of a stored edit: the operation for the server, and what stays in this browser. */
export type StoredOperation = SiteOperation & { was?: SiteVersion }

/** Values of the fields that the draft of a new site leaves out. */
export const unset = {
  surveyId: null,
  type: 'station' as const,
  decimalLatitude: null,
  decimalLongitude: null,
  minimumDepthInMeters: null,
  maximumDepthInMeters: null,
  notes: null,
  footprintWKT: null,
  samplingProtocol: null,
  samplingDescription: null,
  sampleSizeValue: null,
  sampleSizeUnit: null,
  samplingEffort: null,
  habitat: null,
  locationID: null
}

/** A new site, as the server will create it. */
export const newSite = (projectId: string, siteId: string, draft: SiteDraft, at: string): SiteVersion => ({
  id: siteId,
  projectId,
  ...unset,
  ...draft,
  mediaCount: 0,
  createdAt: at,
  modifiedAt: at,
  revision: 1,
  removed: false
})

/**
 * Applies an edit to a site. Returns undefined if there is no site to edit. The new revision is the one that the server will assign unless
 * another edit reaches the server first.
 */
export function edited(projectId: string, before: SiteVersion | undefined, edit: Edit, { at }: Pick<Hand, 'at'>): SiteVersion | undefined {
  const mark = { isUnsent: true, modifiedAt: at }
  if (edit.kind === 'create') return { ...newSite(projectId, edit.siteId, edit.draft, at), ...mark }
  if (edit.kind === 'remove') return { ...(before ?? edit.was), ...mark, removed: true }
  if (edit.kind === 'restore') {
    const there = before ?? { ...edit.was, removed: true }
    return there.removed ? { ...there, ...mark, removed: false, revision: there.revision + 1 } : there
  }
  return before && { ...before, ...edit.change, ...mark, revision: before.revision + 1 }
}

/** Returns the inverse of an edit. @param before state of the site before the edit */
export function inverseOf(projectId: string, before: SiteVersion | undefined, edit: Edit): Edit {
  const { siteId } = edit
  if (edit.kind === 'create') return { kind: 'remove', siteId, was: newSite(projectId, siteId, edit.draft, '') }
  if (edit.kind === 'remove') return { kind: 'restore', siteId, was: before ?? edit.was }
  if (edit.kind === 'restore') return { kind: 'remove', siteId, was: before ?? edit.was }
  const names = Object.keys(edit.change) as (keyof SiteChanges)[]
  return { kind: 'revise', siteId, change: before ? Object.fromEntries(names.map(name => [name, before[name]])) : {} }
}

/** Returns the edit for a redo. The undo of a creation merely removed the site, so the redo restores the site. */
export const repeated = (projectId: string, edit: Edit): Edit =>
  edit.kind === 'create' ? { kind: 'restore', siteId: edit.siteId, was: newSite(projectId, edit.siteId, edit.draft, '') } : edit

/** Returns the body of an edit. @param revision base revision of the edit */
export function operationOf(id: string, edit: Edit, revision: number): StoredOperation {
  const { kind, siteId } = edit
  if (kind === 'create') return { id, kind, siteId, ...edit.draft }
  if (kind === 'revise') return { id, kind, siteId, revision, ...edit.change }
  if (kind === 'remove') return { id, kind, siteId, revision, was: edit.was }
  // `was` is from the time of the step, and later edits may have increased the revision
  return { id, kind, siteId, was: { ...edit.was, revision: Math.max(revision, edit.was.revision) } }
}

/** Returns the edit that a stored operation contains. */
export function editOf(operation: StoredOperation): Edit {
  const { kind, siteId } = operation
  if (kind === 'create') {
    const { id: _id, kind: _kind, siteId: _site, was: _was, ...draft } = operation
    return { kind, siteId, draft }
  }
  if (kind === 'revise') {
    const { id: _id, kind: _kind, siteId: _site, revision: _revision, was: _was, ...change } = operation
    return { kind, siteId, change }
  }
  return { kind, siteId, was: operation.was! }
}

/** Returns the base revision of an operation, or 0 if it creates the site. */
export const madeOn = (operation: StoredOperation): number =>
  operation.kind === 'create' ? 0 : operation.kind === 'restore' ? (operation.was?.revision ?? 0) : operation.revision

/** Returns the fields of a draft that differ from a site. */
export const changesTo = (site: Site, draft: SiteDraft): SiteChanges =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== site[name as keyof SiteDraft]))
