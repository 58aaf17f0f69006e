import t from 'tap'
import { drawMissingLines } from '../../../../server/backend/navigation/upkeep.ts'
import { fewRows } from '../../../../server/backend/reading/readers.ts'
import type { Placement, Profile, Track, TrackLines } from '../../../../shared/contracts/navigation.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { finishedJobs } from '../../../support/jobs.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'
import { navigatingProject, trackBeginsMs, trackTable } from '../../../support/navigating.ts'
import { startedThreads } from '../../../support/started-threads.ts'

await forEachDatabase(t, (t, database) => {
  t.test('a track is uploaded, read, listed, renamed, deleted and restored', async t => {
    const { owner, project, track, mediaIds } = await navigatingProject(t, [10, 7300, null, 9000], { database })
    const read = await track(`${trackTable(7500)}\n2025-11-22 12:06:00,0,0,1,,\n`, { platform: 'ROV Example' })
    t.match(read, {
      name: 'DIVE_07',
      platform: 'ROV Example',
      source: 'usbl',
      state: 'ready',
      format: 'mariqt',
      fixCount: 7500,
      firstAt: '2025-11-22T10:00:00.000Z',
      lastAt: '2025-11-22T12:04:59.000Z',
      imageCount: 2,
      bounds: { south: 40, west: -30, east: -30 },
      createdBy: 'ana@lab.example',
      job: null
    })
    t.match(read.report, {
      facts: ['position', 'depth', 'altitude', 'heading'],
      readCount: 7501,
      left: [{ reason: 'the position is 0, 0, which stands for a missing fix', count: 1, lines: [7502] }]
    })
    const renamed = await owner.patch(`/navigation/${read.id}`, { revision: read.revision, name: ' DIVE_08 ', platform: null })
    t.match(renamed.json(), { name: 'DIVE_08', platform: null, revision: read.revision + 1 })
    t.match((await owner.patch(`/navigation/${read.id}`, { revision: read.revision, name: 'Late' })).json(), { code: 'STALE_REVISION' })

    const list = async () => (await owner.get(`/projects/${project.id}/navigation`)).json()
    t.match(await list(), { tracks: [{ id: read.id }], fixCount: 7500, fixLimit: 10_000_000 })
    t.equal((await owner.delete(`/navigation/${read.id}`)).statusCode, 204)
    t.match(await list(), { tracks: [], fixCount: 0 })
    for (const url of [`/navigation/${read.id}`, `/navigation/${read.id}/profile`]) t.equal((await owner.get(url)).statusCode, 404)
    t.equal((await owner.post(`/navigation/${read.id}/restore`)).json<Track>().fixCount, 7500)
    t.equal((await owner.post(`/navigation/${read.id}/restore`)).statusCode, 404, 'an existing track is not restored')
    const { items } = (await owner.get(`/projects/${project.id}/activity`)).json()
    t.same(
      items.slice(0, 3).map(({ event }: { event: string }) => event),
      ['navigation.restored', 'navigation.removed', 'navigation.added']
    )
    t.equal(mediaIds.length, 4)
  })

  t.test('a track over many images is plotted and previewed in its own thread, with the same answers as a small project', async t => {
    const scene = await navigatingProject(t, [10, 20, 90], { database })
    const { owner, project, storage } = scene
    const { id } = await scene.track(trackTable(60))
    const [drawn, seen] = ['profile', 'placements/preview'].map(path => `/navigation/${id}/${path}`) as [string, string]
    const refused = `${drawn}?from=2025-11-22T10:00:30Z&to=2025-11-22T10:00:00Z`
    const ask = async () => {
      const answers = [await owner.get(drawn), await owner.post(seen, scene.settings()), await owner.get(refused)]
      return answers.map(answer => {
        const { seenAt: _now, requestId: _own, ...body } = answer.json()
        return [answer.statusCode, answer.headers['content-type'], body]
      })
    }
    const started = await startedThreads(t)
    const few = await ask()
    t.match(few, [[200], [200, /json/, { placedCount: 2, outsideCount: 1, timelessCount: 0 }], [400]])
    t.same(started, [])
    await insertMediaRows(storage.db, { projectId: project.id, accountId: owner.id, count: fewRows })
    const [profile, preview, refusal] = await ask()
    t.same(
      started.map(({ name }) => name),
      ['reader']
    )
    t.same([profile, refusal], [few[0], few[2]])
    t.match(preview, [200, few[1]?.[1], { placedCount: 2, outsideCount: 1, timelessCount: fewRows }])
  })

  t.test('tracks are lines on a map, including those read before lines were stored', async t => {
    const { owner, project, track, storage } = await navigatingProject(t, [], { database })
    const lines = async () => (await owner.get(`/projects/${project.id}/navigation/lines`)).json<TrackLines>()
    t.same(await lines(), { lines: [], isWithheld: false })
    const { id } = await track(trackTable(600))
    const drawn = { trackId: id, name: 'DIVE_07', source: 'usbl', parts: [[-30, 40, -30, 40.00599]] }
    t.match(await lines(), { lines: [drawn], isWithheld: false })
    await storage.db.deleteFrom('nav_line').execute()
    t.same((await lines()).lines, [])
    await drawMissingLines(storage.db)
    t.match((await lines()).lines, [drawn])
    await owner.delete(`/navigation/${id}`)
    t.same((await lines()).lines, [], 'a deleted track has none')
  })

  t.test('a viewer of generalised places gets no position of a track', async t => {
    const scene = await navigatingProject(t, [10], { database })
    const { owner, project, signUp } = scene
    const { id } = await scene.track(trackTable(60))
    const editor = await signUp('bo@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: editor.email, role: 'editor' })
    const place = { ...scene.settings(), seenAt: new Date().toISOString() }
    const statuses = async (by: typeof owner) => [
      (await by.get(`/navigation/${id}/profile`)).statusCode,
      (await by.post(`/navigation/${id}/placements/preview`, scene.settings())).statusCode,
      (await by.get(`/navigation/${id}`)).json<Track>().bounds?.south ?? null,
      (await by.get(`/projects/${project.id}/navigation`)).json().tracks[0].bounds?.south ?? null,
      (await by.get(`/projects/${project.id}/navigation/lines`)).json<TrackLines>().lines.length
    ]
    t.same(await statuses(editor), [200, 200, 40, 40, 1])
    await owner.post(`/projects/${project.id}/generalisations`, { labelId: null, grid: '0.1', fromRole: 'owner' })
    t.same(await statuses(editor), [403, 403, null, null, 0])
    t.match((await editor.post(`/navigation/${id}/placements`, place)).json(), { status: 403, code: 'TRACK_WITHHELD' })
    t.same(await statuses(owner), [200, 200, 40, 40, 1])
    t.equal((await editor.get(`/projects/${project.id}/navigation/lines`)).json<TrackLines>().isWithheld, true)
  })

  t.test('a file that is not a track becomes a failed one with the reason', async t => {
    const { track, bring, owner } = await navigatingProject(t, [], { database })
    const refused = await track('name,lat,lon\na,1,1\n')
    t.match(refused, { state: 'failed', failure: /No column has the time/, fixCount: 0, report: null })
    t.match((await owner.get(`/navigation/${refused.id}/profile`)).json(), { status: 409, code: 'TRACK_NOT_READY' })
    t.match((await bring('')).json(), { status: 422, code: 'EMPTY_TRACK' })
    t.equal((await bring('utc', { source: 'rumour' as 'gps' })).statusCode, 400)
    t.equal((await bring('utc', { name: ' ' })).statusCode, 400)
  })

  t.test('the profile has the extremes of a track, and the images around it', async t => {
    const { track, owner, storage, mediaIds } = await navigatingProject(t, [10, 3600, 8000], { database })
    await storage.db.updateTable('media').set({ depth_in_meters: 1001, camera: 'A' }).where('id', '=', mediaIds[0]!).execute()
    const { id } = await track(trackTable(7200))
    const answer = await owner.get(`/navigation/${id}/profile`)
    t.equal(answer.statusCode, 200, answer.body.slice(0, 500))
    const whole = answer.json<Profile>()
    t.ok(whole.fixes.length > 300 && whole.fixes.length <= 802, String(whole.fixes.length))
    t.match(whole.fixes[0], { timeMs: trackBeginsMs, depthInMeters: 1000 })
    t.match(whole.fixes.at(-1), { depthInMeters: 1719.9 })
    t.same(whole.images, [
      { timeMs: trackBeginsMs + 10_000, depthInMeters: 1001 },
      { timeMs: trackBeginsMs + 3_600_000, depthInMeters: null }
    ])
    t.same(
      whole.cameras.toSorted((a, b) => String(a.camera).localeCompare(String(b.camera))),
      [
        { camera: 'A', count: 1 },
        { camera: null, count: 1 }
      ]
    )
    const part = `?from=2025-11-22T10:00:05.000Z&to=2025-11-22T10:00:15.000Z&clockOffsetSeconds=4`
    const few = (await owner.get(`/navigation/${id}/profile${part}`)).json<Profile>()
    t.equal(few.fixes.length, 11)
    t.equal(few.imageCount, 1)
    t.equal((await owner.get(`/navigation/${id}/profile?from=2025-11-22T10:00:05.000Z&to=2025-11-22T10:00:04.000Z`)).statusCode, 400)
  })

  t.test('a preview counts and writes nothing; placing stores the values with their source', async t => {
    const { track, preview, place, media, owner, project } = await navigatingProject(t, [10.5, 100, 130, 2000, null, -5], { database })
    const { id } = await track(trackTable(1000, { without: second => second > 90 && second < 125 }))
    const seen = await preview(id)
    t.match(seen, {
      placedCount: 2,
      outsideCount: 2,
      gapCount: 1,
      timelessCount: 1,
      changeCount: 2,
      overwriteCount: 0,
      keptCount: 0,
      widestGapSeconds: 1
    })
    t.match(seen.examples[0], { fileName: 'IMG_000000.JPG', decimalLatitude: 40.000105, depthInMeters: 1001.05, headingDegrees: 10.5 })
    t.match(await media(0), { decimalLatitude: null, revision: 1 })

    const placed = await place(id)
    t.match(placed, { state: 'done', changedCount: 2, trackName: 'DIVE_07', settings: { gapSeconds: 30 }, by: 'ana@lab.example' })
    t.match(await media(0), {
      decimalLatitude: 40.000105,
      decimalLongitude: -30,
      depthInMeters: 1001.05,
      altitudeInMeters: 2.5,
      revision: 2,
      metadata: {
        heading: '10.5',
        'position from': 'track “DIVE_07” (usbl), interpolated between fixes 1 s and 1.1 m apart (limit 30 s)',
        'heading from': /^track/
      }
    })
    t.match(await media(2), { decimalLatitude: 40.0013, metadata: { 'depth from': 'track “DIVE_07” (usbl), a fix at this second' } })
    for (const at of [1, 3, 4, 5]) t.match(await media(at), { decimalLatitude: null, revision: 1 })
    t.match(await preview(id), { placedCount: 2, changeCount: 0 }, 'a second placement changes nothing')
    const { items } = (await owner.get(`/projects/${project.id}/activity`)).json()
    t.match(items[0], { event: 'navigation.placed', detail: { name: 'DIVE_07', count: 2, gapSeconds: 30, clockOffsetSeconds: 0 } })
  })

  t.test('the offset of the camera clock shifts the images; facts and images can be selected', async t => {
    const { track, place, media, preview, storage, mediaIds } = await navigatingProject(t, [10, 20], { database })
    await storage.db.updateTable('media').set({ camera: 'Canon EOS' }).where('id', '=', mediaIds[1]!).execute()
    const { id } = await track(trackTable(100))
    t.match(await preview(id, { camera: null }), { placedCount: 1, outsideCount: 0 })
    t.match(await preview(id, { search: '000001.jpg' }), { placedCount: 1 })
    t.match(await preview(id, { search: '%' }), { placedCount: 0 })
    await place(id, { camera: 'Canon EOS', clockOffsetSeconds: -5.5, facts: ['depth'] })
    t.match(await media(1), { depthInMeters: 1001.45, decimalLatitude: null, metadata: { 'depth from': /camera clock −5.5 s$/ } })
    t.match(await media(0), { depthInMeters: null })
  })

  t.test('existing values of images stay unless they are to be overwritten; undo restores those not edited since', async t => {
    const { track, place, undo, media, owner, preview, storage, mediaIds } = await navigatingProject(t, [10, 20, 30], { database })
    await storage.db
      .updateTable('media')
      .set({ decimal_latitude: 1, decimal_longitude: 2, metadata: JSON.stringify({ yaw: '77', cruise: 'M1' }) })
      .where('id', '=', mediaIds[0]!)
      .execute()
    const { id } = await track(trackTable(100))
    t.match(await preview(id), { changeCount: 3, keptCount: 1, overwriteCount: 0 })
    await place(id)
    t.match(await media(0), { decimalLatitude: 1, depthInMeters: 1001, metadata: { yaw: '77', cruise: 'M1' } })
    t.notOk('heading' in (await media(0)).metadata)

    t.match(await preview(id, { overwrite: true }), { changeCount: 1, overwriteCount: 1, keptCount: 0 })
    const over = await place(id, { overwrite: true })
    t.match(await media(0), { decimalLatitude: 40.0001, metadata: { yaw: '10', cruise: 'M1', 'position from': /^track/ } })
    t.match(await undo(over.id), { state: 'undone', restoredCount: 1, keptCount: 0 })
    const back = await media(0)
    t.match(back, { decimalLatitude: 1, decimalLongitude: 2, depthInMeters: 1001, metadata: { yaw: '77', cruise: 'M1' } })
    t.notOk('position from' in back.metadata)
    t.match((await owner.post(`/placements/${over.id}/undo`)).json(), { status: 409, code: 'PLACEMENT_UNDONE' })

    const again = await place(id, { overwrite: true })
    const now = await media(0)
    await owner.patch(`/media/${now.id}`, { revision: now.revision, decimalLatitude: 5 })
    t.match(await undo(again.id), { restoredCount: 0, keptCount: 1 })
    t.match(await media(0), { decimalLatitude: 5, metadata: { yaw: '77' } }, 'only the fact that someone changed stays')
  })

  t.test('images added after the preview are unchanged; a track deleted meanwhile ends the job', async t => {
    const { track, settings, owner, ended, project, storage, preview, mediaIds } = await navigatingProject(t, [10], { database })
    const { id } = await track(trackTable(100))
    const { seenAt } = await preview(id)
    const [late] = await insertMediaRows(storage.db, {
      projectId: project.id,
      accountId: owner.id,
      count: 1,
      eventDate: () => '2025-11-22T10:00:20.000Z'
    })
    await storage.db
      .updateTable('media')
      .set({ created_at: new Date(Date.now() + 1000).toISOString() })
      .where('id', '=', late!)
      .execute()
    const begun = (await owner.post(`/navigation/${id}/placements`, { ...settings(), seenAt })).json<Placement>()
    t.match(await ended(begun.id), { changedCount: 1 })
    t.equal((await owner.get(`/media/${late}`)).json().decimalLatitude, null)
    t.equal(mediaIds.length, 1)
  })

  t.test('strangers find no tracks, and viewers read but do not write', async t => {
    const { track, bring, settings, owner, signUp, project, place } = await navigatingProject(t, [10], { database })
    const { id, revision } = await track(trackTable(100))
    const placement = await place(id)
    const [stranger, viewer] = [await signUp('stranger@lab.example'), await signUp('viewer@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const seenAt = new Date().toISOString()
    const reads = [
      `/projects/${project.id}/navigation`,
      `/navigation/${id}`,
      `/navigation/${id}/profile`,
      `/projects/${project.id}/placements`
    ]
    for (const url of reads) {
      t.equal((await stranger.get(url)).statusCode, 404, url)
      t.equal((await viewer.get(url)).statusCode, 200, url)
    }
    for (const [by, status] of [
      [stranger, 404],
      [viewer, 403]
    ] as const) {
      t.equal((await bring('utc', {}, by)).statusCode, status)
      t.equal((await by.patch(`/navigation/${id}`, { revision, name: 'Mine' })).statusCode, status)
      t.equal((await by.delete(`/navigation/${id}`)).statusCode, status)
      t.equal((await by.post(`/navigation/${id}/placements/preview`, settings())).statusCode, status)
      t.equal((await by.post(`/navigation/${id}/placements`, { ...settings(), seenAt })).statusCode, status)
      t.equal((await by.post(`/placements/${placement.id}/undo`)).statusCode, status)
    }
    await owner.delete(`/navigation/${id}`)
    t.equal((await stranger.post(`/navigation/${id}/restore`)).statusCode, 404)
    t.equal((await viewer.post(`/navigation/${id}/restore`)).statusCode, 403)
    for (const body of [{ facts: [] }, { gapSeconds: -1 }, { clockOffsetSeconds: 'late' }, { more: 1 }])
      t.equal((await owner.post(`/navigation/${id}/placements/preview`, { ...settings(), ...body })).statusCode, 422)
    for (const url of ['/navigation/nothing', '/navigation/nothing/profile']) t.equal((await owner.get(url)).statusCode, 404)
    t.equal((await owner.post('/placements/nothing/undo')).statusCode, 404)
    await finishedJobs(owner, project.id)
  })
})
