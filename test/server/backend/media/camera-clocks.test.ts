import t, { type Test } from 'tap'
import type { ClockAnswered, UnansweredClocks } from '../../../../shared/contracts/camera-clocks.ts'
import type { Media } from '../../../../shared/contracts/media.ts'
import { type DatabaseKind, forEachDatabase, personOf, testBackend } from '../../../support/backend.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'
import { picture } from '../../../support/pictures.ts'
import { uploadScene } from '../../../support/upload-scene.ts'
import { upload } from '../../../support/uploads.ts'
import { waitsForEdits } from '../../../support/waits-for-edits.ts'

const berlin = { zone: 'Europe/Berlin', aheadSeconds: 0 }
const utc = { zone: 'UTC', aheadSeconds: 0 }
const d70 = { camera: 'Nikon D70', cameraSerial: null, batch: null }

/** A project with images whose camera recorded no time zone. */
async function scene(t: Test, database: DatabaseKind, cameraTimes: string[]) {
  const backend = await testBackend(t, { database })
  const owner = await backend.signUp()
  const project = await owner.makeProject()
  const { db } = backend.storage
  const ids = await insertMediaRows(db, { projectId: project.id, accountId: owner.id, count: cameraTimes.length })
  const facts = { time_source: 'unanswered', camera: 'Nikon D70' } as const
  for (const [at, id] of ids.entries())
    await db
      .updateTable('media')
      .set({ ...facts, camera_time: cameraTimes[at] ?? null })
      .where('id', '=', id)
      .execute()
  const media = async (at: number) => (await owner.get(`/media/${ids[at]}`)).json<Media>()
  const unanswered = async () => (await owner.get(`/projects/${project.id}/camera-clocks`)).json<UnansweredClocks>()
  const answer = (body: object, person = owner) => person.post(`/projects/${project.id}/camera-clocks/answers`, body)
  return { ...backend, db, owner, project, ids, media, unanswered, answer }
}

