import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { annotationMatches } from '../../../../server/backend/annotations/review/filter-sql.ts'
import { settleSome } from '../../../../server/backend/map/settled-places.ts'
import { projectAccess } from '../../../../server/backend/projects/access.ts'
import { purgeProjects } from '../../../../server/backend/projects/repository.ts'
import { everything, type Scope } from '../../../../server/backend/projects/scope.ts'
import type { Database } from '../../../../server/backend/storage/database.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { MapCells, MapFeatures, MapHistograms, MapMarks, MapRows } from '../../../../shared/contracts/map.ts'
import type { Abundance } from '../../../../shared/contracts/results.ts'
import { parseFilter } from '../../../../shared/filters.ts'
import { depthBar, withRange } from '../../../../web/features/map/range-filter.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { insertAnnotationRows } from '../../../support/annotation-rows.ts'
import { type DatabaseKind, forEachDatabase, type Person } from '../../../support/backend.ts'
import { blindScene, boxAt } from '../../../support/blind-session.ts'
import { type Chance, chance } from '../../../support/fuzz/chance.ts'
import { until } from '../../../support/until.ts'

/** Draws a place near the 180° meridian, at the poles, in one bay or anywhere. */
function randomPlace({ below, in100 }: Chance) {
  const anywhere = { decimal_longitude: below(3600) / 10 - 180, decimal_latitude: below(1801) / 10 - 90 }
  const inBay = { decimal_longitude: 5 + below(1000) / 1e4, decimal_latitude: 60 + below(1000) / 1e4 }
  const across = { decimal_longitude: (below(2) === 0 ? 179 : -180) + below(1000) / 1000, decimal_latitude: -17 }
  const at = in100(20) ? anywhere : in100(60) ? inBay : across
  return in100(10) ? { decimal_longitude: null, decimal_latitude: null } : at
}

const randomDay = ({ below, in100 }: Chance) =>
  in100(15) ? null : `20${10 + below(15)}-0${1 + below(9)}-1${below(10)}T${10 + below(10)}:00:00.000Z`

async function randomProject(t: Test, database: DatabaseKind, luck: Chance) {
  const scene = await annotatingProject(t, { database, images: 40 })
  const { owner, project, mediaIds, addLabel, storage } = scene
  const coral = await addLabel('Coral')
  const labels = [null, coral.id, (await addLabel('Lophelia', coral.id)).id, (await addLabel('Sponge')).id]
  const moved = (id: string) => {
    const day = randomDay(luck)
    const facts = { event_date: day, captured_key: day ?? '~', depth_in_meters: luck.in100(15) ? null : luck.below(40_000) / 100 }
    return storage.db
      .updateTable('media')
      .set({ ...randomPlace(luck), ...facts })
      .where('id', '=', id)
      .execute()
  }
  for (const id of mediaIds) await moved(id)
  const add = (count: number) =>
    insertAnnotationRows(
      storage.db,
      Array.from({ length: count }, () => ({
        project_id: project.id,
        media_id: luck.one(mediaIds),
        label_id: luck.one(labels),
        source: luck.one(['human', 'machine'] as const),
        review_state: luck.one(['proposed', 'confirmed', 'rejected', 'disputed'] as const),
        created_by: luck.in100(50) ? owner.id : null,
        annotator: luck.in100(20) ? 'net' : null,
        confidence: luck.below(100) / 100
      }))
    )
  await add(1200) // several blocks of rows with one bounding box
  return { ...scene, labels, moved, add }
}

