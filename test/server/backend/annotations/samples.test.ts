import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { forEachDatabase } from '../../../support/backend.ts'

const plan = { method: 'stratified', count: 50, seed: 'transect 1', area: { unit: 'percent', left: 5, right: 95, top: 5, bottom: 95 } }

await forEachDatabase(t, (t, database) => {
  t.test('points are drawn once per image, inside the area, one per cell, in walking order', async t => {
    const { owner, project, mediaIds } = await annotatingProject(t, { database })
    const drawn = (await owner.post(`/projects/${project.id}/samples`, { mediaIds, plan })).json()
    t.same([drawn.samples.length, drawn.left], [2, []])
    const { annotations } = (await owner.get(`/media/${mediaIds[0]}/annotations`)).json<{ annotations: Annotation[] }>()
    const [sample] = (await owner.get(`/media/${mediaIds[0]}/samples`)).json().samples
    t.same(
      sample.points,
      annotations.map(({ id }) => id)
    )
    t.match(sample, { plan, createdBy: owner.email })
    const points = annotations.flatMap(({ shape }) => (shape?.kind === 'point' ? [shape] : []))
    t.equal(points.length, 50)
    t.ok(
      points.every(({ x, y }) => x >= 200 && x <= 3800 && y >= 150 && y <= 2850),
      '5 to 95 % of 4000 × 3000 px'
    )
    // 50 cells nearest to squares on 3600 × 2700 px: 5 rows and 10 columns
    const cells = new Set(points.map(({ x, y }) => `${Math.floor((y - 150) / 540)} ${Math.floor((x - 200) / 360)}`))
    t.equal(cells.size, 50)
    t.equal((await owner.get(`/media/${mediaIds[0]}`)).json().annotationCount, 50)

    const again = (await owner.post(`/projects/${project.id}/samples`, { mediaIds: [mediaIds[0]], plan })).json()
    t.match(again, { samples: [], left: [{ mediaId: mediaIds[0], reason: /already/ }] })
  })

  t.test('the same seed gives the same points on an image, and another seed different points', async t => {
    const { owner, project, mediaIds } = await annotatingProject(t, { database, images: 1 })
    const draw = async (seed: string) => {
      const { samples } = (await owner.post(`/projects/${project.id}/samples`, { mediaIds, plan: { ...plan, seed } })).json()
      const { annotations } = (await owner.get(`/media/${mediaIds[0]}/annotations`)).json<{ annotations: Annotation[] }>()
      t.equal((await owner.delete(`/samples/${samples[0].id}`)).statusCode, 204)
      return annotations.map(({ shape }) => shape)
    }
    const first = await draw('a')
    t.same(await draw('a'), first)
    t.not(JSON.stringify(await draw('b')), JSON.stringify(first))
    t.same((await owner.get(`/media/${mediaIds[0]}/annotations`)).json(), { annotations: [] }, 'removed points are gone')
    t.equal((await owner.get(`/media/${mediaIds[0]}`)).json().annotationCount, 0)
  })

  t.test('a point is labelled like every annotation, and removing the sample keeps its history', async t => {
    const { owner, project, mediaIds, addLabel, edit } = await annotatingProject(t, { database, images: 1 })
    const sand = await addLabel('Sand')
    const { samples } = (
      await owner.post(`/projects/${project.id}/samples`, { mediaIds, plan: { method: 'grid', rows: 2, columns: 3, seed: 'x' } })
    ).json()
    const [annotationId] = samples[0].points
    await edit([{ id: newId(), kind: 'revise', annotationId, revision: 1, labelId: sand.id }])
    t.equal((await owner.get(`/labels/${sand.id}`)).json().annotationCount, 1)
    await owner.delete(`/samples/${samples[0].id}`)
    t.equal((await owner.get(`/labels/${sand.id}`)).json().annotationCount, 0)
    t.match((await owner.get(`/annotations/${annotationId}/history`)).json().versions, [
      { kind: 'remove' },
      { kind: 'revise', labelName: 'Sand' },
      { kind: 'create' }
    ])
  })

  t.test('a plan that does not fit is refused and draws nothing; strangers and viewers draw nothing', async t => {
    const { owner, signUp, project, mediaIds } = await annotatingProject(t, { database })
    const url = `/projects/${project.id}/samples`
    for (const [wrong, detail] of [
      [{ ...plan, area: { unit: 'percent', left: 50, right: 40, top: 0, bottom: 100 } }, /encloses nothing/],
      [{ ...plan, area: { unit: 'pixels', left: 0, right: 9000, top: 0, bottom: 10 } }, /outside/],
      [{ method: 'random', seed: 'a' }, /the number of points/],
      [{ ...plan, count: 5000 }, /count/],
      [{ ...plan, colour: 'red' }, /colour/]
    ] as const) {
      const answer = await owner.post(url, { mediaIds, plan: wrong })
      t.equal(answer.statusCode, 422)
      t.match(answer.json().detail, detail)
    }
    t.same((await owner.get(`/media/${mediaIds[0]}/samples`)).json(), { samples: [] })
    t.match((await owner.post(url, { mediaIds: ['elsewhere'], plan })).json(), { samples: [], left: [{ reason: /not in this project/ }] })
    const [stranger, viewer] = [await signUp(), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const { samples } = (await owner.post(url, { mediaIds, plan })).json()
    t.equal((await stranger.post(url, { mediaIds, plan })).statusCode, 404)
    t.equal((await stranger.delete(`/samples/${samples[0].id}`)).statusCode, 404)
    t.equal((await viewer.post(url, { mediaIds, plan })).statusCode, 403)
    t.equal((await viewer.delete(`/samples/${samples[0].id}`)).statusCode, 403)
    t.equal((await viewer.get(`/media/${mediaIds[0]}/samples`)).statusCode, 200)
  })
})
