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

/** Every import of the tree, including type-only and lazy ones; a package keeps its name. */
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

t.test('shared imports neither side, and has no input or output', async t => {
  t.same(
    breaches(({ from, to }) => within(from, 'shared') && (within(to, 'server', 'web') || to.startsWith('node:'))),
    []
  )
})

t.test('server and web share only the modules in shared', async t => {
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

t.test('only access creates the scope of a project, and only editProject takes its lock', async t => {
  const holding = (pattern: RegExp) => sources.filter(path => pattern.test(readFileSync(path, 'utf8')))
  t.same(holding(/import \{[^}]*\bsight\b[^}]*\} from '[^']*scope\.ts'/), ['server/backend/projects/access.ts'])
  t.same(holding(/updateTable\('project'\)\s*\.set\(\{ modified_at: [^,}]*\}\)/), ['server/backend/projects/edit-project.ts'])
})

t.test('there are no circular imports, not even of types', async t => {
  const targets = new Map<string, string[]>()
  for (const { from, to } of imports) if (within(to, 'shared', 'server', 'web')) targets.set(from, [...(targets.get(from) ?? []), to])
  const done = new Set<string>()
  const circles: string[] = []
  function walk(path: string, way: string[]) {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (done.has(path) || way.includes(path)) return
    for (const target of targets.get(path) ?? []) walk(target, [...way, path])
    done.add(path)
  }
  for (const path of targets.keys()) walk(path, [])
  t.same(circles, [])
})

/** Folders of the backend that every noun may import. */
const groundOfNouns = ['events', 'fetcher', 'files', 'jobs', 'projects', 'storage', 'threads']

/** Nouns that a noun may import in addition. A new line here is a decision. */
const nounsOf: Record<string, readonly string[]> = {
  accounts: ['media'],
  administration: ['accounts', 'annotations'],
  ai: ['annotations', 'children', 'generalisations', 'media', 'reading', 'taxonomy'],
  annotations: ['attribute-fields', 'generalisations', 'media', 'reading', 'taxonomy'],
  'attribute-fields': ['exchange'],
  events: ['accounts', 'annotations'],
  exchange: [
    'ai',
    'annotations',
    'attribute-fields',
    'generalisations',
    'media',
    'observations',
    'publication',
    'results',
    'scale',
    'sites',
    'taxonomy'
  ],
  generalisations: ['taxonomy'],
  map: ['annotations', 'generalisations', 'observations', 'reading', 'results'],
  'map-layers': ['administration'],
  media: ['accounts', 'ai', 'annotations', 'children', 'generalisations'],
  navigation: ['exchange', 'generalisations', 'media', 'reading'],
  notices: ['opportunities'],
  observations: ['annotations', 'generalisations', 'media'],
  opportunities: ['accounts'],
  projects: ['accounts', 'annotations', 'generalisations', 'navigation'],
  publication: ['annotations', 'exchange', 'generalisations', 'reading', 'results', 'scale'],
  reading: ['ai', 'annotations', 'map', 'navigation', 'publication', 'results', 'taxonomy'],
  results: ['ai', 'annotations', 'generalisations', 'observations', 'reading', 'scale', 'taxonomy'],
  scale: ['annotations', 'media'],
  scraper: ['exchange', 'generalisations', 'observations', 'taxonomy'],
  server: ['accounts'],
  sites: ['generalisations', 'media', 'observations', 'publication'],
  taxonomy: ['ai', 'annotations', 'exchange', 'generalisations', 'media', 'observations', 'reading'],
  threads: ['exchange', 'media', 'navigation', 'sites', 'taxonomy']
}

/** Folder of a file in the backend; undefined for files at its root, which connect the nouns. */
const nounOf = (path: string) => /^server\/backend\/([^/]+)\//.exec(path)?.[1]

t.test('a noun of the backend imports only the nouns that the table allows', async t => {
  const used = new Set<string>()
  t.same(
    breaches(found => {
      const [from, to] = [nounOf(found.from), nounOf(found.to)]
      if (!from || !to || from === to || groundOfNouns.includes(to)) return false
      used.add(`${from} ${to}`)
      return !nounsOf[from]?.includes(to)
    }),
    []
  )
  const listed = Object.entries(nounsOf).flatMap(([from, nouns]) => nouns.map(to => `${from} ${to}`))
  t.same(
    listed.filter(line => !used.has(line)),
    [],
    'every line is in use'
  )
})

