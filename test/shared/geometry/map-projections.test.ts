import t from 'tap'
import {
  fromPolar,
  mapProjections,
  polarProjections,
  projected,
  toPolar,
  unprojected,
  wrappedLongitude
} from '../../../shared/geometry/map-projections.ts'

const rounded = (point: readonly number[]) => point.map(value => Math.round(value * 1000) / 1000 + 0)

t.test('polar stereographic coordinates equal those of PROJ', async t => {
  t.same(rounded(projected('EPSG:3995', 15, 78)), [338_644.96, -1_263_840.198])
  t.same(rounded(projected('EPSG:3031', 15, -78)), [338_644.96, 1_263_840.198])
  t.same(rounded(toPolar({ side: 1, trueLatitude: 70, downLongitude: -45 }, 15, 78)), [1_129_737.456, -652_254.224])
  for (const polar of Object.values(polarProjections)) t.same(rounded(toPolar(polar, 33, polar.side * 90)), [0, 0], 'the pole')
})

t.test('every projection is inverted to within a micrometre on the ground', async t => {
  for (const projection of mapProjections)
    for (const longitude of [-179.999, -90, 0, 12.5, 180 - 1e-9])
      for (const latitude of [-89, -71, -30.5, 0, 45, 85, 89].filter(value => projection !== 'EPSG:3857' || Math.abs(value) <= 85)) {
        const side = projection === 'EPSG:3995' ? 1 : -1
        if (projection.startsWith('EPSG:3') && projection !== 'EPSG:3857' && side * latitude < 25) continue
        const [back, north] = unprojected(projection, ...projected(projection, longitude, latitude))
        t.ok(Math.abs(back - longitude) < 1e-10 && Math.abs(north - latitude) < 1e-10, `${projection} ${longitude} ${latitude}`)
      }
  t.same(fromPolar(polarProjections['EPSG:3031'], 0, 0)[1], -90)
})

t.test('a longitude of a repeated world is mapped to this one', async t => {
  t.same([180, -180, 541, -541, 0].map(wrappedLongitude), [-180, -180, -179, 179, 0])
})
