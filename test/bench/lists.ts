import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { MediaTable } from '../../server/backend/media/tables.ts'
import { openDatabase } from '../../server/backend/storage/database.ts'
import { newId } from '../../server/lib/ids.ts'
import { type Filled, onFilledServers, type Place } from './support/filled-servers.ts'
import type { Running } from './support/processes.ts'
import { quantile } from './support/statistics.ts'
import { count, ms, table } from './support/table.ts'

export const title = 'Scale of lists'

const projectCount = 10_000
const mediaCount = 100_000
const asks = 40
/** Name of the list, p50, p95. */
type Row = [string, string, string]

/** Rows per insert, within the limit of bound variables of both databases. */
const batch = 200

/** Measures one page of each long list, requested one after the other through the gateway with a session. */
export async function measure(): Promise<string> {
  const sections = await onFilledServers({ fill, measure: askAll })
  return [
    `${count(projectCount)} projects, ${count(mediaCount)} media in one of them; ${asks} calls each, through the gateway. Bar: first page 50 ms.`,
    '',
    table(
      ['page', ...sections.flatMap(([name]) => [`${name} p50`, 'p95'])],
      sections[0]![1].map(([name], row) => [name, ...sections.flatMap(([, rows]) => rows[row]!.slice(1))] as string[])
    )
  ].join('\n')
}

async function askAll({ server, cookie, projectId }: Filled<void>): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, path] of pages(projectId)) {
    const times = await ask(server, path, cookie)
    rows.push([name, ms(quantile(times, 0.5)), ms(quantile(times, 0.95))])
  }
  return rows
}

const pages = (projectId: string) =>
  [
    ['projects, newest change first', '/api/projects'],
    ['projects by title', '/api/projects?sort=title'],
    ['projects, search', '/api/projects?search=transect%209'],
    ['media, last added first', `/api/projects/${projectId}/media`],
    ['media by capture time', `/api/projects/${projectId}/media?sort=captured`],
    ['media by name', `/api/projects/${projectId}/media?sort=name`],
    ['media, search', `/api/projects/${projectId}/media?search=frame-0777`]
  ] as const

/** Copies the project with its membership and fills it with media, directly in the database, because uploads would take hours. */
async function fill(projectId: string, where: Place): Promise<void> {
  const { db, close } = openDatabase(where)
  const template = await db.selectFrom('project').selectAll().where('id', '=', projectId).executeTakeFirstOrThrow()
  const member = await db.selectFrom('project_member').selectAll().where('project_id', '=', projectId).executeTakeFirstOrThrow()
  await db.transaction().execute(async db => {
    for (const numbers of batches(projectCount - 1)) {
      const copies = numbers.map(n => {
        const title = `Transect ${n}`
        const time = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()
        return { ...template, id: newId(), title, title_key: title.toLowerCase(), search_key: title.toLowerCase(), modified_at: time }
      })
      await db.insertInto('project').values(copies).execute()
      await db
        .insertInto('project_member')
        .values(copies.map(({ id }) => ({ ...member, project_id: id })))
        .execute()
    }
    for (const numbers of batches(mediaCount, 50)) {
      await db
        .insertInto('media')
        .values(numbers.map(n => mediaRow(projectId, member.account_id, n)))
        .execute()
    }
    await db.updateTable('project').set({ media_count: mediaCount }).where('id', '=', projectId).execute()
  })
  await close()
}

function* batches(total: number, size = batch): Generator<number[]> {
  for (let from = 0; from < total; from += size) yield Array.from({ length: Math.min(size, total - from) }, (_, n) => from + n)
}

function mediaRow(projectId: string, accountId: string, n: number): Insertable<MediaTable> {
  const name = `frame-${String(n).padStart(6, '0')}`
  const sha256 = createHash('sha256').update(name).digest('hex')
  const time = new Date(Date.UTC(2026, 2, 1) + n * 5_000).toISOString()
  return {
    id: newId(),
    project_id: projectId,
    file_name: `${name}.jpg`,
    name_key: `${name}.jpg`,
    stem_key: name,
    format: 'image/jpeg',
    size_bytes: 4_200_000 + n,
    sha256,
    width: 4000,
    height: 3000,
    state: 'ready',
    failure: null,
    event_date: time,
    captured_key: time,
    decimal_latitude: 36.7 + n / 1e6,
    decimal_longitude: -122,
    depth_in_meters: n % 90,
    altitude_in_meters: 1.2,
    camera: 'DSLR in a housing',
    exif: '{}',
    metadata: '{}',
    small_sha256: sha256,
    large_sha256: sha256,
    tiles_sha256: null,
    added_by: accountId,
    created_at: time,
    revision: 1,
    removed_at: null
  }
}

async function ask({ url }: Running, path: string, cookie: string): Promise<number[]> {
  const times: number[] = []
  while (times.length < asks) {
    const start = performance.now()
    const response = await fetch(url + path, { headers: { cookie } })
    await response.arrayBuffer()
    if (response.ok) times.push(performance.now() - start)
    else if (response.status !== 503) throw new Error(`${path} answered ${response.status}`)
    else await new Promise(resolve => setTimeout(resolve, 1000)) // the server sheds load because the machine is busy
  }
  return times.slice(1) // the first one opens the connection
}
