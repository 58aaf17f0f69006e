import { isIPv6 } from 'node:net'

/**
 * Returns the network block of an IP address: the full IPv4 address, or the /64 prefix of an IPv6 address. A household or institute usually
 * controls all 2^64 addresses of its /64.
 */
export function addressBlock(address: string): string {
  const plain = address.split('%')[0] ?? ''
  if (!isIPv6(plain)) return address
  const mapped = mappedIPv4(plain)
  if (mapped) return mapped
  const [head = '', tail] = plain.toLowerCase().split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Returns the IPv4 address in an IPv4-mapped IPv6 address of any spelling (RFC 4291, 2.5.5.2); null for other addresses. */
function mappedIPv4(address: string): string | null {
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const halves = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(shortest)?.slice(1)
  if (!halves) return null
  return halves
    .map(half => Number.parseInt(half, 16))
    .flatMap(half => [half >> 8, half & 255])
    .join('.')
}
