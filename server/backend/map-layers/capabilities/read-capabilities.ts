import type { CapabilitiesInquiry, OfferedLayer } from '../../../../shared/contracts/map-layers.ts'
import { breathe } from '../../../lib/breathe.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import { hostAndPort } from '../../fetcher/allowed-url.ts'
import type { Fetcher } from '../../fetcher/fetcher.ts'
import { NotThisFormat } from '../../files/reading.ts'
import { type XmlElement, xmlElements } from '../../files/xml.ts'
import { CapabilitiesNotRead } from '../errors.ts'
import { fetchFault, isRefusedAddress } from '../fetch-fault.ts'
import { addressFault } from '../tile-address.ts'
import { drawsPng, wmsLayers } from './wms-layers.ts'
import { wmtsLayers } from './wmts-layers.ts'

const mostBytes = 10_000_000
const withinMs = 20_000
const chunkBytes = 64 * 1024
const mostOffered = 500

const documents = {
  wms: {
    root: 'WMS_Capabilities',
    names: ['Capability'],
    format: 'a response from a map server (WMS 1.3.0)',
    service: 'WMS',
    version: '1.3.0'
  },
  wmts: {
    root: 'Capabilities',
    names: ['Contents'],
    format: 'a response from a tile server (WMTS 1.0.0)',
    service: 'WMTS',
    version: '1.0.0'
  }
}

/**
 * Reads the layers that a server offers and the map can draw, at most 500.
 * @throws InvalidRequest for an address that cannot be used
 * @throws CapabilitiesNotRead with the reason
 */
export async function readCapabilities({ kind, address, isOwnNetwork }: CapabilitiesInquiry, fetcher: Fetcher): Promise<OfferedLayer[]> {
  const fault = addressFault({ kind: 'wms', address })
  if (fault) throw new InvalidRequest([{ path: '/address', message: fault }])
  const url = capabilitiesUrl(kind, address)
  const answer = await fetcher
    .get(url.href, {
      ...{ accept: 'text/xml,application/xml', maxBytes: mostBytes, withinMs },
      ...(isOwnNetwork && { trustedHost: hostAndPort(url) })
    })
    .catch(error => {
      if (isRefusedAddress(error)) throw new InvalidRequest([{ path: '/address', message: fetchFault(error, withinMs, 10) }])
      throw error instanceof Error && 'statusCode' in error ? error : new CapabilitiesNotRead(fetchFault(error, withinMs, 10))
    })
  if (answer.status !== 200) throw new CapabilitiesNotRead(`it answered with status ${answer.status}`)
  return layersIn(kind, answer.body, address)
}

/** Layers in a document, at most 500. @throws CapabilitiesNotRead for another document */
export async function layersIn(kind: CapabilitiesInquiry['kind'], body: Buffer, address: string): Promise<OfferedLayer[]> {
  const found: XmlElement[] = []
  try {
    for await (const element of xmlElements(chunks(body), documents[kind], {})) found.push(element)
  } catch (error) {
    throw error instanceof NotThisFormat ? new CapabilitiesNotRead(error.message) : error
  }
  const [element] = found
  if (!element) return []
  if (kind === 'wms' && !drawsPng(element)) throw new CapabilitiesNotRead('it does not draw PNG pictures')
  const offered = kind === 'wms' ? wmsLayers(element, address) : wmtsLayers(element)
  return offered.take(mostOffered).toArray()
}

/** Address of the capabilities. An address of a WMTS document stays as it is. */
function capabilitiesUrl(kind: CapabilitiesInquiry['kind'], address: string): URL {
  const url = new URL(address)
  if (kind === 'wmts' && url.pathname.toLowerCase().endsWith('.xml')) return url
  const { service, version } = documents[kind]
  const query: Record<string, string> = { SERVICE: service, REQUEST: 'GetCapabilities', VERSION: version }
  for (const name of [...url.searchParams.keys()]) if (name.toUpperCase() in query) url.searchParams.delete(name)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** Parts of a document, with other requests answered in between. */
async function* chunks(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += chunkBytes) {
    yield body.subarray(at, at + chunkBytes)
    await breathe()
  }
}
