import type { FastifyBaseLogger } from 'fastify'
import { timestamp } from '../../lib/clock.ts'
import { openMailTransport } from '../../lib/mail-transport.ts'
import type { BackendConfig } from '../config.ts'
import type { Database } from '../storage/database.ts'
import { survivorOf } from './survivor.ts'

const mailTries = 5
const mailsAtOnce = 100
/** Error codes of a mail server that cannot be reached or does not answer. */
const unreachable = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS'])

type MailConfig = Pick<BackendConfig, 'smtpUrl' | 'publicUrl' | 'mailFrom'>

/** Whether this server can send e-mails with links. */
export const canMail = ({ smtpUrl, publicUrl }: MailConfig): boolean => Boolean(smtpUrl && publicUrl)

/**
 * Sends reminder e-mails. A server claims each e-mail before sending it, so that only one server sends it. If a process is killed while sending, the
 * e-mail is not sent again, so nobody receives it twice. The reminder remains under the bell. A mail server that cannot be
 * reached ends the round, and a round that cannot begin costs no try.
 */
export async function mailReminders(db: Database, config: MailConfig, log: FastifyBaseLogger): Promise<void> {
  const { smtpUrl, publicUrl, mailFrom } = config
  if (!smtpUrl || !publicUrl) return
  await dropUnwanted(db)
  const waiting = await db
    .selectFrom('opportunity_reminder')
    .innerJoin('account', 'account.id', 'opportunity_reminder.account_id')
    .select(['opportunity_reminder.id', 'opportunity_reminder.opportunity_id', 'text', 'mail_tries', 'account.email'])
    .where('mail_state', '=', 'waiting')
    .orderBy('opportunity_reminder.id')
    .limit(mailsAtOnce)
    .execute()
  if (waiting.length === 0) return
  const transport = await openMailTransport(smtpUrl, mailFrom)
  const failed = (error: unknown) => log.error({ code: (error as { code?: string }).code, smtp: 'reminder' }, 'sending an e-mail failed')
  try {
    await transport.verify()
  } catch (error) {
    failed(error)
    return
  }
  for (const mail of waiting) {
    const taken = await db
      .updateTable('opportunity_reminder')
      .set({ mail_state: 'sending', mail_tries: mail.mail_tries + 1 })
      .where('id', '=', mail.id)
      .where('mail_state', '=', 'waiting')
      .returning('id')
      .executeTakeFirst()
    if (!taken) continue
    const link = new URL(`opportunities/${mail.opportunity_id}`, publicUrl.href.endsWith('/') ? publicUrl : `${publicUrl.href}/`).href
    const lines = [
      `${mail.text}.`,
      '',
      link,
      '',
      'You received this e-mail because you saved this opportunity. Change or remove its reminders on its page.',
      ''
    ]
    try {
      await transport.sendMail({
        ...{ to: mail.email, subject: mail.text.replace(/\s+/g, ' ').slice(0, 200), text: lines.join('\n') },
        messageId: `<reminder-${mail.id}@${publicUrl.host}>`
      })
      await db.updateTable('opportunity_reminder').set({ mail_state: 'sent' }).where('id', '=', mail.id).execute()
    } catch (error) {
      failed(error)
      const state = mail.mail_tries + 1 < mailTries ? 'waiting' : 'failed'
      await db.updateTable('opportunity_reminder').set({ mail_state: state }).where('id', '=', mail.id).execute()
      if (unreachable.has(String((error as { code?: string }).code))) return
    }
  }
}

/**
 * Drops waiting e-mails about dates that are over or opportunities that are no longer published or saved, and e-mails to disabled accounts or
 * unconfirmed addresses.
 */
const dropUnwanted = (db: Database) =>
  db
    .updateTable('opportunity_reminder')
    .set({ mail_state: null })
    .where('mail_state', '=', 'waiting')
    .where(({ eb, or, not, exists, selectFrom }) =>
      or([
        eb('due', '<=', timestamp()), // begins with the date
        not(
          exists(
            selectFrom('opportunity_save')
              .innerJoin('opportunity', 'opportunity.id', 'opportunity_save.opportunity_id')
              .innerJoin('opportunity as shown', join => join.on('shown.id', '=', survivorOf('opportunity')))
              .innerJoin('account', 'account.id', 'opportunity_save.account_id')
              .select('opportunity.id')
              .whereRef('opportunity_save.account_id', '=', 'opportunity_reminder.account_id')
              .whereRef('opportunity_save.opportunity_id', '=', 'opportunity_reminder.opportunity_id')
              .where('shown.state', '=', 'published')
              .where('account.disabled_at', 'is', null)
              .where('account.email_proved_at', 'is not', null)
          )
        )
      ])
    )
    .execute()
