import t from 'tap'
import { wholeProject } from '../../../../web/features/map/whole-project.ts'

const size: [number, number] = [1000, 500]
const data = { points: null, sites: [], footprints: [], tracks: [], annotations: null, observations: null }
const shown = (west: number, east: number) => wholeProject({ data, observed: { west, south: -10, east, north: 10 } }, size, null)

t.test('observations alone determine the view, across 180° and around most of the earth', async t => {
  const over180 = shown(178, 184)
  t.ok(Math.abs(Math.abs(over180.longitude) - 179) < 0.1, 'the middle between 178° E and 176° W')
  t.ok(over180.zoom > 4)
  const wide = shown(-170, 170)
  t.ok(Math.abs(wide.longitude) < 0.1, 'not the short way over 180°')
  t.ok(wide.zoom < 2.5)
  const one = wholeProject({ data, observed: { west: 20, south: 10, east: 20, north: 10 } }, size, null)
  t.match([one.longitude, one.latitude].map(Math.round), [20, 10])
})

t.test('a project without any place shows the whole earth', async t => {
  t.ok(wholeProject({ data, observed: null }, size, null).zoom < 2.5)
})
