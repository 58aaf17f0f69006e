import { type Static, Type } from 'typebox'
import { observationListLimitBytes } from '../limits.ts'
import { Id, Nullable, Problem } from './common.ts'
import { contract } from './contract.ts'
import { PastImport } from './past-import.ts'

const Count = Type.Integer({ minimum: 0 })

export type ImportedRow = Static<typeof ImportedRow>
/** Outcome of one row of a table. */
export const ImportedRow = Type.Object({
  row: Type.Integer({ description: 'line of the file, where the header is line 1' }),
  outcome: Type.Enum(['new', 'known', 'refused'], { description: 'known: the project already has this occurrenceID' }),
  name: Type.String({ description: 'name of the label, or the name in the table' }),
  hasLabel: Type.Boolean({ description: 'whether the name is a label of the catalog' }),
  eventDate: Nullable(Type.String()),
  individualCount: Nullable(Type.Number()),
  place: Nullable(Type.String({ description: 'name of the site, or the position as in the table' })),
  faults: Type.Array(Type.Object({ column: Type.String(), message: Type.String() }), {
    description: 'reasons for a refusal, and cells that a new observation leaves out'
  })
})

export type ObservationImportReport = Static<typeof ObservationImportReport>
/** Outcome or preview of an import. */
export const ObservationImportReport = Type.Object({
  importId: Nullable(Id, { description: 'id for undoing it; null for a preview, or when nothing was added' }),
  rowCount: Count,
  newCount: Count,
  knownCount: Count,
  refusedCount: Count,
  columns: Type.Array(Type.Object({ name: Type.String(), meaning: Type.String({ description: 'Darwin Core term, or `ignored`' }) })),
  rows: Type.Array(ImportedRow, { description: 'the first 200 of each outcome, by row' })
})

const ProjectParams = Type.Object({ projectId: Id })

export const observationImportCalls = {
  importTable: contract({
    method: 'POST',
    url: '/projects/:projectId/observations/import',
    summary: 'Import observations from a table with Darwin Core terms, as CSV or tab-separated text',
    audit: 'observations.imported',
    body: 'stream',
    bodyLimit: observationListLimitBytes,
    schema: {
      params: ProjectParams,
      querystring: Type.Object(
        {
          dryRun: Type.Optional(Type.Boolean({ default: false, description: 'dry run: report only, without changes' })),
          fileName: Type.Optional(Type.String({ minLength: 1, maxLength: 255 }))
        },
        { additionalProperties: false }
      ),
      response: { 200: ObservationImportReport, 403: Problem, 404: Problem, 413: Problem, 415: Problem, 422: Problem }
    }
  }),
  imports: contract({
    method: 'GET',
    url: '/projects/:projectId/observation-imports',
    summary: 'Imports of observations of the last 30 days, newest first',
    schema: { params: ProjectParams, response: { 200: Type.Object({ items: Type.Array(PastImport) }), 404: Problem } }
  }),
  undoImport: contract({
    method: 'POST',
    url: '/observation-imports/:observationImportId/undo',
    summary: 'Undo an import of observations, except for those that were edited',
    audit: 'observations.import.undone',
    schema: {
      params: Type.Object({ observationImportId: Id }),
      response: { 200: PastImport, 403: Problem, 404: Problem, 409: Problem }
    }
  })
}
