import { createHash } from 'node:crypto'
import type { DryRun, Manifest } from '../../../../shared/contracts/uploaded-models.ts'
import { timestamp } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import type { EventBus } from '../../events/bus.ts'
import { HopelessJob, type JobHandler, type JobQueue } from '../../jobs/queue.ts'
import { recordActivity } from '../../projects/activity.ts'
import { projectEdits } from '../../projects/edit-project.ts'
import type { FullSight, Scope } from '../../projects/scope.ts'
import type { Blobs } from '../../storage/blobs.ts'
import type { Database } from '../../storage/database.ts'
import type { Flag } from '../../storage/tables.ts'
import { ModelState, NoOnnxRuntime } from '../errors.ts'
import { requireManifest } from './check-manifest.ts'
import { decoderBytes, decoderPath, requireDecoder } from './decoder.ts'
import { mapEqualLabels } from './map-labels.ts'
import { againWhenEnded, type ModelChild, modelThreads, withModelChild } from './model-child.ts'
import { modelFault } from './model-fault.ts'
import type { ModelPolicy } from './model-policy.ts'
import { inspectionOf, isUsed, modelRow, stateOf } from './rows.ts'
import { runtimeFault, runtimeVersion } from './runtime-check.ts'

export const dryRunJob = 'ai.dry_run'

const labelsAtOnce = 100
/** Another manifest may have another licence. */
const unreadLicense = { licence_read_by: null, licence_read_at: null }
/** Maximum number of objects in the preview. */
const mostShown = 50
/** Maximum number of images to try for the preview. */
const mostTried = 5

/**
 * Stores the manifest of a model and starts its test run.
 * @throws ModelState for a model that is retired, being tested or already used, or if another model has the same name and version
 * @throws InvalidRequest for a manifest that does not fit the file @throws NoOnnxRuntime
 */
// Long: the checks and rows of one test run.
export async function startDryRun(
  { db, events, jobs }: { db: Database; events: EventBus; jobs: JobQueue },
  scope: Scope & FullSight,
  modelId: string,
  manifest: Manifest
): Promise<void> {
  const { projectId, accountId } = scope
  const inspection = await inspectionOf(db, modelId)
  if (inspection.prompts) throw new ModelState('This file is the decoder of a pair: choose it in the details of its encoder')
  requireManifest(manifest, inspection)
  const fault = await runtimeFault()
  if (fault) throw new NoOnnxRuntime(fault)
  await projectEdits(db, events)(scope, async ({ transaction, publish }) => {
    if (manifest.decoder !== undefined) await requireDecoder(transaction, scope, manifest.decoder)
    const row = await modelRow(transaction, modelId)
    const state = stateOf(row)
    if (state === 'dry_run') throw new ModelState('The test run of this model is under way: wait until it finishes, or cancel it')
    if (state === 'retired') throw new ModelState('This model is retired: bring it back first')
    if (await isUsed(transaction, modelId))
      throw new ModelState('Runs have used this model, so it can no longer be changed: add its file again as another version')
    const { name, version } = manifest
    const twin = await transaction
      .selectFrom('ai_uploaded_model')
      .select('id')
      .where('project_id', '=', projectId)
      .where('name', '=', name)
      .where('version', '=', version)
      .where('id', '<>', modelId)
      .executeTakeFirst()
    if (twin) throw new ModelState(`${name} ${version} is already in this project: use another version`)
    const stored = JSON.stringify({ ...manifest, sha256: row.sha256 })
    const job = await jobs.enqueue(transaction, { kind: dryRunJob, projectId, subject: name, payload: { modelId } })
    await transaction
      .updateTable('ai_uploaded_model')
      .set({
        state: 'dry_run',
        manifest: stored,
        manifest_sha256: hashOf(stored),
        name,
        version,
        dry_run: null,
        job_id: job.id,
        ...unreadLicense
      })
      .where('id', '=', modelId)
      .execute()
    const mapped = await mappedLabels(transaction, modelId)
    await transaction.deleteFrom('ai_uploaded_label').where('model_id', '=', modelId).execute()
    const rows = manifest.labels.map(label => ({
      id: newId(),
      model_id: modelId,
      place: label.index,
      name: label.name,
      taxon: label.taxon ?? null,
      is_ignored: label.ignore ? (1 as const) : (0 as const),
      label_id: mapped.get(label.name)?.labelId ?? null,
      is_decided: mapped.get(label.name)?.isDecided ?? (0 as const)
    }))
    for (let from = 0; from < rows.length; from += labelsAtOnce)
      await transaction
        .insertInto('ai_uploaded_label')
        .values(rows.slice(from, from + labelsAtOnce))
        .execute()
    await mapEqualLabels(transaction, modelId, projectId)
    await recordActivity(transaction, { projectId, actorId: accountId, event: 'ai.model_tested', detail: { name } })
    publish({ type: 'changed', noun: 'ai', projectId })
  })
  jobs.wake()
}

