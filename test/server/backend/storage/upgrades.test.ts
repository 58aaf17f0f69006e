import { sql } from 'kysely'
import t from 'tap'
import { migrations, schemaVersion } from '../../../../server/backend/schema.ts'
import { migrate } from '../../../../server/backend/storage/migrate.ts'
import { newId } from '../../../../server/lib/ids.ts'
import { mapLayersApi } from '../../../../shared/contracts/map-layers.ts'
import type { ObservationPage } from '../../../../shared/contracts/observations.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { insertAnnotationRows } from '../../../support/annotation-rows.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'
import {
  beforeAcceptanceAudits,
  beforeAcceptanceLabels,
  beforeAi,
  beforeBulkAcceptances,
  beforeCatalogImports,
  beforeClocks,
  beforeColours,
  beforeEvaluation,
  beforeImageSuggestions,
  beforeLayerArchives,
  beforeMapAreas,
  beforeMergeChains,
  beforeMergedOpportunities,
  beforeNaming,
  beforeObservations,
  beforeOpportunityCare,
  beforeOpportunitySearch,
  beforePublication,
  beforeSchedules,
  beforeScraper,
  beforeScraperAccounts,
  beforeSiteOperations,
  beforeUploadedModels
} from '../../../support/earlier-schemas.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'
import { lines } from '../../../support/nouns/ai.ts'
import { drawnRecords } from '../../../support/outside/occurrences.ts'
import { scrapingProject } from '../../../support/outside/scraping.ts'

const soon = { label: null, date: '2097-12-01', time: null, zone: 'UTC' }

