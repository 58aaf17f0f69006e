import t from 'tap'
import type { MapPoints } from '../../../../shared/contracts/map.ts'
import { projected } from '../../../../shared/geometry/map-projections.ts'
import { imageCountOf, inView } from '../../../../web/features/map/in-view.ts'
import { texts } from '../../../../web/features/map/texts.ts'

const frame = {
  projection: 'EPSG:4326',
  center: projected('EPSG:4326', 10, 50),
  resolution: 0.1,
  size: [400, 200] as const,
  pixelRatio: 1
} as const

/** Two exact positions in view and one outside it, and a cell with four images in view. */
const points: MapPoints = {
  ...{ matchedCount: 9, placedCount: 7, pointCount: 3, depths: [null, null, null] },
  ...{ longitudes: [10, 11, 90].map(degrees => degrees * 1e7), latitudes: [50, 50, 50].map(degrees => degrees * 1e7) },
  cells: [{ decimalLongitude: 9.5, decimalLatitude: 50.5, sideInDegrees: 1, count: 4 }]
}
const shownWith = (change: Partial<MapPoints> | null) =>
  inView(frame, {
    points: change && { ...points, ...change },
    ...{ sites: [], footprints: [], tracks: [], annotations: null, observations: null }
  })

t.test('images in view are counted by their positions while all of them are loaded', async t => {
  t.equal(imageCountOf(shownWith({}), undefined), 2 + 4)
  t.equal(imageCountOf(shownWith({}), { inViewCount: 5, isUpdating: false }), 2 + 4, 'a box may be larger than the view')
  t.equal(imageCountOf(shownWith(null), undefined), 0)
})

t.test('a sample of the positions is never counted as all images in view', async t => {
  const sampled = shownWith({ pointCount: 45_000, placedCount: 45_004 })
  t.equal(imageCountOf(sampled, undefined), undefined)
  t.equal(imageCountOf(sampled, { inViewCount: 31_207, isUpdating: false }), 31_207)
  t.equal(imageCountOf(sampled, { inViewCount: 0, isUpdating: true }), undefined, 'places are still being derived')
})

t.test('the sentence about the view leaves out numbers that are unknown', async t => {
  t.equal(texts.inView(1, 2, 3, 4), '1 site, 2 images, 3 annotations and 4 observations in view')
  t.equal(texts.inView(1, undefined, 3, 0), '1 site and 3 annotations in view')
  t.equal(texts.inView(0, undefined, undefined, undefined), '0 sites in view')
})
