import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { everyProblem } from '../../shared/every-problem.ts'

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts'))
  .map(path => ({ path, text: readFileSync(join('server', path), 'utf8') }))
/** Codes of answers that have no class of their own. */
const inPlace = ['INTERNAL', 'INVALID_REQUEST', 'MALFORMED_REQUEST', 'REQUEST_TOO_SLOW', 'HEADERS_TOO_LARGE']

/** Codes of errors that no client receives, with the reason. */
const notSent: Record<string, string> = {
  ETIMEDOUT: 'stands for a timeout until the failure is converted',
  HOPELESS: 'passes a failed job from its thread',
  TRACK_REFUSED: 'becomes the failure of a track'
}

/** Codes that a source states as literals. In a source that writes problems, every literal in the form of a code counts. */
function literalsIn(text: string): string[] {
  const pattern = /\bproblem\(/.test(text) ? /'([A-Z]{2,}_[A-Z_]+)'/g : /\bcode(?:: | = |: string = )'([A-Z][A-Z_]+)'/g
  return Array.from(text.matchAll(pattern), ([, code = '']) => code)
}

t.test('a code is one problem, with one sentence and one status', async t => {
  const used = sources.flatMap(({ text }) =>
    Array.from(text.matchAll(/codedError(?:<.*?>)?\(\s*\w+Codes\.(\w+)/g), ([, code = '']) => code)
  )
  t.same([...used, ...inPlace].sort(), everyProblem.map(({ code }) => code).sort())
  for (const code of inPlace)
    t.ok(
      sources.some(({ text }) => text.includes(code)),
      code
    )
  for (const { code, status, sentence } of everyProblem) {
    t.match(code, /^[A-Z][A-Z_]+$/)
    t.ok(status >= 400 && status < 600, code)
    t.match(sentence, /^[A-Z“%]/, code)
  }
})

t.test('a literal code in the sources is found', async t => {
  t.same(literalsIn("class Lost extends Error {\n  readonly code = 'LOST'\n}"), ['LOST'])
  t.same(literalsIn("const late = [408, 'TOO_LATE']\nsend(problem({ status, code, detail }))"), ['TOO_LATE'])
})

t.test('a code in the sources is in the list', async t => {
  const listed = new Set(everyProblem.map(({ code }) => code))
  const literals = new Set(sources.flatMap(({ text }) => literalsIn(text)))
  t.same([...literals].filter(code => !listed.has(code)).sort(), Object.keys(notSent).sort())
})

t.test('no error has a code outside the list', async t => {
  const makers = sources.filter(({ text }) => text.includes('createError')).map(({ path }) => path)
  t.same(makers, ['lib/coded-error.ts'])
})
