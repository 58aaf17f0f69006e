import { sql } from 'kysely'
import t from 'tap'
import { shownPlaces } from '../../../../server/backend/generalisations/shown-places.ts'
import { keptColumns } from '../../../../server/backend/map/kept-columns.ts'
import { mapObservationsOf } from '../../../../server/backend/map/observation-rows.ts'
import { knownIdentifiers } from '../../../../server/backend/observations/import/known-identifiers.ts'
import { observationRepository } from '../../../../server/backend/observations/repository.ts'
import { everything, type Scope } from '../../../../server/backend/projects/scope.ts'
import { matchByIdentifiers } from '../../../../server/backend/scraper/match.ts'
import { recordRepository } from '../../../../server/backend/scraper/records.ts'
import { timestamp } from '../../../../server/lib/clock.ts'
import { newId } from '../../../../server/lib/ids.ts'
import { testBackend } from '../../../support/backend.ts'
import { recordingPlans } from '../../../support/query-plans.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** Tables whose rows grow with the work of all projects. */
const large = ['observation', 'place', 'scraped_record', 'media', 'annotation']

// PostgreSQL chooses its plans by the sizes of tables, so that a small one is read as a whole.
t.test('lists and maps of observations, and the inbox, read no table of all projects as a whole on SQLite', async t => {
  const { signUp, storage } = await testBackend(t)
  const owner = await signUp()
  const { id: projectId } = await owner.makeProject()
  const place = { verbatimIdentification: 'Gadus', eventDate: '2026-06-01', decimalLatitude: 60.5, decimalLongitude: 4.25 }
  const made = await owner.post(`/projects/${projectId}/observations`, place)
  t.equal(made.statusCode, 201)
  await owner.get(`/projects/${projectId}/map/observations`) // it derives the places
  const { scans, recorded, count } = recordingPlans(storage.db)

  const sight = everything(projectId, 'a test', { role: 'owner', isBlind: false })
  const scope: Scope = { ...sight, accountId: owner.id, role: 'owner' }
  const list = observationRepository(recorded)
  for (const filter of [{}, { q: 'gadus' }, { origin: 'own' as const }, { from: '2026-01-01', to: '2026-12-31' }, { removed: true }])
    await list.page(scope, filter, { cursor: 'zzzz' })
  const kept = keptColumns(temporaryFolder(t))
  const found = await mapObservationsOf(recorded, kept, scope, { box: '0,55,10,65', origin: 'own', isUpdating: false })
  t.equal(found.items.length, 1)
  const inbox = recordRepository(recorded)
  for (const conditions of [{}, { state: 'waiting' as const }, { q: 'gadus' }, { flags: 'DATE_IN_FUTURE' }, { change: 'gone' as const }])
    await inbox.page(owner.id, { projectId, ...conditions }, { cursor: '0' })
  t.ok(count() > 15)
  t.same(await scans(large), [])
})

t.test('the observation of an outside record is found by its index on SQLite, though most observations have no record', async t => {
  const { signUp, storage } = await testBackend(t)
  const owner = await signUp()
  const { id: projectId } = await owner.makeProject()
  const label = (await owner.post(`/projects/${projectId}/labels`, { name: 'Lophelia pertusa' })).json()
  const rule = await owner.post(`/projects/${projectId}/generalisations`, { labelId: label.id, grid: '0.1', fromRole: 'owner' })
  t.equal(rule.statusCode, 201)
  await sql`
    with recursive n (i) as (select 0 union all select i + 1 from n where i < 1999)
    insert into observation (id, project_id, verbatim_identification, occurrence_status, basis_of_record, created_at, modified_at, change_kind, revision)
    select 'observation ' || i, ${projectId}, 'Gadus', 'present', 'HumanObservation', ${timestamp()}, ${timestamp()}, 'create', 1 from n
  `.execute(storage.db)
  await sql`analyze`.execute(storage.db)
  const { scans, recorded, count } = recordingPlans(storage.db)
  const shown = await shownPlaces(recorded, projectId, { role: 'editor', isBlind: false })
  await shown.ofRecords(['a record', 'another'])
  t.ok(count() > 2)
  t.same(await scans(['observation']), [])
})

