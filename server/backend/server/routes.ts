import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Capabilities, serverApi } from '../../../shared/contracts/server.ts'
import type { SetUp } from '../accounts/set-up.ts'
import type { BackendConfig } from '../config.ts'

export interface ServerRoutes {
  config: Pick<BackendConfig, 'registration' | 'smtpUrl' | 'publicUrl' | 'version'>
  setUp: SetUp
}

/** Routes that report the capabilities of this backend. Screens hide functions that it does not support. */
export const serverRoutes: FastifyPluginAsyncTypebox<ServerRoutes> = async (app, { config, setUp }) => {
  const { registration, smtpUrl, publicUrl, version } = config
  const capabilities: Omit<Capabilities, 'setUp'> = {
    name: 'Isobath',
    version,
    registration: registration.kind,
    registrationDomains: registration.domains,
    passwordReset: smtpUrl && publicUrl ? 'mail' : 'administrator',
    features: ['profile', 'sessions', 'tokens', 'members', 'media', 'jobs', 'events', 'notices', 'activity', 'example', 'administration']
  }
  app.route({ ...serverApi.capabilities, handler: async request => ({ ...capabilities, setUp: await setUp.stateFor(request) }) })
}
