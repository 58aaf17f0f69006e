import { type Static, Type } from 'typebox'
import { metadataCsvLimitBytes, operationsLimitBytes } from '../limits.ts'
import { CalendarDate, exampleId, Id, Nothing, Nullable, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { ShownPlace } from './generalisations.ts'
import { sampling } from './sampling-facts.ts'

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Notes = Nullable(Type.String({ maxLength: 10_000 }))

const FootprintWKT = Nullable(
  Type.String({ maxLength: 10_000, description: 'line or area as well-known text, longitude before latitude, WGS 84; dwc:footprintWKT' })
)

const surveyFields = {
  startDate: Nullable(CalendarDate),
  endDate: Nullable(CalendarDate),
  notes: Notes,
  footprintWKT: FootprintWKT,
  ...sampling.fields
}

/** Campaign, cruise or season of field work. */
export type Survey = Static<typeof Survey>
export const Survey = Type.Object({
  id: Id,
  projectId: Id,
  name: Name,
  ...surveyFields,
  siteCount: Type.Integer({ minimum: 0 }),
  mediaCount: Type.Integer({ minimum: 0, description: 'number of images at its sites' }),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  revision: Revision
})

const surveyOptions = {
  startDate: Type.Optional(surveyFields.startDate),
  endDate: Type.Optional(surveyFields.endDate),
  notes: Type.Optional(surveyFields.notes),
  footprintWKT: Type.Optional(surveyFields.footprintWKT),
  ...sampling.options
}

export type SurveyDraft = Static<typeof SurveyDraft>
export const SurveyDraft = Type.Object(
  {
    name: Name,
    ...surveyOptions
  },
  { additionalProperties: false }
)

export type SurveyEdit = Static<typeof SurveyEdit>
/** Edit to a survey; absent fields stay unchanged. */
export const SurveyEdit = Type.Object(
  {
    revision: Revision,
    name: Type.Optional(Name),
    ...surveyOptions
  },
  { additionalProperties: false, minProperties: 2 }
)

export type SiteType = Static<typeof SiteType>
export const SiteType = Type.Enum(['station', 'site', 'transect'])

const Depth = Type.Number({ minimum: -100, maximum: 11_000, description: 'depth below the surface, positive down' })
const siteFields = {
  surveyId: Nullable(Id),
  type: SiteType,
  decimalLatitude: Nullable(Type.Number({ minimum: -90, maximum: 90 })),
  decimalLongitude: Nullable(Type.Number({ minimum: -180, maximum: 180 })),
  minimumDepthInMeters: Nullable(Depth),
  maximumDepthInMeters: Nullable(Depth),
  notes: Notes,
  footprintWKT: FootprintWKT,
  ...sampling.fields
}

/** Station, site or transect where images were taken. */
export type Site = Static<typeof Site>
export const Site = Type.Object({
  id: Id,
  projectId: Id,
  name: Name,
  ...siteFields,
  generalised: Type.Optional(ShownPlace),
  mediaCount: Type.Integer({ minimum: 0 }),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  revision: Revision
})

const siteOptions = {
  surveyId: Type.Optional(siteFields.surveyId),
  type: Type.Optional(siteFields.type),
  decimalLatitude: Type.Optional(siteFields.decimalLatitude),
  decimalLongitude: Type.Optional(siteFields.decimalLongitude),
  minimumDepthInMeters: Type.Optional(siteFields.minimumDepthInMeters),
  maximumDepthInMeters: Type.Optional(siteFields.maximumDepthInMeters),
  notes: Type.Optional(siteFields.notes),
  footprintWKT: Type.Optional(siteFields.footprintWKT),
  ...sampling.options
}

export type SiteDraft = Static<typeof SiteDraft>
/** New site. Its type defaults to `station`. */
export const SiteDraft = Type.Object({ name: Name, ...siteOptions }, { additionalProperties: false })

export type SiteEdit = Static<typeof SiteEdit>
/** Edit to a site; absent fields stay unchanged. */
export const SiteEdit = Type.Object(
  { revision: Revision, name: Type.Optional(Name), ...siteOptions },
  { additionalProperties: false, minProperties: 2 }
)

/**
 * One edit to a site, shown immediately and sent as soon as there is a connection. Its `id` ensures that an edit sent twice is applied only once.
 * `revision` is the revision that the edit is based on. The sender makes the id of a new site.
 */
export type SiteOperation = Static<typeof SiteOperation>
export const SiteOperation = Type.Union([
  Type.Object({ id: Id, kind: Type.Literal('create'), siteId: Id, name: Name, ...siteOptions }, { additionalProperties: false }),
  Type.Object(
    { id: Id, kind: Type.Literal('revise'), siteId: Id, revision: Revision, name: Type.Optional(Name), ...siteOptions },
    { additionalProperties: false, minProperties: 5 }
  ),
  Type.Object({ id: Id, kind: Type.Literal('remove'), siteId: Id, revision: Revision }, { additionalProperties: false }),
  Type.Object({ id: Id, kind: Type.Literal('restore'), siteId: Id }, { additionalProperties: false })
])

/**
 * Outcome of an operation on a site. `stale`: another edit came first, so nothing was changed. `refused`: the operation can never be applied,
 * for the reason in `message`.
 */
export type SiteOperationResult = Static<typeof SiteOperationResult>
export const SiteOperationResult = Type.Object({
  id: Id,
  outcome: Type.Enum(['done', 'stale', 'refused']),
  site: Nullable(Site, { description: 'current state; null when the site is not in the project' }),
  code: Nullable(Type.String({ description: 'stable identifier of the reason for programs; null when it was applied' })),
  message: Nullable(Type.String())
})

export type Sites = Static<typeof Sites>
export const Sites = Type.Object({
  surveys: Type.Array(Survey, { description: 'by name' }),
  sites: Type.Array(Site, { description: 'by name' }),
  unassignedCount: Type.Integer({ minimum: 0, description: 'number of images without a site' })
})

/** Numbers of images that an assignment matches to one site. */
const SiteShare = Type.Object({
  siteId: Nullable(Id, { description: 'null: the assignment creates the site, or would in a preview' }),
  name: Type.String(),
  surveyName: Nullable(Type.String()),
  matchedCount: Type.Integer({ minimum: 0 }),
  changedCount: Type.Integer({ minimum: 0, description: 'number of images newly assigned to this site' }),
  examples: Type.Array(Type.String(), { description: 'up to three file names' })
})

export type AssignmentReport = Static<typeof AssignmentReport>
/** Outcome or preview of an assignment. */
export const AssignmentReport = Type.Object({
  matchedCount: Type.Integer({ minimum: 0, description: 'number of images that were assigned to a site' }),
  changedCount: Type.Integer({ minimum: 0, description: 'number of images newly assigned to their site' }),
  sites: Type.Array(SiteShare, { description: 'by name' }),
  problems: Type.Array(
    Type.Object({
      row: Nullable(Type.Integer({ description: 'line of the table; the header is line 1' })),
      fileName: Nullable(Type.String()),
      message: Type.String()
    }),
    { description: 'skipped rows with the reason; the first 10,000' }
  ),
  problemCount: Type.Integer({ minimum: 0 })
})

const ProjectParams = Type.Object({ projectId: Id })
const SurveyParams = Type.Object({ surveyId: Id })
const SiteParams = Type.Object({ siteId: Id })
const DryRun = Type.Optional(Type.Boolean({ default: false, description: 'dry run: report only, without changes' }))
const CreateSites = Type.Optional(Type.Boolean({ default: false, description: 'create missing stations' }))

export type NamePattern = Static<typeof NamePattern>
export const NamePattern = Type.Object(
  {
    pattern: Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'pattern of file names: `*` is any text, `?` one character, and `{site}` the name of a site, as in `{site}_*.jpg` or `M1_*.jpg`'
    }),
    siteId: Type.Optional(Nullable(Id, { description: 'for a pattern without `{site}`' })),
    surveyId: Type.Optional(Nullable(Id, { description: 'survey in which sites are searched for and created; all surveys when absent' })),
    createSites: CreateSites
  },
  { additionalProperties: false }
)

