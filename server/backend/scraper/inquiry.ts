import { setTimeout as pause } from 'node:timers/promises'
import type { LogLine, RunRequest } from '../../../shared/contracts/scraper.ts'
import { timestamp } from '../../lib/clock.ts'
import { FetchRefused, Offline, PrivateAddress, ResponseTooLarge } from '../fetcher/fetch-errors.ts'
import type { Fetched, Fetcher, Wanted } from '../fetcher/fetcher.ts'
import { HopelessJob } from '../jobs/queue.ts'
import type { Account } from './account-seal.ts'
import { MissingPage } from './errors.ts'
import type { HostTurns } from './host-lease.ts'
import { robotsRules, robotsWanted } from './robots.ts'
import type { Inquiry } from './sources/source.ts'
import { writable } from './sources/text.ts'

const usualTries = 5
/** Maximum length of an address in the list of requests, in characters. */
const longestUrl = 2000
/** Returns the pause before the next attempt: 2 s, 6 s, 18 s, 54 s. */
const pauseMs = (failed: number) => 2000 * 3 ** (failed - 1)
const longestPauseMs = 600_000
/** Maximum size of a JSON page in bytes, after decompression. */
const mostBytes = 50_000_000
/** Maximum size of a response to a request with an account, in bytes. */
const mostAnswerBytes = 10_000_000

type Line = Omit<LogLine, 'number'>
type Sent = Omit<RunRequest, 'number'>

/** Log lines and requests that are not yet stored. */
export interface Noted {
  lines: Line[]
  requests: Sent[]
  bytes: number
}

/** Resources for sending requests, shared by all runs. Only one server of a database uses a host at a time. */
export interface Sender {
  fetcher: Fetcher
  hosts: HostTurns
}

interface InquiryOptions {
  tries?: number
  /** Account of the job, and the address of the service that it belongs to. */
  account?: { of: Account; address: string } | null
}

/** Opens the request client of a run. Messages include the host name, but never a header or an account. */
// Long: the three kinds of requests, and the retries that two of them share.
export function openInquiry(
  { fetcher, hosts }: Sender,
  signal: AbortSignal,
  { tries = usualTries, account = null }: InquiryOptions = {}
): Inquiry & { take(): Noted } {
  let noted: Noted = { lines: [], requests: [], bytes: 0 }
  const log = (level: LogLine['level'], sentence: string) => noted.lines.push({ at: timestamp(), level, sentence })
  const robots = robotsRules(url => answered(url, robotsWanted, readAny))

  /** Removes the account from a text. */
  function withoutAccount(text: string): string {
    if (!account) return text
    const { name, password } = account.of
    return [password, name, encodeURIComponent(password), encodeURIComponent(name)].reduce((rest, part) => rest.replaceAll(part, '…'), text)
  }

  const sent = (url: string, wanted: Wanted) => requested(url, () => fetcher.get(url, { ...wanted, signal }))

  /** Sends a request when the host is free, and notes the request. */
  async function requested(url: string, send: () => Promise<Fetched>): Promise<Fetched> {
    const begun = performance.now()
    const at = timestamp()
    const note = (status: number | null, bytes: number) => {
      noted.requests.push({
        at,
        url: withoutAccount(url).slice(0, longestUrl),
        status,
        bytes,
        milliseconds: Math.round(performance.now() - begun)
      })
      noted.bytes += bytes
    }
    try {
      const answer = await hosts(new URL(url), send, signal)
      note(answer.status, answer.body.length)
      return answer
    } catch (error) {
      note(null, 0)
      throw error
    }
  }

  /** Sends a request and retries it until it succeeds, a retry would not help, or the attempts are used up. */
  async function answered<T>(url: string, wanted: Wanted, read: (host: string, answer: Fetched) => { data: T } | TryAgain): Promise<T> {
    const { host } = new URL(url)
    for (let failed = 0; ; ) {
      const outcome = await sent(url, wanted).then(
        answer => read(host, answer),
        error => unsent(host, error, signal)
      )
      if ('data' in outcome) return outcome.data
      failed += 1
      if (failed === tries) throw new Error(outcome.reason)
      const waitMs = Math.min(outcome.waitMs ?? pauseMs(failed), longestPauseMs)
      log('warning', `${outcome.reason}. ${outcome.waitMs === null ? 'Waiting' : 'As requested, waiting'} ${inWords(waitMs)}`)
      await pause(waitMs, undefined, { signal })
    }
  }

  return {
    signal,
    log,

    json: url => answered(url, { accept: 'application/json', maxBytes: mostBytes }, readJson),

    accountName: account?.of.name ?? null,

    async asAccount(url, { method = 'GET', json } = {}) {
      const { origin, host } = new URL(url)
      if (!account || origin !== new URL(account.address).origin) throw new Error(`The account of this job does not belong to ${host}`)
      const { name, password } = account.of
      const headers = {
        authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
        ...(json !== undefined && { 'content-type': 'application/json' })
      }
      const body = json === undefined ? {} : { body: JSON.stringify(json) }
      const request = { method, headers, ...body, accept: 'application/json, text/plain;q=0.9', maxBytes: mostAnswerBytes, signal }
      const answer = await requested(url, () => fetcher.send(url, request)).catch(error => unsent(host, error, signal))
      if ('reason' in answer) throw new Error(answer.reason)
      if (answer.status >= 500) throw new Error(`${host} answered with status ${answer.status}`)
      const text = answer.body.toString('utf8')
      return { status: answer.status, text, shown: withoutAccount(text) }
    },

    async file(url, { isOfApi, ...wanted }) {
      if (!URL.canParse(url)) throw new HopelessJob(`${url.slice(0, 100)} is not an address`)
      try {
        fetcher.check(url)
      } catch (error) {
        unsent(new URL(url).host, error, signal)
      }
      if (isOfApi) return answered(url, wanted, readFile)
      const rule = await robots(url)
      if (!rule.isAllowed) throw new HopelessJob(`${new URL(url).host} does not allow programs to read this page (robots.txt)`)
      if (rule.delayMs > 0) await pause(rule.delayMs, undefined, { signal })
      return answered(url, wanted, readFile)
    },

    take() {
      const taken = noted
      noted = { lines: [], requests: [], bytes: 0 }
      return taken
    }
  }
}

