import t from 'tap'
import { closeToastActions, showShellToast, toastsLoaded } from '../../../web/ui/shell-toast.ts'

t.test('a message waits for the code of toasts, unless it is withdrawn before', async t => {
  const shown = new Set<string>()
  const withdraw = showShellToast({ title: 'withdrawn' })
  withdraw()
  const close = showShellToast({ title: 'waiting' })
  closeToastActions() // before any toast there is nothing to close
  toastsLoaded({
    showToast({ title }) {
      shown.add(title)
      return () => shown.delete(title)
    },
    closeActions: () => shown.clear()
  })
  t.same([...shown], ['waiting'])
  close()
  const closeLate = showShellToast({ title: 'late' })
  t.same([...shown], ['late'])
  closeLate()
  t.equal(shown.size, 0)
  showShellToast({ title: 'offer' })
  closeToastActions()
  t.equal(shown.size, 0)
})
