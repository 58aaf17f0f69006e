import { momentOfClock } from '../../../shared/clock/moment-of-clock.ts'
import type { MetadataReport } from '../../../shared/contracts/media.ts'
import { timestamp } from '../../lib/clock.ts'
import { UnusableTable } from '../files/delimited.ts'
import { harmlessColumn } from '../generalisations/as-shown.ts'
import { type PlaceViewer, shownPlaces } from '../generalisations/shown-places.ts'
import type { Database } from '../storage/database.ts'
import type { MediaChange } from './metadata-apply.ts'
import { fileNameIndex } from './metadata-match.ts'
import { rowReader } from './metadata-rows.ts'
import { openTable } from './metadata-table.ts'
import type { TableTask } from './table-task.ts'
import { isEastward, signedLongitude } from './written-degrees.ts'

const mostProblems = 10_000

export interface ReadMetadata {
  /** Changes with their row numbers, one for each matched image. */
  changes: MediaChange[]
  report: Omit<MetadataReport, 'changedCount'>
}

interface TakenRow extends MediaChange {
  row: number
  fileName: string
}

/**
 * Reads a metadata table and matches its rows to the media of a project. A row that cannot be fully used is reported as a problem.
 * @throws NotATable | UnusableTable
 */
// Long: the columns of one table.
export async function readMetadata(db: Database, { projectId, places, file, setting }: Omit<TableTask, 'dryRun'>): Promise<ReadMetadata> {
  const { columns, decimalComma, rows } = await openTable(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
  const find = await fileNameIndex(db, projectId)
  const withoutUnseen = await unseenPlaces(db, projectId, places)
  const read = rowReader(columns, decimalComma)
  const problems: MetadataReport['problems'] = []
  const changes = new Map<string, TakenRow>()
  let rowCount = 0
  let matchedCount = 0
  let problemCount = 0
  const longitudes = { least: 180, most: -180 }

  function addProblem(row: number, fileName: string | null, column: string | null, message: string) {
    problemCount += 1
    if (problems.length < mostProblems) problems.push({ row, column, fileName, message })
  }

  const timeColumn = columns.find(({ meaning }) => meaning === 'eventDate' || meaning === 'date')?.name ?? ''
  const local = localTimes(timeColumn)
  const timeOf = (clock: string) => (setting ? within(momentOfClock(clock, setting), clock) : null)
  const nameColumn = columns.find(column => column.meaning === 'fileName')?.name ?? null
  for (const { name } of columns.filter(column => column.ambiguous && column.meaning === 'metadata')) {
    const advice = 'above the sea floor or above sea level? It was kept as text; rename the column to distance_to_ground or gps_altitude'
    addProblem(1, null, name, advice)
  }
  for await (const line of rows) {
    rowCount += 1
    const { fileName, facts, clock, metadata, problems: wrong } = read(line)
    if (facts.decimalLongitude) {
      longitudes.least = Math.min(longitudes.least, facts.decimalLongitude)
      longitudes.most = Math.max(longitudes.most, facts.decimalLongitude)
    }
    if (!fileName) {
      addProblem(line.row, null, nameColumn, 'the row has no file name')
      continue
    }
    const found = find(fileName)
    if ('problem' in found) {
      addProblem(line.row, fileName.slice(0, 255), nameColumn, found.problem)
      continue
    }
    matchedCount += 1
    const earlier = changes.get(found.id)
    if (earlier) {
      addProblem(line.row, fileName, nameColumn, `row ${earlier.row} names the same file and was used instead`)
      continue
    }
    for (const { column, message } of wrong) addProblem(line.row, fileName, column, message)
    const time = clock === null ? null : timeOf(clock)
    if (time?.value) facts.eventDate = time.value
    if (time?.problem) addProblem(line.row, fileName, timeColumn, time.problem)
    if (clock !== null) local.add(clock, { mediaId: found.id, fileName: found.fileName })
    const { isWhole, ...change } = withoutUnseen({ mediaId: found.id, facts, metadata, ...(time?.value && setting && { setting }) })
    if (!isWhole) addProblem(line.row, fileName, null, 'only the time is used, because you see the place of this image in general form')
    changes.set(found.id, { ...change, row: line.row, fileName })
  }
  if (rowCount === 0) throw new UnusableTable('The table has column names but no rows')

  const { times } = local
  if (times && !setting) {
    const [have, them] = times.count === 1 ? ['has', 'it'] : ['have', 'them']
    addProblem(1, null, timeColumn, `${times.count} of its times ${have} no time zone: set the time zone of the clock to use ${them}`)
  }
  const eastward = isEastward(longitudes)
  const longitudeColumn = columns.find(column => column.meaning === 'decimalLongitude')?.name ?? null
  for (const { row, fileName, facts } of changes.values()) {
    const degrees = facts.decimalLongitude
    if (!degrees || degrees <= 180) continue
    if (eastward) facts.decimalLongitude = signedLongitude(degrees)
    else {
      delete facts.decimalLatitude
      delete facts.decimalLongitude
      addProblem(row, fileName, longitudeColumn, `${degrees} is not between -180 and 180°, and other longitudes of the column are negative`)
    }
  }

  const named = columns.map(({ name, meaning }) => ({ name, meaning: meaning === 'gpsAltitude' ? 'depthInMeters' : meaning }))
  const report = { rowCount, matchedCount, columns: named, problems, problemCount, ...(times && { localTimes: times }) }
  return { changes: [...changes.values()], report }
}

/** Returns a function that removes from a change the facts that may describe a place which is generalised for the viewer. */
async function unseenPlaces(db: Database, projectId: string, viewer: PlaceViewer) {
  const places = await shownPlaces(db, projectId, viewer)
  const gridOf = places.isExact ? () => null : await places.ofAllMedia()
  return ({ facts, metadata, ...change }: MediaChange): MediaChange & { isWhole: boolean } => {
    if (gridOf({ id: change.mediaId, siteId: null }) === null) return { ...change, facts, metadata, isWhole: true }
    const { eventDate } = facts
    const harmless = Object.entries(metadata).filter(([name]) => harmlessColumn.test(name))
    const isWhole = Object.keys(facts).every(name => name === 'eventDate') && harmless.length === Object.keys(metadata).length
    return { ...change, facts: eventDate === undefined ? {} : { eventDate }, metadata: Object.fromEntries(harmless), isWhole }
  }
}

type LocalTimes = NonNullable<MetadataReport['localTimes']>

/** Collects the times without a time zone for the report. */
function localTimes(column: string) {
  let times: LocalTimes | undefined
  return {
    add(cameraTime: string, { mediaId, fileName }: { mediaId: string; fileName: string }): void {
      times ??= { column, count: 0, firstTime: cameraTime, lastTime: cameraTime, example: { mediaId, fileName, cameraTime } }
      times.count += 1
      if (cameraTime < times.firstTime) times.firstTime = cameraTime
      if (cameraTime > times.lastTime) times.lastTime = cameraTime
    },
    get times(): LocalTimes | undefined {
      return times
    }
  }
}

const dayMs = 86_400_000

function within(moment: number, clock: string): { value?: string; problem?: string } {
  const time = timestamp(moment)
  if (moment > Date.now() + 2 * dayMs) return { problem: `${clock} would be ${time}, which is in the future` }
  return moment < dayMs ? { problem: `${clock} would be ${time}: the clock was not set` } : { value: time }
}
