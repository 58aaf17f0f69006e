import { Type } from 'typebox'
import { timestamp } from '../../../lib/clock.ts'
import { Offline } from '../../fetcher/fetch-errors.ts'
import { HopelessJob, WaitingJob } from '../../jobs/queue.ts'
import { archiveIdentity, archivePages, archiveTypes, mostArchiveBytes, readArchived } from './archive-records.ts'
import { boxOf } from './area.ts'
import { type Download, downloadOf, downloadsOf, endDownload, isEnded, isUnderWay, linkOf, requestDownload } from './gbif-account.ts'
import { countedQuery, gbifAddress, gbifOccurrences } from './gbif-occurrences.ts'
import { isSamePredicate, predicateOf } from './gbif-predicate.ts'
import { occurrenceFault, occurrenceQuery, occurrenceWords } from './occurrence-query.ts'
import { type CitedDataset, fileWithinMs, type Inquiry, type Raw, type Source, type SourcePage } from './source.ts'

const checkMs = 60_000
/** Maximum number of downloads that GBIF prepares for an account at a time. */
const mostAtOnce = 3
/** Maximum number of days that a run waits for its turn, and then again for the preparation of its download. */
const mostDays = 7

/**
 * Position within a run. Before the request, `asking` is stored with the time of the account's newest download. A run that lost the answer thus finds
 * its download and does not request a second one.
 */
type Place = Begun | Awaited | { step: 'reading'; key: string; from: number }
type Begun = Line | Asking
/** `since`: time since which the run has waited for its turn. Absent until the run first has to wait. */
type Line = { step: 'begin'; since?: string }
type Asking = { step: 'asking'; taxonKey: string | null; newest: string | null; hasLooked?: true; since?: string }
type Awaited = { step: 'waiting'; key: string; since: string }

const control = '\\u0000-\\u001f\\u007f'
const account = Type.Object(
  {
    name: Type.String({
      title: 'GBIF user name',
      description: 'The user name, not the e-mail address',
      minLength: 3,
      maxLength: 100,
      pattern: `^[^:${control}]+$`
    }),
    password: Type.String({ title: 'GBIF password', format: 'password', minLength: 1, maxLength: 200, pattern: `^[^${control}]+$` })
  },
  {
    additionalProperties: false,
    title: 'GBIF account',
    description: 'GBIF prepares downloads for registered users only. Name and password are stored encrypted and are never shown again.'
  }
)

const isLong = (since: string) => Date.now() - Date.parse(since) > mostDays * 86_400_000
const preparing = (key: string, pauseMs: number) => new WaitingJob(`GBIF is preparing download ${key}`, pauseMs)

/** Sentence for a download that takes too long, with two ways to go on. */
const tooLate = (key: string) =>
  `GBIF did not prepare download ${key} within ${mostDays} days. Run the job again to request a new one. ` +
  `If https://www.gbif.org/occurrence/download/${key} has an archive later, import that as a Darwin Core Archive`

/** Sentence for a run that never had its turn. */
const noTurn = (underWay: readonly Download[]) =>
  `GBIF took no download of this account within ${mostDays} days. ` +
  (underWay.length > 0
    ? `It is still preparing ${underWay.map(({ key }) => key).join(', ')}: cancel one of them at GBIF, and run the job again`
    : 'Run the job again later')

/**
 * Source of occurrences from a GBIF download: an archive that GBIF prepares on request, within minutes or hours, with a DOI.
 * @param pauseMs pause between two checks of the download, in milliseconds
 */
