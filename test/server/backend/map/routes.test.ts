import t, { type Test } from 'tap'
import type { MapPoints, MapRows } from '../../../../shared/contracts/map.ts'
import { type DatabaseKind, forEachDatabase, testBackend } from '../../../support/backend.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'

/** Longitude, latitude, depth in metres. */
const places = [
  [179.95, -16.5, 12.34],
  [-179.98, -16.6, 20],
  [-30.1234567, 40.7654321, 300.6],
  [-30.1234567, 40.7654321, null],
  [-30.6, 40.2, 8]
] as const

/** Images at places, the last one without a position. */
async function scene(t: Test, database: DatabaseKind) {
  const backend = await testBackend(t, { database })
  const owner = await backend.signUp('ana@lab.example')
  const viewer = await backend.signUp('bo@lab.example')
  const project = await owner.makeProject()
  await owner.post(`/projects/${project.id}/members`, { email: 'bo@lab.example', role: 'viewer' })
  const { db } = backend.storage
  const ids = await insertMediaRows(db, { projectId: project.id, accountId: owner.id, count: places.length + 1 })
  for (const [index, [longitude, latitude, depth]] of places.entries())
    await db
      .updateTable('media')
      .set({ decimal_longitude: longitude, decimal_latitude: latitude, depth_in_meters: depth })
      .where('id', '=', ids[index]!)
      .execute()
  const map = `/projects/${project.id}/map`
  const points = async (query = '', by = owner) => (await by.get(`${map}/points${query}`)).json<MapPoints>()
  const rows = async (query: string, by = owner) => (await by.get(`${map}/rows?${query}`)).json<MapRows>()
  return { ...backend, owner, viewer, project, ids, points, rows }
}

await forEachDatabase(t, (t, database) => {
  t.test('the map has the position of every image that meets the filter', async t => {
    const { points } = await scene(t, database)
    t.same(await points(), {
      matchedCount: 6,
      placedCount: 5,
      pointCount: 5,
      longitudes: places.map(([longitude]) => Math.round(longitude * 1e7)),
      latitudes: places.map(([, latitude]) => Math.round(latitude * 1e7)),
      depths: [1234, 2000, 30_060, null, 800],
      cells: []
    })
    const shallow = await points('?filter=depth.atMost.12.5')
    t.match(shallow, { matchedCount: 2, placedCount: 2, depths: [1234, 800] })
  })

  t.test('images around a place are listed nearest first, across 180° too, in pages', async t => {
    const { ids, rows, owner, project } = await scene(t, database)
    const around = 'longitude=179.99&latitude=-16.5&radiusInMeters=50000'
    const all = await rows(around)
    t.same([all.items.map(({ mediaId }) => mediaId), all.total, all.nextCursor], [[ids[0], ids[1]], 2, null])
    t.match(all.items[0], { fileName: 'IMG_000000.JPG', decimalLongitude: 179.95, decimalLatitude: -16.5, depthInMeters: 12.34 })
    const first = await rows(`${around}&limit=1`)
    const second = await rows(`${around}&limit=1&cursor=${first.nextCursor}`)
    t.same([first.total, second.items.map(({ mediaId }) => mediaId), second.nextCursor], [2, [ids[1]], null])
    t.equal((await owner.get(`/projects/${project.id}/map/rows?${around}&cursor=nothing`)).statusCode, 400)
  })

  t.test('viewers of generalised places search, filter and measure by the generalised places', async t => {
    const { owner, viewer, project, points, rows } = await scene(t, database)
    const rule = await owner.post(`/projects/${project.id}/generalisations`, { labelId: null, grid: '0.1', fromRole: 'editor' })
    t.equal(rule.statusCode, 201)
    t.match(await points(), { pointCount: 5, cells: [] }, 'exact for an owner')
    const shown = await points('', viewer)
    t.match(shown, { matchedCount: 6, placedCount: 5, pointCount: 0, longitudes: [], depths: [] })
    t.match(
      shown.cells.find(({ count }) => count === 2),
      { decimalLongitude: -30.15, decimalLatitude: 40.75, sideInDegrees: 0.1 }
    )
    t.equal((await points('?filter=depth.atLeast.300.7', viewer)).placedCount, 1, '300.6 m is shown as 301 m')
    // an attack with shrinking radii ends at the centre of the cell
    const found = async (longitude: number, latitude: number, radius: number) =>
      (await rows(`longitude=${longitude}&latitude=${latitude}&radiusInMeters=${radius}`, viewer)).total
    t.equal(await found(-30.1234567, 40.7654321, 2000), 0)
    t.equal(await found(-30.15, 40.75, 1), 2)
    const [near] = (await rows('longitude=-30.15&latitude=40.75&radiusInMeters=1', viewer)).items
    t.match(near, { decimalLongitude: -30.15, decimalLatitude: 40.75, generalised: { grid: '0.1' } })
  })
})
