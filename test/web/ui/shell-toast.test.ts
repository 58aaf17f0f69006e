import t from 'tap'
import { showShellToast, toastsLoaded } from '../../../web/ui/shell-toast.ts'

t.test('a message waits for the code of toasts, unless it is withdrawn before', async t => {
  const shown = new Set<string>()
  const withdraw = showShellToast({ title: 'withdrawn' })
  withdraw()
  const close = showShellToast({ title: 'waiting' })
  toastsLoaded(({ title }) => {
    shown.add(title)
    return () => shown.delete(title)
  })
  t.same([...shown], ['waiting'])
  close()
  const closeLate = showShellToast({ title: 'late' })
  t.same([...shown], ['late'])
  closeLate()
  t.equal(shown.size, 0)
})
