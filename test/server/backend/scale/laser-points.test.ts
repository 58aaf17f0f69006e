import { request } from 'node:http'
import t, { type Test } from 'tap'
import type { LaserPoints } from '../../../../shared/contracts/scale.ts'
import type { Position } from '../../../../shared/photogrammetry/scale.ts'
import { type DatabaseKind, forEachDatabase, testBackend } from '../../../support/backend.ts'
import { laserPair, pictureWithLasers } from '../../../support/laser-pictures.ts'
import { until } from '../../../support/until.ts'
import { listening, upload } from '../../../support/uploads.ts'

const distances = [90, 110, 130, 150]

async function scene(t: Test, database: DatabaseKind) {
  const backend = await testBackend(t, { database })
  const base = await listening(t, backend)
  const owner = await backend.signUp('ana@lab.example')
  const project = await owner.makeProject()
  async function add(seed: number, points: readonly Position[], projectId = project.id): Promise<string> {
    const content = await pictureWithLasers(seed, points)
    const answer = await upload(base, owner, { projectId, fileName: `frame-${seed}.png`, content })
    return answer.headers.get('isobath-media-id') ?? ''
  }
  const mark = (mediaId: string, marks: readonly Position[]) =>
    owner.put(`/media/${mediaId}/scale`, { revision: 0, basis: { method: 'lasers', marks, spacingInMeters: 0.1 } })
  return { ...backend, base, owner, project, add, mark }
}

await forEachDatabase(t, (t, database) => {
  // Long: one image after another, from too few examples to a refusal.
  t.test('laser points are found by those of three images of the same camera and size', async t => {
    const { owner, project, add, mark, signUp, storage } = await scene(t, database)
    const target = laserPair(372, 248, 170)
    const mediaId = await add(20, target)
    const url = `/media/${mediaId}/laser-points`
    const tooFew = (count: number) => ({ status: 422, code: 'TOO_FEW_LASER_IMAGES', detail: new RegExp(`project has ${count}: mark more`) })
    t.match((await owner.get(url)).json(), tooFew(0))

    const ids: string[] = []
    for (const [index, distance] of distances.entries()) ids.push(await add(index, laserPair(360 + 5 * index, 240, distance)))
    for (const [index, id] of ids.slice(0, 2).entries())
      t.equal((await mark(id, laserPair(360 + 5 * index, 240, distances[index]!))).statusCode, 200)
    const elsewhere = await owner.makeProject({ title: 'Elsewhere' })
    const foreign = await add(1, laserPair(365, 240, 110), elsewhere.id)
    await mark(foreign, laserPair(365, 240, 110))
    const applied = await owner.post(`/projects/${project.id}/scales/apply`, { from: ids[0], mediaIds: [ids[2]] })
    t.match(applied.json(), { appliedCount: 1 })
    t.match((await owner.get(url)).json(), tooFew(2), 'a copied scale and another project do not count')

    await mark(ids[3]!, laserPair(375, 240, distances[3]!))
    const answer = await owner.get(url)
    t.equal(answer.statusCode, 200, answer.body)
    const { marks, exampleCount, residual } = answer.json<LaserPoints>()
    t.match({ exampleCount, count: marks.length }, { exampleCount: 3, count: 2 })
    t.ok(residual >= 0 && residual < 0.05, String(residual))
    for (const [index, { x, y }] of marks.entries()) t.ok(Math.hypot(x - target[index]!.x, y - target[index]!.y) < 1.5, `${x}, ${y}`)
    t.match((await owner.get(`/media/${mediaId}/scale`)).json(), { revision: 0, basis: null }, 'nothing is saved')

    const bare = await add(30, [])
    t.match((await owner.get(`/media/${bare}/laser-points`)).json(), { status: 422, code: 'NO_LASER_POINTS' })

    await storage.db.updateTable('media').set({ camera: 'Another camera' }).where('id', '=', ids[3]!).execute()
    t.match((await owner.get(url)).json(), tooFew(2), 'another camera does not count')
    await storage.db.updateTable('media').set({ camera: null }).where('id', '=', ids[3]!).execute()
    await mark(bare, [
      { x: 100, y: 100 },
      { x: 5_000, y: 100 }
    ])
    t.match((await owner.get(url)).json(), { exampleCount: 3 }, 'marks beyond an image do not count')

    const stranger = await signUp('bo@lab.example')
    t.equal((await stranger.get(url)).statusCode, 404)
    t.equal((await owner.get('/media/01900000-0000-7000-8000-000000000000/laser-points')).statusCode, 404)
    await owner.delete(`/media/${mediaId}`)
    t.equal((await owner.get(url)).statusCode, 404, 'an image in the bin')
  })

  t.test('a search that waits for its turn ends when its person leaves', async t => {
    const { owner, base, config, add, mark } = await scene(t, database)
    const mediaId = await add(20, laserPair(372, 248, 170))
    for (const [index, distance] of distances.slice(0, 3).entries()) {
      const marks = laserPair(360 + 5 * index, 240, distance)
      await mark(await add(index, marks), marks)
    }
    const { live } = config.pictures!
    const hold = Promise.withResolvers<void>()
    t.teardown(() => hold.resolve())
    void live.take(`lasers ${owner.id}`, () => hold.promise)
    const searches: Promise<unknown>[] = []
    const { take } = live
    t.intercept(live, 'take', {
      value(...search: Parameters<typeof take>) {
        const found = take(...search)
        searches.push(found.catch(error => error))
        return found
      }
    })

    const headers = { authorization: `Bearer ${owner.tokens.access_token}` }
    const sent = request(`${base}/api/media/${mediaId}/laser-points`, { headers, agent: false })
    sent.on('error', () => {}).end()
    await until(
      () => searches.length,
      count => count === 1
    )
    sent.destroy()
    t.match(await searches[0], { code: 'CLIENT_GONE' })
  })
})
