import t from 'tap'
import { readVoc, writeVoc } from '../../../../../../server/backend/exchange/formats/voc/voc.ts'
import { lossTally } from '../../../../../../server/backend/exchange/losses.ts'
import { bytes, collect, generated, sourceOf } from '../../../../../support/datasets.ts'

const file = (
  objects: string
) => `<annotation><folder>JPEGImages</folder><filename>IMG-0001.jpg</filename><source><database>Example</database></source>
<size><width>4000</width><height>3000</height><depth>3</depth></size><segmented>0</segmented>
${objects}</annotation>`
const box = '<bndbox><ymax>220</ymax><xmin>101</xmin><ymin>101</ymin><xmax>300</xmax></bndbox>'

t.test('a Pascal VOC box counts from 1 and includes its last pixel, unless an option states otherwise', async t => {
  const text = file(
    `<object><name>Brisinga &amp; co</name><pose>Left</pose><truncated>0</truncated><difficult>1</difficult>${box}</object>`
  )
  const { images, labels, annotations, findings } = await collect(readVoc(bytes(text, 7)))
  t.same(findings, [])
  t.same(images, [{ fileName: 'IMG-0001.jpg', width: 4000, height: 3000 }])
  t.match(labels, [{ name: 'Brisinga & co' }])
  t.match(annotations, [
    {
      shape: { kind: 'box', x: 100, y: 100, width: 200, height: 120 },
      attributes: [
        ['pose', 'Left'],
        ['difficult', '1']
      ]
    }
  ])
  const plain = await collect(readVoc(bytes(text), { countedFrom: 0 }))
  t.match(plain.annotations, [{ shape: { x: 101, y: 101, width: 199, height: 119 } }])
})

t.test('unusable objects are reported with file and line', async t => {
  const objects = `<object><name/>${box}</object>
<object><name>x</name></object>
<object><name>x</name>${box.replace('101', 'NaN')}</object>
<object><name>x</name>${box.replace('300', '30000')}</object>`
  const { annotations, findings } = await collect(readVoc(bytes(file(objects)), { path: 'Annotations/a.xml' }))
  t.match(annotations, [{ shape: { x: 100, width: 3900 } }])
  t.same(
    findings.map(({ row, taken }) => [row, taken]),
    [
      [3, false],
      [4, false],
      [5, false],
      [6, true]
    ]
  )
  t.match(findings, [{ path: 'Annotations/a.xml' }])
  await t.rejects(collect(readVoc(bytes('<!DOCTYPE annotation><annotation/>'))), { code: 'NOT_THIS_FORMAT', message: /document type/ })
  await t.rejects(collect(readVoc(bytes('<annotation/>'))), { message: /has no image name/ })
})

t.test('generated boxes in whole pixels survive export and import with Pascal VOC', async t => {
  for (let seed = 1; seed <= 30; seed++) {
    const before = generated(seed, ['box'])
    for (const { shape } of before.annotations)
      if (shape?.kind === 'box') {
        const [x, y] = [Math.round(shape.x), Math.round(shape.y)]
        Object.assign(shape, { x, y, width: Math.ceil(shape.width), height: Math.ceil(shape.height) })
      }
    const names = new Map(before.labels.map(({ id, name }) => [id, name]))
    const paths = new Set<string>()
    const after = []
    for await (const { path, text } of writeVoc(sourceOf(before), lossTally())) {
      paths.add(path)
      const { annotations, findings } = await collect(readVoc(bytes(text, 100)))
      t.same(findings, [])
      after.push(...annotations)
    }
    t.equal(paths.size, before.images.length)
    t.same(
      after.map(({ fileName, shape, labels }) => [fileName, shape, labels[0]?.labelId]),
      before.annotations.map(({ fileName, shape, labels }) => [fileName, shape, names.get(labels[0]?.labelId ?? '')])
    )
  }
})

t.test('a point becomes the box of its pixel', async t => {
  // Counted from 1: the centre of the first pixel is 0.5 here and pixel 1 there; the far edge belongs to the last pixel.
  const places: [x: number, y: number, pixel: [number, number]][] = [
    [0.5, 0.5, [1, 1]],
    [10.5, 20.5, [11, 21]],
    [10.9, 20.1, [11, 21]],
    [10, 20, [11, 21]],
    [100, 50, [100, 50]]
  ]
  const annotations = places.map(([x, y]) => ({
    fileName: 'a.jpg',
    shape: { kind: 'point' as const, x, y },
    labels: [{ labelId: '1' }],
    attributes: []
  }))
  const source = sourceOf({
    images: [{ fileName: 'a.jpg', width: 100, height: 50 }],
    labels: [{ id: '1', name: 'x', path: [] }],
    annotations
  })
  for await (const { text } of writeVoc(source, lossTally())) {
    const boxes = [...text.matchAll(/<xmin>(.*?)<.*?<ymin>(.*?)<.*?<xmax>(.*?)<.*?<ymax>(.*?)</g)].map(([, ...sides]) => sides.map(Number))
    t.same(
      boxes,
      places.map(([, , [x, y]]) => [x, y, x, y])
    )
    const after = await collect(readVoc(bytes(text)))
    t.match(after.annotations[1]?.shape, { kind: 'box', x: 10, y: 20, width: 1, height: 1 })
  }
})

t.test('data that other programs add to a Pascal VOC box are imported or reported', async t => {
  const objects = `<object><name>x</name>${box}<attributes><attribute><name>alive</name><value>true</value></attribute></attributes></object>
<object><name>x</name>${box}<polygon><x1>1</x1></polygon><part><name>head</name>${box}</part></object>`
  const { annotations, findings } = await collect(readVoc(bytes(file(objects))))
  t.same(annotations[0]?.attributes, [['alive', 'true']])
  t.same(
    findings.map(({ row, column, taken }) => [row, column, taken]),
    [
      [4, 'part', true],
      [4, 'polygon', true]
    ]
  )
})
