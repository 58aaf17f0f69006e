import { type Static, Type } from 'typebox'
import { opportunityDeadlineLimit } from '../limits.ts'
import { CalendarDate, Id, Nothing, Nullable, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'

const Text = (maxLength: number) => Nullable(Type.String({ maxLength }))
const Words = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 30, uniqueItems: true })

export type OpportunityKind = Static<typeof OpportunityKind>
export const OpportunityKind = Type.Enum([
  'grant',
  'job',
  'fellowship',
  'studentship',
  'call for papers',
  'ship time',
  'berth',
  'training',
  'event',
  'data call',
  'other'
])

export type CareerStage = Static<typeof CareerStage>
export const CareerStage = Type.Enum(['student', 'PhD', 'early career', 'established', 'technician'])

export type DeadlineDraft = Static<typeof DeadlineDraft>
/** Deadline in the form in which the call states it. */
export const DeadlineDraft = Type.Object(
  {
    label: Text(100),
    date: Type.String({ format: 'date', pattern: '^[12]' }),
    time: Nullable(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'absent: the end of the day' })),
    zone: Nullable(Type.String({ maxLength: 64, description: 'IANA name, or `AoE`: anywhere on Earth, UTC−12; null: not stated' }))
  },
  { additionalProperties: false }
)

export type Deadline = Static<typeof Deadline>
export const Deadline = Type.Object({
  ...DeadlineDraft.properties,
  earliest: { ...Timestamp, description: 'the deadline, or its earliest instant when no time zone is stated' },
  latest: { ...Timestamp, description: 'the deadline, or its latest instant when no time zone is stated' },
  remark: Nullable(Type.String({ description: 'a clock time that does not exist on that day, or exists twice' }))
})

export type Berth = Static<typeof Berth>
/** Facts of a berth on a cruise; null: not stated. */
export const Berth = Type.Object(
  {
    ship: Text(200),
    operator: Text(200),
    cruise: Text(100),
    embarkPort: Text(200),
    embarkOn: Nullable(CalendarDate),
    disembarkPort: Text(200),
    disembarkOn: Nullable(CalendarDate),
    berthsFree: Nullable(Type.Integer({ minimum: 0, maximum: 1000 })),
    berthsTotal: Nullable(Type.Integer({ minimum: 0, maximum: 1000 })),
    cabin: Text(200),
    skills: Text(1000),
    duties: Text(1000),
    certificates: Text(1000),
    paid: Text(1000),
    accessibility: Text(1000),
    chiefScientist: Text(200)
  },
  { additionalProperties: false }
)

const facts = {
  kind: OpportunityKind,
  title: Type.String({ minLength: 1, maxLength: 300, pattern: '\\S' }),
  summary: Text(500),
  body: Text(20_000),
  organization: Text(300),
  url: Nullable(Type.String({ maxLength: 2000, pattern: '^https?://[^\\s]+$' })),
  place: Text(300),
  isRemote: Nullable(Type.Boolean()),
  regions: Words,
  tags: Words,
  careerStages: Type.Array(CareerStage, { maxItems: 5, uniqueItems: true }),
  eligibility: Text(2000),
  amount: Text(200),
  covers: Text(1000),
  notCovered: Text(1000),
  startsOn: Nullable(CalendarDate),
  endsOn: Nullable(CalendarDate),
  howToApply: Text(2000),
  berth: Nullable(Berth)
}

export type Opportunity = Static<typeof Opportunity>
/** Opportunity: a call, an offer or an event. */
export const Opportunity = Type.Object({
  id: Id,
  state: Type.Enum(['draft', 'published', 'withdrawn']),
  ...facts,
  deadlines: Type.Array(Deadline),
  isOpen: Type.Boolean({ description: 'published, and without a deadline or before the latest possible instant of the last one' }),
  closesAt: Nullable({ ...Timestamp, description: 'earliest instant of the last deadline; null: none is stated' }),
  isSaved: Type.Boolean({ description: 'saved by the user; others do not see this' }),
  mayEdit: Type.Boolean(),
  postedBy: Nullable(Type.String()),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  revision: Revision
})

