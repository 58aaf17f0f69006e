import type { Selectable } from 'kysely'
import type { CalendarChoice, CalendarToken } from '../../../shared/contracts/opportunity-feeds.ts'
import { calendarTokenLimit } from '../../../shared/limits.ts'
import { timestamp } from '../../lib/clock.ts'
import { NotFound } from '../../lib/errors.ts'
import { newId, newSecret } from '../../lib/ids.ts'
import { secretHash } from '../accounts/secrets.ts'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'
import { Confined, TooManyCalendars } from './errors.ts'
import type { CalendarTokenTable } from './tables.ts'

/** Tokens in calendar addresses. A token opens a single calendar and nothing else. Only its hash is stored. */
export function calendarTokens(db: Database) {
  return {
    async list(accountId: string): Promise<CalendarToken[]> {
      const rows = await db.selectFrom('calendar_token').selectAll().where('account_id', '=', accountId).orderBy('id', 'desc').execute()
      return rows.map(toToken)
    },

    /** @throws Confined @throws TooManyCalendars */
    async create({ accountId, isConfined }: Viewer, name: string, choice: CalendarChoice): Promise<CalendarToken & { secret: string }> {
      if (isConfined) throw new Confined()
      const { count } = await db
        .selectFrom('calendar_token')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      if (Number(count) >= calendarTokenLimit) throw new TooManyCalendars()
      const secret = newSecret()
      const row = await db
        .insertInto('calendar_token')
        .values({
          ...{ id: newId(), account_id: accountId, hash: secretHash(secret), name: name.trim(), choice: JSON.stringify(choice) },
          ...{ created_at: timestamp(), last_used_at: null }
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return { ...toToken(row), secret }
    },

    /** @throws NotFound */
    async revoke(accountId: string, id: string): Promise<void> {
      const row = await db
        .deleteFrom('calendar_token')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirst()
      if (!row) throw new NotFound('The calendar')
    },

    /** Finds the calendar that a secret opens, with its account. Calendars of disabled accounts are not found. */
    async find(secret: string) {
      const row = await db
        .selectFrom('calendar_token')
        .innerJoin('account', 'account.id', 'calendar_token.account_id')
        .select(['calendar_token.id', 'account_id', 'choice', 'calendar_token.name', 'account.email', 'account.email_proved_at'])
        .where('hash', '=', secretHash(secret))
        .where('account.disabled_at', 'is', null)
        .executeTakeFirst()
      return row && { ...row, choice: JSON.parse(row.choice) as CalendarChoice }
    },

    async noteUse(id: string): Promise<void> {
      await db.updateTable('calendar_token').set({ last_used_at: timestamp() }).where('id', '=', id).execute()
    }
  }
}

const toToken = (row: Selectable<CalendarTokenTable>): CalendarToken => ({
  ...{
    id: row.id,
    name: row.name,
    choice: JSON.parse(row.choice) as CalendarChoice,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at
  }
})
