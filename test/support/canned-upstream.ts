import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import type { Test } from 'tap'

export interface Arrived {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface CannedUpstream {
  url: string
  /** Requests that arrived completely, in order, without the gateway's own calls for the scope of a token. */
  arrived: Arrived[]
  /** Number of calls whose connection ended before their answer. */
  cancelled(): number
  server: Server
}

export type Answering = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

/** Starts an upstream on a real socket that answers as the test defines. */
export async function cannedUpstream(t: Test, answer: Answering, tls?: ServerOptions): Promise<CannedUpstream> {
  const arrived: Arrived[] = []
  let cancelled = 0
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    response.on('close', () => {
      if (!response.writableFinished) cancelled += 1
    })
    request.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      if (request.url !== '/scope') arrived.push({ method: request.method!, url: request.url!, headers: request.headers, body })
      answer(request, response, body)
    })
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => closeServer(server as Server))
  const { port } = server.address() as AddressInfo
  return { url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`, arrived, cancelled: () => cancelled, server: server as Server }
}

export function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise(resolve => server.close(() => resolve()))
}

export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string | string[]> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

let serial = 0

/** Builds an unsigned token like that of a backend. The gateway only reads it. */
export function jwt(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part({ jti: ++serial, ...claims })}.c2lnbmF0dXJl`
}

/** Builds tokens with these lifetimes. */
export function tokens(accessSeconds = 300, refreshSeconds = 3600): { access_token: string; refresh_token: string; token_type: string } {
  const iat = Math.floor(Date.now() / 1000)
  return {
    access_token: jwt({ sub: 'ada', iat, exp: iat + accessSeconds }),
    refresh_token: jwt({ sub: 'ada', iat, exp: iat + refreshSeconds }),
    token_type: 'bearer'
  }
}

/** Listens for plain bytes instead of HTTP, for answers that no HTTP library would send. */
export async function rawUpstream(t: Test, onRequest: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createTcpServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', data => {
      if (data.includes('\r\n\r\n')) onRequest(socket)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>(resolve => server.close(() => resolve()))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
