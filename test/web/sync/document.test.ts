// About: web/sync/document.ts while a subject is being opened
import t from 'tap'
import { type Edit, newSite, type SiteVersion, type StoredOperation } from '../../../web/features/sites/document/edits.ts'
import { siteNoun } from '../../../web/features/sites/document/noun.ts'
import { Document } from '../../../web/sync/document.ts'

const at = '2026-06-01T12:00:00.000Z'
const none = async () => {}

t.test('a change that is reported while a subject is being opened is read once it is open', async t => {
  let stored: SiteVersion[] = [newSite('p', 'm1', { name: 'M1' }, at)]
  const held: (() => void)[] = []
  let loads = 0
  const document = new Document<SiteVersion, Edit, StoredOperation>({
    noun: siteNoun('p'),
    projectId: 'p',
    person: { accountId: 'ana', name: 'Ana' },
    load: async () => {
      loads += 1
      const read = stored
      await new Promise<void>(resolve => held.push(resolve))
      return read
    },
    loadOne: async () => null,
    outbox: { add: none, all: async () => [], listen: () => () => {} },
    steps: {
      ...{ lastDone: undefined, lastUndone: undefined, begin: none, push() {}, refuse: none },
      ...{ takeBack: async () => null, doAgain: async () => null, holds: () => false }
    }
  })
  const release = async () => {
    while (held.length === 0) await new Promise(setImmediate)
    held.shift()?.()
    await new Promise(setImmediate)
  }
  const opening = document.open('p')
  while (held.length === 0) await new Promise(setImmediate)
  stored = [{ ...stored[0]!, name: 'M1 north', revision: 2 }]
  await document.refresh('p') // the answer that is on its way has the state before
  await release()
  await opening
  await release()
  t.match(document.get('m1'), { name: 'M1 north', revision: 2 })
  t.equal(loads, 2)
  const again = document.refresh('p')
  await release()
  await again
  t.equal(loads, 3, 'an open subject is read once for each change')
})
