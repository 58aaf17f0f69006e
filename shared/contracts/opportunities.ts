import { type Static, Type } from 'typebox'
import { longestReminderHours, opportunityDeadlineLimit, reminderLimit, shownSavesFrom, similarLimit } from '../limits.ts'
import { CalendarDate, Id, Nothing, Nullable, Page, PageQuery, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'

const Text = (maxLength: number) => Nullable(Type.String({ maxLength }))
/** Day in the years 1000 to 2999, so that instants sort as text. */
const Day = Type.String({ format: 'date', pattern: '^[12]' })
export const OpportunityWords = Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), {
  maxItems: 30,
  uniqueItems: true
})
/** Country: ISO 3166-1 alpha-2. */
export const Country = Type.String({ pattern: '^[A-Z]{2}$' })

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
/** Deadline as stated in the call: a month, a day or a minute. A call without a date has no deadlines, and may be rolling. */
export const DeadlineDraft = Type.Object(
  {
    label: Text(100),
    date: Day,
    precision: Type.Optional(
      Type.Enum(['day', 'month'], {
        description: 'month: only the month is stated, `date` is its first day, and `time` is null; absent: day'
      })
    ),
    time: Nullable(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'absent: the end of the day' })),
    zone: Nullable(Type.String({ maxLength: 64, description: 'IANA name, or `AoE`: anywhere on Earth, UTC−12; null: not stated' }))
  },
  { additionalProperties: false }
)

export type Deadline = Static<typeof Deadline>
export const Deadline = Type.Object({
  ...DeadlineDraft.properties,
  earliest: { ...Timestamp, description: 'the deadline, or its earliest instant when no time zone or no day is stated' },
  latest: { ...Timestamp, description: 'the deadline, or its latest instant when no time zone or no day is stated' },
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
    embarkOn: Nullable(Day),
    disembarkPort: Text(200),
    disembarkOn: Nullable(Day),
    area: Type.Optional(Text(300)),
    days: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1000 }))),
    berthsFree: Nullable(Type.Integer({ minimum: 0, maximum: 1000 })),
    berthsTotal: Nullable(Type.Integer({ minimum: 0, maximum: 1000 })),
    cabin: Text(200),
    skills: Text(1000),
    duties: Text(1000),
    experience: Type.Optional(Text(1000)),
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
  body: Nullable(
    Type.String({
      maxLength: 20_000,
      description: 'Markdown without HTML; images are linked instead of loaded, and links lead to web addresses'
    })
  ),
  organization: Text(300),
  url: Nullable(Type.String({ maxLength: 2000, pattern: '^https?://[^\\s]+$' })),
  place: Text(300),
  isRemote: Nullable(Type.Boolean()),
  regions: OpportunityWords,
  taxa: OpportunityWords,
  methods: OpportunityWords,
  tags: OpportunityWords,
  languages: OpportunityWords,
  careerStages: Type.Array(CareerStage, { maxItems: 5, uniqueItems: true }),
  countries: Type.Array(Country, {
    maxItems: 250,
    uniqueItems: true,
    description: 'the only countries from which people may apply; empty: all, or not stated'
  }),
  eligibility: Text(2000),
  amount: Text(200),
  covers: Text(1000),
  notCovered: Text(1000),
  startsOn: Nullable(Day),
  endsOn: Nullable(Day),
  howToApply: Text(2000),
  contact: Text(300),
  isRolling: Type.Boolean({ description: 'people may apply at any time; it stays open after its deadlines, which are review dates' }),
  isPublic: Type.Boolean({ description: 'in the public feeds, which people without an account can read' }),
  berth: Nullable(Berth)
}

export type OpportunityFit = Static<typeof OpportunityFit>
/** Comparison of a call with the facts that the user stated. It is computed for each request, and only the user sees it. */
export const OpportunityFit = Type.Object({
  verdict: Type.Enum(['fits', 'may fit', 'no', 'excluded', 'too little stated']),
  score: Nullable(
    Type.Integer({ minimum: 0, maximum: 100, description: 'points as a percentage of the maximum for the facts that the call states' })
  ),
  reasons: Type.Array(Type.String(), { description: 'facts that match, most points first' }),
  obstacle: Nullable(Type.String({ description: 'condition of the call that the user does not meet' }))
})

const state = Type.Enum(['draft', 'proposed', 'published', 'withdrawn', 'refused', 'merged'], {
  description:
    'proposed: waits for a moderator; refused: by a moderator, visible only to its author and administrators; merged: its address leads to another one'
})

