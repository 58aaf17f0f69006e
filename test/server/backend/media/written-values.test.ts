import t from 'tap'
import { readNumber } from '../../../../server/backend/media/metadata-values.ts'
import { isEastward, readDegrees, signedLongitude } from '../../../../server/backend/media/written-degrees.ts'
import { readMeters } from '../../../../server/backend/media/written-lengths.ts'
import { joinedDayAndTime, readTime } from '../../../../server/backend/media/written-times.ts'

t.test('numbers are read strictly, within their limits', t => {
  const limits = { min: -10, max: 10, unit: ' m' }
  t.same(readNumber(' 1.5 ', limits, false), { value: 1.5 })
  t.same(readNumber('1,5', limits, true), { value: 1.5 })
  t.same(readNumber('-.5e1', limits, false), { value: -5 })
  for (const text of ['1,5', '1 5', '5m', '0x5', 'Infinity', '1e400', '11', '--1'])
    t.match(readNumber(text, limits, false), { problem: String }, text)
  t.end()
})

t.test('degrees are read in the notations of people and instruments', t => {
  const latitude = (text: string) => readDegrees(text, 'latitude', false)
  const longitude = (text: string) => readDegrees(text, 'longitude', false)
  t.same(longitude('122.07 W'), { value: -122.07 })
  t.same(longitude('W 122.07°'), { value: -122.07 })
  t.same(readDegrees('36,79° N', 'latitude', true), { value: 36.79 })
  // 40 + 3/60 + 4.4/3600 = 40 + 0.05 + 0.001222222… = 40.051222222
  for (const text of [`40°03'04.4"N`, '40 03 04.4 N', '40:03:04.4 N', '40º 3′ 4.4″ n', `N 40°03'04.4''`, '+40 03 04.4', '40 03 04,4 N'])
    t.same(latitude(text), { value: 40.051222222 }, text)
  for (const text of [`40°03'04.4"S`, '-40 03 04.4', '−40 03 04.4']) t.same(latitude(text), { value: -40.051222222 }, text)
  // 40 + 3.074/60 = 40 + 0.051233333… = 40.051233333
  for (const text of ["40°03.074' N", '40 03.074 N', 'N4003.074', '4003.074N', '4003.074 N', '40 3,074 N'])
    t.same(latitude(text), { value: 40.051233333 }, text)
  // 30 + 15.074/60 = 30 + 0.251233333… = 30.251233333
  for (const text of ["30°15.074' W", 'W03015.074', '03015.074 W', 'W3015.074']) t.same(longitude(text), { value: -30.251233333 }, text)
  // 0 + 30/60 = 0.5: the sign precedes a zero
  t.same(latitude('-0 30'), { value: -0.5 })
  t.same(latitude('0 30 S'), { value: -0.5 })
  t.same(latitude('0 00 S'), { value: 0 })
  for (const text of [
    '-36 S',
    '91',
    '36.79 E',
    'N',
    '40 60 00 N',
    '40 03 60',
    '40.5 03 N',
    '40 03.1 04',
    '90 00 01 N',
    '40 03 04 05',
    '4003.074'
  ])
    t.match(latitude(text), { problem: String }, text)
  for (const text of ['', ' ', 'NA', '--']) t.equal(latitude(text), null)
  t.match(longitude('350'), { problem: String })
  t.same(readDegrees('350', 'eastward', false), { value: 350 })
  t.match(readDegrees('350 E', 'eastward', false), { problem: String })
  t.end()
})

t.test('longitudes count eastward to 360 when one is above 180 and none is negative', t => {
  t.ok(isEastward({ least: 0, most: 180.5 }))
  t.notOk(isEastward({ least: -0.1, most: 180.5 }))
  t.notOk(isEastward({ least: 10, most: 180 }))
  // 329.75 − 360 = −30.25
  t.equal(signedLongitude(329.75), -30.25)
  t.equal(signedLongitude(360), 0)
  t.equal(signedLongitude(180), 180)
  t.equal(signedLongitude(179.5), 179.5)
  t.end()
})

