import type { MapLayerDraft, SecretHeader } from '../../../shared/contracts/map-layers.ts'
import { isPolarProjection } from '../../../shared/geometry/map-projections.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { hostAndPort } from '../fetcher/allowed-url.ts'
import { FetchRefused, PrivateAddress } from '../fetcher/fetch-errors.ts'
import type { Fetcher } from '../fetcher/fetcher.ts'
import { ArchiveFault, ArchiveMissing } from './archives/archive-fault.ts'
import type { LayerArchives } from './archives/layer-archives.ts'
import { reservedHeader } from './secret-headers.ts'
import { addressFault, tileAddress } from './tile-address.ts'

function refuse(path: string, message: string): never {
  throw new InvalidRequest([{ path, message }])
}

/** Checks the parts of a layer that depend on each other, and its address. Nothing is fetched or read. @throws InvalidRequest */
export function checkLayer(layer: MapLayerDraft, fetcher: Fetcher): void {
  if (layer.minZoom > layer.maxZoom) refuse('/maxZoom', 'is below the minimum zoom')
  if (layer.bounds && layer.bounds.south >= layer.bounds.north) refuse('/bounds', 'has its south edge above its north edge')
  if (layer.bounds && layer.bounds.west === layer.bounds.east) refuse('/bounds', 'has no width')
  if (layer.kind === 'pmtiles') checkArchivePlace(layer)
  else checkAddress(layer, fetcher)
}

function checkAddress(layer: MapLayerDraft, fetcher: Fetcher): void {
  if (layer.kind !== 'wms' && isPolarProjection(layer.projection)) refuse('/projection', 'can be polar only for a map server (WMS)')
  if (layer.kind === 'wms' && !layer.wmsLayers) refuse('/wmsLayers', 'needs the name of a layer of the map server')
  checkHeaders(layer.headers ?? [])
  const fault = addressFault(layer)
  if (fault) refuse('/address', fault)
  const address = tileAddress(layer, { z: 0, x: 0, y: 0 })
  try {
    fetcher.check(address, layer.isOwnNetwork ? hostAndPort(new URL(address)) : undefined)
  } catch (error) {
    if (error instanceof PrivateAddress) refuse('/address', 'is in a private network, which only a layer “on our own network” may use')
    if (error instanceof FetchRefused) refuse('/address', `cannot be used: ${error.message}`)
    throw error
  }
}

/** Checks the names of secret headers. @throws InvalidRequest */
export function checkHeaders(headers: readonly SecretHeader[]): void {
  const reserved = reservedHeader(headers)
  if (reserved) refuse('/headers', `cannot set ${reserved}, which the server sets itself`)
}

function checkArchivePlace({ projection, mayStore, headers = [] }: MapLayerDraft): void {
  if (projection !== 'EPSG:3857') refuse('/projection', 'must be Mercator, as in every PMTiles archive')
  if (!mayStore) refuse('/mayStore', 'must be on, because the tiles are on this server')
  if (headers.length > 0) refuse('/headers', 'apply only to another server')
}

/** Checks a layer against its archive. @returns the version of the archive @throws InvalidRequest */
export async function checkArchive({ address, minZoom, maxZoom }: MapLayerDraft, archives: LayerArchives): Promise<string> {
  const { header, version } = await archives.facts(address).catch((error: unknown) => {
    if (error instanceof ArchiveMissing) return refuse('/address', 'names no archive in the folder of the server')
    if (error instanceof ArchiveFault) return refuse('/address', `cannot be used: ${error.message}`)
    throw error
  })
  if (minZoom < header.minZoom) refuse('/minZoom', `is below ${header.minZoom}, the minimum zoom of the archive`)
  if (maxZoom > header.maxZoom) refuse('/maxZoom', `is above ${header.maxZoom}, the maximum zoom of the archive`)
  return version
}

/** Origin of an address; the address itself for an archive, which gets no headers. */
function originOf(address: string): string {
  const example = address.replace(/\{[^{}]*\}/g, '0')
  return URL.canParse(example) ? new URL(example).origin : example
}

/** Refuses to send stored headers to another server. @param given headers of the edit @throws InvalidRequest */
export function checkHeadersStay(
  before: { address: string; headers: string | null },
  after: { address: string },
  given: readonly SecretHeader[] | undefined
): void {
  if (before.headers === null || given || originOf(before.address) === originOf(after.address)) return
  throw new InvalidRequest([{ path: '/headers', message: 'have to be entered again for another server' }])
}