const derived = {
  deadlines: Type.Array(Deadline),
  isOpen: Type.Boolean({ description: 'published, and before the latest possible instant of the last deadline, or of the departure' }),
  closesAt: Nullable({ ...Timestamp, description: 'earliest instant of the last deadline; null: none is stated' }),
  isSaved: Type.Boolean({ description: 'saved by the user; others do not see this' }),
  fit: Nullable(OpportunityFit, { description: 'null: the user has stated nothing to compare with' }),
  reports: Type.Integer({ minimum: 0, description: 'number of open reports; 0 for everyone except administrators' })
}

export type OpportunityCard = Static<typeof OpportunityCard>
/** Facts of an opportunity that a list shows. */
export const OpportunityCard = Type.Object({
  id: Id,
  state,
  kind: facts.kind,
  title: facts.title,
  summary: facts.summary,
  organization: facts.organization,
  place: facts.place,
  isRemote: facts.isRemote,
  regions: facts.regions,
  tags: facts.tags,
  amount: facts.amount,
  startsOn: facts.startsOn,
  endsOn: facts.endsOn,
  isRolling: facts.isRolling,
  berth: Nullable(Type.Pick(Berth, ['ship', 'embarkPort', 'embarkOn', 'disembarkPort', 'disembarkOn', 'berthsFree', 'paid'])),
  ...derived
})

export type OpportunitySave = Static<typeof OpportunitySave>
/** Note and reminders for a saved opportunity. Only the user sees these. */
export const OpportunitySave = Type.Object({
  note: Text(1000),
  reminders: Type.Array(Type.Integer({ minimum: 1, maximum: longestReminderHours }), {
    maxItems: reminderLimit,
    uniqueItems: true,
    description: 'hours before a deadline, a departure or a start'
  })
})

export type Opportunity = Static<typeof Opportunity>
/** Opportunity: a call, an offer or an event. */
export const Opportunity = Type.Object({
  id: Id,
  state,
  ...facts,
  ...derived,
  saved: Nullable(OpportunitySave),
  savedBy: Nullable(Type.Integer({ minimum: shownSavesFrom }), {
    description: `number of other people who saved it, only for its author, and only from ${shownSavesFrom} on; otherwise null`
  }),
  sources: Type.Array(Type.String(), { description: 'web addresses of the outside records that it came from' }),
  moderation: Nullable(Type.Object({ reason: Type.String(), at: Timestamp }), { description: 'refusal by a moderator' }),
  mayEdit: Type.Boolean(),
  mayModerate: Type.Boolean(),
  postedBy: Nullable(Type.String(), { description: 'name of the person who posted it; null: without a name, or no person' }),
  poster: Type.Enum(['person', 'former member', 'record'], {
    description: 'former member: the account was deleted; record: it came from an outside record'
  }),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  revision: Revision
})

export type OpportunityVersion = Static<typeof OpportunityVersion>
/** Step in the history of an opportunity. */
export const OpportunityVersion = Type.Object({
  revision: { ...Revision, description: 'revision that the step created' },
  at: Timestamp,
  by: Nullable(Type.String()),
  isFormerMember: Type.Boolean({ description: 'the account of the person was deleted' }),
  state,
  reason: Nullable(Type.String()),
  changes: Type.Array(
    Type.Object({
      field: Type.String(),
      before: Type.Optional(Type.Unknown({ description: 'absent, like `after`, for readers who may not edit' })),
      after: Type.Optional(Type.Unknown())
    })
  )
})

export type MergedOpportunity = Static<typeof MergedOpportunity>
/** Opportunity that was merged into another, with its history until then. */
export const MergedOpportunity = Type.Object({
  id: Id,
  title: facts.title,
  revision: Revision,
  maySeparate: Type.Boolean(),
  versions: Type.Array(OpportunityVersion)
})

export type ReportReason = Static<typeof ReportReason>
export const ReportReason = Type.Enum(['spam', 'wrong facts', 'no longer open', 'offensive', 'other'])

