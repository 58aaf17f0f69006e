import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

interface TileAnswer {
  status?: number
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}

export interface FakeTiles {
  url: string
  /** Requests in order, with path and query. */
  asked: { path: string; headers: IncomingHttpHeaders }[]
  /** Answer to a path with its query, and to the headers of the request. A test may replace it. */
  answer: (path: string, headers: IncomingHttpHeaders) => TileAnswer | Promise<TileAnswer>
  /** Number of requests whose connection was closed before the answer. */
  abandoned: number
}

/** A picture of one transparent pixel. */
export const tinyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64'
)

/** Starts a fake tile server on a loopback port. It answers everything with a picture. Closed when the test ends. */
export async function fakeTiles(t: Test): Promise<FakeTiles> {
  const tiles: FakeTiles = { url: '', asked: [], abandoned: 0, answer: () => ({ body: tinyPng }) }
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    tiles.asked.push({ path, headers: request.headers })
    response.once('close', () => {
      if (!response.writableFinished) tiles.abandoned++
    })
    try {
      const { status = 200, headers = {}, body = '' } = await tiles.answer(path, request.headers)
      response.writeHead(status, headers).end(body)
    } catch {
      request.socket.destroy() // a test breaks the connection
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  })
  tiles.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return tiles
}
