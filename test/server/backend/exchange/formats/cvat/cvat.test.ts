import t from 'tap'
import { readCvat } from '../../../../../../server/backend/exchange/formats/cvat/read.ts'
import { writeCvat } from '../../../../../../server/backend/exchange/formats/cvat/write.ts'
import { bytes, collect, differenceOf, generated, sourceOf, written } from '../../../../../support/datasets.ts'

const file = (inner: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<annotations><version>1.1</version><meta><task><labels><label><name>Brisinga</name><attributes/></label></labels></task></meta>
<image id="0" name="a &amp; b.jpg" width="4000" height="3000">
${inner}
</image></annotations>`
const read = (inner: string) => collect(readCvat(bytes(file(inner), 7)))

t.test('all shapes of CVAT are read', async t => {
  const { images, labels, annotations, findings } = await read(`
<box label="Brisinga" source="manual" occluded="1" xtl="100.00" ytl="100.00" xbr="300.00" ybr="220.00" z_order="0"><attribute name="verified">true</attribute></box>
<box label="Brisinga" xtl="100" ytl="100" xbr="300" ybr="220" rotation="30"/>
<polygon label="Porifera &lt;1&gt;" points="10.00,10.00;50.00,10.00;50.00,40.00"/>
<polyline label="x" points="1,2;3,4"/><points label="x" points="1,2"/>
<ellipse label="x" cx="50" cy="60" rx="10" ry="5"/><ellipse label="x" cx="50" cy="60" rx="10" ry="10"/>
<mask label="x" rle="1, 2, 1, 2" left="10" top="20" width="3" height="2"/>
<tag label="bad image" source="auto"/>`)
  t.same(findings, [])
  t.same(images, [{ fileName: 'a & b.jpg', width: 4000, height: 3000 }])
  t.same(
    labels.map(({ name }) => name),
    ['Brisinga', 'Porifera <1>', 'x', 'bad image']
  )
  t.match(
    annotations.map(({ shape }) => shape),
    [
      { kind: 'box', x: 100, y: 100, width: 200, height: 120 },
      { kind: 'rotatedBox', x: 200, y: 160, width: 200, height: 120, rotation: 30 },
      { kind: 'polygon', points: { length: 3 } },
      { kind: 'line', points: { length: 2 } },
      { kind: 'point', x: 1, y: 2 },
      { kind: 'ellipse', x: 50, y: 60, radiusX: 10, radiusY: 5, rotation: 0 },
      { kind: 'circle', x: 50, y: 60, radius: 10 },
      { kind: 'polygon', points: { length: 4 } },
      null
    ]
  )
  t.same(annotations[0]?.attributes, [
    ['occluded', '1'],
    ['verified', 'true']
  ])
  t.match(annotations[8]?.labels, [{ annotator: { machine: true } }])
})

t.test('an unusable element is reported with its line', async t => {
  const { annotations, findings } = await read(`<box label="x" xtl="NaN" ytl="1" xbr="3" ybr="2"/>
<box xtl="1" ytl="1" xbr="3" ybr="2"/>
<polygon label="x" points="1,1;2"/>
<skeleton label="x"/>
<mask label="x" rle="9999999" left="0" top="0" width="2" height="2"/>
<polygon label="x" points="-10,0;10,0;10,20"/>
<box label="x" xtl="5" ytl="5" xbr="5" ybr="9"/>`)
  t.equal(annotations.length, 1)
  t.same(
    findings.map(({ row, path, taken }) => [row, path, taken]),
    [
      [4, 'box', false],
      [5, 'box', false],
      [6, 'polygon', false],
      [7, 'skeleton', false],
      [8, 'mask', false],
      [9, 'polygon', true],
      [10, 'box', false]
    ]
  )
})

t.test('a document type, an unknown entity, another root and broken XML are refused', async t => {
  const bomb = '<!DOCTYPE a [<!ENTITY b "&c;&c;&c;"><!ENTITY c "xxxxxxxx">]><annotations>&b;</annotations>'
  await t.rejects(collect(readCvat(bytes(bomb))), { code: 'NOT_THIS_FORMAT', message: /document type/ })
  await t.rejects(collect(readCvat(bytes('<annotations><image name="&b;"/></annotations>'))), { message: /not well-formed/ })
  await t.rejects(collect(readCvat(bytes('<annotation><image/></annotation>'))), { message: /root element is “annotation”/ })
  await t.rejects(collect(readCvat(bytes('<annotations><image></annotations>'))), { message: /not well-formed/ })
  await t.rejects(collect(readCvat(bytes('a,b,c'))), { message: /not well-formed/ })
  await t.rejects(read('<a>'.repeat(100)), { message: /too deep/ })
})

t.test('generated projects survive export and import with CVAT', async t => {
  for (let seed = 1; seed <= 40; seed++) {
    const before = generated(seed, ['point', 'box', 'rotatedBox', 'circle', 'ellipse', 'line', 'polygon', 'whole'])
    for (const annotation of before.annotations) annotation.attributes.push(['__proto__', 'a "b" <c>'], ['n', '3'])
    const { text } = await written(writeCvat, sourceOf(before))
    const after = await collect(readCvat(bytes(text, 50)))
    t.same(after.findings, [], `seed ${seed}`)
    t.same(after.images, before.images)
    const names = new Map(before.labels.map(({ id, name }) => [id, name]))
    t.same(
      after.annotations.map(({ fileName, labels, attributes }) => [fileName, labels[0]?.labelId, attributes]),
      before.annotations.map(({ fileName, labels, attributes }) => [fileName, names.get(labels[0]?.labelId ?? ''), attributes])
    )
    for (const [index, { shape }] of before.annotations.entries())
      t.ok(differenceOf(after.annotations[index]?.shape, shape) < 1e-5, `seed ${seed}, ${index}: ${shape?.kind}`)
  }
})

t.test('CVAT’s own fields are whole numbers; other values of those names are attributes', async t => {
  const before = generated(1, ['box'])
  const labels = before.labels.slice(0, 1)
  const given: [string, string | number | boolean][][] = [
    [['occluded', true]],
    [['occluded', false]],
    [['z_order', 0]],
    [['z_order', -3]],
    [['group_id', 'left']]
  ]
  const annotations = given.map(attributes => ({
    ...{ fileName: before.images[0]?.fileName ?? '', labels: [{ labelId: labels[0]?.id ?? '' }], attributes },
    shape: { kind: 'box' as const, x: 1, y: 1, width: 5, height: 5 }
  }))
  const { text } = await written(writeCvat, sourceOf({ images: before.images, labels, annotations }))
  t.match(text, / occluded="1" .* occluded="0" .*<attribute name="occluded">false</s)
  t.same(
    (await collect(readCvat(bytes(text)))).annotations.map(({ attributes }) => attributes),
    [[['occluded', '1']], [['occluded', 'false']], [['z_order', '0']], [['z_order', '-3']], [['group_id', 'left']]]
  )
})

t.test('attributes are declared with their labels, so that CVAT accepts them', async t => {
  const shape = { kind: 'box', x: 1, y: 1, width: 5, height: 5 } as const
  const given = (labelId: string, attributes: [string, string | number | boolean][]) => ({
    ...{ fileName: 'a.jpg', shape, labels: [{ labelId }], attributes }
  })
  const labels = ['Brisinga', 'Porifera & co', 'unused'].map((name, at) => ({ id: String(at), name, path: [] }))
  const annotations = [
    given('0', [
      ['alive', true],
      ['size <mm>', 12],
      ['occluded', true]
    ]),
    given('0', [
      ['alive', false],
      ['note', 'x']
    ]),
    given('1', [['alive', 'maybe']])
  ]
  const { text } = await written(writeCvat, sourceOf({ images: [{ fileName: 'a.jpg', width: 100, height: 100 }], labels, annotations }))
  // By the specification of CVAT for images 1.1: name, mutable, input_type, default_value, values.
  const declared = (name: string, type: string, value: string) =>
    `<attribute><name>${name}</name><mutable>False</mutable><input_type>${type}</input_type><default_value>${value}</default_value><values>${value}</values></attribute>`
  const ofBrisinga = declared('alive', 'checkbox', 'false') + declared('size &lt;mm&gt;', 'text', '') + declared('note', 'text', '')
  t.match(text, `<label><name>Brisinga</name><attributes>${ofBrisinga}</attributes></label>`)
  t.match(text, `<label><name>Porifera &amp; co</name><attributes>${declared('alive', 'text', '')}</attributes></label>`)
  t.match(text, '<label><name>unused</name><attributes></attributes></label>')
  t.same((await collect(readCvat(bytes(text)))).findings, [])
})
