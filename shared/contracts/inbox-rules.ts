import { type Static, Type } from 'typebox'
import { flagNames } from '../outside/flags.ts'
import { exampleId, Id, Nullable, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { Decision, MatchKind } from './outside-records.ts'

const Count = Type.Integer({ minimum: 0 })

export type RuleConditions = Static<typeof RuleConditions>
/** Conditions of a rule. A record matches if all of them are met. */
export const RuleConditions = Type.Object(
  {
    q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'part of the name' })),
    scraperJobId: Type.Optional(Id),
    dataset: Type.Optional(Id),
    licences: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { minItems: 1, maxItems: 20, description: 'SPDX identifiers, any of them' })
    ),
    flags: Type.Optional(Type.Array(Type.Enum([...flagNames]), { minItems: 1, maxItems: 30, description: 'any of them' })),
    unflagged: Type.Optional(Type.Literal(true, { description: 'only records that Isobath has not flagged' })),
    match: Type.Optional(Type.Union([MatchKind, Type.Literal('none')]))
  },
  { additionalProperties: false, minProperties: 1 }
)

export type InboxRule = Static<typeof InboxRule>
/** Rule of the inbox. `leave`: the record stays in the inbox, and later rules do not apply to it. */
export const InboxRule = Type.Object(
  {
    id: Id,
    when: RuleConditions,
    decision: Type.Enum(['accept', 'reject', 'ignore', 'leave']),
    because: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', description: 'reason that is stored with the records' })
  },
  { additionalProperties: false }
)

const Rules = Type.Array(InboxRule, { maxItems: 20, description: 'in order: the first one that matches a record decides' })

export type InboxRules = Static<typeof InboxRules>
export const InboxRules = Type.Object({
  isOn: Type.Boolean({ description: 'whether runs apply the rules to the records that they fetch' }),
  rules: Rules,
  decided: Type.Array(Count, { description: 'records that each rule has decided on, not counting undone decisions' }),
  revision: Type.Integer({ minimum: 0, description: '0: no rules were saved yet' }),
  modifiedAt: Nullable(Timestamp)
})

export type RuleCounts = Static<typeof RuleCounts>
/** Effect of the rules on the waiting records. */
export const RuleCounts = Type.Object({
  items: Type.Array(
    Type.Object({
      ruleId: Id,
      count: Type.Integer({ minimum: 0, description: 'number of records that the rule decides on' }),
      leftOut: Type.Integer({ minimum: 0, description: 'number of matching records that a rule must not accept' })
    })
  ),
  rest: Type.Integer({ minimum: 0, description: 'number of waiting records that no rule matches' })
})

export type PastDecision = Static<typeof PastDecision>
export const PastDecision = Type.Object({
  ...Decision.properties,
  decidedBy: Nullable(Type.String()),
  ruleId: Nullable(Id),
  mayUndo: Type.Boolean()
})

const ProjectParams = Type.Object({ projectId: Id })
const exampleRule: InboxRule = { id: exampleId(4), when: { flags: ['ON_LAND'] }, decision: 'reject', because: 'On land' }

export const inboxRulesApi = {
  get: contract({
    method: 'GET',
    url: '/projects/:projectId/inbox-rules',
    summary: 'Rules of the inbox, in order',
    schema: { params: ProjectParams, response: { 200: InboxRules, 403: Problem, 404: Problem } }
  }),
  set: contract({
    method: 'PUT',
    url: '/projects/:projectId/inbox-rules',
    summary: 'Set the rules of the inbox, and whether runs apply them; owners only',
    audit: 'inbox-rules.set',
    example: { revision: 0, isOn: true, rules: [exampleRule] },
    schema: {
      params: ProjectParams,
      body: Type.Object({ revision: InboxRules.properties.revision, isOn: Type.Boolean(), rules: Rules }, { additionalProperties: false }),
      response: { 200: InboxRules, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  dryRun: contract({
    method: 'POST',
    url: '/projects/:projectId/inbox-rules/dry-run',
    summary: 'Number of waiting records that rules would decide on',
    example: { rules: [exampleRule] },
    schema: {
      params: ProjectParams,
      body: Type.Object({ rules: Rules }, { additionalProperties: false }),
      response: { 200: RuleCounts, 403: Problem, 404: Problem, 422: Problem }
    }
  }),
  apply: contract({
    method: 'POST',
    url: '/projects/:projectId/inbox-rules/apply',
    summary: 'Apply the saved rules to all waiting records that no person has judged',
    audit: 'inbox-rules.applied',
    schema: { params: ProjectParams, response: { 200: RuleCounts, 403: Problem, 404: Problem } }
  }),
  decisions: contract({
    method: 'GET',
    url: '/projects/:projectId/record-decisions',
    summary: 'The last 100 decisions on records, by people and rules, newest first',
    schema: { params: ProjectParams, response: { 200: Type.Object({ items: Type.Array(PastDecision) }), 403: Problem, 404: Problem } }
  })
}
