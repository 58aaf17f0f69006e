import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { ExportFormat, ImportFormat } from '../../../../shared/contracts/exchange.ts'
import type { Abundance, Cover } from '../../../../shared/contracts/results.ts'
import type { Sample } from '../../../../shared/contracts/sampling.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'

const images = ['a.jpg', 'b.jpg'].map(fileName => ({ fileName, width: 400, height: 300 }))

/** Four points on one image, one of them unlabelled, and two on the other. */
const file = `Name,Row,Column,Label code,Annotator
a.jpg,10,20,Coral,Ada
a.jpg,30,40,Coral,Ada
a.jpg,50,60,Sand,Ada
a.jpg,70,80,,
b.jpg,10,20,Coral,Ada
b.jpg,30,40,Sand,Ada
`

await forEachDatabase(t, async (t, database) => {
  async function surveyed(t: Parameters<typeof exchangingProject>[0]) {
    const scene = await exchangingProject(t, images, { database })
    const results = async <T>(part: string, of = scene.project.id) => (await scene.owner.get(`/projects/${of}/results/${part}`)).json<T>()
    const shares = async (of?: string) => {
      const { taxa, all, groups } = await results<Cover>('cover?groupBy=image', of)
      const named = ({ covers, points, scorable, unnamed }: Cover['all']) => ({
        ...{ points, scorable, unnamed },
        covers: covers.map(({ taxon, ...cover }) => ({ name: taxa[taxon]?.name, ...cover })).sort((a, b) => (a.name! < b.name! ? -1 : 1))
      })
      return { all: named(all), groups: groups.map(group => ({ name: group.name, ...named(group) })) }
    }
    return { ...scene, results, shares }
  }

  t.test('points of a CoralNet file give cover and no individuals, and are exported to the last digit', async t => {
    const { importFile, preview, exported, makeProject, results, shares, owner, project, annotationsOf } = await surveyed(t)
    const read = await preview(file)
    t.match(read.preview, { annotationCount: 6, samplePointCount: 6, sampledImageCount: 2, refusedCount: 0 })
    t.match(await importFile(file), { state: 'applied', result: { annotationCount: 6, imageCount: 2 } })
    const { all } = await shares()
    t.match(all, { points: 6, scorable: 5, unnamed: 1 })
    // Three of the five labelled points are coral; on the images it is 2 of 3 and 1 of 2: their mean is 7/12.
    t.match(all.covers[0], { name: 'Coral', points: 3, share: 0.6 })
    t.equal(all.covers[0]?.meanOfImages.toFixed(12), (7 / 12).toFixed(12))
    t.match(await results<Abundance>('abundance'), { taxa: [] }, 'a point is not an individual')

    const [first] = (await owner.get(`/media/${project.mediaIds[0]}/samples`)).json<{ samples: Sample[] }>().samples
    t.match(first, { plan: { method: 'imported', fileName: read.fileName }, createdBy: 'ana@lab.example' })
    const placed = new Map((await annotationsOf(project.mediaIds[0]!)).map(each => [each.id, each]))
    t.same(
      first?.points.map(id => placed.get(id)?.shape),
      [10, 30, 50, 70].map(row => ({ kind: 'point', x: row + 10.5, y: row + 0.5 })),
      'they keep the order of the file'
    )

    // One label is rejected, and annotations other than sample points are added.
    const edits = [
      { id: newId(), kind: 'revise', annotationId: first?.points[1] ?? '', revision: 1, reviewState: 'rejected' },
      ...[
        { kind: 'box', x: 1, y: 1, width: 9, height: 9 },
        { kind: 'point', x: 200.5, y: 100.5 }
      ].map(shape => ({
        ...{ id: newId(), kind: 'create', annotationId: newId(), mediaId: project.mediaIds[0], shape },
        labelId: placed.get(first?.points[0] ?? '')?.labelId
      }))
    ]
    const { results: done } = (await owner.post(`/projects/${project.id}/annotations/operations`, { operations: edits })).json()
    t.match(done, [{ outcome: 'done' }, { outcome: 'done' }, { outcome: 'done' }])
    const before = await shares()
    t.match(before.all, { points: 6, scorable: 4, unnamed: 2 })

    const out = await exported('coralnet')
    const rows = out.content.toString().trim().split('\n').slice(1)
    const cells = rows.map(row => row.split(',').slice(0, 4).join(','))
    t.same(cells, ['a.jpg,10,20,Coral', 'a.jpg,30,40,', 'a.jpg,50,60,Sand', 'a.jpg,70,80,', 'b.jpg,10,20,Coral', 'b.jpg,30,40,Sand'])
    t.match(out.losses, [{ message: /CoralNet holds only sample points for percent cover/, count: 2 }])

    const twin = await makeProject(images)
    t.match(await importFile(out.content, {}, twin.id), { state: 'applied', result: { annotationCount: 6 } })
    t.same(await shares(twin.id), before)
    t.match(await results<Abundance>('abundance', twin.id), { taxa: [] })
  })

  t.test('formats with attributes keep sample points as sample points, including unlabelled ones', async t => {
    const { importFile, exported, makeProject, results, shares, owner, project } = await surveyed(t)
    await importFile(file)
    const [sample] = (await owner.get(`/media/${project.mediaIds[0]}/samples`)).json<{ samples: Sample[] }>().samples
    const rejection = { id: newId(), kind: 'revise', annotationId: sample?.points[1] ?? '', revision: 1, reviewState: 'rejected' }
    await owner.post(`/projects/${project.id}/annotations/operations`, { operations: [rejection] })
    const before = await shares()
    t.match(before.all, { points: 6, scorable: 4, unnamed: 2 })
    for (const format of ['coco', 'cvat', 'biigle'] satisfies (ImportFormat & ExportFormat)[]) {
      const { content, losses } = await exported(format)
      t.notMatch(JSON.stringify(losses), /without a label/, format)
      const twin = await makeProject(images)
      t.match(await importFile(content, { format }, twin.id), { state: 'applied', result: { newLabelCount: 2 } }, format)
      t.same((await shares(twin.id)).all, before.all, format)
      t.match(await results<Abundance>('abundance', twin.id), { taxa: [] }, format)
    }
  })

  t.test('VIAME stores sample points as boxes of one pixel, and they are read back as points, even at the edge', async t => {
    const { importFile, exported, makeProject, results, shares, project, shapesOf } = await surveyed(t)
    await importFile(`${file}b.jpg,0,0,Coral,Ada\n`)
    const { content } = await exported('viame')
    const twin = await makeProject(images)
    t.match(await importFile(content, {}, twin.id), { state: 'applied', preview: { samplePointCount: 7, findings: [] } })
    t.same((await shares(twin.id)).all, (await shares()).all)
    t.same(await shapesOf(twin), await shapesOf(project))
    t.match(await results<Abundance>('abundance', twin.id), { taxa: [] })
  })

  t.test('an image has the points of one sample: others are reported and left out, before and during an import', async t => {
    const { importFile, preview, apply, makeProject, owner, project, db } = await surveyed(t)
    const late = await preview(file)
    const plan = { method: 'random', count: 5, seed: 'a' }
    await owner.post(`/projects/${project.id}/samples`, { mediaIds: [project.mediaIds[0]], plan })
    t.match(await apply(late), { state: 'applied', result: { annotationCount: 2, vanishedCount: 4 } })
    const again = await importFile(file)
    t.match(again, { preview: { annotationCount: 0, refusedCount: 6 }, result: { annotationCount: 0 } })
    t.match(again.preview?.findings, [
      { taken: false, message: /“a.jpg”, with 4 annotations: the image already has sample points/, count: 4 },
      {}
    ])
    const points = await db.selectFrom('sample_point').select('sample_id').execute()
    t.equal(points.length, 7)
    const two = await importFile('Name,Row,Column\nx/c.jpg,1,1\nc.jpg,2,2\n', {}, (await makeProject([{ fileName: 'c.jpg' }])).id)
    t.match(two, { result: { annotationCount: 1 } })
    t.match(two.preview?.findings, [{ message: /the image of “x\/c.jpg”/ }])
  })

  t.test('a label by the robot is not exported by default, and its point keeps its row', async t => {
    const { importFile, exported, shares, annotationsOf, project } = await surveyed(t)
    await importFile('Name,Row,Column,Label code,Annotator\na.jpg,1,2,Coral,robot\na.jpg,3,4,Sand,Ada\n')
    t.match((await shares()).all, { points: 2, scorable: 1, unnamed: 1 })
    const lines = async (options = {}) => (await exported('coralnet', options)).content.toString().trim().split('\n').slice(1)
    t.match(await lines(), [/^a.jpg,1,2,,,,$/, /^a.jpg,3,4,Sand,/])
    t.match(await lines({ include: 'all', leastConfidence: 0 }), [/^a.jpg,1,2,Coral,.*,robot,/, /^a.jpg,3,4,Sand,/])
    const sources = (await annotationsOf(project.mediaIds[0]!)).map(({ source }: Annotation) => source)
    t.same(sources.sort(), ['human', 'machine'])
  })
})
