import type { DetailedError, HttpRequest, HttpResponse, Upload } from 'tus-js-client'
import { type ApiError, refusal, unreachable } from '../../../api/api-error.ts'
import { credentials } from '../../../api/credentials.ts'
import { apiPath, requestHeaders } from '../../../api/request.ts'
import { alreadyHere, type Send } from './upload-item.ts'

/** Delays before retries after a lost connection. The sequence restarts whenever bytes arrive. */
const retryDelaysMs = [0, 1000, 3000, 5000, 10_000, 20_000]

/**
 * Sends one file with the tus protocol. Bytes sent before a pause, a lost connection or a reload are not sent again.
 * The URL of the upload is kept in local storage until the upload is complete.
 */
export const sendByTus: Send = (file, { projectId, batch }, report) => {
  let upload: Upload | null = null
  let stopped = false

  const fingerprint = ['isobath', projectId, file.name, file.size, file.lastModified].join('-')

  async function start() {
    const tus = await import('tus-js-client')
    if (stopped) return
    upload = new tus.Upload(file, {
      endpoint: apiPath('/uploads'),
      metadata: { projectId, batch, filename: file.name },
      retryDelays: retryDelaysMs,
      removeFingerprintOnSuccess: true,
      // The same file may go to two projects, and each upload belongs to one of them.
      fingerprint: async () => fingerprint,
      onBeforeRequest: authorize,
      onShouldRetry: error => mayRetry(error),
      onProgress: sent => report.onProgress(sent),
      onSuccess: ({ lastResponse }) => report.onDone(lastResponse.getHeader('Isobath-Media-Id') ?? null),
      onError: error => {
        const refused = toApiError(error)
        if (refused.status >= 400 && refused.status < 500) void forget(tus, fingerprint) // the server has deleted it as well
        if (!stopped) report.onFailed(refused)
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

async function forget({ defaultOptions: { urlStorage } }: typeof import('tus-js-client'), fingerprint: string): Promise<void> {
  for (const { urlStorageKey } of await urlStorage.findUploadsByFingerprint(fingerprint)) await urlStorage.removeUpload(urlStorageKey)
}

async function authorize(request: HttpRequest): Promise<void> {
  for (const [name, value] of Object.entries(await requestHeaders())) request.setHeader(name, value)
}

/** Returns whether a retry may succeed: without a response, with a busy server or a locked upload, but not for a duplicate. */
function mayRetry(error: DetailedError): boolean {
  const status = error.originalResponse?.getStatus() ?? 0
  if (status === 409) return toApiError(error).code !== alreadyHere
  return status === 0 || status === 423 || status === 429 || status >= 500
}

function toApiError(error: Error | DetailedError): ApiError {
  const response: HttpResponse | null = 'originalResponse' in error ? error.originalResponse : null
  if (!response || response.getStatus() === 0) return unreachable(error)
  if (response.getStatus() === 401) credentials().refused()
  return refusal(response.getStatus(), response.getBody() ?? '', response.getHeader('x-request-id') ?? null)
}
