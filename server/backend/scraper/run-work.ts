import { sql } from 'kysely'
import type { ScraperLimits } from '../../../shared/contracts/scraper.ts'
import { timestamp } from '../../lib/clock.ts'
import type { EventBus } from '../events/bus.ts'
import type { Fetcher } from '../fetcher/fetcher.ts'
import { HopelessJob, type JobContext, type JobHandler, WaitingJob } from '../jobs/queue.ts'
import { excludeEdits } from '../projects/edit-project.ts'
import { everything, type Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import type { Account, AccountSeal } from './account-seal.ts'
import { runDatasets } from './datasets.ts'
import { markGone } from './gone.ts'
import { hostLeases } from './host-lease.ts'
import { rulesOfRuns } from './inbox-rules.ts'
import { type Noted, openInquiry } from './inquiry.ts'
import { matchByIdentifiers } from './match.ts'
import { matchBySimilarity } from './match-similar.ts'
import { applyRules } from './rules.ts'
import { lockJob, runsWithJobs } from './run-rows.ts'
import type { Raw, Source, SourcePage } from './sources/source.ts'
import type { Sources } from './sources/sources.ts'
import { writable } from './sources/text.ts'
import { arrived, rowsAtOnce, writePage } from './write-page.ts'

/** Default limits of a run. */
export const defaultLimits = { records: 100_000, bytes: 2_000_000_000, seconds: 21_600 }
const mostLogLines = 2000

export const runJob = 'scraper.run'
export const cancelledWords = 'Cancelled by a person'

export interface RunWork {
  db: Database
  events: EventBus
  fetcher: Fetcher
  sources: Sources
  accounts: AccountSeal
}

interface Run {
  id: string
  scraper_job_id: string
  /** Null for a run that belongs to no project. */
  sight: Sight | null
  number: number
  /** Query of the run as JSON. */
  query: string
  marksGone: boolean
}

/**
 * Runs a scraper job, resuming after its last stored page. Each page is written in one transaction with its cursor, provided that this attempt
 * still owns the queue job.
 */
// Long: the steps of one run.
export function runScraper({ db, events, fetcher, sources, accounts }: RunWork): JobHandler {
  const sender = { fetcher, hosts: hostLeases(db, fetcher.spacingOf) }
  return async ({ payload, signal, progress, hold }) => {
    const row = await runsWithJobs(db).where('scraper_run.id', '=', String(payload.runId)).executeTakeFirst()
    const job = row && (await db.selectFrom('scraper_job').selectAll().where('id', '=', row.scraper_job_id).executeTakeFirst())
    if (!row || !job) throw new HopelessJob('The scraper job was deleted in the meantime')
    if (row.outcome !== null) return
    const source = sources.named(job.source)
    if (!source) throw new HopelessJob(`This server does not offer the source ${job.source}`)
    const projectId = job.project_id
    const run: Run = {
      id: row.id,
      scraper_job_id: job.id,
      sight: projectId === null ? null : everything(projectId, 'outside records are not annotations'),
      number: row.number,
      query: row.query,
      marksGone: !source.dropsOldEntries
    }
    const query = JSON.parse(row.query) as Raw
    const limits = { ...defaultLimits, ...(JSON.parse(job.limits) as ScraperLimits) }
    const account = accountOf(source, accounts.open(job.id, job.account))
    const inquiry = openInquiry(sender, signal, { account })
    const written = writer(db, hold, run)
    const total = row.total === null ? null : Number(row.total)
    const reached = { entries: row.entries, pages: row.pages, bytes: Number(row.bytes), total }
    const keepDatasets = runDatasets(db, { source, query, projectId, inquiry })
    const beganMs = Date.now()

    if (row.started_at === null) inquiry.log('info', `Run ${row.number}: ${source.words(query)}`)
    // A run that waits for the service is resumed at each check, without a log line.
    else if (row.sentence === null) inquiry.log('info', await resumed(db, row.id, row.pages))
    await written.start(inquiry.take())
    try {
      let stop: string | null = null
      for await (const page of source.pages(query, row.cursor, inquiry)) {
        reached.total ??= page.total
        const records = page.records.slice(0, Math.max(0, limits.records - reached.entries))
        const isCut = records.length < page.records.length
        await takePage({ ...page, records }, isCut)
        reached.entries += records.length
        await progress(reached.entries, reached.total)
        const limit = isCut ? `${limits.records.toLocaleString('en')} records` : page.cursor === null ? null : passed()
        if (limit === null) continue
        stop = limitWords(limit, reached.total)
        break
      }
      await written.end(inquiry.take(), stop, reached.entries)
    } catch (error) {
      if (error instanceof WaitingJob && !signal.aborted) {
        if (error.message !== row.sentence) inquiry.log('info', error.message)
        await written.wait(inquiry.take(), error.message)
      } else if (!signal.aborted) {
        inquiry.log('warning', error instanceof Error ? error.message : String(error))
        await written.start(inquiry.take())
      }
      throw error
    } finally {
      // The inbox rules run at the end and also update observations.
      for (const noun of ['scraper', 'outsideRecords', 'observations']) events.publish({ type: 'changed', noun, projectId })
    }

    /** Returns the limit that a run with further pages has exceeded; null if there is none. */
    function passed(): string | null {
      if (reached.bytes > limits.bytes) return `${Math.round(limits.bytes / 1e6).toLocaleString('en')} MB`
      return Date.now() - beganMs > limits.seconds * 1000 ? `${limits.seconds.toLocaleString('en')} s` : null
    }

    async function takePage(page: SourcePage, isCut: boolean): Promise<void> {
      const entries = arrived(source as Source, page.records, query)
      const datasets = await keepDatasets(entries.records, page.datasets)
      const noted = inquiry.take()
      reached.bytes += noted.bytes
      if (page.records.length > 0) reached.pages += 1
      await written.page(noted, async transaction => {
        const into = { runId: run.id, scraperJobId: run.scraper_job_id, projectId, at: timestamp(), datasets }
        const counts = await writePage(transaction, source as Source, entries.records, into)
        const found = entries.records.length - counts.twice
        const byIdentifiers = await matchByIdentifiers(transaction, counts.ids)
        const matches = matchWords({ ...byIdentifiers, similar: await matchBySimilarity(transaction, projectId, counts.freshIds) })
        const lines = [pageWords(reached.pages, found, counts, entries.failed, counts.twice + entries.twice), ...matches]
        await transaction
          .updateTable('scraper_run')
          .set(({ eb }) => ({
            found: eb('found', '+', found),
            new: eb('new', '+', counts.new),
            changed: eb('changed', '+', counts.changed),
            same: eb('same', '+', counts.same),
            came_back: eb('came_back', '+', counts.cameBack),
            failed: eb('failed', '+', entries.failed),
            pages: reached.pages,
            total: reached.total,
            ...(page.records.length > 0 && { sentence: null }),
            // Written together, so that a page read again after a crash is not counted twice.
            ...(!isCut && page.cursor !== null && { cursor: writable(page.cursor), entries: reached.entries + page.records.length })
          }))
          .where('id', '=', run.id)
          .execute()
        return page.records.length === 0 ? [] : lines
      })
      events.publish({ type: 'changed', noun: 'scraper', projectId })
      events.publish({ type: 'changed', noun: 'outsideRecords', projectId })
    }
  }
}

/**
 * Returns the account of a run and the address of its service; null for a source without accounts.
 * @throws HopelessJob if the account cannot be opened
 */
export function accountOf({ account, address }: Source, of: Account | null): { of: Account; address: string } | null {
  if (!account) return null
  if (!of) throw new HopelessJob('The user name and password of this job cannot be read: edit the job and enter them again')
  return { of, address }
}

/** Returns the log line for a resumed run. The line mentions a server crash if the log does not explain the interruption. */
async function resumed(db: Database, runId: string, pages: number): Promise<string> {
  const last = await db
    .selectFrom('scraper_log')
    .select(['level', 'sentence'])
    .where('run_id', '=', runId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isExplained = last !== undefined && (last.level !== 'info' || last.sentence === cancelledWords)
  return `${isExplained ? '' : 'The server stopped during the run. '}Continued after page ${pages}`
}

const limitWords = (limit: string, total: number | null) =>
  `Stopped at the limit of ${limit}${total === null ? '' : `: the source has ${total.toLocaleString('en')} records`}. Narrow the query, or raise the limit`

function pageWords(page: number, found: number, counts: { new: number; changed: number }, failed: number, twice: number): string {
  const number = (count: number) => count.toLocaleString('en')
  const parts = [`${number(counts.new)} new`, counts.changed > 0 && `${number(counts.changed)} changed`]
  const records = `Page ${page}: ${number(found)} ${found === 1 ? 'record' : 'records'}, ${parts.filter(Boolean).join(', ')}`
  const unread =
    failed > 0 &&
    `${number(failed)} ${failed === 1 ? 'entry has' : 'entries have'} no identifier and ${failed === 1 ? 'was' : 'were'} left out`
  const again = twice > 0 && `${number(twice)} ${twice === 1 ? 'record was' : 'records were'} received twice`
  return [records, unread, again].filter(Boolean).join('. ')
}

/** Transactions of a run. Each verifies that this attempt still owns the queue job. */
// Long: four transactions that share the writing of the log.
function writer(db: Database, hold: JobContext['hold'], run: Run) {
  async function note(transaction: Database, { lines, requests, bytes }: Noted, more: readonly string[] = []): Promise<void> {
    const all = [...lines, ...more.map(sentence => ({ at: timestamp(), level: 'info' as const, sentence }))]
    const counters = await transaction
      .updateTable('scraper_run')
      .set(({ eb }) => ({
        log_lines: eb('log_lines', '+', all.length),
        requests: eb('requests', '+', requests.length),
        bytes: eb('bytes', '+', bytes)
      }))
      .where('id', '=', run.id)
      .returning(['log_lines', 'requests'])
      .executeTakeFirstOrThrow()
    const firstLine = counters.log_lines - all.length + 1
    const kept = all
      .map((line, place) => ({ run_id: run.id, number: firstLine + place, ...line }))
      .filter(({ number }) => number <= mostLogLines)
    for (let from = 0; from < kept.length; from += rowsAtOnce)
      await transaction
        .insertInto('scraper_log')
        .values(kept.slice(from, from + rowsAtOnce))
        .execute()
    const firstRequest = counters.requests - requests.length + 1
    const sent = requests.map((request, place) => ({ run_id: run.id, number: firstRequest + place, ...request }))
    for (let from = 0; from < sent.length; from += rowsAtOnce)
      await transaction
        .insertInto('scraper_request')
        .values(sent.slice(from, from + rowsAtOnce))
        .execute()
  }

  async function asOwner(transaction: Database, work: (transaction: Database) => Promise<void>): Promise<void> {
    await hold(transaction)
    await requireNewest(transaction, run)
    await work(transaction)
  }

  const held = (work: (transaction: Database) => Promise<void>) => db.transaction().execute(transaction => asOwner(transaction, work))

  /** Runs as `held` between edits. Otherwise two runs, or a run and a person, could accept both copies of a record at the same moment. */
  const heldBetweenEdits = (work: (transaction: Database) => Promise<void>) =>
    db.transaction().execute(async transaction => {
      if (run.sight) await excludeEdits(transaction, run.sight.projectId)
      await asOwner(transaction, work)
    })

  return {
    start: (noted: Noted) =>
      held(async transaction => {
        await transaction
          .updateTable('scraper_run')
          .set({ started_at: sql<string>`coalesce(started_at, ${timestamp()})` })
          .where('id', '=', run.id)
          .execute()
        await note(transaction, noted)
      }),

    /** Stores the reason why the run waits for the service. */
    wait: (noted: Noted, sentence: string) =>
      held(async transaction => {
        await transaction.updateTable('scraper_run').set({ sentence }).where('id', '=', run.id).execute()
        await note(transaction, noted)
      }),

    page: (noted: Noted, work: (transaction: Database) => Promise<string[]>) =>
      heldBetweenEdits(async transaction => note(transaction, noted, await work(transaction))),

    end: (noted: Noted, stop: string | null, entries: number) =>
      heldBetweenEdits(async transaction => {
        const counts = await transaction.selectFrom('scraper_run').selectAll().where('id', '=', run.id).executeTakeFirstOrThrow()
        const isWhole = stop === null && (counts.total === null || entries >= Number(counts.total))
        const {
          count: gone,
          missing,
          doubt
        } = isWhole && run.marksGone ? await markGone(transaction, run) : { count: 0, missing: 0, doubt: null }
        const sentence = stop ?? doubt ?? endWords({ ...counts, entries, gone }, isWhole)
        await transaction
          .updateTable('scraper_run')
          .set({ outcome: stop === null ? 'done' : 'stopped', sentence, entries, gone, missing, finished_at: timestamp() })
          .where('id', '=', run.id)
          .execute()
        await note(transaction, noted, [sentence, ...(await judgedByRules(transaction, run))])
      })
  }
}

/** Applies the inbox rules to the waiting records of a job. @returns lines for the log */
async function judgedByRules(transaction: Database, { sight, scraper_job_id: scraperJobId }: Run): Promise<string[]> {
  if (!sight) return []
  const { rules, columns } = await rulesOfRuns(transaction, sight)
  if (rules.length === 0) return []
  const { items } = await applyRules(transaction, { projectId: sight.projectId, rules, columns, scraperJobId, at: timestamp() })
  return items.flatMap(({ count }, place) => (count > 0 ? [`Rule ${place + 1} (${rules[place]?.because}): ${inRecords(count)}`] : []))
}

/** @throws HopelessJob if the job was deleted, or has a newer run */
async function requireNewest(transaction: Database, run: Run): Promise<void> {
  if (!(await lockJob(transaction, run.scraper_job_id))) throw new HopelessJob('The scraper job was deleted in the meantime')
  const newer = await transaction
    .selectFrom('scraper_run')
    .select('id')
    .where('scraper_job_id', '=', run.scraper_job_id)
    .where('number', '>', run.number)
    .limit(1)
    .executeTakeFirst()
  if (newer) throw new HopelessJob('A newer run has taken its place')
}

const inRecords = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'record' : 'records'}`

const similarWords = 'similar to a record of another dataset: left for review'

/** Whether a line of the log states the number of similarities, which depends on exact places. */
export const isOfSimilarity = (sentence: string): boolean => sentence.endsWith(similarWords)

function matchWords({ own, same, similar }: { own: number; same: number; similar: number }): string[] {
  return [
    ...(own > 0 ? [`${inRecords(own)} published by this project: set aside`] : []),
    ...(same > 0 ? [`${inRecords(same)} already received by another job`] : []),
    ...(similar > 0 ? [`${inRecords(similar)} ${similarWords}`] : [])
  ]
}

function endWords(
  run: { found: number; entries: number; new: number; changed: number; same: number; gone: number; total: number | null },
  isWhole: boolean
): string {
  const number = (count: number) => count.toLocaleString('en')
  if (!isWhole) return `The source ended after ${number(run.entries)} of ${number(Number(run.total))} records: no record was marked as gone`
  const parts = [`${number(run.new)} new`, `${number(run.changed)} changed`, `${number(run.same)} same`, `${number(run.gone)} gone`]
  return `Complete: ${number(run.found)} ${run.found === 1 ? 'record' : 'records'}, ${parts.join(', ')}`
}
