import { type Static, Type } from 'typebox'
import { flagNames } from '../outside/flags.ts'
import { exampleId, Id, Nothing, Nullable, Page, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'

export const FieldChange = Type.Object({ field: Type.String(), before: Nullable(Type.String()), after: Nullable(Type.String()) })
const Count = Type.Integer({ minimum: 0 })
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })

export type DataType = Static<typeof DataType>
/** Kinds of records that sources offer. */
export const DataType = Type.Enum(['occurrence', 'taxon', 'opportunity', 'publication', 'article', 'file'])

export type OutsideSource = Static<typeof OutsideSource>
/** External service that this server can query. */
export const OutsideSource = Type.Object({
  kind: Type.String({ description: 'e.g. obis.occurrences' }),
  title: Type.String(),
  about: Type.String(),
  dataType: DataType,
  query: Type.Unknown({ description: 'JSON Schema of a query, from which the form is built' }),
  account: Type.Optional(
    Type.Unknown({ description: 'JSON Schema of the account that the source requires. Only owners of a project use such a source.' })
  ),
  hosts: Type.Array(Type.String(), { description: 'hosts that this server connects to' })
})

export type ScraperLimits = Static<typeof ScraperLimits>
/** Limits of one run. */
export const ScraperLimits = Type.Object(
  {
    records: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    bytes: Type.Optional(Type.Integer({ minimum: 1000, maximum: 20_000_000_000 })),
    seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 }))
  },
  { additionalProperties: false }
)

export type Schedule = Static<typeof Schedule>
/** Times of the runs of a scraper job, at least an hour apart. */
export const Schedule = Type.Object(
  {
    cron: Type.String({ minLength: 9, maxLength: 100, description: 'five fields: minute, hour, day of month, month, day of week' }),
    zone: Type.String({ minLength: 1, maxLength: 60, description: 'IANA time zone, such as UTC or Europe/Berlin' })
  },
  { additionalProperties: false }
)

export type RunState = Static<typeof RunState>
/** State of a run. `postponed`: waits for its next attempt; `stopped`: reached one of its limits. */
export const RunState = Type.Enum(['waiting', 'running', 'postponed', 'done', 'stopped', 'failed', 'cancelled'])

export type ScraperRun = Static<typeof ScraperRun>
/** One execution of a scraper job. */
export const ScraperRun = Type.Object({
  id: Id,
  scraperJobId: Id,
  number: Type.Integer({ minimum: 1 }),
  state: RunState,
  found: Type.Integer({ minimum: 0, description: 'number of records that the source returned' }),
  new: Count,
  changed: Count,
  same: Count,
  gone: Type.Integer({
    minimum: 0,
    description: 'number of known records that the source no longer returns, counted only by complete runs'
  }),
  cameBack: Count,
  missing: Type.Integer({
    minimum: 0,
    description: 'number of known records that a complete run did not receive, if they were too many to be marked as gone automatically'
  }),
  failed: Type.Integer({ minimum: 0, description: 'number of entries that could not be read' }),
  total: Nullable(Type.Integer({ minimum: 0, description: 'number of records that the source reports, if it does' })),
  bytes: Count,
  requests: Count,
  pages: Count,
  startedAt: Nullable(Timestamp),
  finishedAt: Nullable(Timestamp),
  createdAt: Timestamp,
  sentence: Nullable(Type.String({ description: 'outcome or failure, as a sentence' }))
})

export type ScraperJob = Static<typeof ScraperJob>
/** Saved query to a source, which can be run repeatedly. */
export const ScraperJob = Type.Object({
  id: Id,
  projectId: Nullable(Id),
  name: Name,
  source: Type.String(),
  dataType: DataType,
  query: Type.Record(Type.String(), Type.Unknown()),
  words: Type.String({ description: 'the query as a sentence' }),
  limits: ScraperLimits,
  state: Type.Union([RunState, Type.Literal('new')], { description: 'state of its last run; `new`: it has never run' }),
  lastRun: Nullable(ScraperRun),
  schedule: Nullable(Schedule),
  scheduleWords: Nullable(Type.String({ description: 'the schedule in words, such as: every Monday 06:00 UTC' })),
  nextAt: Nullable(Timestamp),
  restsSince: Nullable(Timestamp),
  counts: Type.Object({ waiting: Count, accepted: Count, rejected: Count, ignored: Count }, { description: 'records by their state' }),
  hasAccount: Type.Boolean({ description: 'whether the account of the job at its source is stored; it is never returned' }),
  createdBy: Nullable(Type.String()),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  revision: Revision
})