export type OpportunityReport = Static<typeof OpportunityReport>
export const OpportunityReport = Type.Object({
  id: Id,
  reason: ReportReason,
  note: Text(1000),
  by: Nullable(Type.String()),
  at: Timestamp
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
/** Edit to an opportunity; absent fields stay unchanged. */
export const OpportunityEdit = Type.Object(
  {
    revision: Revision,
    kind: Type.Optional(kind),
    title: Type.Optional(title),
    ...optional,
    deadlines: Type.Optional(deadlines),
    state: Type.Optional(Type.Enum(['published', 'withdrawn'])),
    reason: Type.Optional(Nullable(Type.String({ maxLength: 300, description: 'reason for the change, for the history' })))
  },
  { additionalProperties: false, minProperties: 2 }
)

export type MergedField = Static<typeof MergedField>
export const MergedField = Type.Enum([...Object.keys(facts), 'deadlines'] as (keyof typeof facts | 'deadlines')[])

export type OpportunityMerge = Static<typeof OpportunityMerge>
/** Merge of another opportunity into one. Fields that are not taken from the other keep their value. */
export const OpportunityMerge = Type.Object(
  {
    revision: Revision,
    otherId: { ...Id, description: 'the opportunity that is merged; its address leads to the one that stays' },
    otherRevision: Revision,
    take: Type.Array(MergedField, { maxItems: 40, uniqueItems: true, description: 'fields whose value comes from the other' }),
    reason: Type.Optional(Nullable(Type.String({ maxLength: 200, description: 'for the histories of both' })))
  },
  { additionalProperties: false }
)

export type SimilarDraft = Static<typeof SimilarDraft>
/** Facts of a call that may already have been posted; absent facts are not compared. */
export const SimilarDraft = Type.Object(
  {
    title: Type.Optional(Type.String({ maxLength: 300 })),
    organization: Type.Optional(facts.organization),
    url: Type.Optional(facts.url),
    deadlines: Type.Optional(deadlines),
    opportunityId: Type.Optional({ ...Id, description: 'the opportunity that is being edited, which is left out' })
  },
  { additionalProperties: false }
)

export type SimilarOpportunity = Static<typeof SimilarOpportunity>
/** Likely duplicate of a call. */
export const SimilarOpportunity = Type.Object({
  ...Type.Pick(OpportunityCard, ['id', 'state', 'kind', 'title', 'organization', 'deadlines', 'isRolling', 'isOpen', 'closesAt'])
    .properties,
  match: Type.Enum(['address', 'title'], {
    description: 'address: the same web address, apart from http, `utm_` parameters, fragment and last slash; title: a near-equal title'
  }),
  mayMerge: Type.Boolean({ description: 'the user may edit both, and one can be merged into the other; false for a draft' }),
  similarity: Type.Number({ minimum: 0, maximum: 1, description: 'share of the trigrams of both titles that they have in common' })
})

const Similar = Type.Object({
  items: Type.Array(SimilarOpportunity, { maxItems: similarLimit, description: 'most similar first' })
})

const Params = Type.Object({ opportunityId: Id })

export const opportunitiesApi = {
  list: contract({
    method: 'GET',
    url: '/data/opportunities',
    summary: 'Opportunities; without parameters, the open ones, nearest deadline first',
    schema: {
      querystring: Type.Object(
        {
          q: Type.Optional(
            Type.String({
              maxLength: 200,
              description: 'beginnings of words, which must all occur in its facts; case and accents are ignored'
            })
          ),
          kind: Type.Optional(OpportunityKind),
          region: Type.Optional(Type.String({ maxLength: 100 })),
          taxon: Type.Optional(Type.String({ maxLength: 100, description: 'name or AphiaID, as the call states it' })),
          career: Type.Optional(CareerStage),
          open_only: Type.Optional(Type.Boolean({ default: true })),
          closed_only: Type.Optional(Type.Boolean({ default: false })),
          from: Type.Optional({ ...CalendarDate, description: 'with a deadline, start or departure on this UTC day or later' }),
          to: Type.Optional({ ...CalendarDate, description: 'with a deadline, start or departure on this UTC day or earlier' }),
          fits: Type.Optional(Type.Boolean({ default: false, description: 'only those that fit, or may fit, the user' })),
          saved: Type.Optional(Type.Boolean({ default: false })),
          mine: Type.Optional(Type.Boolean({ default: false, description: 'only those posted by the user, including drafts' })),
          moderation: Type.Optional(
            Type.Boolean({ default: false, description: 'only proposed, refused and reported ones; for administrators' })
          ),
          sort: Type.Optional(Type.Enum(['deadline', 'new', 'fits'])),
          ...PageQuery.properties
        },
        { additionalProperties: false }
      ),
      response: { 200: Type.Interface([Page(OpportunityCard)], { total: Type.Integer({ minimum: 0 }) }), 400: Problem }
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
  similar: contract({
    method: 'GET',
    url: '/opportunities/:opportunityId/similar',
    summary: 'Opportunities that may be the same call: by web address, or by title with compatible organization and deadline',
    schema: { params: Params, response: { 200: Similar, 404: Problem } }
  }),
  similarToDraft: contract({
    method: 'POST',
    url: '/opportunities/similar',
    summary: 'Compare a draft with the posted opportunities, and list likely duplicates; nothing is stored',
    example: { title: 'Two berths for ROV annotators, Mid-Atlantic Ridge', url: 'https://ships.example/berths/12' },
    schema: { body: SimilarDraft, response: { 200: Similar, 422: Problem } }
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
    summary: 'Save an opportunity for the signed-in user, or change its note and reminders',
    example: { note: 'Ask Bo about the medical certificate', reminders: [336, 72, 24] },
    schema: {
      params: Params,
      body: Type.Partial(OpportunitySave, { additionalProperties: false }),
      response: { 204: Nothing, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  unsave: contract({
    method: 'DELETE',
    url: '/opportunities/:opportunityId/save',
    summary: 'Remove an opportunity from the user’s saved opportunities',
    schema: { params: Params, response: { 204: Nothing, 404: Problem } }
  }),
  versions: contract({
    method: 'GET',
    url: '/opportunities/:opportunityId/versions',
    summary: 'History of an opportunity and of those merged into it, newest step first; values only for people who may edit it',
    schema: {
      params: Params,
      response: {
        200: Type.Object({ versions: Type.Array(OpportunityVersion), merged: Type.Array(MergedOpportunity) }),
        404: Problem
      }
    }
  }),
  restore: contract({
    method: 'POST',
    url: '/opportunities/:opportunityId/versions/:version/restore',
    summary: 'Restore the facts of an earlier revision of an opportunity',
    audit: 'opportunity.revised',
    example: { revision: 3 },
    schema: {
      params: Type.Object({ opportunityId: Id, version: Revision }),
      body: Type.Object({ revision: Revision }, { additionalProperties: false }),
      response: { 200: Opportunity, 403: Problem, 404: Problem, 409: Problem }
    }
  }),
  merge: contract({
    method: 'POST',
    url: '/opportunities/:opportunityId/merge',
    summary: 'Merge another opportunity, which the user may edit too, into this one; saves, sources and history follow',
    audit: 'opportunity.merged',
    example: { revision: 2, otherId: '01890a5d-ac96-774b-bcce-b302099a8057', otherRevision: 1, take: ['summary', 'deadlines'] },
    schema: {
      params: Params,
      body: OpportunityMerge,
      response: { 200: Opportunity, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  separate: contract({
    method: 'POST',
    url: '/opportunities/:opportunityId/separate',
    summary: 'Separate a merged opportunity, which returns to its state before the merge',
    audit: 'opportunity.separated',
    example: { revision: 3 },
    schema: {
      params: Params,
      body: Type.Object({ revision: Revision }, { additionalProperties: false }),
      response: { 200: Opportunity, 403: Problem, 404: Problem, 409: Problem }
    }
  }),
  report: contract({
    method: 'POST',
    url: '/opportunities/:opportunityId/report',
    summary: 'Report an opportunity to the administrators; a second report by the same person replaces the first',
    audit: 'opportunity.reported',
    example: { reason: 'no longer open', note: 'The ship has sailed' },
    schema: {
      params: Params,
      body: Type.Object({ reason: ReportReason, note: Type.Optional(Text(1000)) }, { additionalProperties: false }),
      response: { 204: Nothing, 404: Problem, 422: Problem }
    }
  }),
  reports: contract({
    method: 'GET',
    url: '/opportunities/:opportunityId/reports',
    summary: 'Open reports of an opportunity, for administrators',
    schema: { params: Params, response: { 200: Type.Object({ reports: Type.Array(OpportunityReport) }), 403: Problem, 404: Problem } }
  }),
  approve: contract({
    method: 'POST',
    url: '/opportunities/:opportunityId/approve',
    summary: 'Publish a proposed or refused opportunity, and close its reports',
    audit: 'opportunity.approved',
    schema: { params: Params, response: { 200: Opportunity, 403: Problem, 404: Problem, 409: Problem } }
  }),
  refuse: contract({
    method: 'POST',
    url: '/opportunities/:opportunityId/refuse',
    summary: 'Hide an opportunity from everyone except its author and administrators',
    audit: 'opportunity.refused',
    example: { reason: 'This is an advertisement' },
    schema: {
      params: Params,
      body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) }, { additionalProperties: false }),
      response: { 200: Opportunity, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  })
}
