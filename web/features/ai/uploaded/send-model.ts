import type { DetailedError, Upload } from 'tus-js-client'
import { refusal, unreachable } from '../../../api/api-error.ts'
import { apiPath, requestHeaders } from '../../../api/request.ts'

interface Report {
  onProgress(share: number): void
  onDone(modelId: string | null): void
  onFailed(error: Error): void
}

const retryDelaysMs = [0, 1000, 3000, 5000, 10_000, 20_000]

/** Uploads a model with the tus protocol. An interrupted upload resumes where it stopped. @returns a function that cancels the upload */
export function sendModel(file: File, projectId: string, report: Report): () => void {
  let upload: Upload | null = null
  let isCancelled = false

  async function start() {
    const tus = await import('tus-js-client')
    upload = new tus.Upload(file, {
      endpoint: apiPath('/uploads'),
      metadata: { projectId, filename: file.name, purpose: 'model' },
      retryDelays: retryDelaysMs,
      removeFingerprintOnSuccess: true,
      fingerprint: async () => ['isobath-model', projectId, file.name, file.size, file.lastModified].join('-'),
      onBeforeRequest: async request => {
        for (const [name, value] of Object.entries(await requestHeaders())) request.setHeader(name, value)
      },
      onShouldRetry: error => mayRetry(error.originalResponse?.getStatus() ?? 0),
      onProgress: (sent, size) => report.onProgress(size > 0 ? sent / size : 0),
      onSuccess: ({ lastResponse }) => report.onDone(lastResponse.getHeader('Isobath-Model-Id') ?? null),
      onError: error => {
        if (!isCancelled) report.onFailed(toApiError(error))
      }
    })
    const [earlier] = await upload.findPreviousUploads()
    if (isCancelled) return
    if (earlier) upload.resumeFromPreviousUpload(earlier)
    upload.start()
  }

  start().catch(cause => report.onFailed(unreachable(cause)))
  return () => {
    isCancelled = true
    upload?.abort(true).catch(() => {}) // the server deletes unfinished uploads anyway
  }
}

const mayRetry = (status: number) => status === 0 || status === 423 || status === 429 || status >= 500

function toApiError(error: Error | DetailedError): Error {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (!response || response.getStatus() === 0) return unreachable(error)
  return refusal(response.getStatus(), response.getBody() ?? '', response.getHeader('x-request-id') ?? null)
}
