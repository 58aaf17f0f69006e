import t from 'tap'
import { movedBy, offsetOnGround } from '../../../shared/photogrammetry/position.ts'
import { isClose } from '../../support/close.ts'

t.test('the top of an image that faces east lies in the east', async t => {
  const { eastMeters, northMeters } = offsetOnGround(0, -1, 90)
  isClose(t, eastMeters, 1, 1e-12)
  isClose(t, northMeters, 0, 1e-12)
  const north = offsetOnGround(2, 3, 0)
  t.same([north.eastMeters, north.northMeters], [2, -3])
})

t.test('a metre at 60° equals the degrees of the reference vector', async t => {
  const moved = movedBy({ decimalLatitude: 60, decimalLongitude: 10 }, 1, 0)
  isClose(t, moved.decimalLongitude - 10, 0.000018, 5e-8)
  t.equal(moved.decimalLatitude, 60)
  isClose(t, movedBy({ decimalLatitude: 0, decimalLongitude: 0 }, 0, 111_195).decimalLatitude, 1, 1e-12)
})

t.test('works across the date line, and not at a pole', async t => {
  isClose(t, movedBy({ decimalLatitude: 0, decimalLongitude: 179.9999 }, 111.195, 0).decimalLongitude, -179.9991, 1e-9)
  isClose(t, movedBy({ decimalLatitude: 0, decimalLongitude: -179.9999 }, -111.195, 0).decimalLongitude, 179.9991, 1e-9)
  t.throws(() => movedBy({ decimalLatitude: 90, decimalLongitude: 0 }, 1, 1), RangeError)
})
