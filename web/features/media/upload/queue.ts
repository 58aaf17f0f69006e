import { ApiError } from '../../../api/api-error.ts'
import type { KnownMedia } from '../queries.ts'
import { transferRate } from './rate.ts'
import { texts } from './texts.ts'
import { alreadyHere, isActive, isUnfinished, type Send, type UploadItem, type UploadSnapshot, type UploadState } from './upload-item.ts'

export interface QueueOptions {
  send: Send
  /** Computes the SHA-256; null when the browser cannot. */
  hash: (file: File) => Promise<string | null>
  known: (projectId: string, sha256: string[]) => Promise<KnownMedia[]>
  /** Called when a file has been uploaded. */
  onArrived?: (item: UploadItem) => void
  now?: () => number
}

const sendingAtOnce = 3
/** Number of checked files to keep ready, so that sending never waits for hashing. */
const readyAhead = 24
/** Maximum number of files whose hashes are checked in one request. */
const checkTogether = 16
const checkTogetherBytes = 64_000_000
/** Minimum interval between notifications to the listeners, in milliseconds. The interval keeps the page responsive. */
const notifyEveryMs = 200

/** Queue of uploads to the server. It lives outside React, so that uploads continue when the person opens another page. */
export class UploadQueue {
  readonly #options: QueueOptions
  readonly #items = new Map<number, UploadItem>()
  readonly #files = new Map<number, File>()
  readonly #sending = new Map<number, ReturnType<Send>>()
  readonly #listeners = new Set<() => void>()
  readonly #rate = transferRate()
  readonly #now: () => number
  #checking = false
  #paused = false
  #lastId = 0
  #notifying: ReturnType<typeof setTimeout> | null = null
  #snapshot: UploadSnapshot = { items: [], bytesLeft: 0, bytesPerSecond: 0, paused: false }

