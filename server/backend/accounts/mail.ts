import type { FastifyBaseLogger } from 'fastify'
import type { Transporter } from 'nodemailer'
import { openMailTransport } from '../../lib/mail-transport.ts'
import type { BackendConfig } from '../config.ts'

/** Sends a link by e-mail in the background, so that the response time of a request reveals nothing. */
export type SendLink = (to: string, link: string) => void

export interface Mails {
  reset: SendLink
  proof: SendLink
}

/** Prepares e-mails with links. @returns null unless both a mail server and the public URL for the links are configured */
export function mailsWithLinks(config: Pick<BackendConfig, 'smtpUrl' | 'publicUrl' | 'mailFrom'>, log: FastifyBaseLogger): Mails | null {
  if (!config.smtpUrl || !config.publicUrl) return null
  const { smtpUrl, mailFrom } = config
  const { host } = config.publicUrl
  let opening: Promise<Transporter> | undefined

  function send(kind: string, to: string, subject: string, lines: string[]): void {
    opening ??= openMailTransport(smtpUrl, mailFrom)
    opening
      .then(transport => transport.sendMail({ to, subject, text: [...lines, ''].join('\n') }))
      .catch((error: Error & { code?: string }) => {
        log.error({ code: error.code, smtp: kind }, 'sending an e-mail failed')
      })
  }

  return {
    reset: (to, link) =>
      send('password reset', to, `Choose a new password for ${host}`, [
        `Someone, probably you, requested a new password on ${host}.`,
        '',
        'Open this link to choose one. It works once and expires after one hour:',
        '',
        link,
        '',
        'If this was not you, ignore this e-mail. Your password will stay the same.'
      ]),
    proof: (to, link) =>
      send('address proof', to, `Confirm your e-mail address for ${host}`, [
        `Someone, probably you, has an account on ${host} with this address.`,
        '',
        'Open this link to confirm that the address is yours. It works once and expires after seven days:',
        '',
        link,
        '',
        'If you have no account there, ignore this e-mail. The address will stay unconfirmed.'
      ])
  }
}

/** Builds a link with the secret after `#`. Browsers do not send the fragment, so no server log or Referer header contains it. */
export function resetLink(publicUrl: URL, secret: string): string {
  return linkTo(publicUrl, 'reset-password', secret)
}

export function proofLink(publicUrl: URL, secret: string): string {
  return linkTo(publicUrl, 'prove-email', secret)
}

export function invitationLink(publicUrl: URL, secret: string): string {
  return linkTo(publicUrl, 'signup', secret)
}

function linkTo(publicUrl: URL, page: string, secret: string): string {
  const base = publicUrl.href.endsWith('/') ? publicUrl.href : `${publicUrl.href}/`
  return `${new URL(page, base).href}#${secret}`
}
