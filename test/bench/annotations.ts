import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../server/backend/storage/database.ts'
import { jsonItems } from '../../server/backend/storage/json-items.ts'
import { randomInteger, seededGenerator } from '../../shared/sampling/seeded-random.ts'
import { type Filled, onFilledServers, type Place } from './support/filled-servers.ts'
import type { Running } from './support/processes.ts'
import { quantile } from './support/statistics.ts'
import { count, ms, table } from './support/table.ts'

export const title = 'Annotations: opening an image, and filtered pages of the review grid'

/** Number of annotations. On a slow machine, set for example `BENCH_ANNOTATIONS=100000`. */
const annotationCount = Number(process.env.BENCH_ANNOTATIONS ?? 1_000_000)
const mediaCount = annotationCount / 10
const imagesPerDive = 500
const labelCount = 300
const pagesEach = 40
const pageSize = 100
const batch = 5_000
/** Name of the request, p50 and p95 in milliseconds, annotations found and requests needed. */
type Row = [name: string, p50: string, p95: string, found: string]

/** Measures opening images, and paging through many filters one page after the other, through the gateway with a session. */
export async function measure(): Promise<string> {
  const sections = await onFilledServers({ fill, measure: askAll })
  const rows = sections[0]![1].map(([name, , , found], at) => [name, ...sections.flatMap(([, ofThis]) => ofThis[at]!.slice(1, 3)), found])
  return [
    `${count(annotationCount)} annotations on ${count(mediaCount)} images with ${count(labelCount)} labels; up to ${pagesEach} pages of ${pageSize} each,`,
    'through the gateway. Bars: opening an image 50 ms, a filtered page 100 ms (p95). A request reads at most 11 000 rows: rare matches',
    'without an index take several requests, which the last column counts.',
    '',
    table(['', ...sections.flatMap(([name]) => [`${name} p50`, 'p95']), 'found'], rows)
  ].join('\n')
}

async function askAll({ server, cookie, projectId, content }: Filled<Content>): Promise<Row[]> {
  const ask = timedCaller(server, cookie)
  const rows: Row[] = []
  for (const [name, ids] of Object.entries(content.images)) {
    const times: number[] = []
    for (const id of ids) times.push((await ask(`/media/${id}/annotations`)).time)
    rows.push([`open ${name}`, ms(quantile(times, 0.5)), ms(quantile(times, 0.95)), ''])
  }
  for (const [name, query] of Object.entries(content.filters))
    rows.push(await pages(ask, name, `/projects/${projectId}/annotations`, query))
  for (const [name, query] of Object.entries(content.filters).filter(([, asked]) => /^filter=[^&]*$/.test(asked)))
    rows.push(await pages(ask, `images: ${name}`, `/projects/${projectId}/media`, `${query}&sort=name`))
  const whole = await ask(`/projects/${projectId}/annotations/count?filter=source.isNot.machine`)
  rows.push(['count of a filter that most fit (behind the grid)', ms(whole.time), '', ''])
  return rows
}

interface Content {
  /** Ids of images, grouped by their number of annotations. */
  images: Record<string, string[]>
  filters: Record<string, string>
}

type Ask = (path: string) => Promise<{ time: number; answer: { items?: unknown[]; nextCursor?: string | null } }>

