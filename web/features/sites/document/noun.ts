import type { Document } from '../../../sync/document.ts'
import type { Noun } from '../../../sync/noun.ts'
import { type Edit, edited, editOf, inverseOf, madeOn, operationOf, repeated, type SiteVersion, type StoredOperation } from './edits.ts'

/** Document of the sites of a project. Its only subject is the project. */
export type SiteDocument = Document<SiteVersion, Edit, StoredOperation>

export const siteKind = 'site'

/** Returns the rules for edits to the sites of a project. */
export const siteNoun = (projectId: string): Noun<SiteVersion, Edit, StoredOperation> => ({
  kind: siteKind,
  subjectOf: site => site.projectId,
  entityOf: ({ siteId }) => siteId,
  isNew: ({ kind }) => kind === 'create',
  // without a network, a deletion can still be undone: the edit has the name and place
  isWhole: ({ kind }) => kind === 'create' || kind === 'restore',
  edited: (before, edit, hand) => edited(projectId, before, edit, hand),
  inverseOf: (before, edit) => inverseOf(projectId, before, edit),
  repeated: edit => repeated(projectId, edit),
  operationOf,
  editOf,
  madeOn,
  renewed: newest => newest
})
