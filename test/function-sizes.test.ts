import { globSync, readFileSync } from 'node:fs'
import t from 'tap'
import { parseSync, Visitor } from 'vite'

/** Maximum number of lines in a function. Longer ones are split. */
const mostLines = 150
/** Longer functions have a reason in the line above: `// Long: the columns of one table.` */
const mostLinesWithoutReason = 60

interface LongFunction {
  path: string
  line: number
  lines: number
  hasReason: boolean
}

const isReason = (line = '') => line.trim().startsWith('// Long: ')

function longFunctions(path: string): LongFunction[] {
  const source = readFileSync(path, 'utf8')
  const lines = source.split('\n')
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length
  const found: LongFunction[] = []
  /** The reason of a function covers nested ones. */
  const isWithin = (line: number) => found.some(outer => outer.hasReason && outer.line < line && line < outer.line + outer.lines)
  const measure = ({ start, end }: { start: number; end: number }) => {
    const line = lineAt(start)
    const count = lineAt(end) - line + 1
    if (count > mostLinesWithoutReason)
      found.push({ path, line, lines: count, hasReason: isReason(lines[line - 2]) || isReason(lines[line - 3]) || isWithin(line) })
  }
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure
  }).visit(parseSync(path, source).program)
  return found
}

const sources = globSync('{server,shared,web,scripts}/**/*.{ts,tsx,mjs}', { exclude: ['web/dist/**'] }).sort()
const long = sources.flatMap(longFunctions)
const places = (some: readonly LongFunction[]) => some.map(({ path, line, lines }) => `${path}:${line}: ${lines} lines`)

t.ok(sources.length > 500, 'the sources were found')

t.test('no function is longer than 150 lines', async t => {
  t.same(places(long.filter(({ lines }) => lines > mostLines)), [])
})

t.test('a function of more than 60 lines has its reason in the line above', async t => {
  t.same(places(long.filter(({ hasReason }) => !hasReason)), [])
})
