import { rm } from 'node:fs/promises'
import { Value } from 'typebox/value'
import { Email } from '../../shared/contracts/accounts.ts'
import { EmailTaken } from '../backend/accounts/errors.ts'
import { invitationLink, resetLink } from '../backend/accounts/mail.ts'
import { handedResetMs, invitationMs, oneTimeLinks } from '../backend/accounts/one-time-links.ts'
import { accountRepository } from '../backend/accounts/repository.ts'
import type { Config } from '../config.ts'
import { setUpLinkFile } from '../set-up-link.ts'
import { type Command, CommandFailed, exitCodes, type Invocation, UsageError } from './command.ts'
import { withDatabase } from './open-data.ts'

export const createUser: Command = {
  usage: 'EMAIL [--admin]',
  summary: 'Create an account and print a link for setting its password',
  options: { admin: { type: 'boolean' } },
  positionals: [1, 1],
  async run(invocation) {
    const email = emailOf(invocation)
    const config = invocation.config()
    return withDatabase(config, async ({ db }) => {
      try {
        const user = await accountRepository(db).create(
          { email, passwordHash: null, administrator: invocation.options.admin === true },
          async () => ({ proved: true })
        )
        await rm(setUpLinkFile(config.dataDir), { force: true }) // the first account exists now
        printLink(invocation, config, resetLink(publicUrl(config), await oneTimeLinks(db).issueReset(user.id, handedResetMs)), '24 hours')
        invocation.complain(`${user.email} has ${user.administrator ? 'an administrator account' : 'an account'}.`)
        return exitCodes.ok
      } catch (error) {
        if (error instanceof EmailTaken) throw new CommandFailed(`${email} already has an account`)
        throw error
      }
    })
  }
}

export const listUsers: Command = {
  usage: '[--json]',
  summary: 'List the accounts',
  options: { json: { type: 'boolean' } },
  async run({ config, options, print }) {
    return withDatabase(config(), async ({ db }) => {
      for (const account of await accountRepository(db).list()) {
        const { id, email, name, administrator, disabled_at, created_at } = account
        const disabled = disabled_at !== null
        if (options.json) print(JSON.stringify({ id, email, name, administrator: administrator === 1, disabled, createdAt: created_at }))
        else print([email, name ?? '', administrator ? 'administrator' : '', disabled ? 'disabled' : '', created_at].join('\t'))
      }
      return exitCodes.ok
    })
  }
}

export const resetPassword: Command = {
  usage: 'EMAIL',
  summary: 'Print a link for setting a new password; it works once, for 24 hours',
  positionals: [1, 1],
  async run(invocation) {
    const email = emailOf(invocation)
    const config = invocation.config()
    return withDatabase(config, async ({ db }) => {
      const account = await accountRepository(db).credentialsOf(email)
      if (!account) throw new CommandFailed(`No account has the address ${email}`)
      printLink(invocation, config, resetLink(publicUrl(config), await oneTimeLinks(db).issueReset(account.id, handedResetMs)), '24 hours')
      return exitCodes.ok
    })
  }
}

export const inviteUser: Command = {
  usage: '[EMAIL]',
  summary: 'Print a sign-up link; it works once, for 14 days, and with EMAIL only for that address',
  positionals: [0, 1],
  async run(invocation) {
    const email = invocation.positionals.length ? emailOf(invocation) : null
    const config = invocation.config()
    if (config.registration.kind === 'closed')
      throw new CommandFailed('REGISTRATION is closed, so an invitation would not work: use `user create`')
    return withDatabase(config, async ({ db }) => {
      printLink(
        invocation,
        config,
        invitationLink(publicUrl(config), await oneTimeLinks(db).issueInvitation(email, invitationMs)),
        '14 days'
      )
      return exitCodes.ok
    })
  }
}

export const disableUser: Command = {
  usage: 'EMAIL',
  summary: 'Disable an account; its sessions and API tokens end immediately',
  positionals: [1, 1],
  run: invocation => setAccess(invocation, 'disable')
}

export const enableUser: Command = {
  usage: 'EMAIL',
  summary: 'Enable a disabled account',
  positionals: [1, 1],
  run: invocation => setAccess(invocation, 'enable')
}

async function setAccess(invocation: Invocation, change: 'disable' | 'enable') {
  const email = emailOf(invocation)
  return withDatabase(invocation.config(), async ({ db }) => {
    if (!(await accountRepository(db)[change](email))) throw new CommandFailed(`No account has the address ${email}`)
    invocation.print(`${email} is ${change}d`)
    return exitCodes.ok
  })
}

/** Reads the e-mail address from the arguments. @throws UsageError */
function emailOf({ positionals: [email = ''] }: Invocation): string {
  if (!Value.Check(Email, email)) throw new UsageError(`"${email}" is not an e-mail address`)
  return email
}

const publicUrl = ({ publicUrl, port }: Config) => publicUrl ?? new URL(`http://localhost:${port}/`)

/** Prints only the link to standard output, so that scripts can read it. */
function printLink({ print, complain }: Invocation, { publicUrl }: Config, link: string, lifetime: string): void {
  print(link)
  complain(`The link works once, for ${lifetime}. Send it privately.`)
  if (!publicUrl) complain('PUBLIC_URL is not set: put the address of your server where the link says localhost.')
}
