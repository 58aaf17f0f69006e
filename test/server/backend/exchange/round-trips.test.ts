import t, { type Test } from 'tap'
import type { DatasetEntry, DatasetSource } from '../../../../server/backend/exchange/dataset.ts'
import { readBiigle } from '../../../../server/backend/exchange/formats/biigle/read.ts'
import { writeBiigle } from '../../../../server/backend/exchange/formats/biigle/write.ts'
import { readCoco } from '../../../../server/backend/exchange/formats/coco/read.ts'
import { writeCoco } from '../../../../server/backend/exchange/formats/coco/write.ts'
import { readCoralNet } from '../../../../server/backend/exchange/formats/coralnet/read.ts'
import { writeCoralNet } from '../../../../server/backend/exchange/formats/coralnet/write.ts'
import { readCvat } from '../../../../server/backend/exchange/formats/cvat/read.ts'
import { writeCvat } from '../../../../server/backend/exchange/formats/cvat/write.ts'
import { readViame } from '../../../../server/backend/exchange/formats/viame/read.ts'
import { writeViame } from '../../../../server/backend/exchange/formats/viame/write.ts'
import type { LossTally } from '../../../../server/backend/exchange/losses.ts'
import type { ByteSource, ReadingOptions } from '../../../../server/backend/files/reading.ts'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { ExportFormat, ImportFormat } from '../../../../shared/contracts/exchange.ts'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { bytes, collect, type Dataset, differenceOf, generated, sourceOf, withSamplePoints, written } from '../../../support/datasets.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { bareName as bare } from '../../../support/imported-dataset.ts'
import { addFields, ownFields, ownValues, withOwnValues } from '../../../support/own-fields.ts'

const every: (Shape['kind'] | 'whole')[] = ['point', 'box', 'rotatedBox', 'circle', 'ellipse', 'line', 'polygon']

interface TextFormat {
  format: ImportFormat
  kinds: (Shape['kind'] | 'whole')[]
  read(source: ByteSource, options?: ReadingOptions): AsyncIterable<DatasetEntry>
  write(source: DatasetSource, losses: LossTally): AsyncIterable<string>
  /** Properties of a label that the format keeps, and whether it keeps attributes. */
  keeps: { path: boolean; confidence: boolean; attributes?: (value: string | number | boolean) => boolean }
  /** Tolerance in pixels. */
  exactness: number
}

const all = () => true
/** Removes spaces around a value. */
const withoutSpaces = (value: string | number | boolean) => String(value) === String(value).trim()

const formats: TextFormat[] = [
  {
    format: 'coco',
    kinds: every,
    read: readCoco,
    write: writeCoco,
    keeps: { path: true, confidence: true, attributes: all },
    exactness: 1e-5
  },
  {
    format: 'cvat',
    kinds: [...every, 'whole'],
    read: readCvat,
    write: writeCvat,
    keeps: { path: false, confidence: false, attributes: withoutSpaces },
    exactness: 1e-5
  },
  {
    format: 'viame',
    kinds: ['box', 'polygon'],
    read: readViame,
    write: writeViame,
    keeps: { path: false, confidence: true, attributes: all },
    exactness: 1e-5
  },
  {
    format: 'biigle',
    kinds: [...every, 'whole'],
    read: readBiigle,
    write: writeBiigle,
    keeps: { path: true, confidence: false, attributes: all },
    exactness: 1e-5
  },
  {
    format: 'coralnet',
    kinds: ['point'],
    read: readCoralNet,
    write: writeCoralNet,
    keeps: { path: false, confidence: false },
    exactness: 0.5
  }
]

