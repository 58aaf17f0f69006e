import { rm } from 'node:fs/promises'
import type { ExportFormat, ExportOptions, Fault } from '../../../../shared/contracts/exchange.ts'
import { includedIn, recordsIn } from '../../../../shared/export-options.ts'
import { parseFilter } from '../../../../shared/filters.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import { individualFigures } from '../../annotations/rounds/individuals.ts'
import { pendingMarks } from '../../annotations/rounds/pending.ts'
import { HopelessJob } from '../../jobs/queue.ts'
import { inSnapshot, type OpenDatabase } from '../../storage/database.ts'
import { type Loss, lossTally } from '../losses.ts'
import { faultReport } from './faults.ts'
import { exportFormats } from './formats.ts'
import { inFile, reportPlaces } from './given-places.ts'
import { projectSource } from './project-source.ts'
import type { WhichAnnotations } from './source-annotations.ts'
import type { Writing } from './writing.ts'

export interface ExportTask {
  dataDir: string
  databaseUrl: string | null
  projectId: string
  format: ExportFormat
  options: ExportOptions
  /** Account that requested the export; null if that account was deleted. */
  accountId: string | null
  path: string
  /** Path of the table of faults. */
  reportPath: string
  /** RFC 3339. */
  writtenAt: string
  publicUrl: string | null
}

export interface ExportResult {
  imageCount: number
  annotationCount: number
  losses: Loss[]
  faultKinds: Fault[]
  errorCount: number
  warningCount: number
}

const pendingMark = 'An annotation of a blind session that is still running or not yet matched was left out'
const renamed = 'An image has the same name as another one: part of its id was added to its file name'

const staysInHouse = 'Positions are exact, including those of sensitive places: keep this file within the project'

function atHome(options: ExportOptions): string {
  if (includedIn(options) === 'people') return 'An unconfirmed machine suggestion was left out'
  if (includedIn(options) === 'confirmed') return 'An annotation that no review confirmed was left out'
  return `A machine suggestion with a confidence below ${options.leastConfidence ?? 0}, or without one, was left out`
}

/** Reports the annotations that the file does not have. */
async function reportLeftOut({
  db,
  source,
  losses,
  projectId,
  format,
  options
}: ExportTask & Pick<Writing, 'db' | 'source' | 'losses'>): Promise<void> {
  losses.leaveOut(atHome(options), await source.leftOutCount({ withoutSamplePoints: format === 'matrix' }))
  losses.leaveOut(pendingMark, await pendingMarks(db, inFile(projectId, options)))
  const { marks, things, notSettled } = individualFigures(source.roundIndividuals)
  losses.leaveOut(
    `${marks} annotations of ${things} individual${things === 1 ? '' : 's'}, ${notSettled} not settled: the file has each individual once`,
    marks - things
  )
}

/** Whether the filter of a table has conditions on depths or areas. These conditions apply to places as the file shows them. */
const actsOnPlaces = ({ filter = '' }: ExportOptions) =>
  parseFilter(filter).some(group => group.some(({ field }) => field === 'depth' || field === 'area'))
const filteredByShownPlaces =
  'Depths and areas of the filter were compared with generalised places, so the numbers may differ from those of the Results page'

/**
 * Exports a project to a file. When records have errors, the file is removed and only the report is kept.
 * @throws HopelessJob when the format cannot represent the project, or the filter is no longer valid
 */
export async function writeExport(
  storage: OpenDatabase,
  task: ExportTask,
  onProgress: (done: number, total: number) => void
): Promise<ExportResult> {
  const { walks, byFrame = false, write } = exportFormats[task.format]
  const faults = await faultReport({ ...task, path: task.reportPath })
  const losses = lossTally(faults.lose)
  try {
    return await inSnapshot(storage.db, async db => {
      const source = await projectSource(db, task.projectId, { options: task.options, byFrame, writtenAt: task.writtenAt })
      const total = Math.max(1, source.mostAnnotations * walks)
      let [done, imageCount, annotationCount] = [0, 0, 0]
      let isFirstWalk = true
      const counted = {
        ...source,
        async *images() {
          let count = 0
          const tellsRenamed = isFirstWalk
          isFirstWalk = false
          for await (const image of source.images()) {
            count += 1
            if (image.isRenamed && tellsRenamed) losses.of({ fileName: image.fileName, mediaId: image.id }).add(renamed)
            yield image
          }
          imageCount = count
        },
        async *annotations(which?: WhichAnnotations) {
          let count = 0
          for await (const annotation of source.annotations(which)) {
            count += 1
            if (++done % 500 === 0) onProgress(done, total)
            yield annotation
          }
          annotationCount = count
        }
      }
      const written = await write({ db, source: counted, losses, faults, ...task })
      if (written === null) annotationCount -= losses.leftOut()
      if (recordsIn(task.options).annotations) await reportLeftOut({ db, source, losses, ...task })
      reportPlaces(source, losses)
      if (!source.hasExactPlaces && actsOnPlaces(task.options)) losses.add(filteredByShownPlaces)
      if (task.options.exactPositions) losses.add(staysInHouse)
      const { error: errorCount, warning: warningCount } = faults.counts
      if (errorCount > 0) await rm(task.path, { force: true })
      return { imageCount, annotationCount, ...written, losses: losses.list(), faultKinds: faults.list(), errorCount, warningCount }
    })
  } catch (error) {
    await rm(task.path, { force: true })
    if (error instanceof InvalidRequest) throw new HopelessJob(error.message, { cause: error }) // such as a drawn area that expired meanwhile
    throw error instanceof RangeError ? new HopelessJob('The project is too large for this format', { cause: error }) : error
  } finally {
    await faults.close(losses.unlisted())
  }
}
