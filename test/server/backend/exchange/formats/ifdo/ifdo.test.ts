import t from 'tap'
import type { Annotator } from '../../../../../../server/backend/exchange/dataset.ts'
import { readIfdo } from '../../../../../../server/backend/exchange/formats/ifdo/read.ts'
import { type IfdoHeader, writeIfdo } from '../../../../../../server/backend/exchange/formats/ifdo/write.ts'
import { bytes, collect, differenceOf, generated, sourceOf, written } from '../../../../../support/datasets.ts'

const lsid = 'urn:lsid:marinespecies.org:taxname:123210'
const file = (items: object) =>
  JSON.stringify({
    'image-set-header': {
      'image-latitude': 40.5,
      'image-longitude': -31,
      'image-annotation-labels': [{ id: lsid, name: 'Brisinga' }],
      'image-annotation-creators': [
        { id: 'p1', name: 'Ada Example', type: 'expert' },
        { id: 'm1', name: 'detector', type: 'AI' }
      ]
    },
    'image-set-items': items
  })
const read = (items: object) =>
  collect(readIfdo(bytes(file(items)), { sizeOf: name => (name === 'small.jpg' ? { width: 100, height: 50 } : null) }))
const given = [{ label: lsid, annotator: 'p1', 'created-at': '2024-07-01T09:30:00Z', confidence: 0.9 }]

t.test('placeholders in the header of an exported file are not read as facts of its images', async t => {
  const header = { 'image-set-handle': 'urn:uuid:6a1d2e3f-4b5c-4d6e-8f70-8192a3b4c5d6', 'image-latitude': 40.5, 'image-longitude': -31 }
  const items = { 'a.jpg': {}, 'b.jpg': { 'image-latitude': 1, 'image-longitude': 2 } }
  const { images } = await collect(readIfdo(bytes(JSON.stringify({ 'image-set-header': header, 'image-set-items': items })), {}))
  t.same(images[0], { fileName: 'a.jpg', width: null, height: null })
  t.match(images[1], { decimalLatitude: 1, decimalLongitude: 2 })
})

t.test('facts, shapes, people and confidence of an iFDO are read, with defaults from the header', async t => {
  const { images, labels, annotations, findings } = await read({
    'a.jpg': {
      'image-uuid': '6a1d2e3f-4b5c-4d6e-8f70-8192a3b4c5d6',
      'image-datetime': '2024-06-02 04:29:27.000000',
      'image-longitude': -30.25,
      'image-altitude-meters': -1874.5,
      'image-meters-above-ground': 2.1,
      'image-area-square-meter': 5.1,
      'image-annotations': [
        { shape: 'rectangle', coordinates: [[100, 100, 300, 100, 300, 220, 100, 220]], labels: given },
        { shape: 'polygon', coordinates: [[1, 1, 9, 1, 9, 9, 1, 1]], labels: given },
        { shape: 'whole-image', coordinates: [[]], labels: given }
      ]
    }
  })
  t.same(findings, [])
  t.same(images[0], {
    fileName: 'a.jpg',
    width: null,
    height: null,
    eventDate: '2024-06-02T04:29:27.000Z',
    decimalLatitude: 40.5,
    decimalLongitude: -30.25,
    depthInMeters: 1874.5,
    altitudeInMeters: 2.1,
    areaInSquareMeters: 5.1,
    uuid: '6a1d2e3f-4b5c-4d6e-8f70-8192a3b4c5d6'
  })
  t.same(labels, [{ id: lsid, name: 'Brisinga', path: [] }])
  t.match(annotations, [{ shape: { kind: 'box', width: 200 } }, { shape: { kind: 'polygon', points: Array } }, { shape: null }])
  t.same(annotations[0]?.labels, [
    { labelId: lsid, confidence: 0.9, annotator: { id: 'p1', name: 'Ada Example' }, at: '2024-07-01T09:30:00.000Z' }
  ])
})

t.test('a creator of type AI is a machine', async t => {
  const labels = [{ label: lsid, annotator: 'm1' }]
  const { annotations } = await read({ 'a.jpg': { 'image-annotations': [{ shape: 'whole-image', coordinates: [[]], labels }] } })
  t.same(annotations[0]?.labels[0]?.annotator, { id: 'm1', name: 'detector', machine: true })
})