await forEachDatabase(t, async (t, database) => {
  for (const { format, kinds, read, write, keeps, exactness } of formats) {
    t.test(`a project from ${format} survives import and export, as far as the format allows`, async t => {
      const scene = await exchangingProject(t, [], { database })
      for (const seed of database === 'sqlite' ? [1, 2, 3] : [4]) {
        const drawn = generated(seed * 100 + format.length, kinds)
        const bareDataset = format === 'coralnet' ? withSamplePoints(drawn) : drawn
        const dataset = keeps.attributes ? withOwnValues(bareDataset, seed, keeps.attributes) : bareDataset
        const makeProject = async () => {
          const made = await scene.makeProject(dataset.images.map(image => ({ ...image, fileName: bare(image.fileName) })))
          await addFields(scene.owner, made.id, ownFields)
          return made
        }
        const project = await makeProject()
        const { text } = await written(write, sourceOf(dataset))
        const applied = await scene.importFile(text, { format }, project.id)
        t.match(applied, { state: 'applied', result: { annotationCount: dataset.annotations.length } }, applied.failure ?? '')
        t.same(await inDatabase(scene, project, dataset), inFile(dataset, keeps.confidence), `shapes and names of seed ${seed} are kept`)

        const again = await scene.exportedWhole(format, {}, project.id)
        t.equal(again.state, 'ready', again.failure ?? '')
        const sizeOf = (name: string) => {
          const image = dataset.images.find(({ fileName }) => bare(fileName) === name)
          return image?.width && image.height ? { width: image.width, height: image.height } : null
        }
        const out = await collect(read(bytes(again.content), { sizeOf }))
        t.same(out.findings, [])
        compare(t, dataset, out)

        const twin = await makeProject()
        t.match(await scene.importFile(again.content, { format }, twin.id), { state: 'applied', preview: { findingCount: 0 } })
        t.same(await inDatabase(scene, twin, dataset), inFile(dataset, keeps.confidence), `the export of seed ${seed} is the same project`)
      }
    })

    function compare(t: Test, before: Dataset, after: Dataset) {
      const byImage = (of: Dataset) => Map.groupBy(of.annotations, ({ fileName }) => bare(fileName))
      const [given, got] = [byImage(before), byImage(after)]
      t.same([...got.keys()].sort(), [...given.keys()].sort())
      const nameIn = (of: Dataset, id: string | undefined) => {
        const label = of.labels.find(each => each.id === id)
        return keeps.path ? [...(label?.path ?? []), label?.name].join(' > ') : label?.name
      }
      for (const [image, annotations] of given) {
        for (const [index, annotation] of annotations.entries()) {
          const twin = got.get(image)?.[index]
          t.ok(differenceOf(annotation.shape, twin?.shape) <= exactness, `${annotation.shape?.kind} of ${image}`)
          t.equal(nameIn(after, twin?.labels[0]?.labelId), nameIn(before, annotation.labels[0]?.labelId))
          if (keeps.confidence) t.equal(twin?.labels[0]?.confidence, annotation.labels[0]?.confidence)
        }
      }
    }
  }
})

const facts = {
  event_date: '2024-06-02T04:29:27.250Z',
  decimal_latitude: 40.0512345,
  decimal_longitude: -30.25,
  depth_in_meters: -1.5,
  altitude_in_meters: 2.125,
  metadata: '{"area":"5.1"}'
}
const nothing = {
  event_date: null,
  decimal_latitude: null,
  decimal_longitude: null,
  depth_in_meters: null,
  altitude_in_meters: null,
  metadata: '{}'
}
const ofIfdo = { license: 'CC-BY-4.0', platform: 'ROV', sensor: 'camera', coordinateUncertaintyInMeters: 5 } as const
const nobody = { source: 'human', annotator: null }
const ada = { source: 'human', annotator: 'Ada van Example' }
const model = { source: 'machine', annotator: 'FathomNet 2' }

