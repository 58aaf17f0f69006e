import t from 'tap'
import { type GeodesicPoint, geodesicArea, geodesicLength, geodesicLine } from '../../../shared/geometry/geodesic.ts'

const at = (latitude: number, longitude: number): GeodesicPoint => ({ latitude, longitude })
const corners = (west: number, south: number, east: number, north: number) => [
  at(south, west),
  at(south, east),
  at(north, east),
  at(north, west)
]

t.test('distances equal those on the ellipsoid, to a millimetre', async t => {
  const table = [
    [at(60.25, 4.5), at(60.3, 4.75), 14_913.594],
    [at(40, -30), at(41, -30), 111_044.261],
    [at(0, 0), at(0.5, 179.5), 19_936_288.579],
    [at(-20.28108, -174.79271), at(-20.28108, 174.79271), 1_087_727.443]
  ] as const
  for (const [from, to, meters] of table) t.equal(geodesicLine(from, to).meters.toFixed(3), meters.toFixed(3))
  const { initialBearing, finalBearing } = geodesicLine(at(60.25, 4.5), at(60.3, 4.75))
  t.same([initialBearing.toFixed(4), finalBearing.toFixed(4)], ['67.9573', '68.1744'])
  t.equal(geodesicLength([at(40, -30), at(41, -30), at(40, -30)]).toFixed(3), '222088.522')
})

t.test('areas equal those on the ellipsoid, even across 180° and the pole, in either direction', async t => {
  const { squareMeters, perimeterMeters } = geodesicArea(corners(4, 60, 5, 61))
  t.same([squareMeters.toFixed(0), perimeterMeters.toFixed(3)], ['6122943163', '332747.879'])
  t.equal(geodesicArea(corners(179.5, -17, -179.5, -16)).squareMeters.toFixed(0), '11815019730')
  t.equal(geodesicArea(corners(179.5, -17, -179.5, -16).reverse()).squareMeters.toFixed(0), '11815019730')
  const cap = [0, 90, 180, -90].map(longitude => at(-80, longitude))
  t.equal(geodesicArea(cap).squareMeters.toFixed(0), '2507270031170')
})
