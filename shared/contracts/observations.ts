import { type Static, Type } from 'typebox'
import { exampleId, Id, Nothing, Nullable, PageQuery, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { ShownPlace } from './generalisations.ts'
import { observationImportCalls } from './observation-import.ts'
import { OutsideDataset } from './outside-records.ts'

const Text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', ...(description && { description }) })
const Count = Type.Integer({ minimum: 0 })
const Depth = Type.Number({ minimum: -100, maximum: 11_000, description: 'depth below the surface, positive down' })

export type BasisOfRecord = Static<typeof BasisOfRecord>
/** Kind of evidence, dwc:basisOfRecord. */
export const BasisOfRecord = Type.Enum([
  'HumanObservation',
  'MachineObservation',
  'MaterialSample',
  'PreservedSpecimen',
  'LivingSpecimen',
  'FossilSpecimen',
  'MaterialCitation',
  'Occurrence'
])

export type OrganismQuantityType = Static<typeof OrganismQuantityType>
/** Unit of an abundance, from GBIF's vocabulary. */
export const OrganismQuantityType = Type.Enum([
  'individuals',
  'percentageCoverage',
  'percentageOfSpecies',
  'percentageOfBiovolume',
  'percentageOfBiomass',
  'biomassG',
  'biomassKg',
  'biomassAFDG',
  'biovolumeCubicMicrons',
  'biovolumeMl',
  'dnaSequenceReads',
  'braunBlanquetScale',
  'dominScale'
])

/** Fields that a person can edit. Their names are Darwin Core terms where those exist. */
const fields = {
  labelId: Nullable(Id),
  verbatimIdentification: Nullable(Text(300, 'name as entered; required without a label')),
  occurrenceStatus: Type.Enum(['present', 'absent']),
  individualCount: Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  organismQuantity: Nullable(Type.Number({ minimum: 0, maximum: 1e15 })),
  organismQuantityType: Nullable(OrganismQuantityType),
  eventDate: Nullable(
    Type.String({ minLength: 4, maxLength: 60, description: 'ISO 8601: a year, month, day or time, or an interval between two of them' })
  ),
  siteId: Nullable(Id),
  decimalLatitude: Nullable(Type.Number({ minimum: -90, maximum: 90, description: 'WGS 84; absent: the position of the site' })),
  decimalLongitude: Nullable(Type.Number({ minimum: -180, maximum: 180 })),
  coordinateUncertaintyInMeters: Nullable(Type.Number({ exclusiveMinimum: 0, maximum: 20_037_509 })),
  minimumDepthInMeters: Nullable(Depth),
  maximumDepthInMeters: Nullable(Depth),
  basisOfRecord: BasisOfRecord,
  samplingProtocol: Nullable(Text(500)),
  recordedBy: Nullable(Text(500)),
  occurrenceRemarks: Nullable(Type.String({ maxLength: 10_000 })),
  occurrenceID: Nullable(Text(300, 'identifier assigned elsewhere; without it, exports use one that never changes')),
  sameAsAnnotationId: Nullable(Id, { description: 'annotation of the same organism, which the map shows instead' })
}

export type ObservationFields = Static<typeof ObservationFields>
export const ObservationFields = Type.Object(fields)

export type Observation = Static<typeof Observation>
/** Record of a taxon at a place and time, without an image. */
export const Observation = Type.Object({
  id: Id,
  projectId: Id,
  ...fields,
  name: Type.String({ description: 'name of the label, otherwise the name as entered' }),
  scientificName: Nullable(Type.String()),
  siteName: Nullable(Type.String()),
  firstDay: Nullable(Type.String({ description: 'first day of the event date' })),
  lastDay: Nullable(Type.String()),
  place: Nullable(
    Type.Object(
      { decimalLatitude: Type.Number(), decimalLongitude: Type.Number() },
      { description: 'its own position, or that of the site' }
    )
  ),
  generalised: Type.Optional(ShownPlace),
  source: Nullable(Type.Object({ recordId: Id, url: Nullable(Type.String()), dataset: Nullable(OutsideDataset) }), {
    description: 'accepted outside record that the observation comes from'
  }),
  createdAt: Timestamp,
  createdBy: Nullable(Type.String()),
  modifiedAt: Timestamp,
  removedAt: Nullable(Timestamp),
  revision: Revision
})

const options = Type.Partial(ObservationFields).properties

export type ObservationDraft = Static<typeof ObservationDraft>
/** New observation. Its basis of record defaults to `HumanObservation`, and its occurrence status to `present`. */
export const ObservationDraft = Type.Object(
  {
    id: Type.Optional({
      ...Id,
      pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
      description: 'UUID chosen by the client, so that repeating the call adds nothing'
    }),
    ...options
  },
  { additionalProperties: false }
)

export type ObservationEdit = Static<typeof ObservationEdit>
/** Edit to an observation; absent fields stay unchanged. */
export const ObservationEdit = Type.Object({ revision: Revision, ...options }, { additionalProperties: false, minProperties: 2 })

export type ObservationOrigin = Static<typeof ObservationOrigin>
/** Origin of an observation: the project itself, or an accepted outside record. */
export const ObservationOrigin = Type.Enum(['own', 'outside'])

const filter = {
  q: Type.Optional(Type.String({ maxLength: 200, description: 'part of a name' })),
  labelId: Type.Optional({ ...Id, description: 'label, with the labels below it' }),
  siteId: Type.Optional(Id),
  origin: Type.Optional(ObservationOrigin),
  from: Type.Optional(Type.String({ format: 'date', description: 'first day' })),
  to: Type.Optional(Type.String({ format: 'date', description: 'last day' })),
  removed: Type.Optional(Type.Boolean({ description: 'true: only deleted ones, which can be restored for 30 days; for editors' }))
}

export type ObservationFilter = Static<typeof ObservationFilter>
export const ObservationFilter = Type.Object(filter, { additionalProperties: false })

export type ObservationPage = Static<typeof ObservationPage>
export const ObservationPage = Type.Object({ items: Type.Array(Observation), nextCursor: Nullable(Type.String()), total: Count })

export type ObservationVersion = Static<typeof ObservationVersion>
export const ObservationVersion = Type.Object({
  revision: Revision,
  at: Timestamp,
  by: Nullable(Type.String(), { description: 'null: a rule, a former member, or a person without a name that the user may see' }),
  isFormerMember: Type.Boolean({ description: 'the account of the person was deleted' }),
  kind: Type.Enum(['created', 'accepted', 'revised', 'removed', 'restored']),
  changes: Type.Array(Type.Object({ field: Type.String(), from: Nullable(Type.String()), to: Nullable(Type.String()) }))
})

const ProjectParams = Type.Object({ projectId: Id })
const Params = Type.Object({ observationId: Id })

export const observationsApi = {
  list: contract({
    method: 'GET',
    url: '/projects/:projectId/observations',
    summary: 'Observations of a project, newest first',
    schema: {
      params: ProjectParams,
      querystring: Type.Object({ ...filter, ...PageQuery.properties }, { additionalProperties: false }),
      response: { 200: ObservationPage, 403: Problem, 404: Problem }
    }
  }),
  create: contract({
    method: 'POST',
    url: '/projects/:projectId/observations',
    summary: 'Add an observation',
    audit: 'observation.created',
    example: { id: exampleId(7), verbatimIdentification: 'Gadus morhua', individualCount: 2, eventDate: '2026-06-04' },
    schema: {
      params: ProjectParams,
      body: ObservationDraft,
      response: { 200: Observation, 201: Observation, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  get: contract({
    method: 'GET',
    url: '/observations/:observationId',
    summary: 'One observation',
    schema: { params: Params, response: { 200: Observation, 404: Problem } }
  }),
  revise: contract({
    method: 'PATCH',
    url: '/observations/:observationId',
    summary: 'Change an observation',
    audit: 'observation.revised',
    example: { revision: 1, individualCount: 3 },
    schema: {
      params: Params,
      body: ObservationEdit,
      response: { 200: Observation, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  remove: contract({
    method: 'DELETE',
    url: '/observations/:observationId',
    summary: 'Delete an observation; it can be restored for 30 days',
    audit: 'observation.deleted',
    schema: { params: Params, response: { 204: Nothing, 403: Problem, 404: Problem } }
  }),
  restore: contract({
    method: 'POST',
    url: '/observations/:observationId/restore',
    summary: 'Restore a deleted observation',
    audit: 'observation.restored',
    schema: { params: Params, response: { 200: Observation, 403: Problem, 404: Problem, 409: Problem } }
  }),
  history: contract({
    method: 'GET',
    url: '/observations/:observationId/history',
    summary: 'Changes of an observation, newest first',
    schema: { params: Params, response: { 200: Type.Object({ items: Type.Array(ObservationVersion) }), 404: Problem } }
  }),
  exportTable: contract({
    method: 'GET',
    url: '/projects/:projectId/observations/export',
    summary: 'Observations as CSV with Darwin Core terms',
    answer: 'stream',
    schema: { params: ProjectParams, querystring: ObservationFilter }
  }),
  ...observationImportCalls
}
