import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { Summary } from '../../../../shared/contracts/results.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'

const images = Array.from({ length: 10 }, (_, at) => ({ fileName: `IMG_${at}.JPG` }))

/** File of a detector: all ten images, four detections on four of them. */
const detections = JSON.stringify({
  images: images.map(({ fileName }, id) => ({ id, file_name: fileName, width: 4000, height: 3000 })),
  categories: [{ id: 1, name: 'Brisinga' }],
  annotations: [0, 1, 2, 3].map(id => ({ id, image_id: id, category_id: 1, bbox: [10, 10, 50, 50], area: 2500, score: 0.8, iscrowd: 0 }))
})

await forEachDatabase(t, (t, database) => {
  t.test('effort does not depend on what was found', async t => {
    const scene = await exchangingProject(t, images, { database })
    const { owner, project, db } = scene
    await db.updateTable('media').set({ metadata: '{"area_m2":"1"}' }).where('project_id', '=', project.id).execute()
    await scene.importFile(detections, { format: 'coco' })
    const all = async (query: string) => (await owner.get(`/projects/${project.id}/results/summary?${query}`)).json<Summary>().all

    // 4 detections on 10 images of 1 m²: 4 / 10
    t.match(await all('includeUnreviewed=true'), { images: 10, imagesOnlyMarked: 0, density: { perSquareMeter: 0.4 } })
    t.match(await all(''), { images: 0, individuals: 0 }, 'no person examined any')

    const [find] = await scene.annotationsOf(project.mediaIds[0]!)
    const edit = (operation: object) =>
      owner.post(`/projects/${project.id}/annotations/operations`, { operations: [{ id: newId(), annotationId: find!.id, ...operation }] })
    await edit({ kind: 'revise', revision: 1, reviewState: 'rejected' })
    // 3 detections are left, and the image of the fourth still counts as examined
    t.match(await all('includeUnreviewed=true'), { images: 10, imagesOnlyMarked: 1, density: { perSquareMeter: 0.3 } })
    t.match(await all(''), { images: 1, imagesOnlyMarked: 1, individuals: 0, density: { perSquareMeter: 0 } })
    await edit({ kind: 'revise', revision: 2, reviewState: 'confirmed' })
    for (const mediaId of project.mediaIds.slice(1, 5)) await owner.put(`/media/${mediaId}/work-state`, { state: 'done' })
    // one confirmed detection on five images that people examined: 1 / 5, with any option
    for (const query of ['', 'confirmedOnly=true'])
      t.match(await all(query), { images: 5, imagesOnlyMarked: 1, density: { perSquareMeter: 0.2 } }, query)
  })

  t.test('what stays after the undo of an import counts with its image', async t => {
    const scene = await exchangingProject(t, images, { database })
    const { owner, project } = scene
    const { id, revision } = await scene.importFile(detections, { format: 'coco' })
    const [find] = await scene.annotationsOf(project.mediaIds[0]!)
    const edit = { id: newId(), annotationId: find!.id, kind: 'revise', revision: 1, attributes: { note: 'kept' } }
    await owner.post(`/projects/${project.id}/annotations/operations`, { operations: [edit] })
    await scene.settled(await owner.post(`/imports/${id}/undo`, { revision }))
    for (const groupBy of ['image', 'date']) {
      const query = `includeUnreviewed=true&groupBy=${groupBy}`
      const { all } = (await owner.get(`/projects/${project.id}/results/summary?${query}`)).json<Summary>()
      t.match(all, { images: 1, individuals: 1 }, groupBy)
      t.equal((await owner.get(`/projects/${project.id}/results/curves?${query}`)).statusCode, 200)
    }
  })

  t.test('unlabelled points are not an examination of an image', async t => {
    const { owner, project } = await exchangingProject(t, images.slice(0, 2), { database })
    const plan = { method: 'random', count: 5, seed: 'x' }
    const drawn = await owner.post(`/projects/${project.id}/samples`, { mediaIds: project.mediaIds, plan })
    const [points = []] = drawn.json<{ samples: { points: string[] }[] }>().samples.map(sample => sample.points)
    const label = (await owner.post(`/projects/${project.id}/labels`, { name: 'Sand' })).json<{ id: string }>()
    const lookedAt = async () => (await owner.get(`/projects/${project.id}/results/summary`)).json<Summary>().all.images
    t.equal(await lookedAt(), 0)
    await owner.post(`/projects/${project.id}/annotations/operations`, {
      operations: [{ id: newId(), kind: 'revise', annotationId: points[0], revision: 1, labelId: label.id }]
    })
    t.equal(await lookedAt(), 1)
  })
})