await forEachDatabase(t, (t, database) => {
  t.test('an upgrade keeps coverage of machines and matched sessions, and corrects scales of rotated images', async t => {
    const { storage, signUp, config } = await testBackend(t, { database })
    const { db } = storage
    const owner = await signUp()
    const project = await owner.makeProject({ title: 'Reef' })
    const [upright = '', turned = '', bare = ''] = await insertMediaRows(db, { projectId: project.id, accountId: owner.id, count: 3 })
    await db.updateTable('media').set({ width: 4000, height: 3000 }).where('id', '=', upright).execute()
    await db.updateTable('media').set({ width: 3000, height: 4000 }).where('id', 'in', [turned, bare]).execute()
    const beyond = { kind: 'box', x: -50, y: 0, width: 100, height: 100 }
    const square = (x: number, side: number) => [
      [x, x],
      [x + side, x],
      [x + side, x + side],
      [x, x + side]
    ]
    const holed = { kind: 'polygon', points: square(0, 100), holes: [square(10, 30), square(20, 30)] }
    await insertAnnotationRows(db, [
      { id: 'by-machine', project_id: project.id, media_id: turned, source: 'machine' },
      { id: 'by-person', project_id: project.id, media_id: upright, source: 'human' },
      { id: 'beyond', project_id: project.id, media_id: upright, shape_kind: 'box', shape: JSON.stringify(beyond), area: 10_000 },
      { id: 'holed', project_id: project.id, media_id: upright, shape_kind: 'polygon', shape: JSON.stringify(holed), area: 8200 }
    ])
    const scale = async (media_id: string, basis: object, meters_per_pixel: number) => {
      const row = {
        media_id,
        basis: JSON.stringify(basis),
        meters_per_pixel,
        formula_version: 1,
        set_at: '2026-01-01T00:00:00.000Z',
        revision: 1
      }
      await db.insertInto('media_scale').values(row).execute()
    }
    // 3 m above the sea floor, a sensor of 36 mm, 36 mm focal length: 3 m along the longer side, 3 × 2.25 = 6.75 m²
    const lens = { method: 'lens', altitudeInMeters: 3, sensorWidthInMillimeters: 36, focalLengthInMillimeters: 36, isFlatPort: false }
    await scale(upright, lens, 3 / 4000)
    await scale(turned, lens, 3 / 3000) // 3 × 4 = 12 m²
    await scale(bare, { method: 'altitude', altitudeInMeters: 3, horizontalAngleInDegrees: 50, isFlatPort: false }, 0.001)

    const session = (id: string) => ({
      ...{ id, project_id: project.id, name: id, name_key: id, description: null, hides_earlier: 0 as const, images: '{"kind":"all"}' },
      ...{ image_count: 0, created_by: owner.id, starts_at: '2026-01-01T00:00:00.000Z', ends_at: '2026-01-02T00:00:00.000Z' },
      created_at: '2026-01-01T00:00:00.000Z'
    })
    await db
      .insertInto('annotation_session')
      .values([session('compared'), session('not compared')])
      .execute()
    const compared = { session_id: 'compared', limits: '{}', asked_by: owner.id, job_id: null, result: '{}', disputed_at: '2026-01-03' }
    await db.insertInto('annotation_session_agreement').values(compared).execute()

    // as version 16 left it
    await sql`alter table annotation_session drop column grouped_at`.execute(db)
    await sql`drop table media_coverage`.execute(db)
    await sql`alter table media_scale drop column corrected_from`.execute(db)
    for (const table of ['label', 'catalog_version_label'])
      await db.schema.alterTable(table).dropColumn('verbatim_identification').execute()
    await beforePublication(db)
    await sql`delete from schema_version where version > 16`.execute(db)
    t.same(await migrate(storage, config.dataDir, migrations), { from: 16, to: schemaVersion })

    t.same(await db.selectFrom('annotation_session').select(['id', 'grouped_at']).orderBy('id').execute(), [
      { id: 'compared', grouped_at: '2026-01-03' },
      { id: 'not compared', grouped_at: null }
    ])
    t.match(await db.selectFrom('media_coverage').selectAll().execute(), [{ media_id: turned }])
    const areas = await db.selectFrom('annotation').select(['id', 'area']).where('shape_kind', '<>', 'point').orderBy('id').execute()
    // 900 + 900 px², 400 of them shared, out of 10,000
    t.same(areas, [
      { id: 'beyond', area: 5000 },
      { id: 'holed', area: 8600 }
    ])
    const scaleOf = async (id: string) => (await owner.get(`/media/${id}/scale`)).json()
    const { areaInSquareMeters, ...corrected } = await scaleOf(turned)
    t.match(corrected, { correctedFrom: 0.001, formulaVersion: 2, revision: 2, metersPerPixel: 0.00075 })
    t.equal(Number(areaInSquareMeters.toFixed(9)), 6.75)
    t.match(await scaleOf(upright), { correctedFrom: null, formulaVersion: 1, revision: 1, metersPerPixel: 0.00075 })
    t.match(await scaleOf(bare), { correctedFrom: null, metersPerPixel: 0.001 })
    const { notices } = (await owner.get('/notices')).json<{ notices: { text: string }[] }>()
    t.ok(
      notices.some(({ text }) => text === 'An upgrade corrected the scale of 1 rotated image in “Reef”, whose areas were too large'),
      'its members are notified'
    )
  })

  t.test('an upgrade derives the author of a label from the history', async t => {
    const { storage, signUp, config } = await testBackend(t, { database })
    const { db } = storage
    const [owner, bo] = [await signUp(), await signUp()]
    const project = await owner.makeProject({ title: 'Reef' })
    const [media_id = ''] = await insertMediaRows(db, { projectId: project.id, accountId: owner.id, count: 1 })
    const label = async (name: string) => (await owner.post(`/projects/${project.id}/labels`, { name })).json<{ id: string }>().id
    const [coral, sponge] = [await label('Coral'), await label('Sponge')]
    const base = { project_id: project.id, media_id, modified_by: owner.id, modified_at: 'day 3' }
    await insertAnnotationRows(db, [
      { ...base, id: 'corrected', source: 'machine', annotator: 'net', label_id: sponge, revision: 3 },
      { ...base, id: 'moved', source: 'machine', annotator: 'net', label_id: coral, revision: 3 },
      { ...base, id: 'renamed', source: 'human', label_id: sponge, revision: 3 },
      { ...base, id: 'new', source: 'human', label_id: coral, revision: 1 }
    ])
    const version = (annotation_id: string, revision: number, labelId: string) => ({
      ...{ annotation_id, revision, operation_id: null, operation_kind: 'revise' as const, account_id: bo.id, at: `day ${revision}` },
      state: JSON.stringify({ shape: null, labelId, confidence: null, attributes: {}, reviewState: 'proposed', removed: false })
    })
    await db
      .insertInto('annotation_version')
      .values([
        ...[version('corrected', 1, coral), version('corrected', 2, sponge)], // then moved by the owner
        ...[version('moved', 1, coral), version('moved', 2, coral)],
        ...[version('renamed', 1, coral), version('renamed', 2, coral)] // then renamed by the owner
      ])
      .execute()
    await beforeNaming(db)
    await sql`delete from schema_version where version >= 28`.execute(db)
    await migrate(storage, config.dataDir, migrations)
    const found = await db
      .selectFrom('annotation')
      .select(['id', 'named_by', 'named_at', 'source', 'is_from_machine'])
      .orderBy('id')
      .execute()
    t.same(found, [
      { id: 'corrected', named_by: bo.id, named_at: 'day 2', source: 'human', is_from_machine: 1 },
      { id: 'moved', named_by: null, named_at: null, source: 'machine', is_from_machine: 0 },
      { id: 'new', named_by: null, named_at: null, source: 'human', is_from_machine: 0 },
      { id: 'renamed', named_by: owner.id, named_at: 'day 3', source: 'human', is_from_machine: 0 }
    ])
  })

  t.test('an upgrade moves authors and qualifiers out of scientific names, in the catalog and in its versions', async t => {
    const { storage, signUp, config } = await testBackend(t, { database })
    const { db } = storage
    const owner = await signUp()
    const project = await owner.makeProject({ title: 'Reef' })
    const lsid = 'urn:lsid:marinespecies.org:taxname:126436'
    const stored = [
      { name: 'Larkspur', scientific_name: 'Delphinium bolosii C.Blanché & Molero', taxon_rank: 'species' },
      { name: 'Cod', scientific_name: 'Gadus cf. morhua', taxon_rank: 'species', scientific_name_id: lsid },
      { name: 'Munida sp. 1', scientific_name: 'Munida sp. 1', taxon_rank: 'genus' },
      { name: 'Gadus ogac', scientific_name: 'Gadus ogac', scientific_name_authorship: 'Richardson, 1836', scientific_name_id: lsid },
      { name: 'Ophiura affinis', scientific_name: 'Ophiura affinis', scientific_name_id: lsid, taxon_rank: 'species' },
      { name: 'Sand', scientific_name: 'Sand' }
    ]
    const labels = new Map<string, string>()
    for (const { name, ...columns } of stored) {
      const { id } = (await owner.post(`/projects/${project.id}/labels`, { name })).json<{ id: string }>()
      labels.set(name, id)
      await db.updateTable('label').set(columns).where('id', '=', id).execute()
    }
    const version = (await owner.post(`/projects/${project.id}/catalog-versions`, { name: 'first' })).json<{ id: string }>()

    // as version 21 left it
    for (const table of ['label', 'catalog_version_label'])
      await db.schema.alterTable(table).dropColumn('verbatim_identification').execute()
    await beforePublication(db)
    await sql`delete from schema_version where version > 21`.execute(db)
    await migrate(storage, config.dataDir, migrations)

    const namesOf = async (name: string) => {
      const label = (await owner.get(`/labels/${labels.get(name)}`)).json()
      const { scientificName, scientificNameAuthorship, scientificNameID, taxonRank } = label
      const { identificationQualifier, morphospecies, verbatimIdentification, revision } = label
      t.equal(revision, 1)
      return [
        scientificName,
        scientificNameAuthorship,
        scientificNameID,
        taxonRank,
        identificationQualifier,
        morphospecies,
        verbatimIdentification
      ]
    }
    t.same(await namesOf('Larkspur'), ['Delphinium bolosii', 'C.Blanché & Molero', null, 'species', null, null, null])
    // The identifier belonged to a species, which is not certain.
    t.same(await namesOf('Cod'), ['Gadus', null, null, 'genus', 'cf.', null, 'Gadus cf. morhua'])
    t.same(await namesOf('Munida sp. 1'), ['Munida', null, null, 'genus', 'sp.', '1', null], 'the label itself keeps the words')
    t.same(await namesOf('Gadus ogac'), ['Gadus ogac', 'Richardson, 1836', lsid, null, null, null, null])
    t.same(await namesOf('Ophiura affinis'), ['Ophiura affinis', null, lsid, 'species', null, null, null], 'affinis is its epithet')
    t.same(await namesOf('Sand'), ['Sand', null, null, null, null, null, null], 'no name is found: it stays unchanged')
    const csv = (await owner.get(`/projects/${project.id}/labels/export?versionId=${version.id}`)).body
    t.match(csv, /Delphinium bolosii,C\.Blanché & Molero,species/)
    t.notMatch(csv, /,Delphinium bolosii C/)
  })

  t.test('an upgrade keeps times that were assumed to be UTC, and requests the clocks of their cameras', async t => {
    const { storage, signUp, config } = await testBackend(t, { database })
    const { db } = storage
    const owner = await signUp()
    const project = await owner.makeProject({ title: 'Reef' })
    const time = '2024-06-02T14:03:11.250Z'
    const options = { projectId: project.id, accountId: owner.id, count: 5, eventDate: (at: number) => (at === 4 ? null : time) }
    const ids = await insertMediaRows(db, options)
    const note = (zone: string) => JSON.stringify({ 'Time zone': zone, ISO: 200, 'Camera serial number': 'C1' })
    const notes = ['not in the file: taken as UTC', 'not in the file: taken as UTC', 'UTC+13:00', 'UTC, from GPS']
    for (const [at, zone] of notes.entries())
      await db
        .updateTable('media')
        .set({ exif: note(zone), revision: at === 1 ? 2 : 1 })
        .where('id', '=', ids[at] ?? '')
        .execute()

    // as version 23 left it
    await beforeClocks(db)
    await sql`delete from schema_version where version > 23`.execute(db)
    t.same(await migrate(storage, config.dataDir, migrations), { from: 23, to: schemaVersion })

    const bases = await Promise.all(ids.map(async id => (await owner.get(`/media/${id}`)).json()))
    t.same(
      bases.map(({ eventDate }) => eventDate),
      [time, time, time, time, null]
    )
    t.match(
      bases.map(({ timeBasis }) => timeBasis),
      [
        { source: 'assumed', cameraTime: '2024-06-02T14:03:11.250', zone: null, answer: null },
        { source: 'assumed', cameraTime: null },
        { source: 'file', cameraTime: null, zone: '+13:00' },
        { source: 'gps', cameraTime: null },
        { source: null, cameraTime: null }
      ]
    )
    const asked = (await owner.get(`/projects/${project.id}/camera-clocks`)).json()
    t.match(asked, { imageCount: 1, assumedCount: 1, groups: [{ cameraSerial: 'C1', batch: null }] })
  })

  t.test('an upgrade assigns colours to labels in use, the most used first', async t => {
    const { storage, signUp, config } = await testBackend(t, { database })
    const { db } = storage
    const owner = await signUp()
    const ids: Record<string, string> = {}
    for (const title of ['Reef', 'Seamount']) {
      const { id } = await owner.makeProject({ title })
      ids[title] = id
      for (const [name, count] of Object.entries({ Coral: 2, Sponge: 5, Star: 0 })) {
        const { id: labelId } = (await owner.post(`/projects/${id}/labels`, { name })).json()
        await db.updateTable('label').set({ annotation_count: count }).where('id', '=', labelId).execute()
      }
    }

    // as version 31 left it
    await beforeColours(db)
    await sql`delete from schema_version where version > 31`.execute(db)
    t.same(await migrate(storage, config.dataDir, migrations), { from: 31, to: schemaVersion })

    for (const projectId of Object.values(ids)) {
      const { labels } = (await owner.get(`/projects/${projectId}/labels/outline`)).json()
      const colours = labels.map(({ name, paletteColour }: { name: string; paletteColour?: number }) => [name, paletteColour])
      t.same(Object.fromEntries(colours), { Sponge: 0, Coral: 1, Star: undefined })
    }
  })

  t.test('an upgrade adds the tables of outside data and opportunities', async t => {
    const { storage, signUp, config } = await testBackend(t, { database })
    const { db } = storage
    const owner = await signUp()
    const { id: projectId } = await owner.makeProject({ title: 'Reef' })
    await beforeScraper(db)
    await sql`delete from schema_version where version > 32`.execute(db)
    t.match(await migrate(storage, config.dataDir, migrations), { to: schemaVersion })
    t.match((await owner.get(`/scraper/jobs?project_id=${projectId}`)).json(), { items: [] })
    t.match((await owner.get('/data/opportunities')).json(), { items: [], total: 0 })
  })

  t.test('an upgrade adds the areas drawn on the map', async t => {
    const { storage, signUp, config } = await testBackend(t, { database })
    const { db } = storage
    const owner = await signUp()
    const { id } = await owner.makeProject({ title: 'Reef' })
    await beforeMapAreas(db)
    await sql`delete from schema_version where version > 71`.execute(db)
    t.same(await migrate(storage, config.dataDir, migrations), { from: 71, to: schemaVersion })
    const line = [
      [5.1, 60.2],
      [5.3, 60.2],
      [5.2, 60.3]
    ]
    const area = (await owner.post(`/projects/${id}/map/areas`, { line })).json()
    t.match((await owner.get(`/projects/${id}/map/areas/${area.id}`)).json(), { ring: line })
    t.equal((await owner.get(`/projects/${id}/media?filter=area.inside.${area.id}`)).statusCode, 200)
  })

  t.test('an upgrade keeps opportunities, and adds their dates', async t => {
    const { storage, signUp, config } = await testBackend(t, { database })
    const { db } = storage
    const owner = await signUp()
    const deadlines = [{ label: null, date: '2099-12-01', time: null, zone: 'AoE' }]
    const { id } = (await owner.post('/opportunities', { kind: 'job', title: 'Old job', regions: ['Azores'], deadlines })).json()
    await owner.put(`/opportunities/${id}/save`, {})
    await beforeOpportunityCare(db)
    await sql`delete from schema_version where version > 38`.execute(db)
    t.match(await migrate(storage, config.dataDir, migrations), { to: schemaVersion })
    const between = (await owner.get('/data/opportunities?from=2099-12-01&to=2099-12-31')).json()
    t.match(between, { total: 1, items: [{ title: 'Old job', regions: ['Azores'], isSaved: true, deadlines: [{ zone: 'AoE' }] }] })
    t.match((await owner.get(`/opportunities/${id}`)).json(), { saved: { reminders: [336, 72, 24], note: null }, taxa: [] })
  })

  t.test('an upgrade indexes existing opportunities', async t => {
    const { storage, signUp, config } = await testBackend(t, { database })
    const { db } = storage
    const owner = await signUp()
    const url = 'https://grants.example/7'
    await owner.post('/opportunities', { kind: 'grant', title: 'Störtebeker', url, deadlines: [{ ...soon, date: '2098-12-01' }] })
    await owner.post('/opportunities', { kind: 'grant', title: 'Stork', deadlines: [soon] })
    await beforeOpportunitySearch(db)
    await sql`delete from schema_version where version > 58`.execute(db)
    t.match(await migrate(storage, config.dataDir, migrations), { from: 58, to: schemaVersion })
    const { items } = (await owner.get('/data/opportunities?q=stor')).json()
    t.match(items, [{ title: 'Stork' }, { title: 'Störtebeker' }])
    await owner.delete(`/opportunities/${items[1].id}`)
    t.match((await owner.get('/data/opportunities?q=stor')).json(), { total: 1 }, 'the index follows a deletion')
  })

  t.test('an upgrade keeps scraper jobs, without a schedule', async t => {
    const { storage, signUp, config } = await testBackend(t, { database })
    const { db } = storage
    const owner = await signUp()
    const { id: projectId } = await owner.makeProject({ title: 'Reef' })
    const draft = { projectId, name: 'Fish', source: 'obis.occurrences', query: { scientificname: 'Acanthuridae' } }
    const { id } = (await owner.post('/scraper/jobs', draft)).json()
    await beforeSchedules(db)
    await sql`delete from schema_version where version > 34`.execute(db)
    t.match(await migrate(storage, config.dataDir, migrations), { from: 34, to: schemaVersion })
    t.match((await owner.get(`/scraper/jobs/${id}`)).json(), { name: 'Fish', schedule: null, nextAt: null, restsSince: null })
  })

  t.test('an upgrade adds the tables of AI Analysis, and attributes existing labels to people', async t => {
    const { storage, signUp, config } = await testBackend(t, { database })
    const { db } = storage
    const owner = await signUp()
    const { id: projectId } = await owner.makeProject({ title: 'Reef' })
    const mediaIds = await insertMediaRows(db, { projectId, accountId: owner.id, count: 2 })
    const { id: labelId } = (await owner.post(`/projects/${projectId}/labels`, { name: 'Sponge' })).json()
    const operations = Array.from({ length: 6 }, (_, index) => {
      const shape = { kind: 'point', x: index, y: 1 }
      return { id: `edit-${index}`, kind: 'create', annotationId: `point-${index}`, mediaId: mediaIds[index % 2], shape, labelId }
    })
    await owner.post(`/projects/${projectId}/annotations/operations`, { operations })
    await beforeAi(db)
    await sql`delete from schema_version where version > 42`.execute(db)
    t.match(await migrate(storage, config.dataDir, migrations), { to: schemaVersion })
    t.match((await owner.get(`/projects/${projectId}/ai`)).json(), { learnable: 1, classes: [{ labelId, labelCount: 6, groupCount: 2 }] })
    t.match((await owner.get('/annotations/point-0')).json(), { origin: null })
  })

  t.test('an upgrade adds checks of labels and suggestions on images, and keeps earlier runs', async t => {
    const { storage, signUp, config } = await testBackend(t, { database })
    const { db } = storage
    const owner = await signUp()
    const { id: projectId } = await owner.makeProject({ title: 'Reef' })
    const run = { id: 'run-1', project_id: projectId, number: 1, job_id: 'job-1', created_at: '2026-11-24T00:00:00.000Z' }
    await beforeImageSuggestions(db)
    await db
      .insertInto('ai_run')
      .values({ ...run, task: 'label', finished_at: run.created_at } as never)
      .execute()
    await sql`delete from schema_version where version > 46`.execute(db)
    t.match(await migrate(storage, config.dataDir, migrations), { to: schemaVersion })
    t.match((await owner.get('/ai/runs/run-1')).json(), { task: 'label', state: 'done', waitingCount: 0 })
    t.same((await owner.get('/ai/runs/run-1/doubts')).json(), { items: [], nextCursor: null })
  })

  t.test('an upgrade creates an observation for each outside record accepted before', async t => {
    const counts = ['12', '2.5', undefined]
    const drawn = drawnRecords(4).map((record, place) => ({ ...record, individualCount: counts[place], basisOfRecord: 'humanobservation' }))
    const { owner, project, make, ended, records, storage, config } = await scrapingProject(t, drawn, { database })
    await ended((await make({ startNow: true })).id)
    const { items } = await records('')
    const [accepted, rejected] = [items.slice(0, 3), items.slice(3)].map(some => some.map(({ id }) => id))
    await owner.post('/data/records/decide', { ids: accepted, decision: 'accept' })
    await owner.post('/data/records/decide', { ids: rejected, decision: 'reject' })
    const observations = async () => (await owner.get(`/projects/${project.id}/observations`)).json<ObservationPage>()
    const now = await observations()
    await beforeObservations(storage.db)
    await sql`delete from schema_version where version > 51`.execute(storage.db)
    t.match(await migrate(storage, config.dataDir, migrations), { to: schemaVersion })
    const then = await observations()
    t.same(then, now, 'as if accepted now')
    t.same(new Set(then.items.map(({ individualCount }) => individualCount)), new Set([12, null]))
    const cells = (await owner.get(`/projects/${project.id}/map/cells?kind=observation&origin=outside`)).json()
    t.equal(cells.placedCount, 3)
  })

  t.test('an upgrade assigns model versions the task of their first run, and promotes none', async t => {
    const backend = await testBackend(t, { database })
    const { storage, signUp, config } = backend
    const owner = await signUp()
    const { id: projectId } = await owner.makeProject({ title: 'Reef' })
    const [mediaId = ''] = await insertMediaRows(storage.db, { projectId, accountId: owner.id, count: 1 })
    const { modelVersionId } = await lines.make!({ ...backend, owner, projectId, mediaId })
    await storage.db.updateTable('ai_run').set({ task: 'objects' }).execute()
    await beforeEvaluation(storage.db)
    await sql`delete from schema_version where version > 48`.execute(storage.db)
    t.match(await migrate(storage, config.dataDir, migrations), { to: schemaVersion })
    t.match((await owner.get(`/ai/models/${modelVersionId}`)).json(), {
      task: 'objects',
      isPromoted: false,
      promotions: [],
      testedItems: 0
    })
  })

  t.test('an upgrade adds models uploaded by teams, and keeps earlier runs and uploads', async t => {
    const { storage, signUp, config } = await testBackend(t, { database })
    const { db } = storage
    const owner = await signUp()
    const { id: projectId } = await owner.makeProject({ title: 'Reef' })
    const at = '2026-11-24T00:00:00.000Z'
    const run = { id: 'run-1', project_id: projectId, number: 1, job_id: 'job-1', created_at: at, task: 'objects', finished_at: at }
    await beforeUploadedModels(db)
    await db
      .insertInto('ai_run')
      .values(run as never)
      .execute()
    const started = { id: 'upload-1', project_id: projectId, account_id: owner.id, file_name: 'reef.jpg', size_bytes: 10, media_id: null }
    await db
      .insertInto('upload')
      .values({ ...started, created_at: at, expires_at: '2999-01-01T00:00:00.000Z' })
      .execute()
    await sql`delete from schema_version where version > 56`.execute(db)
    t.match(await migrate(storage, config.dataDir, migrations), { to: schemaVersion })
    t.match((await owner.get('/ai/runs/run-1')).json(), {
      state: 'done',
      uploadedModelId: null,
      modelName: null,
      provenance: { scope: 'all images without annotations' }
    })
    t.same((await owner.get(`/projects/${projectId}/ai/uploaded-models`)).json().items, [])
    t.match(await db.selectFrom('upload').select('purpose').execute(), [{ purpose: 'media' }], 'an unfinished upload is an image')
  })

  t.test('an upgrade adds bulk acceptances, and keeps existing decisions', async t => {
    const backend = await testBackend(t, { database })
    const { storage, signUp, config } = backend
    const owner = await signUp()
    const { id: projectId } = await owner.makeProject({ title: 'Reef' })
    const [mediaId = ''] = await insertMediaRows(storage.db, { projectId, accountId: owner.id, count: 1 })
    const { aiRunId } = await lines.make!({ ...backend, owner, projectId, mediaId })
    await beforeBulkAcceptances(storage.db)
    await sql`delete from schema_version where version > 55`.execute(storage.db)
    t.match(await migrate(storage, config.dataDir, migrations), { to: schemaVersion })
    t.same((await owner.get(`/ai/runs/${aiRunId}/acceptances`)).json(), { items: [] })
    t.match((await owner.get(`/ai/runs/${aiRunId}`)).json(), { lastDecision: { decision: 'unsure' } })
    t.equal((await owner.post(`/ai/runs/${aiRunId}/mixed-batches`, { least: 0.5 })).json().items.length, 1)
  })

  t.test('an upgrade adds blind audits, and keeps existing bulk acceptances without one', async t => {
    const backend = await testBackend(t, { database })
    const { storage, signUp, config } = backend
    const owner = await signUp()
    const { id: projectId } = await owner.makeProject({ title: 'Reef' })
    const [mediaId = ''] = await insertMediaRows(storage.db, { projectId, accountId: owner.id, count: 1 })
    const { aiRunId, bulkAcceptanceId } = await lines.make!({ ...backend, owner, projectId, mediaId })
    await beforeAcceptanceAudits(storage.db)
    await sql`delete from schema_version where version > 67`.execute(storage.db)
    t.match(await migrate(storage, config.dataDir, migrations), { to: schemaVersion })
    t.match((await owner.get(`/ai/runs/${aiRunId}/acceptances`)).json().items, [{ id: bulkAcceptanceId, state: 'done', audit: null }])
    t.equal((await owner.get(`/ai/acceptances/${bulkAcceptanceId}/audit`)).statusCode, 404)
  })

  t.test('an upgrade adds the records of imports into catalogs', async t => {
    const { storage, signUp, config } = await testBackend(t, { database })
    const owner = await signUp()
    const { id: projectId } = await owner.makeProject({ title: 'Reef' })
    await beforeCatalogImports(storage.db)
    await sql`delete from schema_version where version > 39`.execute(storage.db)
    t.match(await migrate(storage, config.dataDir, migrations), { to: schemaVersion })
    t.match((await owner.get(`/projects/${projectId}/labels/imports`)).json(), { items: [] })
  })

  t.test('an upgrade adds archives and extents of map layers, and keeps existing layers', async t => {
    const { storage, signUp, config } = await testBackend(t, { database })
    const admin = await signUp()
    const layer = mapLayersApi.create.example as object
    const { id } = (await admin.post('/admin/map-layers', { ...layer, bounds: null })).json()
    await beforeLayerArchives(storage.db)
    await sql`delete from schema_version where version > 65`.execute(storage.db)
    t.match(await migrate(storage, config.dataDir, migrations), { to: schemaVersion })
    t.match((await admin.get('/admin/map-layers')).json(), { layers: [{ id, ...layer, bounds: null, state: 'ready' }] })
  })

  t.test('an upgrade keeps scraper jobs, which have no account', async t => {
    const { storage, config, make, job } = await scrapingProject(t, [], { database })
    const { id } = await make()
    await beforeScraperAccounts(storage.db)
    await sql`delete from schema_version where version > 68`.execute(storage.db)
    t.match(await migrate(storage, config.dataDir, migrations), { to: schemaVersion })
    t.match(await job(id), { id, name: 'Tonga', hasAccount: false })
  })

  t.test('an upgrade lets sites be edited by operations', async t => {
    const { storage, config, signUp } = await testBackend(t, { database })
    const owner = await signUp()
    const project = await owner.makeProject()
    const { id: siteId } = (await owner.post(`/projects/${project.id}/sites`, { name: 'M1' })).json()
    await beforeSiteOperations(storage.db)
    await sql`delete from schema_version where version > 69`.execute(storage.db)
    t.match(await migrate(storage, config.dataDir, migrations), { to: schemaVersion })
    const operations = [{ id: newId(), kind: 'revise', siteId, revision: 1, name: 'M1 north' }]
    const answer = await owner.post(`/projects/${project.id}/sites/operations`, { operations })
    t.match(answer.json(), { results: [{ outcome: 'done', site: { name: 'M1 north', revision: 2 } }] })
  })

  t.test('an upgrade marks opportunities without an author as records, and merges none', async t => {
    const { storage, config, signUp } = await testBackend(t, { database })
    const owner = await signUp()
    const post = async (title: string) => (await owner.post('/opportunities', { kind: 'job', title })).json().id as string
    const [own, found] = [await post('Diver'), await post('Pilot')]
    await storage.db.updateTable('opportunity').set({ author_id: null }).where('id', '=', found).execute()
    await beforeMergedOpportunities(storage.db)
    await sql`delete from schema_version where version > 73`.execute(storage.db)
    t.match(await migrate(storage, config.dataDir, migrations), { to: schemaVersion })
    t.match((await owner.get(`/opportunities/${own}`)).json(), { poster: 'person', state: 'published' })
    t.match((await owner.get(`/opportunities/${found}`)).json(), { poster: 'record', state: 'published' })
  })

  t.test('an upgrade brings back opportunities whose survivor was deleted, and counts the reports of merged ones', async t => {
    const { storage, config, signUp } = await testBackend(t, { database })
    const { db } = storage
    const [admin, bo] = [await signUp(), await signUp()]
    const post = async () => (await admin.post('/opportunities', { kind: 'job', title: 'Pilot', deadlines: [soon] })).json().id as string
    const [kept, other, deleted, orphan] = [await post(), await post(), await post(), await post()]
    await bo.put(`/opportunities/${orphan}/save`, { reminders: [24] })
    await bo.post(`/opportunities/${other}/report`, { reason: 'spam' })
    const merge = async (id: string, otherId: string) =>
      t.equal((await admin.post(`/opportunities/${id}/merge`, { revision: 1, otherId, otherRevision: 1, take: [] })).statusCode, 200)
    await merge(kept, other)
    await merge(deleted, orphan)
    await beforeMergeChains(db)
    await db.deleteFrom('opportunity').where('id', '=', deleted).execute()
    await db.updateTable('opportunity').set({ author_id: null }).where('id', '=', orphan).execute()
    await db.updateTable('opportunity').set({ open_reports: 0 }).execute()
    await sql`delete from schema_version where version > 75`.execute(db)
    t.match(await migrate(storage, config.dataDir, migrations), { from: 75, to: schemaVersion })
    t.match((await bo.get(`/opportunities/${orphan}`)).json(), { id: orphan, state: 'published', saved: { reminders: [24] } })
    t.match((await db.selectFrom('opportunity_save').select('next_at').where('opportunity_id', '=', orphan).execute())[0]?.next_at, /^2/)
    t.match((await admin.get('/data/opportunities?moderation=true')).json().items, [{ id: kept, reports: 1 }])
    t.equal((await admin.post(`/opportunities/${other}/separate`, { revision: 2 })).statusCode, 200)
  })

  t.test('an upgrade corrects the number of annotations of labels', async t => {
    const { storage, config, owner, addLabel, creation, edit } = await annotatingProject(t, { database, images: 1 })
    const [used, unused] = [await addLabel('Coral'), await addLabel('Sponge')]
    await edit([creation({ labelId: used.id })])
    await storage.db.updateTable('label').set({ annotation_count: 12 }).execute()
    await beforeAcceptanceLabels(storage.db)
    await sql`delete from schema_version where version > 82`.execute(storage.db)
    t.match(await migrate(storage, config.dataDir, migrations), { from: 82, to: schemaVersion })
    const countOf = async (id: string) => (await owner.get(`/labels/${id}`)).json().annotationCount
    t.same([await countOf(used.id), await countOf(unused.id)], [1, 0])
    t.equal((await owner.delete(`/labels/${unused.id}`)).statusCode, 204)
  })
})
