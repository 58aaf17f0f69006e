import robotsParser from 'robots-parser'
import type { Fetched, Wanted } from '../fetcher/fetcher.ts'

/** User-agent token matched against the rules of `robots.txt`. */
const agent = 'Isobath'
const longestDelayMs = 60_000

/** Options for fetching a `robots.txt`. Google uses the same size limit of 500 KiB. */
export const robotsWanted: Wanted = { accept: 'text/plain', maxBytes: 512_000 }

export interface RobotsRule {
  isAllowed: boolean
  /** Pause in milliseconds that the host demands before a request. */
  delayMs: number
}

/**
 * Reads the `robots.txt` rules of hosts (RFC 9309). A missing file allows everything; an unreachable host allows nothing.
 * @param read fetches a `robots.txt`, and throws when the host cannot be reached
 */
export function robotsRules(read: (url: string) => Promise<Fetched>) {
  const byOrigin = new Map<string, Promise<(url: string) => RobotsRule>>()

  async function rulesOf(origin: string): Promise<(url: string) => RobotsRule> {
    const { status, body } = await read(`${origin}/robots.txt`)
    if (status < 200 || status > 299) return () => ({ isAllowed: true, delayMs: 0 })
    const rules = robotsParser(`${origin}/robots.txt`, body.toString('utf8'))
    const delayMs = Math.min((rules.getCrawlDelay(agent) ?? 0) * 1000, longestDelayMs)
    return url => ({ isAllowed: rules.isAllowed(url, agent) ?? true, delayMs })
  }

  return async (url: string): Promise<RobotsRule> => {
    const { origin } = new URL(url)
    const known = byOrigin.get(origin) ?? rulesOf(origin)
    byOrigin.set(origin, known)
    return (await known)(url)
  }
}
