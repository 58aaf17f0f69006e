import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import type { BackendConfig } from '../backend.ts'

/** Sends mail behind the request that asked for it, so that the time of the answer tells nothing. */
export type SendResetMail = (to: string, link: string) => void

/** @returns null when mail is not set up, or when nobody said where this server is reached: a link needs both */
export function resetMail(config: Pick<BackendConfig, 'smtpUrl' | 'publicUrl' | 'mailFrom'>, log: FastifyBaseLogger): SendResetMail | null {
  if (!config.smtpUrl || !config.publicUrl) return null
  const transport = createTransport(config.smtpUrl, { from: config.mailFrom })
  const { host } = config.publicUrl
  return (to, link) => {
    const text = [
      `Someone, probably you, asked for a new password on ${host}.`,
      '',
      'Open this link to choose one. It works once, for one hour:',
      '',
      link,
      '',
      'If you did not ask, do nothing: your password stays as it is.',
      ''
    ].join('\n')
    transport.sendMail({ to, subject: `Choose a new password for ${host}`, text }).catch((error: Error & { code?: string }) => {
      log.error({ code: error.code, smtp: 'password reset' }, 'mail could not be sent')
    })
  }
}

/** The secret stands behind `#`: browsers do not send that part, so it is in no server's log and no Referer. */
export function resetLink(publicUrl: URL, secret: string): string {
  return linkTo(publicUrl, 'reset-password', secret)
}

export function invitationLink(publicUrl: URL, secret: string): string {
  return linkTo(publicUrl, 'signup', secret)
}

function linkTo(publicUrl: URL, page: string, secret: string): string {
  const base = publicUrl.href.endsWith('/') ? publicUrl.href : `${publicUrl.href}/`
  return `${new URL(page, base).href}#${secret}`
}
