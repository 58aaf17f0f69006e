import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

interface Taxon {
  AphiaID: number
  scientificname: string
  authority: string
  rank: string
  status?: string
  valid?: number
  parent?: number
  vernaculars?: [name: string, languageCode: string][]
  isBrackish?: 1
}

/** Real names, authors, ranks and AphiaIDs of WoRMS. */
const taxa: Taxon[] = [
  { AphiaID: 1, scientificname: 'Biota', authority: '', rank: 'Superdomain' },
  { AphiaID: 2, scientificname: 'Animalia', authority: 'Linnaeus, 1758', rank: 'Kingdom', parent: 1 },
  { AphiaID: 1821, scientificname: 'Chordata', authority: 'Haeckel, 1874', rank: 'Phylum', parent: 2 },
  { AphiaID: 146419, scientificname: 'Vertebrata', authority: 'Lamarck, 1801', rank: 'Subphylum', parent: 1821 },
  { AphiaID: 293496, scientificname: 'Teleostei', authority: 'Müller, 1845', rank: 'Class', parent: 146419 },
  { AphiaID: 10313, scientificname: 'Gadiformes', authority: 'Goodrich, 1909', rank: 'Order', parent: 293496 },
  { AphiaID: 125469, scientificname: 'Gadidae', authority: 'Rafinesque, 1810', rank: 'Family', parent: 10313 },
  { AphiaID: 125732, scientificname: 'Gadus', authority: 'Linnaeus, 1758', rank: 'Genus', parent: 125469 },
  {
    AphiaID: 126436,
    scientificname: 'Gadus morhua',
    authority: 'Linnaeus, 1758',
    rank: 'Species',
    parent: 125732,
    isBrackish: 1,
    vernaculars: [
      ['Atlantic cod', 'eng'],
      ['Dorsch', 'deu'],
      ['torsk', 'nob']
    ]
  },
  {
    AphiaID: 154210,
    scientificname: 'Gadus callarias',
    authority: 'Linnaeus, 1758',
    rank: 'Species',
    status: 'unaccepted',
    valid: 126436,
    parent: 125732
  },
  { AphiaID: 1267, scientificname: 'Cnidaria', authority: 'Hatschek, 1888', rank: 'Phylum', parent: 2 },
  { AphiaID: 1245747, scientificname: 'Desmophyllum pertusum', authority: '(Linnaeus, 1758)', rank: 'Species', parent: 1267 },
  {
    AphiaID: 135161,
    scientificname: 'Lophelia pertusa',
    authority: '(Linnaeus, 1758)',
    rank: 'Species',
    status: 'unaccepted',
    valid: 1245747,
    parent: 1267
  },
  { AphiaID: 137205, scientificname: 'Caretta caretta', authority: '(Linnaeus, 1758)', rank: 'Species', parent: 1821 }
]
const byId = new Map(taxa.map(taxon => [taxon.AphiaID, taxon]))

function above(taxon: Taxon): Taxon[] {
  const parent = byId.get(taxon.parent ?? 0)
  return parent ? [...above(parent), parent] : []
}

/** A record with all its keys, as WoRMS writes it. */
function record(taxon: Taxon, matchType = 'exact') {
  const valid = byId.get(taxon.valid ?? taxon.AphiaID) ?? taxon
  const at = (rank: string) => [...above(taxon), taxon].find(each => each.rank === rank)?.scientificname ?? null
  return {
    AphiaID: taxon.AphiaID,
    url: `https://www.marinespecies.org/aphia.php?p=taxdetails&id=${taxon.AphiaID}`,
    scientificname: taxon.scientificname,
    authority: taxon.authority,
    status: taxon.status ?? 'accepted',
    unacceptreason: null,
    taxonRankID: 220,
    rank: taxon.rank,
    valid_AphiaID: valid.AphiaID,
    valid_name: valid.scientificname,
    valid_authority: valid.authority,
    parentNameUsageID: taxon.parent ?? null,
    kingdom: at('Kingdom'),
    phylum: at('Phylum'),
    class: at('Class'),
    order: at('Order'),
    family: at('Family'),
    genus: at('Genus'),
    citation: 'WoRMS Editorial Board',
    lsid: `urn:lsid:marinespecies.org:taxname:${taxon.AphiaID}`,
    isMarine: 1,
    isBrackish: taxon.isBrackish ?? 0,
    isFreshwater: 0,
    isTerrestrial: null,
    isExtinct: null,
    match_type: matchType,
    modified: '2008-01-15T17:27:08.177Z'
  }
}