/** Draws conditions on every field that the columns contain, and on two others. */
function randomFilter(luck: Chance, labels: readonly (string | null)[], person: string, areas: readonly string[]): string {
  const label = () => luck.one(labels) ?? ''
  const condition = () =>
    luck.one([
      `depth.atLeast.${luck.below(300)}`,
      `depth.atMost.${luck.below(400)}.5`,
      `eventDate.atLeast.2015-0${1 + luck.below(9)}-15`,
      `eventDate.atMost.2020-0${1 + luck.below(9)}-15`,
      `label.is.${label()}`,
      `label.isNot.${label()}`,
      `label.under.${labels[1]}`,
      `person.is.${luck.one([person, 'net', 'nobody'])}`,
      `person.isNot.${luck.one([person, 'net'])}`,
      `reviewState.isNot.${luck.one(['proposed', 'disputed'])}`,
      `source.${luck.one(['is', 'isNot'])}.machine`,
      `confidence.atLeast.0.${luck.below(9)}`,
      'fileName.contains.1',
      `area.inside.${luck.one(areas)}`
    ])
  const group = () => Array.from({ length: 1 + luck.below(3) }, condition).join('*')
  return luck.in100(20) ? '' : Array.from({ length: luck.in100(80) ? 1 : 2 }, group).join('**')
}

type Line = [longitude: number, latitude: number][]

/** Keeps drawn areas: freehand lines in the bay, across ±180° and around both poles, and any outline of a few corners. */
async function randomAreas(luck: Chance, keep: (line: Line) => Promise<{ statusCode: number; body: string; json(): { id: string } }>) {
  const around = (x: number, y: number, radius: number, count: number): Line =>
    Array.from({ length: count }, (_, at) => {
      const [turn, size] = [(2 * Math.PI * at) / count, (radius * (40 + luck.below(60))) / 100]
      return [((x + 540 + size * Math.cos(turn)) % 360) - 180, y + size * Math.sin(turn)]
    })
  const lines: Line[] = [
    around(5.05, 60.05, 0.05, 900),
    around(180, -17, 0.6, 300),
    Array.from({ length: 73 }, (_, at): Line[number] => [((at * 5 + 180) % 360) - 180, 55 + luck.below(30)]),
    Array.from({ length: 36 }, (_, at): Line[number] => [180 - at * 10, -55 - luck.below(30)]),
    ...Array.from({ length: 6 }, () =>
      Array.from({ length: 3 + luck.below(6) }, (): Line[number] => [luck.below(170), luck.below(180) - 90])
    ),
    Array.from({ length: 5 }, (): Line[number] => [5 + luck.below(1000) / 1e4, 60 + luck.below(1000) / 1e4])
  ]
  const ids: string[] = []
  for (const line of lines) {
    const answer = await keep(line)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    ids.push(answer.json().id)
  }
  return ids
}

function randomBox(luck: Chance): [west: number, south: number, east: number, north: number] | null {
  if (luck.in100(20)) return null
  if (luck.in100(40)) {
    // Between the positions, whose last digits SQL may round differently.
    const side = (from: number) => Number((from + luck.below(50) / 1e3 + 5e-5).toFixed(5))
    return [side(5), side(60), side(5.05), side(60.05)]
  }
  const south = luck.below(150) - 90
  return [luck.below(360) - 180, south, luck.below(360) - 180, south + luck.below(90 - south)]
}

type View = { filter: string; box: ReturnType<typeof randomBox>; includeUnreviewed: boolean }

/** Counts the annotations of a view by label, from the tables. */
async function countedBySql(db: Database, scope: Scope, { filter, box, includeUnreviewed }: View): Promise<Map<string | null, number>> {
  const [west, south, east, north] = box ?? [-180, -90, 180, 90]
  const column = sql`(case when media.decimal_longitude = 180 then -180 else media.decimal_longitude end)`
  const inLongitude =
    west > east ? sql`(${column} >= ${west} or ${column} <= ${east})` : sql`(${column} >= ${west} and ${column} <= ${east})`
  const { rows } = await sql<{ label: string | null; count: number }>`
    select annotation.label_id as label, count(*) as count from annotation join media on media.id = annotation.media_id
    where annotation.project_id = ${scope.projectId} and annotation.removed_at is null and media.removed_at is null
      and media.decimal_latitude >= ${south} and media.decimal_latitude <= ${north} and ${inLongitude}
      and annotation.review_state <> 'rejected'
      and (${sql.lit(includeUnreviewed ? 1 : 0)} = 1 or annotation.source = 'human' or annotation.review_state = 'confirmed')
      and ${annotationMatches(db, scope, parseFilter(filter))}
    group by annotation.label_id`.execute(db)
  return new Map(rows.map(({ label, count }) => [label, Number(count)]))
}

