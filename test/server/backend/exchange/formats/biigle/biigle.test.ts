import t from 'tap'
import { readBiigle } from '../../../../../../server/backend/exchange/formats/biigle/read.ts'
import { readBiigleReport } from '../../../../../../server/backend/exchange/formats/biigle/report.ts'
import { writeBiigle } from '../../../../../../server/backend/exchange/formats/biigle/write.ts'
import { bytes, collect, differenceOf, generated, sourceOf, written } from '../../../../../support/datasets.ts'

const header =
  'annotation_label_id,label_id,label_name,label_hierarchy,user_id,firstname,lastname,image_id,filename,image_longitude,image_latitude,shape_id,shape_name,points,attributes,annotation_id,created_at'
const row = (annotation: number, shape: string, points: string, label = '7,Brisinga,Animalia > Brisinga') =>
  `1,${label},3,Ada,Example,1,a.jpg,4.5,60.25,1,${shape},"${points}",,${annotation},2024-07-01 09:30:00`
const read = (...rows: string[]) => collect(readBiigle(bytes([header, ...rows].join('\n'), 13)))

t.test('all BIIGLE shapes are read, with author and time', async t => {
  const { images, labels, annotations, findings } = await read(
    row(1, 'Point', '[1.5,2.5]'),
    row(2, 'Rectangle', '[1,2,11,2,11,22,1,22]'),
    row(3, 'Rectangle', '[10,0,20,10,10,20,0,10]'),
    row(4, 'Circle', '[5,6,7]'),
    row(5, 'Ellipse', '[0,10,20,10,10,5,10,15]'),
    row(6, 'Ellipse', '[0,10,10,5,20,10,10,15]'),
    row(7, 'LineString', '[1,2,3,4]'),
    row(8, 'Polygon', '[1,2,30,4,5,60,1,2]'),
    row(9, 'WholeFrame', '[]')
  )
  t.same(findings, [])
  t.same(images, [{ fileName: 'a.jpg', width: null, height: null, decimalLongitude: 4.5, decimalLatitude: 60.25 }])
  t.same(labels, [{ id: '7', name: 'Brisinga', path: ['Animalia'] }])
  t.same(annotations[0]?.labels, [{ labelId: '7', annotator: { id: '3', name: 'Ada Example' }, at: '2024-07-01T09:30:00.000Z' }])
  const ellipse = { kind: 'ellipse', x: 10, y: 10, radiusX: 10, radiusY: 5, rotation: 0 }
  t.match(
    annotations.map(({ shape }) => shape),
    [
      { kind: 'point', x: 1.5, y: 2.5 },
      { kind: 'box', x: 1, y: 2, width: 10, height: 20 },
      { kind: 'rotatedBox', x: 10, y: 10, rotation: 45 },
      { kind: 'circle', x: 5, y: 6, radius: 7 },
      ellipse,
      ellipse,
      { kind: 'line', points: { length: 2 } },
      { kind: 'polygon', points: { length: 3 } },
      null
    ]
  )
})

t.test('two labels are one annotation, whether their rows are adjacent or not', async t => {
  const other = '8,"Porifera, sp. > 3","Animalia > Porifera, sp. > 3"'
  const { annotations, labels } = await read(
    row(1, 'Point', '[1,2]'),
    row(1, 'Point', '[1,2]', other),
    row(2, 'Point', '[3,4]'),
    row(1, 'Point', '[1,2]', '9,x,x')
  )
  t.same(
    annotations.map(({ id, labels }) => [id, labels.map(({ labelId }) => labelId)]),
    [
      ['1', ['7', '8', '9']],
      ['2', ['7']]
    ]
  )
  t.same(labels[1], { id: '8', name: 'Porifera, sp. > 3', path: ['Animalia'] })
})

t.test('unusable rows are reported by row and column', async t => {
  const { annotations, findings } = await read(
    row(1, 'Point', '[1,2,3]'),
    row(2, 'Spiral', '[1,2]'),
    row(3, 'Point', '[NaN,2]'),
    row(4, 'Point', '1 2'),
    row(5, 'Circle', '[1,2,-1]'),
    row(6, 'Point', '[1,2]', '7,,x'),
    row(7, 'Point', '[1,2]').replace('a.jpg', ''),
    row(8, 'Polygon', '[1,1,2,2]'),
    row(9, 'Point', '[1,2]').replace(',,9', ',no json,9'),
    '1,"7'
  )
  t.same(
    annotations.map(({ id }) => id),
    ['9']
  )
  t.match(
    findings.map(({ row, column, taken }) => [row, column, taken]),
    [
      [2, 'points', false],
      [3, 'shape_name', false],
      [4, 'points', false],
      [5, 'points', false],
      [6, 'points', false],
      [7, 'label_name', false],
      [8, 'filename', false],
      [9, 'points', false],
      [10, 'attributes', true],
      [11, undefined, false]
    ]
  )
})

const report = (...rows: string[]) => collect(readBiigleReport(bytes(rows.join('\n'), 13)))

