import t from 'tap'
import type { Fix } from '../../../shared/navigation/fix.ts'
import { placeBetween, pointOnArc } from '../../../shared/navigation/interpolate.ts'

const fix = (seconds: number, latitude: number, longitude: number, more: Partial<Fix> = {}): Fix => ({
  timeMs: seconds * 1000,
  latitude,
  longitude,
  depthInMeters: null,
  altitudeInMeters: null,
  headingDegrees: null,
  pitchDegrees: null,
  rollDegrees: null,
  ...more
})
const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

t.test('a position lies on the great circle between its fixes', async t => {
  const [a, b] = [fix(0, 40.051234, -30.251234), fix(8, 40.052234, -30.250034)]
  const quarter = placeBetween(a, b, 2000, 30)
  if (typeof quarter === 'string') return t.fail(quarter)
  t.equal(rounded(quarter.latitude, 6), 40.051484)
  t.equal(rounded(quarter.longitude, 6), -30.250934)
  t.equal(quarter.gapSeconds, 8)
  // 0.001° of latitude and 0.0012° · cos 40.05° of longitude: √(111.19² + 102.14²)
  t.equal(rounded(quarter.spanInMeters, 0), 151)
})

t.test('the way across 180° is the short one', async t => {
  const half = placeBetween(fix(0, -17, 179.9995), fix(10, -17.0005, -179.9995), 5000, 30)
  if (typeof half === 'string') return t.fail(half)
  t.equal(rounded(half.latitude, 6), -17.00025)
  t.equal(rounded(Math.abs(half.longitude), 6), 180)
  const late = placeBetween(fix(0, 0, 179), fix(10, 0, -179), 7500, 30)
  t.equal(typeof late === 'string' ? late : rounded(late.longitude, 9), -179.5)
})

t.test('distant fixes are joined by the great circle, not by a straight line of the chart', async t => {
  // From 0° to 90° on the equator: a third of the way is at 30°, on the same latitude. From 45° N to 45° N across the pole: the midpoint is the pole.
  const third = pointOnArc({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 90 }, 1 / 3)
  t.same([rounded(third?.latitude ?? 9, 9), rounded(third?.longitude ?? 9, 9)], [0, 30])
  t.equal(rounded(pointOnArc({ latitude: 45, longitude: 10 }, { latitude: 45, longitude: -170 }, 0.5)?.latitude ?? 0, 9), 90)
  // 60° N, 0° to 90°: the middle is at atan(√2 · tan 60°) = 67.7923°.
  const middle = pointOnArc({ latitude: 60, longitude: 0 }, { latitude: 60, longitude: 90 }, 0.5)
  t.equal(rounded(middle?.latitude ?? 0, 4), 67.7923)
  t.equal(pointOnArc({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 }, 0.5), null, 'opposite points have no unique route')
})

t.test('depth and altitude are interpolated linearly, and the heading along the shorter arc', async t => {
  const a = fix(0, 1, 1, { depthInMeters: 100, altitudeInMeters: 4, headingDegrees: 350, pitchDegrees: -2, rollDegrees: 0 })
  const b = fix(10, 1, 1, { depthInMeters: 104, altitudeInMeters: 2, headingDegrees: 20, pitchDegrees: 2, rollDegrees: null })
  t.match(placeBetween(a, b, 2500, 30), {
    depthInMeters: 101,
    altitudeInMeters: 3.5,
    headingDegrees: 357.5,
    pitchDegrees: -1,
    rollDegrees: null
  })
  const turning = (from: number, to: number) => {
    const at = placeBetween(fix(0, 1, 1, { headingDegrees: from }), fix(10, 1, 1, { headingDegrees: to }), 5000, 30)
    return typeof at === 'string' ? at : at.headingDegrees
  }
  t.equal(turning(10, 350), 0)
  t.equal(turning(90, 180), 135)
  t.equal(turning(0, 180), null, 'neither arc is shorter')
})

t.test('nothing is extrapolated: not past the ends, not over a gap', async t => {
  const [a, b] = [fix(0, 1, 1), fix(31, 1, 1)]
  t.equal(placeBetween(a, b, 10_000, 30), 'gap')
  t.match(placeBetween(a, b, 10_000, 31), { gapSeconds: 31 })
  t.match(placeBetween(a, b, 0, 30), { gapSeconds: 0, latitude: 1 }, 'a fix itself needs no neighbour')
  t.match(placeBetween(a, b, 31_000, 30), { gapSeconds: 0 })
  t.equal(placeBetween(undefined, a, -1, 30), 'outside')
  t.equal(placeBetween(b, undefined, 31_001, 30), 'outside')
})
