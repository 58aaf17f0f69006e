import { type Static, Type } from 'typebox'
import { contract } from './contract.ts'

/** What the research backend offers. A backend without this call offers the calls of the product spec and no more. */
export type Capabilities = Static<typeof Capabilities>
export const Capabilities = Type.Object({
  name: Type.String(),
  version: Type.String(),
  registration: Type.Enum(['open', 'invite', 'closed', 'domain']),
  registrationDomains: Type.Array(Type.String()),
  passwordReset: Type.Enum(['mail', 'administrator']),
  setUp: Type.Enum(['open', 'link', 'done'], {
    description: 'how the first account is made: here and now, by the link that the server printed at start, or made already'
  }),
  features: Type.Array(Type.Enum(['profile', 'sessions', 'tokens', 'members', 'media', 'jobs', 'events', 'notices', 'activity', 'example']))
})

export const serverApi = {
  capabilities: contract({
    method: 'GET',
    url: '/server',
    summary: 'Name, version and abilities of this server',
    auth: 'none',
    schema: { response: { 200: Capabilities } }
  })
}