/** Reads the existing mappings, set by people or an earlier test run, by the name of the model label. */
async function mappedLabels(db: Database, modelId: string): Promise<Map<string, { labelId: string | null; isDecided: Flag }>> {
  const rows = await db.selectFrom('ai_uploaded_label').select(['name', 'label_id', 'is_decided']).where('model_id', '=', modelId).execute()
  return new Map(rows.map(({ name, label_id: labelId, is_decided: isDecided }) => [name, { labelId, isDecided }]))
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

interface DryRunWork {
  db: Database
  blobs: Blobs
  events: EventBus
  models: ModelPolicy
}

/** Handles the job that tests a model in a separate process and marks it as ready. */
export function runDryRun({ db, blobs, events, models }: DryRunWork): JobHandler {
  return async ({ payload, signal, hold }) => {
    const modelId = String(payload.modelId)
    const row = await db.selectFrom('ai_uploaded_model').selectAll().where('id', '=', modelId).executeTakeFirst()
    if (row?.state !== 'dry_run' || row.manifest === null) throw new HopelessJob('The model was removed or tested in the meantime')
    const manifest = JSON.parse(row.manifest) as Manifest
    const changed = () => events.publish({ type: 'changed', noun: 'ai', projectId: row.project_id })
    changed()
    try {
      const dryRun = await withModelChild(
        { sizeBytes: Number(row.size_bytes) + (await decoderBytes(db, manifest)), seconds: models.seconds },
        child =>
          againWhenEnded(async () => {
            await child.run('load', { path: await blobs.localPath(row.sha256), manifest, threads: modelThreads })
            const decoder = await decoderPath(blobs, manifest)
            const measured = await (decoder === null
              ? child.run('dryRun', null)
              : child.run('dryRunPair', { decoder, threads: modelThreads }))
            const preview = await previewOf({ db, blobs, child }, row.project_id, manifest)
            return { ...measured, provider: 'cpu', threads: modelThreads, runtime: await runtimeVersion(), at: timestamp(), preview }
          }, signal),
        signal
      )
      await db.transaction().execute(async transaction => {
        await hold(transaction)
        await transaction
          .updateTable('ai_uploaded_model')
          .set({ state: 'ready', dry_run: JSON.stringify(dryRun satisfies DryRun) })
          .where('id', '=', modelId)
          .execute()
      })
    } catch (error) {
      const sentence = signal.aborted ? null : modelFault(error)
      throw sentence === null ? error : new HopelessJob(sentence)
    } finally {
      changed()
    }
  }
}

/**
 * Runs the model on the newest readable image of the project, so that people can judge the result.
 * @returns null for models that find no objects, and if none of the newest images can be read
 */
async function previewOf(
  { db, blobs, child }: { db: Database; blobs: Blobs; child: ModelChild },
  projectId: string,
  manifest: Manifest
): Promise<DryRun['preview']> {
  if (manifest.task === 'classify' || manifest.task === 'embed') return null
  const images = await db
    .selectFrom('media')
    .select(['id', 'sha256', 'width', 'height'])
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .where('state', '=', 'ready')
    .orderBy('id', 'desc')
    .limit(mostTried)
    .execute()
  const names = new Map(manifest.labels.map(({ index, name }) => [index, name]))
  for (const { id, sha256, width, height } of images) {
    const found = await (manifest.task === 'interactive' ? middleOn : foundOn)({ blobs, child, manifest, names }, sha256)
    if (found) return { mediaId: id, width, height, found: found.slice(0, mostShown) }
  }
  return null
}

interface Preview {
  blobs: Blobs
  child: ModelChild
  manifest: Manifest
  /** Names of the labels by index. */
  names: ReadonlyMap<number, string>
}

type PreviewFound = NonNullable<DryRun['preview']>['found']

/** Detects the objects on an image. Null if the image cannot be read. @throws errors of the model */
const foundOn = ({ blobs, child, names }: Preview, sha256: string): Promise<PreviewFound | null> =>
  unlessUnreadable(child, async () => {
    const found = await child.run('detect', { path: await blobs.localPath(sha256) })
    return found.map(({ shape, index, p }) => ({ shape, name: names.get(index) ?? String(index), probability: p }))
  })

/** Outlines the object in the middle of an image with a pair. Null if the image cannot be read. @throws errors of the model */
const middleOn = ({ blobs, child, manifest }: Preview, sha256: string): Promise<PreviewFound | null> =>
  unlessUnreadable(child, async () => {
    const decoder = await decoderPath(blobs, manifest)
    const task = { path: await blobs.localPath(sha256), decoder: decoder ?? '', threads: modelThreads }
    const shape = await child.run('outlineMiddle', task)
    return shape ? [{ shape, name: 'Object', probability: 1 }] : []
  })

/** Returns null if an image cannot be read, which is not a fault of the model. @throws errors of the model */
async function unlessUnreadable<T>(child: ModelChild, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (modelFault(error) !== null || !child.isAlive) throw error
    return null
  }
}
