import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { NotSignedIn, ReadOnlyToken } from '../lib/errors.ts'

/** Who makes a request, and by what. */
export interface Viewer {
  accountId: string
  email: string
  /** Name or, without one, e-mail address. */
  displayName: string
  administrator: boolean
  /** Has yet to prove an address that the server's policy goes by: sees only projects with a membership. */
  isConfined: boolean
  /** Null when a personal API token was used. */
  sessionId: string | null
  scope: 'read' | 'write'
}

/** @returns null for a token that is unknown, expired or revoked, or whose account is disabled */
export type IdentifyBearer = (token: string) => Promise<Viewer | null>

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
  }
  interface RouteOptions {
    auth?: 'session' | 'none'
  }
}

/** Every route needs a viewer unless its contract says `auth: 'none'`. */
export const viewerPlugin = fp<{ identify: IdentifyBearer }>(
  async (app, { identify }) => {
    app.decorateRequest('viewer', null)

    async function whoAsks({ headers }: FastifyRequest): Promise<Viewer | null> {
      const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
      return token ? identify(token) : null
    }

    async function requireViewer(request: FastifyRequest, _reply: FastifyReply) {
      request.viewer = await whoAsks(request)
      if (!request.viewer) throw new NotSignedIn()
      if (request.viewer.scope === 'read' && request.method !== 'GET' && request.method !== 'HEAD') throw new ReadOnlyToken()
    }

    app.addHook('onRoute', route => {
      if (route.auth === 'none') return
      const hooks = route.onRequest ? [route.onRequest].flat() : []
      route.onRequest = [requireViewer, ...hooks]
    })

    // For the gateway, which asks before it reads the body of a write.
    app.route({
      method: 'GET',
      url: '/scope',
      auth: 'none',
      handler: async request => ({ scope: (await whoAsks(request))?.scope ?? 'none' })
    })
  },
  { name: 'viewer' }
)

/** The viewer of a route that needs one. */
export function viewerOf(request: Pick<FastifyRequest, 'viewer'>): Viewer {
  if (!request.viewer) throw new NotSignedIn()
  return request.viewer
}