const Account = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 1000 }), {
  description: 'name and password at a source that requires an account; stored encrypted'
})

export type ScraperJobDraft = Static<typeof ScraperJobDraft>
export const ScraperJobDraft = Type.Object(
  {
    projectId: Nullable(Id),
    name: Name,
    source: Type.String({ maxLength: 100 }),
    query: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown()),
    schedule: Type.Optional(Nullable(Schedule)),
    limits: Type.Optional(ScraperLimits),
    account: Type.Optional(Account),
    startNow: Type.Optional(Type.Boolean({ default: false }))
  },
  { additionalProperties: false }
)

export type ScraperJobPatch = Static<typeof ScraperJobPatch>
export const ScraperJobPatch = Type.Object(
  {
    revision: Revision,
    name: Type.Optional(Name),
    query: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.Unknown())),
    schedule: Type.Optional(Nullable(Schedule)),
    limits: Type.Optional(ScraperLimits),
    account: Type.Optional(Account)
  },
  { additionalProperties: false }
)

const PreviewDraft = Type.Object(
  {
    projectId: Id,
    source: Type.String({ maxLength: 100 }),
    query: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown())
  },
  { additionalProperties: false }
)

export type Preview = Static<typeof Preview>
/** First records of a query, fetched in the same way as in a run. Nothing is stored. */
export const Preview = Type.Object({
  records: Type.Array(
    Type.Object({
      identity: Nullable(Type.String({ description: 'null: the entry has no identifier, and a run leaves it out' })),
      title: Type.String(),
      url: Nullable(Type.String()),
      eventDate: Nullable(Type.String()),
      decimalLatitude: Nullable(Type.Number()),
      decimalLongitude: Nullable(Type.Number()),
      minimumDepthInMeters: Nullable(Type.Number()),
      maximumDepthInMeters: Nullable(Type.Number()),
      flags: Type.Array(Type.Enum([...flagNames])),
      sourceFlags: Type.Array(Type.String()),
      raw: Type.Unknown({ description: 'unprocessed record of the source' })
    }),
    { maxItems: 20 }
  ),
  total: Nullable(Type.Integer({ minimum: 0, description: 'number of records that the source reports, if it does' })),
  warnings: Type.Array(Type.String()),
  failure: Nullable(Type.String({ description: 'reason why running this query would fail' }))
})

export type RunDiff = Static<typeof RunDiff>
/** Differences between a run and the runs before it. */
export const RunDiff = Type.Object({
  changed: Type.Array(Type.Object({ recordId: Id, title: Type.String(), changes: Type.Array(FieldChange) }), {
    description: 'the first 100 changed records'
  }),
  gone: Type.Array(Type.Object({ recordId: Id, title: Type.String() }), { description: 'the first 100 records that are gone' }),
  acceptedChanged: Type.Integer({
    minimum: 0,
    description: 'number of changed occurrences that had been accepted before; their observations keep the values that were accepted'
  })
})

export type LogLine = Static<typeof LogLine>
export const LogLine = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  at: Timestamp,
  level: Type.Enum(['info', 'warning', 'error']),
  sentence: Type.String()
})

export type RunRequest = Static<typeof RunRequest>
export const RunRequest = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  at: Timestamp,
  url: Type.String(),
  status: Nullable(Type.Integer({ description: 'null: no answer' })),
  bytes: Count,
  milliseconds: Count
})

const JobParams = Type.Object({ scraperJobId: Id })
const RunParams = Type.Object({ runId: Id })
const example = {
  projectId: exampleId(1),
  name: 'Reef fish of Tonga',
  source: 'obis.occurrences',
  query: { scientificname: 'Acanthuridae', area: { west: -176, south: -22, east: -173, north: -18 } },
  startNow: true
}

