import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Test } from 'tap'
import { zipOf } from '../zips.ts'

export interface RequestedDownload {
  key: string
  status: string
  created: string
  request: { creator: string; predicate: unknown; format: string; sendNotification: boolean }
}

type Fault = { status: number; body?: string } | 'unanswered'

export interface FakeGbifDownload {
  url: string
  /** Requests as method and path, in order. */
  asked: string[]
  downloads: RequestedDownload[]
  /** Number of status checks before a download is prepared. */
  checks: number
  /** Status of a download after these checks. */
  outcome: string
  /** Faults of the next requests for a download, in order. `unanswered`: GBIF takes the request, and its answer never arrives. */
  faults: Fault[]
  /** Facts of prepared downloads that replace the usual ones. */
  facts: { downloadLink?: string; size?: number; totalRecords?: number }
  archive: Buffer
  /** Address that the archive redirects to. */
  redirect: string | null
  /** Number of records that the search counts. */
  count: number
}

export const gbifAccount = { name: 'ana_reef', password: 'kelp & brittle stars: 7' }

const authorization = `Basic ${Buffer.from(`${gbifAccount.name}:${gbifAccount.password}`).toString('base64')}`

/**
 * Starts a fake of GBIF's download service for one account: requests, the list of the account, status, cancelling and the archive, and the parts
 * of the search that a job needs before. Closed when the test ends.
 */
// Long: the routes of one service.
export async function fakeGbifDownload(t: Test, archive?: Buffer): Promise<FakeGbifDownload> {
  const gbif: FakeGbifDownload = {
    ...{ url: '', asked: [], downloads: [], checks: 1, outcome: 'SUCCEEDED', faults: [], facts: {}, redirect: null, count: 3 },
    archive: archive ?? (await gbifArchiveOf(3))
  }
  const checked = new Map<string, number>()
  const factsOf = (download: RequestedDownload) => ({
    ...download,
    doi: `10.15468/dl.${download.key.slice(-6)}`,
    license: 'http://creativecommons.org/licenses/by-nc/4.0/legalcode',
    ...(download.status === 'SUCCEEDED' && {
      downloadLink: `${gbif.url}/occurrence/download/request/${download.key}.zip`,
      size: gbif.archive.length,
      totalRecords: gbif.count,
      ...gbif.facts
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://gbif.example')
    gbif.asked.push(`${request.method} ${pathname}`)
    const json = (body: unknown) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const send = (status: number, body = '') => response.writeHead(status, { 'content-type': 'text/plain' }).end(body)
    if (pathname === '/species/match') return json({ usageKey: 8084280, matchType: 'EXACT' })
    if (pathname === '/occurrence/search') {
      const results = Array.from({ length: Math.min(gbif.count, Number(searchParams.get('limit'))) }, (_, place) => foundBySearch(place))
      return json({ count: gbif.count, results, endOfRecords: true })
    }
    if (/^\/occurrence\/download\/request\/.*\.zip$/.test(pathname)) {
      if (request.headers.authorization) return send(400, 'an account is not needed here')
      if (gbif.redirect) return response.writeHead(302, { location: gbif.redirect }).end()
      return response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(gbif.archive)
    }
    if (!pathname.startsWith('/occurrence/download/')) return send(404)
    if (request.headers.authorization !== authorization) return send(401)
    if (pathname.startsWith('/occurrence/download/user/'))
      return pathname.endsWith(`/${gbifAccount.name}`) ? json({ results: gbif.downloads.map(factsOf).reverse() }) : send(403)
    if (pathname === '/occurrence/download/request' && request.method === 'POST') {
      const fault = gbif.faults.shift()
      if (typeof fault === 'object') return send(fault.status, fault.body)
      const body = JSON.parse((await buffer(request)).toString()) as RequestedDownload['request']
      if (request.headers['content-type'] !== 'application/json' || body.creator !== gbifAccount.name) return send(400, 'creator')
      const key = `${String(gbif.downloads.length + 1).padStart(7, '0')}-260101120000000`
      // GBIF's copy of a condition has more fields.
      const predicate = JSON.parse(JSON.stringify(body.predicate), (name, value) =>
        name === '' || !value?.key ? value : { ...value, matchCase: false }
      )
      gbif.downloads.push({ key, status: 'PREPARING', created: new Date().toISOString(), request: { ...body, predicate } })
      return fault === 'unanswered' ? undefined : send(201, key)
    }
    const key = pathname.split('/').at(-1) ?? ''
    const download = gbif.downloads.find(each => each.key === key)
    if (!download) return send(404)
    if (request.method === 'DELETE') {
      download.status = 'CANCELLED'
      return send(204)
    }
    const number = (checked.get(key) ?? 0) + 1
    checked.set(key, number)
    if (download.status === 'PREPARING' && number >= gbif.checks) download.status = gbif.outcome
    return json(factsOf(download))
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  })
  gbif.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return gbif
}

const foundBySearch = (place: number) => ({
  key: place + 1,
  datasetKey: 'north-sea',
  occurrenceID: `urn:cod:${place + 1}`,
  scientificName: 'Gadus morhua Linnaeus, 1758',
  eventDate: '2019-06-02',
  issues: ['GEODETIC_DATUM_ASSUMED_WGS84']
})

const terms = ['http://rs.gbif.org/terms/1.0/gbifID', 'http://rs.gbif.org/terms/1.0/datasetKey', 'http://rs.gbif.org/terms/1.0/issue']
const dwcTerms = ['occurrenceID', 'scientificName', 'eventDate', 'decimalLatitude', 'decimalLongitude']

/** Builds an archive as GBIF prepares it: occurrences of cod in one dataset, which has a licence and a citation. */
export async function gbifArchiveOf(count: number, issue = 'ZERO_COORDINATE'): Promise<Buffer> {
  const fields = [...terms, ...dwcTerms.map(term => `http://rs.tdwg.org/dwc/terms/${term}`)]
  const rows = Array.from({ length: count }, (_, place) =>
    [place + 1, 'north-sea', issue, `urn:cod:${place + 1}`, 'Gadus morhua', '2019-06-02', 60.25, 4.5].join('\t')
  )
  const files = `<files><location>occurrence.txt</location></files><id index="0"/>${fields.map((term, index) => `<field index="${index}" term="${term}"/>`).join('')}`
  const core = `<core encoding="UTF-8" fieldsTerminatedBy="\\t" linesTerminatedBy="\\n" fieldsEnclosedBy="" ignoreHeaderLines="1" rowType="http://rs.tdwg.org/dwc/terms/Occurrence">${files}</core>`
  return zipOf({
    'meta.xml': `<archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="metadata.xml">${core}</archive>`,
    'occurrence.txt': `${['gbifID', 'datasetKey', 'issue', ...dwcTerms].join('\t')}\n${rows.join('\n')}\n`,
    'citations.txt': 'Cod (2026)',
    'rights.txt': 'CC BY-NC 4.0',
    'dataset/north-sea.xml': `<eml:eml xmlns:eml="https://eml.ecoinformatics.org/eml-2.2.0"><dataset><title>Cod of the North Sea</title><intellectualRights><para>Creative Commons Attribution Non Commercial (CC-BY-NC) 4.0 License</para></intellectualRights></dataset><additionalMetadata><metadata><gbif><citation>Cod (2026)</citation></gbif></metadata></additionalMetadata></eml:eml>`
  })
}
