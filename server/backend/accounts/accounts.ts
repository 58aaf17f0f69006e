import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { accountsApi } from '../../../shared/contracts/accounts.ts'
import { authApi } from '../../../shared/contracts/auth.ts'
import type { BackendConfig } from '../config.ts'
import type { EventBus } from '../events/bus.ts'
import type { PicturePools } from '../media/picture-pools.ts'
import { daily, type Module } from '../module.ts'
import { invitationRepository } from '../projects/invitations.ts'
import { memberRepository } from '../projects/members.ts'
import type { Database } from '../storage/database.ts'
import type { AccessTokens } from './access-tokens.ts'
import { apiTokenRepository } from './api-tokens.ts'
import { attemptCounter } from './attempts.ts'
import { authRoutes } from './auth-routes.ts'
import { avatarRepository } from './avatars.ts'
import { emailProofRoutes, proofSender } from './email-proof-routes.ts'
import { loginThrottle } from './login-throttle.ts'
import { mailsWithLinks } from './mail.ts'
import { accounts as accountTables } from './migrations/0001-accounts.ts'
import { needsProof } from './needs-proof.ts'
import { oneTimeLinks } from './one-time-links.ts'
import { passwordResetRoutes } from './password-reset-routes.ts'
import { profileRoutes } from './profile-routes.ts'
import { registration } from './registration.ts'
import { accountRepository } from './repository.ts'
import { securityRoutes } from './security-routes.ts'
import { sessionRepository } from './sessions.ts'
import type { SetUp } from './set-up.ts'
import { forgetExpired } from './upkeep.ts'

interface AccountRoutes {
  db: Database
  config: Pick<BackendConfig, 'registration' | 'smtpUrl' | 'publicUrl' | 'mailFrom'>
  accessTokens: AccessTokens
  setUp: SetUp
  events: EventBus
  pictures: PicturePools
}

/** Creates the account repositories and registers the routes that use them. */
const accountRoutes: FastifyPluginAsyncTypebox<AccountRoutes> = async (app, options) => {
  const { db, config, accessTokens, setUp, events, pictures } = options
  const invitations = invitationRepository(db)
  const { maySee } = memberRepository(db)
  const accounts = accountRepository(db)
  const sessions = sessionRepository(db)
  const links = oneTimeLinks(db)
  const attempts = attemptCounter(db)
  const throttle = loginThrottle(db, attempts)
  const apiTokens = apiTokenRepository(db)
  const register = registration({
    accounts,
    links,
    attempts,
    setUp,
    invitations,
    policy: config.registration,
    mustProve: needsProof(config)
  })
  const mails = mailsWithLinks(config, app.log)
  const sendProof = proofSender(links, mails?.proof ?? null, config.publicUrl)

  await app.register(authRoutes, { accounts, sessions, accessTokens, throttle, register, sendProof, events })
  await app.register(passwordResetRoutes, {
    db,
    accounts,
    sessions,
    apiTokens,
    links,
    attempts,
    throttle,
    sendResetMail: mails?.reset ?? null,
    publicUrl: config.publicUrl
  })
  await app.register(emailProofRoutes, { db, links, attempts, throttle, sendProof })
  await app.register(profileRoutes, { accounts, avatars: avatarRepository(db), maySee, pictures })
  await app.register(securityRoutes, { db, accounts, sessions, apiTokens, links, attempts })
}

/** Module for accounts, sign-in and sessions. */
export const accountsModule: Module = {
  contracts: [authApi, accountsApi],
  migrations: [accountTables],
  routes: [accountRoutes],
  upkeep: [daily(({ db }) => forgetExpired(db))]
}
