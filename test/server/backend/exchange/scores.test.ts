import t from 'tap'
import { forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { zipOf } from '../../../support/zips.ts'

const images = ['a.jpg', 'b.jpg'].map(fileName => ({ fileName, width: 400, height: 300 }))

type Score = string | number | null

const coco = (field: string) => (scores: Score[]) =>
  JSON.stringify({
    images: [{ id: 1, file_name: 'a.jpg', width: 400, height: 300 }],
    categories: [{ id: 1, name: 'Star' }],
    annotations: scores.map((score, id) => ({ id, image_id: 1, category_id: 1, bbox: [10 * id, 10, 8, 9], [field]: score }))
  })

const ifdo = (scores: Score[]) =>
  JSON.stringify({
    'image-set-header': { 'image-acquisition': 'photo', 'image-annotation-labels': [{ id: '1', name: 'Star' }] },
    'image-set-items': {
      'a.jpg': {
        'image-annotations': scores.map((confidence, x) => ({
          ...{ shape: 'single-pixel', coordinates: [[x + 1, 5]], labels: [{ label: '1', confidence }] }
        }))
      }
    }
  })

const viame = (scores: Score[]) => scores.map((score, x) => `${x},a.jpg,0,${x},10,20,30,${score ?? -1},-1,Star,${score ?? -1}\n`).join('')

const yolo = (scores: Score[]) =>
  zipOf({
    'data.yaml': 'names: [Star]\n',
    'labels/a.txt': scores.map((score, at) => `0 0.5 0.${at + 1} 0.1 0.1 ${score ?? ''}\n`).join('')
  })

const formats: Record<string, (scores: Score[]) => string | Promise<Buffer>> = {
  coco: coco('score'),
  'coco with a confidence': coco('confidence'),
  ifdo,
  viame,
  yolo
}

await forEachDatabase(t, async (t, database) => {
  for (const [name, fileOf] of Object.entries(formats)) {
    t.test(`scores of ${name} belong to a program, on any scale`, async t => {
      const { preview, apply, makeProject, annotationsOf, exported } = await exchangingProject(t, images, { database })
      const brought = async (scores: Score[]) => {
        const twin = await makeProject(images)
        const checked = await preview(await fileOf(scores), { fileName: 'model.txt' }, twin.id)
        t.match(checked.preview, { annotationCount: scores.length, unnamed: { source: 'machine', name: 'model.txt' } }, String(scores))
        t.equal((await apply(checked)).state, 'applied')
        const annotations = await annotationsOf(twin.mediaIds[0]!)
        const { annotationCount } = await exported('coco', {}, twin.id)
        t.equal(annotationCount, 0, 'a suggestion is not exported')
        const messages = checked.preview?.findings.map(({ message }) => message).filter(message => !/highest confidence/.test(message))
        return { confidences: annotations.map(({ confidence }) => confidence), messages, findings: checked.preview?.findings }
      }
      const percent = await brought([87, 95, 100])
      t.same(percent.confidences, [0.87, 0.95, 1])
      t.match(percent.messages, [/^\d × a confidence in percent, .*: it was divided by 100$/])
      const mixed = await brought([0.5, 87, 95])
      t.same(mixed.confidences, [0.5, null, null], 'nothing indicates the scale of those above 1')
      t.match(mixed.messages, [/^\d × A confidence outside 0 to 1 was left out$/])
      const beyond = await brought([870, 950])
      t.same(beyond.confidences, [null, null])
      t.match(beyond.messages, [/^\d × A confidence outside 0 to 1 was left out$/])
    })
  }

  t.test('a score as text is imported, and one that is not a number is reported', async t => {
    const { importFile, makeProject, annotationsOf } = await exchangingProject(t, images, { database })
    for (const fileOf of [coco('score'), ifdo]) {
      const twin = await makeProject(images)
      const { preview } = await importFile(fileOf(['0.7', 'high', '0.25']), {}, twin.id)
      t.match(preview, { unnamed: { source: 'machine' }, findings: [{ taken: true, message: 'A confidence outside 0 to 1 was left out' }] })
      t.equal(preview?.findings.length, 1)
      t.same(
        (await annotationsOf(twin.mediaIds[0]!)).map(({ confidence }) => confidence),
        [0.7, null, 0.25]
      )
    }
  })

  t.test('two files of one name that were checked before either was applied are of two programs', async t => {
    const { preview, apply } = await exchangingProject(t, images, { database })
    const [first, second] = [await preview(viame([0.5]), { fileName: 'model.csv' }), await preview(viame([0.6]), { fileName: 'model.csv' })]
    t.match([first.preview, second.preview], [{ unnamed: { name: 'model.csv' } }, { unnamed: { name: 'model.csv' } }])
    t.match((await apply(first)).preview, { unnamed: { name: 'model.csv' } })
    t.match((await apply(second)).preview, { unnamed: { name: 'model.csv (2)' } }, 'the link to its annotations is by this name')
  })

  t.test('annotations by people have no score, or are certain', async t => {
    const { preview } = await exchangingProject(t, images, { database })
    for (const file of [coco('score')([null, null]), viame([1, 1]), viame([null, null])])
      t.match((await preview(file)).preview, { unnamed: { source: 'human' }, findings: [] })
  })
})
