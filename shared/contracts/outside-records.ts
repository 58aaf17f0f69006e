import { type Static, Type } from 'typebox'
import { flagNames } from '../outside/flags.ts'
import { exampleId, Id, Nullable, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { ShownPlace } from './generalisations.ts'
import { DataType, FieldChange } from './scraper.ts'

const Count = Type.Integer({ minimum: 0 })

export type RecordState = Static<typeof RecordState>
/** State of a record. `waiting`: not judged yet; `ignored`: set aside with its dataset. */
export const RecordState = Type.Enum(['waiting', 'accepted', 'rejected', 'ignored'])

export type MatchKind = Static<typeof MatchKind>
/** Kind of match. `own`: published by this project; `same`: the same record by its identifiers; `likely` and `possible`: by name, place and date. */
export const MatchKind = Type.Enum(['own', 'same', 'likely', 'possible'])

const Flag = Type.Enum([...flagNames])

export type OutsideDataset = Static<typeof OutsideDataset>
/** Dataset of an external publisher. */
export const OutsideDataset = Type.Object({
  id: Id,
  source: Type.String(),
  title: Nullable(Type.String()),
  licence: Nullable(Type.String({ description: 'SPDX identifier of a known licence' })),
  rights: Nullable(Type.String({ description: 'rights as stated by the publisher' })),
  citation: Nullable(Type.String()),
  url: Nullable(Type.String()),
  accessedAt: Timestamp
})

const shown = {
  id: Id,
  scraperJobId: Id,
  projectId: Nullable(Id),
  dataType: DataType,
  identity: Type.String({ description: 'identifier of the record at its source; its id here where the place is generalised' }),
  url: Nullable(Type.String()),
  state: RecordState,
  title: Type.String(),
  eventDate: Nullable(Type.String({ description: 'as provided by the source' })),
  decimalLatitude: Nullable(Type.Number()),
  decimalLongitude: Nullable(Type.Number()),
  generalised: Type.Optional(ShownPlace),
  minimumDepthInMeters: Nullable(Type.Number()),
  maximumDepthInMeters: Nullable(Type.Number()),
  flags: Type.Array(Flag, { description: 'flags by Isobath' }),
  sourceFlags: Type.Array(Type.String(), { description: 'flags by the source' }),
  change: Type.Enum(['new', 'changed', 'same', 'gone'], { description: 'change found by the last run that covered the record' }),
  match: Nullable(Type.Object({ kind: MatchKind, score: Type.Number({ minimum: 0, maximum: 1 }), recordId: Nullable(Id) })),
  dataset: Nullable(OutsideDataset),
  decidedBy: Nullable(Type.String()),
  decidedAt: Nullable(Timestamp),
  reason: Nullable(Type.String())
}

export type ScrapedRecord = Static<typeof ScrapedRecord>
/** Record from an external source. */
export const ScrapedRecord = Type.Object(shown)

export type RecordVersion = Static<typeof RecordVersion>
export const RecordVersion = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  runId: Id,
  at: Timestamp,
  changes: Type.Array(FieldChange, {
    description: 'since the previous version'
  })
})

export type RecordDetail = Static<typeof RecordDetail>
export const RecordDetail = Type.Object({
  ...shown,
  fields: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), { description: 'Darwin Core terms' }),
  notJudged: Type.Array(Flag, { description: 'flags that cannot be checked, because the record lacks the data' }),
  versions: Type.Array(RecordVersion, { description: 'newest first' }),
  raw: Type.Unknown({ description: 'unprocessed record of the source; null where the place is generalised' })
})

const filter = {
  state: Type.Optional(RecordState),
  flags: Type.Optional(Type.String({ maxLength: 500, description: 'comma-separated names of flags; records with any of them match' })),
  match: Type.Optional(Type.Union([MatchKind, Type.Literal('none')])),
  change: Type.Optional(Type.Enum(['new', 'changed', 'gone'])),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'part of the name' })),
  run: Type.Optional(Id),
  dataset: Type.Optional(Id)
}

