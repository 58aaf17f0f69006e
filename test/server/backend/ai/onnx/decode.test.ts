import t from 'tap'
import { findObjects } from '../../../../../server/backend/ai/onnx/decode/find-objects.ts'
import type { DecodeFacts, Found, OutputTensor } from '../../../../../server/backend/ai/onnx/decode/found.ts'
import { probabilities } from '../../../../../server/backend/ai/onnx/decode/probabilities.ts'
import type { Decode } from '../../../../../shared/contracts/uploaded-models.ts'

const tensor = (dims: number[], values: readonly number[]): OutputTensor => ({ dims, data: Float32Array.from(values) })

interface FactParts extends Partial<DecodeFacts['output']> {
  classes?: number
  ignored?: number[]
}

const facts = (decode: Decode, { classes = 2, ignored = [], ...output }: FactParts = {}): DecodeFacts => ({
  output: {
    ...{ decode, names: ['out'], conf: 0.25, iou: 0.45, maxDetections: 300, classAgnosticNms: false, minArea: 1 },
    ...output
  },
  classes,
  ignored: new Set(ignored),
  width: 64,
  height: 32
})

/** Corners, label and score of objects, in hundredths. */
const written = (found: readonly Found[]) =>
  found.map(({ x1, y1, x2, y2, index, score }) => [x1, y1, x2, y2, index, score].map(value => Math.round(100 * value) / 100))

/** Rows of values as columns, as an output [1, values, anchors] has them. */
const transposed = (rows: readonly (readonly number[])[]) => (rows[0] ?? []).flatMap((_, column) => rows.map(row => row[column] ?? 0))

// A crab around (20, 10) of 8 × 4 px, a less certain duplicate, and an object below the threshold.
const crab = [16, 8, 24, 12, 1, 0.9]
const anchorRows = [
  [20, 10, 8, 4, 0.1, 0.9],
  [20.5, 10, 8, 4, 0.1, 0.8],
  [50, 20, 8, 4, 0.2, 0.1]
]

/** Logit of a probability. */
const logit = (p: number) => Math.log(p / (1 - p))

const rows: [string, Decode, OutputTensor[], FactParts, number[][]][] = [
  [
    'objectness times class',
    'yolo5',
    [tensor([1, 8, 7], [...anchorRows.flatMap(([x, y, w, h, a, b]) => [x, y, w, h, 0.5, a, b] as number[]), ...Array(35).fill(0)])],
    {},
    [[16, 8, 24, 12, 1, 0.45]]
  ],
  ['anchors in columns', 'yolo8', [tensor([1, 6, 3], transposed(anchorRows))], { iou: 0.5 }, [crab]],
  ['anchors in rows', 'yolo8', [tensor([1, 7, 6], [...anchorRows.flat(), ...Array(24).fill(0)])], {}, [crab]],
  ['shares of the input', 'yolo8', [tensor([1, 6, 1], [20 / 64, 10 / 32, 8 / 64, 4 / 32, 0.1, 0.9])], {}, [crab]],
  [
    'boxes of two labels in one place',
    'yolo8',
    [
      tensor(
        [1, 6, 2],
        transposed([
          [20, 10, 8, 4, 0.1, 0.9],
          [20, 10, 8, 4, 0.8, 0.1]
        ])
      )
    ],
    {},
    [crab, [16, 8, 24, 12, 0, 0.8]]
  ],
  [
    'boxes of any label in one place',
    'yolo8',
    [
      tensor(
        [1, 6, 2],
        transposed([
          [20, 10, 8, 4, 0.1, 0.9],
          [20, 10, 8, 4, 0.8, 0.1]
        ])
      )
    ],
    { classAgnosticNms: true },
    [crab]
  ],
  ['an ignored label', 'yolo8', [tensor([1, 6, 3], transposed(anchorRows))], { ignored: [1] }, []],
  [
    'corners, score and class',
    'yolo_e2e',
    [tensor([1, 4, 6], [16, 8, 24, 12, 0.9, 1, 0, 0, 9, 9, 0.2, 0, 0, 0, 9, 9, 0.9, 7, 9, 9, 9, 20, 0.9, 0])],
    {},
    [crab]
  ],
  [
    'queries with a last class for nothing',
    'detr_pair',
    [
      tensor([1, 2, 4], [20 / 64, 10 / 32, 8 / 64, 4 / 32, 0.5, 0.5, 1, 1]),
      tensor([1, 2, 3], [logit(0.1), logit(0.9), logit(0.01), logit(0.01), logit(0.02), logit(0.99)])
    ],
    { hasNoObject: true },
    [crab]
  ],
  [
    'queries with probabilities',
    'rtdetr',
    [tensor([1, 2, 6], [20 / 64, 10 / 32, 8 / 64, 4 / 32, 0.1, 0.9, 0.5, 0.5, 1, 1, 0.1, 0.2])],
    {},
    [crab]
  ],
  [
    'boxes, labels and scores',
    'tv_triple',
    [tensor([3, 4], [16, 8, 24, 12, 0, 0, 9, 9, 0, 0, 9, 9]), tensor([3], [2, 0, 1]), tensor([3], [0.9, 0.9, 0.1])],
    {},
    [crab]
  ]
]