await forEachDatabase(t, async (t, database) => {
  t.test('an answer waits for an edit of the project', async t => {
    if (database !== 'postgres') return void t.pass('SQLite has one writer')
    const { answer, db, project } = await scene(t, database, ['2024-06-02T14:03:11.000'])
    t.ok(await waitsForEdits(db, project.id, () => answer({ ...berlin, images: { groups: [d70] } })))
  })

  t.test('images without a zone have no time until someone sets the clock of their camera', async t => {
    const { base, owner, project } = await uploadScene(t, database)
    const camera = (dateTimeOriginal: string, more = {}) => ({ camera: { dateTimeOriginal, ...more } })
    const send = async (fileName: string, options: object, batch?: string) => {
      const content = await picture({ seed: fileName.length + fileName.charCodeAt(0), ...options })
      const answer = await upload(base, owner, { projectId: project.id, fileName, content, ...(batch && { batch }) })
      return answer.headers.get('isobath-media-id') ?? ''
    }
    const a = await send('a.jpg', camera('2024:06:02 14:03:11'), 'dive-1')
    const b = await send('b.jpg', camera('2024:12:02 14:03:11'), 'dive-1')
    const c = await send('c.jpg', camera('2024:06:02 14:03:11', { offset: '+02:00' }), 'dive-1')
    const d = await send('d.jpg', camera('2024:06:02 15:00:00', { model: 'GoPro', serial: 'C1' }), 'dive-1')
    const e = await send('e.jpg', camera('2024:06:03 08:00:00'), 'dive 2: not a name of a batch')
    const media = async (id: string) => (await owner.get(`/media/${id}`)).json<Media>()
    t.match(await media(a), {
      eventDate: null,
      timeBasis: { source: 'unanswered', cameraTime: '2024-06-02T14:03:11.000', zone: null, aheadSeconds: null, answer: null }
    })
    t.match(await media(c), { eventDate: '2024-06-02T12:03:11.000Z', timeBasis: { source: 'file', zone: '+02:00' } })

    const asked = (await owner.get(`/projects/${project.id}/camera-clocks`)).json<UnansweredClocks>()
    t.match(asked, {
      imageCount: 4,
      assumedCount: 0,
      groups: [
        { camera: 'Nikon D70', batch: null, imageCount: 1, example: { mediaId: e, fileName: 'e.jpg' } },
        { camera: 'GoPro', cameraSerial: 'C1', batch: 'dive-1', imageCount: 1, example: { mediaId: d } },
        {
          ...{ camera: 'Nikon D70', cameraSerial: null, batch: 'dive-1', imageCount: 2 },
          ...{ firstTime: '2024-06-02T14:03:11.000', lastTime: '2024-12-02T14:03:11.000' }
        }
      ]
    })
    const groups = [{ camera: 'Nikon D70', cameraSerial: null, batch: 'dive-1' }]
    const answered = await owner.post(`/projects/${project.id}/camera-clocks/answers`, { ...berlin, images: { groups } })
    t.match(answered.json(), { imageCount: 2, answer: String })
    // 14:03:11 is 12:03:11 UTC in Berlin's summer and 13:03:11 UTC in its winter
    t.match(await media(a), {
      eventDate: '2024-06-02T12:03:11.000Z',
      timeBasis: { source: 'answer', cameraTime: '2024-06-02T14:03:11.000', zone: 'Europe/Berlin', aheadSeconds: 0 },
      revision: 2
    })
    t.match(await media(b), { eventDate: '2024-12-02T13:03:11.000Z' })
    t.match(await media(d), { eventDate: null }, 'the other camera has its own clock')
    t.match(await media(e), { eventDate: null }, 'so has the other upload')
    t.match((await owner.get(`/projects/${project.id}/activity`)).json(), {
      items: [{ event: 'media.clock.answered', detail: { count: 2, zone: 'Europe/Berlin', aheadSeconds: 0 } }]
    })
    const captured = (await owner.get(`/projects/${project.id}/media?sort=captured`)).json().items.map((item: Media) => item.fileName)
    t.same(
      [captured.slice(0, 3), captured.slice(3).sort()],
      [
        ['a.jpg', 'c.jpg', 'b.jpg'],
        ['d.jpg', 'e.jpg']
      ]
    )
  })

  t.test('a fast or slow clock is corrected, and a setting can be replaced while it applies', async t => {
    const { answer, media } = await scene(t, database, ['2024-06-02T14:03:11.250', '2024-06-02T14:04:00.000'])
    const first = (await answer({ zone: '+02:00', aheadSeconds: 90, images: { groups: [d70] } })).json<ClockAnswered>()
    // 14:03:11.25 − 0:01:30 − 2:00 = 12:01:41.25
    t.match(await media(0), { eventDate: '2024-06-02T12:01:41.250Z', timeBasis: { aheadSeconds: 90, answer: first.answer } })

    const second = (await answer({ zone: 'UTC', aheadSeconds: -60, images: { answer: first.answer } })).json<ClockAnswered>()
    t.equal(second.imageCount, 2)
    // 14:04 + 0:01
    t.match(await media(1), { eventDate: '2024-06-02T14:05:00.000Z', timeBasis: { zone: 'UTC', aheadSeconds: -60 }, revision: 3 })
    t.match((await answer({ ...berlin, images: { answer: first.answer } })).json(), { status: 409, code: 'ANSWERED_MEANWHILE' })

    const { id: mediaId, revision } = await media(0)
    t.match((await answer({ ...berlin, images: { mediaId, revision } })).json(), { imageCount: 1 })
    t.match(await media(0), { eventDate: '2024-06-02T12:03:11.250Z' })
    t.match(await media(1), { eventDate: '2024-06-02T14:05:00.000Z' })
    t.match((await answer({ ...utc, images: { mediaId, revision } })).json(), { status: 409, code: 'STALE_REVISION' })
  })

  t.test('the first of two simultaneous settings applies, and the other is refused', async t => {
    const { answer, media, owner, project } = await scene(t, database, Array(1200).fill('2024-06-02T14:00:00.000'))
    const answers = await Promise.all([
      answer({ zone: '+02:00', aheadSeconds: 0, images: { groups: [d70] } }),
      answer({ zone: '+03:00', aheadSeconds: 0, images: { groups: [d70] } })
    ])
    t.same(answers.map(({ statusCode }) => statusCode).sort(), [200, 409])
    const taken = answers.find(({ statusCode }) => statusCode === 200)?.json<ClockAnswered>()
    t.equal(taken?.imageCount, 1200)
    const times = new Set([await media(0), await media(600), await media(1199)].map(({ eventDate }) => eventDate))
    t.equal(times.size, 1, 'no image was changed by the other answer')
    const { items } = (await owner.get(`/projects/${project.id}/activity`)).json()
    t.match(items, [{ event: 'media.clock.answered', detail: { count: 1200 } }])
    t.equal(items.filter(({ event }: { event: string }) => event === 'media.clock.answered').length, 1)
  })

  t.test('times that an older version assumed to be UTC stay, and their zone is requested', async t => {
    const { answer, media, unanswered, db, ids } = await scene(t, database, ['2024-06-02T14:00:00.000', '2024-06-02T15:00:00.000'])
    const assumed = { time_source: 'assumed', event_date: '2024-06-02T14:00:00.000Z', captured_key: '2024-06-02T14:00:00.000Z' } as const
    await db.updateTable('media').set(assumed).where('id', '=', ids[0]!).execute()
    t.match(await unanswered(), { imageCount: 2, assumedCount: 1, groups: [{ imageCount: 2, assumedCount: 1 }] })
    t.match(await media(0), { eventDate: '2024-06-02T14:00:00.000Z', timeBasis: { source: 'assumed' } })
    await answer({ ...berlin, images: { groups: [d70] } })
    t.match(await media(0), { eventDate: '2024-06-02T12:00:00.000Z', timeBasis: { source: 'answer' } })
    t.same(await unanswered(), { imageCount: 0, assumedCount: 0, groups: [] })
  })

  t.test('a time entered by a person, or in a table, needs no setting', async t => {
    const { app, answer, media, owner, project, unanswered } = await scene(t, database, Array(3).fill('2024-06-02T14:00:00.000'))
    const { id, revision } = await media(0)
    t.equal((await owner.patch(`/media/${id}`, { revision, eventDate: '2024-06-02T11:00:00.000Z' })).statusCode, 200)
    t.match(await media(0), { timeBasis: { source: 'person', cameraTime: '2024-06-02T14:00:00.000' } })
    const attached = await app.inject({
      method: 'POST',
      url: `/api/projects/${project.id}/media/metadata`,
      headers: { authorization: `Bearer ${owner.tokens.access_token}` },
      payload: 'filename,taken_at\nIMG_000001,2024-06-02 10:00:00\n'
    })
    t.match(attached.json(), { changedCount: 1 })
    t.match(await media(1), { eventDate: '2024-06-02T10:00:00.000Z', timeBasis: { source: 'table' } })
    t.match(await unanswered(), { imageCount: 1 })
    t.match((await answer({ ...utc, images: { groups: [d70] } })).json(), { imageCount: 1 })
    t.match(await media(0), { eventDate: '2024-06-02T11:00:00.000Z' }, 'a time that a person entered stays')
    const corrected = { ...utc, images: { mediaId: id, revision: 2 } }
    t.match((await answer(corrected)).json(), { imageCount: 1 })
    t.match(await media(0), { eventDate: '2024-06-02T14:00:00.000Z' }, 'except for a setting for this one image')
  })

  t.test('an impossible setting is refused, and nothing changes', async t => {
    const { answer, media, unanswered, owner, ids, db } = await scene(t, database, ['2024-06-02T14:00:00.000'])
    const groups = [d70]
    for (const [setting, field] of [
      [{ zone: 'Europe/Atlantis', aheadSeconds: 0 }, '/zone'],
      [{ zone: '+14:15', aheadSeconds: 0 }, '/zone'],
      [{ zone: 'UTC', aheadSeconds: -900_000_000 }, '/aheadSeconds'],
      [{ zone: '../etc/passwd', aheadSeconds: 0 }, '/zone'],
      [{ zone: 'UTC', aheadSeconds: 1.5 }, '/aheadSeconds'],
      [{ zone: 'UTC', aheadSeconds: 1e12 }, '/aheadSeconds']
    ] as const) {
      const refused = (await answer({ ...setting, images: { groups } })).json()
      t.match(refused, { status: 422, errors: [{ path: field }] }, JSON.stringify(setting))
    }
    for (const body of [
      {},
      { ...utc },
      { ...utc, images: {} },
      { ...utc, images: { groups: [] } },
      { ...utc, images: { groups }, more: 1 }
    ])
      t.equal((await answer(body)).statusCode, 422, JSON.stringify(body))
    t.match((await answer({ ...utc, images: { groups: [{ ...d70, batch: 'another' }] } })).json(), { code: 'ANSWERED_MEANWHILE' })
    const elsewhere = await owner.makeProject({ title: 'Another' })
    const { id: mediaId, revision } = await media(0)
    const away = await owner.post(`/projects/${elsewhere.id}/camera-clocks/answers`, { ...utc, images: { mediaId, revision } })
    t.equal(away.statusCode, 404)
    await db.updateTable('media').set({ camera_time: null }).where('id', '=', ids[0]!).execute()
    t.match((await answer({ ...utc, images: { mediaId, revision } })).json(), { status: 422, detail: /has no camera time/ })
    t.match(await media(0), { eventDate: null, revision: 1 })
    t.match(await unanswered(), { imageCount: 0 })
  })

  t.test('members see the open questions, and editors answer them', async t => {
    const { app, answer, owner, project, signUp, media } = await scene(t, database, ['2024-06-02T14:00:00.000'])
    const [stranger, reader] = [await signUp(), await signUp()]
    await owner.post(`/projects/${project.id}/members`, { email: reader.email, role: 'viewer' })
    const url = `/projects/${project.id}/camera-clocks`
    const body = { ...utc, images: { groups: [d70] } }
    t.equal((await app.inject({ method: 'GET', url: `/api${url}` })).statusCode, 401)
    t.equal((await app.inject({ method: 'POST', url: `/api${url}/answers`, payload: body })).statusCode, 401)
    t.match((await stranger.get(url)).json(), { status: 404 })
    t.match((await answer(body, stranger)).json(), { status: 404 })
    t.match((await reader.get(url)).json(), { imageCount: 1 })
    t.match((await answer(body, reader)).json(), { status: 403, code: 'ROLE_NEEDED' })
    const { secret } = (await owner.post('/auth/tokens', { name: 'script', scope: 'read' })).json()
    const script = await personOf(app, { access_token: secret, refresh_token: '-' })
    t.match((await script.get(url)).json(), { imageCount: 1 })
    t.match((await answer(body, script)).json(), { status: 403, code: 'READ_ONLY_TOKEN' })
    t.match(await media(0), { eventDate: null })
  })
})
