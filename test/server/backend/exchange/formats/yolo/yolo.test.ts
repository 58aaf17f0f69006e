import t from 'tap'
import { readDataYaml, readNameList } from '../../../../../../server/backend/exchange/formats/yolo/dataset.ts'
import { readYolo, writeYolo, type YoloTask, yoloLabels } from '../../../../../../server/backend/exchange/formats/yolo/yolo.ts'
import { lossTally } from '../../../../../../server/backend/exchange/losses.ts'
import type { Shape } from '../../../../../../shared/contracts/shapes.ts'
import { bytes, collect, differenceOf, generated, sourceOf } from '../../../../../support/datasets.ts'

const image = { fileName: 'a.jpg', width: 4000, height: 3000 }
const read = (text: string, task: YoloTask) => collect(readYolo(bytes(text, 7), image, { task, classes: 2 }))

t.test('YOLO lines are read according to the task of the dataset', async t => {
  t.match((await read('0 0.05 0.053333333 0.05 0.04 0.9\n', 'detect')).annotations, [
    { shape: { kind: 'box', x: 100, width: 200, height: 120 }, labels: [{ labelId: '0', confidence: 0.9 }] }
  ])
  t.match((await read('1 0.1 0.1 0.2 0.1 0.2 0.2 0.1 0.2\r\n', 'obb')).annotations, [{ shape: { kind: 'box', x: 400, y: 300 } }])
  t.match((await read('1 0.1 0.1 0.2 0.1 0.2 0.2', 'segment')).annotations[0]?.shape, { kind: 'polygon' })
  t.same((await read('', 'detect')).annotations, [])
})