export const sitesApi = {
  list: contract({
    method: 'GET',
    url: '/projects/:projectId/sites',
    summary: 'Surveys and sites of a project',
    schema: { params: ProjectParams, response: { 200: Sites, 404: Problem } }
  }),
  createSurvey: contract({
    method: 'POST',
    url: '/projects/:projectId/surveys',
    summary: 'Add a survey',
    audit: 'survey.created',
    example: { name: 'Spring 2026', startDate: '2026-04-02', endDate: '2026-04-19', samplingProtocol: 'Photo transects by ROV' },
    schema: {
      params: ProjectParams,
      body: SurveyDraft,
      response: { 201: Survey, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  getSurvey: contract({
    method: 'GET',
    url: '/surveys/:surveyId',
    summary: 'One survey',
    schema: { params: SurveyParams, response: { 200: Survey, 404: Problem } }
  }),
  reviseSurvey: contract({
    method: 'PATCH',
    url: '/surveys/:surveyId',
    summary: 'Change a survey',
    audit: 'survey.revised',
    example: { revision: 1, endDate: '2026-04-21' },
    schema: { params: SurveyParams, body: SurveyEdit, response: { 200: Survey, 403: Problem, 404: Problem, 409: Problem, 422: Problem } }
  }),
  removeSurvey: contract({
    method: 'DELETE',
    url: '/surveys/:surveyId',
    summary: 'Delete a survey without sites',
    audit: 'survey.deleted',
    schema: { params: SurveyParams, response: { 204: Nothing, 403: Problem, 404: Problem, 409: Problem } }
  }),
  createSite: contract({
    method: 'POST',
    url: '/projects/:projectId/sites',
    summary: 'Add a station, site or transect',
    audit: 'site.created',
    example: {
      name: 'M1',
      type: 'station',
      decimalLatitude: 58.883,
      decimalLongitude: 11.102,
      minimumDepthInMeters: 80,
      maximumDepthInMeters: 95
    },
    schema: { params: ProjectParams, body: SiteDraft, response: { 201: Site, 403: Problem, 404: Problem, 409: Problem, 422: Problem } }
  }),
  getSite: contract({
    method: 'GET',
    url: '/sites/:siteId',
    summary: 'One station, site or transect',
    schema: { params: SiteParams, response: { 200: Site, 404: Problem } }
  }),
  reviseSite: contract({
    method: 'PATCH',
    url: '/sites/:siteId',
    summary: 'Change a station, site or transect',
    audit: 'site.revised',
    example: { revision: 1, name: 'M1 north' },
    schema: { params: SiteParams, body: SiteEdit, response: { 200: Site, 403: Problem, 404: Problem, 409: Problem, 422: Problem } }
  }),
  removeSite: contract({
    method: 'DELETE',
    url: '/sites/:siteId',
    summary: 'Delete a site; its images stay, without a site. It can be restored for 30 days',
    audit: 'site.deleted',
    schema: { params: SiteParams, response: { 204: Nothing, 403: Problem, 404: Problem } }
  }),
  restoreSite: contract({
    method: 'POST',
    url: '/sites/:siteId/restore',
    summary: 'Restore a deleted site with its images and observations, within 30 days',
    audit: 'site.restored',
    schema: { params: SiteParams, response: { 200: Site, 403: Problem, 404: Problem, 409: Problem } }
  }),
  operate: contract({
    method: 'POST',
    url: '/projects/:projectId/sites/operations',
    summary: 'Apply edits of sites in order; an edit that is sent again is applied only once',
    audit: 'sites.edited',
    bodyLimit: operationsLimitBytes,
    example: {
      operations: [
        { id: exampleId(1), kind: 'create', siteId: exampleId(2), name: 'M2', decimalLatitude: 58.884, decimalLongitude: 11.104 }
      ]
    },
    schema: {
      params: ProjectParams,
      body: Type.Object({ operations: Type.Array(SiteOperation, { minItems: 1, maxItems: 500 }) }, { additionalProperties: false }),
      response: { 200: Type.Object({ results: Type.Array(SiteOperationResult) }), 403: Problem, 404: Problem, 413: Problem, 422: Problem }
    }
  }),
  assign: contract({
    method: 'POST',
    url: '/projects/:projectId/sites/assign',
    summary: 'Assign images to a site, or remove them from their sites',
    audit: 'media.assigned',
    example: { mediaIds: [exampleId(1)], siteId: exampleId(2) },
    schema: {
      params: ProjectParams,
      body: Type.Object(
        { mediaIds: Type.Array(Id, { minItems: 1, maxItems: 10_000, uniqueItems: true }), siteId: Nullable(Id) },
        { additionalProperties: false }
      ),
      response: {
        200: Type.Object({
          changedCount: Type.Integer({ minimum: 0 }),
          unknown: Type.Array(Id, { description: 'ids that are not images of this project' })
        }),
        403: Problem,
        404: Problem,
        422: Problem
      }
    }
  }),
  previewByName: contract({
    method: 'POST',
    url: '/projects/:projectId/sites/assign-by-name/preview',
    summary: 'Preview an assignment by file names, without changes',
    example: { pattern: '{site}_*.jpg' },
    schema: {
      params: ProjectParams,
      body: NamePattern,
      response: { 200: AssignmentReport, 403: Problem, 404: Problem, 422: Problem }
    }
  }),
  assignByName: contract({
    method: 'POST',
    url: '/projects/:projectId/sites/assign-by-name',
    summary: 'Assign images to sites by a file-name pattern',
    audit: 'media.assigned',
    example: { pattern: '{site}_*.jpg', createSites: true },
    schema: {
      params: ProjectParams,
      body: NamePattern,
      response: { 200: AssignmentReport, 403: Problem, 404: Problem, 422: Problem }
    }
  }),
  assignByTable: contract({
    method: 'POST',
    url: '/projects/:projectId/sites/assign-by-table',
    summary: 'Assign images to sites by a CSV table with the columns filename, site and, if there are several surveys, survey',
    audit: 'media.assigned',
    body: 'stream',
    bodyLimit: metadataCsvLimitBytes,
    schema: {
      params: ProjectParams,
      querystring: Type.Object({ dryRun: DryRun, createSites: CreateSites }, { additionalProperties: false }),
      response: { 200: AssignmentReport, 403: Problem, 404: Problem, 413: Problem, 415: Problem, 422: Problem }
    }
  })
}