async function pages(ask: Ask, name: string, path: string, query: string): Promise<Row> {
  const times: number[] = []
  let found = 0
  let cursor: string | null | undefined = ''
  while (times.length < pagesEach && cursor !== null && cursor !== undefined) {
    const page = await ask(`${path}?limit=${pageSize}&${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    times.push(page.time)
    found += page.answer.items?.length ?? 0
    cursor = page.answer.nextCursor
  }
  return [name, ms(quantile(times, 0.5)), ms(quantile(times, 0.95)), `${count(found)} in ${times.length}`]
}

/** Measures the time until the whole answer has arrived. */
function timedCaller({ url }: Running, cookie: string): Ask {
  return async path => {
    for (;;) {
      const start = performance.now()
      const response = await fetch(`${url}/api${path}`, { headers: { cookie } })
      const text = await response.text()
      if (response.ok) return { time: performance.now() - start, answer: JSON.parse(text) }
      if (response.status !== 503) throw new Error(`${path} answered ${response.status}: ${text}`)
      await new Promise(resolve => setTimeout(resolve, 1000)) // the server sheds load because the machine is busy
    }
  }
}

const idOf = (kind: string, n: number) => `${kind}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const time = (n: number) => new Date(Date.UTC(2026, 2, 1) + n * 5_000).toISOString()

/**
 * Inserts the rows directly into the database, because edits would take hours. Each dive has 500 images at one depth in one week, so a filter by
 * depth or date finds neighbouring annotations. Few labels are common, and a machine made two thirds of the annotations.
 */
async function fill(projectId: string, where: Place): Promise<Content> {
  const { db, close } = openDatabase(where)
  const { account_id: accountId } = await db
    .selectFrom('project_member')
    .select('account_id')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const next = seededGenerator('annotations')
  await db.transaction().execute(async transaction => {
    await fillLabels(transaction, projectId)
    await fillMedia(transaction, projectId, accountId)
    await fillAnnotations(transaction, projectId, accountId, next)
    await sql`update label set annotation_count = (select count(*) from annotation where annotation.label_id = label.id)`.execute(
      transaction
    )
    await sql`update media set annotation_count = (select count(*) from annotation where annotation.media_id = media.id)`.execute(
      transaction
    )
  })
  if (where.databaseUrl) await sql`vacuum analyze`.execute(db) // the server does this over time
  await close()
  const image = () => idOf('aaaaaaaa', randomInteger(next, mediaCount))
  return {
    images: {
      'an image with about 10': Array.from({ length: 40 }, image),
      'an image with 2 000': Array(20).fill(idOf('aaaaaaaa', 0)) as string[]
    },
    filters: filters(accountId)
  }
}

function filters(accountId: string): Record<string, string> {
  const label = (n: number) => idOf('cccccccc', n)
  return {
    everything: 'sort=newest',
    'everything by size': 'sort=size',
    'everything by date': 'sort=date',
    'everything by certainty': 'sort=confidence',
    'everything by label': 'sort=label',
    'a common label': `filter=label.is.${label(0)}`,
    'a common label by size': `filter=label.is.${label(0)}&sort=size`,
    'a rare label by size': `filter=label.is.${label(250)}&sort=size`,
    'a branch of the tree': `filter=label.under.${label(1)}`,
    'a branch of the tree by label': `filter=label.under.${label(1)}&sort=label`,
    'not named': 'filter=label.is.',
    'a person': `filter=person.is.${accountId}`,
    'a person who did little': 'filter=person.is.Dr%20Sars',
    'suggestions, least certain first': 'filter=source.is.machine*reviewState.is.proposed&sort=confidence',
    disputed: 'filter=reviewState.is.disputed',
    'a depth, clustered': 'filter=depth.atLeast.100*depth.atMost.120',
    'a depth by size': 'filter=depth.atLeast.100*depth.atMost.120&sort=size',
    'a day': `filter=eventDate.is.2026-03-02`,
    'one image by its name': 'filter=fileName.is.frame-000777.jpg',
    'file names that contain': 'filter=fileName.contains.00077',
    'a label of the image': `filter=imageLabel.is.${label(299)}`,
    'an attribute': 'filter=attribute.individualCount.atLeast.9',
    'a rare attribute': 'filter=attribute.note.contains.unusual',
    'two groups': `filter=label.is.${label(3)}*confidence.atMost.0.3**reviewState.is.disputed`,
    'nothing fits': 'filter=depth.atLeast.10000'
  }
}

async function fillLabels(db: Database, projectId: string): Promise<void> {
  const rows = Array.from({ length: labelCount }, (_, n) => ({
    id: idOf('cccccccc', n),
    parent: n < 10 ? null : idOf('cccccccc', n % 10),
    name: `Taxon ${n}`
  }))
  await sql`
    insert into label (id, project_id, parent_id, name, name_key, synonyms, vernacular_names, environments, words, created_at, modified_at, change_kind)
    select item.value ->> 'id', ${projectId}, item.value ->> 'parent', item.value ->> 'name', lower(item.value ->> 'name'), '[]', '[]', '[]',
      lower(item.value ->> 'name'), ${time(0)}, ${time(0)}, 'create'
    from ${jsonItems(db, rows)}`.execute(db)
}

async function fillMedia(db: Database, projectId: string, accountId: string): Promise<void> {
  for (const numbers of batches(mediaCount)) {
    const rows = numbers.map(n => ({
      id: idOf('aaaaaaaa', n),
      name: `frame-${String(n).padStart(6, '0')}.jpg`,
      sha: createHash('sha256').update(String(n)).digest('hex'),
      time: time(n),
      depth: (Math.floor(n / imagesPerDive) * 37) % 900,
      work: ['notSeen', 'inWork', 'done', 'reviewed'][n % 4]
    }))
    await sql`
      insert into media (id, project_id, file_name, name_key, stem_key, format, size_bytes, sha256, width, height, state, event_date,
        captured_key, depth_in_meters, exif, metadata, added_by, created_at, work_state)
      select item.value ->> 'id', ${projectId}, item.value ->> 'name', item.value ->> 'name', item.value ->> 'name', 'image/jpeg', 4200000,
        item.value ->> 'sha', 4000, 3000, 'ready', item.value ->> 'time', item.value ->> 'time',
        cast(item.value ->> 'depth' as double precision), '{}', '{}', ${accountId}, item.value ->> 'time', item.value ->> 'work'
      from ${jsonItems(db, rows)}`.execute(db)
  }
}

async function fillAnnotations(db: Database, projectId: string, accountId: string, next: () => number): Promise<void> {
  const share = () => next() / 2 ** 32
  for (const numbers of batches(annotationCount)) {
    const rows = numbers.map(n => {
      const isMachine = randomInteger(next, 3) > 0
      const isWhole = n % 500 === 7
      const side = 5 + Math.floor(share() ** 3 * 800)
      const reviewState = share() < 0.8 ? 'proposed' : share() < 0.9 ? 'confirmed' : share() < 0.8 ? 'rejected' : 'disputed'
      return {
        id: idOf('eeeeeeee', n),
        media: idOf('aaaaaaaa', n < 2_000 ? 0 : Math.floor(n / 10)),
        kind: isWhole ? 'wholeImage' : 'box',
        shape: isWhole ? null : JSON.stringify({ kind: 'box', x: 100, y: 100, width: side, height: side }),
        area: isWhole ? null : side * side,
        label: isWhole ? idOf('cccccccc', 299) : share() < 0.1 ? null : idOf('cccccccc', Math.floor(share() ** 3 * labelCount)),
        confidence: isMachine ? Number(share().toFixed(4)) : null,
        attributes: n % 7 === 0 ? JSON.stringify({ individualCount: 1 + (n % 11), ...(n % 70_000 === 0 && { note: 'Unusual' }) }) : '{}',
        state: reviewState,
        source: isMachine ? 'machine' : 'human',
        annotator: isMachine ? 'yolo 11' : share() < 0.001 ? 'Dr Sars' : null
      }
    })
    await sql`
      insert into annotation (id, project_id, media_id, shape_kind, shape, area, label_id, confidence, attributes, review_state, source, annotator,
        created_by, created_at, modified_at, revision, operation_kind)
      select item.value ->> 'id', ${projectId}, item.value ->> 'media', item.value ->> 'kind', item.value ->> 'shape',
        cast(item.value ->> 'area' as double precision), item.value ->> 'label', cast(item.value ->> 'confidence' as double precision),
        item.value ->> 'attributes', item.value ->> 'state', item.value ->> 'source', item.value ->> 'annotator',
        ${accountId}, ${time(0)}, ${time(0)}, 1, 'import'
      from ${jsonItems(db, rows)}`.execute(db)
  }
}

function* batches(total: number): Generator<number[]> {
  for (let from = 0; from < total; from += batch) yield Array.from({ length: Math.min(batch, total - from) }, (_, n) => from + n)
}
