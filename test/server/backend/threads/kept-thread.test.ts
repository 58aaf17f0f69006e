import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { keepThread, keptMs, takeThread } from '../../../../server/backend/threads/kept-thread.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

t.test('a finished thread gets the next task of its kind, from one caller at a time', async t => {
  const dataDir = temporaryFolder(t)
  const first = takeThread('check', dataDir)
  t.teardown(() => first.terminate())
  keepThread('check', first)
  const other = takeThread('export', dataDir)
  t.not(other, first, 'each kind has its own threads')
  t.equal(takeThread('check', dataDir), first)
  const second = takeThread('check', dataDir)
  t.not(second, first, 'the first one is busy')
  keepThread('check', first)
  const ended = once(second, 'exit')
  keepThread('check', second)
  t.equal(takeThread('check', dataDir), first, 'one is enough')
  await Promise.all([ended, other.terminate()])
})

t.test('an ended thread is not reused', async t => {
  const dataDir = temporaryFolder(t)
  const first = takeThread('check', dataDir)
  keepThread('check', first)
  await first.terminate()
  const second = takeThread('check', dataDir)
  t.not(second, first)
  await second.terminate()
})

t.test('an ending thread is not reused', async t => {
  const dataDir = temporaryFolder(t)
  const first = takeThread('check', dataDir)
  await once(first, 'online')
  keepThread('check', first)
  await pause(keptMs) // a timer of the same length fires in the same turn, just after the one that ends the thread
  const second = takeThread('check', dataDir)
  t.not(second, first)
  await Promise.all([first.terminate(), second.terminate()])
})
