import { timestamp } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { Database } from '../storage/database.ts'
import type { Facts } from './facts.ts'
import { factsOf } from './rows.ts'
import { type DateRow, dueReminder, hoursOf, nextReminder } from './schedule.ts'
import { dayWords, deadlineName, statedWords } from './stated-words.ts'
import { survivorOf } from './survivor.ts'

/** Maximum number of saved opportunities per run. The next run handles the rest. */
const savesAtOnce = 500

/**
 * Writes due reminders. The transaction that writes a reminder also schedules the next one for the same saved opportunity. It does so only if no
 * other server has changed the schedule, so each reminder is written once.
 * @param sendsMail whether people with a confirmed address also get an e-mail
 * @returns number of written reminders
 */
export async function writeReminders(db: Database, sendsMail: boolean, nowMs = Date.now()): Promise<number> {
  const due = await db
    .selectFrom('opportunity_save')
    .innerJoin('opportunity', 'opportunity.id', 'opportunity_save.opportunity_id')
    .innerJoin('account', 'account.id', 'opportunity_save.account_id')
    .select([
      'opportunity_save.account_id',
      'opportunity_save.opportunity_id',
      'reminders',
      'next_at',
      'opportunity.facts',
      'opportunity.state'
    ])
    .select(['account.email_proved_at', 'account.disabled_at'])
    .where('next_at', '<=', timestamp(nowMs))
    .orderBy('next_at')
    .limit(savesAtOnce)
    .execute()
  let written = 0
  for (const save of due) written += await db.transaction().execute(transaction => writeOne(transaction, save, sendsMail, nowMs))
  return written
}

interface DueSave {
  account_id: string
  opportunity_id: string
  reminders: string
  next_at: string | null
  facts: string
  state: string
  email_proved_at: string | null
  disabled_at: string | null
}

async function writeOne(transaction: Database, save: DueSave, sendsMail: boolean, nowMs: number): Promise<number> {
  const { account_id: accountId, opportunity_id: opportunityId, next_at: nextAt } = save
  const hours = hoursOf(save)
  const dates = await transaction
    .selectFrom('opportunity_date')
    .select(['place', 'kind', 'earliest_ms'])
    .where('opportunity_id', '=', opportunityId)
    .orderBy('place')
    .execute()
  const next = nextReminder(dates, hours, nowMs)
  const taken = await transaction
    .updateTable('opportunity_save')
    .set({ next_at: next === null ? null : timestamp(next) })
    .where('account_id', '=', accountId)
    .where('opportunity_id', '=', opportunityId)
    .where('next_at', '=', nextAt)
    .returning('account_id')
    .executeTakeFirst()
  if (!taken || save.disabled_at !== null || save.state !== 'published') return 0
  const facts = factsOf(save)
  const rows = dates.flatMap(date => {
    const before = dueReminder(date, hours, Date.parse(nextAt!), nowMs)
    return before === null
      ? []
      : [{ due: `${timestamp(Number(date.earliest_ms))} ${date.kind} ${before}`, text: reminderText(date, facts) }]
  })
  if (rows.length === 0) return 0
  const mails = sendsMail && save.email_proved_at !== null
  const made = await transaction
    .insertInto('opportunity_reminder')
    .values(
      rows.map(row => ({
        ...{ id: newId(), account_id: accountId, opportunity_id: opportunityId, at: timestamp(nowMs), ...row },
        mail_state: mails ? ('waiting' as const) : null
      }))
    )
    .onConflict(conflict => conflict.columns(['account_id', 'opportunity_id', 'due']).doNothing())
    .returning('id')
    .execute()
  return made.length
}

function reminderText({ kind, earliest_ms: at }: DateRow, facts: Facts): string {
  const title = `“${facts.title}”`
  if (kind === 'departure')
    return `${title} departs on ${dayWords(facts.berth?.embarkOn ?? facts.startsOn ?? timestamp(Number(at)).slice(0, 10))}`
  if (kind === 'start') return `${title} starts on ${dayWords(facts.startsOn ?? timestamp(Number(at)).slice(0, 10))}`
  const deadline = facts.deadlines.find(({ earliest }) => Date.parse(earliest) === Number(at))
  if (!deadline) return `${title} closes soon`
  if (facts.isRolling) return `${deadlineName(deadline, true)} of ${title}: ${statedWords(deadline)}`
  const closes = deadline.precision === 'month' ? 'closes in' : 'closes on'
  return `${deadline.label ? `${deadline.label} of ${title}` : title} ${closes} ${statedWords(deadline)}`
}

/** Newest reminders of a person, for the bell. Reminders about opportunities that are no longer published are omitted. */
export const newestReminders = (db: Database, accountId: string, since: string, limit: number) =>
  db
    .selectFrom('opportunity_reminder')
    .innerJoin('opportunity', 'opportunity.id', 'opportunity_reminder.opportunity_id')
    .innerJoin('opportunity as shown', join => join.on('shown.id', '=', survivorOf('opportunity')))
    .select(['opportunity_reminder.id', 'shown.id as opportunity_id', 'text', 'at'])
    .where('opportunity_reminder.account_id', '=', accountId)
    .where('shown.state', '=', 'published')
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