interface TryAgain {
  reason: string
  /** Pause in milliseconds requested by the server; null when the server requested none. */
  waitMs: number | null
}

/** Returns the reason to retry a request; null for a success. @throws HopelessJob for a response that a retry would not change */
function faultOf(host: string, { status, headers, body }: Fetched): TryAgain | null {
  const waitMs = waitOf(headers['retry-after'])
  if (status === 429) return { reason: `${host} received too many requests`, waitMs }
  if (status >= 500) return { reason: `${host} answered with status ${status}`, waitMs }
  if (status >= 200 && status <= 299) return null
  const Refusal = status === 404 || status === 410 ? MissingPage : HopelessJob
  throw new Refusal(`${host} refused the request with status ${status}${hint(body)}`)
}

/** @throws HopelessJob for a response that a retry would not change */
function readJson(host: string, answer: Fetched): { data: unknown } | TryAgain {
  const fault = faultOf(host, answer)
  if (fault) return fault
  if (answer.status === 204) return { data: null }
  try {
    return { data: JSON.parse(answer.body.toString('utf8')) }
  } catch {
    if (isMarkup(answer.body)) throw new HopelessJob('The server answered with a web page instead of data')
    return { reason: `${host} closed the connection before its response was complete`, waitMs: null }
  }
}

const isMarkup = (body: Buffer) => /^\s*</.test(body.subarray(0, 200).toString('latin1'))

const readFile = (host: string, answer: Fetched): { data: Fetched } | TryAgain => faultOf(host, answer) ?? { data: answer }

/** Accepts a response with any status, except statuses that call for a retry. */
const readAny = (host: string, answer: Fetched): { data: Fetched } | TryAgain =>
  answer.status === 429 || answer.status >= 500 ? (faultOf(host, answer) ?? { data: answer }) : { data: answer }

/** @throws Offline | HopelessJob */
function unsent(host: string, error: unknown, signal: AbortSignal): TryAgain {
  signal.throwIfAborted()
  if (error instanceof Offline) throw error
  if (!(error instanceof FetchRefused)) return { reason: `${host} could not be reached`, waitMs: null }
  if (error instanceof ResponseTooLarge) throw new HopelessJob(`The response of ${host} is too large and was not read`)
  if (error instanceof PrivateAddress)
    throw new HopelessJob(`${host} leads to an address inside this network, which this server does not connect to`)
  throw new HopelessJob(`${host} was not read: ${error.message}`)
}

/** Reads a `Retry-After` header, in seconds or as an HTTP date. @returns the pause in milliseconds; null without a readable header */
function waitOf(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string') return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}

/** Returns the beginning of an error message as plain text. */
function hint(body: Buffer): string {
  const text = body.subarray(0, 300).toString('utf8').trim()
  return text === '' || text.startsWith('<') ? '' : `: ${writable(text.slice(0, 200))}`
}

const inWords = (ms: number) => (ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`)
