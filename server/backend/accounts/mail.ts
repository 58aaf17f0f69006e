import type { FastifyBaseLogger } from 'fastify'
import type { Transporter } from 'nodemailer'
import type { BackendConfig } from '../config.ts'

/** Sends mail behind the request that asked for it, so that the time of the answer tells nothing. */
export type SendLink = (to: string, link: string) => void

export interface Mails {
  reset: SendLink
  proof: SendLink
}

/** @returns null when mail is not set up, or when nobody said where this server is reached: a link needs both */
export function mailsWithLinks(config: Pick<BackendConfig, 'smtpUrl' | 'publicUrl' | 'mailFrom'>, log: FastifyBaseLogger): Mails | null {
  if (!config.smtpUrl || !config.publicUrl) return null
  const { smtpUrl, mailFrom } = config
  const { host } = config.publicUrl
  let opening: Promise<Transporter> | undefined

  /** The library is loaded with the first mail: most servers send none, and it takes 2 MiB. */
  async function open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    return createTransport(smtpUrl, { from: mailFrom })
  }

  function send(kind: string, to: string, subject: string, lines: string[]): void {
    opening ??= open()
    opening
      .then(transport => transport.sendMail({ to, subject, text: [...lines, ''].join('\n') }))
      .catch((error: Error & { code?: string }) => {
        log.error({ code: error.code, smtp: kind }, 'mail could not be sent')
      })
  }

  return {
    reset: (to, link) =>
      send('password reset', to, `Choose a new password for ${host}`, [
        `Someone, probably you, asked for a new password on ${host}.`,
        '',
        'Open this link to choose one. It works once, for one hour:',
        '',
        link,
        '',
        'If you did not ask, do nothing: your password stays as it is.'
      ]),
    proof: (to, link) =>
      send('address proof', to, `Prove your address for ${host}`, [
        `Someone, probably you, has an account on ${host} with this address.`,
        '',
        'Open this link to prove that the address is yours. It works once, for seven days:',
        '',
        link,
        '',
        'If you have no account there, do nothing: the address stays unproved.'
      ])
  }
}

/** The secret stands behind `#`: browsers do not send that part, so it is in no server's log and no Referer. */
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
