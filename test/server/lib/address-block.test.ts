import t from 'tap'
import { addressBlock } from '../../../server/lib/address-block.ts'

t.test('an IPv6 address counts as its network, and an IPv4 address as itself', async t => {
  t.equal(addressBlock('192.0.2.7'), '192.0.2.7')
  t.equal(addressBlock('::ffff:192.0.2.7'), '192.0.2.7')
  t.equal(addressBlock('::ffff:c000:207'), '192.0.2.7')
  t.equal(addressBlock('0:0:0:0:0:FFFF:192.0.2.7'), '192.0.2.7')
  t.equal(addressBlock('2001:DB8:1:2:aaaa::1'), '2001:db8:1:2::/64')
  t.equal(addressBlock('2001:db8::1'), '2001:db8:0:0::/64')
  t.equal(addressBlock('2001:0db8:0001:0002:0003:0004:0005:0006'), '2001:db8:1:2::/64')
  t.equal(addressBlock('::1'), '0:0:0:0::/64')
  t.equal(addressBlock('fe80::1%eth0'), 'fe80:0:0:0::/64')
  t.equal(addressBlock('local'), 'local')
})