const { kind, title, ...further } = facts
const optional = Object.fromEntries(Object.entries(further).map(([name, schema]) => [name, Type.Optional(schema)])) as {
  [Name in keyof typeof further]: ReturnType<typeof Type.Optional<(typeof further)[Name]>>
}
const deadlines = Type.Array(DeadlineDraft, { maxItems: opportunityDeadlineLimit })

export type OpportunityDraft = Static<typeof OpportunityDraft>
export const OpportunityDraft = Type.Object(
  {
    kind,
    title,
    ...optional,
    deadlines: Type.Optional(deadlines),
    isDraft: Type.Optional(Type.Boolean({ default: false, description: 'only the author sees a draft' }))
  },
  { additionalProperties: false }
)

export type OpportunityEdit = Static<typeof OpportunityEdit>
/** Edit of an opportunity; absent fields stay unchanged. */
export const OpportunityEdit = Type.Object(
  {
    revision: Revision,
    kind: Type.Optional(kind),
    title: Type.Optional(title),
    ...optional,
    deadlines: Type.Optional(deadlines),
    state: Type.Optional(Type.Enum(['published', 'withdrawn']))
  },
  { additionalProperties: false, minProperties: 2 }
)

const Params = Type.Object({ opportunityId: Id })

export const opportunitiesApi = {
  list: contract({
    method: 'GET',
    url: '/data/opportunities',
    summary: 'Opportunities; without parameters, the open ones, nearest deadline first',
    schema: {
      querystring: Type.Object(
        {
          q: Type.Optional(Type.String({ maxLength: 200, description: 'words in the title, summary or organization' })),
          kind: Type.Optional(OpportunityKind),
          region: Type.Optional(Type.String({ maxLength: 100 })),
          career: Type.Optional(CareerStage),
          open_only: Type.Optional(Type.Boolean({ default: true })),
          saved: Type.Optional(Type.Boolean({ default: false })),
          mine: Type.Optional(Type.Boolean({ default: false, description: 'only those posted by the user, including drafts' })),
          sort: Type.Optional(Type.Enum(['deadline', 'new'])),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
          cursor: Type.Optional(Type.String({ maxLength: 512 }))
        },
        { additionalProperties: false }
      ),
      response: {
        200: Type.Object({ items: Type.Array(Opportunity), nextCursor: Nullable(Type.String()), total: Type.Integer({ minimum: 0 }) })
      }
    }
  }),
  create: contract({
    method: 'POST',
    url: '/opportunities',
    summary: 'Post an opportunity',
    audit: 'opportunity.created',
    example: {
      kind: 'berth',
      title: 'Two berths for ROV annotators, Mid-Atlantic Ridge',
      deadlines: [{ label: null, date: '2026-12-01', time: null, zone: 'AoE' }],
      isDraft: true
    },
    schema: { body: OpportunityDraft, response: { 201: Opportunity, 403: Problem, 409: Problem, 422: Problem } }
  }),
  get: contract({
    method: 'GET',
    url: '/opportunities/:opportunityId',
    summary: 'One opportunity',
    schema: { params: Params, response: { 200: Opportunity, 404: Problem } }
  }),
  revise: contract({
    method: 'PATCH',
    url: '/opportunities/:opportunityId',
    summary: 'Change, publish or withdraw an opportunity',
    audit: 'opportunity.revised',
    example: { revision: 1, title: 'One berth for an ROV annotator' },
    schema: {
      params: Params,
      body: OpportunityEdit,
      response: { 200: Opportunity, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  remove: contract({
    method: 'DELETE',
    url: '/opportunities/:opportunityId',
    summary: 'Delete an opportunity',
    audit: 'opportunity.deleted',
    schema: { params: Params, response: { 204: Nothing, 403: Problem, 404: Problem } }
  }),
  save: contract({
    method: 'PUT',
    url: '/opportunities/:opportunityId/save',
    summary: 'Save an opportunity for the signed-in user',
    schema: { params: Params, response: { 204: Nothing, 404: Problem } }
  }),
  unsave: contract({
    method: 'DELETE',
    url: '/opportunities/:opportunityId/save',
    summary: 'Remove an opportunity from the user’s saved ones',
    schema: { params: Params, response: { 204: Nothing, 404: Problem } }
  })
}
