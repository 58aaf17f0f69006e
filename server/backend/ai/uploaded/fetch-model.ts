import { join } from 'node:path'
import { newId } from '../../../lib/ids.ts'
import type { RoomLimits } from '../../../lib/room-limits.ts'
import type { EventBus } from '../../events/bus.ts'
import { FetchRefused, PrivateAddress, ResponseTooLarge } from '../../fetcher/fetch-errors.ts'
import type { Fetcher, SavedFile } from '../../fetcher/fetcher.ts'
import { HopelessJob, type JobHandler } from '../../jobs/queue.ts'
import { safeFileName } from '../../media/file-names.ts'
import { type UploadRow, uploadRecords } from '../../media/upload-records.ts'
import { UploadStore } from '../../media/upload-store.ts'
import type { ProjectAccess } from '../../projects/access.ts'
import type { Blobs } from '../../storage/blobs.ts'
import type { Database, DatabasePlace } from '../../storage/database.ts'
import { asStorageError } from '../../storage/durable-files.ts'
import { modelArrival } from './model-arrival.ts'
import type { ModelPolicy } from './model-policy.ts'

export const fetchModelJob = 'ai.fetch_model'

/** Time limit for one file. The fetcher ends a connection earlier when no byte arrives for half a minute. */
const withinMs = 60 * 60_000
/** Progress is counted in MiB, because the steps of a job are 32-bit numbers. */
const stepBytes = 1024 ** 2
const reportEveryMs = 500

/** Returns the last part of the path, with the ending of a model. */
export function fileNameOf({ pathname, hostname }: URL): string {
  const last = safeFileName(decoded(pathname.split('/').at(-1) ?? '')) || hostname
  return /\.onnx$/i.test(last) ? last : `${last.slice(0, 200)}.onnx`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

interface FetchWork {
  db: Database
  place: DatabasePlace
  access: ProjectAccess
  blobs: Blobs
  events: EventBus
  fetcher: Fetcher
  room: RoomLimits
  models: ModelPolicy
}

/** Handles the job that fetches a model into an upload, and lets it arrive like one. */
// Long: the steps of one fetch.
export function runFetch({ db, place, access, blobs, events, fetcher, room, models: policy }: FetchWork): JobHandler {
  const records = uploadRecords(db)
  const folder = join(place.dataDir, 'uploads')
  const store = new UploadStore(folder, records, room)
  const arrival = modelArrival({ db, access, blobs, events, uploads: records, policy })

  /** Removes what an earlier try left behind. @returns whether an earlier try has stored the model */
  async function hasArrived(fetchId: string): Promise<boolean> {
    for (const { id, media_id: modelId } of await records.ofBatch(fetchId)) {
      if (modelId) return true
      await store.remove(id)
    }
    return false
  }

  return async ({ payload, signal, progress }) => {
    const [projectId, accountId, fetchId] = [String(payload.projectId), String(payload.accountId), String(payload.fetchId)]
    const url = new URL(String(payload.address))
    const fileName = fileNameOf(url)
    const upload = {
      id: newId(),
      project_id: projectId,
      account_id: accountId,
      file_name: fileName,
      batch: fetchId,
      purpose: 'model' as const
    }
    try {
      if (await hasArrived(fetchId)) return
      await store.open()
      await arrival.requireRight({ accountId, isConfined: true }, projectId)
      let [bytes, total]: [number, number | null] = [0, null]
      // A report also finds that the job was cancelled in another process. The signal then ends the fetch.
      const report = () => progress(Math.floor(bytes / stepBytes), total).catch(() => {})
      const reporting = setInterval(report, reportEveryMs)
      const file = await saved(fetcher, url, {
        accept: '*/*',
        maxBytes: policy.largestBytes,
        withinMs,
        signal,
        path: store.pathOf(upload.id),
        async onStart(sizeBytes) {
          arrival.requireFile(fileName, sizeBytes ?? 0)
          total = sizeBytes === null ? null : Math.ceil(sizeBytes / stepBytes)
          await records.begin({ ...upload, size_bytes: sizeBytes ?? policy.largestBytes }, room, folder)
        },
        onProgress: now => {
          bytes = now
        }
      }).finally(() => clearInterval(reporting))
      if (payload.sha256 !== null && payload.sha256 !== file.sha256)
        throw new HopelessJob(
          `The file has another SHA-256 than you gave: ${file.sha256}. Compare it with the one that its publisher states`
        )
      await arrival.requireRight({ accountId, isConfined: true }, projectId)
      signal.throwIfAborted()
      await arrival.ingest(
        { ...((await records.find(upload.id)) as UploadRow), size_bytes: file.bytes },
        store.pathOf(upload.id),
        addressOf(url)
      )
      await store.removeFile(upload.id)
    } catch (error) {
      await store.remove(upload.id)
      signal.throwIfAborted()
      throw isRefusal(error) ? new HopelessJob(error.message) : error
    } finally {
      events.publish({ type: 'changed', noun: 'ai', projectId })
    }
  }
}

/** Returns an address without its query, which may hold a key. */
const addressOf = ({ origin, pathname }: URL) => origin + pathname

/** Saves the file at an address. @throws HopelessJob for a refusal, and an error with a sentence for people when another try may help */
async function saved(fetcher: Fetcher, { href, host }: URL, wanted: SavedFile): Promise<{ bytes: number; sha256: string }> {
  const { status, file } = await fetcher.save(href, wanted).catch(error => {
    if (wanted.signal?.aborted || isRefusal(error)) throw error
    throw faultOf(host, asStorageError(error))
  })
  if (file) return file
  if (status === 429 || status >= 500) throw new Error(`${host} answered with status ${status}`)
  throw new HopelessJob(`${host} refused the request with status ${status}`)
}

function faultOf(host: string, error: unknown): Error {
  if (error instanceof PrivateAddress)
    return new HopelessJob(`${host} leads to an address inside this network, which this server does not connect to`)
  if (error instanceof ResponseTooLarge) return new HopelessJob('The file is larger than models may be on this server')
  if (error instanceof FetchRefused) return new HopelessJob(`${host} was not read: ${error.message}`)
  if (isRefusal(error)) return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (/CERT|UNABLE_TO_VERIFY/.test(code)) return new HopelessJob(`${host} has a certificate that this server does not trust`)
  return new Error(`${host} could not be reached, or closed the connection`, { cause: error })
}

/** Returns whether an error is a refusal with a sentence for people, such as a full disk or a missing right. */
const isRefusal = (error: unknown): error is Error => ((error as { statusCode?: number }).statusCode ?? 0) >= 400
