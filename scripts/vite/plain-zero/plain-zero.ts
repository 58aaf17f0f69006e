import { glyphOf } from './characters.ts'
import { type Outline, type Point, readOutline, writeOutline } from './outlines.ts'
import { type Movement, readMovements, writeMovements } from './variations.ts'
import { readWoff2, type Woff2, writeWoff2 } from './woff2.ts'

/** Number of sides of a glyph: left, right, top and bottom. The sides move with the weight, as the points of the glyph do. */
const sides = 4

/** Returns a font whose zero has no slash: its two half counters become one. Everything else, including the widths, is unchanged. */
export function withPlainZero(file: Buffer): Buffer {
  const font = readWoff2(file)
  const glyf = tableOf(font, 'glyf')
  const gvar = tableOf(font, 'gvar')
  const zero = glyphOf(tableOf(font, 'cmap').data, '0')
  const outline = readOutline(glyf.data, zero)
  const points = outline.flat()
  const open = withoutSlash(outline)
  const movements = readMovements(gvar.data, zero, points.length + sides)
  glyf.data = writeOutline(
    glyf.data,
    zero,
    open.map(contour => contour.map(sources => pointOf(sources, points)))
  )
  gvar.data = writeMovements(
    gvar.data,
    zero,
    movements.map(movement => moved(movement, open.flat(), points.length))
  )
  return writeWoff2(font)
}

/** Point of the new outline, as a weighted sum of points of the old outline. */
type Sources = { index: number; share: number }[]

/**
 * Joins the two half counters of a slashed zero. In each half, a side of the slash is a line that joins the two ends of a curve. A single point
 * replaces an end in one half and the facing end in the other. This point continues both curves.
 */
function withoutSlash(outline: Outline): Sources[][] {
  const [outer, upper, lower] = outline
  if (!outer || !upper || !lower || outline.length > 3) throw new Error('The zero of the font has no slash')
  const side = upper.findIndex(({ isOn }, index) => isOn && upper[index + 1]?.isOn)
  if (side < 1 || !lower[0]!.isOn || !lower[1]!.isOn) throw new Error('The slash of the zero is drawn in an unknown way')
  const first = outer.length
  const second = first + upper.length
  const same = (from: number, to: number): Sources[] => Array.from({ length: to - from }, (_, index) => [{ index: from + index, share: 1 }])
  const between = (before: number, end: number, start: number, after: number): Sources => [
    { index: end, share: 1 },
    { index: start, share: 1 },
    { index: before, share: -0.5 },
    { index: after, share: -0.5 }
  ]
  const last = second + lower.length - 1
  return [
    same(0, first),
    [
      ...same(first, first + side),
      between(first + side - 1, first + side, second + 1, second + 2),
      ...same(second + 2, last + 1),
      between(last, second, first + side + 1, first + side + 2),
      ...same(first + side + 2, second)
    ]
  ]
}

const mixed = (sources: Sources, values: number[]) => Math.round(sources.reduce((sum, { index, share }) => sum + share * values[index]!, 0))

function pointOf(sources: Sources, points: Point[]): Point {
  const isOn = sources.length === 1 && points[sources[0]!.index]!.isOn
  const at = (axis: 'x' | 'y') =>
    mixed(
      sources,
      points.map(point => point[axis])
    )
  return { x: at('x'), y: at('y'), isOn }
}

function moved({ tuple, x, y }: Movement, open: Sources[], points: number): Movement {
  const along = (values: number[]) => [...open.map(sources => mixed(sources, values)), ...values.slice(points)]
  return { tuple, x: along(x), y: along(y) }
}

function tableOf({ tables }: Woff2, tag: string) {
  const table = tables.find(table => table.tag === tag)
  if (!table) throw new Error(`The font has no table ${tag}`)
  return table
}
