import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).trim().split('\n')
/** Files, and folders with a slash at the end. */
const places = new Set(files.flatMap(file => [file, ...Array.from(file.matchAll(/\//g), ({ index }) => file.slice(0, index + 1))]))

const isFromRoot = (path: string) => /^(docs|scripts|server|shared|test|web)\//.test(path)

const isPath = (text: string) =>
  /^[\w.<>*-]+(\/[\w.<>*-]+)*\/?$/.test(text) &&
  (isFromRoot(text) || /\w\/$|[\w>]\.(css|html|js|json|md|mjs|toml|ts|tsx|txt|yaml|yml)$/.test(text))

/** Files that the build or the program makes, those of other people, and names in examples. */
const isElsewhere = (path: string) =>
  /^(DATA_DIR|node_modules)\/|(^|\/)x\.test\.ts$/.test(path) || ['.vite/screens.json', 'robots.txt'].includes(path)

/** Checks a path from the root, or a shorter one below any folder. `<noun>` and `*` stand for a name, `NNNN` for a number. */
function exists(path: string): boolean {
  const pattern = path
    .replaceAll('.', '\\.')
    .replace(/<\w+>|\*/g, '[^/]+')
    .replace('NNNN', '\\d+')
  const whole = new RegExp(`${isFromRoot(path) ? '^' : '(^|/)'}${pattern}/?$`)
  return [...places].some(place => whole.test(place))
}

/** Finds dead paths among the words in backticks and the targets of links, with their lines. */
const deadPaths = (text: string) =>
  text
    .split('\n')
    .flatMap((line, index) =>
      [
        ...Array.from(line.matchAll(/`([^`]+)`/g), ([, words = '']) => words.split(' ').filter(isPath)).flat(),
        ...Array.from(line.matchAll(/\]\((?!https?:)([^)#]+)/g), ([, target = '']) => target)
      ]
        .filter(path => !isElsewhere(path) && !exists(path))
        .map(path => `${index + 1}: ${path}`)
    )

t.test('a path that does not exist is found', async t => {
  t.same(deadPaths('`server/nowhere.ts` and `nowhere/`\n`npm test -- test/nothing.test.ts`, [nothing](NOTHING.md)'), [
    '1: server/nowhere.ts',
    '1: nowhere/',
    '2: test/nothing.test.ts',
    '2: NOTHING.md'
  ])
  t.same(
    deadPaths('`server/main.ts`, `server/backend/<noun>/tables.ts`, `sites/*.ts`, `Tables`, `DATE/TIME`, [web](https://x.example)'),
    []
  )
})

for (const document of ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'])
  t.test(`every path in ${document} exists`, async t => {
    const text = readFileSync(document, 'utf8')
    t.ok(text.includes('`'), 'the document was read')
    t.same(deadPaths(text), [])
  })

t.test('every setting of the README reaches the container', async t => {
  const settings = Array.from(readFileSync('README.md', 'utf8').matchAll(/^\| `([A-Z][A-Z0-9_]+)` /gm), ([, name = '']) => name)
  const passed = Object.entries<string>(parse(readFileSync('compose.yaml', 'utf8')).services.isobath.environment)
  const ofImage = ['HOST', 'PORT', 'DATA_DIR']
  t.same(passed.map(([name]) => name).sort(), settings.filter(name => !ofImage.includes(name)).sort())
  for (const [name, value] of passed) t.equal(value, `\${${name}:-}`)
})
