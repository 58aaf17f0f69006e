import { type Static, Type } from 'typebox'
import { Nothing, Problem } from './common.ts'
import { contract } from './contract.ts'

export type ClientLogEntry = Static<typeof ClientLogEntry>
/** Warning or error in the web app's debug log. */
export const ClientLogEntry = Type.Object(
  {
    timestamp: Type.String({ format: 'date-time' }),
    level: Type.Enum(['WARN', 'ERROR']),
    message: Type.String({ maxLength: 2_000 }),
    data: Type.Optional(Type.Unknown({ description: 'any JSON value' }))
  },
  { additionalProperties: false }
)

/** Sealed list of accounts that have signed in with this browser. It grants no rights, and only the gateway can read it. */
const KnownDevice = Type.String({ minLength: 1, maxLength: 4096 })

/** Calls that the gateway handles itself, whatever the backend. */
export const gatewayApi = {
  reportLog: contract({
    method: 'POST',
    url: '/debug-log',
    summary: "Send warnings and errors from the web app to the operator's debug log",
    auth: 'none',
    bodyLimit: 64 * 1024,
    example: { entries: [{ timestamp: '2026-06-03T09:41:07.000Z', level: 'ERROR', message: 'The canvas lost its context' }] },
    schema: {
      body: Type.Object({ entries: Type.Array(ClientLogEntry, { minItems: 1, maxItems: 50 }) }, { additionalProperties: false }),
      response: { 204: Nothing, 422: Problem, 429: Problem }
    }
  }),
  device: contract({
    method: 'GET',
    url: '/auth/device',
    summary: 'The known-device value of this browser, which the page keeps while signing out removes all cookies',
    auth: 'none',
    schema: { response: { 200: Type.Object({ device: Type.Union([KnownDevice, Type.Null()]) }) } }
  }),
  keepDevice: contract({
    method: 'PUT',
    url: '/auth/device',
    summary: 'Restore this browser as a known device after signing out; a value that the gateway did not seal is ignored',
    auth: 'none',
    example: { device: 'Fe26.2**0cdd6bbc*QmF0aHk*c2VhbGVk*1795000000000*c2lnbmF0dXJl' },
    schema: {
      body: Type.Object({ device: KnownDevice }, { additionalProperties: false }),
      response: { 204: Nothing, 422: Problem }
    }
  })
}
