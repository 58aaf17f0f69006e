import t from 'tap'
import { lossTally } from '../../../../server/backend/exchange/losses.ts'
import { readYolo, readYoloNames, writeYolo, type YoloTask, yoloLabels } from '../../../../server/backend/exchange/yolo.ts'
import { bytes, collect, differenceOf, generated, sourceOf } from '../../../support/datasets.ts'

const image = { fileName: 'a.jpg', width: 4000, height: 3000 }
const read = (text: string, task: YoloTask) => collect(readYolo(bytes(text, 7), image, { task, classes: 2 }))

t.test('lines of YOLO are read by the kind of the data set', async t => {
  t.match((await read('0 0.05 0.053333333 0.05 0.04 0.9\n', 'detect')).annotations, [
    { shape: { kind: 'box', x: 100, width: 200, height: 120 }, labels: [{ labelId: '0', confidence: 0.9 }] }
  ])
  t.match((await read('1 0.1 0.1 0.2 0.1 0.2 0.2 0.1 0.2\r\n', 'obb')).annotations, [{ shape: { kind: 'box', x: 400, y: 300 } }])
  t.match((await read('1 0.1 0.1 0.2 0.1 0.2 0.2', 'segment')).annotations[0]?.shape, { kind: 'polygon' })
  t.same((await read('', 'detect')).annotations, [])
})

t.test('lines that cannot be taken are named', async t => {
  const { annotations, findings } = await read(
    '2 .5 .5 .1 .1\n0 .5 .5 .1\n0 NaN .5 .1 .1\n0 .5 .5 0 .1\n0 7 7 .1 .1\n0.5 .5 .5 .1 .1\n0 .99 .5 .1 .1\n',
    'detect'
  )
  t.equal(annotations.length, 1)
  t.same(
    findings.map(({ row, taken }) => [row, taken]),
    [
      [1, false],
      [2, false],
      [3, false],
      [4, false],
      [5, false],
      [6, false],
      [7, true]
    ]
  )
})

t.test('class names are read however data.yaml lists them', async t => {
  t.same(readYoloNames('path: .\nnames:\n  0: a\n  1: "b: \\"c\\"" # comment\n  3: \'it\'\'s\'\nnc: 2\n'), [
    'a',
    'b: "c"',
    'class 2',
    "it's"
  ])
  t.same(readYoloNames('names: [a, "b, c", \'d\']\n'), ['a', 'b, c', 'd'])
  t.same(readYoloNames('names:\n- a\n- b\ntrain: x\n'), ['a', 'b'])
  t.throws(() => readYoloNames('train: x'), { code: 'NOT_THIS_FORMAT' })
  t.equal(readYoloNames('names:\n  99999999: a\n  0: b').length, 1)
})

t.test('generated projects come back from YOLO with what its kind can hold', async t => {
  const kinds = [
    ['detect', ['box']],
    ['obb', ['box', 'rotatedBox']],
    ['segment', ['polygon']]
  ] as const
  for (const [task, shapes] of kinds) {
    for (let seed = 1; seed <= 15; seed++) {
      const before = generated(seed, shapes)
      const files = []
      for await (const file of writeYolo(sourceOf(before), lossTally(), { task })) files.push(file)
      const names = readYoloNames(files[0]?.text ?? '')
      t.same(
        names,
        before.labels.map(({ name }) => name)
      )
      t.equal([...yoloLabels(names)].length, before.labels.length)
      t.equal(files.length, before.images.length + 1)
      for (const [index, { fileName, width, height }] of before.images.entries()) {
        const image = { fileName, width: width ?? 0, height: height ?? 0 }
        const after = await collect(readYolo(bytes(files[index + 1]?.text ?? ''), image, { task, classes: names.length }))
        t.same(after.findings, [])
        const own = before.annotations.filter(annotation => annotation.fileName === fileName)
        t.equal(after.annotations.length, own.length)
        for (const [at, { shape, labels }] of own.entries()) {
          t.ok(differenceOf(after.annotations[at]?.shape, shape) < 0.01, `${task} ${seed}`)
          t.equal(names[Number(after.annotations[at]?.labels[0]?.labelId)], before.labels.find(({ id }) => id === labels[0]?.labelId)?.name)
        }
      }
    }
  }
})

t.test('what YOLO cannot hold is counted', async t => {
  const losses = lossTally()
  for await (const _ of writeYolo(sourceOf(generated(3, ['point', 'circle', 'whole'])), losses, { task: 'detect' }));
  t.ok(losses.list().length > 0)
})
