import t from 'tap'
import { LineMaker, mostStored, thinnedLine } from '../../../../server/backend/navigation/line-maker.ts'
import type { Fix } from '../../../../shared/navigation/fix.ts'

const noFacts = { depthInMeters: null, altitudeInMeters: null, headingDegrees: null, pitchDegrees: null, rollDegrees: null }
const fixAt = (seconds: number, longitude: number, latitude: number): Fix => ({ timeMs: seconds * 1000, longitude, latitude, ...noFacts })

function lineOf(fixes: Iterable<Fix>) {
  const line = new LineMaker()
  for (const fix of fixes) line.take(fix)
  return line.end()
}

t.test('a line keeps its corners and drops what lies between them', async t => {
  const fixes = Array.from({ length: 2001 }, (_, second) =>
    second <= 1000 ? fixAt(second, second * 1e-5, 50) : fixAt(second, 0.01, 50 + (second - 1000) * 1e-5)
  )
  t.same(lineOf(fixes), [[0, 50, 0.01, 50, 0.01, 50.01]])
})

t.test('a gap of more than an hour begins another part, and a lone fix is not a part', async t => {
  const fixes = [fixAt(0, 1, 1), fixAt(60, 1.1, 1), fixAt(3660, 1.2, 1), fixAt(9000, 9, 9), fixAt(15_000, 2, 2), fixAt(15_060, 2, 2.1)]
  t.same(lineOf(fixes), [
    [1, 1, 1.2, 1],
    [2, 2, 2, 2.1]
  ])
  t.same(lineOf([fixAt(0, 1, 1)]), [])
  t.same(lineOf([]), [])
})

t.test('a track across 180° stays in one part, with longitudes in range', async t => {
  t.same(lineOf([fixAt(0, 179.9, -17), fixAt(60, -179.9, -17.1), fixAt(120, 179.8, -17.4)]), [[179.9, -17, -179.9, -17.1, 179.8, -17.4]])
})

t.test('a long winding track has a bounded line near all its fixes', async t => {
  const fixes = Array.from({ length: 200_000 }, (_, second) => {
    const angle = second / 400
    return fixAt(second, 5 + (second / 200_000) * 0.5 + 0.01 * Math.cos(angle), 60 + 0.01 * Math.sin(angle))
  })
  const [line = [], ...others] = lineOf(fixes)
  t.same(others, [])
  t.ok(line.length / 2 <= mostStored, `${line.length / 2} vertices`)
  const farthest = Math.max(...fixes.filter((_, index) => index % 499 === 0).map(fix => metersFrom(fix, line)))
  t.ok(farthest < 200, `${Math.round(farthest)} m`)
  const [thinned = []] = thinnedLine([line], 60)
  t.ok(thinned.length / 2 <= 60 && thinned.length / 2 >= 2, `${thinned.length / 2} vertices`)
  t.same([thinned.slice(0, 2), thinned.slice(-2)], [line.slice(0, 2), line.slice(-2)], 'both ends stay')
})

t.test('very many parts are joined rather than kept', async t => {
  const fixes = Array.from({ length: 3000 }, (_, index) => [
    fixAt(index * 10_000, index / 100, 0),
    fixAt(index * 10_000 + 5, index / 100, 0.001)
  ])
  const line = lineOf(fixes.flat())
  t.ok(line.length <= 100, `${line.length} parts`)
})

/** Distance of a fix from a line in metres, on a plane with the scale of its latitude. */
function metersFrom({ longitude, latitude }: Fix, line: readonly number[]): number {
  const scale = Math.cos((latitude * Math.PI) / 180)
  let least = Infinity
  for (let at = 0; at + 3 < line.length; at += 2) {
    const [ax, ay, bx, by] = line
      .slice(at, at + 4)
      .map((value, place) => (place % 2 === 0 ? (value - longitude) * scale : value - latitude)) as [number, number, number, number]
    const square = (bx - ax) ** 2 + (by - ay) ** 2
    const share = square === 0 ? 0 : Math.min(1, Math.max(0, -(ax * (bx - ax) + ay * (by - ay)) / square))
    least = Math.min(least, Math.hypot(ax + share * (bx - ax), ay + share * (by - ay)))
  }
  return least * 111_195
}
