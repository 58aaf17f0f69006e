import t from 'tap'
import {
  fieldOfView,
  flatPortView,
  nadirFootprint,
  scaleFromAltitude,
  scaleFromLens,
  tiltedFootprint
} from '../../../shared/photogrammetry/field-of-view.ts'
import { isClose } from '../../support/close.ts'

t.test('straight down: the reference vectors', async t => {
  const { widthMeters, heightMeters, areaSquareMeters } = nadirFootprint(3, 60, 46)
  isClose(t, widthMeters, 3.464102)
  isClose(t, heightMeters, 2.546849)
  isClose(t, areaSquareMeters, 8.822543)
  isClose(t, scaleFromAltitude(3, 60, 4000), 3.464102 / 4000, 1e-9)
  isClose(t, scaleFromLens(2, { sensorWidthMillimeters: 36, focalLengthMillimeters: 24, imageWidth: 6000 }), 0.0005, 1e-15)
})

t.test('a lens and its angle give the same scale', async t => {
  const camera = { sensorWidthMillimeters: 36, focalLengthMillimeters: 24, imageWidth: 6000 }
  isClose(t, scaleFromAltitude(2, fieldOfView(36, 24), 6000), scaleFromLens(2, camera), 1e-15)
})

t.test('a flat port narrows the view', async t => {
  isClose(t, flatPortView(70), 50.9719, 1e-4)
  isClose(t, flatPortView(70, 1), 70, 1e-9)
  t.ok(flatPortView(70, 1.345) < flatPortView(70))
})

t.test('tilted: the reference vector, and straight down without a tilt', async t => {
  const found = tiltedFootprint(1, 30, 50, 40)
  isClose(t, found.nearMeters, 0.176327)
  isClose(t, found.farMeters, 1.191754)
  isClose(t, found.nearWidthMeters, 0.889891)
  isClose(t, found.farWidthMeters, 1.363392)
  isClose(t, found.areaSquareMeters, 1.144022)
  isClose(t, tiltedFootprint(3, 0, 60, 46).areaSquareMeters, 8.822543)
})

t.test('a view without a footprint is refused with an explanation', async t => {
  t.throws(() => tiltedFootprint(1, 70, 50, 40), { name: 'RangeError', message: /the horizon is in view/ })
  t.throws(() => tiltedFootprint(1, -5, 50, 40), /tilt of -5°/)
  for (const altitude of [0, -3, Number.NaN, Infinity]) {
    t.throws(() => nadirFootprint(altitude, 60, 46), { message: `${altitude} m is not an altitude above the sea floor` })
    t.throws(() => scaleFromLens(altitude, { sensorWidthMillimeters: 36, focalLengthMillimeters: 24, imageWidth: 6000 }), RangeError)
    t.throws(() => tiltedFootprint(altitude, 30, 50, 40), RangeError)
  }
  for (const angle of [0, 180, -10, Number.NaN]) {
    t.throws(() => nadirFootprint(1, angle, 46), RangeError)
    t.throws(() => nadirFootprint(1, 60, angle), RangeError)
    t.throws(() => flatPortView(angle), { message: `An angle of view of ${angle}° is not between 0° and 180°` })
  }
  t.throws(() => flatPortView(70, 0.9), RangeError)
  t.throws(() => fieldOfView(0, 24), RangeError)
  t.throws(() => scaleFromAltitude(1, 60, 0), RangeError)
})
