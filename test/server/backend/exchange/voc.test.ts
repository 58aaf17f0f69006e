import t from 'tap'
import { lossTally } from '../../../../server/backend/exchange/losses.ts'
import { readVoc, writeVoc } from '../../../../server/backend/exchange/voc.ts'
import { bytes, collect, generated, sourceOf } from '../../../support/datasets.ts'

const file = (
  objects: string
) => `<annotation><folder>JPEGImages</folder><filename>IMG-0001.jpg</filename><source><database>Example</database></source>
<size><width>4000</width><height>3000</height><depth>3</depth></size><segmented>0</segmented>
${objects}</annotation>`
const box = '<bndbox><ymax>220</ymax><xmin>101</xmin><ymin>101</ymin><xmax>300</xmax></bndbox>'

t.test('a box of Pascal VOC is counted from 1 with its last pixel, unless the reader says otherwise', async t => {
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

t.test('objects that cannot be taken are named with file and line', async t => {
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
  await t.rejects(collect(readVoc(bytes('<annotation/>'))), { message: /names no picture/ })
})

t.test('generated boxes in whole pixels come back from Pascal VOC', async t => {
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
