import t from 'tap'
import { areaOnImage } from '../../../shared/geometry/area-on-image.ts'
import { crossesItself, crossingsAmong, edgesOf } from '../../../shared/geometry/crossings.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'

t.test('crossings are found once each; touching does not count', async t => {
  const star: Vertex[] = [0, 2, 4, 1, 3].map(at => [Math.sin((at * 2 * Math.PI) / 5), -Math.cos((at * 2 * Math.PI) / 5)])
  t.equal([...crossingsAmong(edgesOf(star))].length, 5, 'a pentagram has five')
  const touching: Vertex[] = [
    [0, 0],
    [10, 0],
    [5, 5],
    [10, 10],
    [0, 10],
    [5, 5]
  ]
  t.notOk(crossesItself(touching))
})

t.test('a ring too complex to be drawn by a person is abandoned before it delays anyone', async t => {
  const comb = Array.from({ length: 10_000 }, (_, at): Vertex => [at, at % 2 === 0 ? 0 : 1000])
  const scribble = Array.from({ length: 2000 }, (_, at): Vertex => [(at * 7919) % 4001, (at * 104_729) % 3001])
  for (const points of [comb, scribble]) {
    t.throws(() => areaOnImage({ kind: 'polygon', points }, { width: 4000, height: 3000 }), { message: /too tangled/ })
    t.ok(crossesItself(points))
  }
})
