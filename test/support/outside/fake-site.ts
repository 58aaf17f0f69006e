import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface FakeSite {
  url: string
  /** `host:port`, as the operator allows it. */
  host: string
  /** Answers by path. Other paths are 404. */
  pages: Record<string, Answer | string | Buffer>
  /** Requested paths with their queries, in order. */
  asked: string[]
  /** Delays the next answer of a path. `asked` resolves when it is requested. */
  hold(path: string): { asked: Promise<void>; release(): void }
}

/** Starts a fake third-party web site. Closed when the test ends. */
export async function fakeSite(t: Test, pages: FakeSite['pages'] = {}): Promise<FakeSite> {
  const held = new Map<string, { onAsked(): void; released: Promise<void> }>()
  function hold(path: string) {
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    held.set(path, { onAsked: asked.resolve, released: released.promise })
    return { asked: asked.promise, release: released.resolve }
  }
  const site: FakeSite = { url: '', host: '', pages, asked: [], hold }
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://site.example')
    site.asked.push(pathname + search)
    const gate = held.get(pathname)
    held.delete(pathname)
    gate?.onAsked()
    await gate?.released
    const page = site.pages[pathname + search] ?? site.pages[pathname] ?? { status: 404 }
    const { status = 200, headers = {}, body = '' } = typeof page === 'string' || Buffer.isBuffer(page) ? { body: page } : page
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  })
  site.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  site.url = `http://${site.host}`
  return site
}
