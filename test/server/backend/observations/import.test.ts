import t from 'tap'
import type { ObservationImportReport } from '../../../../shared/contracts/observation-import.ts'
import type { ObservationPage } from '../../../../shared/contracts/observations.ts'
import type { PastImport } from '../../../../shared/contracts/past-import.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { forEachDatabase, type Person } from '../../../support/backend.ts'
import { blindScene, boxAt } from '../../../support/blind-session.ts'

const table = `occurrenceID;species;AphiaID;Count;Date;station;Latitude;Longitude;depth (m);colour
net-1;Gadus morhua;126436;3;2026-06-04;M1;;;12,5;red
net-2;Melanogrammus aeglefinus;;;2026-06;M9;60,5 N;4.25 W;;
net-3;Gadus morhua;;two;28/09/2006;;91;4;;
net-2;Again;;1;;;;;;
;;;4;;;;;;
;Cod;;0;2026-06-05;m1;;;;
`

await forEachDatabase(t, (t, database) => {
  t.test('a table is previewed by line, imported and undone, without what was edited or was there', async t => {
    const { app, owner, project, addLabel, signUp } = await annotatingProject(t, { database, images: 1 })
    const url = `/projects/${project.id}/observations`
    const sent = (by: Person, query = '', payload: string | Buffer = table) =>
      app.inject({
        method: 'POST',
        url: `/api${url}/import?fileName=nets.csv${query}`,
        headers: { authorization: `Bearer ${by.tokens.access_token}`, 'content-type': 'text/csv' },
        payload
      })
    const { id: cod } = await addLabel('Cod')
    await owner.patch(`/labels/${cod}`, { revision: 1, scientificName: 'Gadus morhua' })
    const siteId = (await owner.post(`/projects/${project.id}/sites`, { name: 'M1', decimalLatitude: 60.5, decimalLongitude: 4.25 })).json()
      .id
    const found = async (query = '') => (await owner.get(`${url}${query}`)).json<ObservationPage>()

    const preview = (await sent(owner, '&dryRun=true')).json<ObservationImportReport>()
    t.match(preview, { importId: null, rowCount: 6, newCount: 3, knownCount: 1, refusedCount: 2 })
    t.same(
      preview.columns.map(({ meaning }) => meaning),
      [
        ...['occurrenceID', 'scientificName', 'scientificNameID', 'individualCount', 'eventDate', 'locality'],
        ...['decimalLatitude', 'decimalLongitude', 'depth', 'ignored']
      ]
    )
    t.same(
      preview.rows.map(({ row, outcome, name, faults }) => [row, outcome, name, faults.map(({ column }) => column).join()]),
      [
        [2, 'new', 'Cod', ''],
        [3, 'new', 'Melanogrammus aeglefinus', 'locality'],
        [4, 'refused', 'Cod', 'individualCount,decimalLatitude,eventDate'],
        [5, 'known', 'Again', ''],
        [6, 'refused', '', 'verbatimIdentification'],
        [7, 'new', 'Cod', '']
      ]
    )
    t.equal((await found()).total, 0, 'a preview changes nothing')

    const done = (await sent(owner)).json<ObservationImportReport>()
    t.match(done, { newCount: 3, rows: preview.rows })
    const { items } = await found()
    t.match(items, [
      { labelId: cod, occurrenceStatus: 'absent', individualCount: 0, siteId },
      { name: 'Melanogrammus aeglefinus', decimalLatitude: 60.5, decimalLongitude: -4.25, siteId: null, lastDay: '2026-06-30' },
      { labelId: cod, individualCount: 3, siteId, minimumDepthInMeters: 12.5, maximumDepthInMeters: 12.5, occurrenceID: 'net-1' }
    ])
    t.match((await sent(owner)).json(), { newCount: 1, knownCount: 3 }, 'identifiers are recognised')
    const exported = (await owner.get(`${url}/export`)).body
    t.match((await sent(owner, '&dryRun=true', exported)).json(), { newCount: 0, knownCount: 4 }, 'the exported table is recognised')

    await owner.patch(`/observations/${items[1]?.id}`, { revision: 1, individualCount: 9 })
    const imports = async (by = owner) =>
      (await by.get(`/projects/${project.id}/observation-imports`)).json<{ items: PastImport[] }>().items
    t.match(await imports(), [
      { count: 1, undone: null },
      { id: done.importId, fileName: 'nets.csv', count: 3 }
    ])
    t.match((await owner.post(`/observation-imports/${done.importId}/undo`)).json(), { undone: { removedCount: 2, keptCount: 1 } })
    t.match((await owner.post(`/observation-imports/${done.importId}/undo`)).json(), { code: 'OBSERVATION_IMPORT_OVER' })
    t.same((await found()).total, 2)
    t.match((await sent(owner, '&dryRun=true')).json(), { newCount: 2, knownCount: 2 }, 'undone observations can be imported again')

    const [viewer, stranger] = [await signUp(), await signUp()]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    t.equal((await sent(viewer)).statusCode, 403)
    t.equal((await viewer.post(`/observation-imports/${done.importId}/undo`)).statusCode, 403)
    t.equal((await imports(viewer)).length, 2)
    for (const answer of [await sent(stranger), await stranger.post(`/observation-imports/${done.importId}/undo`)])
      t.equal(answer.statusCode, 404)
  })

  t.test('the published rows of annotations and covers are recognised when they come back', async t => {
    const { app, owner, bo, project, mediaIds, begin, mark, addLabel, signUp, storage } = await blindScene(t, { database, images: 1 })
    const outcomes = async (by: Person, ids: string[]) => {
      const answer = await app.inject({
        method: 'POST',
        url: `/api/projects/${project.id}/observations/import?dryRun=true`,
        headers: { authorization: `Bearer ${by.tokens.access_token}`, 'content-type': 'text/csv' },
        payload: ['occurrenceID,scientificName', ...ids.map(id => `${id},Cod`)].join('\n')
      })
      return answer.json<ObservationImportReport>().rows.map(({ outcome }) => outcome)
    }
    const { id: labelId } = await addLabel('Cod')
    await begin()
    const [kept, removed] = [await mark(owner, boxAt(10), labelId), await mark(owner, boxAt(60), labelId)]
    await storage.db.updateTable('annotation').set({ removed_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', removed).execute()
    const cover = `urn:uuid:${mediaIds[0]}:cover:${labelId}`
    const ids = [
      `urn:uuid:${kept}`,
      cover,
      `${cover}:machine`,
      `urn:uuid:${removed}`,
      `urn:uuid:${mediaIds[0]}`,
      `urn:uuid:${labelId}:cover:x`
    ]
    t.same(await outcomes(owner, ids), ['known', 'known', 'known', 'new', 'new', 'new'])
    t.same(await outcomes(bo, [`urn:uuid:${kept}`, cover]), ['new', 'known'], 'a blind member learns of no hidden annotation')
    const other = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: other.email, role: 'editor' })
    t.same(await outcomes(other, ids.slice(0, 2)), ['known', 'known'])
    await storage.db.updateTable('media').set({ removed_at: '2026-01-01T00:00:00.000Z' }).execute()
    t.same(await outcomes(owner, ids.slice(0, 2)), ['new', 'new'], 'the image is in the bin')
  })

  t.test('a table of GBIF has its own words for the basis of record', async t => {
    const { app, owner, project } = await annotatingProject(t, { database, images: 1 })
    const answer = await app.inject({
      method: 'POST',
      url: `/api/projects/${project.id}/observations/import`,
      headers: { authorization: `Bearer ${owner.tokens.access_token}`, 'content-type': 'text/csv' },
      payload: 'scientificName\tbasisOfRecord\toccurrenceStatus\nGadus\tPRESERVED_SPECIMEN\tABSENT\nGadus\tSEEN_BY_ME\tPRESENT\n'
    })
    t.match(answer.json(), { newCount: 1, refusedCount: 1, rows: [{ faults: [] }, { faults: [{ column: 'basisOfRecord' }] }] })
    const { items } = (await owner.get(`/projects/${project.id}/observations`)).json<ObservationPage>()
    t.match(items, [{ basisOfRecord: 'PreservedSpecimen', occurrenceStatus: 'absent' }])
  })

  t.test('a row with a position in another geodetic datum is refused', async t => {
    const { app, owner, project } = await annotatingProject(t, { database, images: 1 })
    const rows = [
      ['Gadus', '60.5', '4.25', 'EPSG:4326'],
      ['Gadus', '60.5', '4.25', ''],
      ['Gadus', '60.5', '4.25', 'not recorded'],
      ['Gadus', '60.5', '4.25', 'NAD27'],
      ['Gadus', '', '', 'ED50']
    ]
    const answer = await app.inject({
      method: 'POST',
      url: `/api/projects/${project.id}/observations/import?dryRun=true`,
      headers: { authorization: `Bearer ${owner.tokens.access_token}`, 'content-type': 'text/csv' },
      payload: ['species,lat,lon,Geodetic datum', ...rows.map(row => row.join())].join('\n')
    })
    const report = answer.json<ObservationImportReport>()
    t.equal(report.columns[3]?.meaning, 'geodeticDatum')
    t.same(
      report.rows.map(({ outcome }) => outcome),
      ['new', 'new', 'new', 'refused', 'new'],
      'a row without a position has none to convert'
    )
    const message = '“NAD27” is not WGS 84: convert the positions to WGS 84 before the import'
    t.same(report.rows[3]?.faults, [{ column: 'geodeticDatum', message }])
  })

  t.test('a file that is not a table is refused, and a viewer of generalised places finds a site by its displayed name', async t => {
    const { app, owner, project, signUp } = await annotatingProject(t, { database, images: 1 })
    const sent = (by: Person, payload: string | Buffer) =>
      app.inject({
        method: 'POST',
        url: `/api/projects/${project.id}/observations/import?dryRun=true`,
        headers: { authorization: `Bearer ${by.tokens.access_token}`, 'content-type': 'text/csv' },
        payload
      })
    t.match((await sent(owner, '')).json(), { code: 'UNUSABLE_TABLE' })
    t.match((await sent(owner, Buffer.from('PK\u0003\u0004'))).json(), { code: 'NOT_A_TABLE' })
    t.match((await sent(owner, 'colour\nred\n')).json(), { newCount: 0, refusedCount: 1, columns: [{ meaning: 'ignored' }] })
    t.match((await sent(owner, `name\n${'Cod\n'.repeat(20_001)}`)).json(), { code: 'UNUSABLE_TABLE' })
    // each blocked the server for hours before it was bounded
    t.match((await sent(owner, `name,decimalLatitude\nCod,${'1'.repeat(900_000)}x\n`)).json(), { refusedCount: 1 })
    t.match((await sent(owner, `name,${'('.repeat(900_000)}\nCod,1\n`)).json(), { newCount: 1 })

    await owner.post(`/projects/${project.id}/sites`, { name: 'Secret reef', decimalLatitude: 40, decimalLongitude: 4 })
    const editor = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: editor.email, role: 'editor' })
    await owner.post(`/projects/${project.id}/generalisations`, { labelId: null, grid: '0.1', fromRole: 'owner' })
    const guess = 'name,site\nCod,Secret reef\n'
    t.match((await sent(owner, guess)).json(), { rows: [{ place: 'Secret reef', faults: [] }] })
    t.match((await sent(editor, guess)).json(), { rows: [{ place: null, faults: [{ column: 'locality' }] }] })

    const { id: surveyId } = (await owner.post(`/projects/${project.id}/surveys`, { name: 'Second cruise' })).json()
    await owner.post(`/projects/${project.id}/sites`, { name: 'secret reef', surveyId, decimalLatitude: -40, decimalLongitude: 4 })
    const ofTwo = { rows: [{ place: null, faults: [{ column: 'locality', message: 'is the name of several sites' }] }] }
    t.match((await sent(owner, guess)).json(), ofTwo, 'sites of two surveys may have one name')
  })
})
