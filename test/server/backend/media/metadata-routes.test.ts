import t, { type Test } from 'tap'
import type { Media, MetadataReport } from '../../../../shared/contracts/media.ts'
import { type DatabaseKind, forEachDatabase, type Person, testBackend } from '../../../support/backend.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'

async function scene(t: Test, database: DatabaseKind, fileNames: string[]) {
  const backend = await testBackend(t, { database })
  const owner = await backend.signUp()
  const project = await owner.makeProject()
  const ids = await insertMediaRows(backend.storage.db, {
    projectId: project.id,
    accountId: owner.id,
    count: fileNames.length,
    fileName: at => fileNames[at] ?? ''
  })
  const attach = (
    table: string | Buffer,
    { dryRun = false, person = owner, clock = '' }: { dryRun?: boolean; person?: Person; clock?: string } = {}
  ) =>
    backend.app.inject({
      method: 'POST',
      url: `/api/projects/${project.id}/media/metadata?dryRun=${dryRun}${clock}`,
      headers: { authorization: `Bearer ${person.tokens.access_token}`, 'content-type': 'text/csv' },
      payload: table
    })
  const media = async (at: number) => (await owner.get(`/media/${ids[at]}`)).json<Media>()
  return { ...backend, owner, project, ids, attach, media }
}

