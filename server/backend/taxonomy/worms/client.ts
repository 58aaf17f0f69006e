import { setTimeout as pause } from 'node:timers/promises'
import { taxonomyCodes } from '../../../../shared/error-codes/taxonomy.ts'
import { codedError } from '../../../lib/coded-error.ts'
import { Offline } from '../../fetcher/fetch-errors.ts'
import type { Fetcher } from '../../fetcher/fetcher.ts'

/** Base address of the WoRMS web service. Source: https://www.marinespecies.org/rest/, read 2026-11. */
export const wormsAddress = 'https://www.marinespecies.org/rest'

export const WormsUnreachable = codedError(taxonomyCodes.WORMS_UNREACHABLE)
export const WormsUnreadable = codedError(taxonomyCodes.WORMS_UNREADABLE)

/** Fields of an AphiaRecord that Isobath uses. All keys are present, but values may be null. */
export interface AphiaRecord {
  AphiaID: number
  scientificname: string | null
  authority: string | null
  status: string | null
  rank: string | null
  valid_AphiaID: number | null
  valid_name: string | null
  valid_authority: string | null
  kingdom: string | null
  phylum: string | null
  class: string | null
  order: string | null
  family: string | null
  genus: string | null
  isMarine: 0 | 1 | null
  isBrackish: 0 | 1 | null
  isFreshwater: 0 | 1 | null
  isTerrestrial: 0 | 1 | null
  isExtinct: 0 | 1 | null
  match_type: string | null
}

/** Classification from the root down. The innermost record is the taxon itself. */
export interface AphiaClassification {
  AphiaID: number
  rank: string
  scientificname: string
  child: AphiaClassification | null
}

export interface AphiaVernacular {
  vernacular: string
  language_code: string | null
}

const wanted = { accept: 'application/json', maxBytes: 10_000_000, withinMs: 10_000 }
const attempts = 3
const longestWaitMs = 5_000
/** Number of records per page of a list. */
const pageSize = 50
const mostPages = 10
/** Maximum number of names per call. */
export const namesAtOnce = 50

export type WormsClient = ReturnType<typeof wormsClient>

/**
 * Client for the WoRMS web service, one call at a time.
 * @throws Offline | WormsUnreachable | WormsUnreadable from every call
 */
// Long: the calls of one service.
export function wormsClient(fetcher: Fetcher, address = wormsAddress) {
  /**
   * Sends a request.
   * @returns the parsed response; null when WoRMS has no result. WoRMS reports that as 204 or 404, or as 400 for an unknown value
   */
  async function get<T>(path: string): Promise<T | null> {
    for (let attempt = 1; ; attempt++) {
      const { status, headers, body } = await fetcher.get(`${address}${path}`, wanted).catch(cause => {
        throw cause instanceof Offline ? cause : new WormsUnreachable({ cause })
      })
      if (status === 204 || status === 400 || status === 404) return null
      if (status >= 200 && status < 300) return readJson(body)
      if (attempt === attempts || (status !== 429 && status < 500)) throw new WormsUnreachable()
      await pause(Math.min(waitOf(headers['retry-after'] ?? null) ?? attempt * 500, longestWaitMs))
    }
  }

  async function list<T>(path: string, read: (item: unknown) => T): Promise<T[]> {
    const answer = await get<unknown>(path)
    if (answer === null) return []
    if (!Array.isArray(answer)) throw new WormsUnreadable()
    return answer.map(read)
  }

  return {
    async record(aphiaId: number): Promise<AphiaRecord | null> {
      const answer = await get(`/AphiaRecordByAphiaID/${aphiaId}`)
      return answer === null ? null : recordOf(answer)
    },

    /** Reads the first page of records whose name begins with a text. */
    recordsByName: (name: string) => list(`/AphiaRecordsByName/${encodeURIComponent(name)}?like=true&marine_only=false&offset=1`, recordOf),

    /** Finds the records of at most 50 names. The result has a list for each name, in the same order. */
    async recordsByMatchNames(names: readonly string[]): Promise<AphiaRecord[][]> {
      const parameters = names.map(name => `scientificnames[]=${encodeURIComponent(name)}`).join('&')
      const answer = await list(`/AphiaRecordsByMatchNames?${parameters}&marine_only=false`, some =>
        Array.isArray(some) ? some.map(recordOf) : []
      )
      return names.map((_, index) => answer[index] ?? [])
    },

    /** Reads the records of at most 50 AphiaIDs, omitting AphiaIDs that WoRMS does not have. */
    async recordsByIds(aphiaIds: readonly number[]): Promise<AphiaRecord[]> {
      const parameters = aphiaIds.map(id => `aphiaids[]=${id}`).join('&')
      const answer = await list(`/AphiaRecordsByAphiaIDs?${parameters}`, item => (item === null ? null : recordOf(item)))
      return answer.filter(record => record !== null)
    },

    classification: (aphiaId: number) => get<AphiaClassification>(`/AphiaClassificationByAphiaID/${aphiaId}`),

    async synonyms(aphiaId: number): Promise<AphiaRecord[]> {
      const all: AphiaRecord[] = []
      for (let page = 0; page < mostPages; page++) {
        const some = await list(`/AphiaSynonymsByAphiaID/${aphiaId}?offset=${page * pageSize + 1}`, recordOf)
        all.push(...some)
        if (some.length < pageSize) break
      }
      return all
    },

    vernaculars: (aphiaId: number) => list(`/AphiaVernacularsByAphiaID/${aphiaId}`, item => item as AphiaVernacular)
  }
}

/** Parses a response as JSON. @throws WormsUnreadable */
function readJson<T>(body: Buffer): T {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new WormsUnreadable({ cause })
  }
}

/** Validates a record. @throws WormsUnreadable when the response is not a record */
function recordOf(answer: unknown): AphiaRecord {
  if (Number.isInteger((answer as AphiaRecord | null)?.AphiaID)) return answer as AphiaRecord
  throw new WormsUnreadable()
}

/** Reads a `Retry-After` header, in seconds or as an HTTP date. @returns the pause in milliseconds; null without a readable header */
function waitOf(header: string | null): number | null {
  if (header === null) return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return seconds * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}
