import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { PackedBlock } from '../../../../../server/backend/navigation/formats/blocks.ts'
import { readTrack } from '../../../../../server/backend/navigation/formats/read-track.ts'
import type { TrackWish } from '../../../../../server/backend/navigation/formats/track-reader.ts'
import { unpackFixes } from '../../../../../server/backend/navigation/pack.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

async function read(t: Test, text: string | Buffer, wish: Partial<TrackWish> = {}, mostFixes = 1000) {
  const path = join(temporaryFolder(t), 'track')
  writeFileSync(path, text)
  const blocks: PackedBlock[] = []
  const found = await readTrack(
    path,
    { source: 'usbl', ...wish },
    {
      mostFixes,
      onBlocks: async made => void blocks.push(...made),
      onProgress() {}
    }
  )
  const fixes = blocks.flatMap(({ bytes }) => unpackFixes(bytes))
  return { ...found, blocks, fixes, times: fixes.map(({ timeMs }) => new Date(timeMs).toISOString()) }
}

const checksummed = (...bodies: string[]) =>
  bodies
    .map(
      body =>
        `$${body}*${[...body]
          .reduce((sum, sign) => sum ^ sign.charCodeAt(0), 0)
          .toString(16)
          .toUpperCase()
          .padStart(2, '0')}`
    )
    .join('\r\n')

t.test('NMEA: the position of GGA gets its day from ZDA', async t => {
  const text =
    '$GPZDA,101530.00,22,11,2025,00,00*65\r\n$GPGGA,101530.00,4003.0740,N,03015.0740,W,1,08,0.9,12.0,M,45.0,M,,*4B\r\n$HEHDT,123.4,T*2B\r\n'
  const { fixes, times, format, report } = await read(t, text, { source: 'ship' })
  t.equal(format, 'nmea')
  t.same(times, ['2025-11-22T10:15:30.000Z'])
  t.match(fixes, [{ latitude: 40.0512333, longitude: -30.2512333, headingDegrees: 123.4, depthInMeters: null }])
  t.same(report.facts, ['position', 'heading'])
})

t.test('NMEA: GGA alone passes midnight, with the day given by a person', async t => {
  const gga = (time: string, minutes: string) => `GPGGA,${time},40${minutes},N,03015.0000,W,1,08,0.9,12.0,M,45.0,M,,`
  const text = checksummed(gga('235959.00', '00.0000'), gga('000000.50', '00.0010'), gga('000001.00', '00.0020'))
  t.same((await read(t, text, { startDate: '2025-12-31' })).times, [
    '2025-12-31T23:59:59.000Z',
    '2026-01-01T00:00:00.500Z',
    '2026-01-01T00:00:01.000Z'
  ])
  await t.rejects(read(t, text), { message: /No sentence has the date/ })
  const later = `${text}\r\n${checksummed('GPRMC,000002.00,A,4000.0030,N,03015.0000,W,0.5,10.0,010126,,,A')}`
  t.equal((await read(t, later)).times[0], '2025-12-31T23:59:59.000Z', 'a later date also applies to the sentences before it')
})

t.test('NMEA: depths of an echo sounder are those of the sea floor; a course is not a heading', async t => {
  const text = checksummed(
    'GPRMC,101530.00,A,4003.0740,N,03015.0740,E,5.5,270.0,221125,,,A',
    'SDDBT,328.08,f,100.00,M,54.68,F',
    'GPVTG,270.0,T,,M,5.5,N,10.2,K',
    'GPRMC,101531.00,A,4003.0741,N,03015.0740,E,5.5,270.0,221125,,,A',
    'SDDPT,95.5,4.5',
    'HETHS,12.3,A',
    'GPRMC,101532.00,V,,,,,,,221125,,,N',
    'GPGLL,4003.0742,S,03015.0740,E,101533.00,A,A'
  )
  const { fixes, report } = await read(t, text, { source: 'ship' })
  t.match(fixes, [
    { depthInMeters: 100, headingDegrees: null, longitude: 30.2512333 },
    { depthInMeters: 100, headingDegrees: 12.3 },
    { latitude: -40.0512367, depthInMeters: null }
  ])
  t.equal(report.depthOf, 'seaFloor')
  t.match(report.left, [{ reason: 'the receiver had no fix', count: 1, lines: [7] }])
  t.match(report.notes, [/draught/])
})

