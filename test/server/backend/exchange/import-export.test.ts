import t from 'tap'
import { readCoco } from '../../../../server/backend/exchange/formats/coco/read.ts'
import { readViame } from '../../../../server/backend/exchange/formats/viame/read.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { bytes, collect } from '../../../support/datasets.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { realFile } from '../../../support/pictures.ts'

const file = realFile('annotations/viame-detections.csv')

await forEachDatabase(t, async (t, database) => {
  t.test('992 real detections survive import and export through the public calls', { skip: 'skip' in file && file.skip }, async t => {
    if (!('content' in file)) return
    const { images } = await collect(readViame(bytes(file.content)))
    const scene = await exchangingProject(t, images, { database })
    const checked = await scene.preview(file.content, { fileName: 'viame-detections.csv' })
    t.match(checked, {
      state: 'ready',
      format: 'viame',
      preview: {
        annotationCount: 992,
        imageCount: 20,
        matchedImageCount: 20,
        unmatchedAnnotationCount: 0,
        existingAnnotationCount: 0,
        labels: [
          { id: 'fish', name: 'fish', match: null, target: { kind: 'new' } },
          { id: 'scallop', match: null, target: { kind: 'new' } }
        ],
        people: [],
        unnamed: { source: 'machine', name: 'viame-detections.csv' },
        unnamedCount: 992,
        findings: [{ taken: true, message: /^\d+ × the label with the highest confidence was used/ }],
        findingCount: 1
      }
    })
    t.same(await scene.annotationsOf(scene.project.mediaIds[0]!), [], 'a preview changes nothing')
    const applied = await scene.apply(checked)
    t.match(applied, { state: 'applied', result: { annotationCount: 992, imageCount: 20, newLabelCount: 2, leftOutCount: 0 } })

    const [first] = await scene.annotationsOf(scene.project.mediaIds[0]!)
    t.match(first, {
      shape: { kind: 'box', x: 0, y: 3, width: 35, height: 14 },
      confidence: 0.00136197,
      source: 'machine',
      annotator: 'viame-detections.csv',
      attributes: { track: '0', '(length)': 0 },
      reviewState: 'proposed',
      revision: 1
    })
    const { items: labels } = (await scene.owner.get(`/projects/${scene.project.id}/labels`)).json()
    t.match(labels, [
      { name: 'fish', annotationCount: 602 },
      { name: 'scallop', annotationCount: 390 }
    ])
    t.match((await scene.owner.get(`/projects/${scene.project.id}/activity`)).json().items[0], {
      event: 'annotations.imported',
      detail: { count: 992, fileName: 'viame-detections.csv' }
    })

    const again = await scene.exportedWhole('viame')
    const rows = (csv: string) => csv.split('\n').filter(line => !line.startsWith('#'))
    t.same(rows(again.content.toString()), rows(String(file.content)))
    t.match(again, {
      failure: null,
      annotationCount: 992,
      imageCount: 20,
      losses: [{ message: 'The author and time of a label were left out', count: 992 }]
    })

    const coco = await scene.exportedWhole('coco')
    t.match(coco.fileName, /^Reef-survey-coco-\d{4}-\d\d-\d\d\.json$/)
    const { annotations, findings } = await collect(readCoco(bytes(coco.content)))
    t.same(findings, [])
    t.equal(annotations.length, 992)
    t.match(annotations[0], { id: first?.id, labels: [{ confidence: 0.00136197, annotator: { machine: true } }], track: '0' })
  })
})
