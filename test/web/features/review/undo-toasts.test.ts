import t from 'tap'
import { undoToasts } from '../../../../web/features/review/undo-toasts.ts'

/** Toasts that close when the test closes them, by title. */
function scene() {
  const open = new Map<string, () => void>()
  const toasts = undoToasts(({ title }, onClose = () => {}) => {
    const close = () => open.delete(title) && onClose()
    open.set(title, close)
    return close
  })
  return { toasts, open }
}

t.test('toasts that have closed are forgotten, however many edits follow', async t => {
  const { toasts, open } = scene()
  for (let edit = 0; edit < 100; edit++) {
    toasts.show(`bulk ${edit}`, { title: `edit ${edit}` })
    open.get(`edit ${edit}`)?.() // its time is over
  }
  t.equal(toasts.count(), 0)
})

t.test('an edit that was undone closes its toast and no other', async t => {
  const { toasts, open } = scene()
  toasts.show('bulk 1', { title: 'first' })
  toasts.show('bulk 2', { title: 'second' })
  toasts.close('bulk 1')
  t.same([...open.keys()], ['second'])
  toasts.close('bulk 1')
  t.equal(toasts.count(), 1)
})

t.test('a second toast of the same edit replaces the first', async t => {
  const { toasts, open } = scene()
  toasts.show('bulk 1', { title: 'first' })
  toasts.show('bulk 1', { title: 'second' })
  t.same([...open.keys()], ['second'])
  toasts.close('bulk 1')
  t.same([toasts.count(), open.size], [0, 0])
})