t.test('each unusable annotation is reported by its place', async t => {
  const { annotations, findings } = await read({
    'small.jpg': {
      'image-annotations': [
        { shape: 'point', coordinates: [[1, 2]], labels: given },
        { shape: 'single-pixel', coordinates: [1, 2], labels: given },
        { shape: 'single-pixel', coordinates: [[1, 2]], labels: [{ label: '__proto__' }] },
        { shape: 'circle', coordinates: [[1, 2, -3]], labels: given },
        { shape: 'single-pixel', coordinates: [[200, 2]], labels: given },
        { shape: 'polyline', coordinates: [[90, 2, 120, 2]], labels: given },
        { shape: 'single-pixel', coordinates: [[1, 2]], labels: [] },
        null
      ]
    },
    'd/clip.MP4': [{}],
    'b.jpg': 7
  })
  t.match(annotations, [
    {
      shape: {
        kind: 'line',
        points: [
          [90, 2],
          [100, 2]
        ]
      }
    }
  ])
  const at = '/image-set-items/small.jpg/image-annotations'
  t.same(
    findings.map(({ path, taken }) => [path, taken]),
    [
      [`${at}/0/shape`, false],
      [`${at}/1/coordinates`, false],
      [`${at}/2/labels`, false],
      [`${at}/3/coordinates`, false],
      [`${at}/4/coordinates`, false],
      [`${at}/5/coordinates`, true],
      [`${at}/6/labels`, false],
      [`${at}/7`, false],
      ['/image-set-items/d~1clip.MP4', false],
      ['/image-set-items/b.jpg', false]
    ]
  )
  await t.rejects(collect(readIfdo(bytes('{"image-set-header":{},"image-set-items":[]}'))), { code: 'NOT_THIS_FORMAT' })
})

t.test('an item that is a list is an image if its acquisition is that of one', async t => {
  const point = (x: number) => ({ shape: 'single-pixel', coordinates: [[x, 2]], labels: given })
  const { images, annotations, findings } = await read({
    'photo.jpg': [{ 'image-acquisition': 'photo', 'image-latitude': 1, 'image-longitude': 2, 'image-annotations': [point(1)] }],
    'slide.bin': [{ 'image-acquisition': 'slide', 'image-annotations': [point(2)] }, { 'image-annotations': [point(3), null] }],
    'ending.PNG': [{ 'image-annotations': [point(4)] }],
    'film.jpg': [{ 'image-acquisition': 'video', 'image-annotations': [point(5)] }],
    'clip.mp4': [{ 'image-annotations': [point(6)] }],
    'film2.mp4': { 'image-acquisition': 'video' },
    'none.jpg': [],
    'odd.jpg': [7]
  })
  t.same(
    annotations.map(({ fileName, shape }) => [fileName, shape?.kind === 'point' && shape.x]),
    [
      ['photo.jpg', 1],
      ['slide.bin', 2],
      ['slide.bin', 3],
      ['ending.PNG', 4]
    ]
  )
  t.match(images[0], { decimalLatitude: 1, decimalLongitude: 2 })
  t.same(
    findings.map(({ path, taken }) => [path, taken]),
    [
      ['/image-set-items/slide.bin', true],
      ['/image-set-items/slide.bin/1/image-annotations/1', false],
      ['/image-set-items/film.jpg', false],
      ['/image-set-items/clip.mp4', false],
      ['/image-set-items/film2.mp4', false],
      ['/image-set-items/none.jpg', false],
      ['/image-set-items/odd.jpg', false]
    ]
  )
  const ofHeader = { 'image-set-header': { 'image-acquisition': 'photo' }, 'image-set-items': { 'a.bin': [{}] } }
  t.match(await collect(readIfdo(bytes(JSON.stringify(ofHeader)))), { images: [{ fileName: 'a.bin' }], findings: { length: 0 } })
})

t.test('an iFDO in YAML is read as one in JSON', async t => {
  // As PyYAML writes it: unquoted times, and an anchor for a repeated value.
  const yaml = `image-set-header:
  image-acquisition: photo
  image-annotation-creators: &id001
  - {id: p1, name: Ada Example}
  image-creators: *id001
  image-annotation-labels:
  - id: ${lsid}
    name: Brisinga
image-set-items:
  a.jpg:
  - image-datetime: 2024-06-02 04:29:27.500000
    image-latitude: 40.5
    image-longitude: -30.25
    image-depth: 1874.5
    image-annotations:
    - coordinates: [[10.5, 20.5]]
      labels:
      - {annotator: p1, confidence: 0.5, created-at: 2024-07-01 09:30:00, label: "${lsid}"}
      shape: single-pixel
`
  const { images, labels, annotations, findings } = await collect(readIfdo(bytes(yaml)))
  t.same(findings, [])
  t.match(images, [{ eventDate: '2024-06-02T04:29:27.500Z', decimalLatitude: 40.5, decimalLongitude: -30.25, depthInMeters: 1874.5 }])
  t.match(labels, [{ id: lsid, name: 'Brisinga' }])
  t.match(annotations, [
    {
      shape: { kind: 'point', x: 10.5, y: 20.5 },
      labels: [{ labelId: lsid, confidence: 0.5, annotator: { id: 'p1', name: 'Ada Example' }, at: '2024-07-01T09:30:00.000Z' }]
    }
  ])
  await t.rejects(collect(readIfdo(bytes('image-set-header: &a {b: *a}'))), { code: 'NOT_THIS_FORMAT', message: /YAML cannot be read/ })
})