t.test('NMEA: lines with a missing or wrong checksum are listed with their number', async t => {
  const good = checksummed('GPRMC,101530.00,A,4003.0740,N,03015.0740,W,0.1,0.0,221125,,,A')
  const text = `${good}\n$GPRMC,101531.00,A,4003.0740,N,03015.0740,W,0.1,0.0,221125,,,A*00\nhello\n$GPRMC,101532.00,A,4003\n`
  const { report, fixes } = await read(t, text)
  t.equal(fixes.length, 1)
  t.same(report.left, [
    { reason: 'the line is not a sentence with a checksum', count: 2, lines: [3, 4] },
    { reason: 'the checksum is wrong', count: 1, lines: [2] }
  ])
})

t.test('tables: degrees in every notation, decimal commas, 0 to 360, separate days and times', async t => {
  const rows = [
    'Date;Time;Lat;Lon;Depth',
    "22.11.2025;10:15:30;40°03.0740'N;30°15.0740'W;1874,5",
    '22.11.2025;10:15:31;40,051234;329,748766;1874,6',
    '22.11.2025;10:15:32,5;N 40 03 04.44;W 30 15 04.44;-'
  ]
  const { fixes, times } = await read(t, rows.join('\n'))
  t.equal(times[2], '2025-11-22T10:15:32.500Z')
  t.match(fixes, [
    { latitude: 40.0512333, longitude: -30.2512333, depthInMeters: 1874.5 },
    { latitude: 40.051234, longitude: -30.251234, depthInMeters: 1874.6 },
    { latitude: 40.0512333, longitude: -30.2512333, depthInMeters: null }
  ])
  const zoned = await read(t, 'time,lat,lon\n2025-11-22 10:15:30,1,1\n2025-11-22T10:15:31Z,1,1\n', { utcOffsetMinutes: 120 })
  t.same(zoned.report.left.length, 0)
  t.same(zoned.times, ['2025-11-22T08:15:30.000Z', '2025-11-22T10:15:31.000Z'], 'a zone in the file takes precedence')
})

t.test('tables: units in cells, days of a spreadsheet, receivers’ packed degrees', async t => {
  // day 45,345.5 is noon of 23 February 2024; 40 ft × 0.3048 = 12.192 m, kept to the centimetre; 40 + 3.074/60 = 40.0512333…
  const { fixes, times } = await read(t, 'datetime,lat,lon,depth [m]\n45345.5,N4003.074,W03015.074,40 ft\n')
  t.same(times, ['2024-02-23T12:00:00.000Z'])
  t.match(fixes, [{ latitude: 40.0512333, longitude: -30.2512333, depthInMeters: 12.19 }])
})

t.test('unused lines are counted by reason, with their numbers', async t => {
  const { fixes, report } = await read(
    t,
    [
      'utc,lat,lon,dep',
      '2025-11-22 10:15:30,40.1,-30.1,10',
      '2025-11-22 10:15:31,0,0,10',
      '2025-11-22 10:15:32,40.1,-30.1,deep',
      '2025-11-22 10:15:32,40.2,-30.1,10',
      '2025-11-22 10:15:31,40.2,-30.1,10',
      '2025-11-22 10:15:33,91,-30.1,10',
      '2025-11-22 10:15:33,40.1,361,10',
      '22/11/2025 10:15,40.1,30.1,10',
      '2025-11-22 10:15:34,,,10',
      '2035-11-22 10:15:34,40.1,-30.1,10',
      '2025-11-22 10:15:35,40.1,-30.1,11001'
    ].join('\r\n')
  )
  t.same(
    fixes.map(({ depthInMeters }) => depthInMeters),
    [10, null, null]
  )
  t.same(Object.fromEntries(report.left.map(({ reason, lines }) => [reason, lines])), {
    'its depth is not a number between −100 and 11,000; the fix was used without it': [4, 12],
    'its time cannot be read, does not exist or is in the future; write 2026-11-22 10:15:30': [9, 11],
    'the position is 0, 0, which stands for a missing fix': [3],
    'it has the same time as the fix before it': [5],
    'its time is before that of an earlier fix': [6],
    'its latitude cannot be read or is not between −90 and 90': [7],
    'its longitude cannot be read or is not between −180 and 360': [8],
    'it has no position': [10]
  })
})

