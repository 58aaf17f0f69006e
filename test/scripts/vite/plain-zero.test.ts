// About: scripts/vite/plain-zero/plain-zero.ts, scripts/vite/plain-zero/plain-zero-fonts.ts
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import t from 'tap'
import { glyphOf } from '../../../scripts/vite/plain-zero/characters.ts'
import { type Outline, readOutline } from '../../../scripts/vite/plain-zero/outlines.ts'
import { withPlainZero } from '../../../scripts/vite/plain-zero/plain-zero.ts'
import { plainZeroFonts } from '../../../scripts/vite/plain-zero/plain-zero-fonts.ts'
import { type Movement, readMovements } from '../../../scripts/vite/plain-zero/variations.ts'
import { readWoff2 } from '../../../scripts/vite/plain-zero/woff2.ts'

const { resolve } = createRequire(import.meta.url)
const sides = 4

function opened(file: Buffer) {
  const { tables } = readWoff2(file)
  const table = (tag: string) => tables.find(table => table.tag === tag)!.data
  const zero = glyphOf(table('cmap'), '0')
  const glyphs = table('glyf').readUInt16BE(4)
  const outlines = Array.from({ length: glyphs }, (_, glyph) => readOutline(table('glyf'), glyph))
  const outline = outlines[zero]!
  return { tables, zero, outlines, outline, movements: readMovements(table('gvar'), zero, outline.flat().length + sides) }
}

/** Left, bottom, right and top of each contour where one weight moves its points fully. */
function boxes(outline: Outline, movements: Movement[]): number[][] {
  let index = -1
  return outline.map(contour => {
    const at = contour.map(({ x, y }) => {
      index++
      return [x + movements.reduce((sum, move) => sum + move.x[index]!, 0), y + movements.reduce((sum, move) => sum + move.y[index]!, 0)]
    })
    const [xs, ys] = [at.map(([x]) => x!), at.map(([, y]) => y!)]
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  })
}

for (const { find, replacement } of plainZeroFonts())
  t.test(`${String(find).split('/').at(-1)} gets a zero with one counter, and stays the same otherwise`, async t => {
    const installed = readFileSync(resolve(String(find)))
    const built = readFileSync(replacement)
    t.ok(built.length < installed.length + 100, `${built.length} bytes instead of ${installed.length}`)
    t.equal(built.readUInt32BE(8), built.length)
    const before = opened(installed)
    const after = opened(built)

    t.equal(before.outline.length, 3)
    t.equal(after.outline.length, 2)
    t.same(after.outline[0], before.outline[0])
    t.equal(
      after.outline[1]!.filter(({ isOn }) => isOn).length,
      before.outline
        .slice(1)
        .flat()
        .filter(({ isOn }) => isOn).length - 4
    )
    t.same(
      after.outlines.filter((_, glyph) => glyph !== after.zero),
      before.outlines.filter((_, glyph) => glyph !== before.zero)
    )
    for (const [index, { tag, data }] of after.tables.entries())
      if (tag !== 'glyf' && tag !== 'gvar') t.ok(data.equals(before.tables[index]!.data), `table ${tag}`)

    const last = (values: number[]) => values.slice(-sides)
    t.same(
      after.movements.map(({ tuple, x, y }) => [tuple.subarray(2), last(x), last(y)]),
      before.movements.map(({ tuple, x, y }) => [tuple.subarray(2), last(x), last(y)])
    )
    const [thin, ...bold] = after.movements
    for (const movements of [[], [thin!], bold.slice(0, 1), bold.slice(1)]) {
      const [outer, counter] = boxes(after.outline, movements)
      const stems = outer!.map((edge, side) => Math.abs(edge - counter![side]!))
      t.ok(Math.min(...stems) > 30 && Math.max(...stems) < 200, `stems of ${stems.join(', ')}`)
    }
  })

t.test('a font without a slashed zero is refused', async t => {
  const [font] = plainZeroFonts()
  t.throws(() => withPlainZero(readFileSync(font!.replacement)), /has no slash/)
  t.throws(() => readWoff2(Buffer.alloc(100)), /not a WOFF2/)
})
