import t from 'tap'
import { readCoco } from '../../../../../../server/backend/exchange/formats/coco/read.ts'
import { writeCoco } from '../../../../../../server/backend/exchange/formats/coco/write.ts'
import { bytes, collect, differenceOf, generated, sourceOf, written } from '../../../../../support/datasets.ts'

const photograph = { id: 1, file_name: 'dive\\IMG-0001.jpg', width: 4000, height: 3000, date_captured: '2024-06-02 04:29:27' }
const file = (annotations: unknown[], more: object = {}) =>
  JSON.stringify({
    images: [photograph],
    categories: [{ id: 1, name: 'Brisinga', supercategory: 'Asteroidea' }],
    annotations,
    ...more
  })
const read = (text: string) => collect(readCoco(bytes(text)))
const plain = { image_id: 1, category_id: 1, iscrowd: 0 }

t.test('COCO boxes, polygons and masks are read', async t => {
  const { images, labels, annotations, findings } = await read(
    file(
      [
        { ...plain, bbox: [100, 100, 200, 120], segmentation: [[100, 100, 300, 100, 300, 220, 100, 220]], score: 0.5 },
        { ...plain, bbox: [10, 10, 40, 30], segmentation: [[10, 10, 50, 10, 50, 40, 10, 10]] },
        { ...plain, image_id: 2, bbox: [1, 1, 3, 2], segmentation: { size: [4, 5], counts: '5220003' } },
        { ...plain, image_id: 2, bbox: [1, 1, 3, 2], segmentation: { size: [4, 5], counts: [5, 2, 2, 2, 2, 2, 5] }, iscrowd: 1 },
        { ...plain, bbox: [7, 8, 9, 10], segmentation: [], attributes: { count: 3, ['__proto__']: 1, nested: { a: 1 } } }
      ],
      { images: [photograph, { id: 2, file_name: 'mask.jpg', width: 5, height: 4 }] }
    )
  )
  t.same(findings, [])
  t.match(images, [
    { fileName: 'dive/IMG-0001.jpg', width: 4000, height: 3000, clock: '2024-06-02T04:29:27.000' },
    { fileName: 'mask.jpg' }
  ])
  t.match(labels, [{ id: '1', name: 'Brisinga', path: ['Asteroidea'] }])
  const mask = {
    kind: 'polygon',
    points: [
      [4, 1],
      [4, 3],
      [1, 3],
      [1, 1]
    ]
  } as const
  t.same(
    annotations.map(({ shape }) => shape).filter((_, index) => index !== 2 && index !== 3),
    [
      { kind: 'box', x: 100, y: 100, width: 200, height: 120 },
      {
        kind: 'polygon',
        points: [
          [10, 10],
          [50, 10],
          [50, 40]
        ]
      },
      { kind: 'box', x: 7, y: 8, width: 9, height: 10 }
    ]
  )
  for (const { shape } of annotations.slice(2, 4))
    t.same(new Set(shape?.kind === 'polygon' ? shape.points.map(String) : []), new Set(mask.points.map(String)))
  t.match(annotations[0]?.labels, [{ labelId: '1', confidence: 0.5 }])
  t.same(annotations[3]?.attributes, [['iscrowd', true]])
  t.match(annotations[4]?.attributes, [
    ['count', 3],
    ['__proto__', 1],
    ['nested', '{"a":1}']
  ])
})

t.test('an object of several parts becomes several annotations, and is reported', async t => {
  const parts = [
    [10, 10, 50, 10, 50, 40],
    [60, 60, 70, 60, 70, 70, 60, 60]
  ]
  const { annotations, findings } = await read(
    file([
      { ...plain, id: 1, bbox: [10, 10, 60, 60], segmentation: parts },
      { ...plain, id: 1, bbox: [1, 1, 2, 2] }
    ])
  )
  t.same(
    annotations.map(({ id }) => id),
    ['1', '1.2', undefined]
  )
  t.match(findings, [
    { taken: true, path: '/annotations/0/segmentation', message: /2 parts/ },
    { taken: true, path: '/annotations/1/id' }
  ])
})