t.test('lengths are read with their units', t => {
  const limits = { min: -100, max: 11_000, unit: ' m' }
  const depth = (text: string, decimalComma = false) => readMeters(text, limits, decimalComma)
  for (const text of ['12.5', '12.5 m', '12,5 m', '12.5m', '12.5 Metres', '1250 cm']) t.same(depth(text), { value: 12.5 }, text)
  t.same(depth('12 m'), { value: 12 })
  // 40 × 0.3048 = 12.192
  t.same(depth('40 ft'), { value: 12.192 })
  t.same(readMeters('40', limits, false, 'ft'), { value: 12.192 })
  t.same(readMeters('40 m', limits, false, 'ft'), { value: 40 }, 'the unit of a cell takes precedence over that of its column')
  // 10 × 6 × 0.3048 = 18.288
  t.same(depth('10 fathoms'), { value: 18.288 })
  t.same(depth('1,250 m', true), { value: 1.25 })
  t.same(depth('12,5', true), { value: 12.5 })
  for (const text of ['1,250 m', '12,5', '12 parsecs', 'm', '12 m deep', '40000 ft', '12000 m', '12 km', '1.250,5 m'])
    t.match(depth(text), { problem: String }, text)
  t.equal(depth('NA'), null)
  t.end()
})

t.test('times are read in the notations of instruments, and a zone is not invented', t => {
  const moments: Record<string, string> = {
    '2024-06-02T04:29:27.5Z': '2024-06-02T04:29:27.500Z',
    '2024-06-02T04:29:27+02:00': '2024-06-02T02:29:27.000Z',
    '2024-06-02 04:29:27.123456 -0330': '2024-06-02T07:59:27.123Z',
    '2024-06-02 04:29:27 UTC': '2024-06-02T04:29:27.000Z',
    '1717302567.25': '2024-06-02T04:29:27.250Z',
    '1717302567250': '2024-06-02T04:29:27.250Z'
  }
  for (const [text, moment] of Object.entries(moments)) t.same(readTime(text), { value: { moment } }, text)
  const clocks: Record<string, string> = {
    '2024-06-02 04:29:27': '2024-06-02T04:29:27.000',
    '2024/06/02 04:29:27': '2024-06-02T04:29:27.000',
    '2024:06:02 04:29:27': '2024-06-02T04:29:27.000',
    '02.06.2024 04:29': '2024-06-02T04:29:00.000',
    '20240602 042927': '2024-06-02T04:29:27.000',
    '2024.06.02 04:29:27': '2024-06-02T04:29:27.000',
    // day 45,345 is 45,345 − 25,569 = 19,776 days after 1970-01-01; 2024 began with day 19,723, and 53 days later it is 23 February
    '45345.5': '2024-02-23T12:00:00.000',
    '45345,25': '2024-02-23T06:00:00.000',
    // 0.520833333333 × 86,400 s = 44,999.99999997 s, which is 12:30:00
    '45345.520833333333': '2024-02-23T12:30:00.000'
  }
  for (const [text, clock] of Object.entries(clocks)) t.same(readTime(text), { value: { clock } }, text)
  for (const text of [
    '06/02/2024 04:29',
    '2024-06-02',
    '45345',
    '20000.5',
    '99999.5',
    '2024-02-30 00:00:00',
    '2024-06-02 24:00:00',
    '1970-01-01 00:00:00',
    '2999-01-01 00:00:00',
    'noon',
    '2024-06/02 00:00'
  ]) {
    t.match(readTime(text), { problem: String }, text)
  }
  for (const text of ['', ' ', 'NA', 'null', '-']) t.equal(readTime(text), null)
  t.end()
})

t.test('a day and a time of day from two columns become one text', t => {
  t.equal(joinedDayAndTime('2024-06-02', '04:29:27'), '2024-06-02 04:29:27')
  t.equal(joinedDayAndTime('45345', '06:00'), '2024-02-23 06:00')
  // a quarter of a day is six hours
  t.equal(joinedDayAndTime('45345', '0.25'), '45345.25')
  t.equal(joinedDayAndTime('45345', '0,25'), '45345,25')
  t.equal(joinedDayAndTime('2024-06-02', '0.25'), '2024-06-02 06:00:00.000')
  t.equal(joinedDayAndTime('2024-06-02', ''), '2024-06-02')
  t.equal(joinedDayAndTime('', '04:29'), '')
  t.end()
})