t.test('the size of a YAML file is limited in bytes', async t => {
  const large = `image-set-header: {}\n# ${'ø'.repeat(9 * 1024 ** 2)}\n`
  await t.rejects(collect(readIfdo(bytes(large))), { code: 'NOT_THIS_FORMAT', message: /larger than 16 MiB/ })
})

const header: IfdoHeader = {
  name: 'EX24',
  uuid: '0f5e3a9c-6d1b-4c2e-9a77-2b1f4d5e6a70',
  handle: 'https://hdl.handle.net/20.500.00000/x',
  eventDate: '2024-06-02T04:29:27.000Z',
  decimalLatitude: 40,
  decimalLongitude: -30,
  depthInMeters: 1800,
  coordinateUncertaintyInMeters: 5,
  context: { name: 'Example context' },
  project: { name: 'EX24' },
  event: { name: 'EX24_012-1_OFOS' },
  platform: { name: 'EX_OFOS' },
  sensor: { name: 'EX_CAM-1' },
  pi: { name: 'Ada Example' },
  creators: [{ name: 'Ada Example' }],
  license: { name: 'CC-BY-4.0' },
  copyright: '(c) 2024',
  abstract: 'Photographs'
}

t.test('an image keeps lacking facts after export and import, whatever the handle of the image set', async t => {
  const sides = { width: 100, height: 50 }
  const images = [
    { fileName: 'bare.jpg', ...sides },
    { fileName: 'placed.jpg', ...sides, decimalLatitude: 1, decimalLongitude: 2 },
    { fileName: 'timed.jpg', ...sides, eventDate: '2024-06-03T00:00:00.000Z', depthInMeters: 7 },
    { fileName: 'whole.jpg', ...sides, ...{ eventDate: header.eventDate, decimalLatitude: 3, decimalLongitude: 4, depthInMeters: 0 } }
  ]
  for (const handle of [header.handle, `urn:uuid:${header.uuid}`]) {
    const writing = { header: { ...header, handle }, writtenAt: header.eventDate }
    const { text } = await written(
      (source, losses) => writeIfdo(source, losses, writing),
      sourceOf({ images, labels: [], annotations: [] })
    )
    const items = JSON.parse(text)['image-set-items']
    t.match(items['bare.jpg'], { 'image-latitude': 40, 'image-altitude-meters': -1800 }, 'other programs require them')
    t.notOk('isobath-stand-ins' in items['whole.jpg'])
    const after = await collect(readIfdo(bytes(text), { sizeOf: () => sides }))
    t.same([after.images, after.findings], [images, []], handle)
  }
})

t.test('generated projects survive export and import with iFDO, with depth negative and polygons closed in the file', async t => {
  const at = '2024-07-01T09:30:00.000Z'
  const annotators: Annotator[] = [
    { id: 'p0', name: 'Ada' },
    { id: 'p1', name: 'Ben' },
    { id: 'p2', name: 'detector', machine: true }
  ]
  for (let seed = 1; seed <= 40; seed++) {
    const before = generated(seed, ['point', 'box', 'rotatedBox', 'circle', 'ellipse', 'line', 'polygon', 'whole'])
    for (const [index, image] of before.images.entries())
      Object.assign(image, { decimalLatitude: 40.5, decimalLongitude: -30.5, depthInMeters: index })
    before.annotations.forEach(({ labels }, index) => {
      Object.assign(labels[0] ?? {}, { annotator: annotators[index % 3], at })
    })
    const { text } = await written((source, losses) => writeIfdo(source, losses, { header, writtenAt: at }), sourceOf(before))
    const items: Record<string, Record<string, unknown>>[] = Object.values(JSON.parse(text)['image-set-items'])
    for (const [index, item] of items.entries()) t.equal(item['image-altitude-meters'], index === 0 ? 0 : -index)
    const sizes = new Map(before.images.map(image => [image.fileName, { width: image.width ?? 1, height: image.height ?? 1 }]))
    const after = await collect(readIfdo(bytes(text), { sizeOf: name => sizes.get(name) ?? null }))
    t.same(after.findings, [], `seed ${seed}`)
    t.same(
      after.images.map(({ eventDate, ...image }) => image),
      before.images
    )
    const facts = ({ annotations }: typeof before) => annotations.map(({ shape, ...rest }) => rest)
    t.same(facts(after), facts(before))
    for (const [index, { shape }] of before.annotations.entries())
      t.ok(differenceOf(after.annotations[index]?.shape, shape) < 1e-4, `seed ${seed}, ${index}: ${shape?.kind}`)
  }
})
