import t from 'tap'
import type { DebugEntry } from '../../../web/api/debug-entry.ts'
import { DebugLog } from '../../../web/api/debug-log.ts'
import { memoryStorage, tokenWith } from '../../support/fake-fetch.ts'

t.test('at most 100 entries are kept, the newest ones', async t => {
  const storage = memoryStorage()
  const log = new DebugLog({ storage })
  for (let number = 1; number <= 130; number++) log.add('INFO', `entry ${number}`)
  t.equal(log.entries().length, 100)
  t.equal(log.entries()[0]?.message, 'entry 31')
  t.equal(new DebugLog({ storage }).entries().at(-1)?.message, 'entry 130', 'they outlive the page')
})

t.test('an entry has timestamp, level, message and data', async t => {
  const log = new DebugLog({ storage: memoryStorage() })
  log.add('WARN', 'GET /api/projects answered 503', { code: 'UNAVAILABLE' })
  t.match(log.entries(), [
    { timestamp: /^\d{4}-\d\d-\d\dT.*Z$/, level: 'WARN', message: 'GET /api/projects answered 503', data: { code: 'UNAVAILABLE' } }
  ])
})

t.test('secrets are never logged', async t => {
  const storage = memoryStorage()
  const log = new DebugLog({ storage })
  const secret = tokenWith({ sub: 'ana' })
  log.add('ERROR', `failed with Bearer ${secret} at /reset-password#token=abcdefgh12345678`, {
    password: 'hunter2hunter2',
    nested: { refresh_token: 'r-e-f-r-e-s-h', list: [{ Authorization: 'Basic Zm9v' }] },
    text: `access ${secret} end`,
    error: new Error(`token ${secret}`)
  })
  const kept = JSON.stringify(storage.all())
  for (const word of [secret, 'hunter2hunter2', 'r-e-f-r-e-s-h', 'Zm9v', 'abcdefgh12345678'])
    t.notOk(kept.includes(word), word.slice(0, 12))
  t.ok(kept.includes('access [removed] end'), 'the rest stays readable')
})

t.test('warnings and errors are sent to the operator, and the rest stays here', async t => {
  const forwarded: DebugEntry[] = []
  const log = new DebugLog({ storage: memoryStorage(), forward: entry => forwarded.push(entry) })
  for (const level of ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const) log.add(level, level)
  t.strictSame(
    forwarded.map(({ level }) => level),
    ['WARN', 'ERROR']
  )
})

t.test('listeners receive new entries, those of other tabs, and clearing', async t => {
  const storage = memoryStorage()
  const log = new DebugLog({ storage })
  let heard = 0
  const stop = log.subscribe(() => heard++)
  log.add('INFO', 'mine')
  new DebugLog({ storage }).add('INFO', 'of another tab')
  log.reread()
  t.equal(log.entries().length, 2)
  log.clear()
  t.strictSame(log.entries(), [])
  t.equal(heard, 3)
  stop()
  log.add('INFO', 'unheard')
  t.equal(heard, 3)
})

t.test('a full or broken storage loses only the stored entries', async t => {
  const log = new DebugLog({
    storage: {
      getItem: () => '{broken',
      setItem: () => {
        throw new Error('quota')
      }
    }
  })
  log.add('INFO', 'still here')
  t.equal(log.entries().at(-1)?.message, 'still here')
})
