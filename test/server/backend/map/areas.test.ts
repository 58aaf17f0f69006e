import t from 'tap'
import { bulkEditWork } from '../../../../server/backend/annotations/review/jobs.ts'
import { localEventBus } from '../../../../server/backend/events/bus.ts'
import { forgetAreas } from '../../../../server/backend/map/areas.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { MapArea, MapMarks } from '../../../../shared/contracts/map.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { insertAnnotationRows } from '../../../support/annotation-rows.ts'
import { forEachDatabase, type Person } from '../../../support/backend.ts'

type Position = [longitude: number, latitude: number]

const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north]
]

/** Line around a pole at a latitude. */
const parallel = (latitude: number): Position[] => Array.from({ length: 36 }, (_, at) => [((at * 10 + 180) % 360) - 180, latitude])

await forEachDatabase(t, (t, database) => {
  const scene = async (t: import('tap').Test, places: readonly Position[]) => {
    const made = await annotatingProject(t, { database, images: places.length })
    for (const [index, [decimal_longitude, decimal_latitude]] of places.entries())
      await made.storage.db
        .updateTable('media')
        .set({ decimal_longitude, decimal_latitude })
        .where('id', '=', made.mediaIds[index]!)
        .execute()
    const api = `/projects/${made.project.id}`
    const draw = async (line: Position[], by: Person = made.owner) => (await by.post(`${api}/map/areas`, { line })).json<MapArea>()
    /** Counts of the columns, of the list of images, and of the points on the map. */
    const counts = async (filter: string, by: Person = made.owner) => [
      (await by.get(`${api}/map/marks?kind=image&filter=${filter}`)).json<MapMarks>().inViewCount,
      (await by.get(`${api}/media?limit=200&filter=${filter}`)).json().items.length,
      (await by.get(`${api}/map/points?filter=${filter}`)).json().matchedCount
    ]
    return { ...made, api, draw, counts }
  }

  t.test('a drawn area selects what is inside, across 180° and around a pole', async t => {
    const { draw, counts, api, owner } = await scene(t, [
      [179.9, -17],
      [-179.9, -17],
      [180, -17.05],
      [0, 90],
      [120, 85],
      [10, -90],
      [5, 60]
    ])
    const inside = async (line: Position[]) => counts(`area.inside.${(await draw(line)).id}`)
    t.same(await inside([...box(179.5, -18, -179.5, -16)]), [3, 3, 3])
    t.same(await inside(box(-179.99, -18, -179.5, -16)), [1, 1, 1])
    t.same(await inside(parallel(80)), [2, 2, 2])
    t.same(await inside(parallel(80).reverse()), [2, 2, 2], 'in either direction')
    t.same(await inside(parallel(-60)), [1, 1, 1])
    t.same(await inside(box(4, 59, 6, 61)), [1, 1, 1])
    const { id, ring, expiresAt, createdAt } = await draw(box(4, 59, 6, 61))
    t.same(ring, box(4, 59, 6, 61))
    t.equal(Date.parse(expiresAt) - Date.parse(createdAt), 24 * 3_600_000)
    t.same((await owner.get(`${api}/map/areas/${id}`)).json(), { id, ring, expiresAt, createdAt })
    t.same(await counts(`area.inside.${id}**fileName.contains.1`), [2, 2, 2], 'as one of two groups')
    // a figure of eight encloses both of its halves
    t.same(
      await inside([
        [179, -18],
        [-179, -16],
        [-179, -18],
        [179, -16]
      ]),
      [2, 2, 2]
    )
  })

  t.test('a long line is simplified, and a line that encloses nothing is refused', async t => {
    const { api, owner, draw } = await scene(t, [[5, 60]])
    const circle = Array.from({ length: 2_000 }, (_, at): Position => {
      const turn = (2 * Math.PI * at) / 2_000
      return [5 + Math.cos(turn), 60 + Math.sin(turn)]
    })
    const { ring } = await draw(circle)
    t.ok(ring.length > 20 && ring.length <= 400, `${ring.length} vertices`)
    const refusals: [Position[], RegExp][] = [
      [[...circle, [5, 60]], /line/],
      [[[5, 60], [6, 61]], /line/], // biome-ignore format: one case a line
      [[[5, 60], [5, 60], [5, 60]], /line encloses no area/], // biome-ignore format: one case a line
      [[[5, 60], [6, 61], [7, 62]], /line encloses no area/], // biome-ignore format: one case a line
      [[[5, 60], [181, 61], [7, 62]], /line\.1 is not a longitude and a latitude/], // biome-ignore format: one case a line
      [[[5, 60], [6, 91], [7, 62]], /line\.1 is not a longitude and a latitude/], // biome-ignore format: one case a line
      [[...parallel(80), ...parallel(70)], /line runs around the earth more than once/],
      [
        Array.from({ length: 150 }, (_, at): Position => [((at * 7919) % 101) / 10, ((at * 104729) % 97) / 10]),
        /line crosses itself too often/
      ]
    ]
    for (const [line, sentence] of refusals) {
      const answer = await owner.post(`${api}/map/areas`, { line })
      t.match([answer.statusCode, answer.json()], [422, { code: 'INVALID_REQUEST', detail: sentence }])
    }
    t.equal((await owner.post(`${api}/map/areas`, { line: box(4, 59, 6, 61), name: 'x' })).statusCode, 422, 'a closed body')
  })

  t.test('every call with a filter refuses an area that is expired or of another project', async t => {
    const { api, owner, draw, signUp, storage } = await scene(t, [[5, 60]])
    const [viewer, stranger] = [await signUp(), await signUp()]
    await owner.post(`${api}/members`, { email: viewer.email, role: 'viewer' })
    const area = await draw(box(4, 59, 6, 61), viewer)
    t.equal((await owner.get(`${api}/map/areas/${area.id}`)).statusCode, 200, 'members share their areas')
    t.equal((await stranger.get(`${api}/map/areas/${area.id}`)).statusCode, 404)
    t.equal((await stranger.post(`${api}/map/areas`, { line: box(4, 59, 6, 61) })).statusCode, 404)
    const other = await owner.makeProject()
    t.equal((await owner.get(`/projects/${other.id}/map/areas/${area.id}`)).statusCode, 404)
    const calls = ['annotations', 'annotations/count', 'media', 'samples/count']
    for (const path of ['abundance', 'summary', 'curves', 'cover', 'corrected-cover']) calls.push(`results/${path}`)
    for (const path of ['points', 'cells', 'marks', 'histograms', 'observations', 'features']) calls.push(`map/${path}`)
    const answers = async (id: string, project = api) => {
      const all = await Promise.all(calls.map(call => owner.get(`${project}/${call}?filter=area.inside.${id}`)))
      all.push(await owner.get(`${project}/map/rows?longitude=5&latitude=60&radiusInMeters=1000&filter=area.inside.${id}`))
      return all
    }
    for (const { statusCode } of await answers(area.id)) t.equal(statusCode, 200)
    const unknown = 'filter refers to a drawn area that is not in this project, or is no longer kept: draw it again'
    for (const answer of [...(await answers(area.id, `/projects/${other.id}`)), ...(await answers(newId()))])
      t.match([answer.statusCode, answer.json()], [400, { detail: unknown }])
    const saved = await owner.post(`${api}/filters`, { name: 'Bay', filter: `area.inside.${area.id}` })
    t.match([saved.statusCode, saved.json()], [422, { detail: /refers to a drawn area, which expires after 24 hours/ }])

    await forgetAreas(storage.db)
    t.equal((await owner.get(`${api}/map/areas/${area.id}`)).statusCode, 200)
    await storage.db.updateTable('map_area').set({ expires_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', area.id).execute()
    const expired = 'filter refers to a drawn area that has expired. It is kept for 24 hours: draw it again'
    for (const answer of await answers(area.id)) t.match([answer.statusCode, answer.json()], [400, { detail: expired }])
    const gone = await owner.get(`${api}/map/areas/${area.id}`)
    t.match([gone.statusCode, gone.json()], [410, { code: 'AREA_EXPIRED', detail: /expired/ }])
    await storage.db.updateTable('map_area').set({ expires_at: '2020-01-01T00:00:00.000Z' }).where('id', '=', area.id).execute()
    await forgetAreas(storage.db)
    t.equal((await owner.get(`${api}/map/areas/${area.id}`)).statusCode, 404)
    t.same(await storage.db.selectFrom('map_area_edge').select('area_id').execute(), [], 'its sides are deleted with it')
  })

  t.test('a person keeps a limited number of areas: expired ones make room, others are never deleted', async t => {
    const { draw, storage, owner, signUp, api } = await scene(t, [[5, 60]])
    const first = await draw(box(4, 59, 6, 61))
    const rows = Array.from({ length: 999 }, (_, at) => ({
      ...{ id: newId(), project_id: api.split('/').at(-1)!, created_by: owner.id, created_at: '2026-01-01T00:00:00.000Z' },
      ...{ expires_at: `2099-01-01T00:00:0${(at / 1000).toFixed(3)}Z`, ring: '[]', west: 0, south: 0, east: 0, north: 0 }
    }))
    await storage.db.insertInto('map_area').values(rows).execute()
    const count = async () =>
      Number(
        (
          await storage.db
            .selectFrom('map_area')
            .select(eb => eb.fn.countAll().as('count'))
            .execute()
        )[0]?.count
      )
    const refused = await owner.post(`${api}/map/areas`, { line: box(4, 59, 6, 61) })
    const detail = `You keep 1000 drawn areas here, the most a person can have. Draw again after ${first.expiresAt}, when one expires`
    t.match([refused.statusCode, refused.json()], [409, { code: 'TOO_MANY_AREAS', detail }])
    t.equal(await count(), 1000)
    t.equal((await owner.get(`${api}/map/areas/${first.id}`)).statusCode, 200)
    const editor = await signUp()
    await owner.post(`${api}/members`, { email: editor.email, role: 'editor' })
    t.equal((await editor.post(`${api}/map/areas`, { line: box(4, 59, 6, 61) })).statusCode, 201, 'each person has a limit of their own')

    const expired = rows.slice(0, 2).map(({ id }) => id)
    await storage.db.updateTable('map_area').set({ expires_at: '2026-01-02T00:00:00.000Z' }).where('id', 'in', expired).execute()
    t.equal((await owner.post(`${api}/map/areas`, { line: box(4, 59, 6, 61) })).statusCode, 201)
    t.equal(await count(), 1000, 'both expired areas are deleted')
    t.equal((await owner.get(`${api}/map/areas/${first.id}`)).statusCode, 200)
  })

  for (const [noun, rule] of [
    ['exact', null],
    ['generalised', '0.1']
  ] as const)
    t.test(`a job in an area reads it once, and fails when the area is deleted: ${noun} places`, async t => {
      const { api, owner, draw, signUp, storage, project, mediaIds } = await scene(t, [[5.01, 60.01]])
      const editor = await signUp()
      await owner.post(`${api}/members`, { email: editor.email, role: 'editor' })
      if (rule) await owner.post(`${api}/generalisations`, { labelId: null, grid: rule, fromRole: 'owner' })
      const { db } = storage
      const ids = Array.from({ length: 1_600 }, (_, at) => `annotation-${String(at).padStart(5, '0')}`)
      await insertAnnotationRows(
        db,
        ids.map(id => ({ id, project_id: project.id, media_id: mediaIds[0]!, source: 'human' }))
      )
      const area = await draw(box(4, 59, 6, 61), editor)
      const answer = await editor.post(`${api}/annotations/bulk`, {
        filter: `area.inside.${area.id}`,
        change: { reviewState: 'confirmed' }
      })
      t.match([answer.statusCode, answer.json()], [202, { changedCount: 500, state: 'running' }])
      const run = (progress: (done: number) => Promise<void>) =>
        bulkEditWork({ db, events: localEventBus() })({
          payload: { projectId: project.id, bulkId: answer.json().id },
          signal: new AbortController().signal,
          progress,
          hold: async () => {}
        } as unknown as Parameters<ReturnType<typeof bulkEditWork>>[0])
      const lost = { message: 'The drawn area is no longer kept: draw it again, and start this again for the rest' }
      await t.rejects(
        run(async done => {
          if (done === 1_000) await db.deleteFrom('map_area').where('id', '=', area.id).execute()
        }),
        lost,
        'in the middle'
      )
      await t.rejects(
        run(async () => {}),
        lost,
        'when it starts again'
      )
      const row = (await owner.get(`${api}/annotations/bulk/${answer.json().id}`)).json()
      t.match(row, { state: 'running', changedCount: 1_000 }, 'the change does not end as done')
    })

  t.test('areas select by the generalised position of a viewer, so bisection finds no finer one', async t => {
    const { owner, api, draw, counts, signUp, creation, edit, addLabel, mediaIds } = await scene(t, [
      [-30.1234567, 40.7654321],
      [-29, 40.75]
    ])
    const viewer = await signUp()
    await owner.post(`${api}/members`, { email: viewer.email, role: 'viewer' })
    const { id: coral } = await addLabel('Coral')
    await edit([creation({ mediaId: mediaIds[0]!, labelId: coral })])
    t.equal((await owner.post(`${api}/generalisations`, { labelId: coral, grid: '0.1', fromRole: 'editor' })).statusCode, 201)
    const [exact, shown] = [box(-30.124, 40.765, -30.123, 40.766), box(-30.151, 40.749, -30.149, 40.751)]
    for (const [line, byOwner, byViewer] of [
      [exact, 1, 0],
      [shown, 0, 1]
    ] as const) {
      const { id } = await draw([...line], viewer)
      t.same(await counts(`area.inside.${id}`), [byOwner, byOwner, byOwner])
      t.same(await counts(`area.inside.${id}`, viewer), [byViewer, byViewer, byViewer])
      const url = `${api}/annotations/count?filter=area.inside.${id}`
      t.same([(await owner.get(url)).json().count, (await viewer.get(url)).json().count], [byOwner, byViewer])
    }
    let [west, south, east, north] = [-31, 40, -30, 41]
    for (let step = 0; step < 40; step++) {
      const isWide = step % 2 === 0
      const middle = isWide ? (west + east) / 2 : (south + north) / 2
      const { id } = await draw(isWide ? box(west, south, middle, north) : box(west, south, east, middle), viewer)
      const [found = 0, listed] = await counts(`area.inside.${id}`, viewer)
      t.equal(found, listed)
      if (isWide) [west, east] = found > 0 ? [west, middle] : [middle, east]
      else [south, north] = found > 0 ? [south, middle] : [middle, north]
    }
    t.match([west.toFixed(4), south.toFixed(4)], ['-30.1500', '40.7500'], 'bisection ends at the centre of the grid cell')
  })

  t.test('a bulk edit in an area changes what its person sees there', async t => {
    const { owner, api, draw, signUp, creation, edit, addLabel, mediaIds } = await scene(t, [[-30.1234567, 40.7654321]])
    const editor = await signUp()
    await owner.post(`${api}/members`, { email: editor.email, role: 'editor' })
    const [{ id: coral }, { id: sponge }] = [await addLabel('Coral'), await addLabel('Sponge')]
    await edit([creation({ mediaId: mediaIds[0]!, labelId: coral })])
    t.equal((await owner.post(`${api}/generalisations`, { labelId: null, grid: '0.1', fromRole: 'owner' })).statusCode, 201)
    const [exact, shown] = [await draw(box(-30.124, 40.765, -30.123, 40.766)), await draw(box(-30.151, 40.749, -30.149, 40.751))]
    const changed = async (person: Person, { id }: MapArea, labelId: string) => {
      const answer = await person.post(`${api}/annotations/bulk`, { filter: `area.inside.${id}`, change: { labelId } })
      return answer.json<{ changedCount: number }>().changedCount
    }
    t.same([await changed(editor, exact, sponge), await changed(editor, shown, sponge)], [0, 1])
    t.same([await changed(owner, shown, coral), await changed(owner, exact, coral)], [0, 1])
  })
})
