import { sql } from 'kysely'
import { type Database, openDatabase } from '../../../server/backend/storage/database.ts'
import type { Place } from './filled-servers.ts'

/** Number of annotations. On a slow machine, set for example `BENCH_ANNOTATIONS=100000`. */
export const annotationCount = Number(process.env.BENCH_ANNOTATIONS ?? 1_000_000)
export const imageCount = annotationCount / 10
export const siteCount = 500
export const labelCount = 200

const at = '2026-01-01T00:00:00.000Z'
/** An id of the usual length, as an SQL expression for both databases. */
const id = (noun: string, number: string) => sql.raw(`'00000000-0000-7000-${noun}-' || cast(100000000000 + ${number} as text)`)
const numbers = (total: number) => sql`with recursive n (i) as (select 0 union all select i + 1 from n where i < ${sql.lit(total - 1)})`

/** Inserts the rows directly into the database, because the calls would take hours. Common labels are ten times as frequent as rare ones. */
export async function fillLargeSurvey(projectId: string, where: Place): Promise<void> {
  const { db, close, dialect, sqlite } = openDatabase(where)
  // A million rows go into several indexes: with the default cache, SQLite would write each page many times.
  sqlite?.exec('pragma cache_size = -1500000; pragma synchronous = off')
  await fillCatalog(db, projectId)
  const name = sql.raw(`'frame-' || cast(100000000000 + i as text) || '.jpg'`)
  await sql`
    insert into media (id, project_id, file_name, name_key, stem_key, format, size_bytes, sha256, width, height, state, captured_key, event_date,
      depth_in_meters, exif, metadata, created_at, revision, site_id, work_state)
    ${numbers(imageCount)}
    select ${id('8000', 'i')}, ${projectId}, ${name}, ${name}, ${name}, 'image/jpeg', 4000000, ${name}, 4000, 3000, 'ready', ${at}, ${at},
      i % 900, '{}', '{"dive":"D' || cast(i % 40 as text) || '"' || case when i % 10 = 0 then '' else ',"area_m2":"2.5"' end || '}', ${at}, 1, ${id('8001', `i % ${siteCount}`)},
      case when i % 20 = 0 then 'done' else 'inWork' end
    from n`.execute(db)
  await sql`
    insert into annotation (id, project_id, media_id, shape_kind, shape, area, label_id, attributes, review_state, source, created_at, modified_at,
      revision, operation_kind)
    ${numbers(annotationCount)}
    select ${id('8002', 'i')}, ${projectId}, ${id('8000', `(cast(i as bigint) * 7919) % ${imageCount}`)}, 'box',
      '{"kind":"box","x":1024.5,"y":768.25,"width":120,"height":80}', 9600,
      case when i % 50 = 0 then null when i % 3 = 0 then ${id('8003', '10 + i % 20')} else ${id('8003', `10 + i % ${labelCount - 10}`)} end,
      case when i % 10 = 0 then '{"individualCount":3}' else '{}' end,
      case i % 5 when 0 then 'confirmed' when 1 then 'rejected' else 'proposed' end, case when i % 4 = 0 then 'machine' else 'human' end, ${at}, ${at}, 1, 'import'
    from n`.execute(db)
  await sql.raw(dialect === 'postgres' ? 'vacuum analyze' : 'analyze').execute(db)
  await close()
}

/** Adds ten families with their species. */
export async function fillCatalog(db: Database, projectId: string): Promise<void> {
  await sql`
    insert into survey (id, project_id, name, name_key, revision, created_at, modified_at)
    ${numbers(10)} select ${id('8004', 'i')}, ${projectId}, 'S' || cast(i as text), 's' || cast(i as text), 1, ${at}, ${at} from n`.execute(
    db
  )
  await sql`
    insert into site (id, project_id, survey_id, name, name_key, type, revision, created_at, modified_at)
    ${numbers(siteCount)}
    select ${id('8001', 'i')}, ${projectId}, ${id('8004', 'i % 10')}, 'M' || cast(i as text), 'm' || cast(i as text), 'station', 1, ${at}, ${at} from n`.execute(
    db
  )
  for (const [from, to, rank] of [
    [0, 10, 'family'],
    [10, labelCount, 'species']
  ] as const) {
    const rows = Array.from({ length: to - from }, (_, step) => from + step)
    for (const row of rows) {
      await sql`
        insert into label (id, project_id, parent_id, name, name_key, taxon_rank, synonyms, vernacular_names, environments, words, created_at, modified_at,
          change_kind)
        select ${id('8003', 'i')}, ${projectId}, ${rank === 'species' ? id('8003', 'i % 10') : null}, 'T' || cast(i as text), 't' || cast(i as text),
          ${rank}, '[]', '[]', '[]', '', ${at}, ${at}, 'create' from (select ${sql.lit(row)} as i) as n`.execute(db)
    }
  }
}
