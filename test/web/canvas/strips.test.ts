import t from 'tap'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import { afterLine, afterRing, beforeLine, beforeRing, Texels, writeStrip } from '../../../web/canvas/strips.ts'
import { Vertices } from '../../../web/canvas/vertices.ts'
import { seeded } from '../../support/datasets.ts'
import { ring } from './tools/hands.ts'

/** @returns the first texel, and the vertices that were written */
function write(texels: Texels, vertices: readonly Vertex[], slot: number, isRing: boolean) {
  const line = new Vertices()
  line.take(vertices)
  const from = writeStrip(texels, line, slot, isRing)
  return { from, vertices: Array.from({ length: line.count }, (_, index): Vertex => [line.data[index * 2]!, line.data[index * 2 + 1]!]) }
}

const texelsOf = ({ data, count }: Texels) => Array.from({ length: count }, (_, index) => [...data.subarray(index * 4, index * 4 + 4)])

t.test('a ring returns to its start, with the neighbours of its joint on both sides', async t => {
  const texels = new Texels(1)
  const square: Vertex[] = [
    [0, 0],
    [10, 0],
    [10, 20],
    [0, 20]
  ]
  const { from, vertices } = write(texels, square, 7, true)
  t.equal(from, 1)
  t.same(vertices, square)
  t.same(texelsOf(texels), [
    [0, 20, 7, beforeRing],
    [0, 0, 7, 0],
    [10, 0, 7, 10],
    [10, 20, 7, 30],
    [0, 20, 7, 40],
    [0, 0, 7, 60],
    [10, 0, 7, afterRing]
  ])
})

t.test('a line is extended straight beyond its ends', async t => {
  const texels = new Texels()
  texels.push(1, 2, 3, 4)
  const { from } = write(
    texels,
    [
      [5, 5],
      [8, 9]
    ],
    2,
    false
  )
  t.equal(from, 2)
  t.same(texelsOf(texels).slice(1), [
    [2, 1, 2, beforeLine],
    [5, 5, 2, 0],
    [8, 9, 2, 5],
    [11, 13, 2, afterLine]
  ])
})

t.test('coincident vertices are written once, and a ring of two is a line', async t => {
  const texels = new Texels()
  const { vertices } = write(
    texels,
    [
      [5, 5],
      [5, 5],
      [5, 5.001],
      [9, 5],
      [5.001, 5]
    ],
    0,
    true
  )
  t.same(vertices, [
    [5, 5],
    [9, 5]
  ])
  t.equal(texels.data[3], beforeLine)
  const before = texels.count
  t.same(
    write(
      texels,
      [
        [3, 3],
        [3, 3]
      ],
      0,
      true
    ).vertices,
    []
  )
  t.equal(texels.count, before, 'a ring without extent leaves nothing')
})

t.test('any ring has its full length, and every texel between the ends has a direction to both sides', async t => {
  const random = seeded(11)
  for (let round = 0; round < 100; round++) {
    const texels = new Texels(1)
    const points = ring(random, 500, 500, 100)
    write(texels, points, round, true)
    const written = texelsOf(texels)
    const way = points.reduce((sum, [x, y], index) => sum + Math.hypot(x - points.at(index - 1)![0], y - points.at(index - 1)![1]), 0)
    t.ok(Math.abs(written.at(-2)![3]! - way) < 1e-2)
    for (let index = 1; index < written.length - 1; index++) {
      for (const neighbour of [index - 1, index + 1]) {
        t.ok(Math.hypot(written[index]![0]! - written[neighbour]![0]!, written[index]![1]! - written[neighbour]![1]!) > 0)
      }
    }
    t.ok(written.every(([, , slot]) => slot === round))
  }
})