/** Tables that another noun writes too, as `<noun> <table>`, with the reason. */
const writtenByOthers: Record<string, string> = {
  'accounts project_invitation': 'expired invitations go with the other links',
  'annotations ai_suggestion': 'the outcome of a suggestion that an edit names',
  'annotations label': 'counts of annotations',
  'annotations media': 'counts of annotations and the work state',
  'example project': 'marks its project as the example',
  'exchange annotation': 'an import brings annotations by the thousand',
  'exchange sample': 'an import brings samples, and its undoing removes them',
  'exchange sample_point': 'an import brings samples',
  'navigation media': 'places by tracks, in one statement with their undoing',
  'projects media': 'the ledger of media counts and removes together',
  'sites media': 'the site of an image'
}

t.test('a table is written only by the noun that declares it', async t => {
  const files = sources.filter(path => nounOf(path)).map(path => ({ noun: nounOf(path) ?? '', path, text: readFileSync(path, 'utf8') }))
  const owners = new Map(
    files
      .filter(({ path }) => path.endsWith('/tables.ts'))
      .flatMap(({ noun, text }) => Array.from(text.matchAll(/^ {4}(\w+): \w+Table$/gm), ([, table = '']) => [table, noun] as const))
  )
  t.ok(owners.size > 40)
  const writes = /(?:(?:insertInto|updateTable|deleteFrom)\('|\b(?:insert into|delete from) |\bupdate (?=\w+ set\b))(\w+)/g
  const foreign = files
    .filter(({ path }) => !path.includes('/migrations/'))
    .flatMap(({ noun, text }) => Array.from(text.matchAll(writes), ([, table = '']) => ({ noun, table })))
    .filter(({ noun, table }) => owners.has(table) && owners.get(table) !== noun)
  t.same([...new Set(foreign.map(({ noun, table }) => `${noun} ${table}`))].sort(), Object.keys(writtenByOthers).sort())
})

/** Controls and requests. */
const ground = ['ui', 'api']
const below = [...ground, 'charts', 'sync', 'imagery', 'canvas', 'annotation']
const screens = [...below, 'features', 'routes', 'layouts', 'styles']

/** Folders that each folder of web may import, besides itself and `shared`. */
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

/** Packages of rarer work, which the backend loads with their first use. Together they take more memory than all of our code. */
const laterPackages = [
  'fast-json-stringify',
  'feedsmith',
  'h3-js',
  'htmlparser2',
  'jose',
  'nodemailer',
  'onnxruntime-node',
  'pg',
  'saxes',
  'sharp',
  'undici',
  'yaml'
]

t.test('no module that the backend loads as it starts imports a package of rarer work', async t => {
  const atStart = new Map<string, string[]>()
  for (const path of sources.filter(path => within(path, 'server', 'shared')))
    atStart.set(
      path,
      [...readFileSync(path, 'utf8').matchAll(/^(?:import|export) (?!type )(?:[^'\n]*? from |\{[^}]*\} from )?'([^']+)'/gm)].flatMap(
        ([statement, to = '']) => {
          const isOnlyTypes = /^import \{(?:\s*type [^,}]+,?)+\s*\}/.test(statement)
          return isOnlyTypes ? [] : [to.startsWith('.') ? normalize(join(dirname(path), to)) : to]
        }
      )
    )
  const entry = 'server/backend/run-in-thread.ts'
  const loaded = new Map<string, string>([[entry, '']])
  for (const [path] of loaded) for (const to of atStart.get(path) ?? []) if (!loaded.has(to)) loaded.set(to, path)
  t.ok(loaded.has('fastify'), 'the modules of the backend were found')
  t.same(
    laterPackages.filter(name => loaded.has(name)).map(name => `${loaded.get(name)} → ${name}`),
    []
  )
})

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

t.test('ui makes no requests and imports no nouns', async t => {
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

t.test('a folder of the web has at most 40 files at its root; only ui, the list of controls, has more', async t => {
  const folders = readdirSync('web', { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath }) => parentPath)
    .filter(folder => folder !== 'web/ui' && !within(folder, 'web/dist'))
  const large = Object.entries(Object.groupBy(folders, folder => folder)).filter(([, files = []]) => files.length > 40)
  t.same(
    large.map(([folder, files = []]) => `${folder}: ${files.length} files`),
    []
  )
})
