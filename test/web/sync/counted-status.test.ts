import t from 'tap'
import { type AccountWork, provideAccountWork } from '../../../web/sync/account-work.ts'
import { countedStatus } from '../../../web/sync/counted-status.ts'
import { nothingWaits } from '../../../web/sync/outbox-status.ts'

const workWith = (status: () => object) => ({ outbox: { status } }) as unknown as AccountWork

t.test('the status is awaited until the edits are counted', async t => {
  let isCounted = false
  const status = countedStatus()
  setTimeout(() => provideAccountWork(workWith(() => ({ ...nothingWaits, counted: isCounted, isWhole: isCounted }))), 20)
  setTimeout(() => {
    isCounted = true
  }, 120)
  t.match(await status, { counted: true, isWhole: true })
  t.match(await countedStatus(), { counted: true }, 'and then it is there at once')
})

t.test('a storage that does not answer in time leaves the edits uncounted', async t => {
  provideAccountWork(null)
  t.equal(await countedStatus(), null)
  provideAccountWork(workWith(() => nothingWaits))
  t.match(await countedStatus(), { counted: false })
})
