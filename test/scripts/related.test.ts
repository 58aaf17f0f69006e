import { existsSync, readdirSync } from 'node:fs'
import t from 'tap'

const script = new URL('../../scripts/lib/tests/related.mjs', import.meta.url).href
const { relatedTests, subjectsOf } = (await import(script)) as {
  relatedTests(changed: string[]): string[]
  subjectsOf(journey: string): string[]
}

const journeys = readdirSync('test/e2e').map(file => `test/e2e/${file}`)

t.test('every journey names the sources that it covers, and they exist', async t => {
  t.ok(journeys.length > 30)
  t.same(
    journeys.filter(journey => subjectsOf(journey).length === 0),
    []
  )
  t.same(
    journeys.flatMap(subjectsOf).filter(subject => !existsSync(subject)),
    []
  )
})

t.test('a changed file selects the tests that load it, those of its folder, and the journeys that cover it', async t => {
  const ofSites = readdirSync('test/server/backend/sites').map(file => `test/server/backend/sites/${file}`)
  t.ok(ofSites.length >= 3)
  t.same(relatedTests(['server/backend/sites/repository.ts']).toSorted(), ofSites.toSorted(), 'all tests of its folder, and no others')
  t.match(relatedTests(['web/routes/project/review.tsx']), ['test/e2e/review.test.ts'])
  const ofTool = relatedTests(['web/canvas/shapes/handle.ts'])
  for (const test of ['test/web/canvas/shapes/handles.test.ts', 'test/web/canvas/tools/toolbox.test.ts', 'test/e2e/annotate-hands.test.ts'])
    t.ok(ofTool.includes(test), test)
  t.notOk(
    ofTool.some(test => test.startsWith('test/server/')),
    'the server is not affected'
  )
  t.ok(
    relatedTests(['shared/contracts/sites.ts']).includes('test/server/backend/sites/routes.test.ts'),
    'a contract affects the code that imports its types'
  )
})

t.test('a part shared by several screens selects the journeys of all of them', async t => {
  const ofDialog = relatedTests(['web/ui/dialog.tsx'])
  for (const name of ['media', 'catalog', 'review']) t.ok(ofDialog.includes(`test/e2e/${name}.test.ts`), name)
})
