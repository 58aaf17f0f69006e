import { sql } from 'kysely'
import type { ImportResult } from '../../../../shared/contracts/exchange.ts'
import { importUndoDays } from '../../../../shared/limits.ts'
import { timestamp } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { AnnotationCounts } from '../../annotations/counts.ts'
import type { EventBus } from '../../events/bus.ts'
import { quoted } from '../../files/reading.ts'
import { HopelessJob, type JobContext, type JobHandler } from '../../jobs/queue.ts'
import { recordActivity } from '../../projects/activity.ts'
import { lockProject, type Transaction } from '../../projects/edit-project.ts'
import type { Sight } from '../../projects/scope.ts'
import type { AnyTransaction, Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'
import type { Finding } from '../dataset.ts'
import { freeProgramName } from '../program-names.ts'
import type { StoredFiles } from '../stored-files.ts'
import { programName, type StoredPreview } from './check.ts'
import { type FindingTable, findingTable } from './findings.ts'
import { forImport } from './for-import.ts'
import { importedSamples } from './imported-samples.ts'
import { placeLabels } from './new-labels.ts'
import { readStaged, type StagedAnnotation } from './staged.ts'
import { fillFacts } from './written-facts.ts'

export const applyJob = 'exchange.apply'

const dayMs = 86_400_000

export interface ApplyImport {
  db: Database
  files: StoredFiles
  events: EventBus
}

/**
 * Writes the checked annotations in one transaction, which also marks the import as applied. A killed job leaves no changes, and can run again.
 * Once the import is applied, another run does nothing. Progress writes are not awaited, because SQLite delays them until after the transaction.
 */
export function applyImport({ db, files, events }: ApplyImport): JobHandler {
  return async ({ payload, attempt, signal, progress, hold }) => {
    const id = String(payload.importId)
    const accountId = String(payload.accountId)
    await progress(0, null)
    await files.remove(id, 'outcome') // left by a failed attempt
    const leftOut = leftOutTable(files, id, attempt)
    const applied = await db
      .transaction()
      .execute(transaction =>
        apply({
          transaction,
          id,
          accountId,
          signal,
          staged: files.pathOf(id, 'staged'),
          leftOut,
          hold,
          onProgress: (done, total) => void progress(done, total).catch(() => {}) // the signal reports a cancelled job
        })
      )
      .catch(async error => {
        await leftOut.abandon()
        const isRefusal = error.statusCode >= 400 && error.statusCode < 500
        throw isRefusal ? new HopelessJob(error.message, { cause: error }) : error
      })
    if (!applied) return
    await files.remove(id, 'upload', 'staged')
    const { projectId, result } = applied
    events.publish({ type: 'changed', noun: 'annotations', projectId, by: accountId })
    events.publish({ type: 'changed', noun: 'media', projectId, by: accountId })
    if (result.newLabelCount > 0) events.publish({ type: 'changed', noun: 'labels', projectId })
  }
}

interface Application {
  transaction: AnyTransaction
  id: string
  accountId: string
  signal: AbortSignal
  /** Path of the staged file. */
  staged: string
  leftOut: LeftOutTable
  hold: JobContext['hold']
  onProgress(done: number, total: number): void
}

/** Applies an import. @returns null when it has already been applied, or may no longer be applied */
// Long: one transaction, step by step.
async function apply({ transaction: begun, id, accountId, signal, staged, leftOut, hold, onProgress }: Application) {
  const session = await begun
    .updateTable('import_session')
    .set(eb => ({ state: 'applied', revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'applying')
    .returningAll()
    .executeTakeFirst()
  if (!session || session.preview === null) return null
  const sight = forImport(session.project_id)
  const { projectId } = sight
  const { transaction, at } = await lockProject(begun, sight) // so two imports of a project have different times
  const preview = await withFreeName(transaction, sight, session, JSON.parse(session.preview))
  const labels = await placeLabels({ transaction, projectId, accountId, at }, preview.labels)
  const media = await mediaIds(transaction, projectId)
  const counts = new AnnotationCounts()
  const images = new Set<string>()
  const result: ImportResult = { annotationCount: 0, imageCount: 0, newLabelCount: labels.newCount, leftOutCount: 0, vanishedCount: 0 }
  const filled = new Set<string>()
  let hasFrames = false
  const samples = await importedSamples(transaction, { projectId, accountId, fileName: session.file_name, at })
  const write = annotationWriter({ transaction, projectId, accountId, at, preview })
  let done = 0
  let hasCoverage = false
  let unlabelledCount = 0
  const ids: { first: string | null; last: string | null } = { first: null, last: null }
  for await (const { rows = [], frames = [], facts = [], covered = [] } of readStaged(staged)) {
    signal.throwIfAborted()
    done += rows.length
    onProgress(done, preview.annotationCount)
    const written: PlacedAnnotation[] = []
    for (const row of rows) {
      const labelId = (row.label < 0 ? null : labels.ids[row.label]) ?? null
      const isUnnamed = row.label >= 0 && labelId === null
      const name = preview.labels[row.label]?.name ?? ''
      if (!media.has(row.mediaId)) {
        result.vanishedCount += 1
        await leftOut.add({ taken: false, ...row.from, message: 'The image was removed from the project in the meantime' })
      } else if (row.samplePoint !== undefined && samples.isTaken(row.mediaId)) {
        result.vanishedCount += 1
        await leftOut.add({ taken: false, ...row.from, message: 'The image has received other sample points in the meantime' })
      } else if (isUnnamed && row.samplePoint === undefined) {
        result.leftOutCount += 1
        await leftOut.add({ taken: false, ...row.from, message: `Its label ${quoted(name)} was left out` })
      } else {
        // Without the point, the cover of the other labels would be too high.
        if (isUnnamed) {
          unlabelledCount += 1
          await leftOut.add({ taken: true, ...row.from, message: `The point has no label, because ${quoted(name)} was left out` })
        }
        const { from: _, ...columns } = row
        written.push({ ...columns, ...(isUnnamed && { confidence: null, labelOrigin: undefined }), id: newId(), labelId })
        counts.add(row.mediaId, labelId, 1)
        images.add(row.mediaId)
      }
    }
    if (written.length > 0) await write(written)
    ids.first ??= written[0]?.id ?? null
    ids.last = written.at(-1)?.id ?? ids.last
    await samples.write(
      written.flatMap(({ id: annotationId, mediaId, samplePoint: position }) =>
        position === undefined ? [] : { annotationId, mediaId, position }
      )
    )
    result.annotationCount += written.length
    if (covered.length > 0) hasCoverage = true
    await keepCoverage(
      transaction,
      { sourceId: id, at },
      covered.filter(mediaId => media.has(mediaId))
    )
    const numbered = frames.map(([mediaId, frame]) => ({ mediaId, facts: {}, metadata: { frame: String(frame) } }))
    if ((await fillFacts(transaction, id, numbered)).length > 0) hasFrames = true
    if (preview.facts?.fill) for (const mediaId of await fillFacts(transaction, id, facts)) filled.add(mediaId)
  }
  // The file was checked by a version that did not record coverage.
  if (!hasCoverage) for (const mediaId of images) await keepCoverage(transaction, { sourceId: id, at }, [mediaId])
  await counts.save(transaction)
  result.imageCount = images.size
  if (filled.size > 0) result.filledImageCount = filled.size
  if (unlabelledCount > 0) result.unlabelledCount = unlabelledCount
  const { annotationCount: count, newLabelCount } = result
  await transaction
    .updateTable('import_session')
    .set({
      preview: JSON.stringify(preview), // with the final name of its program
      result: JSON.stringify(result),
      expires_at: timestamp(Date.parse(at) + importUndoDays * dayMs),
      applied_at: ids.first !== null || hasCoverage || labels.newCount > 0 || filled.size > 0 || hasFrames ? at : null,
      first_annotation_id: ids.first,
      last_annotation_id: ids.last
    })
    .where('id', '=', id)
    .execute()
  const by = { projectId, actorId: accountId }
  const fileName = session.file_name
  if (count + newLabelCount > 0 || filled.size === 0)
    await recordActivity(transaction, { ...by, event: 'annotations.imported', detail: { count, newLabelCount, fileName } })
  if (filled.size > 0)
    await recordActivity(transaction, { ...by, event: 'media.metadata.attached', detail: { count: filled.size, fileName } })
  await hold(transaction) // last: progress is written until then
  await leftOut.keep()
  signal.throwIfAborted()
  return { projectId, result }
}

/** Adds a number to the name of a program if another import has taken that name since the check. */
async function withFreeName(
  transaction: Transaction,
  sight: Sight,
  { file_name: fileName }: { file_name: string },
  preview: StoredPreview
): Promise<StoredPreview> {
  if (preview.isUnnamedGiven || preview.unnamedCount === 0 || preview.unnamed.source === 'human') return preview
  return { ...preview, unnamed: { source: 'machine', name: await freeProgramName(transaction, sight, programName(fileName)) } }
}

type LeftOutTable = ReturnType<typeof leftOutTable>

/**
 * Table of the findings of the check, followed by the entries left out while applying. It is a separate file, and serves as the report of an applied
 * import.
 */
function leftOutTable(files: StoredFiles, id: string, attempt: number) {
  let table: FindingTable | null = null
  return {
    async add(finding: Finding): Promise<void> {
      table ??= await findingTable(files.unfinished(id, 'outcome', attempt), files.pathOf(id, 'findings'))
      await table.write(finding)
    },
    async keep(): Promise<void> {
      if (!table) return
      await table.close()
      await files.seal(id, 'outcome', attempt)
      await files.publish(id, 'outcome', attempt)
      table = null
    },
    async abandon(): Promise<void> {
      await table?.close()
      await files.removeUnfinished(id, ['outcome'], attempt)
    }
  }
}

async function mediaIds(transaction: Transaction, projectId: string): Promise<Set<string>> {
  const rows = await transaction
    .selectFrom('media')
    .select('id')
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

type PlacedAnnotation = Omit<StagedAnnotation, 'from'> & { id: string; labelId: string | null }

interface Writer {
  transaction: Transaction
  projectId: string
  accountId: string
  at: string
  preview: StoredPreview
}

const text = (name: string) => sql.raw(`item.value ->> '${name}'`)
const real = (name: string) => sql.raw(`cast(item.value ->> '${name}' as double precision)`)

function annotationWriter({ transaction, projectId, accountId, at, preview }: Writer) {
  const { unnamed } = preview
  const makers = preview.people.map(({ name, machine, accountId: member }) => ({
    source: machine ? 'machine' : 'human',
    annotator: member === null ? name : null,
    createdBy: member ?? accountId
  }))
  const nobody = { source: unnamed.source, annotator: unnamed.name, createdBy: accountId }

  return async function write(rows: PlacedAnnotation[]): Promise<void> {
    const items = jsonItems(
      transaction,
      rows.map(row => {
        const maker = makers[row.person] ?? nobody
        const origin = maker.source === 'human' ? (row.labelOrigin ?? null) : null // a label that nobody confirmed has no origin
        return { ...row, ...maker, origin, at: row.at ?? at }
      })
    )
    await sql`
      insert into annotation (
        id, project_id, media_id, shape_kind, shape, area, label_id, confidence, attributes, review_state, source, annotator,
        created_by, created_at, modified_by, modified_at, revision, operation_id, operation_kind, origin
      )
      select ${text('id')}, ${projectId}, ${text('mediaId')}, ${text('shapeKind')}, ${text('shape')}, ${real('area')}, ${text('labelId')},
        ${real('confidence')}, ${text('attributes')}, 'proposed', ${text('source')}, ${text('annotator')},
        ${text('createdBy')}, ${text('at')}, ${accountId}, ${at}, 1, null, 'import', ${text('origin')}
      from ${items}`.execute(transaction)
  }
}

async function keepCoverage(
  transaction: Transaction,
  { sourceId, at }: { sourceId: string; at: string },
  mediaIds: string[]
): Promise<void> {
  if (mediaIds.length === 0) return
  const rows = mediaIds.map(media_id => ({ media_id, source_id: sourceId, covered_at: at }))
  await transaction
    .insertInto('media_coverage')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
