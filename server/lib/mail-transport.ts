import type { Transporter } from 'nodemailer'

/** Time limit for a connection to the mail server and for its greeting, in milliseconds. */
const answerMs = 20_000
/** Time limit for the silence of a mail server that has greeted, in milliseconds. The library would wait ten minutes. */
const silenceMs = 60_000

/**
 * Opens the mail server of an address such as `smtp://…`. Loads the mail library at the first call. The library takes 2 MiB of memory, and most
 * servers send no e-mail.
 * @param from sender of the e-mails
 */
export async function openMailTransport(url: string, from: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, connectionTimeout: answerMs, greetingTimeout: answerMs, socketTimeout: silenceMs }, { from })
}
