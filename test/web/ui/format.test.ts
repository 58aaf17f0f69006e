import t from 'tap'
import {
  formatAgo,
  formatBytes,
  formatCount,
  formatDays,
  formatDepth,
  formatDuration,
  formatNumber,
  formatPosition,
  formatPositionMinutes,
  formatQuantity,
  formatSignificant,
  formatTime
} from '../../../web/ui/format.ts'

const thin = '\u2009'

t.test('a very small or large number keeps three digits', async t => {
  t.same([0.0004137, 0.78125, 12.34, 1234.5, 0, -0.5].map(formatSignificant), [
    '0.000414',
    '0.781',
    '12.3',
    `1${thin}230`,
    '0',
    '\u22120.5'
  ])
})

t.test('thousands are separated by a thin space, and minus is a minus sign', async t => {
  t.equal(formatNumber(12_480.5), `12${thin}480.5`)
  t.equal(formatNumber(-2.25, 1), '\u22122.3')
  t.equal(formatNumber(0), '0')
})

t.test('a unit follows its number after a thin space', async t => {
  t.equal(formatQuantity(12.5, 'm'), `12.5${thin}m`)
  t.equal(formatDepth(12.34), `12.3${thin}m`)
  t.equal(formatDepth(1310.4), `1${thin}310${thin}m`)
})

t.test('one thing is singular, and none or many are plural', async t => {
  t.equal(formatCount(1, 'project'), '1 project')
  t.equal(formatCount(0, 'project'), '0 projects')
  t.equal(formatCount(2, 'taxon', 'taxa'), '2 taxa')
})

t.test('bytes are counted in thousands', async t => {
  t.equal(formatBytes(0), `0${thin}B`)
  t.equal(formatBytes(999), `999${thin}B`)
  t.equal(formatBytes(1500), `1.5${thin}kB`)
  t.equal(formatBytes(9.1e9), `9.1${thin}GB`)
})

t.test('positions are written with hemispheres, in degrees or in degrees and minutes', async t => {
  t.equal(formatPosition(36.79, -122.07, 2), `36.79°${thin}N, 122.07°${thin}W`)
  t.equal(formatPosition(-17.5, 0, 1), `17.5°${thin}S, 0.0°${thin}E`)
  t.equal(formatPositionMinutes(36.79, -122.07), `36°${thin}47.400′${thin}N, 122°${thin}04.200′${thin}W`)
})

t.test('59.9999 minutes round up to the next degree, never to 60 minutes', async t => {
  t.equal(formatPositionMinutes(35.9999999, 10), `36°${thin}00.000′${thin}N, 10°${thin}00.000′${thin}E`)
})

t.test('times are UTC and marked as such; an invalid time is unchanged', async t => {
  t.equal(formatTime('2026-11-20T18:04:23.000Z'), '2026-11-20 18:04 UTC')
  t.equal(formatTime('2026-11-20T19:04:23+01:00', true), '2026-11-20 18:04:23 UTC')
  t.equal(formatTime('some day'), 'some day')
})

t.test('a span of days may be open at either end', async t => {
  t.equal(formatDays('2026-03-01', '2026-04-12'), '2026-03-01 – 2026-04-12')
  t.equal(formatDays('2026-03-01', '2026-03-01'), '2026-03-01')
  t.equal(formatDays('2026-03-01', null), 'since 2026-03-01')
  t.equal(formatDays(null, '2026-04-12'), 'until 2026-04-12')
  t.equal(formatDays(null, null), '')
})

t.test('past events are described relative to now', async t => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  t.equal(formatAgo('2026-11-20T11:59:30Z', now), 'just now')
  t.equal(formatAgo('2026-11-20T09:00:00Z', now), '3 hours ago')
  t.equal(formatAgo('2026-11-19T09:00:00Z', now), 'yesterday')
  t.equal(formatAgo('2026-11-23T12:00:00Z', now), 'in 3 days')
})

t.test('durations are written in the largest sufficient unit', async t => {
  t.equal(formatDuration(39.2), `40${thin}s`)
  t.equal(formatDuration(200), `3${thin}min`)
  t.equal(formatDuration(7500), `2${thin}h 5${thin}min`)
})