t.test('each unusable annotation is reported by its place', async t => {
  const faulty: [object | null, string][] = [
    [null, '/annotations/0'],
    [{ ...plain, image_id: 9, bbox: [1, 1, 2, 2] }, '/annotations/1/image_id'],
    [{ ...plain, category_id: '__proto__', bbox: [1, 1, 2, 2] }, '/annotations/2/category_id'],
    [{ ...plain, bbox: [1, 1, 2] }, '/annotations/3/bbox'],
    [{ ...plain, bbox: [1, 1, -2, 2] }, '/annotations/4/bbox'],
    [{ ...plain, bbox: [5000, 1, 2, 2] }, '/annotations/5/bbox'],
    [{ ...plain, bbox: [1, 1, 2, 2], segmentation: [[1, 1, 2, 2]] }, '/annotations/6/segmentation'],
    [{ ...plain, bbox: [1, 1, 2, 2], segmentation: [[1, 1, 2, 2, 3, null]] }, '/annotations/7/segmentation'],
    [{ ...plain, bbox: [1, 1, 2, 2], segmentation: { size: [4, 5], counts: 'oo' } }, '/annotations/8/segmentation'],
    [{ ...plain, bbox: [1, 1, 2, 2], segmentation: { size: [1e9, 1e9], counts: [0, 1e18] } }, '/annotations/9/segmentation']
  ]
  const { annotations, findings } = await read(file(faulty.map(([annotation]) => annotation)))
  t.same(annotations, [])
  t.same(
    findings.map(({ path, taken }) => [path, taken]),
    faulty.map(([, path]) => [path, false])
  )
})

t.test('a polygon beyond the edge is cut at the edge, and reported', async t => {
  const { annotations, findings } = await read(
    file([{ ...plain, bbox: [-10, 0, 20, 20], segmentation: [[-10, 0, 10, 0, 10, 20, -10, 20]] }])
  )
  t.match(annotations[0]?.shape, { kind: 'box', x: 0, y: 0, width: 10, height: 20 })
  t.match(findings, [{ taken: true, path: '/annotations/0/segmentation', message: /cut at the edge/ }])
})

t.test('a file other than COCO is refused with an explanation', async t => {
  await t.rejects(read('{"images":[]}'), { code: 'NOT_THIS_FORMAT', message: /no lists/ })
  await t.rejects(read('[{"id":1}]'), { message: /not of COCO results/ })
  await t.rejects(read('{"images":[NaN]}'), { message: /not JSON/ })
  await t.rejects(read('id,name\n1,2'), { message: /not JSON/ })
  for (const [text, fault] of Object.entries({
    '{"images": [],\n"annotations": [1, 2,]}': 'the comma at line 2, column 21 has nothing after it',
    '{"images": ["a,]", 1,,2]}': 'the comma at line 1, column 21 has nothing after it',
    '{"images": [\n{"file_name": None}]}': 'None at line 2, column 15 is not a JSON value',
    '{"images": [\'it\']}': 'the quotation mark at line 1, column 13 is not "',
    '{"images": [\n1 2]}': /line 2 column 3/,
    '{"images": ["it\'s]}': /line 1 column 20/
  }))
    await t.rejects(read(text), { message: typeof fault === 'string' ? `This is not JSON: ${fault}` : fault }, text)
})

t.test('a fault after a string of any length is found', async t => {
  const mask = '1'.repeat(20_000_000)
  for (const string of [mask, '\\n'.repeat(10_000_000)])
    await t.rejects(read(`{"images": ["${string}"],\n"annotations": [1,]}`), { message: /the comma at line 2, column 18/ })
})

t.test('generated projects survive export and import with COCO: every shape, label and person', async t => {
  for (let seed = 1; seed <= 40; seed++) {
    const before = generated(seed, ['point', 'box', 'rotatedBox', 'circle', 'ellipse', 'line', 'polygon'])
    const [first, second] = before.annotations
    if (first && second) {
      first.labels.push({ labelId: '3', annotator: { id: 'u1', name: 'Ada "A" Example' }, at: '2024-07-01T09:30:00.000Z' })
      second.attributes.push(['__proto__', 'x'], ['count', 3], ['alive', true])
      second.track = '17'
      second.confidence = 0.25
    }
    const { text } = await written(writeCoco, sourceOf(before))
    t.ok(JSON.parse(text))
    const after = await collect(readCoco(bytes(text)))
    t.same(after.findings, [], `seed ${seed}`)
    t.same(after.images, before.images)
    t.same(after.labels, before.labels)
    const facts = ({ annotations }: typeof before) => annotations.map(({ id, shape, ...rest }) => rest)
    t.same(facts(after), facts(before))
    for (const [index, { shape }] of before.annotations.entries())
      t.ok(differenceOf(after.annotations[index]?.shape, shape) < 2e-6, `seed ${seed}, ${index}: ${shape?.kind}`)
  }
})

