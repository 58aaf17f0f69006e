import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { everyProblem } from '../../shared/every-problem.ts'

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts'))
  .map(path => ({ path, text: readFileSync(join('server', path), 'utf8') }))
/** Codes of answers that have no class of their own. */
const inPlace = ['INTERNAL', 'INVALID_REQUEST']

t.test('a code is one problem, with one sentence and one status', async t => {
  const used = sources.flatMap(({ text }) =>
    Array.from(text.matchAll(/codedError(?:<.*?>)?\(\s*\w+Codes\.(\w+)/g), ([, code = '']) => code)
  )
  t.same([...used, ...inPlace].sort(), everyProblem.map(({ code }) => code).sort())
  for (const { code, status, sentence } of everyProblem) {
    t.match(code, /^[A-Z][A-Z_]+$/)
    t.ok(status >= 400 && status < 600, code)
    t.match(sentence, /^[A-Z“%]/, code)
  }
})

t.test('no error has a code outside the list', async t => {
  const makers = sources.filter(({ text }) => text.includes('createError')).map(({ path }) => path)
  t.same(makers, ['lib/coded-error.ts'])
})
