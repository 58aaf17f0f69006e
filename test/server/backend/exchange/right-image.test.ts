import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'

const images = ['a.jpg', 'b.jpg'].map(fileName => ({ fileName, width: 1000, height: 800 }))
const plain = { id: 1, category_id: 1, bbox: [10, 20, 30, 40] }

const coco = (annotations: object[], imageIds: unknown[] = [1, 2]) =>
  JSON.stringify({
    images: imageIds.map((id, at) => ({ id, file_name: images[at]?.fileName, width: 1000, height: 800 })),
    categories: [{ id: 1, name: 'Star' }],
    annotations: annotations.map((annotation, id) => ({ ...plain, id, ...annotation }))
  })

/** Turns strings of digits into numbers, as other programs write them. */
const asNumbers = (text: string) => text.replace(/"(\d{16,})(\.0)?"/g, '$1$2')

await forEachDatabase(t, async (t, database) => {
  t.test('images whose ids differ beyond 2^53 keep their own annotations', async t => {
    const { importFile, makeProject, annotationsOf } = await exchangingProject(t, images, { database })
    const ids = ['9007199254740992', '9007199254740993']
    const annotations = [{ image_id: ids[1] }, { image_id: ids[1], bbox: [50, 60, 70, 80] }]
    const twin = await makeProject(images)
    const { preview } = await importFile(asNumbers(coco(annotations, ids)), {}, twin.id)
    t.match(preview, { annotationCount: 2, findings: [] })
    t.same(
      (await Promise.all(twin.mediaIds.map(id => annotationsOf(id)))).map(({ length }) => length),
      [0, 2]
    )
    const rounded = asNumbers(coco([{ image_id: '9007199254740993.0' }], ids))
    t.match((await importFile(rounded)).preview, { annotationCount: 0, findings: [{ taken: false, path: '/annotations/0/image_id' }] })
  })

  t.test('an image that an export renamed because of its name is found again', async t => {
    const twins = ['a.jpg', 'a.jpg'].map(fileName => ({ fileName, width: 1000, height: 800 }))
    const { exported, importFile, project, annotationsOf } = await exchangingProject(t, twins, { database })
    const written = JSON.parse((await exported('coco')).content.toString())
    const names: string[] = written.images.map(({ file_name: name }: { file_name: string }) => name)
    for (const name of names) t.match(name, /^a \([0-9a-f]{8}\)\.jpg$/)
    t.equal(new Set(names).size, 2)
    const [renamed = ''] = names
    const given = (name: string) => coco([{ image_id: 1 }], [1]).replace('a.jpg', name)
    t.match((await importFile(given(`folder/${renamed}`))).preview, { annotationCount: 1, findings: [] })
    const counts = await Promise.all(project.mediaIds.map(async id => [renamed.includes(id.slice(-8)), (await annotationsOf(id)).length]))
    t.same(
      new Map(counts as [boolean, number][]),
      new Map([
        [false, 0],
        [true, 1]
      ])
    )
    t.match((await importFile(given('a (00000000).jpg'))).preview, { annotationCount: 0, findings: [{ taken: false }] })
    t.match((await importFile(given('a.jpg'))).preview, { annotationCount: 0, findings: [{ message: /2 images of this project/ }] })
  })

  t.test('exports of two images with one name come back, each annotation on its image', async t => {
    const twins = ['a.jpg', 'a.jpg', 'b.jpg'].map(fileName => ({ fileName, width: 1000, height: 800 }))
    const { owner, exportedWhole, importFile, project, annotationsOf } = await exchangingProject(t, twins, { database })
    const operate = (operations: object[]) => owner.post(`/projects/${project.id}/annotations/operations`, { operations })
    const { id: labelId } = (await owner.post(`/projects/${project.id}/labels`, { name: 'Star' })).json()
    const boxes = project.mediaIds.map((mediaId, at) => ({
      ...{ id: newId(), kind: 'create', annotationId: newId(), mediaId, labelId },
      shape: { kind: 'box', x: 100 * (at + 1), y: 10, width: 50, height: 40 }
    }))
    await operate(boxes)
    const files = [await exportedWhole('coco'), await exportedWhole('yolo'), await exportedWhole('voc'), await exportedWhole('viame')]
    await operate(boxes.map(({ annotationId }) => ({ id: newId(), kind: 'remove', annotationId, revision: 1 })))
    const leftEdges = async () => {
      const found = await Promise.all(project.mediaIds.map(id => annotationsOf(id)))
      return found.map(annotations => annotations.map(({ shape }) => (shape?.kind === 'box' ? Math.round(shape.x) : null)))
    }
    for (const { content, format } of files) {
      t.match((await importFile(content)).preview, { annotationCount: 3 }, format)
      t.same(await leftEdges(), [[100], [200], [300]], format)
      const made = (await Promise.all(project.mediaIds.map(id => annotationsOf(id)))).flat()
      await operate(made.map(each => ({ id: newId(), kind: 'remove', annotationId: each.id, revision: each.revision })))
    }
  })

  t.test('a mask is scaled to its image, or reported where it does not fit', async t => {
    const { importFile, project, shapesOf } = await exchangingProject(t, images, { database })
    // Rows 10 to 20 of columns 5 to 15.
    const counts = (height: number, width: number) => {
      const runs = Array.from({ length: 10 }, () => [10, height - 10]).flat()
      return [5 * height + 10, ...runs.slice(0, -1), height * width - 5 * height - 10 - 9 * height - 10]
    }
    const masks = [
      [800, 1000],
      [400, 500],
      [500, 400]
    ].map(([height = 0, width = 0]) => ({ image_id: 1, segmentation: { size: [height, width], counts: counts(height, width) } }))
    const { preview } = await importFile(coco(masks))
    t.match(preview, { annotationCount: 2, refusedCount: 1 })
    t.same(
      preview?.findings.map(({ message }) => message),
      [
        'The mask has 500 × 400 pixels, but its image has 1000 × 800: it was scaled to the image',
        'The mask has 400 × 500 pixels, but its image has 1000 × 800: it does not fit'
      ]
    )
    const cornersOf = (shape: object | null) => (shape && 'points' in shape ? new Set((shape.points as number[][]).map(String)) : null)
    t.same((await shapesOf(project)).map(cornersOf), [
      new Set(['5,10', '15,10', '15,20', '5,20']),
      new Set(['10,20', '30,20', '30,40', '10,40'])
    ])
  })
})
