import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

export interface FakeGbif {
  url: string
  asked: URL[]
}

const mostInSearch = 100_000

interface GbifRecords {
  count: number
  /** Date of the record at a position in the list. */
  dayAt: (place: number) => string
}

/** Starts a fake of GBIF's search: pages of at most 300, nothing after 100,000, one taxon. Records differ only by key and date. */
export async function fakeGbif(t: Test, { count, dayAt }: GbifRecords): Promise<FakeGbif> {
  const gbif: FakeGbif = { url: '', asked: [] }
  const days = Array.from({ length: count }, (_, place) => dayAt(place))
  const record = (place: number) => ({
    key: place + 1,
    datasetKey: 'gbif-dataset',
    occurrenceID: `urn:gbif:${place + 1}`,
    scientificName: 'Gadus morhua Linnaeus, 1758',
    species: 'Gadus morhua',
    eventDate: days[place],
    decimalLatitude: 60.25,
    decimalLongitude: 4.5,
    depth: 47.5,
    issues: ['GEODETIC_DATUM_ASSUMED_WGS84'],
    lastCrawled: new Date().toISOString(),
    license: 'http://creativecommons.org/licenses/by-nc/4.0/legalcode'
  })
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://gbif.example')
    gbif.asked.push(url)
    const json = (body: unknown) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const { pathname, searchParams } = url
    if (pathname === '/species/match')
      return json(
        searchParams.get('name') === 'Gadus morhua' ? { usageKey: 8084280, matchType: 'EXACT' } : { matchType: 'NONE', confidence: 100 }
      )
    if (pathname.startsWith('/dataset/'))
      return json({
        title: 'Cod of the North Sea',
        license: 'http://creativecommons.org/licenses/by-nc/4.0/legalcode',
        citation: { text: 'Cod (2026)' }
      })
    const [from = '*', to = '*'] = (searchParams.get('eventDate') ?? '*,*').split(',')
    const [offset, limit] = [Number(searchParams.get('offset') ?? 0), Math.min(300, Number(searchParams.get('limit') ?? 20))]
    if (offset + limit > mostInSearch) return response.writeHead(400).end('offset')
    const found: number[] = []
    for (const [place, day] of days.entries()) if ((from === '*' || day >= from) && (to === '*' || day <= to)) found.push(place)
    const results = found.slice(offset, offset + limit).map(record)
    json({ offset, limit, endOfRecords: offset + limit >= found.length, count: found.length, results })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  })
  gbif.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return gbif
}
