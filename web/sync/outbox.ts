import { nothingWaits, type OutboxStatus } from './outbox-status.ts'
import type { EditResult, NewEdit, Sender, SettledEdit, StoredEdit } from './stored-edit.ts'
import type { Turn } from './turn.ts'
import type { WaitingEdits } from './waiting-edits.ts'

/** Callbacks for the edits of a document, made and answered on any page of this browser. */
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
  /** By noun; fetched when the first edit of that noun is sent. */
  senders: Readonly<Record<string, () => Promise<Sender>>>
  turn: Turn
  /** To the pages of the same account in this browser. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>
  /** Whether what is sent now is sent as the person who made the edits. */
  maySend?: () => boolean
}

/** Edits that are made quickly one after another travel together. */
const gatherMs = 300
const batchSize = 200
const longestPauseMs = 30_000

/**
 * Edits of one account on their way to the server: on disk as soon as they are made, sent in order and in batches by one page at a time,
 * tried again until the server has answered. They survive a closed tab; the next page of the same account takes them up.
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
  /** Something may have come since the last look. */
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

  /** @returns the function that ends it */
  listen(kind: string, project: string, listener: OutboxListener): () => void {
    const document = { kind, project, listener }
    this.#documents.add(document)
    return () => this.#documents.delete(document)
  }

  /** Keeps edits of one project until the server has them. Resolves when they are on disk, or the disk has refused them. */
  async add(made: readonly NewEdit[]): Promise<void> {
    const madeAt = new Date().toISOString()
    const edits = made.map(edit => ({ ...edit, madeAt, problem: null }))
    const [first] = edits
    if (!first) return
    const { waiting, ofProject } = this.#status
    const ofThis = (ofProject.get(first.project) ?? 0) + edits.length
    const written = this.#options.edits.add(edits)
    this.#tell({ waiting: waiting + edits.length, ofProject: new Map(ofProject).set(first.project, ofThis) })
    this.#hasNew = true
    this.#soon(gatherMs)
    await written
    this.#tell({ unkept: this.#unkept() })
    this.#announce({ type: 'added', edits })
  }

  /** Every edit that the server does not have, oldest first: of one subject or, without, of the account. */
  all(of?: Pick<StoredEdit, 'kind' | 'project' | 'subject'>): Promise<StoredEdit[]> {
    return this.#options.edits.all(of)
  }

  /** Gives up edits, once what was made instead of them is on disk. */
  async discard(ids: readonly string[]): Promise<void> {
    await this.#options.edits.discard(ids)
    await this.#count()
    this.#announce({ type: 'discarded' })
  }

  /** Sends now what waits, without the pause after a failure. */
  retry = (): void => {
    this.#failures = 0
    this.#hasNew = true // a try that is failing just now is followed at once
    this.#stopWaiting()
    this.#soon(0)
  }

  /** Sends now and resolves when the try is over. @returns whether the server has every edit that it would do */
  async sendNow(): Promise<boolean> {
    await this.#busy
    this.#failures = 0
    this.#stopWaiting()
    await this.#run()
    return this.#status.waiting === 0
  }

  /** Sends nothing until `resume`; a batch that is on its way is settled. */
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
    this.#failures += 1 // another page sends
    await this.#count()
  }

  async #sendAll(isMine: () => Promise<boolean>): Promise<void> {
    const { edits, maySend = () => true } = this.#options
    this.#tell({ sending: true })
    try {
      while (!this.#isPaused) {
        if (!maySend()) throw new Error('Someone else is signed in')
        if (!(await isMine())) throw new Error('Another tab sends')
        await edits.written()
        this.#hasNew = false
        const batch = await edits.next(batchSize, this.#kinds)
        if (batch.length === 0) break
        await this.#settle(batch, await this.#deliver(batch))
        this.#failures = 0
        this.#tell({ offline: false, failure: null })
      }
    } catch (error) {
      this.#failures += 1
      const failure = error instanceof Error ? error.message : String(error)
      // a sender that could not be fetched has no status: without a network that is why
      this.#tell({ offline: statusOf(error) === 0 || navigator.onLine === false, failure })
    } finally {
      await this.#count()
      this.#tell({ sending: false })
    }
  }

  /** A batch that the server refuses as a whole is taken apart, so that one bad edit holds up no other. */
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

  /** An edit of which the server said nothing is sent again. */
  async #settle(batch: readonly StoredEdit[], results: readonly EditResult[]): Promise<void> {
    const { kind, project } = batch[0]!
    const edits = await this.#options.edits.settle(batch, results)
    this.#told(kind, project, listener => listener.settled(edits))
    this.#announce({ type: 'settled', kind, project, edits })
    await this.#count()
  }

  /** Another page of this account made edits, or the server answered it. */
  async #heard(message: Message): Promise<void> {
    if (message.type === 'settled') this.#told(message.kind, message.project, listener => listener.settled(message.edits))
    if (message.type === 'added') {
      const { kind, project } = message.edits[0]!
      this.#told(kind, project, listener => listener.added(message.edits))
    }
    await this.#count()
    this.#hasNew = true
    if (this.#status.waiting > 0) this.#soon(gatherMs)
  }

  #announce(message: Message): void {
    if (!this.#isClosed) this.#options.channel.postMessage(message)
  }

  #told(kind: string, project: string, tell: (listener: OutboxListener) => void): void {
    for (const document of this.#documents) if (document.kind === kind && document.project === project) tell(document.listener)
  }

  async #count(): Promise<void> {
    const { waiting, refused } = await this.#options.edits.count()
    const sum = [...waiting.values()].reduce((total, count) => total + count, 0)
    this.#tell({ waiting: sum, ofProject: waiting, refused, unkept: this.#unkept() })
  }

  #unkept(): OutboxStatus['unkept'] {
    const { failure: reason, unkept: count } = this.#options.edits
    return reason === null ? null : { count, reason }
  }

  #tell(change: Partial<OutboxStatus>): void {
    this.#status = { ...this.#status, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** 1 s, 2 s, 4 s, … at most 30 s. */
const pauseMs = (failures: number) => Math.min(longestPauseMs, 500 * 2 ** failures)

/** The server has read the edit and will never do it. Everything else (no answer, 401, 429, 5xx) is tried again. */
function isFinal(error: unknown): error is Error {
  return error instanceof Error && [400, 403, 404, 409, 413, 422].includes(statusOf(error) ?? 0)
}

/** Of an ApiError, by its shape: the class would draw `web/api` out of the first load. */
const statusOf = (error: unknown) => (error as { status?: number } | null)?.status
