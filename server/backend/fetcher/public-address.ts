import { BlockList, isIP } from 'node:net'

/** IPv4 ranges that are not on the public internet. Source: IANA special-purpose address registry, RFC 6890. */
const specialRanges = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4]
] as const)
  specialRanges.addSubnet(network, prefix)

/** IPv6 global unicast range. All other IPv6 addresses are local, IPv4-mapped or unassigned. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Global unicast ranges that are reserved or embed IPv4 addresses. */
const specialUnicast = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20]
] as const)
  specialUnicast.addSubnet(network, prefix, 'ipv6')

/** Whether a string is an IP address on the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !specialRanges.check(address)
  return family === 6 && globalUnicast.check(address, 'ipv6') && !specialUnicast.check(address, 'ipv6')
}
