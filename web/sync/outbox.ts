import { nothingWaits, type OutboxStatus } from './outbox-status.ts'
import type { EditResult, NewEdit, Sender, SettledEdit, StoredEdit } from './stored-edit.ts'
import type { Turn } from './turn.ts'
import type { WaitingEdits } from './waiting-edits.ts'

/** Callbacks for edits in a document, made or answered on any page of this browser. `added` also reports the edits that the document itself made. */
export interface OutboxListener {
  added: (edits: readonly StoredEdit[]) => void
  settled: (edits: readonly SettledEdit[]) => void
}

type Message =
  | { type: 'added'; edits: readonly StoredEdit[] }
  | { type: 'settled'; kind: string; project: string; edits: readonly SettledEdit[] }
  | { type: 'discarded' }

export interface OutboxOptions {
  edits: WaitingEdits
  /** Senders by noun. Each is loaded when the first edit of its noun is sent. */
  senders: Readonly<Record<string, () => Promise<Sender>>>
  turn: Turn
  /** Channel to other pages of the same account in this browser. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>
  /** True while the session belongs to the person who made the edits. */
  maySend?: () => boolean
}

/** Time in milliseconds for which edits are collected into one request. */
const gatherMs = 300
const batchSize = 200
const longestPauseMs = 30_000

