import { type Static, Type } from 'typebox'
import { catalogListLimitBytes } from '../limits.ts'
import { exampleId, Id, Nullable, Page, PageQuery, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { NamedTaxon } from './taxonomy.ts'

export type RowOutcome = Static<typeof RowOutcome>
/** Outcome of one row of a list. */
export const RowOutcome = Type.Object({
  row: Type.Integer({ description: 'line of the file, where the header is line 1, or the position in the list' }),
  outcome: Type.Enum(['new', 'changed', 'ambiguous', 'refused'], {
    description: 'ambiguous: left out because a person has to decide'
  }),
  name: Type.String(),
  taxon: Type.Optional(NamedTaxon),
  parentName: Nullable(Type.String()),
  column: Nullable(Type.String()),
  message: Nullable(Type.String()),
  candidates: Type.Optional(
    Type.Array(Type.Object({ id: Id, name: Type.String(), parentName: Nullable(Type.String()) }), {
      description: 'candidate labels in the catalog for an ambiguous row; at most 20'
    })
  )
})

export type ImportReport = Static<typeof ImportReport>
/** Outcome or preview of an import. */
export const ImportReport = Type.Object({
  importId: Nullable(Id, { description: 'id for undoing it; null for a preview, or when nothing changed' }),
  rowCount: Type.Integer(),
  newCount: Type.Integer({ description: 'number of new labels, including those from columns such as `family`' }),
  changedCount: Type.Integer(),
  unchangedCount: Type.Integer({
    description: 'number of rows that change nothing because the catalog or another row already has their content'
  }),
  ambiguousCount: Type.Integer(),
  refusedCount: Type.Integer(),
  columns: Type.Array(Type.Object({ name: Type.String(), meaning: Type.String({ description: 'field of the label, or `ignored`' }) })),
  rows: Type.Array(RowOutcome, { description: 'the first 10,000 of each outcome, by row' }),
  leftOut: Type.Array(Type.Object({ row: Type.Integer(), column: Type.String(), message: Type.String() }), {
    description: 'skipped cells of imported rows; the first 10,000'
  })
})

/** Reason why undoing an import left one of its labels in the catalog. */
export const KeptReason = Type.Enum(['used', 'changed', 'above', 'rule', 'merged'], {
  description:
    'annotations or observations have it; it has been changed since; a label that stays is under it; a rule, a model or a reference image uses it; another label was merged into it'
})

export type CatalogImport = Static<typeof CatalogImport>
/** Past import into a catalog. */
export const CatalogImport = Type.Object({
  id: Id,
  projectId: Id,
  sourceName: Type.String({ description: 'file or project that the labels came from' }),
  newCount: Type.Integer(),
  changedCount: Type.Integer(),
  at: Timestamp,
  by: Type.String(),
  expiresAt: Type.String({ format: 'date-time', description: 'time until which it can be undone' }),
  undone: Nullable(
    Type.Object({
      removedCount: Type.Integer({ description: 'number of labels that were removed again' }),
      restoredCount: Type.Integer({ description: 'number of changed labels that were restored to their former state' }),
      keptCount: Type.Integer(),
      kept: Type.Array(Type.Object({ labelId: Id, name: Type.String(), reason: KeptReason }), {
        description: 'labels that stayed as imported; the first 1,000. Empty for members of a running blind session'
      })
    })
  )
})

export type CatalogImportDetail = Static<typeof CatalogImportDetail>
export const CatalogImportDetail = Type.Interface([CatalogImport], {
  labelIds: Type.Array(Id, { description: 'its labels that are in the catalog, new and changed; the first 10,000' })
})

export const Namesakes = Type.Enum(['ask', 'add', 'use'], {
  default: 'ask',
  description: 'treatment of a row whose name is elsewhere in the catalog: ambiguous, added as a new label, or matched to the existing one'
})
/**
 * A person's decisions on individual rows: `row.new`, `row.left` or `row.is.label`, separated by `*`. They are part of the address, because
 * the list itself is the request body.
 */
export const Decisions = Type.Optional(
  Type.String({
    maxLength: 9_000,
    pattern: '^\\d{1,7}\\.(new|left|is\\.[^*]{1,128})(\\*\\d{1,7}\\.(new|left|is\\.[^*]{1,128}))*$',
    description: 'decisions on single rows: `12.new*13.left*14.is.<label id>`'
  })
)
export const Under = Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'parent of the top level of the list' }))
export const DryRun = Type.Optional(Type.Boolean({ default: false, description: 'dry run: report only, without changes' }))
const ProjectParams = Type.Object({ projectId: Id })
const ImportParams = Type.Object({ catalogImportId: Id })

export const taxonomyImportApi = {
  list: contract({
    method: 'POST',
    url: '/projects/:projectId/labels/import',
    summary:
      'Import labels from a table: a hierarchy (id, parent_id, name) or a Darwin Core list of taxa or occurrences, as CSV, tab-separated text or a Darwin Core Archive',
    audit: 'labels.imported',
    body: 'stream',
    bodyLimit: catalogListLimitBytes,
    schema: {
      params: ProjectParams,
      querystring: Type.Object(
        {
          dryRun: DryRun,
          under: Under,
          namesakes: Type.Optional(Namesakes),
          decisions: Decisions,
          name: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'name of the file, for the list of imports' }))
        },
        { additionalProperties: false }
      ),
      response: { 200: ImportReport, 403: Problem, 404: Problem, 409: Problem, 413: Problem, 415: Problem, 422: Problem }
    }
  }),
  copy: contract({
    method: 'POST',
    url: '/projects/:projectId/labels/copy',
    summary: 'Import labels from the catalog of another project',
    audit: 'labels.imported',
    example: { from: exampleId(), dryRun: true },
    schema: {
      params: ProjectParams,
      body: Type.Object(
        {
          from: Type.String({ minLength: 1, maxLength: 128, description: 'project' }),
          labelId: Type.Optional(
            Type.String({ minLength: 1, maxLength: 128, description: 'this label and the labels below it; all labels when absent' })
          ),
          dryRun: DryRun,
          under: Under,
          namesakes: Type.Optional(Namesakes),
          decisions: Decisions
        },
        { additionalProperties: false }
      ),
      response: { 200: ImportReport, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  imports: contract({
    method: 'GET',
    url: '/projects/:projectId/labels/imports',
    summary: 'Imports into the catalog of the last 30 days, newest first',
    schema: { params: ProjectParams, querystring: PageQuery, response: { 200: Page(CatalogImport), 404: Problem } }
  }),
  import: contract({
    method: 'GET',
    url: '/catalog-imports/:catalogImportId',
    summary: 'An import into a catalog, with its labels',
    schema: { params: ImportParams, response: { 200: CatalogImportDetail, 404: Problem } }
  }),
  undo: contract({
    method: 'POST',
    url: '/catalog-imports/:catalogImportId/undo',
    summary: 'Undo an import into a catalog: its unused labels are removed, and its changes are reverted',
    audit: 'labels.import.undone',
    schema: { params: ImportParams, response: { 200: CatalogImport, 403: Problem, 404: Problem, 409: Problem } }
  })
}
