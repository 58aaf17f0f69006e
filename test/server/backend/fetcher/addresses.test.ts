import t from 'tap'
import { checkUrl } from '../../../../server/backend/fetcher/allowed-url.ts'
import { isPublicAddress } from '../../../../server/backend/fetcher/public-address.ts'

const none = new Set<string>()

t.test('addresses of private, local and reserved networks are not public', async t => {
  const refused = [
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
    ...['172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.19.255.255'],
    ...['198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...[
      '::',
      '::1',
      '::127.0.0.1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '64:ff9b::7f00:1',
      'fc00::1',
      'fd12:3456::1',
      'fe80::1',
      'ff02::1'
    ],
    ...['2001::1', '2001:1ff::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', '3fff:fff::1', '4000::1'],
    ...['', 'lab.example', '127.1', '1.2.3']
  ]
  for (const address of refused) t.equal(isPublicAddress(address), false, address)
  for (const address of ['8.8.8.8', '100.128.0.1', '172.32.0.1', '193.190.130.20', '2001:4860:4860::8888', '2a00:1450::1', '2600::'])
    t.equal(isPublicAddress(address), true, address)
})

t.test('an address is classified after parsing, however it is written', async t => {
  const refused: [address: string, reason: RegExp][] = [
    ...['2130706433', '0x7f.1', '0177.0.0.1', '127.1', '①②⑦.0.0.1', '127.0.0.1.', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'].map(
      host => [`http://${host}/`, /public internet/] as [string, RegExp]
    ),
    ['http://169.254.169.254/latest/meta-data/', /public internet/],
    ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'printer.local', 'metadata.google.internal', 'router', 'nas.home.arpa'].map(
      host => [`https://${host}/`, /local network/] as [string, RegExp]
    ),
    ...[
      'ftp://lab.example/',
      'file:///etc/passwd',
      'gopher://lab.example/',
      'data:text/plain,a',
      'javascript:alert(1)',
      'blob:https://a.example/1'
    ].map(address => [address, /neither http nor https/] as [string, RegExp]),
    ['https://ada@lab.example/', /user name/],
    ['https://:secret@lab.example/', /password/],
    ['https://lab.example:8443/', /port/],
    ['http://lab.example:22/', /port/],
    [`https://${'a.'.repeat(130)}example/`, /longer|not a URL/],
    ['//lab.example', /not a URL/],
    ['', /not a URL/]
  ]
  for (const [address, reason] of refused) t.throws(() => checkUrl(address, none), { message: reason }, address)
  for (const address of [
    'https://api.obis.org/v3/',
    'http://rs.gbif.org/',
    'https://lab.example:443/',
    'http://8.8.8.8/',
    'https://[2606:4700::1]/'
  ])
    t.doesNotThrow(() => checkUrl(address, none), address)
})

t.test('hosts of the operator are allowed with their port only', async t => {
  const allowed = new Set(['192.168.1.20:8080', 'data.institute.internal:443'])
  for (const address of ['http://192.168.1.20:8080/a', 'https://data.institute.internal/b'])
    t.doesNotThrow(() => checkUrl(address, allowed), address)
  for (const address of [
    'http://192.168.1.20/',
    'http://192.168.1.20:8081/',
    'http://data.institute.internal/',
    'ftp://192.168.1.20:8080/'
  ])
    t.throws(() => checkUrl(address, allowed), address)
})
