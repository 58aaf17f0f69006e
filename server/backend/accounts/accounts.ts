import type { FastifyPluginAsync } from 'fastify'
import type { BackendConfig } from '../backend.ts'
import type { Database } from '../storage/database.ts'
import type { AccessTokens } from './access-tokens.ts'
import { apiTokenRepository } from './api-tokens.ts'
import { attemptCounter } from './attempts.ts'
import { authRoutes } from './auth-routes.ts'
import { avatarRepository } from './avatars.ts'
import { loginThrottle } from './login-throttle.ts'
import { resetMail } from './mail.ts'
import { oneTimeLinks } from './one-time-links.ts'
import { passwordResetRoutes } from './password-reset-routes.ts'
import { type ProfileRoutes, profileRoutes } from './profile-routes.ts'
import { registration } from './registration.ts'
import { accountRepository } from './repository.ts'
import { securityRoutes } from './security-routes.ts'
import { sessionRepository } from './sessions.ts'
import type { SetUp } from './set-up.ts'

export interface AccountsModule {
  db: Database
  config: Pick<BackendConfig, 'registration' | 'smtpUrl' | 'publicUrl' | 'mailFrom'>
  accessTokens: AccessTokens
  setUp: SetUp
  mayKnow: ProfileRoutes['mayKnow']
}

/** Everything about who someone is: the repositories of accounts, joined with their routes. */
export const accountsModule: FastifyPluginAsync<AccountsModule> = async (app, { db, config, accessTokens, setUp, mayKnow }) => {
  const accounts = accountRepository(db)
  const sessions = sessionRepository(db)
  const links = oneTimeLinks(db)
  const attempts = attemptCounter(db)
  const throttle = loginThrottle(db, attempts)
  const register = registration({ accounts, links, attempts, setUp, policy: config.registration })
  const sendResetMail = resetMail(config, app.log)

  await app.register(authRoutes, { accounts, sessions, accessTokens, throttle, register })
  await app.register(passwordResetRoutes, { db, accounts, sessions, links, attempts, throttle, sendResetMail, publicUrl: config.publicUrl })
  await app.register(profileRoutes, { accounts, avatars: avatarRepository(db), mayKnow })
  await app.register(securityRoutes, { accounts, sessions, apiTokens: apiTokenRepository(db), attempts })
}
