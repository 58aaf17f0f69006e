import { BlockList, isIPv6 } from 'node:net'

/**
 * Returns a function that checks whether an address is in a list of IP addresses and CIDR ranges. An IPv4-mapped IPv6 address
 * (`::ffff:10.0.0.1`) counts as IPv4.
 */
export function networkList(ranges: string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return address => {
    if (!address || ranges.length === 0) return false
    const plain = address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
    return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
}

export const loopback = ['127.0.0.0/8', '::1']