t.test('boxes of every decoder are in pixels of the input', async t => {
  for (const [name, decode, tensors, parts, expected] of rows)
    t.same(written(findObjects(tensors, facts(decode, parts))), expected, `${decode}: ${name}`)
})

/** Prototypes of 8 × 4 cells of 8 px: the first one is positive in the left half of the input, and the others are 0. */
const prototypes = tensor(
  [1, 32, 4, 8],
  Array.from({ length: 32 * 32 }, (_, at) => (at >= 32 ? 0 : at % 8 < 4 ? 1 : -1))
)
const coefficients = [1, ...Array<number>(31).fill(0)]
const across = [32, 16, 32, 16]
const outlines: [Decode, OutputTensor][] = [
  ['yolo8_seg', tensor([1, 38, 1], [...across, 0.1, 0.9, ...coefficients])],
  ['yolo_e2e_seg', tensor([1, 1, 38], [16, 8, 48, 24, 0.9, 1, ...coefficients])]
]

t.test('an outline is the part of its box that the prototypes cover', async t => {
  for (const [decode, boxes] of outlines) {
    const [found] = findObjects([boxes, prototypes], facts(decode))
    const [ring = []] = found?.rings ?? []
    const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
    t.same([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], [16, 8, 32, 24], decode)
    t.equal(found?.rings?.length, 1)
  }
})

/** 3 × 3 cells without their middle. */
const square = [1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0]
const map = (values: readonly number[]) => tensor([1, 1, 4, 4], values)

t.test('a class map gives one outline for each region', async t => {
  const [ring, ...others] = findObjects([map(square.map(on => 0.6 * on))], facts('semantic', { classes: 1 }))
  t.same(written([ring as Found]), [[0, 0, 48, 24, 0, 0.6]], 'cells of 16 × 8 px')
  t.equal(ring?.rings?.length, 2, 'with its hole')
  t.equal(others.length, 0)
  t.same(findObjects([map(square)], facts('semantic', { classes: 1, minArea: 9 })), [], 'too few cells')

  const corners = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  t.equal(findObjects([map(corners)], facts('semantic', { classes: 1 })).length, 2, 'cells that touch at a corner are two regions')

  const classes = tensor([1, 2, 2], [0, 1, 1, 1])
  const labelled = findObjects([classes], facts('semantic', { ignored: [0] }))
  t.same(written(labelled), [[0, 0, 64, 32, 1, 1]], 'class indices')
  const logits = tensor([1, 2, 1, 2], [3, 0, 0, 3])
  const share = Math.round((100 * Math.exp(3)) / (Math.exp(3) + 1)) / 100
  t.same(
    written(findObjects([logits], facts('semantic'))),
    [
      [0, 0, 32, 32, 0, share],
      [32, 0, 64, 32, 1, share]
    ],
    'logits of classes'
  )
  const foreground = findObjects([tensor([1, 1, 1, 2], [3, -3])], facts('semantic', { classes: 1 }))
  t.same(written(foreground), [[0, 0, 32, 32, 0, Math.round(100 / (1 + Math.exp(-3))) / 100]], 'logits of the foreground')
  const resized = square.map(on => (on ? 1.02 : -0.02))
  for (const [values, name] of [
    [resized, 'probabilities that lie slightly outside 0–1 after a resize'],
    [square.map(on => 255 * on), 'a mask of 0 and 255']
  ] as const)
    t.same(written(findObjects([map(values)], facts('semantic', { classes: 1 }))), [[0, 0, 48, 24, 0, 1]], name)
})

t.test('probabilities of labels come with the decoded objects', async t => {
  const output = tensor([1, 3], [1, 0, 0])
  const of = (decode: Decode) => Array.from(probabilities([output], facts(decode, { classes: 3 })), p => Math.round(1000 * p) / 1000)
  t.same(of('softmax'), [1, 0, 0])
  t.same(of('logits'), [0.576, 0.212, 0.212])
  t.same(of('sigmoid'), [0.731, 0.5, 0.5])
})

t.test('an output of another shape is refused, with the shape that the decode needs', async t => {
  const refusals: [Decode, OutputTensor[], RegExp][] = [
    ['yolo8', [tensor([1, 9, 9], Array(81).fill(0))], /shape \[1, 9, 9\]\. yolo8 with 2 labels needs \[1, 6, anchors\]/],
    ['yolo5', [tensor([6], Array(6).fill(0))], /needs \[1, anchors, 7\]/],
    ['detr_pair', [tensor([1, 1, 4], [0, 0, 0, 0])], /needs 2 outputs, but the manifest lists 1/],
    ['tv_triple', [tensor([1, 4], [0, 0, 1, 1]), tensor([2], [1, 1]), tensor([1], [1])], /needs \[boxes, 4\]/],
    ['semantic', [tensor([1, 5, 2, 2], Array(20).fill(0))], /needs \[1, 2, height, width\]/],
    ['yolo8_seg', [tensor([1, 38, 1], [...across, 0.1, 0.9, ...coefficients]), tensor([1, 8, 4, 4], [])], /needs prototypes of \[1, 32/]
  ]
  for (const [decode, tensors, sentence] of refusals)
    t.throws(() => findObjects(tensors, facts(decode)), { code: 'MODEL_REFUSED', message: sentence }, decode)
})