  constructor(options: QueueOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  snapshot = (): UploadSnapshot => this.#snapshot

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Adds files, except those that are already being uploaded to the same project. */
  add(projectId: string, files: readonly File[]): void {
    const underWay = new Set(
      [...this.#items.values()].filter(isUnfinished).map(item => this.#identity(item.projectId, this.#files.get(item.id)!))
    )
    const batch = Date.now().toString(36)
    for (const file of files) {
      if (underWay.has(this.#identity(projectId, file))) continue
      const id = ++this.#lastId
      const fresh = { state: 'waiting', sentBytes: 0, message: null, mediaId: null } as const
      this.#items.set(id, { id, projectId, batch, fileName: file.name, sizeBytes: file.size, ...fresh })
      this.#files.set(id, file)
    }
    this.#goOn()
  }

  /** Returns the files uploaded so far. The snapshot is updated a moment later. */
  arrived(): UploadItem[] {
    return [...this.#items.values()].filter(({ state }) => state === 'done')
  }

  pauseAll(): void {
    this.#paused = true
    for (const [id, handle] of this.#sending) {
      handle.pause()
      this.#change(id, { state: 'ready' })
    }
    this.#sending.clear()
    this.#notify()
  }

  resumeAll(): void {
    this.#paused = false
    for (const item of this.#items.values()) if (item.state === 'paused') this.#change(item.id, { state: 'ready' })
    this.#goOn()
  }

  pause(id: number): void {
    const item = this.#items.get(id)
    if (!item || !isActive(item)) return
    this.#sending.get(id)?.pause()
    this.#sending.delete(id)
    this.#change(id, { state: 'paused' })
    this.#goOn()
  }

  /** Resumes a paused file, or retries a failed one. */
  resume(id: number): void {
    const state = this.#items.get(id)?.state
    if (state === 'paused') this.#change(id, { state: 'ready' })
    else if (state === 'failed') this.#change(id, { state: 'waiting', message: null })
    this.#goOn()
  }

  retryFailed(): void {
    for (const item of this.#items.values()) if (item.state === 'failed') this.#change(item.id, { state: 'waiting', message: null })
    this.#goOn()
  }

  /** Cancels an upload. The server deletes the parts that it received. */
  cancel(id: number): void {
    this.#sending.get(id)?.cancel()
    this.#sending.delete(id)
    this.#items.delete(id)
    this.#files.delete(id)
    this.#goOn()
  }

  cancelAll(): void {
    for (const item of [...this.#items.values()].filter(isUnfinished)) {
      this.#sending.get(item.id)?.cancel()
      this.#sending.delete(item.id)
      this.#items.delete(item.id)
      this.#files.delete(item.id)
    }
    this.#paused = false
    this.#goOn()
  }

  /** Removes the finished, known and failed files from the list. */
  clearFinished(): void {
    for (const item of [...this.#items.values()]) {
      if (isUnfinished(item)) continue
      this.#items.delete(item.id)
      this.#files.delete(item.id)
    }
    this.#notify()
  }

  #identity(projectId: string, file: File): string {
    return [projectId, file.webkitRelativePath || file.name, file.size, file.lastModified].join('\n')
  }

  #change(id: number, change: Partial<UploadItem>): void {
    const item = this.#items.get(id)
    if (item) this.#items.set(id, { ...item, ...change })
  }

  #inState(state: UploadState): UploadItem[] {
    return [...this.#items.values()].filter(item => item.state === state)
  }

  #goOn(): void {
    if (!this.#paused) {
      const ready = this.#inState('ready')
      for (const item of ready.slice(0, sendingAtOnce - this.#sending.size)) this.#start(item)
      void this.#check()
    }
    this.#notify()
  }

  async #check(): Promise<void> {
    if (this.#checking || this.#inState('ready').length >= readyAhead) return
    const batch = this.#nextBatch()
    const projectId = batch[0]?.projectId
    if (projectId === undefined) return
    this.#checking = true
    for (const item of batch) this.#change(item.id, { state: 'checking' })
    const hashes = new Map<number, string>()
    for (const item of batch) {
      const file = this.#files.get(item.id)
      const sha256 = file ? await this.#options.hash(file) : null
      if (sha256) hashes.set(item.id, sha256)
    }
    const known = await this.#fetchKnown(projectId, [...new Set(hashes.values())])
    for (const { id } of batch) {
      if (this.#items.get(id)?.state !== 'checking') continue // paused or cancelled in the meantime
      const twin = known.get(hashes.get(id) ?? '')
      if (twin) this.#change(id, { state: 'known', message: texts.known(twin.fileName), mediaId: twin.mediaId })
      else this.#change(id, { state: 'ready' })
    }
    this.#checking = false
    this.#goOn()
  }

  #nextBatch(): UploadItem[] {
    const batch: UploadItem[] = []
    let bytes = 0
    for (const item of this.#items.values()) {
      if (item.state !== 'waiting' || (batch[0] && item.projectId !== batch[0].projectId)) continue
      if (batch.length > 0 && (batch.length >= checkTogether || bytes + item.sizeBytes > checkTogetherBytes)) break
      batch.push(item)
      bytes += item.sizeBytes
    }
    return batch
  }

  async #fetchKnown(projectId: string, sha256: string[]): Promise<Map<string, KnownMedia>> {
    // Without an answer, all files are sent, because the server recognises duplicates too.
    const known = sha256.length > 0 ? await this.#options.known(projectId, sha256).catch(() => []) : []
    return new Map(known.map(media => [media.sha256, media]))
  }

  #start(item: UploadItem): void {
    const { id } = item
    const file = this.#files.get(id)
    if (!file) return
    this.#change(id, { state: 'sending' })
    const current = () => this.#items.get(id)?.state === 'sending'
    let counted: number | null = null // bytes of an earlier attempt do not count for the rate
    const handle = this.#options.send(file, item, {
      onProgress: sentBytes => {
        if (!current()) return
        if (counted !== null) this.#rate.add(Math.max(0, sentBytes - counted), this.#now())
        counted = sentBytes
        this.#change(id, { sentBytes })
        this.#notify()
      },
      onDone: mediaId => {
        if (!current()) return
        this.#finish(id, { state: 'done', sentBytes: file.size, mediaId })
        this.#files.delete(id)
        const item = this.#items.get(id)
        if (item) this.#options.onArrived?.(item)
      },
      onFailed: error => {
        if (!current()) return
        const state = error instanceof ApiError && error.code === alreadyHere ? 'known' : 'failed'
        this.#finish(id, { state, message: sentenceOf(error) })
      }
    })
    if (current()) this.#sending.set(id, handle)
  }

  #finish(id: number, change: Partial<UploadItem>): void {
    this.#sending.delete(id)
    this.#change(id, change)
    this.#goOn()
  }

  #notify(): void {
    this.#notifying ??= setTimeout(() => {
      this.#notifying = null
      const items = [...this.#items.values()]
      const bytesLeft = items.filter(isUnfinished).reduce((sum, item) => sum + item.sizeBytes - item.sentBytes, 0)
      this.#snapshot = { items, bytesLeft, bytesPerSecond: this.#rate.bytesPerSecond(this.#now()), paused: this.#paused }
      for (const listener of this.#listeners) listener()
    }, notifyEveryMs)
  }
}

function sentenceOf(error: Error): string {
  if (error instanceof ApiError && error.status === 413) return error.isFromServer ? error.message : texts.tooLarge
  return error.message
}
