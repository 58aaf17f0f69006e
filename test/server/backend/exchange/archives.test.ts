import t from 'tap'
import { readIfdo } from '../../../../server/backend/exchange/ifdo-read.ts'
import { readVoc } from '../../../../server/backend/exchange/voc.ts'
import { readYolo, readYoloNames } from '../../../../server/backend/exchange/yolo.ts'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { bytes, collect, type Dataset, differenceOf, generated } from '../../../support/datasets.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { importDataset } from '../../../support/imported-dataset.ts'
import { unzipped } from '../../../support/zips.ts'

/** Largest difference of shapes that stand in one place of two lists, in pixels. */
const farthest = (given: (Shape | null)[], got: (Shape | null)[]) =>
  given.length === got.length ? Math.max(0, ...given.map((shape, at) => differenceOf(shape, got[at]))) : Infinity

const shapesOf = (dataset: Dataset) =>
  dataset.images.flatMap(({ fileName }) => dataset.annotations.filter(each => each.fileName === fileName).map(({ shape }) => shape))

await forEachDatabase(t, async (t, database) => {
  for (const { task, kinds, exactness } of [
    { task: 'detect', kinds: ['box'], exactness: 1e-4 },
    { task: 'obb', kinds: ['box', 'rotatedBox'], exactness: 1e-4 },
    { task: 'segment', kinds: ['polygon'], exactness: 1e-4 }
  ] as const) {
    t.test(`a YOLO data set (${task}) is an archive that comes back as it went`, async t => {
      const scene = await exchangingProject(t, [], { database })
      const dataset = generated(3, kinds)
      const first = await importDataset(scene, dataset)
      const out = await scene.exportedWhole('yolo', { task }, first.id)
      t.equal(out.state, 'ready', out.failure ?? '')
      t.match(out.fileName, /\.zip$/)
      const files = await unzipped(out.content)
      const names = readYoloNames(files.get('data.yaml') ?? '')
      t.same(
        new Set(names),
        new Set(dataset.annotations.map(({ labels: [label] }) => dataset.labels.find(({ id }) => id === label?.labelId)?.name))
      )
      t.equal(files.size, dataset.images.length + 1, 'a label file for each image')

      const second = await scene.makeProject(first.images)
      const applied = await scene.importFile(out.content, { task }, second.id)
      t.match(applied, { state: 'applied', format: 'yolo', result: { annotationCount: dataset.annotations.length } }, applied.failure ?? '')
      t.ok(farthest(shapesOf(dataset), await scene.shapesOf(second)) <= exactness)
      for (const [name, text] of files) {
        if (!name.endsWith('.txt')) continue
        const image = { fileName: name, width: 100, height: 100 }
        t.same((await collect(readYolo(bytes(text), image, { task, classes: names.length }))).findings, [], name)
      }
    })
  }

  t.test('Pascal VOC is an archive that comes back as it went, in whole pixels', async t => {
    const scene = await exchangingProject(t, [], { database })
    const dataset = generated(10, ['box'])
    const first = await importDataset(scene, dataset)
    const out = await scene.exportedWhole('voc', {}, first.id)
    const files = await unzipped(out.content)
    t.equal(files.size, dataset.images.length)
    for (const [name, text] of files) {
      t.match(name, /^Annotations\/[^/].*\.xml$/)
      t.same((await collect(readVoc(bytes(text)))).findings, [])
    }
    const second = await scene.makeProject(first.images)
    const applied = await scene.importFile(out.content, {}, second.id)
    t.match(applied, { state: 'applied', format: 'voc', result: { annotationCount: dataset.annotations.length } }, applied.failure ?? '')
    t.ok(farthest(shapesOf(dataset), await scene.shapesOf(second)) <= 1)
  })

  t.test('an iFDO tells time, place and depth of each image, and its annotations come back', async t => {
    const scene = await exchangingProject(t, [], { database })
    const dataset = generated(5, ['point', 'box', 'circle', 'polygon', 'whole'])
    const first = await importDataset(scene, dataset)
    const options = { license: 'CC-BY-4.0', coordinateUncertaintyInMeters: 5, platform: 'OFOS', sensor: 'CAM-1' } as const
    const bare = await scene.exportedWhole('ifdo', options, first.id)
    t.match(bare, {
      state: 'failed',
      failure: 'An iFDO needs a time, a position and a depth, and no image of this project has a time or a position or a depth'
    })

    const facts = { event_date: '2024-06-02T04:29:27.000Z', decimal_latitude: 40.05, decimal_longitude: -30.25, depth_in_meters: 1874.5 }
    await scene.db.updateTable('media').set(facts).where('id', '=', first.mediaIds[0]!).execute()
    const out = await scene.exportedWhole('ifdo', options, first.id)
    t.equal(out.state, 'ready', out.failure ?? '')
    const file = JSON.parse(out.content.toString())
    t.match(file['image-set-header'], {
      'image-set-ifdo-version': 'v2.1.0',
      'image-set-uuid': /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      'image-latitude': 40.05,
      'image-altitude-meters': -1874.5,
      'image-platform': { name: 'OFOS' },
      'image-license': { name: 'CC-BY-4.0' }
    })
    if (dataset.images.length > 1) t.match(out.losses, [{ message: /no time of its own/, count: dataset.images.length - 1 }])
    t.same((await collect(readIfdo(bytes(out.content)))).findings, [])
    const second = await scene.makeProject(first.images)
    const applied = await scene.importFile(out.content, {}, second.id)
    t.match(applied, { state: 'applied', format: 'ifdo', result: { annotationCount: dataset.annotations.length } }, applied.failure ?? '')
    t.ok(farthest(shapesOf(dataset), await scene.shapesOf(second)) <= 1e-5)
    const uuid = (text: Buffer) => JSON.parse(text.toString())['image-set-items'][first.images[0]!.fileName]['image-uuid']
    t.equal(uuid((await scene.exportedWhole('ifdo', options, first.id)).content), uuid(out.content), 'identifiers stay over exports')
  })
})
