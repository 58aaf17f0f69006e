import { sql } from 'kysely'
import { openDatabase } from '../../server/backend/storage/database.ts'
import { flagBits } from '../../shared/outside/flags.ts'
import { type Filled, onFilledServers, type Place } from './support/filled-servers.ts'
import { processorMs } from './support/processes.ts'
import { signUpAs } from './support/sessions.ts'
import { count, ms, table } from './support/table.ts'

export const title = 'Inbox of a large project'

const recordCount = Number(process.env.BENCH_RECORDS ?? 200_000)
const asks = 15

/** Name of the call, median, slowest, processor time of the server for each answer. */
type Row = [name: string, median: string, slowest: string, processor: string]

/** Measures pages of the inbox and of observations for a person who sees all places exactly, and for one from whom some are hidden. */
export async function measure(): Promise<string> {
  const sections = await onFilledServers({ fill, measure: askAll })
  return [
    `${count(recordCount)} waiting records of 1,000 taxa: a tenth flagged as on land, a tenth with a possible duplicate. ${count(recordCount / 2)} observations with a site or a position. From the editor, the places of 10 taxa are hidden. Pages of 50, ${asks} times each. Processor time of the server for each answer.`,
    '',
    table(
      ['page', ...sections.flatMap(([name]) => [`${name} median`, 'slowest', 'processor'])],
      sections[0]![1].map(([name], row) => [name, ...sections.flatMap(([, rows]) => rows[row]!.slice(1))] as string[])
    )
  ].join('\n')
}

const at = '2026-01-01T00:00:00.000Z'
const id = (noun: string, number: string) => sql.raw(`'00000000-0000-7000-${noun}-' || cast(100000000000 + ${number} as text)`)
const numbers = (total: number) => sql`with recursive n (i) as (select 0 union all select i + 1 from n where i < ${sql.lit(total - 1)})`

// Long: one table after the other.
async function fill(projectId: string, where: Place): Promise<void> {
  const { db, close, dialect, sqlite } = openDatabase(where)
  sqlite?.exec('pragma cache_size = -1500000; pragma synchronous = off')
  const name = sql.raw(`'Genus' || cast(i % 100 as text) || ' species' || cast(i % 1000 as text)`)
  const key = sql.raw(`'genus' || cast(i % 100 as text) || ' species' || cast(i % 1000 as text)`)
  await sql`
    insert into label (id, project_id, name, name_key, taxon_rank, synonyms, vernacular_names, environments, words, created_at, modified_at, change_kind)
    ${numbers(1000)} select ${id('8003', 'i')}, ${projectId}, ${name}, ${key}, 'species', '[]', '[]', '[]', '', ${at}, ${at}, 'create' from n`.execute(
    db
  )
  await sql`
    insert into site (id, project_id, name, name_key, type, decimal_latitude, decimal_longitude, revision, created_at, modified_at)
    ${numbers(500)}
    select ${id('8001', 'i')}, ${projectId}, 'M' || cast(i as text), 'm' || cast(i as text), 'station', i % 80, i % 170, 1, ${at}, ${at} from n`.execute(
    db
  )
  const jobId = '00000000-0000-7000-8006-000000000001'
  await sql`insert into scraper_job (id, project_id, name, source, query, limits, created_at, modified_at, revision)
    values (${jobId}, ${projectId}, 'Reef', 'obis.occurrences', '{}', '{}', ${at}, ${at}, 1)`.execute(db)
  await sql`
    insert into scraped_record (id, scraper_job_id, project_id, data_type, identity, hash, version, state, first_run_id, last_run_id, flags, source_flags,
      match_kind, match_score, match_record_id, title, title_key, aphia_id, event_date, first_day, last_day, decimal_latitude, decimal_longitude)
    ${numbers(recordCount)}
    select ${id('8007', 'i')}, ${jobId}, ${projectId}, 'occurrence', 'r' || cast(i as text), 'h', 1, 'waiting', 'run', 'run',
      case when i % 10 = 0 then ${sql.lit(onLand)} else 0 end, '[]', case when i % 10 = 1 then 'possible' end, case when i % 10 = 1 then 0.7 end,
      case when i % 10 = 1 then ${id('8007', 'i - 1')} end, ${name}, ${key}, 1000 + i % 1000, '2020-06-01', '2020-06-01', '2020-06-01',
      i % 160 - 80, i % 340 - 170 from n`.execute(db)
  await sql`
    insert into scraped_version (record_id, number, run_id, at, fields, raw)
    ${numbers(recordCount)} select ${id('8007', 'i')}, 1, 'run', ${at}, '{"scientificName":"' || ${name} || '","basisOfRecord":"HumanObservation"}',
      ${dialect === 'postgres' ? sql`'\\x28'::bytea` : sql`x'28'`} from n`.execute(db)
  await sql`
    insert into observation (id, project_id, label_id, verbatim_identification, occurrence_status, event_date, first_day, last_day, site_id,
      decimal_longitude, decimal_latitude, basis_of_record, created_at, modified_at, change_kind, revision)
    ${numbers(recordCount / 2)}
    select ${id('8005', 'i')}, ${projectId}, case when i % 4 = 0 then null else ${id('8003', 'i % 1000')} end, ${name}, 'present', '2020-06-01',
      '2020-06-01', '2020-06-01', case when i % 2 = 0 then ${id('8001', 'i % 500')} end, i % 340 - 170, i % 160 - 80, 'HumanObservation', ${at}, ${at},
      'create', 1 from n`.execute(db)
  await sql.raw(dialect === 'postgres' ? 'vacuum analyze' : 'analyze').execute(db)
  await close()
}

