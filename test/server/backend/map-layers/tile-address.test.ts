import t from 'tap'
import { addressFault, tileAddress } from '../../../../server/backend/map-layers/tile-address.ts'
import type { MapProjection } from '../../../../shared/geometry/map-projections.ts'
import { columnsAt, isWithin, middleTile, rowsAt, tileBox } from '../../../../shared/geometry/tile-grid.ts'

const plain = { projection: 'EPSG:3857', wmsLayers: null, wmsStyles: null } as const

t.test('an address gets the integers of a tile, with rows from the north or from the south', t => {
  const xyz = { ...plain, kind: 'xyz' } as const
  t.equal(
    tileAddress({ ...xyz, address: 'https://a.example/{z}/{x}/{y}.png?k=1' }, { z: 3, x: 5, y: 2 }),
    'https://a.example/3/5/2.png?k=1'
  )
  t.equal(tileAddress({ ...xyz, address: 'https://a.example/{z}/{x}/{-y}' }, { z: 3, x: 5, y: 2 }), 'https://a.example/3/5/5')
  const wmts = 'https://a.example/1.0.0/depth/default/WebMercatorQuad/EPSG:3857:{TileMatrix}/{TileRow}/{TileCol}.png'
  t.equal(
    tileAddress({ ...plain, kind: 'wmts', address: wmts }, { z: 3, x: 5, y: 2 }),
    'https://a.example/1.0.0/depth/default/WebMercatorQuad/EPSG:3857:3/2/5.png'
  )
  t.end()
})

t.test('a map server gets the box of the tile in both projections, and keeps its own parameters', t => {
  const wms = {
    kind: 'wms',
    address: 'https://a.example/ows?map=sea&request=GetCapabilities',
    wmsLayers: 'depth,coast',
    wmsStyles: null
  } as const
  const query = (projection: 'EPSG:3857' | 'EPSG:4326', tile: { z: number; x: number; y: number }) =>
    Object.fromEntries(new URL(tileAddress({ ...wms, projection }, tile)).searchParams)
  t.match(query('EPSG:3857', { z: 0, x: 0, y: 0 }), {
    map: 'sea',
    REQUEST: 'GetMap',
    LAYERS: 'depth,coast',
    STYLES: '',
    CRS: 'EPSG:3857',
    BBOX: '-20037508.3428,-20037508.3428,20037508.3428,20037508.3428',
    WIDTH: '256'
  })
  t.notOk('request' in query('EPSG:3857', { z: 0, x: 0, y: 0 }), 'the address of the capabilities can be pasted')
  const east = '10018754.1714,10018754.1714,20037508.3428,20037508.3428'
  t.match(query('EPSG:3857', { z: 2, x: 3, y: 0 }), { BBOX: east }, 'rows are counted from the north')
  t.match(query('EPSG:4326', { z: 1, x: 3, y: 0 }), { CRS: 'CRS:84', BBOX: '90.0000000000,0.0000000000,180.0000000000,90.0000000000' })
  t.end()
})

t.test('a polar box is in metres from the pole, and the version of the address decides between CRS and SRS', t => {
  const wms = { kind: 'wms', wmsLayers: 'ice', wmsStyles: null } as const
  const query = (address: string, projection: MapProjection, tile: { z: number; x: number; y: number }) =>
    Object.fromEntries(new URL(tileAddress({ ...wms, address, projection }, tile)).searchParams)
  const whole = '-8388608.0000,-8388608.0000,8388608.0000,8388608.0000'
  for (const projection of ['EPSG:3031', 'EPSG:3995'] as const)
    t.match(query('https://a.example/ows', projection, { z: 0, x: 0, y: 0 }), { VERSION: '1.3.0', CRS: projection, BBOX: whole })
  const east = query('https://a.example/ows?version=1.1.1&crs=EPSG:1&Srs=EPSG:2', 'EPSG:3031', { z: 2, x: 3, y: 0 })
  t.match(east, { VERSION: '1.1.1', SRS: 'EPSG:3031', BBOX: '4194304.0000,4194304.0000,8388608.0000,8388608.0000' })
  t.same(
    Object.keys(east).filter(name => /^[cs]rs$/i.test(name)),
    ['SRS']
  )
  const degrees = query('https://a.example/ows?VERSION=1.1.0', 'EPSG:4326', { z: 1, x: 3, y: 0 })
  t.match(degrees, { VERSION: '1.1.1', SRS: 'EPSG:4326', BBOX: '90.0000000000,0.0000000000,180.0000000000,90.0000000000' })
  t.end()
})

