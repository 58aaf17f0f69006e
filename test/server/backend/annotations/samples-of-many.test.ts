import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { Sample } from '../../../../shared/contracts/sampling.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { blindScene } from '../../../support/blind-session.ts'
import { finishedJobs } from '../../../support/jobs.ts'

const plan = { method: 'stratified', count: 10, seed: 'transect 1' }

await forEachDatabase(t, (t, database) => {
  t.test('points are drawn on every image that matches a filter, and on no other', async t => {
    const { owner, project, mediaIds } = await annotatingProject(t, { database, images: 5 })
    const url = `/projects/${project.id}/samples`
    t.same((await owner.get(`${url}/count`)).json(), { imageCount: 5, sampledCount: 0 })
    const filter = 'fileName.is.IMG_000001.JPG**fileName.is.IMG_000003.JPG'
    t.same((await owner.get(`${url}/count?${new URLSearchParams({ filter })}`)).json(), { imageCount: 2, sampledCount: 0 })

    const some = await owner.post(`${url}/draw`, { filter, plan })
    t.equal(some.statusCode, 200)
    t.same(some.json(), { imageCount: 2, sampledCount: 2, job: null })
    const [before] = (await owner.get(`/media/${mediaIds[3]}/samples`)).json<{ samples: Sample[] }>().samples
    t.same(before?.plan, plan)
    t.equal(before?.points.length, 10)
    t.same((await owner.get(`/media/${mediaIds[0]}/samples`)).json(), { samples: [] })

    t.same((await owner.post(`${url}/draw`, { filter: '', plan: { ...plan, count: 20 } })).json(), {
      imageCount: 5,
      sampledCount: 5,
      job: null
    })
    t.same((await owner.get(`/media/${mediaIds[3]}/samples`)).json().samples, [before], 'existing points stay')
    const counts = await Promise.all(mediaIds.map(async id => (await owner.get(`/media/${id}`)).json().annotationCount))
    t.same(counts, [20, 10, 20, 10, 20])
  })

  t.test('images too small for the area get no points, and others do', async t => {
    const { owner, project, mediaIds, storage } = await annotatingProject(t, { database, images: 3 })
    await storage.db
      .updateTable('media')
      .set({ width: 800 })
      .where('id', '=', mediaIds[1] ?? '')
      .execute()
    const area = { unit: 'pixels', left: 500, right: 1500, top: 0, bottom: 1000 }
    const drawn = await owner.post(`/projects/${project.id}/samples/draw`, { filter: '', plan: { ...plan, area } })
    t.same(drawn.json(), { imageCount: 3, sampledCount: 2, job: null })
    const { annotations } = (await owner.get(`/media/${mediaIds[2]}/annotations`)).json<{ annotations: Annotation[] }>()
    t.ok(annotations.every(({ shape }) => shape?.kind === 'point' && shape.x > 500 && shape.x < 1500 && shape.y < 1000))
  })

  t.test('a job draws points on many images, and removes them', async t => {
    const { owner, project, mediaIds } = await annotatingProject(t, { database, images: 12, runJobs: true })
    const url = `/projects/${project.id}/samples`
    const many = { ...plan, count: 1000 }
    const drawn = await owner.post(`${url}/draw`, { filter: '', plan: many })
    t.equal(drawn.statusCode, 202)
    t.match(drawn.json(), { imageCount: 12, sampledCount: 5, job: { kind: 'annotations.samples', subject: 'Drawing sample points' } })
    t.match(await finishedJobs(owner, project.id), [{ state: 'done', done: 12, total: 12, failure: null }])
    t.same((await owner.get(`${url}/count`)).json(), { imageCount: 12, sampledCount: 12 })
    t.equal((await owner.get(`/media/${mediaIds[0]}`)).json().annotationCount, 1000)

    t.match((await owner.post(`${url}/remove`, { filter: '' })).json(), { imageCount: 12, sampledCount: 0, job: null })
    t.equal((await owner.get(`/media/${mediaIds[0]}`)).json().annotationCount, 0)
  })

  t.test('a point with a label, an attribute or a comment keeps all points of its image', async t => {
    const { owner, project, mediaIds, addLabel, edit } = await annotatingProject(t, { database, images: 4 })
    const sand = await addLabel('Sand')
    const url = `/projects/${project.id}/samples`
    await owner.post(`${url}/draw`, { filter: '', plan })
    const pointsOf = async (mediaId = ''): Promise<string[]> =>
      (await owner.get(`/media/${mediaId}/samples`)).json().samples.flatMap((sample: Sample) => sample.points)
    const firsts = await Promise.all(mediaIds.map(async id => (await pointsOf(id))[0] ?? ''))
    await edit([
      { id: newId(), kind: 'revise', annotationId: firsts[0] ?? '', revision: 1, labelId: sand.id },
      { id: newId(), kind: 'revise', annotationId: firsts[1] ?? '', revision: 1, attributes: { bleached: true } }
    ])
    await owner.post(`/annotations/${firsts[2]}/comments`, { text: 'What is this?' })
    t.same((await owner.post(`${url}/remove`, { filter: '' })).json(), { imageCount: 4, sampledCount: 3, job: null })
    t.same(await Promise.all(mediaIds.map(async id => (await pointsOf(id)).length)), [10, 10, 10, 0])
    t.equal((await owner.get(`/media/${mediaIds[3]}`)).json().annotationCount, 0)
    t.match((await owner.get(`/annotations/${firsts[3]}/history`)).json().versions, [
      { kind: 'remove', by: owner.email },
      { kind: 'create' }
    ])
  })

  t.test('a cancelled job keeps its results, and the same call continues', async t => {
    const { owner, project } = await annotatingProject(t, { database, images: 8 })
    const url = `/projects/${project.id}/samples`
    const body = { filter: '', plan: { ...plan, count: 1000 } }
    const { job } = (await owner.post(`${url}/draw`, body)).json()
    t.match((await owner.post(`/jobs/${job.id}/cancel`)).json(), { state: 'cancelled' })
    t.same((await owner.get(`${url}/count`)).json(), { imageCount: 8, sampledCount: 5 })
  })

  t.test('a plan that fits no image is refused; strangers and viewers draw and remove nothing', async t => {
    const { owner, signUp, project, mediaIds } = await annotatingProject(t, { database })
    const url = `/projects/${project.id}/samples`
    for (const [wrong, detail] of [
      [{ filter: 'colour is red', plan }, /filter cannot be read/],
      [{ filter: '', plan: { ...plan, area: { unit: 'percent', left: 50, right: 40, top: 0, bottom: 100 } } }, /encloses nothing/],
      [{ filter: '', plan: { ...plan, area: { unit: 'percent', left: 0, right: 101, top: 0, bottom: 100 } } }, /outside/],
      [{ filter: '', plan: { method: 'random', seed: 'a' } }, /the number of points/],
      [{ filter: '', plan, mediaIds }, /mediaIds/],
      [{ plan }, /filter/],
      [{ filter: 'a'.repeat(8001), plan }, /filter/]
    ] as const) {
      const answer = await owner.post(`${url}/draw`, wrong)
      t.equal(answer.statusCode, 422)
      t.match(answer.json().detail, detail)
    }
    for (const wrong of [{}, { filter: 'colour is red' }, { filter: '', plan }, { filter: 'a'.repeat(8001) }])
      t.equal((await owner.post(`${url}/remove`, wrong)).statusCode, 422)
    t.equal((await owner.get(`${url}/count?filter=colour+is+red`)).statusCode, 400)
    t.same((await owner.get(`${url}/count`)).json(), { imageCount: 2, sampledCount: 0 })

    const [stranger, viewer] = [await signUp(), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    for (const [path, body] of [
      ['draw', { filter: '', plan }],
      ['remove', { filter: '' }]
    ] as const) {
      t.equal((await stranger.post(`${url}/${path}`, body)).statusCode, 404)
      t.equal((await stranger.post(`${url}/${path}`, { ...body, filter: 'colour is red' })).statusCode, 404)
      t.equal((await viewer.post(`${url}/${path}`, body)).statusCode, 403)
    }
    t.equal((await stranger.get(`${url}/count`)).statusCode, 404)
    t.equal((await viewer.get(`${url}/count`)).statusCode, 200)
  })

  t.test('a blind member draws by the visible images, and removes no points of the session', async t => {
    const { owner, bo, cy, project, mediaIds, begin, mark, addLabel, edit } = await blindScene(t, { database })
    const url = `/projects/${project.id}/samples`
    const [first = '', second = ''] = mediaIds
    const sand = await addLabel('Sand')
    const { fileName } = (await owner.get(`/media/${first}`)).json()
    await begin({ images: { kind: 'named', fileNames: [fileName] } })
    await mark(cy, null, sand.id, first)
    const filter = `label.is.${sand.id}`
    const query = new URLSearchParams({ filter })
    t.same((await bo.get(`${url}/count?${query}`)).json(), { imageCount: 0, sampledCount: 0 }, 'annotations by others are not included')
    t.same((await cy.get(`${url}/count?${query}`)).json(), { imageCount: 1, sampledCount: 0 })
    t.same((await bo.post(`${url}/draw`, { filter, plan })).json(), { imageCount: 0, sampledCount: 0, job: null })
    t.same((await bo.post(`${url}/draw`, { filter: '', plan })).json(), { imageCount: 2, sampledCount: 2, job: null })

    t.same((await bo.post(`${url}/remove`, { filter: '' })).json(), { imageCount: 2, sampledCount: 1, job: null })
    t.same((await owner.get(`/media/${second}/samples`)).json(), { samples: [] })
    const [point = ''] = (await cy.post(`/media/${first}/samples/own-points`)).json().samples[0].points
    await edit([{ id: newId(), kind: 'revise', annotationId: point, revision: 1, labelId: sand.id }], cy)
    t.same((await owner.post(`${url}/remove`, { filter: '' })).json(), { imageCount: 2, sampledCount: 1, job: null }, 'copies are labelled')
  })
})