t.test('a report of image labels gives labels of whole images', async t => {
  const { images, labels, annotations, findings } = await report(
    'image_label_id,image_id,filename,longitude,latitude,user_id,firstname,lastname,label_id,label_name,label_hierarchy,created_at',
    '1,1,a.jpg,4.5,60.25,3,Ada,Example,7,Sand,Substrate > Sand,2024-07-01 09:30:00',
    '2,1,a.jpg,4.5,60.25,3,Ada,Example,8,"Bad, dark",Bad,',
    '3,2,b.jpg,,,,,,7,Sand,Substrate > Sand,2024-07-01 09:30:00',
    '4,2,b.jpg,,,3,Ada,Example,9,,x,2024-07-01 09:30:00'
  )
  t.same(images[0], { fileName: 'a.jpg', width: null, height: null, decimalLongitude: 4.5, decimalLatitude: 60.25 })
  t.match(labels, [
    { id: '7', name: 'Sand', path: ['Substrate'] },
    { id: '8', name: 'Bad, dark' }
  ])
  const ada = { id: '3', name: 'Ada Example' }
  t.same(
    annotations.map(({ fileName, shape, labels }) => [fileName, shape, labels]),
    [
      ['a.jpg', null, [{ labelId: '7', annotator: ada, at: '2024-07-01T09:30:00.000Z' }]],
      ['a.jpg', null, [{ labelId: '8', annotator: ada }]],
      ['b.jpg', null, [{ labelId: '7', at: '2024-07-01T09:30:00.000Z' }]]
    ]
  )
  t.match(findings, [{ taken: false, row: 5, column: 'label_name' }])
})

t.test('a report of areas gives its measures to annotations of whole images, each reported', async t => {
  const { images, labels, annotations, findings } = await report(
    'annotation_id,shape_id,shape_name,label_ids,label_names,image_id,image_filename,annotation_width_m,annotation_height_m,annotation_area_sqm,annotation_width_px,annotation_height_px,annotation_area_sqpx',
    '11,5,Rectangle,7,"Sponge, white",1,a.jpg,0.5,0.25,0.125,200,100,20000',
    '12,4,Circle,"7, 8","Sponge, Star",1,a.jpg,,,,20,20,314.16',
    '13,4,Circle,,,1,a.jpg,,,,20,20,314.16'
  )
  t.match(images, [{ fileName: 'a.jpg' }])
  t.match(labels, [
    { id: '7', name: 'Sponge, white' },
    { id: '8', name: 'Star' }
  ])
  t.match(annotations, [
    {
      id: '11',
      shape: null,
      labels: [{ labelId: '7' }],
      attributes: [
        ['annotation_width_m', 0.5],
        ['annotation_height_m', 0.25],
        ['annotation_area_sqm', 0.125],
        ['annotation_width_px', 200],
        {},
        {}
      ]
    },
    { id: '12', labels: [{ labelId: '7' }, { labelId: '8' }], attributes: { length: 3 } }
  ])
  t.match(findings, [
    { taken: true, row: 2, message: /has no coordinates/ },
    { taken: true, row: 3 },
    { taken: false, row: 4, column: 'label_names' }
  ])
  await t.rejects(report('video_annotation_label_id,video_filename,shape_name,points', '1,a.mp4,Point,[]'), { message: /report of videos/ })
})

t.test('the title before the columns of a report of areas is skipped, and counts as a line', async t => {
  const { annotations, findings } = await report(
    'My "cool" volume, 2024',
    'annotation_id,shape_id,shape_name,label_ids,label_names,image_id,image_filename,annotation_area_sqm',
    '11,5,Rectangle,7,Brisinga,1,a.jpg,0.125',
    '12,5,Rectangle,7,Brisinga,1,,0.125'
  )
  t.match(annotations, [{ id: '11', attributes: [['annotation_area_sqm', 0.125]] }])
  t.match(findings, [
    { taken: true, row: 3 },
    { taken: false, row: 4, column: 'image_filename' }
  ])
})

t.test('a file without the columns is not a BIIGLE report', async t => {
  await t.rejects(collect(readBiigle(bytes('filename,x,y\na.jpg,1,2'))), { code: 'NOT_THIS_FORMAT', message: /columns shape_name, points/ })
  await t.rejects(collect(readBiigle(bytes(''))), { message: /empty/ })
})

t.test('generated projects survive export and import with BIIGLE', async t => {
  for (let seed = 1; seed <= 40; seed++) {
    const before = generated(seed, ['point', 'box', 'rotatedBox', 'circle', 'ellipse', 'line', 'polygon', 'whole'])
    for (const annotation of before.annotations) {
      annotation.labels = [
        { labelId: '1', annotator: { id: 'u', name: 'Ada Example' }, at: '2024-07-01T09:30:00.000Z' },
        ...annotation.labels.map(({ labelId }) => ({ labelId }))
      ]
      annotation.attributes.push(['__proto__', 'a "b", c'], ['n', 3])
    }
    const { text } = await written(writeBiigle, sourceOf(before))
    const after = await collect(readBiigle(bytes(text, 17)))
    t.same(after.findings, [], `seed ${seed}`)
    const facts = ({ annotations }: typeof before) => annotations.map(({ id, shape, ...rest }) => rest)
    t.same(facts(after), facts(before))
    const ofId = new Map(before.labels.map(label => [label.id, label]))
    for (const label of after.labels) t.same(label, ofId.get(label.id))
    for (const [index, { shape }] of before.annotations.entries())
      t.ok(differenceOf(after.annotations[index]?.shape, shape) < 1e-4, `seed ${seed}, ${index}: ${shape?.kind}`)
  }
})