const sumOf = (counts: Iterable<number>) => [...counts].reduce((sum, count) => sum + count, 0)

const query = ({ filter, box, includeUnreviewed }: View) =>
  new URLSearchParams({ filter, includeUnreviewed: String(includeUnreviewed), ...(box && { box: box.join(',') }) }).toString()

await forEachDatabase(t, (t, database) => {
  t.test('cells, marks and histograms equal the counts of SQL, in 250 views between edits', async t => {
    const luck = chance(`columns ${database}`)
    const { owner, project, mediaIds, labels, moved, add, storage, edit } = await randomProject(t, database, luck)
    const { db } = storage
    const scope = await projectAccess(db).open({ accountId: owner.id, isConfined: false }, project.id, 'viewer')
    const map = async <Answer>(path: string) => {
      const answer = await owner.get(`/projects/${project.id}/map/${path}`)
      t.equal(answer.statusCode, 200, answer.body)
      return answer.json<Answer>()
    }
    const edits = [
      () => moved(luck.one(mediaIds)),
      () => add(1 + luck.below(5)),
      () =>
        db
          .updateTable('media')
          .set({ removed_at: luck.in100(50) ? null : 'now' })
          .where('id', '=', luck.one(mediaIds))
          .execute(),
      () =>
        db
          .deleteFrom('annotation')
          .where('id', 'in', db.selectFrom('annotation').select('id').where('project_id', '=', project.id).limit(1))
          .execute(),
      async () => {
        const { id, revision } = (await db
          .selectFrom('annotation')
          .select(['id', 'revision'])
          .where('media_id', '=', luck.one(mediaIds))
          .limit(1)
          .executeTakeFirst()) ?? { id: '', revision: 1 }
        if (id) await edit([{ id: newId(), kind: 'revise', annotationId: id, revision, labelId: luck.one(labels) }])
      }
    ]
    const areas = await randomAreas(luck, line => owner.post(`/projects/${project.id}/map/areas`, { line }))
    for (let round = 0; round < 25; round++) {
      for (let count = 0; count < 4; count++) await luck.one(edits)()
      for (let asked = 0; asked < 10; asked++) {
        const view: View = { filter: randomFilter(luck, labels, owner.id, areas), box: randomBox(luck), includeUnreviewed: luck.in100(50) }
        const bySql = await countedBySql(db, scope, view)
        const total = sumOf(bySql.values())
        const resolution = luck.below(10)
        const cells = await map<MapCells>(`cells?${query(view)}&resolution=${resolution}`)
        const marks = await map<MapMarks>(`marks?${query(view)}`)
        const figures = await map<MapHistograms>(`histograms?${query(view)}`)
        const words = `${JSON.stringify(view)} at ${resolution}`
        const counted = [cells.inViewCount, sumOf(cells.counts), marks.inViewCount, marks.longitudes.length, figures.inViewCount]
        t.same(new Set(counted), new Set([total]), words)
        t.equal(new Set([cells.placedCount, marks.placedCount, figures.placedCount]).size, 1)
        if (!/label|\*\*/.test(view.filter))
          t.same(new Map(figures.labels.map(({ labelId, count }) => [labelId, count])), bySql, `labels of ${words}`)
        if (!/depth|\*\*/.test(view.filter)) t.equal(sumOf(figures.depth.map(({ count }) => count)) + figures.noDepthCount, total)
        if (!/eventDate|\*\*/.test(view.filter)) t.equal(sumOf(figures.date.map(({ count }) => count)) + figures.noDateCount, total)
      }
    }
  })

  t.test('cells lie where their records are', async t => {
    const { owner, project, mediaIds, edit, creation, storage } = await annotatingProject(t, { database, images: 3 })
    const places = [
      [179.9999, -17],
      [-179.9999, -17],
      [0, 90]
    ] as const
    for (const [index, [decimal_longitude, decimal_latitude]] of places.entries())
      await storage.db.updateTable('media').set({ decimal_longitude, decimal_latitude }).where('id', '=', mediaIds[index]!).execute()
    await edit(mediaIds.map(mediaId => creation({ mediaId })))
    const answer = (await owner.get(`/projects/${project.id}/map/cells?resolution=2`)).json<MapCells>()
    t.same(answer.counts.toSorted(), [1, 2], 'both sides of 180° share a cell')
    const fiji = answer.counts.indexOf(2)
    t.ok(Math.abs(Math.abs(answer.longitudes[fiji]! / 1e7) - 180) < 2 && Math.abs(answer.latitudes[fiji]! / 1e7 + 17) < 2)
    t.equal(answer.corners.length, 2 * sumOf(answer.cornerCounts))
    t.ok(answer.cornerCounts.every(count => count >= 5 && count <= 10))
    const across = (await owner.get(`/projects/${project.id}/map/cells?box=179,-18,-179,-16`)).json<MapCells>()
    t.match(across, { placedCount: 3, inViewCount: 2 })
    t.equal((await owner.get(`/projects/${project.id}/map/cells?box=0,50,1,40`)).statusCode, 400)
  })

  t.test('a matched individual of a round is one place, and a blind member has only their own annotations', async t => {
    const { owner, bo, cy, project, mediaIds, begin, mark, addLabel, storage } = await blindScene(t, { database, runJobs: true })
    await storage.db.updateTable('media').set({ decimal_longitude: 5, decimal_latitude: 60 }).execute()
    const { id: coral } = await addLabel('Coral')
    const { id: sponge } = await addLabel('Sponge')
    const session = await begin()
    for (const [by, x, label] of [
      [bo, 20, coral],
      [cy, 21, coral],
      [cy, 500, sponge]
    ] as const)
      await mark(by, boxAt(x), label)
    const count = async (by: Person) => {
      const { placedCount, labels } = (await by.get(`/projects/${project.id}/map/histograms`)).json<MapHistograms>()
      const { taxa, groups } = (await by.get(`/projects/${project.id}/results/abundance?groupBy=site`)).json<Abundance>()
      const individuals = sumOf(groups.flatMap(({ counts }) => counts.map(([, found = 0]) => found)))
      t.equal(placedCount, individuals, 'Results count the same')
      t.equal(labels.length, taxa.length)
      return placedCount
    }
    t.same([await count(bo), await count(cy)], [1, 2])
    await owner.post(`/annotation-sessions/${session.id}/end`, { revision: session.revision })
    await until(
      async () => storage.db.selectFrom('annotation_session').select('grouped_at').executeTakeFirst(),
      row => typeof row?.grouped_at === 'string'
    )
    t.same([await count(owner), await count(bo)], [2, 2])
    t.equal(mediaIds.length, 2)
  })

  t.test('another condition and the images of a place keep the consensus label of a round', async t => {
    const { owner, bo, cy, project, begin, mark, addLabel, storage } = await blindScene(t, { database, runJobs: true })
    await storage.db.updateTable('media').set({ decimal_longitude: 5, decimal_latitude: 60 }).execute()
    const { id: coral } = await addLabel('Coral')
    const { id: lophelia } = await addLabel('Lophelia', coral)
    const { id: madrepora } = await addLabel('Madrepora', coral)
    const session = await begin()
    await mark(bo, boxAt(20), lophelia)
    await mark(cy, boxAt(21), madrepora)
    await owner.post(`/annotation-sessions/${session.id}/end`, { revision: session.revision })
    await until(
      async () => storage.db.selectFrom('annotation_session').select('grouped_at').executeTakeFirst(),
      row => typeof row?.grouped_at === 'string'
    )
    const labelsOf = async (filter: string) => {
      const { inViewCount, labels } = (await owner.get(`/projects/${project.id}/map/histograms?filter=${filter}`)).json<MapHistograms>()
      return [inViewCount, labels]
    }
    const around = 'longitude=5&latitude=60&radiusInMeters=1'
    const rowsOf = async (filter: string) =>
      (await owner.get(`/projects/${project.id}/map/rows?${around}&filter=${filter}`))
        .json<MapRows>()
        .items.map(({ annotationCount, labels }) => [annotationCount, labels.map(({ labelId }) => labelId)])
    const all = [1, [{ labelId: coral, count: 1 }]]
    t.same(await labelsOf(''), all)
    t.same(await labelsOf('shape.is.box'), all)
    t.same(await labelsOf(`label.is.${coral}*shape.is.box`), all)
    t.same(await labelsOf(`label.is.${lophelia}*shape.is.point**label.is.${coral}*shape.is.box`), all)
    for (const raw of [lophelia, madrepora]) t.match(await labelsOf(`label.is.${raw}*shape.is.box`), [0])
    t.same(await rowsOf(`label.under.${coral}`), [[1, [coral]]])
    for (const raw of [lophelia, madrepora]) t.same(await rowsOf(`label.is.${raw}`), [[0, []]])
  })

  t.test('a bar of depths selects the records that it shows, including those at its ends', async t => {
    const depths = [0, 4.9999, 5, 7.25, 9.999, 10, 10, 150]
    const { owner, project, mediaIds, storage } = await annotatingProject(t, { database, images: depths.length })
    const place = (depth: number, at: number) =>
      storage.db
        .updateTable('media')
        .set({ decimal_longitude: 5, decimal_latitude: 60, depth_in_meters: depth })
        .where('id', '=', mediaIds[at]!)
        .execute()
    const histograms = async (filter: string) =>
      (await owner.get(`/projects/${project.id}/map/histograms?kind=image&filter=${filter}`)).json<MapHistograms>()
    for (const changed of [depths, [-100, 3, 11_000]]) {
      for (const [index, depth] of changed.entries()) await place(depth, index)
      const { depth: bars } = await histograms('')
      const shown = bars.map(({ count }) => count)
      const selected: number[] = []
      for (const bar of bars) selected.push((await histograms(withRange('', 'depth', depthBar(bar)))).placedCount)
      t.same(selected, shown)
      t.equal(sumOf(shown), depths.length)
    }
  })

  t.test('many replaced places are purged by the request that derives the next one', async t => {
    const { owner, project, mediaIds, storage } = await annotatingProject(t, { database, images: 2 })
    const { db } = storage
    const placed = async () => (await owner.get(`/projects/${project.id}/map/cells?kind=image`)).json<MapCells>().placedCount
    const removed = async () => (await db.selectFrom('place').select('id').where('removed', '=', 1).execute()).length
    const move = (longitude: number | null) =>
      db.updateTable('media').set({ decimal_longitude: longitude, decimal_latitude: 60 }).where('id', '=', mediaIds[0]!).execute()
    await db.updateTable('media').set({ decimal_longitude: 5, decimal_latitude: 60 }).execute()
    t.equal(await placed(), 2)
    await sql`insert into place (project_id, kind, subject_id, origin_id, cell, longitude, latitude, flags, sequence, removed)
      with recursive number (value) as (select 1 union all select value + 1 from number where value < 20000)
      select cast(${project.id} as text), 1, cast(${mediaIds[1]} as text), cast(${mediaIds[1]} as text), 0, 0, 0, 0, 1, 1 from number`.execute(
      db
    )
    t.same([await placed(), await removed()], [2, 20_000], 'few are kept')
    await move(6)
    t.same([await placed(), await removed()], [2, 0])
    await move(null)
    t.same([await placed(), await removed()], [1, 1], 'kept for readers that need only the changes')
  })

  t.test('a record that changed often is derived once, and a removed project leaves no record behind', async t => {
    const { owner, project, mediaIds, storage } = await annotatingProject(t, { database, images: 2 })
    const { db } = storage
    const [often = '', once = ''] = mediaIds
    const place = (id: string, longitude: number) =>
      db.updateTable('media').set({ decimal_longitude: longitude, decimal_latitude: 60 }).where('id', '=', id).execute()
    const stale = () => db.selectFrom('place_stale').selectAll().execute()
    for (let time = 0; time < 250; time++) await place(often, time / 2)
    await place(once, 7)
    t.equal(await settleSome(db, everything(project.id, 'a test')), 2)
    t.same(await stale(), [])
    const { longitudes } = (await owner.get(`/projects/${project.id}/map/marks?kind=image`)).json<MapMarks>()
    t.same(longitudes.toSorted(), [1_245_000_000, 70_000_000])

    await insertAnnotationRows(db, Array(5).fill({ project_id: project.id, media_id: often }))
    await settleSome(db, everything(project.id, 'a test'))
    await db.updateTable('annotation').set({ review_state: 'confirmed' }).execute()
    t.equal((await stale()).length, 1, 'one statement records an image once')

    const { id: labelId } = (await owner.post(`/projects/${project.id}/labels`, { name: 'Sponge' })).json()
    const { id: surveyId } = (await owner.post(`/projects/${project.id}/surveys`, { name: 'Dive' })).json()
    const { id: siteId } = (await owner.post(`/projects/${project.id}/sites`, { surveyId, name: 'S1', type: 'station' })).json()
    await db.updateTable('annotation').set({ label_id: labelId }).execute()
    await db.updateTable('media').set({ site_id: siteId }).execute()
    await owner.delete(`/projects/${project.id}`)
    await purgeProjects(db, Date.now() + 31 * 86_400_000)
    for (const table of ['project', 'place', 'place_stale', 'project_sequence'] as const)
      t.same(await db.selectFrom(table).selectAll().execute(), [])
  })

  t.test('images with many annotations are derived a few at a time', async t => {
    const { owner, project, mediaIds, storage } = await annotatingProject(t, { database, images: 4 })
    const { db } = storage
    await db.updateTable('media').set({ decimal_longitude: 5, decimal_latitude: 60 }).execute()
    const add = (at: number, count: number) =>
      insertAnnotationRows(db, Array(count).fill({ project_id: project.id, media_id: mediaIds[at]! }))
    await add(0, 5_001)
    await add(1, 2_500)
    await add(2, 2_500)
    await add(3, 1)
    const steps: number[] = []
    for (let some = 1; some > 0; steps.push(some)) some = await settleSome(db, everything(project.id, 'a test'))
    t.same(steps, [1, 2, 1, 0])
    t.equal((await owner.get(`/projects/${project.id}/map/cells`)).json<MapCells>().placedCount, 10_002)
  })

  t.test('an interrupted derivation continues, and a project of deleted images has no place', async t => {
    const { owner, project, mediaIds, edit, creation, storage } = await annotatingProject(t, { database, images: 2 })
    const { db } = storage
    await db.updateTable('media').set({ decimal_longitude: 5, decimal_latitude: 60 }).execute()
    await edit(mediaIds.map(mediaId => creation({ mediaId })))
    const killed = async () => {
      throw new Error('killed')
    }
    await t.rejects(settleSome(db, everything(project.id, 'a test'), killed))
    const placed = async () => (await owner.get(`/projects/${project.id}/map/cells`)).json<MapCells>().placedCount
    t.equal(await placed(), 2)
    t.same(await db.selectFrom('place_stale').select('id').execute(), [])
    await db.deleteFrom('media').where('id', '=', mediaIds[0]!).execute()
    t.equal(await placed(), 1)
    await db.deleteFrom('project').where('id', '=', project.id).execute()
    for (const table of ['place', 'place_stale', 'project_sequence'] as const) t.same(await db.selectFrom(table).selectAll().execute(), [])
  })

  t.test('a file is refused until the places of many changes are derived', async t => {
    const { owner, project, storage } = await annotatingProject(t, { database, images: 1_002 })
    await storage.db.updateTable('media').set({ decimal_longitude: 5, decimal_latitude: 60 }).execute()
    const answer = await owner.get(`/projects/${project.id}/map/features?kind=image`)
    t.match([answer.statusCode, answer.json().code], [409, 'PLACES_UPDATING'])
    t.match(answer.json().detail, /^The places of recent changes are still being computed\. Try again in a moment/)
    while (await settleSome(storage.db, everything(project.id, 'a test')));
    t.equal((await owner.get(`/projects/${project.id}/map/features?kind=image`)).json<MapFeatures>().features.length, 1_002)
  })
})
