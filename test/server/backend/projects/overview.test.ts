import t from 'tap'
import { bandWidth } from '../../../../server/backend/projects/overview.ts'
import { newId } from '../../../../server/lib/ids.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'

interface Facts {
  event_date?: string
  decimal_latitude?: number
  depth_in_meters?: number
  removed_at?: string
}

await forEachDatabase(t, (t, database) => {
  t.test('the figures of a project sum up its media', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const ada = await signUp()
    const { id } = await ada.makeProject()
    t.same((await ada.get(`/projects/${id}/overview`)).json(), {
      mediaCount: 0,
      mediaBytes: 0,
      placedCount: 0,
      datedCount: 0,
      earliestEventDate: null,
      latestEventDate: null,
      minimumDepthInMeters: null,
      maximumDepthInMeters: null,
      depthCounts: []
    })
    const media: Facts[] = [
      { event_date: '2019-07-01T10:00:00.000Z', decimal_latitude: 36.79, depth_in_meters: -0.5 },
      { event_date: '2022-01-01T00:00:00.000Z', depth_in_meters: 0 },
      { decimal_latitude: 0, depth_in_meters: 9.99 },
      { depth_in_meters: 25 },
      {},
      { event_date: '2001-01-01T00:00:00.000Z', decimal_latitude: 1, depth_in_meters: 4000, removed_at: '2026-01-01T00:00:00.000Z' }
    ]
    for (const [n, facts] of media.entries()) {
      await storage.db
        .insertInto('media')
        .values({
          ...{
            id: newId(),
            project_id: id,
            file_name: `${n}.jpg`,
            name_key: `${n}.jpg`,
            stem_key: `${n}`,
            format: 'image/jpeg',
            size_bytes: 1
          },
          ...{ sha256: String(n).repeat(64), width: 1, height: 1, state: 'ready', captured_key: '~', exif: '{}', metadata: '{}' },
          ...{ added_by: ada.id, created_at: '2026-01-01T00:00:00.000Z', revision: 1, ...facts }
        } as never)
        .execute()
    }
    await storage.db.updateTable('project').set({ media_count: 5, media_bytes: 5_000_000_000 }).where('id', '=', id).execute()
    const { depthCounts, ...numbers } = (await ada.get(`/projects/${id}/overview`)).json()
    t.same(numbers, {
      mediaCount: 5,
      mediaBytes: 5_000_000_000,
      placedCount: 2,
      datedCount: 2,
      earliestEventDate: '2019-07-01T10:00:00.000Z',
      latestEventDate: '2022-01-01T00:00:00.000Z',
      minimumDepthInMeters: -0.5,
      maximumDepthInMeters: 25
    })
    t.same(depthCounts.slice(0, 3), [
      { fromMeters: -5, toMeters: 0, count: 1 },
      { fromMeters: 0, toMeters: 5, count: 1 },
      { fromMeters: 5, toMeters: 10, count: 1 }
    ])
    t.same(depthCounts.at(-1), { fromMeters: 25, toMeters: 30, count: 1 })
    t.equal(depthCounts.length, 7, 'empty bands between them are included')

    const { id: mediaId } = await storage.db.selectFrom('media').select('id').where('removed_at', 'is', null).executeTakeFirstOrThrow()
    const { id: removedId } = await storage.db
      .selectFrom('media')
      .select('id')
      .where('removed_at', 'is not', null)
      .executeTakeFirstOrThrow()
    t.equal(
      (await ada.put(`/projects/${id}`, { revision: 1, coverMediaId: removedId })).statusCode,
      422,
      'a removed picture is not a cover'
    )
    t.match((await ada.put(`/projects/${id}`, { revision: 1, coverMediaId: mediaId })).json(), { coverMediaId: mediaId })
    const other = await ada.makeProject()
    t.equal((await ada.put(`/projects/${other.id}`, { revision: 1, coverMediaId: mediaId })).statusCode, 422, 'nor one of another project')
  })
})

t.test('depth bands are round, and few enough to read', async t => {
  t.equal(bandWidth(0, 25, 12), 5)
  t.equal(bandWidth(3, 3, 12), 0.1)
  t.equal(bandWidth(0, 11_000, 12), 1000)
  t.equal(bandWidth(-100, 11_000, 12), 2000)
  t.equal(bandWidth(0, 0.55, 12), 0.1)
})
