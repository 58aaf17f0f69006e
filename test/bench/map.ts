import { sql } from 'kysely'
import { openDatabase } from '../../server/backend/storage/database.ts'
import { jsonItems } from '../../server/backend/storage/json-items.ts'
import { type Chance, chance } from '../support/fuzz/chance.ts'
import { type Filled, onFilledServers, type Place } from './support/filled-servers.ts'
import { annotationCount, fillLargeSurvey, imageCount } from './support/large-survey.ts'
import { addObservations, randomPlaces } from './support/placed-observations.ts'
import { processorMs, type Running } from './support/processes.ts'
import { print } from './support/record.ts'
import { count, ms, table } from './support/table.ts'

export const title = 'Map of a large project'

const views = Number(process.env.BENCH_VIEWS ?? 500)
const observationCount = Number(process.env.BENCH_OBSERVATIONS ?? 400_000)
const placeCount = annotationCount + imageCount + observationCount

type Row = [name: string, value: string, p95: string, processor: string]

/**
 * Measures cells, marks, observations and histograms of random parts of the earth under random filters, through the gateway with a session, and the
 * first answer after a start. `BENCH_ANNOTATIONS=500000 BENCH_OBSERVATIONS=450000` makes a million places. Filling both databases takes about ten
 * minutes on two cores.
 */
export async function measure(): Promise<string> {
  const sections = await onFilledServers({ fill, measure: askAll })
  return [
    `${count(placeCount)} places: ${count(annotationCount)} annotations on ${count(imageCount)} images with positions, and ${count(observationCount)} observations. 60 % are in 400 clusters, 30 % along 40 tracks, 10 % anywhere. ${views} random views × filters of each answer. Bar: p95 60 ms. The first answer after a start: 10 × one pass. In the last column, processor time of the server for each answer.`,
    '',
    table(
      ['answer', ...sections.flatMap(([name]) => [`${name} median`, 'p95', 'processor'])],
      sections[0]![1].map(([name], row) => [name, ...sections.flatMap(([, rows]) => rows[row]!.slice(1))] as string[])
    )
  ].join('\n')
}

async function fill(projectId: string, where: Place): Promise<void> {
  await fillLargeSurvey(projectId, where)
  print('  annotations inserted')
  const { db, close, dialect, sqlite } = openDatabase(where)
  sqlite?.exec('pragma cache_size = -1500000; pragma synchronous = off')
  const luck = chance('map')
  const place = randomPlaces(luck)
  const ids = await db.selectFrom('media').select('id').where('project_id', '=', projectId).execute()
  for (let from = 0; from < ids.length; from += 10_000) {
    const rows = ids.slice(from, from + 10_000).map(({ id }) => {
      const [longitude, latitude] = place()
      return { id, longitude: String(Math.max(-180, Math.min(180, longitude))), latitude: String(latitude) }
    })
    await sql`
      update media set decimal_longitude = given.longitude, decimal_latitude = given.latitude from (
        select item.value ->> 'id' as id, cast(item.value ->> 'longitude' as double precision) as longitude,
          cast(item.value ->> 'latitude' as double precision) as latitude from ${jsonItems(db, rows)}
      ) as given where media.id = given.id`.execute(db)
  }
  print('  images placed')
  await addObservations(db, projectId, { count: observationCount, place })
  await sql.raw(dialect === 'postgres' ? 'vacuum analyze' : 'analyze').execute(db)
  await close()
  print('  observations inserted')
}

// Long: runs the requests in order, on servers with and without columns in memory.
async function askAll({ server, cookie, projectId, restart, vacuum }: Filled<void>): Promise<Row[]> {
  const askOf = (running: Running) => (path: string) => answerOf(running, `/api/projects/${projectId}/map/${path}`, cookie)
  const ask = askOf(server)
  const begin = performance.now()
  for (;;) {
    const { body } = await ask('histograms')
    if (!JSON.parse(body).isUpdating) break
    await new Promise(resolve => setTimeout(resolve, 2_000))
  }
  const derived = performance.now() - begin
  const ofAll = 'cells?resolution=2&filter=depth.atMost.450'
  const { time: pass } = await ask(ofAll)
  print(`  places derived after ${(derived / 1000).toFixed(0)} s`)
  await new Promise(resolve => setTimeout(resolve, 15_000)) // the file of the columns is written after the answer
  await vacuum()
  const again = await restart()
  await answerOf(again, '/api/projects', cookie) // by then the code of other calls is loaded
  const before = processorMs(again.process.pid!)
  const { time: cold } = await askOf(again)(ofAll)
  const coldProcessor = processorMs(again.process.pid!) - before
  const rows: Row[] = [
    ['places derived by the job, and columns loaded, s', (derived / 1000).toFixed(1), '', ''],
    ['… for each place, µs', ((derived * 1000) / placeCount).toFixed(0), '', ''],
    ['one pass under a new filter', ms(pass), '', ''],
    ['the same as the first answer after a start', ms(cold), '', ms(coldProcessor)]
  ]
  for (const name of ['cells', 'marks', 'observations', 'histograms'] as const) {
    const luck = chance(`views of ${name}`)
    const answers: { time: number; body: string }[] = []
    const start = processorMs(again.process.pid!)
    while (answers.length < views) answers.push(await askOf(again)(randomView(name, luck)))
    const processor = (processorMs(again.process.pid!) - start) / views
    print(`  ${name} measured`)
    const times = answers.map(({ time }) => time).sort((one, other) => one - other)
    const size = Math.max(...answers.map(({ body }) => body.length)) / 1000
    rows.push([
      `${name} (at most ${count(Math.round(size))} kB before compression)`,
      ms(times[Math.floor(views / 2)]!),
      ms(times[Math.floor(views * 0.95)]!),
      ms(processor)
    ])
  }
  return rows
}

/** Draws a view of the earth, of an ocean or of a bay, with up to six conditions. Marks exist only for small views. Half of the other views are of observations. */
function randomView(name: string, luck: Chance): string {
  const width = luck.one(name === 'marks' ? [1, 5] : [1, 5, 20, 60, 360])
  const [west, south] = [luck.below(360 - width + 1) - 180, luck.below(Math.max(1, 180 - width)) - 90]
  const box = [west, south, west + width, Math.min(90, south + width)].join(',')
  const resolution = new Map([
    [1, 5],
    [5, 4],
    [20, 3],
    [60, 2],
    [360, 1]
  ]).get(width)
  const isOfObservations = name === 'observations' || (name !== 'marks' && luck.in100(50))
  const conditions = [
    `depth.atLeast.${luck.below(500)}`,
    `depth.atMost.${200 + luck.below(700)}`,
    `label.under.00000000-0000-7000-8003-${100_000_000_000 + luck.below(200)}`,
    ...(isOfObservations ? [] : ['source.is.human', 'reviewState.is.confirmed']),
    'eventDate.atLeast.2020-01-01'
  ].filter(() => luck.in100(25))
  const kind = isOfObservations && name !== 'observations' ? '&kind=observation' : ''
  return `${name}?box=${box}${name === 'cells' ? `&resolution=${resolution}` : ''}${kind}&filter=${conditions.join('*')}`
}

async function answerOf({ url }: Running, path: string, cookie: string): Promise<{ time: number; body: string }> {
  for (;;) {
    const start = performance.now()
    const response = await fetch(url + path, { headers: { cookie } })
    const body = await response.text()
    if (response.ok) return { time: performance.now() - start, body }
    if (response.status !== 503 && response.status !== 429) throw new Error(`${path} answered ${response.status}: ${body.slice(0, 300)}`)
    await new Promise(resolve => setTimeout(resolve, 500))
  }
}
