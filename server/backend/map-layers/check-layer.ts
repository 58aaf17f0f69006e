import type { MapLayerDraft, SecretHeader } from '../../../shared/contracts/map-layers.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { hostAndPort } from '../fetcher/allowed-url.ts'
import { FetchRefused, PrivateAddress } from '../fetcher/fetch-errors.ts'
import type { Fetcher } from '../fetcher/fetcher.ts'
import { reservedHeader } from './secret-headers.ts'
import { addressFault, tileAddress } from './tile-address.ts'

/** Checks the parts of a layer that depend on each other, and its address. Nothing is fetched. @throws InvalidRequest */
export function checkLayer(layer: MapLayerDraft, fetcher: Fetcher): void {
  const refuse = (path: string, message: string): never => {
    throw new InvalidRequest([{ path, message }])
  }
  if (layer.minZoom > layer.maxZoom) refuse('/maxZoom', 'is below the first zoom')
  if (layer.kind === 'wms' && !layer.wmsLayers) refuse('/wmsLayers', 'needs the name of a layer of the map server')
  const reserved = reservedHeader(layer.headers ?? [])
  if (reserved) refuse('/headers', `cannot set ${reserved}, which the server sets itself`)
  const fault = addressFault(layer)
  if (fault) refuse('/address', fault)
  const address = tileAddress(layer, { z: 0, x: 0, y: 0 })
  try {
    fetcher.check(address, layer.isOwnNetwork ? hostAndPort(new URL(address)) : undefined)
  } catch (error) {
    if (error instanceof PrivateAddress) refuse('/address', 'is in a private network, which only a layer “in our own network” may use')
    if (error instanceof FetchRefused) refuse('/address', `cannot be used: ${error.message}`)
    throw error
  }
}

const originOf = (address: string) => new URL(address.replace(/\{[^{}]*\}/g, '0')).origin

/** Refuses to send stored headers to another server. @param given headers of the edit @throws InvalidRequest */
export function checkHeadersStay(
  before: { address: string; headers: string | null },
  after: { address: string },
  given: readonly SecretHeader[] | undefined
): void {
  if (before.headers === null || given || originOf(before.address) === originOf(after.address)) return
  throw new InvalidRequest([{ path: '/headers', message: 'have to be entered again for another server' }])
}