// Long: the parts of one source.
export function gbifDownload(address = gbifAddress, pauseMs = checkMs): Source {
  const search = gbifOccurrences(address)

  /** Requests the download. @throws WaitingJob while GBIF takes no more downloads @throws HopelessJob for a request that GBIF refuses */
  async function* requested(place: Begun, query: Raw, inquiry: Inquiry): AsyncGenerator<SourcePage, Awaited> {
    let asking: Begun = place
    /** Waits for a turn. The start of the wait is stored, so that the wait ends after a limit. */
    async function* waitInLine(sentence: string, underWay: readonly Download[]): AsyncGenerator<SourcePage, never> {
      const { since = timestamp() } = place
      const isOver = isLong(since)
      if (isOver || asking.step === 'asking' || !place.since) yield at(isOver ? { step: 'begin' } : { step: 'begin', since })
      throw isOver ? new HopelessJob(noTurn(underWay)) : new WaitingJob(sentence, pauseMs)
    }
    const downloads = await downloadsOf(address, inquiry)
    const underWay = downloads.filter(isUnderWay)
    if (asking.step === 'asking') {
      const lost = lostOf(downloads, query, asking)
      if (lost) return { step: 'waiting', key: lost.key, since: timestamp() }
      if (!asking.hasLooked) {
        yield at({ ...asking, hasLooked: true })
        throw new WaitingJob('The answer of GBIF was lost: its list of downloads is checked again', pauseMs)
      }
    } else {
      if (underWay.length >= mostAtOnce)
        yield* waitInLine(`GBIF is preparing ${mostAtOnce} downloads of this account: this one waits for its turn`, underWay)
      const { taxonKey } = await countedQuery(address, query, inquiry)
      asking = { step: 'asking', taxonKey, newest: newestOf(downloads), ...(place.since && { since: place.since }) }
      yield at(asking)
    }
    const outcome = await requestDownload(address, inquiry, predicateOf(query, asking.taxonKey))
    if ('key' in outcome) return { step: 'waiting', key: outcome.key, since: timestamp() }
    if ('refusal' in outcome) {
      yield at({ step: 'begin' })
      throw new HopelessJob(outcome.refusal)
    }
    return yield* waitInLine('GBIF takes no more downloads at the moment: this one waits for its turn', underWay)
  }

  /** Returns a prepared download. @throws WaitingJob while GBIF prepares it @throws HopelessJob if GBIF ended it */
  async function* prepared({ key, since }: { key: string; since: string | null }, inquiry: Inquiry): AsyncGenerator<SourcePage, Download> {
    const isLate = since !== null && isLong(since)
    // GBIF continues its work during an outage, so the run waits instead of failing. A run that already reads its download does not wait.
    const download = await downloadOf(address, inquiry, key).catch(error => {
      if (since === null || inquiry.signal.aborted || error instanceof HopelessJob || !(error instanceof Error)) throw error
      if (isLate && error instanceof Offline) throw error
      if (isLate) throw new Error(`${error.message}. ${tooLate(key)}`, { cause: error })
      throw new WaitingJob(`${error.message}. GBIF may still be preparing download ${key}`, pauseMs)
    })
    if (download?.status === 'SUCCEEDED') return download
    if (download && !isEnded(download) && !isLate) throw preparing(key, pauseMs)
    yield at({ step: 'begin' })
    throw new HopelessJob(
      download === null
        ? `GBIF no longer has download ${key}`
        : isEnded(download)
          ? `GBIF ended download ${key} with the status ${download.status}`
          : tooLate(key)
    )
  }

  return {
    kind: 'gbif.download',
    title: 'GBIF download',
    about:
      'Occurrences from an archive that GBIF prepares on request, with a DOI to cite and the licence of each dataset. Requires a GBIF account.',
    dataType: 'occurrence',
    query: occurrenceQuery,
    account,
    address,
    hosts: () => [new URL(address).host],
    words: occurrenceWords,
    fault: occurrenceFault,
    datasetsOf: 'gbif.download',
    renewsDatasets: true,

    async *pages(query, cursor, inquiry, most) {
      // A preview needs no account and no download: the search has the same records.
      if (most !== undefined) {
        for await (const page of search.pages(query, null, inquiry, most)) yield { ...page, records: page.records.map(asArchived) }
        return
      }
      const begun: Place = cursor === null ? { step: 'begin' } : JSON.parse(cursor)
      if (begun.step === 'begin' || begun.step === 'asking') {
        const place = yield* requested(begun, query, inquiry)
        yield at(place)
        throw preparing(place.key, pauseMs)
      }
      const { key } = begun
      const [from, since] = begun.step === 'reading' ? [begun.from, null] : [0, begun.since]
      const download = yield* prepared({ key, since }, inquiry)
      if (begun.step === 'waiting') {
        inquiry.log('info', `GBIF prepared download ${key}${download.doi ? `: cite it as https://doi.org/${download.doi}` : ''}`)
        yield at({ step: 'reading', key, from })
      }
      const { body, url } = await inquiry.file(linkOf(address, download), {
        accept: archiveTypes,
        maxBytes: mostArchiveBytes,
        withinMs: fileWithinMs,
        isOfApi: true
      })
      linkOf(address, { ...download, link: url })
      for await (const page of archivePages(body, from, inquiry)) {
        const next: Place | null = page.cursor === null ? null : { step: 'reading', key, from: Number(page.cursor) }
        const datasets = page.datasets?.map(dataset => citedAs(dataset, download)) ?? []
        yield { ...page, datasets, cursor: next && JSON.stringify(next), total: download.total ?? page.total }
      }
    },

    leftBehind: cursor => ['asking', 'waiting'].includes((JSON.parse(cursor) as Place).step),

    async end(cursor, query, inquiry, isLastTry) {
      const place = JSON.parse(cursor) as Place
      if (place.step === 'waiting') return endDownload(address, inquiry, place.key)
      if (place.step !== 'asking') return
      const downloads = await downloadsOf(address, inquiry)
      const lost = lostOf(downloads, query, place)
      if (lost) return endDownload(address, inquiry, lost.key)
      if (!isLastTry) throw new Error('GBIF does not list the download yet')
    },

    identity: archiveIdentity,
    read: (raw, query) => readArchived(raw, { datasetId: null, area: boxOf(query) }),
    dataset: search.dataset
  }
}

const at = (place: Place): SourcePage => ({ records: [], cursor: JSON.stringify(place), total: null })

const newestOf = (downloads: readonly Download[]): string | null =>
  downloads.reduce<string | null>(
    (newest, { created }) => (newest === null || Date.parse(created) > Date.parse(newest) ? created : newest),
    null
  )

/**
 * Returns the download whose key a run never received. This is the first download with the same conditions that is newer than all downloads before
 * the request. A later download belongs to another run.
 */
function lostOf(downloads: readonly Download[], query: Raw, { taxonKey, newest }: Asking): Download | undefined {
  const predicate = predicateOf(query, taxonKey)
  return downloads
    .filter(({ created }) => newest === null || Date.parse(created) > Date.parse(newest))
    .filter(download => !isEnded(download) && isSamePredicate(predicate, download.predicate))
    .sort((one, other) => Date.parse(one.created) - Date.parse(other.created))[0]
}

/** Converts a record of the search to the terms of an archive. */
const asArchived = ({ key, issues, ...raw }: Raw): Raw => ({
  ...raw,
  gbifID: String(key),
  issue: Array.isArray(issues) ? issues.join(';') : ''
})

/** Adds the DOI of the download to the citation of a dataset, as GBIF requires. */
function citedAs(dataset: CitedDataset, { doi, created }: Download): CitedDataset {
  if (!doi) return dataset
  const access = `GBIF Occurrence Download https://doi.org/${doi} accessed via GBIF.org on ${created.slice(0, 10)}`
  return { ...dataset, citation: dataset.citation ? `${dataset.citation.replace(/\.?\s*$/, '.')} ${access}` : access }
}