t.test('the own identifiers of a page are found by index on SQLite, though most observations have none', async t => {
  const { signUp, storage } = await testBackend(t)
  const owner = await signUp()
  const { id: projectId } = await owner.makeProject()
  await sql`
    with recursive n (i) as (select 0 union all select i + 1 from n where i < 1999)
    insert into observation (id, project_id, verbatim_identification, occurrence_status, basis_of_record, created_at, modified_at, change_kind, revision)
    select 'observation ' || i, ${projectId}, 'Gadus', 'present', 'HumanObservation', ${timestamp()}, ${timestamp()}, 'created', 1 from n
  `.execute(storage.db)
  await sql`analyze`.execute(storage.db)
  const searchesOf = async (work: (recorded: typeof storage.db) => Promise<unknown>) => {
    const { steps, recorded } = recordingPlans(storage.db)
    await work(recorded)
    return (await steps()).flatMap(step => /^(\w+ (?:annotation|media|observation) .*?): /.exec(step)?.[1] ?? [])
  }
  const matched = await searchesOf(recorded => matchByIdentifiers(recorded, ['a record', 'another']))
  t.equal(matched.length, 4)
  t.same(
    matched.filter(step => !/^SEARCH .*(\(id=|AND occurrence_id>)/.test(step)),
    []
  )
  const given = ['net-1', `urn:uuid:${newId()}`, `urn:uuid:${newId()}:cover:${newId()}`]
  const known = await searchesOf(recorded => knownIdentifiers(recorded, everything(projectId, 'a test'), given))
  const ofImages = known.filter(step => !step.includes('observation'))
  t.equal(ofImages.length, 3)
  t.same(
    ofImages.filter(step => !/^SEARCH .*\bid=/.test(step)),
    []
  )
})

t.test('the grids of a page and of a project come from the indexes of its sites and labels on SQLite', async t => {
  const { signUp, storage } = await testBackend(t)
  const owner = await signUp()
  const { id: projectId } = await owner.makeProject()
  const label = (await owner.post(`/projects/${projectId}/labels`, { name: 'Lophelia pertusa' })).json()
  await owner.post(`/projects/${projectId}/generalisations`, { labelId: label.id, grid: '0.1', fromRole: 'owner' })
  await sql`
    with recursive n (i) as (select 0 union all select i + 1 from n where i < 199)
    insert into site (id, project_id, name, name_key, type, revision, created_at, modified_at)
    select 'site ' || i, ${projectId}, 'M' || i, 'm' || i, 'station', 1, ${timestamp()}, ${timestamp()} from n`.execute(storage.db)
  await sql`
    with recursive n (i) as (select 0 union all select i + 1 from n where i < 1999)
    insert into observation (id, project_id, verbatim_identification, occurrence_status, site_id, basis_of_record, created_at, modified_at, change_kind, revision)
    select 'observation ' || i, ${projectId}, 'Gadus', 'present', 'site ' || (i % 200), 'HumanObservation', ${timestamp()}, ${timestamp()}, 'created', 1 from n
  `.execute(storage.db)
  await sql`analyze`.execute(storage.db)
  const { steps, recorded } = recordingPlans(storage.db)
  const shown = () => shownPlaces(recorded, projectId, { role: 'editor', isBlind: false })
  await (await shown()).ofObservations(['observation 1', 'observation 2'])
  await (await shown()).ofSites()
  const used = (await steps()).flatMap(step => /INDEX (\w+ \(\w+[=<>]+)/.exec(step)?.[1] ?? [])
  t.ok(used.includes('observation_by_site_id (site_id='))
  t.ok(used.includes('observation_named_at_site (project_id='))
  t.same(
    used.filter(index => /media_by_site|>/.test(index)),
    [],
    'indexes of all projects are not read as a whole'
  )
})

t.test('a statement that reads a whole table is found', async t => {
  const { storage } = await testBackend(t)
  const { scans, recorded } = recordingPlans(storage.db)
  await recorded.selectFrom('observation').select('id').where('recorded_by', '=', 'Ada').execute()
  t.match(await scans(large), [/^SCAN observation/])
})
