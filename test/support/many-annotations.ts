import { sql } from 'kysely'
import type { Database } from '../../server/backend/storage/database.ts'

const at = '2026-01-01T00:00:00.000Z'
let series = 0

/** Inserts unlabelled boxes with the given attributes, spread over the images of a project, in one statement: tens of thousands take a second. */
export async function insertManyAnnotations(db: Database, projectId: string, count: number, attributes: object = {}): Promise<void> {
  const id = sql.raw(`'00000000-0000-7000-8${String(++series).padStart(3, '0')}-' || cast(100000000000 + n.i as text)`)
  await sql`
    insert into annotation (id, project_id, media_id, shape_kind, shape, area, attributes, review_state, source, created_at, modified_at, revision,
      operation_kind)
    with recursive n (i) as (select 0 union all select i + 1 from n where i < ${sql.lit(count - 1)}),
      image as (select id, row_number() over (order by id) - 1 as place, count(*) over () as total from media where project_id = ${projectId})
    select ${id}, ${projectId}, image.id, 'box', '{"kind":"box","x":1,"y":2,"width":3,"height":4}', 12, ${JSON.stringify(attributes)}, 'proposed', 'human', ${at}, ${at}, 1, 'import'
    from n join image on image.place = n.i % image.total`.execute(db)
}
