import { type Static, Type } from 'typebox'
import { Id, Nothing, Nullable, Page, PageQuery, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { Interval } from './interval.ts'
import { Shape } from './shapes.ts'

const Count = Type.Integer({ minimum: 0 })

const result = {
  judged: Type.Integer({ minimum: 0, description: 'number of labelled crops; unsure ones do not count' }),
  wrong: Type.Integer({ minimum: 0, description: 'labels that are neither the accepted label nor a finer one' }),
  precision: Nullable(Interval, { description: "share of right labels with Wilson's 95 % interval; null without a labelled crop" }),
  mostWrong: Nullable(Type.Number({ minimum: 0, maximum: 1 }), { description: 'without an error in k crops: 3/k, at most 1' }),
  isBelowTarget: Type.Boolean({ description: 'whether the share of right labels is below 95 %' })
}

const accepted = Type.Integer({ minimum: 0, description: 'number of suggestions that the sample was drawn from' })
const isOfOneLabel = Type.Boolean({
  description: 'whether the acceptance covered a single label; its audit is then not blind'
})

export type AcceptanceAudit = Static<typeof AcceptanceAudit>
/**
 * Blind audit of a bulk acceptance. People label a random sample of the accepted suggestions without seeing the accepted label. The result is
 * hidden until the audit ends.
 */
export const AcceptanceAudit = Type.Object({
  state: Type.Enum(['open', 'done', 'closed'], { description: 'closed: the acceptance was undone before the audit ended' }),
  accepted,
  size: Type.Integer({ minimum: 1, description: 'number of suggestions drawn: 5 % of the accepted, at least 30, or all' }),
  answered: Type.Integer({ minimum: 0, description: 'number of crops that were labelled or marked as unsure' }),
  unsure: Count,
  lost: Type.Integer({ minimum: 0, description: 'number of crops without an answer whose image was removed' }),
  least: Type.Integer({ minimum: 0, description: 'number of answers from which the audit can be ended' }),
  result: Nullable(Type.Object(result), { description: 'null until the audit ends' })
})

export type RemainingErrors = Static<typeof RemainingErrors>
/**
 * Number of wrong labels that are expected to remain after an audit. The share of errors is applied to the labels outside the sample. The wrong
 * labels within the sample that are still there are added.
 */
export const RemainingErrors = Type.Object({
  value: Nullable(Type.Number({ minimum: 0 }), { description: 'null when the audit found no error in a part of the labels' }),
  low: Type.Number({ minimum: 0, description: "from Wilson's 95 % interval" }),
  high: Type.Number({ minimum: 0, description: "from Wilson's 95 % interval; without an error in k labels, from 3/k" })
})

export type AuditReport = Static<typeof AuditReport>
export const AuditReport = Type.Interface([AcceptanceAudit], {
  runId: Id,
  isUndone: Type.Boolean({ description: 'whether the acceptance is undone, or being undone' }),
  isOfOneLabel,
  remaining: Nullable(RemainingErrors, { description: 'null until the audit ends, without a labelled crop, and after an undo' }),
  seed: Type.Integer({
    minimum: 0,
    description: 'the sample has the suggestions with the smallest SHA-256 of the seed, a space and the suggestion id'
  }),
  drawnAt: Timestamp,
  endedBy: Nullable(Type.String()),
  endedAt: Nullable(Timestamp),
  classes: Type.Array(
    Type.Object({
      labelId: Type.String({ description: 'accepted label; it may have been deleted since' }),
      judged: Count,
      wrong: Count,
      precision: Nullable(Interval, { description: "with Wilson's 95 % interval; null below 20 labelled crops" })
    }),
    { description: 'by accepted label, the most frequent first; empty until the audit ends' }
  )
})

export type ModelAudit = Static<typeof ModelAudit>
/** Ended audit of one bulk acceptance, as evidence about the model that made the suggestions. */
export const ModelAudit = Type.Object({
  bulkAcceptanceId: Id,
  runId: Id,
  runNumber: Type.Integer({ minimum: 1 }),
  accepted,
  ...result,
  remaining: Nullable(RemainingErrors, { description: 'null without a labelled crop, and after an undo' }),
  remainingShare: Nullable(
    Type.Object({
      value: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
      low: Type.Number({ minimum: 0, maximum: 1 }),
      high: Type.Number({ minimum: 0, maximum: 1 })
    }),
    { description: '`remaining` divided by `accepted`' }
  ),
  isUndone: Type.Boolean({ description: 'whether the acceptance is undone, or being undone' }),
  isOfOneLabel,
  endedAt: Timestamp
})

export type ModelAudits = Static<typeof ModelAudits>
/** Audits of the bulk acceptances of a model, and the labels that no audit covers. */
export const ModelAudits = Type.Object({
  ended: Type.Array(ModelAudit, { description: 'ended audits, the latest first, at most 100' }),
  unaudited: Type.Object(
    { acceptances: Count, labels: Count },
    { description: 'bulk acceptances with labels, without an ended audit, and neither undone nor being undone' }
  ),
  undoing: Type.Object(
    { acceptances: Count, labels: Count },
    { description: 'bulk acceptances that are being undone, with the labels that still stand' }
  )
})

const crop = {
  id: Id,
  mediaWidth: Type.Integer({ minimum: 1 }),
  mediaHeight: Type.Integer({ minimum: 1 }),
  shape: Shape
}

export type AuditItem = Static<typeof AuditItem>
/** Crop to be labelled. It has no reference to its suggestion, annotation or image, which would reveal the accepted label. */
export const AuditItem = Type.Object(crop)

export type AuditDifference = Static<typeof AuditDifference>
/** Crop whose blind label contradicts the accepted one. */
export const AuditDifference = Type.Object({
  ...crop,
  mediaId: Id,
  annotationId: Nullable(Id, { description: 'annotation that the acceptance made or labelled' }),
  acceptedLabelId: Type.String(),
  givenLabelId: Type.String(),
  by: Nullable(Type.String(), { description: 'person who gave the blind label' }),
  state: Type.Enum(['open', 'relabelled', 'changed'], {
    description: 'open: the annotation still has the accepted label and can get the blind one; changed: edited, removed or undone since'
  })
})

const AcceptanceParams = Type.Object({ bulkAcceptanceId: Id })
const ItemParams = Type.Object({ auditItemId: Id })

export const acceptanceAuditsApi = {
  get: contract({
    method: 'GET',
    url: '/ai/acceptances/:bulkAcceptanceId/audit',
    summary: 'Blind audit of a bulk acceptance: its progress, and its result once it has ended',
    schema: { params: AcceptanceParams, response: { 200: AuditReport, 403: Problem, 404: Problem, 409: Problem } }
  }),
  items: contract({
    method: 'GET',
    url: '/ai/acceptances/:bulkAcceptanceId/audit/items',
    summary: 'Up to 30 crops of an audit that nobody has labelled yet, without the accepted label; each person has another order',
    schema: {
      params: AcceptanceParams,
      response: { 200: Type.Object({ items: Type.Array(AuditItem, { maxItems: 30 }) }), 403: Problem, 404: Problem, 409: Problem }
    }
  }),
  end: contract({
    method: 'POST',
    url: '/ai/acceptances/:bulkAcceptanceId/audit/end',
    summary: 'End an audit and reveal its result; its answers are final',
    audit: 'suggestions.audited',
    schema: { params: AcceptanceParams, response: { 200: AuditReport, 403: Problem, 404: Problem, 409: Problem } }
  }),
  differences: contract({
    method: 'GET',
    url: '/ai/acceptances/:bulkAcceptanceId/audit/differences',
    summary: 'Crops of an ended audit whose blind label contradicts the accepted one',
    schema: {
      params: AcceptanceParams,
      querystring: PageQuery,
      response: {
        200: Page(AuditDifference),
        400: Problem,
        403: Problem,
        404: Problem,
        409: Problem
      }
    }
  }),
  patch: contract({
    method: 'GET',
    url: '/ai/audit-items/:auditItemId/patch',
    summary: 'Crop of an audit as WebP',
    answer: 'stream',
    schema: { params: ItemParams }
  }),
  answer: contract({
    method: 'PUT',
    url: '/ai/audit-items/:auditItemId/answer',
    summary: 'Label a crop of an audit; the annotation does not change',
    audit: 'suggestions.audited',
    example: { labelId: null },
    schema: {
      params: ItemParams,
      body: Type.Object({ labelId: Nullable(Id, { description: 'null: unsure' }) }, { additionalProperties: false }),
      response: { 200: AcceptanceAudit, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  withdraw: contract({
    method: 'DELETE',
    url: '/ai/audit-items/:auditItemId/answer',
    summary: 'Withdraw your own answer while the audit is open',
    audit: 'suggestions.audited',
    schema: { params: ItemParams, response: { 204: Nothing, 403: Problem, 404: Problem, 409: Problem } }
  }),
  relabel: contract({
    method: 'POST',
    url: '/ai/audit-items/:auditItemId/relabel',
    summary: 'Give the annotation of a crop its blind label, after the audit has ended',
    audit: 'suggestions.audited',
    schema: { params: ItemParams, response: { 200: AuditDifference, 403: Problem, 404: Problem, 409: Problem } }
  })
}
