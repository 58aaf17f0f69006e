import t from 'tap'
import { packedCoast } from '../../../../scripts/vite/coast/pack.ts'
import { type CoastRing, readCoast } from '../../../../web/features/map/coast/coast-file.ts'

interface Edge {
  from: [number, number]
  to: [number, number]
  isSeam: boolean
}

function edgesOf({ degrees, seams }: CoastRing): Edge[] {
  const point = (index: number): [number, number] => [degrees[2 * index]!, degrees[2 * index + 1]!]
  return Array.from(seams, (seam, index) => ({ from: point(index), to: point((index + 1) % seams.length), isSeam: seam === 1 }))
}

/** Twice the area of a ring in square degrees, positive counter-clockwise. */
const twiceArea = (edges: readonly Edge[]) => edges.reduce((sum, { from, to }) => sum + from[0] * to[1] - to[0] * from[1], 0)

for (const [level, blocks, kilobytes] of [
  ['110m', 2, 14],
  ['50m', 72, 124],
  ['10m', 648, 900]
] as const)
  t.test(`the coast 1:${level.slice(0, -1)} million is cut at 180° and closed over the pole`, async t => {
    const file = packedCoast(level)
    t.ok(file.length < kilobytes * 1200, `${file.length} bytes`)
    const found = readCoast(file)
    t.ok(found.length > 0 && found.length <= blocks, `${found.length} blocks`)
    const rings = found.flatMap(block => block.rings().map(ring => ({ block, edges: edgesOf(ring) })))
    const edges = rings.flatMap(ring => ring.edges)

    t.equal(
      Math.min(...found.flatMap(block => block.rings().map(({ degrees }) => degrees.filter((_, index) => index % 2).toSorted()[0]!))),
      -90
    )
    t.same(
      edges.filter(({ from, to }) => Math.abs(from[0] - to[0]) > 180 && from[1] !== -90),
      [],
      'no bar across the map'
    )
    t.same(
      edges.filter(
        ({ from, to, isSeam }) => !isSeam && (Math.abs(from[0] - to[0]) > 30 || (from[0] === to[0] && Math.abs(from[0]) === 180))
      ),
      [],
      'a cut is marked as a seam'
    )
    t.same(
      rings.filter(({ block, edges }) =>
        edges.some(({ from: [x, y] }) => x < block.west || x > block.west + block.side || y < block.south || y > block.south + block.side)
      ),
      [],
      'land lies within its block'
    )
    const land = Math.abs(rings.reduce((sum, ring) => sum + twiceArea(ring.edges), 0) / 2)
    t.ok(land > 20_900 && land < 21_900, `${land.toFixed(0)} square degrees of land, of 64,800`)
  })

t.test('a file that ends early is refused', async t => {
  const file = packedCoast('110m')
  t.throws(() => readCoast(file.subarray(0, file.length - 10)).flatMap(block => block.rings()), RangeError)
})
