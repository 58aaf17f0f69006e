import { type Static, Type } from 'typebox'
import { contract } from './contract.ts'

/** Capabilities of the research backend. A backend without this call supports only the calls of the product specification. */
export type Capabilities = Static<typeof Capabilities>
export const Capabilities = Type.Object({
  name: Type.String(),
  version: Type.String(),
  registration: Type.Enum(['open', 'invite', 'closed', 'domain']),
  registrationDomains: Type.Array(Type.String()),
  passwordReset: Type.Enum(['mail', 'administrator']),
  setUp: Type.Enum(['open', 'link', 'done'], {
    description:
      'way to create the first account: directly, or with the link that the server printed when it started; `done` once it exists'
  }),
  features: Type.Array(
    Type.Enum(['profile', 'sessions', 'tokens', 'members', 'media', 'jobs', 'events', 'notices', 'activity', 'example', 'administration'])
  )
})

export const serverApi = {
  capabilities: contract({
    method: 'GET',
    url: '/server',
    summary: 'Name, version and capabilities of this server',
    auth: 'none',
    schema: { response: { 200: Capabilities } }
  })
}
