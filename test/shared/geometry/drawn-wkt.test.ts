import t from 'tap'
import { middleOfArea, middleOfLine, middleOfLines, wktOfArea, wktOfLine } from '../../../shared/geometry/drawn-wkt.ts'
import { linesOfWkt, wktFault } from '../../../shared/geometry/wkt.ts'

const at = (longitude: number, latitude: number) => ({ longitude, latitude })

t.test('a line is written as drawn, and cut where it crosses 180°', async t => {
  t.equal(wktOfLine([at(11.1, 58.88), at(11.2, 58.9), at(11.25, 58.95)]), 'LINESTRING (11.1 58.88, 11.2 58.9, 11.25 58.95)')
  t.equal(wktOfLine([at(179, -17), at(-179, -16)]), 'MULTILINESTRING ((179 -17, 180 -16.5), (-180 -16.5, -179 -16))')
  t.equal(wktOfLine([at(-179, -16), at(179, -17)]), 'MULTILINESTRING ((-179 -16, -180 -16.5), (180 -16.5, 179 -17))')
  t.equal(
    wktOfLine([at(179, 0), at(-179, 0), at(179, 2)]),
    'MULTILINESTRING ((179 0, 180 0), (-180 0, -179 0, -180 1), (180 1, 179 2))',
    'there and back'
  )
  t.equal(wktOfLine([at(179, 0), at(180, 1), at(-179, 0)]), 'MULTILINESTRING ((179 0, 180 1), (-180 1, -179 0))', 'a point on 180°')
  t.equal(wktOfLine([at(170, 5), at(180, 5)]), 'LINESTRING (170 5, 180 5)', 'a line that ends at 180° is not cut')
})

t.test('an area is written counter-clockwise, and cut where it crosses 180°', async t => {
  const square = [at(4, 60), at(5, 60), at(5, 61), at(4, 61)]
  t.equal(wktOfArea(square), 'POLYGON ((4 60, 5 60, 5 61, 4 61, 4 60))')
  t.equal(wktOfArea(square.toReversed()), 'POLYGON ((4 60, 5 60, 5 61, 4 61, 4 60))', 'the other way round')
  const cut = wktOfArea([at(179.5, -17), at(-179.5, -17), at(-179.5, -16), at(179.5, -16)])
  t.match(cut, /^MULTIPOLYGON \(\(\(.*180 -17.*\)\), \(\(.*-180 -16.*\)\)\)$/)
  t.equal(wktFault(cut), null)
  const { lines, isArea } = linesOfWkt(cut)
  t.ok(isArea)
  t.equal(lines.length, 2)
  for (const line of lines)
    for (const [place, value] of line.entries()) t.ok(Math.abs(value) <= (place % 2 === 0 ? 180 : 90), 'longitude before latitude')
})

t.test('everything written is valid, and read back as it was drawn', async t => {
  const points = [at(-30.12345678, 40.1), at(-30.2, 40.15), at(-30.25, 40.05)]
  for (const text of [wktOfLine(points), wktOfArea(points)]) t.equal(wktFault(text), null)
  t.same(linesOfWkt(wktOfLine(points)), { lines: [[-30.1234568, 40.1, -30.2, 40.15, -30.25, 40.05]], isArea: false })
  t.same(linesOfWkt('POINT (1 2)'), { lines: [[1, 2]], isArea: false })
  t.same(linesOfWkt('no text'), { lines: [], isArea: false })
})

t.test('the middle of a line and of an area', async t => {
  t.same(middleOfLine([at(0, 0), at(0, 1), at(0, 4)]), at(0, 2))
  t.same(middleOfLine([at(179, 0), at(-179, 0)]), at(-180, 0))
  t.same(middleOfLine([at(7, 8), at(7, 8)]), at(7, 8))
  t.same(
    middleOfLines([
      [at(0, 0), at(0, 1)],
      [at(5, 5), at(5, 8)]
    ]),
    at(5, 6),
    'gaps have no length'
  )
  const triangle = middleOfArea([at(0, 0), at(3, 0), at(0, 3)])
  t.ok(Math.abs(triangle.longitude - 1) < 1e-12 && Math.abs(triangle.latitude - 1) < 1e-12)
  const over = middleOfArea([at(179, -17), at(-177, -17), at(-177, -15), at(179, -15)])
  t.ok(Math.abs(over.longitude - -179) < 1e-9 && Math.abs(over.latitude - -16) < 1e-9, JSON.stringify(over))
})
