import { createHash } from 'node:crypto'
import type { CapabilitiesInquiry, OfferedLayer } from '../../../../shared/contracts/map-layers.ts'
import { breathe } from '../../../lib/breathe.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import { hostAndPort } from '../../fetcher/allowed-url.ts'
import type { Fetcher } from '../../fetcher/fetcher.ts'
import { NotThisFormat } from '../../files/reading.ts'
import { type XmlElement, xmlElements } from '../../files/xml.ts'
import { CapabilitiesNotRead } from '../errors.ts'
import { fetchFault, isRefusedAddress } from '../fetch-fault.ts'
import { addressFault, setParameters, type WmsVersion, wmsVersionOf } from '../tile-address.ts'
import { conditionsOf, type Validators, validatorsOf } from '../validators.ts'
import { drawsPng, wmsLayers } from './wms-layers.ts'
import { wmtsLayers } from './wmts-layers.ts'

const mostBytes = 10_000_000
const withinMs = 20_000
const chunkBytes = 64 * 1024
const mostOffered = 500
/** Maximum number of answers to remember for revalidation. */
const mostRemembered = 20
/** Number of bytes in which the root element of a document begins. */
const rootWithinBytes = 4096

const documents = {
  wms: { root: 'WMS_Capabilities', names: ['Capability'], format: 'a response from a map server (WMS 1.3.0 or 1.1.1)' },
  /** Servers of this version declare a document type, and many declare an element of their own in it. */
  earlierWms: {
    root: 'WMT_MS_Capabilities',
    names: ['Capability'],
    format: 'a response from a map server (WMS 1.1.1)',
    mayDeclareType: true
  },
  wmts: { root: 'Capabilities', names: ['Contents'], format: 'a response from a tile server (WMTS 1.0.0)' }
}

type Source = Pick<CapabilitiesInquiry, 'kind' | 'address' | 'isOwnNetwork'> & {
  /** Secret headers of the layer, by their names in lower case. */
  headers: Readonly<Record<string, string>>
}

interface Remembered {
  validators: Validators
  layers: OfferedLayer[]
}

/** Reads the layers that servers offer. An answer is remembered in the memory of this process, and revalidated with each inquiry. */
export function capabilitiesReader(fetcher: Fetcher) {
  const remembered = new Map<string, Remembered>()

  function remember(key: string, answer: Remembered): void {
    remembered.delete(key)
    const { etag, lastModified } = answer.validators
    if (etag === undefined && lastModified === undefined) return
    remembered.set(key, answer) // newest last
    for (const oldest of remembered.keys()) {
      if (remembered.size <= mostRemembered) return
      remembered.delete(oldest)
    }
  }

  /**
   * Reads the layers that a server offers and the map can draw, at most 500.
   * @throws InvalidRequest for an address that cannot be used
   * @throws CapabilitiesNotRead with the reason
   */
  return async ({ kind, address, isOwnNetwork, headers }: Source): Promise<OfferedLayer[]> => {
    const fault = addressFault({ kind: 'wms', address })
    if (fault) throw new InvalidRequest([{ path: '/address', message: fault }])
    const url = capabilitiesUrl(kind, address)
    const key = createHash('sha256').update(JSON.stringify({ kind, address, headers })).digest('hex')
    const before = remembered.get(key)
    const answer = await fetcher
      .get(url.href, {
        ...{ accept: 'text/xml,application/xml', maxBytes: mostBytes, withinMs },
        headers: { ...headers, ...conditionsOf(before?.validators ?? {}) },
        ...(isOwnNetwork && { trustedHost: hostAndPort(url) })
      })
      .catch(error => {
        if (isRefusedAddress(error)) throw new InvalidRequest([{ path: '/address', message: fetchFault(error, withinMs, 10) }])
        throw error instanceof Error && 'statusCode' in error ? error : new CapabilitiesNotRead(fetchFault(error, withinMs, 10))
      })
    if (answer.status === 304 && before) {
      remember(key, { ...before, validators: { ...before.validators, ...validatorsOf(answer.headers) } })
      return before.layers
    }
    if (answer.status !== 200) throw new CapabilitiesNotRead(`it answered with status ${answer.status}`)
    const layers = await layersIn(kind, answer.body, address)
    remember(key, { validators: validatorsOf(answer.headers), layers })
    return layers
  }
}

/** Layers in a document, at most 500. @throws CapabilitiesNotRead for another document */
export async function layersIn(kind: CapabilitiesInquiry['kind'], body: Buffer, address: string): Promise<OfferedLayer[]> {
  const isEarlier = kind === 'wms' && /<WMT_MS_Capabilities[\s>]/.test(body.toString('latin1', 0, rootWithinBytes))
  const found: XmlElement[] = []
  try {
    for await (const element of xmlElements(chunks(body), documents[isEarlier ? 'earlierWms' : kind], {})) found.push(element)
  } catch (error) {
    throw error instanceof NotThisFormat ? new CapabilitiesNotRead(error.message) : error
  }
  const [element] = found
  if (!element) return []
  if (kind === 'wms' && !drawsPng(element)) throw new CapabilitiesNotRead('it does not draw PNG pictures')
  const version = isEarlier ? '1.1.1' : '1.3.0'
  const offered = kind === 'wms' ? wmsLayers(element, addressWith(version, address), version) : wmtsLayers(element)
  return offered.take(mostOffered).toArray()
}

/** Returns the address of a map server with a version. An address that already leads to this version stays unchanged. */
function addressWith(version: WmsVersion, address: string): string {
  if (wmsVersionOf(address) === version) return address
  const url = new URL(address)
  setParameters(url, { VERSION: version })
  return url.href
}

/** Address of the capabilities. The address of a WMTS document stays unchanged. */
function capabilitiesUrl(kind: CapabilitiesInquiry['kind'], address: string): URL {
  const url = new URL(address)
  if (kind === 'wmts' && url.pathname.toLowerCase().endsWith('.xml')) return url
  const [service, version] = kind === 'wms' ? ['WMS', wmsVersionOf(address)] : ['WMTS', '1.0.0']
  setParameters(url, { SERVICE: service, REQUEST: 'GetCapabilities', VERSION: version })
  return url
}

/** Yields the parts of a document. Other requests can run between the parts. */
async function* chunks(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += chunkBytes) {
    yield body.subarray(at, at + chunkBytes)
    await breathe()
  }
}
