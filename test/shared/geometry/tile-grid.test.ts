import t from 'tap'
import { isWithin, middleTile } from '../../../shared/geometry/tile-grid.ts'

const fiji = { west: 176, south: -21, east: -178, north: -12 }

t.test('a tile is within an extent if they share an area, also across 180°', t => {
  for (const projection of ['EPSG:3857', 'EPSG:4326'] as const) {
    t.ok(isWithin(projection, { z: 0, x: 0, y: 0 }, null))
    t.ok(isWithin(projection, { z: 0, x: 0, y: 0 }, { west: -180, south: -90, east: 180, north: 90 }))
  }
  t.ok(isWithin('EPSG:3857', { z: 4, x: 15, y: 8 }, fiji))
  t.ok(isWithin('EPSG:3857', { z: 4, x: 0, y: 8 }, fiji))
  for (const [x, y] of [
    [7, 8],
    [1, 8],
    [15, 7],
    [15, 9]
  ] as const)
    t.notOk(isWithin('EPSG:3857', { z: 4, x, y }, fiji), `${x}/${y}`)
  t.notOk(isWithin('EPSG:3857', { z: 1, x: 1, y: 0 }, { west: -180, south: 0, east: 0, north: 90 }), 'an edge is no area')
  t.ok(isWithin('EPSG:4326', { z: 0, x: 1, y: 0 }, fiji))
  t.notOk(isWithin('EPSG:4326', { z: 2, x: 3, y: 2 }, fiji))
  t.end()
})

t.test('the middle tile of a zoom is that of the extent', t => {
  t.same(middleTile('EPSG:3857', 0, null), { z: 0, x: 0, y: 0 })
  t.same(middleTile('EPSG:3857', 3, null), { z: 3, x: 4, y: 4 })
  t.same(middleTile('EPSG:4326', 0, null), { z: 0, x: 1, y: 0 })
  t.same(middleTile('EPSG:3857', 4, fiji), { z: 4, x: 15, y: 8 })
  t.same(middleTile('EPSG:3857', 2, { west: 170, south: 86, east: 180, north: 90 }), { z: 2, x: 3, y: 0 }, 'beyond the grid')
  t.end()
})
