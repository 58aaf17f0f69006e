import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pipeline, type Readable, Transform } from 'node:stream'
import { ERRORS, Upload } from '@tus/server'
import { newId } from '../../../lib/ids.ts'
import type { RoomLimits } from '../../../lib/room-limits.ts'
import type { EventBus } from '../../events/bus.ts'
import { FetchRefused, PrivateAddress, ResponseTooLarge } from '../../fetcher/fetch-errors.ts'
import type { Fetcher, Opened } from '../../fetcher/fetcher.ts'
import { HopelessJob, type JobHandler } from '../../jobs/queue.ts'
import { safeFileName } from '../../media/file-names.ts'
import { uploadRecords } from '../../media/upload-records.ts'
import { UploadStore } from '../../media/upload-store.ts'
import type { ProjectAccess } from '../../projects/access.ts'
import type { Blobs } from '../../storage/blobs.ts'
import type { Database, DatabasePlace } from '../../storage/database.ts'
import { modelArrival } from './model-arrival.ts'
import type { ModelPolicy } from './model-policy.ts'

export const fetchModelJob = 'ai.fetch_model'

/** Time limit for one file. The fetcher ends a connection earlier when no byte arrives for half a minute. */
const withinMs = 60 * 60_000
/** Progress is counted in MiB, because the steps of a job are 32-bit numbers. */
const stepBytes = 1024 ** 2
const reportEveryMs = 1000
const rightLost = 'The person who started this fetch could not add models to the project meanwhile'

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

  return async ({ payload, signal, progress, hold }) => {
    const [projectId, accountId, fetchId] = [String(payload.projectId), String(payload.accountId), String(payload.fetchId)]
    const url = new URL(String(payload.address))
    const fileName = fileNameOf(url)
    const uploadId = newId()
    const requireRight = () => arrival.requireRight({ accountId, isConfined: true }, projectId)
    try {
      if (!policy.fromWeb) throw new HopelessJob('This server no longer fetches models from web addresses')
      if (await hasArrived(fetchId)) return
      await requireAccount(db, accountId)
      await requireRight()
      await store.open()
      let file = { bytes: 0, sha256: '' }
      const { body, sizeBytes } = await opened(fetcher, url, { maxBytes: policy.largestBytes, signal })
      try {
        arrival.requireFile(fileName, sizeBytes ?? 0)
        const size = sizeBytes ?? policy.largestBytes
        await store.create(
          new Upload({ id: uploadId, size, offset: 0, metadata: { projectId, accountId, fileName, batch: fetchId, purpose: 'model' } })
        )
        const total = sizeBytes === null ? null : Math.ceil(sizeBytes / stepBytes)
        const report = (bytes: number) => progress(Math.floor(bytes / stepBytes), total)
        file = await arrived(body, content => store.write(content, uploadId, 0), report)
      } catch (error) {
        if (error === ERRORS.FILE_NO_LONGER_EXISTS) throw new HopelessJob(rightLost)
        throw body.errored && body.errored === error ? faultOf(url.host, error) : error
      } finally {
        body.destroy()
      }
      requireSha256(file.sha256, payload.sha256)
      await requireRight()
      signal.throwIfAborted()
      const upload = await records.find(uploadId)
      if (!upload) throw new HopelessJob(rightLost)
      await arrival.ingest({ ...upload, size_bytes: file.bytes }, store.pathOf(uploadId), { address: addressOf(url), hold })
      await store.removeFile(uploadId)
    } catch (error) {
      await store.removeFile(uploadId) // first, because a full disk may refuse the change of the database
      if (!(await records.find(uploadId))?.media_id) await records.remove(uploadId)
      signal.throwIfAborted()
      throw isRefusal(error) ? new HopelessJob(error.message) : error
    } finally {
      events.publish({ type: 'changed', noun: 'ai', projectId })
    }
  }
}

/** @throws HopelessJob for an account that is deleted or disabled */
async function requireAccount(db: Database, accountId: string): Promise<void> {
  const account = await db.selectFrom('account').select('disabled_at').where('id', '=', accountId).executeTakeFirst()
  if (!account || account.disabled_at !== null) throw new HopelessJob('The account that started this fetch is disabled')
}

/**
 * Writes a file while it arrives. Reports of progress also find that the job was cancelled in another process; its signal then ends the fetch.
 * @returns the size, and the SHA-256 in hexadecimal digits
 */
async function arrived(
  body: Readable,
  write: (content: Readable) => Promise<number>,
  progress: (bytes: number) => Promise<void>
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const content = new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part)
      bytes += part.length
      done(null, part)
    }
  })
  pipeline(body, content, () => {}) // a fault reaches the reader
  const reporting = setInterval(() => void progress(bytes).catch(() => {}), reportEveryMs)
  await write(content).finally(() => clearInterval(reporting))
  return { bytes, sha256: hash.digest('hex') }
}

function requireSha256(found: string, expected: unknown): void {
  if (expected === null || expected === found) return
  throw new HopelessJob(`The file has another SHA-256 than you gave: ${found}. Compare it with the one that its publisher states`)
}

/** Returns an address without its query, which may hold a key. */
const addressOf = ({ origin, pathname }: URL) => origin + pathname

/** Opens the file at an address. @throws HopelessJob for a refusal, and an error with a sentence for people when another try may help */
async function opened(fetcher: Fetcher, { href, host }: URL, wanted: { maxBytes: number; signal: AbortSignal }): Promise<Opened> {
  const answer = await fetcher.open(href, { accept: '*/*', withinMs, ...wanted }).catch(error => {
    throw isRefusal(error) ? error : faultOf(host, error)
  })
  const { status } = answer
  if (status === 200) return answer
  answer.body.destroy()
  if (status === 429 || status >= 500) throw new Error(`${host} answered with status ${status}`)
  throw new HopelessJob(`${host} refused the request with status ${status}`)
}

function faultOf(host: string, error: unknown): Error {
  if (error instanceof PrivateAddress)
    return new HopelessJob(`${host} leads to an address inside this network, which this server does not connect to`)
  if (error instanceof ResponseTooLarge) return new HopelessJob('The file is larger than models may be on this server')
  if (error instanceof FetchRefused) return new HopelessJob(`${host} was not read: ${error.message}`)
  const { code = '', name } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError') return new HopelessJob('The file did not arrive within an hour')
  if (/CERT|UNABLE_TO_VERIFY/.test(code)) return new HopelessJob(`${host} has a certificate that this server does not trust`)
  return new Error(`${host} could not be reached, or closed the connection`, { cause: error })
}

/** Returns whether an error is a refusal with a sentence for people, such as a full disk or a missing right. */
const isRefusal = (error: unknown): error is Error => ((error as { statusCode?: number }).statusCode ?? 0) >= 400