/** Facts of an image, a person and a program that survive the format, where some are lost. */
const held: { format: ImportFormat & ExportFormat; image: object; makers: object[] }[] = [
  { format: 'ifdo', image: facts, makers: [ada, model] },
  { format: 'coco', image: { ...nothing, event_date: '2024-06-02T04:29:27.000Z' }, makers: [ada, model] },
  {
    format: 'biigle',
    image: { ...nothing, decimal_latitude: facts.decimal_latitude, decimal_longitude: facts.decimal_longitude },
    makers: [ada, { ...model, source: 'human' }]
  },
  { format: 'coralnet', image: nothing, makers: [ada, { source: 'machine', annotator: 'robot' }] },
  { format: 'cvat', image: nothing, makers: [nobody, { source: 'machine', annotator: 'auto' }] },
  { format: 'viame', image: { ...nothing, metadata: '{"frame":"0"}' }, makers: [nobody, nobody] }
]

await forEachDatabase(t, async (t, database) => {
  t.test('facts of images and annotators survive in each format as far as it allows', async t => {
    const images = [{ fileName: 'a.jpg', width: 4000, height: 3000 }]
    const scene = await exchangingProject(t, images, { database })
    const given = ({ annotator: name, source }: typeof model, x: number) => ({
      fileName: 'a.jpg',
      shape: { kind: 'point' as const, x, y: 0.5 },
      labels: [{ labelId: '1', annotator: { id: name, name, machine: source === 'machine' } }],
      attributes: [['samplePoint', x + 0.5]] as [string, number][]
    })
    const labels = [{ id: '1', name: 'Brisinga', path: [] }]
    const { text } = await written(writeCoco, sourceOf({ images, labels, annotations: [given(ada, 0.5), given(model, 1.5)] }))
    await scene.importFile(text)
    await scene.db.updateTable('media').set(facts).where('project_id', '=', scene.project.id).execute()
    for (const { format, image, makers } of held) {
      const { content, failure } = await scene.exportedWhole(format, format === 'ifdo' ? ofIfdo : {})
      t.equal(failure, null)
      const twin = await scene.makeProject(images)
      t.match(await scene.importFile(content, { format }, twin.id), { state: 'applied', result: { annotationCount: 2 } })
      const media = await scene.db
        .selectFrom('media')
        .select(['event_date', 'decimal_latitude', 'decimal_longitude', 'depth_in_meters', 'altitude_in_meters', 'metadata'])
        .where('project_id', '=', twin.id)
        .execute()
      t.same(media, [image], `facts through ${format}`)
      const annotations = scene.db.selectFrom('annotation').select(['source', 'annotator']).where('project_id', '=', twin.id).orderBy('id')
      t.same(await annotations.execute(), makers, `people through ${format}`)
    }
  })
})

type Scene = Awaited<ReturnType<typeof exchangingProject>>

/** Labels and values of the annotations of each image in order. */
async function inDatabase(scene: Scene, project: Scene['project'], dataset: Dataset) {
  const { items } = (await scene.owner.get(`/projects/${project.id}/labels?limit=200`)).json()
  const names = new Map<string, string>(items.map((label: { id: string; name: string }) => [label.id, label.name]))
  const images = await Promise.all(project.mediaIds.map(id => scene.annotationsOf(id)))
  const summary = ({ shape, labelId, confidence, attributes }: Annotation) => [
    shape?.kind ?? 'whole',
    names.get(labelId ?? ''),
    confidence,
    ownValues(attributes)
  ]
  return images.map((annotations, at) => [bare(dataset.images[at]?.fileName ?? ''), annotations.map(summary)])
}

function inFile({ images, annotations, labels }: Dataset, withConfidence: boolean) {
  const names = new Map(labels.map(({ id, name }) => [id, name]))
  return images.map(({ fileName }) => [
    bare(fileName),
    annotations
      .filter(annotation => annotation.fileName === fileName)
      .map(({ shape, labels: [label], attributes }) => [
        shape?.kind ?? 'whole',
        names.get(label?.labelId ?? ''),
        withConfidence ? (label?.confidence ?? null) : null,
        attributes
      ])
  ])
}
