import { type Static, Type } from 'typebox'
import { AcceptanceAudit } from './acceptance-audits.ts'
import { Suggestion } from './ai.ts'
import { Id, Nullable, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { Interval } from './interval.ts'
import { JobState } from './jobs.ts'

const Count = Type.Integer({ minimum: 0 })

const scope = {
  least: Type.Number({ minimum: 0, maximum: 1, description: 'minimum probability' }),
  labelIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true, description: 'suggested labels; absent: all' }))
}

export type AcceptanceScope = Static<typeof AcceptanceScope>
/**
 * Waiting suggestions of a run at or above a probability. Shapes unlike anything labelled, doubts, and labels that are not mapped are left
 * out.
 */
export const AcceptanceScope = Type.Object(scope, { additionalProperties: false })

export type MixedBatchDraft = Static<typeof MixedBatchDraft>
export const MixedBatchDraft = Type.Object(
  {
    ...scope,
    sampleSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 15, default: 3, description: 'number of suggestions to draw at random' }))
  },
  { additionalProperties: false }
)

export type JudgedProbe = Static<typeof JudgedProbe>
/** Suggestion that was drawn at random, and that a person then decided individually. */
export const JudgedProbe = Type.Object({
  labelId: Id,
  bin: Type.Integer({ minimum: 0, maximum: 99, description: 'its probability in whole hundredths' }),
  isWrong: Type.Boolean({ description: 'rejected, or given a label that is not below the suggested one' }),
  drawnFrom: Type.Object(
    { bin: Type.Integer({ minimum: 0, maximum: 99 }), labelIds: Nullable(Type.Array(Id)) },
    { description: 'scope of the draw: lowest hundredth of the probability, and labels; null: all labels' }
  )
})

export type Probes = Static<typeof Probes>
export const Probes = Type.Object({
  judged: Type.Array(JudgedProbe),
  waitingCount: Type.Integer({ minimum: 0, description: 'number of drawn suggestions that nobody has decided on yet' }),
  lostCount: Type.Integer({
    minimum: 0,
    description: 'number of drawn suggestions that were set aside, decided in bulk or changed since; the estimate leaves them out'
  })
})

export type AcceptanceDraft = Static<typeof AcceptanceDraft>
export const AcceptanceDraft = Type.Object(
  {
    ...scope,
    expected: Type.Integer({ minimum: 1, description: 'number of suggestions shown on the page; the call is refused if it has changed' })
  },
  { additionalProperties: false }
)

export type BulkAcceptance = Static<typeof BulkAcceptance>
/** Acceptance of many suggestions in one step, with the sample that was checked beforehand. */
export const BulkAcceptance = Type.Object({
  id: Id,
  runId: Id,
  runNumber: Type.Integer({ minimum: 1 }),
  modelVersionId: Nullable(Id),
  modelNumber: Nullable(Type.Integer({ minimum: 1 })),
  state: Type.Enum(['accepting', 'done', 'undoing', 'undone']),
  least: Type.Number({ minimum: 0, maximum: 1 }),
  labelIds: Nullable(Type.Array(Id), { description: 'null: all labels' }),
  expected: Count,
  count: Type.Integer({ minimum: 0, description: 'number of suggestions accepted' }),
  leftOut: Type.Integer({ minimum: 0, description: 'number of suggestions that others decided on first, or whose annotation changed' }),
  restored: Type.Integer({ minimum: 0, description: 'number of suggestions restored by undoing the acceptance' }),
  probesJudged: Type.Integer({ minimum: 0, description: 'number of suggestions drawn at random from this scope and decided beforehand' }),
  probesWrong: Count,
  errors: Nullable(Interval, { description: "expected share of errors with Wilson's 95 % interval; null: no sample was checked" }),
  by: Nullable(Type.String()),
  at: Timestamp,
  finishedAt: Nullable(Timestamp),
  undoneBy: Nullable(Type.String()),
  undoneAt: Nullable(Timestamp),
  job: Nullable(Type.Object({ id: Id, state: JobState }), { description: 'job that continues it; null when the first step was enough' }),
  audit: Nullable(AcceptanceAudit, { description: 'null until the acceptance is complete, and for those before version 0.3.0' })
})

const RunParams = Type.Object({ aiRunId: Id })
const AcceptanceParams = Type.Object({ bulkAcceptanceId: Id })

export const bulkAcceptancesApi = {
  mix: contract({
    method: 'POST',
    url: '/ai/runs/:aiRunId/mixed-batches',
    summary: 'Draw up to 30 waiting suggestions for review: a random sample and the least certain ones, shuffled',
    audit: 'suggestions.drawn',
    example: { least: 0.9 },
    schema: {
      params: RunParams,
      body: MixedBatchDraft,
      response: {
        200: Type.Object({ items: Type.Array(Suggestion, { maxItems: 30 }) }),
        403: Problem,
        404: Problem,
        409: Problem,
        422: Problem
      }
    }
  }),
  probes: contract({
    method: 'GET',
    url: '/ai/runs/:aiRunId/probes',
    summary: 'Random sample of suggestions of a run with the decisions on them, from which the share of errors is estimated',
    schema: { params: RunParams, response: { 200: Probes, 403: Problem, 404: Problem, 409: Problem } }
  }),
  accept: contract({
    method: 'POST',
    url: '/ai/runs/:aiRunId/acceptances',
    summary: 'Accept all waiting suggestions at or above a probability, as one undoable step; large numbers are accepted in a job',
    audit: 'suggestions.accepted',
    example: { least: 0.9, expected: 120 },
    schema: {
      params: RunParams,
      body: AcceptanceDraft,
      response: { 200: BulkAcceptance, 202: BulkAcceptance, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  list: contract({
    method: 'GET',
    url: '/ai/runs/:aiRunId/acceptances',
    summary: 'Bulk acceptances of a run with their audit, newest first',
    schema: {
      params: RunParams,
      response: { 200: Type.Object({ items: Type.Array(BulkAcceptance) }), 403: Problem, 404: Problem, 409: Problem }
    }
  }),
  get: contract({
    method: 'GET',
    url: '/ai/acceptances/:bulkAcceptanceId',
    summary: 'One bulk acceptance with its audit and its progress',
    schema: { params: AcceptanceParams, response: { 200: BulkAcceptance, 403: Problem, 404: Problem, 409: Problem } }
  }),
  undo: contract({
    method: 'POST',
    url: '/ai/acceptances/:bulkAcceptanceId/undo',
    summary: 'Undo a bulk acceptance, or stop it and undo what it accepted; annotations that have been edited since stay',
    audit: 'suggestions.undone',
    schema: {
      params: AcceptanceParams,
      response: { 200: BulkAcceptance, 202: BulkAcceptance, 403: Problem, 404: Problem, 409: Problem }
    }
  })
}