export const scraperApi = {
  sources: contract({
    method: 'GET',
    url: '/scraper/sources',
    summary: 'Sources of outside data, with the schema of a query to each',
    schema: {
      response: {
        200: Type.Object({
          items: Type.Array(OutsideSource),
          isOffline: Type.Boolean({ description: 'whether outside data is turned off' })
        })
      }
    }
  }),
  create: contract({
    method: 'POST',
    url: '/scraper/jobs',
    summary: 'Create a scraper job',
    audit: 'scraper.created',
    example,
    schema: { body: ScraperJobDraft, response: { 201: ScraperJob, 403: Problem, 404: Problem, 422: Problem, 503: Problem } }
  }),
  list: contract({
    method: 'GET',
    url: '/scraper/jobs',
    summary: 'Scraper jobs of the projects that the user may see, newest first',
    schema: {
      querystring: Type.Object(
        {
          project_id: Type.Optional(Id),
          source: Type.Optional(Type.String({ maxLength: 100 })),
          state: Type.Optional(Type.Union([RunState, Type.Literal('new')])),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
          cursor: Type.Optional(Type.String({ maxLength: 512 }))
        },
        { additionalProperties: false }
      ),
      response: { 200: Page(ScraperJob), 404: Problem }
    }
  }),
  get: contract({
    method: 'GET',
    url: '/scraper/jobs/:scraperJobId',
    summary: 'One scraper job',
    schema: { params: JobParams, response: { 200: ScraperJob, 404: Problem } }
  }),
  preview: contract({
    method: 'POST',
    url: '/scraper/jobs/preview',
    summary: 'First records of a query, without storing them',
    example: { projectId: example.projectId, source: example.source, query: example.query },
    schema: { body: PreviewDraft, response: { 200: Preview, 403: Problem, 404: Problem, 422: Problem, 503: Problem } }
  }),
  update: contract({
    method: 'PATCH',
    url: '/scraper/jobs/:scraperJobId',
    summary: 'Change name, query, schedule or limits of a scraper job',
    audit: 'scraper.updated',
    example: { revision: 1, schedule: { cron: '0 6 * * 1', zone: 'UTC' } },
    schema: {
      params: JobParams,
      body: ScraperJobPatch,
      response: { 200: ScraperJob, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  remove: contract({
    method: 'DELETE',
    url: '/scraper/jobs/:scraperJobId',
    summary: 'Delete a scraper job; its records stay, with their origin',
    audit: 'scraper.deleted',
    schema: { params: JobParams, response: { 204: Nothing, 403: Problem, 404: Problem, 409: Problem } }
  }),
  run: contract({
    method: 'POST',
    url: '/scraper/jobs/:scraperJobId/run',
    summary: 'Run a scraper job now',
    audit: 'scraper.run',
    schema: { params: JobParams, response: { 202: ScraperRun, 403: Problem, 404: Problem, 409: Problem, 422: Problem, 503: Problem } }
  }),
  cancel: contract({
    method: 'POST',
    url: '/scraper/jobs/:scraperJobId/cancel',
    summary: 'Stop the run of a scraper job; records that have arrived stay',
    audit: 'scraper.cancelled',
    schema: { params: JobParams, response: { 200: ScraperRun, 403: Problem, 404: Problem, 409: Problem } }
  }),
  retry: contract({
    method: 'POST',
    url: '/scraper/jobs/:scraperJobId/retry',
    summary: 'Continue a failed or cancelled run from its last page',
    audit: 'scraper.retried',
    schema: { params: JobParams, response: { 202: ScraperRun, 403: Problem, 404: Problem, 409: Problem, 503: Problem } }
  }),
  runs: contract({
    method: 'GET',
    url: '/scraper/jobs/:scraperJobId/runs',
    summary: 'The last 50 runs of a scraper job, newest first',
    schema: { params: JobParams, response: { 200: Type.Object({ items: Type.Array(ScraperRun) }), 404: Problem } }
  }),
  diff: contract({
    method: 'GET',
    url: '/scraper/runs/:runId/diff',
    summary: 'Records that a run found changed or gone; editors only',
    schema: { params: RunParams, response: { 200: RunDiff, 403: Problem, 404: Problem } }
  }),
  markGone: contract({
    method: 'POST',
    url: '/scraper/runs/:runId/mark-gone',
    summary: 'Mark the records that the last run did not receive as gone, despite their large number',
    audit: 'scraper.marked-gone',
    schema: { params: RunParams, response: { 200: ScraperRun, 403: Problem, 404: Problem, 409: Problem } }
  }),
  log: contract({
    method: 'GET',
    url: '/scraper/runs/:runId/log',
    summary: 'The log of a run; editors only',
    schema: { params: RunParams, response: { 200: Type.Object({ items: Type.Array(LogLine) }), 403: Problem, 404: Problem } }
  }),
  requests: contract({
    method: 'GET',
    url: '/scraper/runs/:runId/requests',
    summary: 'The last 500 requests of a run, newest first; editors only',
    schema: { params: RunParams, response: { 200: Type.Object({ items: Type.Array(RunRequest) }), 403: Problem, 404: Problem } }
  })
}
