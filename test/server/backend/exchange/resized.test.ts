import t from 'tap'
import { exchangingProject } from '../../../support/exchanging.ts'

const here = { width: 4000, height: 3000 }
const images = ['same.jpg', 'smaller.jpg', 'turned.jpg'].map(fileName => ({ fileName, ...here }))

const sizes: Record<string, [width: number, height: number]> = {
  'same.jpg': [4000, 3000],
  'smaller.jpg': [1000, 750],
  'turned.jpg': [3000, 4000]
}

const coco = JSON.stringify({
  categories: [{ id: 1, name: 'Brisinga' }],
  images: Object.entries(sizes).map(([file_name, [width, height]], id) => ({ id, file_name, width, height })),
  annotations: [
    { id: 1, image_id: 0, category_id: 1, bbox: [100, 200, 300, 400] },
    { id: 2, image_id: 1, category_id: 1, bbox: [100, 200, 300, 400] },
    { id: 3, image_id: 1, category_id: 1, segmentation: [[10, 10, 20, 10, 20, 30]] },
    { id: 4, image_id: 2, category_id: 1, bbox: [100, 200, 300, 400] }
  ]
})

const image = (name: string, shapes: string) =>
  `<image id="0" name="${name}" width="${sizes[name]?.[0]}" height="${sizes[name]?.[1]}">${shapes}</image>`
const voc = `<annotation><filename>smaller.jpg</filename>
<size><width>1000</width><height>750</height></size>
<object><name>Brisinga</name><bndbox><xmin>101</xmin><ymin>201</ymin><xmax>400</xmax><ymax>600</ymax></bndbox></object>
</annotation>`

const cvat = `<?xml version="1.0"?><annotations><version>1.1</version>
${image('smaller.jpg', '<ellipse label="Brisinga" cx="100" cy="50" rx="10" ry="20"/><tag label="Brisinga"/>')}
${image('turned.jpg', '<points label="Brisinga" points="1,2"/><tag label="Brisinga"/>')}
</annotations>`

t.test('shapes of a smaller copy are scaled to the image, and those of a rotated or cropped copy are left out', async t => {
  const scene = await exchangingProject(t, images)
  const [same = '', smaller = '', turned = ''] = scene.project.mediaIds
  const shapesOf = async (id: string) => (await scene.annotationsOf(id)).map(({ shape }) => shape)
  const checked = await scene.preview(coco)
  t.match(checked.preview, {
    annotationCount: 3,
    findings: [
      {
        taken: false,
        message:
          '“turned.jpg”, with one annotation: it has 4000 × 3000 pixels here and 3000 × 4000 in the file: one was cropped or rotated, so shapes do not fit'
      },
      { taken: true, message: '1 × an image of a different size than in the file: its shapes were scaled' }
    ]
  })
  const report = (await scene.owner.get(`/imports/${checked.id}/findings`)).body
  t.match(report, 'changed,,,/images/1,smaller.jpg,It is 4 times as wide and high here as in the file: its shapes were scaled')
  t.match(report, /left out,,image_id,\/annotations\/3,turned\.jpg,"it has 4000 × 3000 pixels here/)
  await scene.apply(checked)
  const box = { kind: 'box', x: 100, y: 200, width: 300, height: 400 }
  t.match(await shapesOf(same), [box])
  t.match(await shapesOf(smaller), [
    { kind: 'box', x: 400, y: 800, width: 1200, height: 1600 },
    {
      kind: 'polygon',
      points: [
        [40, 40],
        [80, 40],
        [80, 120]
      ]
    }
  ])
  t.same(await shapesOf(turned), [])
})

t.test('a label of a whole image needs no size', async t => {
  const scene = await exchangingProject(t, images)
  const checked = await scene.preview(cvat)
  const report = (await scene.owner.get(`/imports/${checked.id}/findings`)).body
  t.match(report, /changed,2,,image,smaller\.jpg,It is 4 times/)
  await scene.apply(checked)
  const [, smaller = '', turned = ''] = scene.project.mediaIds
  const [ellipse, whole] = await scene.annotationsOf(smaller)
  t.match(ellipse?.shape, { kind: 'ellipse', x: 400, y: 200, radiusX: 40, radiusY: 80 })
  t.equal(whole?.shape, null)
  t.match(
    (await scene.annotationsOf(turned)).map(({ shape }) => shape),
    [null]
  )
})

t.test('a Pascal VOC box is also scaled to the image', async t => {
  const scene = await exchangingProject(t, images)
  const checked = await scene.preview(voc)
  t.match((await scene.owner.get(`/imports/${checked.id}/findings`)).body, /changed,2,,,smaller\.jpg,It is 4 times/)
  await scene.apply(checked)
  const [mark] = await scene.annotationsOf(scene.project.mediaIds[1] ?? '')
  t.match(mark?.shape, { kind: 'box', x: 400, y: 800 })
})