t.test('the kind of an ambiguous altitude is requested', async t => {
  const text = 'datetime,latitude [deg],longitude [deg],altitude [m]\n2025-11-22T10:15:30,40.1,-30.1,-12.5\n'
  const left = await read(t, text)
  t.match(left.fixes, [{ depthInMeters: null, altitudeInMeters: null }])
  t.match(left.report.notes, [/“altitude \[m\]” was left out/])
  t.match((await read(t, text, { altitudeMeans: 'aboveSeaLevel' })).fixes, [{ depthInMeters: 12.5 }])
  t.match((await read(t, text.replace('-12.5', '2.5'), { altitudeMeans: 'aboveSeaFloor' })).fixes, [
    { altitudeInMeters: 2.5, depthInMeters: null }
  ])
})

t.test('a file that is not a track is refused with its place', async t => {
  const refused: [string | Buffer, RegExp][] = [
    ['', /empty/],
    ['\n\n', /empty/],
    ['name,lat,lon\na,1,1\n', /No column has the time\. .*it holds: name, lat, lon/],
    ['utc,depth\n', /No column has the latitude, nor the longitude/],
    ['utc,lat,lon\n', /no fix$/],
    ['utc,lat,lon\nyesterday,1,1\n', /no fix: its time cannot be read.*\(line 2\)/],
    [Buffer.from('PK\u0003\u0004'), /workbook/],
    [Buffer.from([65, 0, 66]), /byte 2 is 0/],
    [`utc,lat,lon\n${'1'.repeat(70_000)}`, /Line 2 is longer than 64 KiB/],
    ['/* Citation:\n', /is not closed/],
    [`utc,lat,lon\n${[9, 8, 7, 6].map(second => `2025-11-22 10:15:0${second},1,1`).join('\n')}`, /go back from line 3 on, in 3 of 4 rows/]
  ]
  for (const [text, why] of refused) await t.rejects(read(t, text), { message: why })
  await t.rejects(read(t, 'utc,lat,lon\n2025-11-22 10:15:01,1,1\n2025-11-22 10:15:02,1,1', {}, 1), { message: /Line 3 .* can have 1 more/ })
  await t.rejects(read(t, 'SUB1_Lat,SUB1_Lon,Date,Time\n', { vehicle: 3 }), { message: /vehicle 3\. Vehicles of this table: 1/ })
})

t.test('blocks end with the hour, and store their bounds across 180°', async t => {
  const rows = ['utc,lat,lon']
  for (let minute = 0; minute < 150; minute += 1) {
    const time = new Date(Date.UTC(2025, 10, 22, 10, minute)).toISOString()
    rows.push(`${time},-17,${minute < 70 ? 179.9 + minute * 0.001 : -180 + minute * 0.0001}`)
  }
  const { blocks, bounds, fixCount } = await read(t, Buffer.from(`\uFEFF${rows.join('\n')}`, 'utf16le'))
  t.equal(fixCount, 150)
  t.same(
    blocks.map(block => block.fixCount),
    [60, 60, 30]
  )
  t.match(blocks[1], { west: 179.96, firstMs: Date.UTC(2025, 10, 22, 11) })
  t.ok((blocks[1]?.east ?? 0) < -179.9)
  t.match(bounds, { west: 179.9, south: -17, north: -17 })
})
