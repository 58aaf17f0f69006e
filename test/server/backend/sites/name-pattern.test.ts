import t from 'tap'
import { readPattern } from '../../../../server/backend/sites/name-pattern.ts'

const read = (pattern: string, name: string, ...sites: string[]) => {
  const lengths = new Set(sites.map(({ length }) => length))
  const place = readPattern(pattern).match(name.toLowerCase(), { has: site => sites.includes(site), lengths })
  return place && name.slice(place.start, place.end)
}

t.test('the part of a name that identifies the site is found', async t => {
  t.equal(read('{site}_{*}.jpg', 'M1_0001.jpg'), 'M1')
  t.equal(read('{site}_*.jpg', 'M1_2_0001.jpg'), 'M1', 'the shortest one, when no such site exists')
  t.equal(read('{site}_*.jpg', 'M1_2_0001.jpg', 'm1_2'), 'M1_2', 'the existing one')
  t.equal(read('{site}_*.jpg', 'M1_2_0001.jpg', 'm1', 'm1_2'), 'M1_2', 'the longest existing one')
  t.equal(read('dive?-{site}-*', 'Dive7-Outer reef-004.TIF'), 'Outer reef')
  t.equal(read('*_{site}.png', 'a_b_c.png'), 'b_c')
  t.equal(read('*_{site}.png', 'a_b_c.png', 'c'), 'c')
  t.equal(read('{site}', 'M1'), 'M1')
  t.equal(read('*{site}*', 'dive 7 outer reef 004', 'outer reef', '7'), 'outer reef')
  t.equal(read('dive7{site}.jpg', 'dive7  M1 .jpg', 'm1'), 'M1', 'surrounding spaces are not part of a name')
  t.equal(read('{SITE}.JPG', 'm1.jpg'), 'm1', 'case does not matter')
})

t.test('a name that does not match is unchanged', async t => {
  for (const [pattern, name] of [
    ['{site}_*.jpg', 'M1.jpg'],
    ['{site}_*.jpg', '_0001.jpg'],
    ['{site}.jpg', 'M1.jpeg'],
    ['dive??-{site}', 'dive7-a'],
    ['a{site}', 'A']
  ] as const)
    t.equal(read(pattern, name), null, `${pattern} and ${name}`)
})

t.test('a pattern without a site either matches or does not', async t => {
  t.equal(read('m1_*.jpg', 'M1_0001.jpg'), '')
  t.equal(read('m1_*.jpg', 'M2_0001.jpg'), null)
  t.equal(read('m?_(1).jpg', 'M1_(1).jpg'), '', 'special characters of regular expressions are literal')
  t.equal(readPattern('m1_*.jpg').readsSite, false)
})

t.test('invalid patterns are refused', async t => {
  t.throws(() => readPattern('{station}_*'), /\{station\}/)
  t.throws(() => readPattern('{site}_{site}'), /twice/)
})

t.test('a name is looked up only at the lengths of known names, however many readings a pattern has', async t => {
  let lookedUp = 0
  const has = () => {
    lookedUp += 1
    return false
  }
  readPattern('*{site}*').match('a'.repeat(255), { has, lengths: new Set([2, 11]) })
  t.equal(lookedUp, 254 + 245)
})

t.test('no pattern takes long, however many asterisks it has', async t => {
  const name = `${'a'.repeat(254)}!`
  t.equal(read(`${'*a'.repeat(90)}{site}*b`, name), null)
})
