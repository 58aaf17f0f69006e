import t from 'tap'
import { type MapProjection, mapProjections, projected } from '../../../../shared/geometry/map-projections.ts'
import { groundResolution } from '../../../../web/features/map/chart/ground-resolution.ts'
import { northAngle } from '../../../../web/features/map/chart/north.ts'
import type { ChartFrame } from '../../../../web/features/map/chart/pixels.ts'

const frameAt = (projection: MapProjection, longitude: number, latitude: number, resolution: number): ChartFrame => ({
  projection,
  center: projected(projection, longitude, latitude),
  resolution,
  size: [800, 600],
  pixelRatio: 1
})

t.test('north is up in flat charts, and turns with the longitude in polar ones', async t => {
  t.equal(northAngle(frameAt('EPSG:3857', 100, 50, 10)), 0)
  t.equal(northAngle(frameAt('EPSG:4326', -100, -50, 0.1)), 0)
  const inArctic = [0, 90, 180, -90].map(longitude => northAngle(frameAt('EPSG:3995', longitude, 75, 100)))
  t.same(inArctic, [0, 270, 180, 90], 'towards the pole')
  const inAntarctic = [0, 90, 180, -90].map(longitude => northAngle(frameAt('EPSG:3031', longitude, -75, 100)))
  t.same(inAntarctic, [0, 90, 180, 270], 'away from the pole')
  t.equal(northAngle(frameAt('EPSG:3995', 0, 90, 100)), null, 'at the pole every direction is south')
})

t.test('a pixel has its length on the ellipsoid at the centre', async t => {
  // One degree of longitude at 60° is 55 800.3 m on WGS 84, and 111 319.5 m at the equator.
  t.equal(groundResolution(frameAt('EPSG:4326', 7, 60, 1e-4)).toFixed(4), '5.5800')
  t.equal(groundResolution(frameAt('EPSG:4326', 180, 0, 1e-4)).toFixed(4), '11.1319')
  // Mercator doubles lengths at 60°, less the flattening.
  t.equal(groundResolution(frameAt('EPSG:3857', 7, 60, 100)).toFixed(3), '50.126')
  for (const code of mapProjections) t.ok(groundResolution(frameAt(code, 0, code === 'EPSG:3031' ? -90 : 0, 1e-3)) > 0)
})
