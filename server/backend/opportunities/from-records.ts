import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { OpportunityKind } from '../../../shared/contracts/opportunities.ts'
import { timestamp } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { Database } from '../storage/database.ts'
import { addressKey } from './address-key.ts'
import { deadlineOf } from './deadlines.ts'
import { columnsOf, type Facts, fullFacts } from './facts.ts'
import { writeIndexes } from './indexes.ts'
import { haveOneDeadline, leastSimilarity, similarityOf } from './likeness.ts'
import { oneLine } from './one-line.ts'
import { factsOf } from './rows.ts'
import { survivorOf } from './survivor.ts'

/** Maximum number of records per run. The next run handles the rest. */
const recordsAtOnce = 200
/** Maximum number of published opportunities at the same address that are compared with a record. */
const mostAtAddress = 20

/**
 * Turns accepted records into proposed opportunities, which a moderator approves or rejects. A record at the address of an earlier record or of a
 * published opportunity becomes another source of that opportunity. If that opportunity was deleted, the record belongs to none. Each record is
 * handled once, in the transaction that creates its opportunity.
 * @returns number of created opportunities
 */
export async function proposeFromRecords(db: Database, log: FastifyBaseLogger): Promise<number> {
  const records = await db
    .selectFrom('scraped_record')
    .innerJoin('scraped_version', join =>
      join.onRef('scraped_version.record_id', '=', 'scraped_record.id').onRef('scraped_version.number', '=', 'scraped_record.version')
    )
    .innerJoin('project', 'project.id', 'scraped_record.project_id')
    .select(['scraped_record.id', 'scraped_record.title', 'scraped_record.url', 'scraped_record.first_day', 'scraped_version.fields'])
    .where('scraped_record.data_type', '=', 'opportunity')
    .where('scraped_record.state', '=', 'accepted')
    .where('project.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('opportunity_source').select('record_id').whereRef('record_id', '=', 'scraped_record.id')))
    )
    .orderBy('scraped_record.id')
    .limit(recordsAtOnce)
    .execute()
  let made = 0
  for (const record of records)
    try {
      made += await db.transaction().execute(transaction => propose(transaction, record))
    } catch (error) {
      log.error({ err: error, recordId: record.id }, 'making an opportunity from an accepted record failed')
    }
  return made
}

interface Given {
  id: string
  title: string
  url: string | null
  first_day: string | null
  fields: string
}

async function propose(transaction: Database, { id: recordId, title, url, first_day: firstDay, fields }: Given): Promise<number> {
  const [opportunityId, at] = [newId(), timestamp()]
  const urlKey = url && addressKey(url)
  const taken = await transaction
    .insertInto('opportunity_source')
    .values({ record_id: recordId, opportunity_id: null, url, url_key: urlKey, found_at: at })
    .onConflict(conflict => conflict.column('record_id').doNothing())
    .returning('record_id')
    .executeTakeFirst()
  if (!taken) return 0
  const belongTo = (id: string) =>
    transaction.updateTable('opportunity_source').set({ opportunity_id: id }).where('record_id', '=', recordId).execute()
  const known = urlKey ? await sourceWith(transaction, urlKey, recordId) : undefined
  const { facts, kind } = factsFrom({ title, url, firstDay, fields: JSON.parse(fields) as Record<string, unknown> })
  const same = known?.opportunity_id ?? (urlKey ? await publishedWith(transaction, urlKey, { recordId, facts }) : null)
  if (same) await belongTo(same)
  if (same || known) return 0
  await transaction
    .insertInto('opportunity')
    .values({
      ...{ id: opportunityId, author_id: null, is_from_record: 1, state: 'proposed', kind, created_at: at, modified_at: at, revision: 1 },
      ...columnsOf(facts, kind)
    })
    .execute()
  await writeIndexes(transaction, opportunityId, facts, kind)
  await belongTo(opportunityId)
  return 1
}

/**
 * Finds an earlier source with the same web address, from another job or with the same title. Within a job, records without an address of their own
 * share the address of their page. Sources with the same title come first, then sources whose opportunity still exists.
 */
const sourceWith = (transaction: Database, urlKey: string, recordId: string) =>
  transaction
    .selectFrom('opportunity_source')
    .innerJoin('scraped_record as other', 'other.id', 'opportunity_source.record_id')
    .innerJoin('scraped_record as mine', join => join.on('mine.id', '=', recordId).onRef('mine.id', '!=', 'other.id'))
    .select('opportunity_source.opportunity_id')
    .where('opportunity_source.url_key', '=', urlKey)
    .where(({ or, eb, ref }) =>
      or([eb('other.scraper_job_id', '!=', ref('mine.scraper_job_id')), eb('other.title_key', '=', ref('mine.title_key'))])
    )
    .orderBy(sql`case when other.title_key = mine.title_key then 0 else 1 end`)
    .orderBy(sql`case when opportunity_source.opportunity_id is null then 1 else 0 end`)
    .executeTakeFirst()

