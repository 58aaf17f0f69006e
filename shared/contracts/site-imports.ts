import { type Static, Type } from 'typebox'
import { siteFileLimitBytes, siteImportLimit } from '../limits.ts'
import { Id, Nullable, Problem } from './common.ts'
import { contract } from './contract.ts'
import { PastImport } from './past-import.ts'
import { SiteDraft } from './sites.ts'

const FileName = Type.String({ minLength: 1, maxLength: 255 })

export type FoundSite = Static<typeof FoundSite>
/** Point, line or area in a file, as a site to import. */
export const FoundSite = Type.Object({
  row: Type.Integer({ description: 'line of the file; in GeoJSON the number of the feature, from 1' }),
  name: Type.String(),
  kind: Type.Enum(['station', 'transect', 'area']),
  isKnown: Type.Boolean({
    description: 'whether a site with this name already exists in the survey, or among the sites without one'
  }),
  draft: Nullable(SiteDraft, { description: 'null with a fault' }),
  faults: Type.Array(Type.String(), { description: 'reasons why it cannot be a site' }),
  remarks: Type.Array(Type.String(), { description: 'changes made, and parts that were left out' })
})

export type SiteFile = Static<typeof SiteFile>
export const SiteFile = Type.Object({
  format: Type.Enum(['GPX', 'KML', 'GeoJSON', 'table']),
  sites: Type.Array(FoundSite, { maxItems: siteImportLimit })
})

export type UndoCounts = Static<typeof UndoCounts>
export const UndoCounts = Type.Object({
  removedCount: Type.Integer({ minimum: 0 }),
  keptCount: Type.Integer({ minimum: 0, description: 'number of sites that stay because they were edited, or have images or observations' })
})

const ProjectParams = Type.Object({ projectId: Id })

export const siteImportsApi = {
  preview: contract({
    method: 'POST',
    url: '/projects/:projectId/site-imports/preview',
    summary: 'Preview the points, lines and areas in a GPX, KML or GeoJSON file or a table of sites',
    body: 'stream',
    bodyLimit: siteFileLimitBytes,
    schema: {
      params: ProjectParams,
      querystring: Type.Object({ fileName: Type.Optional(FileName), surveyId: Type.Optional(Id) }, { additionalProperties: false }),
      response: { 200: SiteFile, 403: Problem, 404: Problem, 413: Problem, 415: Problem, 422: Problem }
    }
  }),
  add: contract({
    method: 'POST',
    url: '/projects/:projectId/site-imports',
    summary: 'Add several sites in one step, which can be undone',
    audit: 'sites.imported',
    bodyLimit: siteFileLimitBytes,
    example: { fileName: 'stations.gpx', sites: [{ name: 'M1', decimalLatitude: 58.883, decimalLongitude: 11.102 }] },
    schema: {
      params: ProjectParams,
      body: Type.Object(
        { fileName: FileName, sites: Type.Array(SiteDraft, { minItems: 1, maxItems: siteImportLimit }) },
        { additionalProperties: false }
      ),
      response: { 201: PastImport, 403: Problem, 404: Problem, 409: Problem, 413: Problem, 422: Problem }
    }
  }),
  list: contract({
    method: 'GET',
    url: '/projects/:projectId/site-imports',
    summary: 'Imports of sites of the last 30 days, newest first',
    schema: { params: ProjectParams, response: { 200: Type.Object({ items: Type.Array(PastImport) }), 403: Problem, 404: Problem } }
  }),
  previewUndo: contract({
    method: 'GET',
    url: '/site-imports/:siteImportId/undo',
    summary: 'Numbers of sites that undoing an import would delete and keep',
    schema: {
      params: Type.Object({ siteImportId: Id }),
      response: { 200: UndoCounts, 403: Problem, 404: Problem, 409: Problem }
    }
  }),
  undo: contract({
    method: 'POST',
    url: '/site-imports/:siteImportId/undo',
    summary: 'Undo an import of sites, except for those that were edited or have images or observations',
    audit: 'sites.import.undone',
    schema: {
      params: Type.Object({ siteImportId: Id }),
      response: { 200: PastImport, 403: Problem, 404: Problem, 409: Problem }
    }
  })
}
