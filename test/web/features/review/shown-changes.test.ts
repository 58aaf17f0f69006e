import t from 'tap'
import { refusal, unreachable } from '../../../../web/api/api-error.ts'
import type { PatchCard } from '../../../../web/features/review/queries.ts'
import { isNeverUndone, shownChanges } from '../../../../web/features/review/shown-changes.ts'

const card = (labelId: string) => ({ id: 'one', labelId }) as PatchCard

t.test('a card goes back to its state before a change that failed', t => {
  const changes = shownChanges()
  const [before, shown] = [card('crab'), card('hermit')]
  t.equal(changes.withoutFailed(shown), shown, 'not before the failure')
  changes.fail([before], [shown])
  t.equal(changes.withoutFailed(shown), before)
  t.end()
})

t.test('a card that was changed since stays, and goes back over all its failed changes', t => {
  const changes = shownChanges()
  const [before, first, second] = [card('crab'), card('hermit'), card('shrimp')]
  changes.fail([before], [first])
  t.equal(changes.withoutFailed(second), second)
  changes.fail([first], [second])
  t.equal(changes.withoutFailed(second), before)
  t.end()
})

t.test('an edit that was undone elsewhere or is gone can never be undone, unlike one that was not answered', t => {
  const answer = (status: number, code: string) => refusal(status, JSON.stringify({ code, detail: 'A reason' }), null)
  t.ok(isNeverUndone(answer(409, 'BULK_EDIT_UNDONE')))
  t.ok(isNeverUndone(answer(404, 'NOT_FOUND')))
  t.notOk(isNeverUndone(answer(409, 'BULK_EDIT_RUNNING')))
  t.notOk(isNeverUndone(unreachable(new TypeError('Failed to fetch'))))
  t.end()
})