t.test('a position is in the polar tile that contains its projected point', t => {
  for (const [projection, latitude, expected] of [
    ['EPSG:3995', 78, [338_644.96, -1_263_840.198]],
    ['EPSG:3031', -78, [338_644.96, 1_263_840.198]]
  ] as const) {
    const point = { west: 15 - 1e-4, south: latitude - 1e-4, east: 15 + 1e-4, north: latitude + 1e-4 }
    const tile = middleTile(projection, 6, point)
    const [left, bottom, right, top] = tileBox(projection, tile)
    t.ok(left <= expected[0] && expected[0] < right && bottom < expected[1] && expected[1] <= top, projection)
    t.ok(isWithin(projection, tile, point))
    t.notOk(isWithin(projection, { ...tile, x: tile.x + 1 }, point))
    t.notOk(isWithin(projection, { ...tile, y: tile.y + 1 }, point))
    const [west, south, east, north] = tileBox(projection, middleTile(projection, 0, null))
    t.same([west + east, south + north], [0, 0], 'the pole is in the middle')
  }
  t.end()
})

t.test('the extent of a polar layer leaves out tiles that share nothing with it', t => {
  const tiles = (projection: 'EPSG:3031' | 'EPSG:3995', bounds: Parameters<typeof isWithin>[2]) =>
    [0, 1].flatMap(y => [0, 1].flatMap(x => (isWithin(projection, { z: 1, x, y }, bounds) ? [`${x}/${y}`] : [])))
  const weddell = { west: -60, south: -78, east: -20, north: -70 }
  t.same(tiles('EPSG:3031', weddell), ['0/0'], '0° is upwards and 90° W to the left')
  t.same(tiles('EPSG:3031', { ...weddell, east: 20 }), ['0/0', '1/0'])
  t.same(tiles('EPSG:3031', { west: 170, south: -78, east: -170, north: -70 }), ['0/1', '1/1'], 'across 180°')
  t.same(tiles('EPSG:3031', { west: -180, south: -90, east: 180, north: -60 }), ['0/0', '1/0', '0/1', '1/1'])
  t.same(tiles('EPSG:3031', { west: -180, south: 10, east: 180, north: 90 }), [], 'the other side of the earth')
  t.same(tiles('EPSG:3995', { west: 10, south: 70, east: 40, north: 80 }), ['1/1'], 'in the north, 0° is downwards')
  t.ok(isWithin('EPSG:3031', { z: 0, x: 0, y: 0 }, weddell))
  t.notOk(isWithin('EPSG:3031', { z: 1, x: 0, y: 0 }, { west: 0, south: -80, east: 90, north: -70 }), 'an edge alone is no area')
  t.same(middleTile('EPSG:3031', 3, { west: -180, south: -90, east: 180, north: -60 }), { z: 3, x: 4, y: 4 })
  t.end()
})

t.test('the tiles of a zoom cover the world without gaps', t => {
  for (const projection of ['EPSG:3857', 'EPSG:4326'] as const) {
    const last = tileBox(projection, { z: 4, x: columnsAt(projection, 4) - 1, y: rowsAt(4) - 1 })
    const first = tileBox(projection, { z: 4, x: 0, y: 0 })
    t.ok(Math.abs(last[2] + first[0]) < 1e-6, `${projection} ends at 180°`)
    t.ok(Math.abs(last[1] + first[3]) < 1e-6, `${projection} is symmetric about the equator`)
    t.equal(tileBox(projection, { z: 4, x: 1, y: 0 })[0], first[2])
  }
  t.end()
})

t.test('addresses that would not work, or could lead elsewhere, have a fault', t => {
  const fault = (address: string, kind: 'xyz' | 'wms' | 'wmts' = 'xyz') => addressFault({ kind, address })
  t.equal(fault('https://a.example/{z}/{x}/{y}'), null)
  t.equal(fault('https://a.example?z={z}&x={x}&y={y}'), null)
  t.match(fault('https://a.example/{z}/{x}'), /no placeholder \{y\} or \{-y\}/)
  t.match(fault('https://a.example/tiles'), /no placeholder \{z\}/)
  t.match(fault('https://a.example/{z}/{x}/{y}?key={key}'), /unknown placeholder \{key\}/)
  t.match(fault('https://{s}.example/{z}/{x}/{y}'), /placeholder in its host/)
  t.match(fault('https://a.example{x}/{z}/{y}/{x}'), /placeholder in its host/)
  t.match(fault('ftp://a.example/{z}/{x}/{y}'), /does not begin/)
  t.match(fault('file:///{z}/{x}/{y}'), /does not begin/)
  t.match(fault('https:///{z}/{x}/{y}'), /has no host/)
  t.match(fault('https://a.example\\@b.example/{z}/{x}/{y}'), /backslash/)
  t.match(fault('https://a.example/ {z}/{x}/{y}'), /space/)
  t.match(fault('https://a.example/{TileMatrix}/{TileRow}', 'wmts'), /\{TileCol\}/)
  t.match(fault('https://a.example/{z}', 'wms'), /unknown placeholder/)
  t.equal(fault('https://a.example/ows?', 'wms'), null)
  t.match(fault('https://a:b:c/{z}/{x}/{y}'), /not a URL/)
  t.end()
})
