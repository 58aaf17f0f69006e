import { sql } from 'kysely'
import { openDatabase } from '../../server/backend/storage/database.ts'
import { type Filled, onFilledServers, type Place } from './support/filled-servers.ts'
import type { Running } from './support/processes.ts'
import { quantile } from './support/statistics.ts'
import { count, ms, table } from './support/table.ts'

export const title = 'Suggestions of models: opening an image, a page of the grid, and the counts of a run'

/** Number of suggestions. On a slow machine, set for example `BENCH_SUGGESTIONS=1000000`. */
const suggestionCount = Number(process.env.BENCH_SUGGESTIONS ?? 10_000_000)
const runCount = 20
const labelCount = 30
/** Suggestions per image: half of them wait, and a later run replaced the others. */
const perImage = 1_000
const imageCount = suggestionCount / perImage
const asks = 100

/** Name of the call, p50, p95. */
type Row = [name: string, p50: string, p95: string]

/** Measures the calls on suggestions, one after the other through the gateway with a session. */
export async function measure(): Promise<string> {
  const sections = await onFilledServers({ fill, measure: askAll })
  return [
    `${count(suggestionCount)} suggestions of ${runCount} runs on ${count(imageCount)} images, half of them waiting; ${asks} calls each. Bar: p95 100 ms.`,
    '',
    table(
      ['call', ...sections.flatMap(([name]) => [`${name} p50`, 'p95'])],
      sections[0]![1].map(([name], row) => [name, ...sections.flatMap(([, rows]) => rows[row]!.slice(1))])
    )
  ].join('\n')
}

const at = '2026-01-01T00:00:00.000Z'
/** An id of the usual length, as an SQL expression for both databases. */
const id = (noun: string, number: string) => sql.raw(`'00000000-0000-7000-${noun}-' || cast(100000000000 + ${number} as text)`)
const idOf = (noun: string, number: number) => `00000000-0000-7000-${noun}-${100_000_000_000 + number}`
const numbers = (from: number, to: number) =>
  sql`with recursive n (i) as (select ${sql.lit(from)} union all select i + 1 from n where i < ${sql.lit(to - 1)})`

async function askAll({ server, cookie, projectId }: Filled<void>): Promise<Row[]> {
  const pages = [`/ai/runs/${idOf('8006', 3)}/suggestions?limit=60`]
  for (let page = 1; page < asks; page++) pages.push(`${pages[0]}&least=${(page / asks).toFixed(2)}&order=leastSure`)
  const calls: Record<string, string[]> = {
    'an image with 500 waiting': Array.from({ length: asks }, (_, ask) => `/media/${idOf('8000', (ask * 7919) % imageCount)}/suggestions`),
    'a page of the grid': pages,
    'counts and histogram of a run': Array.from({ length: asks }, (_, ask) => `/ai/runs/${idOf('8006', ask % runCount)}`),
    'list of runs': Array(asks).fill(`/projects/${projectId}/ai/runs`) as string[]
  }
  const rows: Row[] = []
  for (const [name, paths] of Object.entries(calls)) {
    const times: number[] = []
    for (const path of paths) times.push(await timeOf(server, path, cookie))
    rows.push([name, ms(quantile(times, 0.5)), ms(quantile(times, 0.95))])
  }
  return rows
}

/** Measures the time until the whole answer has arrived, in milliseconds. */
async function timeOf({ url }: Running, path: string, cookie: string): Promise<number> {
  const start = performance.now()
  const response = await fetch(`${url}/api${path}`, { headers: { cookie } })
  const body = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${body.slice(0, 300)}`)
  return performance.now() - start
}

/** Inserts the rows directly into the database, because runs would take days. */
// Long: fills one table after the other.
async function fill(projectId: string, where: Place): Promise<void> {
  const { db, close, dialect, sqlite } = openDatabase(where)
  sqlite?.exec('pragma cache_size = -1500000; pragma synchronous = off')
  await sql`
    insert into label (id, project_id, parent_id, name, name_key, synonyms, vernacular_names, environments, words, created_at, modified_at, change_kind)
    ${numbers(0, labelCount)}
    select ${id('8003', 'i')}, ${projectId}, null, 'T' || cast(i as text), 't' || cast(i as text), '[]', '[]', '[]', '', ${at}, ${at}, 'create'
    from n`.execute(db)
  const name = sql.raw(`'frame-' || cast(100000000000 + i as text) || '.jpg'`)
  await sql`
    insert into media (id, project_id, file_name, name_key, stem_key, format, size_bytes, sha256, width, height, state, captured_key, exif, metadata,
      created_at, revision)
    ${numbers(0, imageCount)}
    select ${id('8000', 'i')}, ${projectId}, ${name}, ${name}, ${name}, 'image/jpeg', 4000000, ${name}, 4000, 3000, 'ready', ${at}, '{}', '{}', ${at}, 1
    from n`.execute(db)
  await sql`
    insert into ai_run (id, project_id, number, job_id, task, images_total, images_done, suggestion_count, created_at, started_at, finished_at)
    ${numbers(0, runCount)}
    select ${id('8006', 'i')}, ${projectId}, i + 1, 'gone', 'objects', ${sql.lit(imageCount)}, ${sql.lit(imageCount)},
      ${sql.lit(suggestionCount / runCount)}, ${at}, ${at}, ${at}
    from n`.execute(db)
  for (let from = 0; from < suggestionCount; from += 500_000)
    await fillSuggestions(db, projectId, from, Math.min(from + 500_000, suggestionCount))
  await sql.raw(dialect === 'postgres' ? 'vacuum analyze' : 'analyze').execute(db)
  await close()
}

async function fillSuggestions(db: ReturnType<typeof openDatabase>['db'], projectId: string, from: number, to: number): Promise<void> {
  const box = sql.raw(
    `'{"kind":"box","x":' || cast(i % 3900 as text) || ',"y":' || cast(i % 2900 as text) || ',"width":64.5,"height":48.25}'`
  )
  const others = sql.raw(
    `'[' || ${[0, 1, 2, 3, 4].map(step => `'{"labelId":"00000000-0000-7000-8003-' || cast(100000000000 + (i + ${step}) % ${labelCount} as text) || '","probability":0.${9 - step}}'`).join(` || ',' || `)} || ']'`
  )
  await sql`
    insert into ai_suggestion (id, run_id, project_id, media_id, geometry_hash, shape, label_id, probability, bin, margin, entropy, alternatives,
      is_unlike, state)
    ${numbers(from, to)}
    select ${id('8005', 'i')}, ${id('8006', `(i / ${perImage} + i % 2) % ${runCount}`)}, ${projectId}, ${id('8000', `i / ${perImage}`)},
      cast(i as text), ${box}, ${id('8003', `i % ${labelCount}`)}, (cast(i as bigint) * 7919 % 10000) / 10000.0,
      cast((cast(i as bigint) * 7919 % 10000) / 100 as integer), 0.5, 0.5, ${others}, 0, case when i % 2 = 0 then 'waiting' else 'gone' end
    from n`.execute(db)
}
