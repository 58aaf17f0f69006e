import t from 'tap'
import type { MapCells, MapFeatures, MapHistograms, MapMarks } from '../../../../shared/contracts/map.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { forEachDatabase } from '../../../support/backend.ts'

const secret = { decimal_longitude: -30.1234567, decimal_latitude: 40.7654321, depth_in_meters: 302.45 }

await forEachDatabase(t, (t, database) => {
  t.test('viewers of a generalised place find nothing more exact by boxes, filters or repeated answers', async t => {
    const { owner, project, mediaIds, addLabel, edit, creation, storage, signUp } = await annotatingProject(t, { database, images: 2 })
    const viewer = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const { id: coral } = await addLabel('Coral')
    const { id: lophelia } = await addLabel('Lophelia', coral)
    await storage.db.updateTable('media').set(secret).execute()
    await storage.db.updateTable('media').set({ decimal_longitude: -29 }).where('id', '=', mediaIds[1]!).execute()
    const rule = await owner.post(`/projects/${project.id}/generalisations`, { labelId: coral, grid: '0.1', fromRole: 'editor' })
    t.equal(rule.statusCode, 201)
    const map = async <Answer>(path: string, by = viewer) => (await by.get(`/projects/${project.id}/map/${path}`)).json<Answer>()

    await edit([creation({ mediaId: mediaIds[1]!, labelId: null })])
    t.match(await map<MapMarks>('marks'), { inViewCount: 1, grid: [], longitudes: [-29e7] })
    await edit([creation({ labelId: lophelia })])
    const cell = { decimalLongitude: -30.15, decimalLatitude: 40.75, sideInDegrees: 0.1, count: 1 }
    t.match(await map<MapMarks>('marks'), { inViewCount: 2, longitudes: [-29e7], grid: [cell] })
    t.match(await map<MapMarks>('marks?kind=image'), { inViewCount: 2, longitudes: [-29e7], grid: [cell] })
    t.match(await map<MapCells>('cells?resolution=9'), { inViewCount: 2, counts: [1], grid: [cell] })
    t.match(await map<MapMarks>('marks', owner), { inViewCount: 2, grid: [] }, 'exact for an owner')

    const { features } = await map<MapFeatures>('features?box=-31,40,-30,41')
    t.match(features, [
      {
        geometry: { coordinates: [-30.15, 40.75] },
        properties: { label: 'Lophelia', depthInMeters: 302, dataGeneralizations: 'Position generalised to a grid of 0.1 degrees' }
      }
    ])
    t.match((await map<MapFeatures>('features?box=-31,40,-30,41', owner)).features, [
      {
        geometry: { coordinates: [-30.1234567, 40.7654321] },
        properties: { depthInMeters: 302.45, source: 'human', dataGeneralizations: null }
      }
    ])

    let [west, south, east, north] = [-31, 40, -30, 41]
    for (let step = 0; step < 100; step++) {
      const isWide = step % 2 === 0
      const middle = isWide ? (west + east) / 2 : (south + north) / 2
      const half = isWide ? [west, south, middle, north] : [west, south, east, middle]
      const { inViewCount } = await map<MapCells>(`cells?box=${half.map(value => value.toFixed(9)).join(',')}`)
      if (isWide) [west, east] = inViewCount > 0 ? [west, middle] : [middle, east]
      else [south, north] = inViewCount > 0 ? [south, middle] : [middle, north]
    }
    t.match([west.toFixed(5), south.toFixed(5)], ['-30.15000', '40.75000'], 'bisection ends at the centre of the grid cell')

    const answers = new Set<string>()
    for (let again = 0; again < 50; again++)
      answers.add(JSON.stringify((await map<MapMarks>(`marks?box=-31,40,${-30 + again / 1e3},41`)).grid))
    t.equal(answers.size, 1, 'repeated answers are equal, so averages reveal nothing')

    t.match(await map<MapHistograms>('histograms?box=-31,40,-30,41'), { depth: [{ from: 302, to: 303, count: 1 }] })
    t.match(await map<MapCells>('cells?box=-31,40,-30,41&filter=depth.atMost.302'), { inViewCount: 1 })
    t.match(await map<MapCells>('cells?box=-31,40,-30,41&filter=depth.atLeast.302.1'), { inViewCount: 0 }, 'depths are in whole metres')
    t.match(await map<MapCells>('cells?box=-31,40,-30,41&filter=depth.atLeast.302.1*fileName.contains.IMG'), { inViewCount: 0 })

    await owner.patch(`/generalisations/${rule.json().id}`, { revision: 1, grid: 'hidden' })
    t.match(await map<MapCells>('cells'), { placedCount: 1, inViewCount: 1 })
    await owner.delete(`/generalisations/${rule.json().id}`)
    t.match(await map<MapMarks>('marks'), { inViewCount: 2, grid: [] })
  })
})
