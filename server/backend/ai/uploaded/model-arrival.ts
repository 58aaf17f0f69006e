import { timestamp } from '../../../lib/clock.ts'
import { NotFound } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { refuseBlind } from '../../annotations/rounds/blind.ts'
import { ChildFault } from '../../children/child.ts'
import type { EventBus } from '../../events/bus.ts'
import type { JobContext } from '../../jobs/queue.ts'
import type { UploadRecords, UploadRow } from '../../media/upload-records.ts'
import type { ProjectAccess, Requester } from '../../projects/access.ts'
import { recordActivity } from '../../projects/activity.ts'
import type { Blobs } from '../../storage/blobs.ts'
import type { Database } from '../../storage/database.ts'
import { ModelRefused } from '../onnx/errors.ts'
import { againWhenEnded, withModelChild } from './model-child.ts'
import { modelFault } from './model-fault.ts'
import type { ModelPolicy } from './model-policy.ts'
import { requireModelRight } from './model-rights.ts'

interface ModelArrivalOptions {
  db: Database
  access: ProjectAccess
  blobs: Blobs
  events: EventBus
  uploads: UploadRecords
  policy: ModelPolicy
}

/** Handles uploads of models: checks the right to upload, and turns a finished upload into a model. */
// Long: the steps of one arrival.
export function modelArrival({ db, access, blobs, events, uploads, policy }: ModelArrivalOptions) {
  /** Reads the id of the model that another server process created from the upload. @throws NotFound */
  async function itemOf(uploadId: string): Promise<string> {
    const id = (await uploads.find(uploadId))?.media_id
    if (!id) throw new NotFound('The upload')
    return id
  }

  return {
    /** Requires the right to upload models. @throws NotFound | RoleNeeded | WorkingBlind | ModelUploadNeeds */
    async requireRight(requester: Requester, projectId: string): Promise<void> {
      const scope = await access.open(requester, projectId, 'editor')
      refuseBlind(scope)
      await requireModelRight(db, scope, policy)
    },

    /** Requires an acceptable file name and size. @throws ModelRefused */
    requireFile(fileName: string, sizeBytes: number): void {
      if (!/\.onnx$/i.test(fileName)) throw new ModelRefused(`${fileName} is not an ONNX model: its name must end in .onnx`)
      if (sizeBytes > policy.largestBytes)
        throw new ModelRefused(
          `A model may be up to ${Math.floor(policy.largestBytes / 1024 ** 2).toLocaleString('en')} MiB on this server`
        )
    },

    /**
     * Inspects a model in a separate process and stores it.
     * @param fetched web address that the file came from, without a query, and the lock of the job that fetched it
     * @returns id of the model
     * @throws ModelRefused | StorageFull
     */
    async ingest(upload: UploadRow, path: string, fetched?: { address: string; hold: JobContext['hold'] }): Promise<string> {
      const inspection = await withModelChild({ sizeBytes: 0 }, ({ run }) => againWhenEnded(() => run('inspect', { path }))).catch(
        error => {
          const sentence = modelFault(error)
          const isOfServer = error instanceof ChildFault && error.reason === 'ended' // no model runs in an inspection
          throw sentence === null || isOfServer ? error : new ModelRefused(sentence)
        }
      )
      const { sha256 } = await blobs.putFile(path)
      const id = newId()
      const isFirst = await db.transaction().execute(async transaction => {
        await fetched?.hold(transaction)
        if (!(await uploads.markFinished(transaction, upload.id, id))) return false
        await transaction
          .insertInto('ai_uploaded_model')
          .values({
            id,
            project_id: upload.project_id,
            sha256,
            file_name: upload.file_name,
            size_bytes: upload.size_bytes,
            state: 'needs_manifest',
            is_decoder: inspection.prompts ? 1 : 0,
            inspection: JSON.stringify({ ...inspection, ...(fetched && { address: fetched.address }) }),
            manifest: null,
            manifest_sha256: null,
            name: null,
            version: null,
            dry_run: null,
            job_id: null,
            licence_read_by: null,
            licence_read_at: null,
            created_by: upload.account_id,
            created_at: timestamp()
          })
          .execute()
        const detail = { fileName: upload.file_name }
        await recordActivity(transaction, { projectId: upload.project_id, actorId: upload.account_id, event: 'ai.model_added', detail })
        return true
      })
      if (!isFirst) return await itemOf(upload.id)
      events.publish({ type: 'changed', noun: 'ai', projectId: upload.project_id })
      return id
    }
  }
}
