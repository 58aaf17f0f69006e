import { HopelessJob } from '../../jobs/queue.ts'
import { mostArchiveBytes, mostArchiveRecords } from './archive-records.ts'
import type { Answered, Inquiry, Raw } from './source.ts'
import { textOf } from './text.ts'

/** Download that an account requested from GBIF. Source: https://techdocs.gbif.org/en/openapi/v1/occurrence, read 2026-11. */
export interface Download {
  key: string
  status: string
  /** Time of the request, by the clock of GBIF. */
  created: string
  doi: string | null
  link: string | null
  /** Number of records; null when GBIF does not state the number. */
  total: number | null
  bytes: number | null
  predicate: unknown
}

/** Maximum number of downloads listed for an account, newest first. */
const listed = 300

export const isUnderWay = ({ status }: Download): boolean => ['PREPARING', 'RUNNING', 'SUSPENDED'].includes(status)
export const isEnded = ({ status }: Download): boolean => ['CANCELLED', 'KILLED', 'FAILED', 'FILE_ERASED'].includes(status)

/** Reads the latest downloads of the account of a job. @throws HopelessJob for a wrong name or password */
export async function downloadsOf(address: string, inquiry: Inquiry): Promise<Download[]> {
  const name = encodeURIComponent(inquiry.accountName ?? '')
  const answer = await asAccount(inquiry, `${address}/occurrence/download/user/${name}?limit=${listed}`)
  const { results } = (accepted(answer) ?? {}) as Raw
  if (!Array.isArray(results)) throw new Error('GBIF sent a list of downloads with an unexpected structure')
  return results.flatMap(each => asDownload(each) ?? [])
}

/** Reads a download; null when GBIF does not have it. */
export async function downloadOf(address: string, inquiry: Inquiry, key: string): Promise<Download | null> {
  const answer = await asAccount(inquiry, `${address}/occurrence/download/${encodeURIComponent(key)}`)
  if (answer.status === 404) return null
  const download = asDownload(accepted(answer))
  if (!download) throw new Error('GBIF sent a download with an unexpected structure')
  return download
}

/** Requests a download. @returns its key, or the reason why GBIF did not begin it: too many are under way, or a refusal */
export async function requestDownload(
  address: string,
  inquiry: Inquiry,
  predicate: unknown
): Promise<{ key: string } | { isBusy: true } | { refusal: string }> {
  const request = { creator: inquiry.accountName, notificationAddresses: [], sendNotification: false, format: 'DWCA', predicate }
  const answer = await asAccount(inquiry, `${address}/occurrence/download/request`, { method: 'POST', json: request })
  if (answer.status === 420 || answer.status === 429) return { isBusy: true }
  if (answer.status < 200 || answer.status > 299) return { refusal: refusal(answer) }
  const key = answer.text.trim().replace(/^"(.*)"$/, '$1')
  if (!/^[\w-]{1,100}$/.test(key)) throw new Error('GBIF sent a download key with an unexpected structure')
  return { key }
}

/** Ends a download at GBIF, unless it has ended or is prepared. */
export async function endDownload(address: string, inquiry: Inquiry, key: string): Promise<void> {
  const download = await downloadOf(address, inquiry, key)
  if (!download || !isUnderWay(download)) return
  const answer = await asAccount(inquiry, `${address}/occurrence/download/request/${encodeURIComponent(key)}`, { method: 'DELETE' })
  if (answer.status !== 404) accepted(answer, true)
}

/**
 * Returns the address of a prepared archive.
 * @throws HopelessJob for an archive that is too large, or at a server that does not belong to GBIF
 */
export function linkOf(address: string, { key, link, bytes, total }: Download): string {
  if (bytes !== null && bytes > mostArchiveBytes)
    throw new HopelessJob(
      `Download ${key} has ${megabytes(bytes)}, more than the limit of ${megabytes(mostArchiveBytes)}: narrow the query`
    )
  if (total !== null && total > mostArchiveRecords)
    throw new HopelessJob(`Download ${key} has more than ${mostArchiveRecords.toLocaleString('en')} records: narrow the query`)
  if (link === null || !URL.canParse(link)) throw new HopelessJob(`GBIF gave no address for download ${key}`)
  const [url, own] = [new URL(link), new URL(address)]
  const isOfGbif = ofGbif.test(own.hostname) && url.protocol === 'https:' && ofGbif.test(url.hostname)
  if (url.origin !== own.origin && !isOfGbif)
    throw new HopelessJob(`Download ${key} is at ${url.host}, which does not belong to GBIF: it was not read`)
  return link
}

const ofGbif = /(^|\.)gbif\.org$/
const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`

/** Sends a request with the account of a job. @throws HopelessJob for a wrong name or password */
async function asAccount(inquiry: Inquiry, url: string, request?: Parameters<Inquiry['asAccount']>[1]): Promise<Answered> {
  const answer = await inquiry.asAccount(url, request)
  if (answer.status === 401)
    throw new HopelessJob('GBIF did not accept the user name and password of this job: edit the job and enter them again')
  return answer
}

/** Returns the JSON of a successful response. @throws HopelessJob for a refusal @throws Error for a response that is not JSON */
function accepted(answer: Answered, isEmpty = false): unknown {
  if (answer.status === 429) throw new Error('GBIF received too many requests')
  if (answer.status < 200 || answer.status > 299) throw new HopelessJob(refusal(answer))
  if (isEmpty) return null
  try {
    return JSON.parse(answer.text)
  } catch (cause) {
    throw new Error('GBIF answered with something other than data', { cause })
  }
}

function refusal({ status, shown }: Answered): string {
  const isText = shown.trim() !== '' && !/^\s*[<{[]/.test(shown)
  return `GBIF refused the request with status ${status}${isText ? `: ${shown.trim().slice(0, 200)}` : ''}`
}

function asDownload(found: unknown): Download | null {
  const { key, status, created, doi, downloadLink, totalRecords, size, request } = (found ?? {}) as Raw
  if (typeof key !== 'string' || typeof status !== 'string' || typeof created !== 'string') return null
  const count = (value: unknown) => (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null)
  const { predicate } = (request ?? {}) as Raw
  // Older answers have the DOI as an address.
  const bare = textOf(doi)?.replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:)/i, '') ?? null
  const isDoi = bare !== null && /^10\.\d{4,9}\/[\w.;()/:-]{1,100}$/.test(bare)
  return {
    ...{ key, status, created, predicate, doi: isDoi ? bare : null, link: textOf(downloadLink) },
    ...{ total: count(totalRecords), bytes: count(size) }
  }
}
