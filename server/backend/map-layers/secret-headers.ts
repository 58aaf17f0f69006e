import { hkdfSync } from 'node:crypto'
import type { SecretHeader } from '../../../shared/contracts/map-layers.ts'
import { sealWith } from '../../lib/seal.ts'

/** Headers that describe the connection or the request itself. */
const reserved =
  /^(accept|accept-encoding|connection|content-.*|expect|host|if-.*|keep-alive|proxy-.*|range|te|trailer|transfer-encoding|upgrade|user-agent)$/i

/** Name of a header that a layer cannot set; undefined if every header is allowed. */
export const reservedHeader = (headers: readonly SecretHeader[]): string | undefined =>
  headers.find(({ name }) => reserved.test(name))?.name

/** Headers of a request, by their names in lower case. */
export const byName = (headers: readonly SecretHeader[]): Record<string, string> =>
  Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]))

/** Reason why a layer cannot be read after the key of the installation was replaced. */
export const headersUnreadable = 'its secret headers cannot be read with the key of this installation. Enter them again'

export type HeaderSeal = ReturnType<typeof headerSeal>

/**
 * Seals the headers of a layer for the database. The sealing key is derived from the key that signs access tokens. That key is kept outside the
 * database.
 */
export function headerSeal(tokenKey: Buffer) {
  const seal = sealWith([Buffer.from(hkdfSync('sha256', tokenKey, '', 'isobath map layer headers', 32))])
  const nameOf = (layerId: string) => `map-layer:${layerId}`
  return {
    close: (layerId: string, headers: readonly SecretHeader[]): string | null =>
      headers.length === 0 ? null : seal.close(nameOf(layerId), JSON.stringify(headers)),
    /** Opens sealed headers; null when they were sealed with another key. */
    open(layerId: string, sealed: string | null): Record<string, string> | null {
      if (sealed === null) return {}
      const opened = seal.open(nameOf(layerId), sealed)
      if (!opened) return null
      return byName(JSON.parse(opened.text))
    }
  }
}
