import t from 'tap'
import { laserScale } from '../../../shared/photogrammetry/lasers.ts'
import { scaleFromArea, scaleFromLength, scaleOfCopy, squareMetersOf } from '../../../shared/photogrammetry/scale.ts'
import { scaleOfBasis } from '../../../shared/photogrammetry/scale-of-basis.ts'
import { isClose } from '../../support/close.ts'

const image = { width: 4000, height: 3000 }
const at = (x: number, y: number) => ({ x, y })

t.test('two lasers give the reference vectors', async t => {
  const ten = laserScale([at(1000, 580), at(1320, 820)], 0.1, image)
  t.equal(ten.pixelDistance, 400)
  isClose(t, ten.metersPerPixel, 0.00025, 1e-15)
  isClose(t, laserScale([at(0, 0), at(400, 0)], 0.2, image).areaSquareMeters, 3, 1e-12)
})

t.test('three and four lasers give the same area as two', async t => {
  const triangle = [at(1000, 1000), at(1400, 1000), at(1200, 1000 + 200 * Math.sqrt(3))]
  const square = [at(1000, 1000), at(1400, 1400), at(1400, 1000), at(1000, 1400)]
  for (const marks of [triangle, triangle.toReversed(), square]) {
    const { areaSquareMeters, pixelDistance } = laserScale(marks, 0.2, image)
    isClose(t, areaSquareMeters, 3, 1e-9)
    isClose(t, pixelDistance, 400, 1e-9)
  }
})

t.test('laser marks that give no scale are refused with an explanation', async t => {
  t.throws(() => laserScale([at(0, 0), at(15, 10)], 0.1, image), {
    name: 'RangeError',
    message: 'Marks 18 px apart are too close for a scale: the minimum is 20 px'
  })
  t.throws(() => laserScale([at(0, 0), at(400, 400), at(800, 800)], 0.1, image), /collinear/)
  t.throws(() => laserScale([at(0, 0)], 0.1, image), { message: 'A scale needs two, three or four laser marks, not 1' })
  t.throws(() => laserScale([], 0.1, image), RangeError)
  t.throws(
    () =>
      laserScale(
        [0, 1, 2, 3, 4].map(index => at(100 * index, 30 * index ** 2)),
        0.1,
        image
      ),
    /not 5/
  )
  t.throws(() => laserScale([at(0, 0), at(400, 0)], 0, image), { message: '0 m is not a laser spacing' })
  t.throws(() => laserScale([at(0, 0), at(400, 0)], 0.1, { width: 0, height: 1 }), RangeError)
  t.throws(() => laserScale([at(0, 0), at(Number.NaN, 0)], 0.1, image), RangeError)
})

t.test('a known length, and a known area', async t => {
  isClose(t, scaleFromLength(at(10, 10), at(10, 510), 0.5), 0.001, 1e-15)
  isClose(t, scaleFromArea(3, image), 0.0005, 1e-15)
  t.throws(() => scaleFromLength(at(0, 0), at(0, 500), -1), { message: '-1 m is not a length' })
  t.throws(() => scaleFromLength(at(0, 0), at(0, 19.9), 1), RangeError)
  t.throws(() => scaleFromArea(0, image), RangeError)
})

t.test('a half-size copy shows twice the ground per pixel, and the same area', async t => {
  isClose(t, scaleOfCopy(0.001, 4000, 2000), 0.002, 1e-15)
  isClose(t, squareMetersOf(4000 * 3000, 0.001), squareMetersOf(2000 * 1500, scaleOfCopy(0.001, 4000, 2000)), 1e-12)
  t.equal(squareMetersOf(0, 0.001), 0)
  t.throws(() => squareMetersOf(10, 0), RangeError)
  t.throws(() => squareMetersOf(-1, 1), RangeError)
  t.throws(() => scaleOfCopy(0.001, 4000, 0), RangeError)
})

t.test('the longer side of a sensor lies along the longer side of the image, however it was rotated', async t => {
  // 3 m above the sea floor, 36 mm of sensor behind 36 mm of focal length: 3 m along 4000 px, 0.75 mm a pixel, 3 × 2.25 = 6.75 m²
  const lens = {
    method: 'lens',
    altitudeInMeters: 3,
    sensorWidthInMillimeters: 36,
    focalLengthInMillimeters: 36,
    isFlatPort: false
  } as const
  for (const size of [image, { width: 3000, height: 4000 }]) {
    isClose(t, scaleOfBasis(lens, size).metersPerPixel, 0.00075, 1e-15)
    isClose(t, scaleOfBasis(lens, size).areaSquareMeters, 6.75, 1e-12)
  }
  const [upright, turned] = [image, { width: 3000, height: 4000 }].map(size => scaleOfBasis({ ...lens, isFlatPort: true }, size))
  isClose(t, turned!.metersPerPixel, upright!.metersPerPixel, 1e-15)
})
