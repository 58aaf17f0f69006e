import t from 'tap'
import type { DebugEntry, DebugLevel } from '../../../../web/api/debug-entry.ts'
import { entriesAsText, filterEntries } from '../../../../web/features/debug/filter-entries.ts'

const entries: DebugEntry[] = [
  { timestamp: '2026-11-20T18:00:00.000Z', level: 'INFO', message: 'Signed in' },
  { timestamp: '2026-11-20T18:00:01.000Z', level: 'WARN', message: 'GET /api/projects answered 503', data: { code: 'UNAVAILABLE' } }
]
const all = new Set<DebugLevel>(['ERROR', 'WARN', 'INFO', 'DEBUG'])

t.test('newest first, by level, and by words in message or data', async t => {
  t.strictSame(
    filterEntries(entries, all, '').map(({ level }) => level),
    ['WARN', 'INFO']
  )
  t.equal(filterEntries(entries, new Set(['INFO']), '').length, 1)
  t.equal(filterEntries(entries, all, 'unavail').length, 1)
  t.equal(filterEntries(entries, all, 'nothing').length, 0)
})

t.test('as text, one line each', async t => {
  t.equal(entriesAsText(entries).split('\n')[1], '2026-11-20T18:00:01.000Z WARN GET /api/projects answered 503 {"code":"UNAVAILABLE"}')
})