t.test('a polygon with a hole is written as a mask for other programs, and is read back whole', async t => {
  const shape = {
    kind: 'polygon',
    points: [
      [10, 10],
      [50, 10],
      [50, 40],
      [10, 40]
    ],
    holes: [
      [
        [20, 20],
        [30, 20],
        [30, 30]
      ]
    ]
  } as const
  const source = sourceOf({
    images: [{ fileName: 'a.jpg', width: 100, height: 100 }],
    labels: [{ id: '5', name: 'x', path: [] }],
    annotations: [{ fileName: 'a.jpg', shape: structuredClone(shape) as never, labels: [{ labelId: '5' }], attributes: [] }]
  })
  const { text, losses } = await written(writeCoco, source)
  t.match(losses, [{ message: /holes is written as a mask/, count: 1 }])
  t.same((await collect(readCoco(bytes(text)))).annotations[0]?.shape, shape)
  const others = JSON.parse(text)
  others.annotations[0].isobath = undefined
  const { annotations } = await collect(readCoco(bytes(JSON.stringify(others))))
  t.match(annotations[0]?.shape, { kind: 'polygon', points: { length: 4 }, holes: { length: 1 } })
})

t.test('a bare list of results finds its images by name and labels its classes by number', async t => {
  const nameOf = (stem: string) => ({ '000000000042': '000000000042.jpg', reef: 'reef.png' })[stem] ?? null
  const results = [
    { image_id: 42, category_id: 18, bbox: [1, 2, 3, 4], score: 0.25 },
    { image_id: 42, category_id: 1, segmentation: { size: [4, 5], counts: '5220003' }, score: 0.5 },
    { image_id: 'reef', category_id: 18, bbox: [1, 2, 3, 4], score: 0.75 },
    { image_id: 7, file_name: 'x/b.jpg', category_id: 18, bbox: [1, 2, 3, 4] },
    { image_id: 9, category_id: 18, bbox: [1, 2, 3, 4] },
    { image_id: 9, category_id: 18, bbox: [1, 2, 3] },
    { category_id: 18, bbox: [1, 2, 3, 4] }
  ]
  const { images, labels, annotations, findings } = await collect(readCoco(bytes(JSON.stringify(results)), { nameOf }))
  t.same(
    images.map(({ fileName }) => fileName),
    ['000000000042.jpg', 'reef.png', 'x/b.jpg', '9']
  )
  t.same(labels, [
    { id: '18', name: 'category 18', path: [] },
    { id: '1', name: 'category 1', path: [] }
  ])
  t.same(
    annotations.map(({ fileName, shape, labels: [label] }) => [fileName, shape?.kind, label?.confidence]),
    [
      ['000000000042.jpg', 'box', 0.25],
      ['000000000042.jpg', 'polygon', 0.5],
      ['reef.png', 'box', 0.75],
      ['x/b.jpg', 'box', undefined],
      ['9', 'box', undefined]
    ]
  )
  t.same(
    findings.map(({ path, taken }) => [path, taken]),
    [
      ['/5/bbox', false],
      ['/6/image_id', false]
    ]
  )
})

t.test('keypoints are reported as lost where there are any', async t => {
  const annotations = [
    { ...plain, bbox: [1, 1, 9, 9], keypoints: [3, 3, 2, 5, 5, 1], num_keypoints: 2 },
    { ...plain, bbox: [1, 1, 9, 9], keypoints: [0, 0, 0, 0, 0, 0], num_keypoints: 0 }
  ]
  const read2 = await read(file(annotations))
  t.equal(read2.annotations.length, 2)
  t.same(read2.findings, [{ taken: true, path: '/annotations/0/keypoints', message: 'The keypoints were left out' }])
})

t.test('COCO boxes and outlines end at the edge of the image, and the shape is read back whole', async t => {
  // A circle of radius 10 around (5, 95) on 100 × 100 extends from -5 to 15 and from 85 to 105.
  const shapes = [
    { kind: 'circle', x: 5, y: 95, radius: 10 },
    { kind: 'rotatedBox', x: 98, y: 50, width: 20, height: 10, rotation: 45 },
    { kind: 'point', x: 0, y: 100 }
  ] as const
  const annotations = shapes.map(shape => ({ fileName: 'a.jpg', shape, labels: [{ labelId: '5' }], attributes: [] }))
  const images = [{ fileName: 'a.jpg', width: 100, height: 100 }]
  const { text, losses } = await written(writeCoco, sourceOf({ images, labels: [{ id: '5', name: 'x', path: [] }], annotations }))
  const [circle, turned, point] = JSON.parse(text).annotations
  t.same(circle.bbox, [0, 85, 15, 15])
  t.same(point.bbox, [0, 99.5, 0.5, 0.5])
  // Halfway along its diagonal sides: 98 - 15 / √2 = 87.393398.
  t.same(turned.bbox, [87.393398, 39.393398, 12.606602, 21.213203])
  for (const { segmentation } of [circle, turned]) t.ok(segmentation[0].every((number: number) => number >= 0 && number <= 100))
  t.match(losses, [{ message: /extends beyond its image/, count: 2 }, {}, {}, {}])
  const after = await collect(readCoco(bytes(text)))
  t.same(after.findings, [])
  for (const [index, shape] of shapes.entries()) t.ok(differenceOf(after.annotations[index]?.shape, shape) < 1e-6)
})