t.test('unusable lines are reported', async t => {
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

const namesOf = (yaml: string) => readDataYaml(yaml).names

t.test('class names are read in every form that data.yaml allows', async t => {
  t.same(namesOf('path: .\nnames:\n  0: a\n  1: "b: \\"c\\"" # comment\n  3: \'it\'\'s\'\nnc: 2\n'), ['a', 'b: "c"', 'class 2', "it's"])
  t.same(namesOf('names: [a, "b, c", \'d\']\n'), ['a', 'b, c', 'd'])
  t.same(namesOf('names:\n- a\n- b\ntrain: x\n'), ['a', 'b'])
  t.same(namesOf('names: {0: a, 1: "b", 2: no}\nnc: 3\n'), ['a', 'b', 'no'], 'a map on one line')
  t.same(namesOf('names: [\n  "a",\n  12\n]\n'), ['a', '12'], 'a list over several lines')
  t.same(namesOf('names: &n\n  0: a\nothers: *n\n'), ['a'])
  t.throws(() => readDataYaml('train: x'), { code: 'NOT_THIS_FORMAT' })
  t.equal(namesOf('names:\n  99999999: a\n  0: b').length, 1)
  t.match(readDataYaml('kpt_shape: [17, 3]\nnames: {0: fish}\ntask: segment'), { keypointNumbers: 51, task: 'segment' })
  t.same(readNameList('fish\r\n\r\nstar fish \n').names, ['fish', 'class 1', 'star fish'], 'a line is a number, an empty one too')
})

t.test('Ultralytics opens data.yaml unedited', async t => {
  // ultralytics/data/utils.py: check_det_dataset requires `train` and `val`, and resolves both against `path`, or against the folder of data.yaml
  // without one. img2label_paths then changes the last /images/ into /labels/ and the extension into .txt.
  const images = ['a.jpg', 'dive 1.tif', 'Häagen.v2.png', 'IMG (2) & co, #3.jpg'].map(fileName => ({ fileName, width: 100, height: 50 }))
  const losses = lossTally()
  const files = []
  for await (const file of writeYolo(sourceOf({ images, labels: [{ id: '1', name: 'a', path: [] }], annotations: [] }), losses, {
    task: 'detect'
  }))
    files.push(file)
  const yaml = files[0]?.text ?? ''
  t.notMatch(yaml, /^path:/m, 'a path such as “.” is resolved against the working directory of the program')
  const folders = [...yaml.matchAll(/^(train|val): (\S+)$/gm)].map(([, key, folder]) => [key, folder])
  t.same(folders, [
    ['train', 'images/train'],
    ['val', 'images/train']
  ])
  t.same(
    images.map(({ fileName }) => `images/train/${fileName}`.replace('images/', 'labels/').replace(/\.[^.]*$/, '.txt')),
    files.slice(1).map(({ path }) => path)
  )
  t.same(losses.list(), [])
  const odd = lossTally()
  for await (const _ of writeYolo(sourceOf({ images: [{ fileName: 'a: b.jpg', width: 9, height: 9 }], labels: [], annotations: [] }), odd, {
    task: 'detect'
  }));
  t.match(odd.list(), [{ message: /^The name of a label file differs from that of its image/, count: 1 }])
})

t.test('lines of a dataset without a task are read by their length', async t => {
  const text =
    '0 .5 .5 .2 .1\n0 .5 .5 .2 .1 .75\n0 .1 .1 .2 .1 .2 .2 .1 .2\n0 .1 .1 .2 .1 .2 .2\n0 .1 .1 .2 .1 .2 .2 .15 .3 .1 .2 .5\n0 .1 .1 .2\n'
  const by = (task: YoloTask) => collect(readYolo(bytes(text), image, { task, byLength: true, classes: 1 }))
  const [turned, polygons] = [await by('obb'), await by('segment')]
  t.same(
    turned.annotations.map(({ shape }) => shape?.kind),
    ['box', 'box', 'box', 'polygon', 'polygon']
  )
  t.same(
    polygons.annotations.map(({ shape }) => shape?.kind),
    ['box', 'box', 'polygon', 'polygon', 'polygon']
  )
  t.same(
    turned.annotations.map(({ labels: [label] }) => label?.confidence),
    [undefined, 0.75, undefined, undefined, 0.5]
  )
  t.match(turned.findings, [{ taken: false, row: 6 }])
})

t.test('the box of a pose is imported and its keypoints are reported', async t => {
  const options = { task: 'obb', byLength: true, keypointNumbers: 6, classes: 1 } as const
  const { annotations, findings } = await collect(readYolo(bytes('0 .5 .5 .2 .1 .4 .4 2 .6 .6 1\n0 .5 .5 .2 .1\n'), image, options))
  t.match(annotations, [{ shape: { kind: 'box', x: 1600, y: 1350, width: 800, height: 300 } }, { shape: { kind: 'box' } }])
  t.same(findings, [{ taken: true, row: 1, column: '6', message: 'The keypoints were left out' }])
})

t.test('generated projects survive export and import with YOLO, as far as its task allows', async t => {
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
      const { names, task: stated } = readDataYaml(files[0]?.text ?? '')
      t.equal(stated, task)
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

t.test('losses in YOLO are counted', async t => {
  const losses = lossTally()
  for await (const _ of writeYolo(sourceOf(generated(3, ['point', 'circle', 'whole'])), losses, { task: 'detect' }));
  t.ok(losses.list().length > 0)
})

t.test('a shape beyond the edge of an image is cut there, keeps its kind, and is counted', async t => {
  const size = { width: 100, height: 50 }
  const lost = async (task: YoloTask, shape: Shape) => {
    const losses = lossTally()
    const annotation = { fileName: 'a.jpg', shape, labels: [{ labelId: '1' }], attributes: [] }
    const source = sourceOf({
      ...{ images: [{ fileName: 'a.jpg', ...size }], labels: [{ id: '1', name: 'a', path: [] }], annotations: [annotation] }
    })
    let text = ''
    for await (const file of writeYolo(source, losses, { task })) text = file.text
    const { annotations } = await collect(readYolo(bytes(text), { fileName: 'a.jpg', ...size }, { task, classes: 1 }))
    return { shape: annotations[0]?.shape, text, messages: losses.list().map(({ message }) => message) }
  }
  const cut = 'A shape that extends beyond its image was cut at the edge'
  const around = 'A shape was replaced by its bounding box'
  const half = { kind: 'box', x: 0, y: 10, width: 20, height: 20 } as const
  for (const task of ['detect', 'obb'] as const) {
    const { shape, messages } = await lost(task, { ...half, x: -20, width: 40 })
    t.ok(differenceOf(shape, half) < 1e-5, task)
    t.same(messages, [cut])
    t.same(await lost(task, { ...half, x: -50 }), {
      shape: undefined,
      text: '',
      messages: ['A shape outside its image was left out']
    })
  }
  const round = await lost('segment', { kind: 'circle', x: 0, y: 25, radius: 10 })
  t.same(round.messages, ['A shape that was not a polygon became one', cut])
  t.match(round.shape, { kind: 'polygon' })
  t.ok(round.shape?.kind === 'polygon' && round.shape.points.length < 36, 'half of its 64 points lie beyond the edge')
  const inside = { kind: 'rotatedBox', x: 50, y: 25, width: 20, height: 10, rotation: 30 } as const
  t.match(await lost('obb', inside), { shape: { kind: 'rotatedBox' }, messages: [] })
  t.match(await lost('obb', { ...inside, x: 3 }), { shape: { kind: 'box', x: 0 }, messages: [around, cut] })
})