await forEachDatabase(t, async (t, database) => {
  t.test('a table changes no place that its sender sees in general form, and reveals none by the count of changes', async t => {
    const { attach, media, owner, project, signUp } = await scene(t, database, ['IMG_1.JPG'])
    await attach('filename,lat,lng,depth,Station\nIMG_1.JPG,36.79,-122.07,302.5,M1')
    const editor = await signUp('editor@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: editor.email, role: 'editor' })
    await owner.post(`/projects/${project.id}/generalisations`, { labelId: null, grid: '0.1', fromRole: 'owner' })
    const same = await attach('filename,lat,lng,depth,Station\nIMG_1.JPG,36.79,-122.07,302.5,M1', { person: editor, dryRun: true })
    const other = await attach('filename,lat,lng,depth,Station\nIMG_1.JPG,36.75,-122.05,303,M2', { person: editor, dryRun: true })
    t.same(same.json(), other.json())
    t.match(same.json(), { changedCount: 0, problems: [{ row: 2, fileName: 'IMG_1.JPG', message: /in general form/ }] })
    const sent = 'filename,taken_at,lat,lng,depth,Station,frame\nIMG_1.JPG,2024-06-02T04:29:27Z,36.75,-122.05,303,M2,7'
    t.match((await attach(sent, { person: editor })).json(), { changedCount: 1 })
    t.match(await media(0), {
      eventDate: '2024-06-02T04:29:27.000Z',
      ...{ decimalLatitude: 36.79, decimalLongitude: -122.07, depthInMeters: 302.5, metadata: { Station: 'M1', frame: '7' } }
    })
  })

  t.test('a table attaches times, positions, depths and altitudes by file name, and reports every row not used in full', async t => {
    const { attach, media, owner, project } = await scene(t, database, ['IMG_1.JPG', 'IMG_2.JPG', 'IMG_3.JPG'])
    const table = [
      'filename,taken_at,lat,lng,depth,distance_to_ground,Station',
      'img_1.jpg,2024-06-02 04:29:27,36.79,-122.07,302.5,2.1,M1',
      'dive 4/IMG_2,2024-06-02 04:30:00,95,-122,310,,M1',
      'IMG_9.JPG,2024-06-02 04:31:00,36,-122,310,,M2',
      'IMG_1.JPG,2024-06-02 04:32:00,36,-122,310,,M2'
    ].join('\n')
    const answer = await attach(table)
    t.equal(answer.statusCode, 200)
    t.match(answer.json<MetadataReport>(), {
      rowCount: 4,
      matchedCount: 3,
      changedCount: 2,
      columns: [
        { name: 'filename', meaning: 'fileName' },
        { name: 'taken_at', meaning: 'eventDate' },
        { name: 'lat', meaning: 'decimalLatitude' },
        { name: 'lng', meaning: 'decimalLongitude' },
        { name: 'depth', meaning: 'depthInMeters' },
        { name: 'distance_to_ground', meaning: 'altitudeInMeters' },
        { name: 'Station', meaning: 'metadata' }
      ],
      problemCount: 3,
      problems: [
        { row: 3, column: 'lat', fileName: 'dive 4/IMG_2', message: '95 is not between -90 and 90°' },
        { row: 4, column: 'filename', fileName: 'IMG_9.JPG', message: 'no image of this project has this file name' },
        { row: 5, column: 'filename', fileName: 'IMG_1.JPG', message: 'row 2 names the same file and was used instead' }
      ]
    })
    const whole = { eventDate: '2024-06-02T04:29:27.000Z', decimalLatitude: 36.79, decimalLongitude: -122.07, depthInMeters: 302.5 }
    t.match(await media(0), { ...whole, altitudeInMeters: 2.1, metadata: { Station: 'M1' }, revision: 2 })
    t.match(await media(1), {
      eventDate: '2024-06-02T04:30:00.000Z',
      decimalLatitude: null,
      depthInMeters: 310,
      altitudeInMeters: null,
      revision: 2
    })
    t.match(await media(2), { eventDate: null, revision: 1 })
    const captured = (await owner.get(`/projects/${project.id}/media?sort=captured`)).json().items.map((item: Media) => item.fileName)
    t.same(captured, ['IMG_1.JPG', 'IMG_2.JPG', 'IMG_3.JPG'])
    t.match((await owner.get(`/projects/${project.id}/activity`)).json(), {
      items: [{ event: 'media.metadata.attached', detail: { count: 2 } }]
    })
  })

  t.test('a dry run reports the same and changes nothing', async t => {
    const { attach, media } = await scene(t, database, ['a.jpg', 'b.jpg'])
    const table = 'filename,depth\na.jpg,5\nb.jpg,deep\n'
    const dry = await attach(table, { dryRun: true })
    t.match(await media(0), { depthInMeters: null, revision: 1 })
    t.same(dry.json(), (await attach(table)).json())
    t.match(await media(0), { depthInMeters: 5, revision: 2 })
  })

  t.test('applying the same table again changes nothing; empty cells keep existing values', async t => {
    const { attach, media } = await scene(t, database, ['a.jpg'])
    const table = 'filename,depth,lat,lon,note\na.jpg,5.1,54.325,10.18,"a ""note"", with marks; äöü"\n'
    t.match((await attach(table)).json(), { changedCount: 1 })
    t.match((await attach(table)).json(), { changedCount: 0 })
    t.match((await attach('filename,depth,lat,lon,site\na.jpg,,,,S1\n')).json(), { changedCount: 1 })
    t.match(await media(0), {
      depthInMeters: 5.1,
      decimalLatitude: 54.325,
      metadata: { note: 'a "note", with marks; äöü', site: 'S1' },
      revision: 3
    })
  })

  t.test('a name shared by two media items matches none, unless its case decides', async t => {
    const { attach, media } = await scene(t, database, ['a.jpg', 'A.jpg', 'b.png', 'b.jpg', 'c.JPEG'])
    t.match((await attach('filename,depth\nA.JPG,1\nb,2\nc.jpg,3\nA.jpg,4\n')).json(), {
      changedCount: 2,
      problems: [
        { row: 2, message: '2 images of this project have this file name' },
        { row: 3, message: '2 images of this project have this file name' }
      ]
    })
    t.match(await media(1), { depthInMeters: 4 })
    t.match(await media(4), { depthInMeters: 3 })
  })

  t.test('an ambiguous altitude is reported and kept as text', async t => {
    const { attach, media } = await scene(t, database, ['a.jpg'])
    t.match((await attach('filename,altitude\na.jpg,2.5\n')).json(), {
      problems: [{ row: 1, column: 'altitude', message: /above the sea floor or above sea level/ }]
    })
    t.match(await media(0), { depthInMeters: null, altitudeInMeters: null, metadata: { altitude: '2.5' } })
  })

  t.test('times without a zone are used when the zone of their clock is given', async t => {
    const { attach, media } = await scene(t, database, ['a.jpg', 'b.jpg', 'c.jpg'])
    const table = [
      'filename,date time,depth',
      'a.jpg,2024-06-02 14:03:11,5',
      'b.jpg,2024-12-02 14:03:11,6',
      'c.jpg,2024-06-02T14:03:11+02:00,7'
    ].join('\n')
    const asked = (await attach(table)).json<MetadataReport>()
    t.match(asked, {
      changedCount: 3,
      problems: [{ row: 1, column: 'date time', message: /^2 of its times have no time zone/ }],
      localTimes: {
        column: 'date time',
        count: 2,
        firstTime: '2024-06-02T14:03:11.000',
        lastTime: '2024-12-02T14:03:11.000',
        example: { fileName: 'a.jpg', cameraTime: '2024-06-02T14:03:11.000' }
      }
    })
    t.match(await media(0), { eventDate: null, depthInMeters: 5 })
    t.match(await media(2), { eventDate: '2024-06-02T12:03:11.000Z', timeBasis: { source: 'table', zone: null } })

    const answered = (await attach(table, { clock: '&zone=Europe%2FBerlin&aheadSeconds=11' })).json<MetadataReport>()
    t.match(answered, { changedCount: 2, problemCount: 0, localTimes: { count: 2 } })
    // 14:03:11 − 0:00:11 is 12:03 UTC in Berlin's summer and 13:03 UTC in its winter
    t.match(await media(0), {
      eventDate: '2024-06-02T12:03:00.000Z',
      timeBasis: { source: 'table', zone: 'Europe/Berlin', aheadSeconds: 11, answer: null }
    })
    t.match(await media(1), { eventDate: '2024-12-02T13:03:00.000Z' })
    t.match((await attach(table, { clock: '&zone=%2B02%3A00' })).json(), { changedCount: 2 }, 'another zone replaces the times')
    t.match((await attach(table, { clock: '&zone=UTC&aheadSeconds=-900000000' })).json(), {
      changedCount: 0,
      problems: [{ row: 2, message: /is in the future/ }, { row: 3 }]
    })
    const utc = (await attach('filename,taken_at\na.jpg,2024-06-02 04:00:00\n', { clock: '&zone=%2B02%3A00' })).json<MetadataReport>()
    t.notOk('localTimes' in utc, 'a column that is UTC by definition needs no zone')
    t.match(await media(0), { eventDate: '2024-06-02T04:00:00.000Z' })
    for (const clock of ['&zone=Europe%2FAtlantis', '&zone=', '&zone=%2B14%3A15', '&aheadSeconds=soon', '&zone=UTC&aheadSeconds=1e12'])
      t.equal((await attach(table, { clock })).statusCode, 400, clock)
  })

  t.test('longitudes from 0 to 360 are converted to −180 to 180, unless others of the column are negative', async t => {
    const { attach, media } = await scene(t, database, ['a.jpg', 'b.jpg'])
    // 329.75 − 360 = −30.25
    t.match((await attach('filename,lat,lon\na.jpg,40,329.75\nb.jpg,40,12.5\n')).json(), { changedCount: 2, problemCount: 0 })
    t.match(await media(0), { decimalLatitude: 40, decimalLongitude: -30.25 })
    t.match(await media(1), { decimalLongitude: 12.5 })
    t.match((await attach('filename,lat,lon\na.jpg,41,329.75\nb.jpg,41,-12.5\n')).json(), {
      changedCount: 1,
      problems: [{ row: 2, column: 'lon', fileName: 'a.jpg', message: /^329\.75 is not between -180 and 180°, and other longitudes/ }]
    })
    t.match(await media(0), { decimalLatitude: 40, decimalLongitude: -30.25 })
  })

  t.test('thousands of rows are attached together, and thousands of problems are counted', async t => {
    const { attach, owner, project } = await scene(
      t,
      database,
      Array.from({ length: 3000 }, (_, at) => `IMG_${at}.JPG`)
    )
    const rows = Array.from({ length: 14_000 }, (_, at) => `IMG_${at}.JPG,${at / 10}`)
    const report = (await attach(`filename,depth\n${rows.join('\n')}\n`)).json<MetadataReport>()
    t.match(report, { rowCount: 14_000, matchedCount: 3000, changedCount: 3000, problemCount: 11_000 })
    t.equal(report.problems.length, 10_000)
    t.match((await owner.get(`/projects/${project.id}/overview`)).json(), { minimumDepthInMeters: 0, maximumDepthInMeters: 299.9 })
  })

  t.test('a file that is not a table, is too large or has no rows changes nothing and is refused with an explanation', async t => {
    const { attach, media } = await scene(t, database, ['a.jpg'])
    t.match((await attach('')).json(), { status: 422, code: 'UNUSABLE_TABLE', detail: 'The table is empty' })
    t.match((await attach('filename,depth\n')).json(), { status: 422, detail: 'The table has column names but no rows' })
    t.match((await attach(Buffer.from('PK\x03\x04'))).json(), { status: 415, code: 'NOT_A_TABLE' })
    t.match((await attach(Buffer.alloc(32 * 1024 * 1024 + 1, 'x'))).json(), {
      status: 413,
      code: 'METADATA_TABLE_TOO_LARGE',
      detail: /up to 32 MiB/
    })
    t.match((await attach('filename,depth\na.jpg,5\nb.jpg,"5\n')).json(), { status: 422, detail: /quotation marks/ })
    t.match(await media(0), { depthInMeters: null, revision: 1 }, 'the rows before the broken one were not applied either')
  })

  t.test('only members who edit attach tables', async t => {
    const { app, attach, owner, project, signUp } = await scene(t, database, ['a.jpg'])
    const stranger = await signUp()
    const reader = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: reader.email, role: 'viewer' })
    const table = 'filename,depth\na.jpg,5\n'
    t.equal((await app.inject({ method: 'POST', url: `/api/projects/${project.id}/media/metadata`, payload: table })).statusCode, 401)
    t.match((await attach(table, { person: stranger })).json(), { status: 404, code: 'NOT_FOUND' })
    t.match((await attach(table, { person: reader })).json(), { status: 403, code: 'ROLE_NEEDED' })
    t.equal((await owner.post(`/projects/${project.id}/media/metadata?colour=blue`)).statusCode, 400)
  })
})
