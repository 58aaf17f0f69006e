import { Readable } from 'node:stream'
import t from 'tap'

const script = new URL('../../scripts/lib/tests/tally.mjs', import.meta.url).href
interface Tally {
  passed: number
  failed: number
  skipped: number
  reasons: Record<string, number>
}
const { tallyOf } = (await import(script)) as { tallyOf(stream: Readable, print: (line: string) => void): Promise<Tally> }

/** Returns the tally of some TAP output, and the lines printed along with it. */
async function read(tap: string) {
  const said: string[] = []
  const tally = await tallyOf(Readable.from([tap]), line => said.push(line))
  return { tally, said: said.join('\n') }
}

const tally = async (tap: string) => {
  const { passed, failed, skipped } = (await read(tap)).tally
  return { passed, failed, skipped }
}

t.test('a test is counted once, whatever its content and depth', async t => {
  const tap = `TAP version 14
# Subtest: test/a.test.ts
    # Subtest: outer
        # Subtest: inner one
            ok 1 - this
            ok 2 - that
            1..2
        ok 1 - inner one
        # Subtest: inner two
            ok 1 - this
            1..1
        ok 2 - inner two
        1..2
    ok 1 - outer
    ok 2 - an assertion beside the tests
    1..2
ok 1 - test/a.test.ts
1..1
`
  t.same(await tally(tap), { passed: 3, failed: 0, skipped: 0 })
})

t.test('a failed assertion fails its test, not its file', async t => {
  const tap = `TAP version 14
# Subtest: test/a.test.ts
    # Subtest: good
        ok 1 - this
        1..1
    ok 1 - good
    # Subtest: bad
        ok 1 - this
        not ok 2 - that
          ---
          diff: |
            --- expected
            +++ actual
          ...
        1..2
    not ok 2 - bad
    1..2
not ok 1 - test/a.test.ts
1..1
`
  const { tally, said } = await read(tap)
  t.match(tally, { passed: 1, failed: 1, skipped: 0 })
  t.match(said, 'test/a.test.ts › bad')
  t.match(said, '+++ actual')
})

t.test('a file that fails without a failed test is a failed test', async t => {
  const tap = `TAP version 14
# Subtest: test/a.test.ts
    1..0 # no tests found
not ok 1 - test/a.test.ts
# Subtest: test/b.test.ts
    # Subtest: good
        ok 1 - this
        1..1
    ok 1 - good
    1..1
not ok 2 - test/b.test.ts
1..2
`
  t.same(await tally(tap), { passed: 1, failed: 2, skipped: 0 })
})

t.test('a skipped test is neither passed nor failed', async t => {
  const tap = `TAP version 14
# Subtest: test/a.test.ts
    ok 1 - by its options # SKIP no PostgreSQL
    # Subtest: from inside
        ok 1 - no browser # SKIP
        1..1
    ok 2 - from inside
    1..2
ok 1 - test/a.test.ts
1..1
`
  t.same(await tally(tap), { passed: 0, failed: 0, skipped: 2 })
})

t.test('a skipped line within a test is counted separately, by its reason', async t => {
  const { tally } = await read(`TAP version 14
# Subtest: test/a.test.ts
    # Subtest: mixed
        ok 1 - this
        ok 2 - the real file # SKIP no field data
        ok 3 - the other real file # SKIP no field data
        1..3
    ok 1 - mixed
    1..1
ok 1 - test/a.test.ts
1..1
`)
  t.same(tally, { passed: 1, failed: 0, skipped: 2, reasons: { 'no field data': 2 } })
})
