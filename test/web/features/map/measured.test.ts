import t from 'tap'
import { figureOf, measuredLine } from '../../../../web/features/map/tools/measured.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })
const plain = (text: string | undefined) => text?.replaceAll('\u2009', ' ')

t.test('figures are those of the ellipsoid', async t => {
  const line = figureOf('distance', [at(60.25, 4.5), at(60.3, 4.75)])
  t.equal(plain(line?.figure), '14.914 km · 8.053 nmi')
  t.equal(plain(line?.details), 'Last leg 14.914 km · 8.053 nmi, 068.0° true')
  t.equal(plain(figureOf('distance', [at(-20.28108, -174.79271), at(-20.28108, 174.79271)])?.figure), '1 087.7 km · 587.326 nmi')
  const square = figureOf('area', [at(60, 4), at(60, 5), at(61, 5), at(61, 4)])
  t.equal(plain(square?.figure), '6 122.9 km²')
  t.equal(plain(square?.details), 'Perimeter 332.748 km · 179.669 nmi')
  t.equal(figureOf('distance', [at(0, 0)]), null)
  t.equal(figureOf('area', [at(0, 0), at(1, 1)]), null)
})

t.test('a drawn line keeps its vertices, follows the geodesic, and an area is closed', async t => {
  const [from, to] = [at(50, -60), at(50, 60)]
  const { path } = measuredLine('distance', [from, to])
  t.same([path[0], path.at(-1)], [from, to])
  t.ok(Math.max(...path.map(({ latitude }) => latitude)) > 65, 'it bends towards the pole')
  t.ok(path.length > 100 && path.length < 1000)
  t.same(measuredLine('area', [from, to, at(0, 0)]).path.at(-1), from)
  t.equal(measuredLine('area', [from, to]).isArea, false)
})
