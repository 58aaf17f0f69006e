import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import type { Occurrence } from './occurrences.ts'

type Fault = { status: number; body?: string; headers?: Record<string, string> } | 'hang up' | 'half'

export interface FakeObis {
  url: string
  /** Records, served in this order. */
  records: Occurrence[]
  /** Requested addresses, in order. */
  asked: URL[]
  /** Faults of the next calls of `/occurrence`, one entry each; null for none. */
  faults: (Fault | null)[]
  /** Awaited before each page. */
  beforePage: (page: number) => Promise<void> | void
  licence: string | null
  /** Datasets that the service refuses to describe. */
  undescribed: Set<string>
}

/**
 * Starts a fake of OBIS's web service, version 3: pages by `after`, 400 above 10,000, the total on the first page only. Closed when the test ends.
 */
export async function fakeObis(t: Test, records: Occurrence[] = []): Promise<FakeObis> {
  const licence = 'This work is licensed under CC-BY 4.0'
  const obis: FakeObis = { url: '', records, asked: [], faults: [], beforePage: () => {}, licence, undescribed: new Set() }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://obis.example')
    obis.asked.push(url)
    const json = (body: unknown) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const [, noun = '', id = ''] = url.pathname.split('/')
    if (noun === 'dataset' && obis.undescribed.has(id)) return response.writeHead(404).end('no such dataset')
    if (noun === 'dataset')
      return json({
        total: 1,
        results: [
          { id, title: `Dataset ${id}`, intellectualrights: obis.licence, citation: `Drawn (2026) ${id}`, url: 'javascript:alert(1)' }
        ]
      })
    const fault = obis.faults.shift()
    if (fault === 'hang up') return response.destroy()
    if (fault && fault !== 'half') return response.writeHead(fault.status, fault.headers).end(fault.body)
    const size = Number(url.searchParams.get('size') ?? 10)
    if (size > 10_000) return response.writeHead(400).end('size')
    const after = url.searchParams.get('after')
    const from = after === null ? 0 : obis.records.findIndex(record => record.id === after) + 1
    await obis.beforePage(from / size + 1)
    const body = { total: after === null ? obis.records.length : 0, results: obis.records.slice(from, from + size) }
    if (fault === 'half') return response.writeHead(200).end(JSON.stringify(body).slice(0, 500))
    return json(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  })
  obis.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return obis
}
