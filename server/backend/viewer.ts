import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { NotSignedIn, ReadOnlyToken } from '../lib/errors.ts'

/** Identity and credentials of the person who makes a request. */
export interface Viewer {
  accountId: string
  email: string
  /** Name of the person, or the e-mail address if there is none. */
  displayName: string
  administrator: boolean
  /** Whether the account has yet to confirm its address. Until then, the account has access only to projects with it as a member. */
  isConfined: boolean
  /** Id of the session; null for requests with a personal API token. */
  sessionId: string | null
  scope: 'read' | 'write'
}

/** Identifies the viewer by a bearer token. @returns null if the token is unknown, expired or revoked, or if the account is disabled */
export type IdentifyBearer = (token: string) => Promise<Viewer | null>

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
  }
  interface RouteOptions {
    auth?: 'session' | 'none'
  }
}

/** Requires a viewer on every route, unless its contract has `auth: 'none'`. */
export const viewerPlugin = fp<{ identify: IdentifyBearer }>(
  async (app, { identify }) => {
    app.decorateRequest('viewer', null)

    async function viewerOfRequest({ headers }: FastifyRequest): Promise<Viewer | null> {
      const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
      return token ? identify(token) : null
    }

    async function requireViewer(request: FastifyRequest, _reply: FastifyReply) {
      request.viewer = await viewerOfRequest(request)
      if (!request.viewer) throw new NotSignedIn()
      if (request.viewer.scope === 'read' && request.method !== 'GET' && request.method !== 'HEAD') throw new ReadOnlyToken()
    }

    app.addHook('onRoute', route => {
      if (route.auth === 'none') return
      const hooks = route.onRequest ? [route.onRequest].flat() : []
      route.onRequest = [requireViewer, ...hooks]
    })

    // The gateway calls this to check the token before it reads the body of a write request.
    app.route({
      method: 'GET',
      url: '/scope',
      auth: 'none',
      handler: async request => ({ scope: (await viewerOfRequest(request))?.scope ?? 'none' })
    })
  },
  { name: 'viewer' }
)

/** Returns the viewer of a request to a route that requires one. @throws NotSignedIn */
export function viewerOf(request: Pick<FastifyRequest, 'viewer'>): Viewer {
  if (!request.viewer) throw new NotSignedIn()
  return request.viewer
}
