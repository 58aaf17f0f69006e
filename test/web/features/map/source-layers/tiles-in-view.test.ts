import t from 'tap'
import { projected } from '../../../../../shared/geometry/map-projections.ts'
import type { ChartFrame } from '../../../../../web/features/map/chart/pixels.ts'
import { resolutionOf } from '../../../../../web/features/map/chart/views.ts'
import { layersOn, toggled } from '../../../../../web/features/map/source-layers/layers-on.ts'
import { layerState, tilesInView } from '../../../../../web/features/map/source-layers/tiles-in-view.ts'

const frameAt = (projection: ChartFrame['projection'], [longitude, latitude]: [number, number], zoom: number, size = 512): ChartFrame => ({
  ...{ projection, center: projected(projection, longitude, latitude), resolution: resolutionOf(projection, zoom) },
  ...{ size: [size, size], pixelRatio: 1 }
})
const mercator = { projection: 'EPSG:3857', minZoom: 0, maxZoom: 18, bounds: null } as const
const plate = { ...mercator, projection: 'EPSG:4326' } as const
const names = (tiles: ReturnType<typeof tilesInView>) => tiles.map(({ z, x, y }) => `${z}/${x}/${y}`).sort()

t.test('the tiles around a point cover the frame at their own zoom, without gaps', t => {
  const tiles = tilesInView(mercator, frameAt('EPSG:3857', [0, 0], 2))
  t.same(names(tiles), ['2/1/1', '2/1/2', '2/2/1', '2/2/2'])
  t.match(
    tiles.find(({ x, y }) => x === 1 && y === 1),
    { left: 0, top: 0, right: 256, bottom: 256 }
  )
  const shifted = tilesInView(mercator, frameAt('EPSG:3857', [3.3, 7.7], 5.3))
  for (const one of shifted)
    for (const other of shifted) if (other.x === one.x + 1 && other.y === one.y) t.equal(other.left, one.right, `${one.x}/${one.y}`)
  t.end()
})

t.test('a chart across 180° has tiles from both ends of the world', t => {
  const tiles = tilesInView(mercator, frameAt('EPSG:3857', [180, 0], 4))
  t.same([...new Set(tiles.map(({ x }) => x))].sort(), [0, 15])
  const east = tiles.find(({ x }) => x === 0)
  const west = tiles.find(({ x }) => x === 15)
  t.equal(east?.left, west?.right)
  t.end()
})

t.test('tiles stay within the zooms of a layer and the world', t => {
  t.same(names(tilesInView({ ...mercator, maxZoom: 1 }, frameAt('EPSG:3857', [10, 10], 6))), ['1/1/0'])
  t.equal(layerState({ ...mercator, minZoom: 8 }, frameAt('EPSG:3857', [0, 0], 3)), 'farBelow')
  t.same(tilesInView({ ...mercator, minZoom: 8 }, frameAt('EPSG:3857', [0, 0], 3)), [])
  t.same(
    names(tilesInView(mercator, frameAt('EPSG:3857', [0, 0], 0, 4000))).filter((name, at, all) => all.indexOf(name) === at),
    ['0/0/0']
  )
  const far = { ...frameAt('EPSG:3857', [0, 0], 4), center: [0, 90_000_000] as const }
  t.same(tilesInView(mercator, far), [], 'beyond the upper edge')
  t.end()
})

t.test('a layer is drawn in its own projection only', t => {
  t.equal(layerState(mercator, frameAt('EPSG:4326', [0, 0], 2)), 'otherProjection')
  t.equal(layerState(mercator, frameAt('EPSG:3995', [0, 80], 4)), 'otherProjection')
  t.same(tilesInView(mercator, frameAt('EPSG:4326', [0, 0], 2)), [])
  t.same(names(tilesInView(plate, frameAt('EPSG:4326', [0, 0], 2))), ['1/1/0', '1/1/1', '1/2/0', '1/2/1'])
  t.end()
})

t.test('only tiles that share an area with the extent of a layer are in view', t => {
  const fiji = { west: 176, south: -21, east: -178, north: -12 }
  const around = (projection: 'EPSG:3857' | 'EPSG:4326', longitude: number, zoom: number) =>
    names(tilesInView({ ...mercator, projection, bounds: fiji }, frameAt(projection, [longitude, -16], zoom)))
  t.same([...new Set(around('EPSG:3857', 180, 4).map(name => name.split('/')[1]))].sort(), ['0', '15'], 'on both sides of 180°')
  t.same(around('EPSG:3857', 90, 4), [])
  t.same(around('EPSG:4326', -179, 6).length > 0, true)
  t.same(around('EPSG:4326', 0, 6), [])
  const quarter = { west: -180, south: 0, east: 0, north: 90 }
  t.same(names(tilesInView({ ...mercator, bounds: quarter }, frameAt('EPSG:3857', [0, 0], 2))), ['2/1/1'], 'an edge alone is no area')
  t.end()
})

t.test('the choice of a person replaces that of the administrator', t => {
  const base = {
    ...mercator,
    name: 'a',
    attribution: 'a',
    attributionUrl: null,
    licence: null,
    mayStore: true,
    state: 'ready',
    revision: 1
  } as const
  const layers = [
    { ...base, id: 'depths', isOn: true },
    { ...base, id: 'charts', isOn: false }
  ]
  const ids = (chosen: string[] | null) => layersOn(layers, chosen).map(({ id }) => id)
  t.same(ids(null), ['depths'])
  t.same(ids([]), [])
  t.same(ids(['charts', 'gone']), ['charts'])
  t.same(toggled(layers, null, 'charts'), ['depths', 'charts'])
  t.same(toggled(layers, null, 'depths'), [])
  t.end()
})