/** Bit of the flag ON_LAND. */
const onLand = flagBits(['ON_LAND'])

async function askAll({ server, cookie, projectId }: Filled<void>): Promise<Row[]> {
  const editor = { email: 'editor@lab.example', password: 'forty fathoms of cold water' }
  const others = await signUpAs(server, editor)
  const send = async (path: string, body: object) => {
    const response = await fetch(`${server.url}/api/projects/${projectId}/${path}`, {
      ...{ method: 'POST', headers: { cookie, 'content-type': 'application/json', 'x-requested-by': 'app' } },
      body: JSON.stringify(body)
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  }
  await send('members', { email: editor.email, role: 'editor' })
  for (let label = 0; label < 10; label++)
    await send('generalisations', { labelId: `00000000-0000-7000-8003-${100_000_000_000 + label}`, grid: '0.1', fromRole: 'owner' })
  while (
    JSON.parse(await (await fetch(`${server.url}/api/projects/${projectId}/map/histograms`, { headers: { cookie } })).text()).isUpdating
  )
    await new Promise(resolve => setTimeout(resolve, 1_000))
  const rows: Row[] = []
  for (const [person, theirs] of [
    ['owner', cookie],
    ['editor', others]
  ] as const)
    for (const path of ['state=waiting', 'state=waiting&flags=ON_LAND', 'state=waiting&match=possible', 'state=waiting&q=species77'])
      rows.push([`records?${path}, ${person}`, ...(await ask(`/data/project/${projectId}?${path}`, theirs))])
  for (const [person, theirs] of [
    ['owner', cookie],
    ['editor', others]
  ] as const)
    for (const path of ['observations', 'map/observations?box=0,0,60,60', 'map/cells?kind=observation'])
      rows.push([`${path}, ${person}`, ...(await ask(`/projects/${projectId}/${path}`, theirs))])
  return rows

  async function ask(path: string, theirs: string): Promise<[string, string, string]> {
    const times: number[] = []
    const before = processorMs(server.process.pid!)
    while (times.length < asks) {
      const start = performance.now()
      const response = await fetch(`${server.url}/api${path}`, { headers: { cookie: theirs } })
      const body = await response.text()
      if (response.ok) times.push(performance.now() - start)
      else if (response.status !== 503) throw new Error(`${path} answered ${response.status}: ${body.slice(0, 300)}`)
      else await new Promise(resolve => setTimeout(resolve, 1_000))
    }
    const processor = (processorMs(server.process.pid!) - before) / asks
    times.sort((one, other) => one - other)
    return [ms(times[Math.floor(asks / 2)]!), ms(times.at(-1)!), ms(processor)]
  }
}
