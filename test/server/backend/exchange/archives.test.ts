import t from 'tap'
import { readIfdo } from '../../../../server/backend/exchange/formats/ifdo/read.ts'
import { readVoc } from '../../../../server/backend/exchange/formats/voc/voc.ts'
import { readDataYaml } from '../../../../server/backend/exchange/formats/yolo/dataset.ts'
import { readYolo } from '../../../../server/backend/exchange/formats/yolo/yolo.ts'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { bytes, collect, type Dataset, differenceOf, generated } from '../../../support/datasets.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { importDataset } from '../../../support/imported-dataset.ts'
import { unzipped, zipOf } from '../../../support/zips.ts'

/** Largest difference in pixels between the shapes at the same positions of two lists. */
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
    t.test(`a YOLO dataset (${task}) survives export and import`, async t => {
      const scene = await exchangingProject(t, [], { database })
      const dataset = generated(3, kinds)
      const first = await importDataset(scene, dataset)
      const out = await scene.exportedWhole('yolo', { task }, first.id)
      t.equal(out.state, 'ready', out.failure ?? '')
      t.match(out.fileName, /\.zip$/)
      const files = await unzipped(out.content)
      const { names } = readDataYaml(files.get('data.yaml') ?? '')
      t.same(
        new Set(names),
        new Set(dataset.annotations.map(({ labels: [label] }) => dataset.labels.find(({ id }) => id === label?.labelId)?.name))
      )
      t.equal(files.size, dataset.images.length + 1, 'a label file for each image')

      const second = await scene.makeProject(first.images)
      const applied = await scene.importFile(out.content, {}, second.id)
      t.match(applied, { state: 'applied', format: 'yolo', result: { annotationCount: dataset.annotations.length } }, applied.failure ?? '')
      t.ok(farthest(shapesOf(dataset), await scene.shapesOf(second)) <= exactness)
      for (const [name, text] of files) {
        if (!name.endsWith('.txt')) continue
        const image = { fileName: name, width: 100, height: 100 }
        t.same((await collect(readYolo(bytes(text), image, { task, classes: names.length }))).findings, [], name)
      }
    })
  }

  t.test('label files find images with unusual names, in current archives and in those of version 0.1.0', async t => {
    const scene = await exchangingProject(t, [{ fileName: 'IMG (2) & co.jpg', width: 100, height: 50 }], { database })
    for (const stem of ['IMG (2) & co', 'IMG _2_ _ co']) {
      const { preview } = await scene.preview(await zipOf({ 'data.yaml': 'names: [a]', [`labels/train/${stem}.txt`]: '0 .5 .5 .2 .4\n' }))
      t.match(preview, { annotationCount: 1, matchedImageCount: 1, refusedCount: 0 }, stem)
    }
  })

  t.test('YOLO archives without data.yaml are recognised by their list of names', async t => {
    const scene = await exchangingProject(t, [{ fileName: 'a.jpg', width: 100, height: 50 }], { database })
    const line = '1 0.5 0.5 0.2 0.4\n'
    const archives: Record<string, Record<string, string>> = {
      Darknet: {
        'obj.data': 'classes = 2\ntrain = data/train.txt\nnames = data/obj.names\nbackup = backup/\n',
        'obj.names': 'fish\nstar fish\n',
        'obj_train_data/a.txt': line,
        'train.txt': 'data/obj_train_data/a.jpg\n'
      },
      labelImg: { 'classes.txt': 'fish\nstar fish\n', 'a.txt': line },
      'Label Studio': {
        'classes.txt': 'fish\nstar fish',
        'labels/a.txt': line,
        'notes.json': '{"categories": [{"id": 0, "name": "fish"}, {"id": 1, "name": "star fish"}], "info": {}}'
      }
    }
    for (const [program, files] of Object.entries(archives)) {
      const { format, preview, failure } = await scene.preview(await zipOf(files))
      t.equal(failure, null, program)
      t.match({ format, preview }, { format: 'yolo', preview: { annotationCount: 1, refusedCount: 0, imageCount: 1 } }, program)
      t.match(preview?.labels, [
        { name: 'fish', annotationCount: 0 },
        { name: 'star fish', annotationCount: 1 }
      ])
    }
    const bombed = await scene.preview(await zipOf({ 'data.yaml': `a: &a [x]\nb: *a\nnames: &n [*n]`, 'labels/a.txt': line }))
    t.match(bombed, { state: 'failed', failure: 'This YAML cannot be read: the alias “n” is unresolved at line 3' })
  })

  t.test('Pascal VOC survives export and import, in whole pixels', async t => {
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

  t.test('an iFDO has time, position and depth of each image, and its annotations are imported again', async t => {
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
    await scene.db
      .updateTable('media')
      .set({ ...facts, metadata: '{"Heading":"-90"}' })
      .where('id', '=', first.mediaIds[0]!)
      .execute()
    const site = (await scene.owner.post(`/projects/${first.id}/sites`, { name: 'Reef 7', type: 'station' })).json()
    await scene.db.updateTable('media').set({ site_id: site.id }).where('id', '=', first.mediaIds[0]!).execute()
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
    // The camera looks west: 90° to the left of north is 270°.
    t.match(file['image-set-items'][first.images[0]!.fileName], { 'image-camera-yaw-degrees': 270, 'image-event': { name: 'Reef 7' } })
    if (dataset.images.length > 1) t.match(out.losses, [{ message: /image without a time/, count: dataset.images.length - 1 }])
    t.same((await collect(readIfdo(bytes(out.content)))).findings, [])
    const second = await scene.makeProject(first.images)
    const applied = await scene.importFile(out.content, {}, second.id)
    t.match(applied, { state: 'applied', format: 'ifdo', result: { annotationCount: dataset.annotations.length } }, applied.failure ?? '')
    t.ok(farthest(shapesOf(dataset), await scene.shapesOf(second)) <= 1e-5)
    const bareImage = dataset.images.length > 1 ? (await scene.owner.get(`/media/${second.mediaIds[1]}`)).json() : {}
    t.match(bareImage, dataset.images.length > 1 ? { eventDate: null, decimalLatitude: null, depthInMeters: null } : {})
    const uuid = (text: Buffer) => JSON.parse(text.toString())['image-set-items'][first.images[0]!.fileName]['image-uuid']
    t.equal(
      uuid((await scene.exportedWhole('ifdo', options, first.id)).content),
      uuid(out.content),
      'identifiers are the same in later exports'
    )
  })
})
