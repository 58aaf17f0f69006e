import t from 'tap'
import type { ModelAudit, ModelAudits } from '../../../../shared/contracts/acceptance-audits.ts'
import { auditTexts } from '../../../../web/features/ai/audit/texts.ts'

const audit: ModelAudit = {
  ...{ bulkAcceptanceId: 'a', runId: 'b', runNumber: 1, accepted: 600, judged: 80, wrong: 3, precision: null, mostWrong: null },
  ...{ isBelowTarget: false, remaining: null, remainingShare: null, isUndone: false, isOfOneLabel: false },
  endedAt: '2026-06-04T07:12:00.000Z'
}
const { leftOf, notes } = auditTexts.ofModel

t.test('the errors that remain are rounded outwards, and are not invented where they are unknown', async t => {
  t.equal(leftOf(audit), 'Unknown')
  t.equal(leftOf({ ...audit, isUndone: true }), 'Undone')
  t.equal(leftOf({ ...audit, remaining: { value: 60.2, low: 20.9, high: 160.1 } }), 'About 60 of 600 (20–161)')
  t.equal(leftOf({ ...audit, remaining: { value: null, low: 0, high: 56.5 } }), 'Up to 57 of 600')
  t.equal(leftOf({ ...audit, accepted: 17, remaining: { value: 2, low: 2, high: 2 } }), '2 of 17')
  t.equal(leftOf({ ...audit, accepted: 17, remaining: { value: 0, low: 0, high: 0 } }), '0 of 17', 'without a minus sign')
})

t.test('a model without an ended audit is named as not audited', async t => {
  const nothing = { acceptances: 0, labels: 0 }
  const notesOf = (audits: Partial<ModelAudits>) => notes({ ended: [], unaudited: nothing, undoing: nothing, ...audits })
  t.match(notesOf({}), [/^Not audited\. No suggestions of this model/])
  const unaudited = { acceptances: 2, labels: 340 }
  t.same(notesOf({ unaudited }), ['Not audited. No ended audit covers the 340 labels in 2 bulk acceptances.'])
  t.same(notesOf({ ended: [audit] }), [])
  t.same(notesOf({ ended: [audit], unaudited: { acceptances: 1, labels: 1 } }), ['Not audited: 1 label in 1 bulk acceptance.'])
  const begun = 'An undo of 40 labels in 1 bulk acceptance has begun.'
  const undoing = { acceptances: 1, labels: 40 }
  t.same(notesOf({ undoing }), [begun], 'labels that are being undone are not stated as not audited')
  t.same(notesOf({ ended: [audit], undoing }), [begun])
  t.match(notesOf({ unaudited, undoing }), [/^Not audited\./, begun])
})
