import t from 'tap'
import { mostFixesOfBlock, packFixes, unpackFixes } from '../../../../server/backend/navigation/pack.ts'
import type { Fix } from '../../../../shared/navigation/fix.ts'

/** Draws the same numbers in each run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

t.test('packed fixes survive to the centimetre and the hundredth of a degree', async t => {
  const random = numbersFrom(7)
  const value = (least: number, most: number) => (random() < 0.2 ? null : least + random() * (most - least))
  for (let round = 0; round < 200; round += 1) {
    let timeMs = Math.floor(random() * 4e12)
    const fixes = Array.from({ length: Math.floor(random() * 40) }, (): Fix => {
      timeMs += 1 + Math.floor(random() * 60_000)
      return {
        timeMs,
        latitude: random() * 180 - 90,
        longitude: random() * 360 - 180,
        depthInMeters: value(-100, 11_000),
        altitudeInMeters: value(0, 11_000),
        headingDegrees: value(0, 360),
        pitchDegrees: value(-90, 90),
        rollDegrees: value(-180, 180)
      }
    })
    const back = unpackFixes(packFixes(fixes))
    t.equal(back.length, fixes.length)
    const wrong = fixes.filter((fix, at) => {
      const other = back[at]
      const near = (a: number | null | undefined, b: number | null, tolerance: number) =>
        a === null || b === null ? a === b : Math.abs((a ?? NaN) - b) <= tolerance
      return !(
        other?.timeMs === fix.timeMs &&
        near(other.latitude, fix.latitude, 5.1e-8) &&
        near(other.longitude, fix.longitude, 5.1e-8) &&
        near(other.depthInMeters, fix.depthInMeters, 0.00501) &&
        near(other.altitudeInMeters, fix.altitudeInMeters, 0.00501) &&
        near(other.headingDegrees, fix.headingDegrees, 0.00501) &&
        near(other.pitchDegrees, fix.pitchDegrees, 0.00501) &&
        near(other.rollDegrees, fix.rollDegrees, 0.00501)
      )
    })
    t.same(wrong, [])
    t.same(unpackFixes(packFixes(back)), back, 'packing again changes nothing')
  }
})

t.test('an hour of fixes a second apart takes few bytes; damaged or oversized blocks are refused', async t => {
  const hour = Array.from({ length: 3600 }, (_, at): Fix => {
    const turn = Math.sin(at / 300)
    return {
      timeMs: 1_782_000_000_000 + at * 1000,
      latitude: 40 + at * 4e-6,
      longitude: -30 + turn * 1e-3,
      depthInMeters: 1800 + turn * 5,
      altitudeInMeters: 3,
      headingDegrees: 90 + turn * 20,
      pitchDegrees: null,
      rollDegrees: null
    }
  })
  const packed = packFixes(hour)
  t.ok(packed.length < 20_000, `${packed.length} bytes`)
  t.throws(() => unpackFixes(packed.subarray(0, packed.length - 20)))
  t.throws(() => packFixes(Array.from({ length: mostFixesOfBlock + 1 }, () => hour[0]!)), /12000/)
})
