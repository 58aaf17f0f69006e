import { type Static, Type } from 'typebox'
import { catalogListLimitBytes } from '../limits.ts'
import { exampleId, Id, Nullable, Problem } from './common.ts'
import { contract } from './contract.ts'
import { NamedTaxon } from './taxonomy.ts'

export type RowOutcome = Static<typeof RowOutcome>
/** What becomes of one row of a list. */
export const RowOutcome = Type.Object({
  row: Type.Integer({ description: 'line of the file from 1, the header being 1; or the place in the list' }),
  outcome: Type.Enum(['new', 'changed', 'ambiguous', 'refused'], {
    description: 'ambiguous: not taken, because only a person can say what it is'
  }),
  name: Type.String(),
  taxon: Type.Optional(NamedTaxon),
  parentName: Nullable(Type.String()),
  column: Nullable(Type.String()),
  message: Nullable(Type.String()),
  candidates: Type.Optional(
    Type.Array(Type.Object({ id: Id, name: Type.String(), parentName: Nullable(Type.String()) }), {
      description: 'of an ambiguous row: labels of the catalog that it may be; at most 20'
    })
  )
})

export type ImportReport = Static<typeof ImportReport>
/** What an import did, or would do. */
export const ImportReport = Type.Object({
  rowCount: Type.Integer(),
  newCount: Type.Integer({ description: 'labels, those from columns such as `family` included' }),
  changedCount: Type.Integer(),
  unchangedCount: Type.Integer({ description: 'rows of which the catalog has all already, and rows that say the same as another one' }),
  ambiguousCount: Type.Integer(),
  refusedCount: Type.Integer(),
  columns: Type.Array(Type.Object({ name: Type.String(), meaning: Type.String({ description: 'the field that it fills, or `ignored`' }) })),
  rows: Type.Array(RowOutcome, { description: 'the first 10,000 of each outcome, by row' }),
  leftOut: Type.Array(Type.Object({ row: Type.Integer(), column: Type.String(), message: Type.String() }), {
    description: 'cells that were not taken, of rows that were; the first 10,000'
  })
})

export const Namesakes = Type.Enum(['ask', 'add', 'use'], {
  default: 'ask',
  description:
    'what happens to a row of which the catalog has the name elsewhere: it is ambiguous, it is added, or the label that is there is taken'
})
/**
 * What a person says of single rows, whatever happens to the others: `row.new`, `row.left` or `row.is.label`, with `*` between two.
 * For one address and one body alike, because the list itself is the body of its call.
 */
export const Decisions = Type.Optional(
  Type.String({
    maxLength: 9_000,
    pattern: '^\\d{1,7}\\.(new|left|is\\.[^*]{1,128})(\\*\\d{1,7}\\.(new|left|is\\.[^*]{1,128}))*$',
    description: 'single rows: `12.new*13.left*14.is.<label id>`'
  })
)
export const Under = Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'label that the top of the list goes under' }))
export const DryRun = Type.Optional(Type.Boolean({ default: false, description: 'report only, change nothing' }))
const ProjectParams = Type.Object({ projectId: Id })

export const taxonomyImportApi = {
  list: contract({
    method: 'POST',
    url: '/projects/:projectId/labels/import',
    summary:
      'Take labels from a table: a hierarchy (id, parent_id, name) or a Darwin Core list of taxa or finds, as CSV, tab-separated text or a Darwin Core Archive',
    audit: 'labels.imported',
    body: 'stream',
    bodyLimit: catalogListLimitBytes,
    schema: {
      params: ProjectParams,
      querystring: Type.Object(
        { dryRun: DryRun, under: Under, namesakes: Type.Optional(Namesakes), decisions: Decisions },
        { additionalProperties: false }
      ),
      response: { 200: ImportReport, 403: Problem, 404: Problem, 409: Problem, 413: Problem, 415: Problem, 422: Problem }
    }
  }),
  copy: contract({
    method: 'POST',
    url: '/projects/:projectId/labels/copy',
    summary: 'Take labels from the catalog of another project',
    audit: 'labels.imported',
    example: { from: exampleId(), dryRun: true },
    schema: {
      params: ProjectParams,
      body: Type.Object(
        {
          from: Type.String({ minLength: 1, maxLength: 128, description: 'project' }),
          labelId: Type.Optional(
            Type.String({ minLength: 1, maxLength: 128, description: 'this label and what is under it; all when absent' })
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
  })
}
