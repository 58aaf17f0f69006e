import { isIP } from 'node:net'
import { FetchRefused, PrivateAddress } from './fetch-errors.ts'
import { isPublicAddress } from './public-address.ts'

/** Maximum length of a host name. Source: RFC 1035. */
const longestHost = 253
const localNames = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/

/** Formats the host and port of a URL as in `SCRAPER_ALLOW_HOSTS`, e.g. `data.institute.example:8443`. */
export const hostAndPort = ({ hostname, port, protocol }: URL) => `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`

/** Returns the host as an IP address, without IPv6 brackets; null if it is a name. */
export function literalAddress({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) ? bare : null
}

/**
 * Checks a URL before its host name is resolved. The parsed host is checked, because `URL` converts 2130706433, 0x7f.1 and ①②⑦.0.0.1 to
 * 127.0.0.1.
 * @param allowed hosts permitted by the operator even if private, as `host:port`
 * @throws FetchRefused
 */
export function checkUrl(text: string, allowed: ReadonlySet<string>): URL {
  if (!URL.canParse(text)) throw new FetchRefused('it is not a URL')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchRefused('its scheme is neither http nor https')
  if (url.username || url.password) throw new FetchRefused('it contains a user name or a password')
  if (allowed.has(hostAndPort(url))) return url
  if (url.port) throw new FetchRefused('its port is neither 80 nor 443')
  const host = url.hostname.replace(/\.$/, '')
  const address = literalAddress(url)
  if (address !== null) {
    if (!isPublicAddress(address)) throw new PrivateAddress('its address is not on the public internet')
    return url
  }
  if (host.length > longestHost) throw new FetchRefused(`its host is longer than ${longestHost} characters`)
  if (!host.includes('.') || localNames.test(host)) throw new PrivateAddress('its host is on a local network')
  return url
}
