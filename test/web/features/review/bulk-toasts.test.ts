import t from 'tap'
import type { BulkEdit } from '../../../../shared/contracts/review.ts'
import { settledToast } from '../../../../web/features/review/bulk-toasts.ts'

const edit = (changedCount: number, failure: string | null) =>
  ({ state: 'done', changedCount, skippedCount: 0, job: { state: failure ? 'failed' : 'done', failure } }) as unknown as BulkEdit

t.test('a bulk edit that failed halfway can be undone from its message', async t => {
  let undone = 0
  const toast = settledToast(edit(12, 'The disk is full'), () => undone++)
  t.match(toast, { tone: 'danger', title: 'The disk is full', description: '12 annotations were changed before that.' })
  toast.action?.onAction()
  t.equal(undone, 1)
})

t.test('a bulk edit that failed before its first change offers nothing to undo', async t => {
  const toast = settledToast(edit(0, 'The disk is full'), () => t.fail())
  t.match(toast, { title: 'The disk is full', description: 'Nothing was changed.' })
  t.equal(toast.action, undefined)
})
