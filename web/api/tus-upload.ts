import type { DetailedError, HttpRequest, HttpResponse, Upload } from 'tus-js-client'
import { type ApiError, refusal, unreachable } from './api-error.ts'
import { credentials } from './credentials.ts'
import { apiPath, requestHeaders } from './request.ts'

export interface TusTarget {
  /** Identity of the file and its target. The URL of the upload is kept under this identity in local storage until the upload is complete. */
  fingerprint: string
  metadata: Record<string, string>
  /** Response header with the id of the item that the server created from the file. */
  itemHeader: string
  /** Error code of a conflict (409) that a retry does not solve. */
  finalConflict?: string
}

export interface TusReport {
  onProgress(sentBytes: number): void
  onDone(itemId: string | null): void
  onFailed(error: ApiError): void
}

export interface RunningUpload {
  /** Stops the upload. The server keeps the bytes that it has. */
  pause(): void
  /** Stops the upload. The server deletes the bytes that it has. */
  cancel(): void
}

/** Delays before retries after a lost connection. The sequence restarts whenever bytes arrive. */
const retryDelaysMs = [0, 1000, 3000, 5000, 10_000, 20_000]

/** Sends one file with the tus protocol. Bytes sent before a pause, a lost connection or a reload are not sent again. */
export function sendByTus(file: File, { fingerprint, metadata, itemHeader, finalConflict }: TusTarget, report: TusReport): RunningUpload {
  let upload: Upload | null = null
  let stopped = false
  let signIns = 0

  async function start() {
    const tus = await import('tus-js-client')
    if (stopped) return
    upload = new tus.Upload(file, {
      endpoint: apiPath('/uploads'),
      metadata,
      retryDelays: retryDelaysMs,
      removeFingerprintOnSuccess: true,
      fingerprint: async () => fingerprint,
      onBeforeRequest: async request => {
        await authorize(request)
        signIns = credentials().signIns()
      },
      onShouldRetry: error => mayRetry(toApiError(error), finalConflict),
      onProgress: sent => report.onProgress(sent),
      onSuccess: ({ lastResponse }) => report.onDone(lastResponse.getHeader(itemHeader) ?? null),
      onError: error => {
        const refused = toApiError(error)
        if (refused.status === 401) credentials().refused(signIns)
        void (isFinal(refused, finalConflict) ? forget(tus, fingerprint) : Promise.resolve()).finally(() => {
          if (!stopped) report.onFailed(refused)
        })
      }
    })
    const [earlier] = await upload.findPreviousUploads()
    if (stopped) return
    if (earlier) upload.resumeFromPreviousUpload(earlier)
    upload.start()
  }

  start().catch(cause => report.onFailed(unreachable(cause)))
  return {
    pause() {
      stopped = true
      void upload?.abort()
    },
    cancel() {
      stopped = true
      upload?.abort(true).catch(() => {}) // the server deletes unfinished uploads automatically
    }
  }
}

/**
 * Returns whether the server refused an upload and deleted it. The end of a session (401) deletes no upload, nor does an answer after which a retry
 * may succeed.
 */
const isFinal = (error: ApiError, finalConflict: string | undefined) =>
  error.status >= 400 && error.status !== 401 && !mayRetry(error, finalConflict)

async function forget({ defaultOptions: { urlStorage } }: typeof import('tus-js-client'), fingerprint: string): Promise<void> {
  for (const { urlStorageKey } of await urlStorage.findUploadsByFingerprint(fingerprint)) await urlStorage.removeUpload(urlStorageKey)
}

async function authorize(request: HttpRequest): Promise<void> {
  for (const [name, value] of Object.entries(await requestHeaders())) request.setHeader(name, value)
}

/** Returns whether a retry may succeed: without a response, or after a busy server, a locked upload or a conflict other than `finalConflict`. */
function mayRetry({ status, code }: ApiError, finalConflict: string | undefined): boolean {
  if (status === 409) return code !== finalConflict
  return status === 0 || status === 423 || status === 429 || status >= 500
}

function toApiError(error: Error | DetailedError): ApiError {
  const response: HttpResponse | null = 'originalResponse' in error ? error.originalResponse : null
  if (!response || response.getStatus() === 0) return unreachable(error)
  return refusal(response.getStatus(), response.getBody() ?? '', response.getHeader('x-request-id') ?? null)
}
