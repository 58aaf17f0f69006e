import t, { type Test } from 'tap'
import { projected } from '../../../../shared/geometry/map-projections.ts'
import type { PlacedSite } from '../../../../web/features/map/chart/chart-data.ts'
import { type ChartFrame, toPixel } from '../../../../web/features/map/chart/pixels.ts'
import { type ChartPlace, resolutionOf } from '../../../../web/features/map/chart/views.ts'
import { placeAfterResize } from '../../../../web/features/map/place-after-resize.ts'
import { type Whole, wholeIn, wholeProject } from '../../../../web/features/map/whole-project.ts'

type Size = [number, number]
const [upright, turned]: [Size, Size] = [
  [390, 560],
  [844, 190]
]

const projectOf = (...sites: [longitude: number, latitude: number][]): Whole => ({
  data: {
    points: null,
    sites: sites.map(([longitude, latitude]) => ({ longitude, latitude }) as PlacedSite),
    footprints: [],
    tracks: [],
    annotations: null,
    observations: null
  },
  observed: null
})

function isShown({ projection, longitude, latitude, zoom }: ChartPlace, size: Size, [east, north]: [number, number]): boolean {
  const frame: ChartFrame = {
    projection,
    center: projected(projection, longitude, latitude),
    resolution: resolutionOf(projection, zoom),
    size,
    pixelRatio: 1
  }
  const [x, y] = toPixel(frame, ...projected(projection, east, north))
  return x >= 0 && x <= size[0] && y >= 0 && y <= size[1]
}

const near = (t: Test, one: ChartPlace, other: ChartPlace) => {
  t.equal(one.projection, other.projection)
  for (const part of ['longitude', 'latitude', 'zoom'] as const) t.ok(Math.abs(one[part] - other[part]) < 0.011, `${part} ${one[part]}`)
}

t.test('a phone that is turned keeps all places of a project in view, and the centre', async t => {
  const sites: [number, number][] = [
    [10, 12],
    [10, -8]
  ]
  const project = projectOf(...sites)
  const first = wholeProject(project, upright, null)
  const next = placeAfterResize(first, project, upright, turned)
  t.same([next.longitude, next.latitude], [first.longitude, first.latitude])
  for (const site of sites) {
    t.notOk(isShown(first, turned, site), 'would leave the view')
    t.ok(isShown(next, turned, site))
  }
  near(t, placeAfterResize(next, project, turned, upright), first)
})

t.test('a view of all places is recognised from its rounded address, even across 180°', async t => {
  const project = projectOf([179, -17], [-179, -19])
  const { longitude, latitude, zoom, projection } = wholeProject(project, upright, null)
  const rounded = {
    longitude: Number(longitude.toFixed(2)),
    latitude: Number(latitude.toFixed(2)),
    zoom: Number(zoom.toFixed(2)),
    projection
  }
  near(t, placeAfterResize({ ...rounded, longitude: -rounded.longitude }, project, upright, turned), wholeProject(project, turned, null))
})

t.test('a polar chart of the places that it covers shows them again', async t => {
  const project = projectOf([10, 85], [-120, 75], [10, -40])
  const first = wholeIn('EPSG:3995', project, upright)
  near(t, placeAfterResize(first, project, upright, turned), wholeIn('EPSG:3995', project, turned))
})

t.test('a view chosen by a person keeps centre and zoom while a place stays in it', async t => {
  const project = projectOf([10, 0], [10, 1])
  const chosen: ChartPlace = { longitude: 10, latitude: 0.1, zoom: 9, projection: 'EPSG:3857' }
  t.equal(placeAfterResize(chosen, project, upright, turned), chosen)
  const atSea: ChartPlace = { ...chosen, longitude: -40 }
  t.equal(placeAfterResize(atSea, project, upright, turned), atSea, 'nor does an empty view change')
})

t.test('a view that would lose its only place zooms out around its centre, until the place is in it', async t => {
  const project = projectOf([10, 0], [60, 0])
  const chosen: ChartPlace = { longitude: 10, latitude: 0.3, zoom: 9.5, projection: 'EPSG:4326' }
  t.ok(isShown(chosen, upright, [10, 0]))
  t.notOk(isShown(chosen, turned, [10, 0]))
  const next = placeAfterResize(chosen, project, upright, turned)
  t.same([next.longitude, next.latitude], [10, 0.3])
  t.ok(isShown(next, turned, [10, 0]))
  t.ok(next.zoom > 8, 'no further than necessary')
})

t.test('a chart without room changes no view', async t => {
  const project = projectOf([10, 0])
  const first = wholeProject(project, upright, null)
  t.equal(placeAfterResize(first, project, upright, [844, 0]), first)
})
