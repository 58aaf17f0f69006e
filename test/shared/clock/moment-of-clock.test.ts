import t from 'tap'
import { isZone, momentOfClock } from '../../../shared/clock/moment-of-clock.ts'
import { fixedOffset, offsetAt, offsetName, offsetsInUse } from '../../../shared/clock/zones.ts'

const utc = (clock: string, zone: string, aheadSeconds = 0) => new Date(momentOfClock(clock, { zone, aheadSeconds })).toISOString()

t.test('a clock at a fixed offset, fast or slow, shows a moment', t => {
  t.equal(utc('2024-06-02T14:03:11.000', 'UTC'), '2024-06-02T14:03:11.000Z')
  // two hours east of UTC: 14:03:11 − 2:00
  t.equal(utc('2024-06-02T14:03:11.250', '+02:00'), '2024-06-02T12:03:11.250Z')
  // three and a half hours west: 23:30 + 3:30 is three o'clock of the next day
  t.equal(utc('2024-02-28T23:30:00.000', '-03:30'), '2024-02-29T03:00:00.000Z')
  // 90 s fast: 14:03:11 − 0:01:30 = 14:01:41; slow: + 0:01:30 = 14:04:41
  t.equal(utc('2024-06-02T14:03:11.000', 'UTC', 90), '2024-06-02T14:01:41.000Z')
  t.equal(utc('2024-06-02T14:03:11.000', 'UTC', -90), '2024-06-02T14:04:41.000Z')
  t.end()
})

t.test('a place has daylight saving time', t => {
  // Berlin: UTC+2 in June, UTC+1 in December
  t.equal(utc('2024-06-02T14:00:00.000', 'Europe/Berlin'), '2024-06-02T12:00:00.000Z')
  t.equal(utc('2024-12-02T14:00:00.000', 'Europe/Berlin'), '2024-12-02T13:00:00.000Z')
  // 2024-03-31: at 01:00 UTC, 02:00 became 03:00, so 02:30 is counted as UTC+1: 01:30 UTC
  t.equal(utc('2024-03-31T01:59:59.000', 'Europe/Berlin'), '2024-03-31T00:59:59.000Z')
  t.equal(utc('2024-03-31T02:30:00.000', 'Europe/Berlin'), '2024-03-31T01:30:00.000Z')
  t.equal(utc('2024-03-31T03:00:00.000', 'Europe/Berlin'), '2024-03-31T01:00:00.000Z')
  // 2024-10-27: at 01:00 UTC, 03:00 became 02:00, so 02:30 came twice: the first is UTC+2, 00:30 UTC
  t.equal(utc('2024-10-27T02:30:00.000', 'Europe/Berlin'), '2024-10-27T00:30:00.000Z')
  t.equal(utc('2024-10-27T03:00:00.000', 'Europe/Berlin'), '2024-10-27T02:00:00.000Z')
  // Lord Howe: half an hour of summer time, UTC+11 in January, UTC+10:30 in July
  t.equal(utc('2024-01-10T12:00:00.000', 'Australia/Lord_Howe'), '2024-01-10T01:00:00.000Z')
  t.equal(utc('2024-07-10T12:00:00.000', 'Australia/Lord_Howe'), '2024-07-10T01:30:00.000Z')
  // Samoa left out 2011-12-30: UTC−10 before, UTC+14 after
  t.equal(utc('2011-12-29T12:00:00.000', 'Pacific/Apia'), '2011-12-29T22:00:00.000Z')
  t.equal(utc('2011-12-31T12:00:00.000', 'Pacific/Apia'), '2011-12-30T22:00:00.000Z')
  t.end()
})

t.test('a zone is UTC, an existing offset in quarters of an hour, or a place', t => {
  for (const zone of ['UTC', '+02:00', '-12:00', '+14:00', '+05:45', 'Europe/Berlin', 'America/Argentina/Ushuaia']) t.ok(isZone(zone), zone)
  for (const zone of ['', '+02', '+2:00', '+14:15', '-12:15', '+02:10', '+01:60', 'Europe/Atlantis', 'Nowhere', '../etc', 'x'.repeat(80)])
    t.notOk(isZone(zone), zone)
  t.throws(() => momentOfClock('2024-06-02T14:00:00.000', { zone: 'Europe/Atlantis', aheadSeconds: 0 }), RangeError)
  t.end()
})

t.test('every offset in use has a name that is read back', t => {
  t.equal(offsetsInUse[0], -720)
  t.equal(offsetsInUse.at(-1), 840)
  t.same(
    offsetsInUse,
    [...offsetsInUse].sort((a, b) => a - b)
  )
  for (const minutes of offsetsInUse) t.equal(fixedOffset(offsetName(minutes)), minutes)
  t.equal(offsetName(345), '+05:45')
  t.equal(offsetName(-570), '-09:30')
  for (const zone of Intl.supportedValuesOf('timeZone'))
    for (const month of [0, 6]) t.ok(offsetsInUse.includes(offsetAt(zone, Date.UTC(2026, month, 1))), zone)
  t.end()
})
