import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import t from 'tap'

interface Import {
  from: string
  to: string
}

const sources = ['shared', 'server', 'web'].flatMap(root =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map(path => join(root, path))
    .filter(path => /\.(ts|tsx)$/.test(path) && !path.startsWith('web/dist'))
)

/** Every import of the house, type-only and lazy ones too; a package keeps its name. */
const imports: Import[] = sources.flatMap(from =>
  [...readFileSync(from, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, to = '']) => ({
    from,
    to: to.startsWith('.') ? normalize(join(dirname(from), to)) : to
  }))
)

const within = (path: string, ...folders: string[]) => folders.some(folder => path === folder || path.startsWith(`${folder}/`))

function breaches(broken: (found: Import) => boolean): string[] {
  return imports.filter(broken).map(({ from, to }) => `${from} → ${to}`)
}

t.ok(sources.length > 50, 'the sources were found')

t.test('shared imports neither side, and does no input or output', async t => {
  t.same(
    breaches(({ from, to }) => within(from, 'shared') && (within(to, 'server', 'web') || to.startsWith('node:'))),
    []
  )
})

t.test('server and web meet only in shared', async t => {
  t.same(
    breaches(({ from, to }) => (within(from, 'server') && within(to, 'web')) || (within(from, 'web') && within(to, 'server'))),
    []
  )
})

t.test('gateway and backend never import each other, and server/lib imports neither', async t => {
  t.same(
    breaches(
      ({ from, to }) =>
        (within(from, 'server/gateway') && within(to, 'server/backend')) ||
        (within(from, 'server/backend') && within(to, 'server/gateway')) ||
        (within(from, 'server/lib') && within(to, 'server/gateway', 'server/backend'))
    ),
    []
  )
})

t.test('access alone makes a sight of a project, and editProject alone takes its lock', async t => {
  const holding = (pattern: RegExp) => sources.filter(path => pattern.test(readFileSync(path, 'utf8')))
  t.same(holding(/import \{[^}]*\bsight\b[^}]*\} from '[^']*scope\.ts'/), ['server/backend/projects/access.ts'])
  t.same(holding(/updateTable\('project'\)\s*\.set\(\{ modified_at: [^,}]*\}\)/), ['server/backend/projects/edit-project.ts'])
})

/** Controls and requests. */
const ground = ['ui', 'api']
const below = [...ground, 'charts', 'sync', 'imagery', 'canvas', 'annotation']
const screens = [...below, 'features', 'routes', 'layouts', 'styles']

/** What each folder of web may import besides itself and `shared`. */
const layers: Record<string, readonly string[]> = {
  styles: [],
  api: [],
  sync: [],
  ui: [],
  charts: ['ui'],
  imagery: ground,
  canvas: [...ground, 'imagery'],
  annotation: [...ground, 'imagery'],
  features: below,
  layouts: screens,
  routes: screens,
  app: screens,
  'main.tsx': ['app', 'styles']
}
const layerOf = (path: string) => path.split('/')[1] ?? ''

t.test('each folder of web imports the layers below it and no other', async t => {
  const placed = sources.filter(path => within(path, 'web') && !layers[layerOf(path)])
  t.same(placed, [], 'every file of web has its place')
  t.same(
    breaches(found => {
      const [from, to] = [layerOf(found.from), layerOf(found.to)]
      return within(found.from, 'web') && within(found.to, 'web') && from !== to && !layers[from]?.includes(to)
    }),
    []
  )
})

t.test('one feature does not import another', async t => {
  const featureOf = (path: string) => path.match(/^web\/features\/([^/]+)/)?.[1]
  t.same(
    breaches(({ from, to }) => Boolean(featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to))),
    []
  )
})

t.test('ui makes no requests and knows no nouns', async t => {
  t.same(
    breaches(({ from, to }) => within(from, 'web/ui') && (within(to, 'web/api', 'shared/contracts') || to === '@tanstack/react-query')),
    []
  )
})

t.test('only ui imports React Aria', async t => {
  t.same(
    breaches(({ from, to }) => within(to, 'react-aria-components', 'react-aria', 'react-stately') && !within(from, 'web/ui')),
    []
  )
})

t.test('the web app takes types, never schemas, from the contracts', async t => {
  const values = sources
    .filter(path => within(path, 'web'))
    .filter(path => /^import (?!type\b)[^']*'[^']*shared\/contracts\//m.test(readFileSync(path, 'utf8')))
  t.same(values, [])
})