/**
 * Finds a published opportunity, or one merged into it, at the web address of a record. If several records of the job share the address, the address
 * belongs to a list. The titles must then be nearly equal too. A closed opportunity is the same call only if its deadline matches, because many calls
 * recur every year.
 */
async function publishedWith(
  transaction: Database,
  urlKey: string,
  { recordId, facts }: { recordId: string; facts: Facts }
): Promise<string | null> {
  const published = await transaction
    .selectFrom('opportunity_index')
    .innerJoin('opportunity', 'opportunity.id', 'opportunity_index.opportunity_id')
    .innerJoin('opportunity as shown', join => join.on('shown.id', '=', survivorOf('opportunity')))
    .select(['opportunity.id', 'opportunity.expires_at', 'opportunity.facts'])
    .where('url_key', '=', urlKey)
    .where('shown.state', '=', 'published')
    .orderBy('opportunity.expires_at', 'desc')
    .orderBy('opportunity.id', 'desc')
    .limit(mostAtAddress)
    .execute()
  if (published.length === 0) return null
  const { rows } = await sql`select 1 from scraped_record as other
    join scraped_record as mine on mine.id = ${recordId} and mine.id <> other.id
      and mine.scraper_job_id = other.scraper_job_id and mine.url = other.url limit 1`.execute(transaction)
  const isOfPage = rows.length > 0
  const now = timestamp()
  const ranked = published
    .map(({ id, expires_at: expiresAt, facts: text }) => ({ id, isOpen: expiresAt > now, posted: factsOf({ facts: text }) }))
    .map(found => ({ ...found, similarity: similarityOf(found.posted.title, facts.title) }))
    .filter(({ isOpen, posted, similarity }) => (isOpen || haveOneDeadline(posted, facts)) && (!isOfPage || similarity >= leastSimilarity))
    .sort((one, other) => other.similarity - one.similarity)
  return ranked[0]?.id ?? null
}

const kinds: readonly [RegExp, OpportunityKind][] = [
  [/JobPosting/, 'job'],
  [/Grant/, 'grant'],
  [/Course/, 'training'],
  [/Event/, 'event'],
  [/Dataset/, 'data call']
]

interface Read {
  title: string
  url: string | null
  firstDay: string | null
  fields: Record<string, unknown>
}

/**
 * Reads the facts of a record. Only the deadline field yields a deadline. The description is cut to the length of a summary, because its licence is
 * unknown.
 */
function factsFrom({ title, url, firstDay, fields }: Read): { facts: Facts; kind: OpportunityKind } {
  const text = (name: string, length: number) => {
    const given = fields[name]
    return typeof given === 'string' && given.trim() !== '' ? given.trim().slice(0, length) : null
  }
  const kind = kinds.find(([pattern]) => pattern.test(String(fields.type ?? 'Event')))?.[1] ?? 'other'
  const deadline = deadlineIn(text('deadline', 40))
  const startsOn = dayIn(text('starts', 40)) ?? (kind === 'event' ? dayIn(firstDay) : null)
  const endsOn = dayIn(text('ends', 40))
  return {
    kind,
    facts: fullFacts({
      title: oneLine(title).slice(0, 300) || 'Untitled',
      summary: text('description', 500) ?? text('summary', 500),
      ...{ organization: text('organisation', 300), place: text('place', 300), url },
      ...{ startsOn, endsOn: startsOn && endsOn && endsOn < startsOn ? null : endsOn },
      deadlines: deadline ? [deadline] : [],
      isRolling: /^rolling\b/i.test(text('deadline', 40) ?? '')
    })
  }
}

const dayIn = (text: string | null) => {
  const [day] = /^[12]\d{3}-\d{2}-\d{2}/.exec(text ?? '') ?? []
  return day && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day) ? day : null
}

/** Reads a deadline from a field. With a UTC offset it is an instant, otherwise a month, a day or a time without a zone. */
function deadlineIn(text: string | null) {
  if (/^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text ?? ''))
    return deadlineOf({ label: null, date: `${text}-01`, precision: 'month', time: null, zone: null })
  const date = dayIn(text)
  if (!text || !date) return null
  if (/T\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/.test(text) && !Number.isNaN(Date.parse(text))) {
    const [day = date, time = ''] = new Date(text).toISOString().split('T')
    return deadlineOf({ label: null, date: day, time: time.slice(0, 5), zone: 'UTC' })
  }
  const [, time] = /T((?:[01]\d|2[0-3]):[0-5]\d)/.exec(text) ?? []
  return deadlineOf({ label: null, date, time: time ?? null, zone: null })
}
