import t from 'tap'
import type { OutputTensor } from '../../../../../server/backend/ai/onnx/decode/found.ts'
import { inMemory } from '../../../../../server/backend/ai/onnx/picture.ts'
import { pointProbabilities } from '../../../../../server/backend/ai/onnx/point-probabilities.ts'
import { coverObstacle } from '../../../../../server/backend/ai/uploaded/cover-obstacle.ts'
import { coverLabelLimit } from '../../../../../shared/limits.ts'
import { isClose } from '../../../../support/close.ts'
import { manifestWith } from '../../../../support/manifests.ts'

const [width, height] = [320, 160]
const picture = inMemory({ data: new Uint8Array(width * height * 3), width, height })
const labels = ['a', 'b', 'c'].map((name, index) => ({ index, name }))

/** Points of a segmentation that always returns the same map. */
const points = (map: OutputTensor, places: [number, number][], parts: Parameters<typeof manifestWith>[0] = {}) =>
  pointProbabilities(
    { manifest: manifestWith({ task: 'segment_semantic', output: { decode: 'semantic' }, labels, ...parts }), run: async () => [map] },
    picture,
    places.map(([x, y]) => ({ x, y, sidePx: 64 }))
  )

const [side, cells] = [8, 64]
/** Map of 8 × 8 cells, with the number of the cell as thousandths of class a, and the rest of class b. */
const numbered: OutputTensor = {
  dims: [1, 3, side, side],
  data: Float32Array.from({ length: 3 * cells }, (_, at) => (at < cells ? at / 1000 : at < 2 * cells ? 1 - (at - cells) / 1000 : 0))
}
const cellsOf = ({ probabilities }: { probabilities: Float32Array }) =>
  Array.from({ length: probabilities.length / 3 }, (_, row) => Math.round((probabilities[3 * row] ?? 0) * 1000))

t.test('a point reads the cell of the class map where it lies in the input', async t => {
  // letterbox: 320 × 160 px become 64 × 32 input px, 16 px below the top edge; a cell is 8 input px, or 40 image px
  const corners: [number, number][] = [
    [0, 0],
    [39.9, 39.9],
    [40, 0],
    [320, 160],
    [100, 90]
  ]
  const letterboxed = await points(numbered, corners)
  t.same(letterboxed.seen, [0, 1, 2, 3, 4])
  t.same(cellsOf(letterboxed), [16, 16, 17, 5 * 8 + 7, 4 * 8 + 2], 'a point on the lower edge is not of the border')
  const [a = 0, b = 0, c = 0] = letterboxed.probabilities.subarray(12, 15)
  isClose(t, a, 0.034, 1e-6)
  isClose(t, b, 0.966, 1e-6)
  t.equal(c, 0)

  // stretch: a cell is 40 × 20 image px
  t.same(
    cellsOf(
      await points(
        numbered,
        [
          [0, 0],
          [41, 21],
          [320, 160]
        ],
        { input: { resize: 'stretch' } }
      )
    ),
    [0, 9, 63]
  )

  // a centre crop has the columns 80–240 of the image; a cell is 20 px
  const cropped = await points(
    numbered,
    [
      [79, 80],
      [80, 0],
      [241, 80],
      [239, 159]
    ],
    { input: { resize: 'shortest_crop' } }
  )
  t.same(cropped.seen, [1, 3], 'points beyond the crop have no prediction')
  t.same(cellsOf(cropped), [0, 63])
})

t.test('a class map has logits, probabilities or class numbers', async t => {
  const logits = { dims: [1, 3, 1, 1], data: Float32Array.of(2, 0, -1) }
  const sum = Math.exp(2) + 1 + Math.exp(-1)
  const shares = [...(await points(logits, [[5, 5]])).probabilities]
  for (const [place, power] of [Math.exp(2), 1, Math.exp(-1)].entries()) isClose(t, shares[place], power / sum, 1e-6)
  const numbers = { dims: [1, 1, 2], data: Float32Array.of(2, 0) }
  const found = await points(numbers, [
    [5, 5],
    [300, 5]
  ])
  t.same([...found.probabilities], [0, 0, 1, 1, 0, 0])
  const one = [{ index: 0, name: 'a' }]
  isClose(t, (await points({ dims: [1, 1, 1, 1], data: Float32Array.of(0.25) }, [[5, 5]], { labels: one })).probabilities[0], 0.25, 1e-6)
  isClose(
    t,
    (await points({ dims: [1, 1, 1, 1], data: Float32Array.of(-1) }, [[5, 5]], { labels: one })).probabilities[0],
    1 / (1 + Math.E),
    1e-6
  )
  await t.rejects(points({ dims: [1, 2, 1, 1], data: Float32Array.of(0, 1) }, [[5, 5]]), { message: /needs \[1, 3, height, width\]/ })
  t.same(await points(numbered, []), { seen: [], probabilities: new Float32Array() })
})

t.test('models that find objects, or have too many labels, cannot predict points', async t => {
  const many = Array.from({ length: coverLabelLimit + 1 }, (_, index) => ({ index, name: `label ${index}` }))
  t.equal(coverObstacle({ task: 'classify', labels }), null)
  t.equal(coverObstacle({ task: 'segment_semantic', labels: many.slice(1) }), null)
  t.equal(coverObstacle({ task: 'classify', labels: many }), 'manyLabels')
  for (const task of ['detect', 'segment_instance'] as const) t.equal(coverObstacle({ task, labels }), 'findsObjects')
})