/**
 * Queue of one account's edits for the server. Edits are stored immediately. One page sends them in order and in batches, and retries until the
 * server answers. Edits survive a closed tab: the next page of the account sends them.
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #listeners = new Set<() => void>()
  readonly #documents = new Set<{ kind: string; project: string; listener: OutboxListener }>()
  readonly #kinds: ReadonlySet<string>
  #status = nothingWaits
  #timer: ReturnType<typeof setTimeout> | null = null
  #busy: Promise<void> | null = null
  #failures = 0
  #isPaused = false
  #isClosed = false
  /** True when edits may have been added since the last check. */
  #hasNew = true

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#kinds = new Set(Object.keys(options.senders))
    options.channel.onmessage = ({ data }: MessageEvent<Message>) => void this.#heard(data)
    void this.#count().then(() => this.#soon(0))
  }

  status = (): OutboxStatus => this.#status

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Adds a listener for a document. @returns the function that removes it */
  listen(kind: string, project: string, listener: OutboxListener): () => void {
    const document = { kind, project, listener }
    this.#documents.add(document)
    return () => this.#documents.delete(document)
  }

  /** Stores edits of one project until the server has them. Resolves when they are written to the disk or the write has failed. */
  async add(made: readonly NewEdit[]): Promise<void> {
    const madeAt = new Date().toISOString()
    const edits = made.map(edit => ({ ...edit, madeAt, problem: null }))
    const [first] = edits
    if (!first) return
    const { waiting, ofProject } = this.#status
    const ofThis = (ofProject.get(first.project) ?? 0) + edits.length
    const written = this.#options.edits.add(edits)
    this.#notify(first.kind, first.project, listener => listener.added(edits))
    this.#update({ waiting: waiting + edits.length, ofProject: new Map(ofProject).set(first.project, ofThis), unkept: this.#unkept() })
    this.#hasNew = true
    this.#soon(gatherMs)
    await written
    this.#update({ unkept: this.#unkept() })
    this.#announce({ type: 'added', edits })
  }

  /** Unsent and refused edits, oldest first: of one subject, or of the whole account by default. */
  all(of?: Pick<StoredEdit, 'kind' | 'project' | 'subject'>): Promise<StoredEdit[]> {
    return this.#options.edits.all(of)
  }

  /** Discards edits. Call this method only once their replacements are on the disk. */
  async discard(ids: readonly string[]): Promise<void> {
    await this.#options.edits.discard(ids)
    await this.#count()
    this.#announce({ type: 'discarded' })
  }

  /** Sends waiting edits now, without the pause after a failure. */
  retry = (): void => {
    this.#failures = 0
    this.#hasNew = true // if the current attempt fails, the next one follows immediately
    this.#stopWaiting()
    this.#soon(0)
  }

  /** Sends now, and resolves when the attempt is over. @returns whether no edits are left waiting */
  async sendNow(): Promise<boolean> {
    await this.#busy
    this.#failures = 0
    this.#stopWaiting()
    await this.#run()
    return this.#status.isWhole && this.#status.waiting === 0
  }

  /** Stops sending until `resume`. A batch that is being sent is still settled. */
  pause(): void {
    this.#isPaused = true
    this.#stopWaiting()
  }

  resume(): void {
    this.#isPaused = false
    this.retry()
  }

  close(): void {
    this.pause()
    this.#isClosed = true
    this.#listeners.clear()
    this.#documents.clear()
    this.#options.channel.close()
  }

  #soon(ms: number): void {
    if (this.#isPaused || this.#busy || this.#timer) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.#run()
    }, ms)
  }

  #stopWaiting(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  #run(): Promise<void> {
    this.#busy ??= this.#send().finally(() => {
      this.#busy = null
      const pause = this.#failures ? pauseMs(this.#failures) : this.#hasNew ? gatherMs : longestPauseMs
      if (this.#status.waiting > 0) this.#soon(pause)
    })
    return this.#busy
  }

  async #send(): Promise<void> {
    await this.#options.edits.written()
    const hadTurn = await this.#options.turn(isMine => this.#sendAll(isMine)).catch(() => false)
    if (hadTurn) return
    this.#failures += 1 // another page is sending
    await this.#count()
  }

  async #sendAll(isMine: () => Promise<boolean>): Promise<void> {
    const { edits, maySend = () => true } = this.#options
    this.#update({ sending: true })
    try {
      while (!this.#isPaused) {
        if (!maySend()) throw new Error('Another account is signed in')
        if (!(await isMine())) throw new Error('Another tab is sending')
        await edits.written()
        this.#hasNew = false
        const batch = await edits.next(batchSize, this.#kinds)
        if (batch.length === 0) break
        await this.#settle(batch, await this.#deliver(batch))
        this.#failures = 0
        this.#update({ offline: false, failure: null })
      }
    } catch (error) {
      this.#failures += 1
      const failure = error instanceof Error ? error.message : String(error)
      // an error without a status comes from a sender that could not be loaded, possibly because the network was lost
      this.#update({ offline: statusOf(error) === 0 || navigator.onLine === false, failure })
    } finally {
      await this.#count()
      this.#update({ sending: false })
    }
  }

  /** Sends a batch. A batch that is refused as a whole is split, so that one bad edit does not hold up the others. */
  async #deliver(batch: readonly StoredEdit[]): Promise<EditResult[]> {
    const [first] = batch
    if (!first) return []
    try {
      const send = await this.#options.senders[first.kind]!()
      return await send(
        first.project,
        batch.map(({ body }) => body)
      )
    } catch (error) {
      if (!isFinal(error)) throw error
      if (batch.length === 1) return [{ id: first.id, problem: error.message, answer: null }]
      const results: EditResult[] = []
      for (const edit of batch) results.push(...(await this.#deliver([edit])))
      return results
    }
  }

  /** Settles a batch. An edit that the answer does not mention is sent again, unless an earlier edit of the same object was refused. */
  async #settle(batch: readonly StoredEdit[], results: readonly EditResult[]): Promise<void> {
    const { kind, project } = batch[0]!
    const edits = await this.#options.edits.settle(batch, results)
    this.#notify(kind, project, listener => listener.settled(edits))
    this.#announce({ type: 'settled', kind, project, edits })
    await this.#count()
  }

  /** Handles a message from another page of this account: new edits, answers from the server, or discarded edits. */
  async #heard(message: Message): Promise<void> {
    if (message.type === 'settled') this.#notify(message.kind, message.project, listener => listener.settled(message.edits))
    if (message.type === 'added') {
      const { kind, project } = message.edits[0]!
      this.#notify(kind, project, listener => listener.added(message.edits))
    }
    await this.#count()
    this.#hasNew = true
    if (this.#status.waiting > 0) this.#soon(gatherMs)
  }

  #announce(message: Message): void {
    if (!this.#isClosed) this.#options.channel.postMessage(message)
  }

  #notify(kind: string, project: string, notify: (listener: OutboxListener) => void): void {
    for (const document of this.#documents) if (document.kind === kind && document.project === project) notify(document.listener)
  }

  async #count(): Promise<void> {
    const { waiting, refused, isWhole } = await this.#options.edits.count()
    const sum = [...waiting.values()].reduce((total, count) => total + count, 0)
    this.#update({ counted: true, isWhole, waiting: sum, ofProject: waiting, refused, unkept: this.#unkept() })
  }

  #unkept(): OutboxStatus['unkept'] {
    const { failure: reason, unkept: count } = this.#options.edits
    return reason === null ? null : { count, reason }
  }

  #update(change: Partial<OutboxStatus>): void {
    this.#status = { ...this.#status, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** Pause after a number of failures, in milliseconds: 1000, 2000, 4000, … at most 30 000. */
const pauseMs = (failures: number) => Math.min(longestPauseMs, 500 * 2 ** failures)

/** True when the server has refused the edit permanently. Other failures (no answer, 401, 429, 5xx) are retried. */
function isFinal(error: unknown): error is Error {
  return error instanceof Error && [400, 403, 404, 409, 413, 422].includes(statusOf(error) ?? 0)
}

/** HTTP status of an ApiError. It is read without `instanceof`, because importing the class would add `web/api` to the initial load. */
const statusOf = (error: unknown) => (error as { status?: number } | null)?.status
