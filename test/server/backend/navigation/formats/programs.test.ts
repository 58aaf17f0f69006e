import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readTrack } from '../../../../../server/backend/navigation/formats/read-track.ts'
import type { TrackWish } from '../../../../../server/backend/navigation/formats/track-reader.ts'
import { unpackFixes } from '../../../../../server/backend/navigation/pack.ts'
import type { Fix } from '../../../../../shared/navigation/fix.ts'

const folder = join(import.meta.dirname, '../../../../fixtures/navigation')

async function read(program: string, wish: Partial<TrackWish> = {}) {
  const [name = ''] = readdirSync(join(folder, program))
  const fixes: Fix[] = []
  const found = await readTrack(
    join(folder, program, name),
    { source: 'usbl', ...wish },
    {
      mostFixes: 100,
      onBlocks: async blocks => void fixes.push(...blocks.flatMap(({ bytes }) => unpackFixes(bytes))),
      onProgress() {}
    }
  )
  const { format, report } = found
  return { format, report, fixes, left: report.left.map(({ reason, lines }) => `${lines}: ${reason}`) }
}

const first = { timeMs: Date.UTC(2025, 10, 22, 10, 15, 30), latitude: 40.051234, longitude: -30.251234, depthInMeters: 1874.5 }

t.test('MarIQT: depth, height above the sea floor, yaw, pitch and roll', async t => {
  const { format, fixes, left } = await read('mariqt')
  t.equal(format, 'mariqt')
  t.match(fixes[0], { ...first, altitudeInMeters: 2.1, headingDegrees: 21, pitchDegrees: -1.5, rollDegrees: 0.3 })
  t.equal(fixes[2]?.timeMs, first.timeMs + 2500)
  t.same(left, [])
})

t.test('DSHIP: the vehicle by USBL, or the ship; a row of units is skipped', async t => {
  const vehicle = await read('dship')
  t.equal(vehicle.format, 'dship')
  t.match(vehicle.fixes, [first, { latitude: 40.051244 }])
  t.same(vehicle.left, ['5: it has no position'])
  const ship = await read('dship', { source: 'ship' })
  t.match(ship.fixes, [{ latitude: 40.06, depthInMeters: null }, { latitude: 40.06001 }, { latitude: 40.06002 }])
})

t.test('Ranger 2: a repeated telegram is one fix', async t => {
  const { format, fixes, left } = await read('ranger2')
  t.equal(format, 'ranger2')
  t.match(fixes, [first, { depthInMeters: 1874.6 }])
  t.same(left, ['4: it has the same time as the fix before it'])
})

t.test('OFOP: the first vehicle or the requested one', async t => {
  const { format, fixes, left, report } = await read('ofop')
  t.equal(format, 'ofop')
  t.match(fixes, [{ ...first, altitudeInMeters: 2.1, headingDegrees: 21 }, { depthInMeters: 1874.7 }])
  t.same(left, ['3: the position is 0, 0, which stands for a missing fix'])
  t.match(report.notes, ['The table has several vehicles (0, 1, 2): number 1 was read'])
  t.match((await read('ofop', { vehicle: 2 })).fixes, [{ latitude: 40.07, depthInMeters: 1800 }, {}, { depthInMeters: 1802 }])
})

t.test('PANGAEA: the comment before the table is skipped', async t => {
  const { format, fixes, left } = await read('pangaea')
  t.equal(format, 'pangaea')
  t.match(fixes, [{ ...first, altitudeInMeters: 2.1 }, { altitudeInMeters: 2.2 }])
  t.same(left, [])
})

t.test('O2A: sensor names before the colon are skipped; the kind of altitude is requested', async t => {
  const { format, fixes, report } = await read('o2a')
  t.equal(format, 'o2a')
  t.match(fixes, [{ ...first, altitudeInMeters: null }, {}])
  t.match(report.notes, [/altitude/])
  t.match((await read('o2a', { altitudeMeans: 'aboveSeaFloor' })).fixes, [{ altitudeInMeters: 2.1 }, {}])
})

t.test('SQUIDLE+: poses', async t => {
  const { format, fixes } = await read('squidle')
  t.equal(format, 'squidle')
  t.match(fixes, [
    { timeMs: first.timeMs + 250, latitude: -33.851234, longitude: 151.251234, depthInMeters: 18.5, altitudeInMeters: 2.1 },
    {}
  ])
})

t.test('an office table: semicolons, decimal commas, degrees and minutes, 0 to 360', async t => {
  const { format, fixes, left } = await read('table')
  t.equal(format, 'table')
  t.match(fixes, [
    { timeMs: first.timeMs, latitude: 40.0512333, longitude: -30.2512333, depthInMeters: 1874.5, headingDegrees: 21 },
    { latitude: 40.051244, longitude: -30.251222, headingDegrees: 21 }
  ])
  t.same(left, [])
})

t.test('NMEA 0183: past midnight, with a damaged sentence', async t => {
  const { format, fixes, left, report } = await read('nmea', { source: 'ship' })
  t.equal(format, 'nmea')
  t.same(
    fixes.map(({ timeMs }) => new Date(timeMs).toISOString()),
    ['2025-11-22T23:59:59.000Z', '2025-11-23T00:00:00.000Z', '2025-11-23T00:00:02.000Z']
  )
  t.match(fixes[0], { depthInMeters: 1874.5, headingDegrees: 21 })
  t.equal(report.depthOf, 'seaFloor')
  t.same(left, ['6: the checksum is wrong'])
})

t.test('every program has its file', async t => {
  const programs = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory())
  t.same(programs.map(({ name }) => name).sort(), ['dship', 'mariqt', 'nmea', 'o2a', 'ofop', 'pangaea', 'ranger2', 'squidle', 'table'])
})