/** Reduces a name to its sound: names that differ in doubled letters sound alike. */
const sound = (name: string) => name.toLowerCase().replace(/(.)\1+/g, '$1')

/** Finds exact matches, or near ones like TAXAMATCH. */
function matching(name: string) {
  const exact = taxa.filter(({ scientificname }) => scientificname.toLowerCase() === name.toLowerCase())
  if (exact.length > 0) return exact.map(taxon => record(taxon))
  return taxa.filter(({ scientificname }) => sound(scientificname) === sound(name)).map(taxon => record(taxon, 'near_1'))
}

const page = <T>(all: T[], offset: number) => all.slice(offset - 1, offset + 49)

export interface FakeWorms {
  url: string
  /** Requested paths, in order. */
  asked: string[]
  /** Answers for the next calls, one entry each. */
  faults: ({ status: number; body?: string; headers?: Record<string, string> } | 'hang up')[]
}

/**
 * Starts a fake WoRMS web service with a handful of taxa: 204 where there is nothing, lists from `offset` 1 in pages of 50. Closed when the test
 * ends.
 */
export async function fakeWorms(t: Test): Promise<FakeWorms> {
  const asked: string[] = []
  const faults: FakeWorms['faults'] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://worms.example')
    asked.push(decodeURIComponent(url.pathname + url.search))
    const fault = faults.shift()
    if (fault === 'hang up') return response.destroy()
    if (fault) return response.writeHead(fault.status, fault.headers).end(fault.body)
    const body = answer(url)
    if (body === 'bad') response.writeHead(400).end()
    else if (body === null || (Array.isArray(body) && body.length === 0)) response.writeHead(204).end()
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => new Promise(resolve => server.close(resolve)))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, faults }
}

function answer({ pathname, searchParams }: URL): unknown {
  const [, call = '', argument = ''] = pathname.split('/').map(decodeURIComponent)
  const offset = Number(searchParams.get('offset') ?? 1)
  if (call === 'AphiaRecordsByName') {
    return page(
      taxa.filter(({ scientificname }) => scientificname.toLowerCase().startsWith(argument.toLowerCase())),
      offset
    ).map(taxon => record(taxon, 'like'))
  }
  if (call === 'AphiaRecordsByMatchNames') return searchParams.getAll('scientificnames[]').map(matching)
  if (call === 'AphiaRecordsByAphiaIDs') {
    return searchParams.getAll('aphiaids[]').map(id => {
      const taxon = byId.get(Number(id))
      return taxon ? record(taxon) : null
    })
  }
  if (!/^\d+$/.test(argument)) return 'bad'
  const taxon = byId.get(Number(argument))
  if (!taxon) return null
  if (call === 'AphiaRecordByAphiaID') return record(taxon)
  if (call === 'AphiaClassificationByAphiaID') {
    return [...above(taxon), taxon].reduceRight<object | null>(
      (child, { AphiaID, rank, scientificname }) => ({ AphiaID, rank, scientificname, child }),
      null
    )
  }
  if (call === 'AphiaSynonymsByAphiaID') {
    return page(
      taxa.filter(({ valid }) => valid === taxon.AphiaID),
      offset
    ).map(each => record(each))
  }
  if (call === 'AphiaVernacularsByAphiaID') {
    return (taxon.vernaculars ?? []).map(([vernacular, language_code]) => ({ vernacular, language_code, language: language_code }))
  }
  return 'bad'
}
