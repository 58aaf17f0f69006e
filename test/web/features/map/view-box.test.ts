import t from 'tap'
import { type MapProjection, projected } from '../../../../shared/geometry/map-projections.ts'
import { boxAround, cellResolution, viewBox } from '../../../../web/features/map/view-box.ts'

const frame = (projection: MapProjection, longitude: number, latitude: number, resolution: number) => ({
  projection,
  center: projected(projection, longitude, latitude),
  resolution,
  size: [400, 200] as const,
  pixelRatio: 1
})

t.test('a box contains the part that a view shows, across 180°, of the whole earth and around a pole', async t => {
  t.equal(viewBox(frame('EPSG:4326', 10, 50, 0.1), 0), '-10.00000,40.00000,30.00000,60.00000')
  t.equal(viewBox(frame('EPSG:4326', 10, 50, 0.1), 0.5), '-30.00000,30.00000,50.00000,70.00000')
  t.equal(viewBox(frame('EPSG:4326', 170, 0, 0.1), 0), '150.00000,-10.00000,-170.00000,10.00000')
  t.equal(viewBox(frame('EPSG:4326', 0, 0, 1), 0), '-180.00000,-90.00000,180.00000,90.00000')
  const [west, south, east, north] = viewBox(frame('EPSG:3995', 0, 90, 5_000), 0)
    .split(',')
    .map(Number)
  t.same([west, east, north], [-180, 180, 90])
  t.ok(south! > 78 && south! < 81, `${south}`)
  t.match(viewBox(frame('EPSG:3031', 0, -90, 5_000), 0), /^-180\.00000,-90\.00000,180\.00000,-[78]/)
})

t.test('cells become finer with the zoom', async t => {
  t.same([-1, 0, 3.4, 7.6, 13, 30].map(cellResolution), [0, 0, 2, 5, 9, 9])
})

t.test('a box around a circle crosses 180°, and has all longitudes at a pole', async t => {
  const numbers = (latitude: number, longitude: number, radiusInMeters: number) =>
    boxAround({ latitude, longitude, radiusInMeters }).split(',').map(Number)
  // 1° of latitude is 111.195 km, and 1° of longitude at 60° half of it
  for (const [place, degrees] of numbers(60, 179.5, 111_195).entries()) t.ok(Math.abs(degrees - [177.5, 59, -178.5, 61][place]!) < 0.001)
  t.same(numbers(89.9, 10, 111_195), [-180, 88.89999, 180, 90])
  t.ok(
    numbers(0, 0, 0).every(degrees => Math.abs(degrees) === 0.00001),
    'a point has a margin for rounding'
  )
})