export type RecordFilter = Static<typeof RecordFilter>
export const RecordFilter = Type.Object(
  { projectId: Id, scraperJobId: Type.Optional(Id), dataType: Type.Optional(DataType), ...filter },
  { additionalProperties: false }
)

const page = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(Type.String({ maxLength: 512 }))
}

export type RecordPage = Static<typeof RecordPage>
export const RecordPage = Type.Object({
  items: Type.Array(ScrapedRecord),
  nextCursor: Nullable(Type.String()),
  total: Count,
  dataType: Nullable(DataType)
})

export type Decision = Static<typeof Decision>
/** Decision on records: accept, reject, ignore or put back. */
export const Decision = Type.Object({
  id: Id,
  projectId: Id,
  decision: Type.Enum(['accept', 'reject', 'ignore', 'wait']),
  count: Type.Integer({ minimum: 0, description: 'number of records that the decision changed' }),
  leftOut: Type.Integer({
    minimum: 0,
    description: 'number of records left out: with an unknown licence, which can only be accepted one by one, or published by this project'
  }),
  keptCount: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'number of observations of records that are no longer accepted, which stay because they were edited'
    })
  ),
  reason: Nullable(Type.String()),
  at: Timestamp,
  undoneAt: Nullable(Timestamp)
})

const choice = {
  decision: Decision.properties.decision,
  reason: Type.Optional(Type.String({ maxLength: 500 }))
}

export type DecisionDraft = Static<typeof DecisionDraft>
export const DecisionDraft = Type.Union([
  Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 2000, uniqueItems: true }), ...choice }, { additionalProperties: false }),
  Type.Object(
    {
      filter: RecordFilter,
      expected: Type.Optional(Type.Integer({ minimum: 0, description: 'number of matching records; if it differs, nothing is decided' })),
      ...choice
    },
    { additionalProperties: false }
  )
])

export const outsideRecordsApi = {
  ofJob: contract({
    method: 'GET',
    url: '/data/job/:scraperJobId',
    summary: 'Records of a scraper job',
    schema: {
      params: Type.Object({ scraperJobId: Id }),
      querystring: Type.Object({ ...filter, ...page }, { additionalProperties: false }),
      response: { 200: RecordPage, 404: Problem }
    }
  }),
  ofProject: contract({
    method: 'GET',
    url: '/data/project/:projectId',
    summary: 'Records of all scraper jobs of a project; viewers get the accepted ones',
    schema: {
      params: Type.Object({ projectId: Id }),
      querystring: Type.Object({ data_type: Type.Optional(DataType), ...filter, ...page }, { additionalProperties: false }),
      response: { 200: RecordPage, 404: Problem }
    }
  }),
  get: contract({
    method: 'GET',
    url: '/data/records/:recordId',
    summary: 'One record with its versions and its unprocessed form',
    schema: { params: Type.Object({ recordId: Id }), response: { 200: RecordDetail, 404: Problem } }
  }),
  decide: contract({
    method: 'POST',
    url: '/data/records/decide',
    summary: 'Accept, reject or ignore records, or put them back into the inbox',
    audit: 'records.decided',
    example: { ids: [exampleId(1)], decision: 'accept' },
    schema: { body: DecisionDraft, response: { 200: Decision, 403: Problem, 404: Problem, 409: Problem, 422: Problem } }
  }),
  undo: contract({
    method: 'POST',
    url: '/data/decisions/:decisionId/undo',
    summary: 'Undo a decision of the last 30 days, except for records with a newer decision',
    audit: 'records.undone',
    schema: { params: Type.Object({ decisionId: Id }), response: { 200: Decision, 403: Problem, 404: Problem, 409: Problem } }
  }),
  datasets: contract({
    method: 'GET',
    url: '/projects/:projectId/datasets',
    summary: 'Datasets of the records of a project, with licence, citation and number of records',
    schema: {
      params: Type.Object({ projectId: Id }),
      response: {
        200: Type.Object({ items: Type.Array(Type.Object({ ...OutsideDataset.properties, records: Count, accepted: Count })) }),
        404: Problem
      }
    }
  })
}
