import { unprojected } from '../../../../shared/geometry/map-projections.ts'
import { type ChartFrame, fromPixel } from './pixels.ts'

const radians = Math.PI / 180
const equatorRadius = 6_378_137
const flattening = 1 / 298.257_223_563
const eccentricity2 = flattening * (2 - flattening)

/** Returns the metres on the ground per pixel at the centre of a frame, measured horizontally on the screen. */
export function groundResolution(frame: ChartFrame): number {
  const { size, projection } = frame
  const at = (x: number) => fromCentre(...unprojected(projection, ...fromPixel(frame, x, size[1] / 2)))
  const [from, to] = [at(size[0] / 2 - 1), at(size[0] / 2 + 1)]
  return Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]) / 2
}

/** Returns a point on the WGS 84 ellipsoid, in metres from the centre of the earth. */
function fromCentre(longitude: number, latitude: number): [x: number, y: number, z: number] {
  const [sine, cosine] = [Math.sin(latitude * radians), Math.cos(latitude * radians)]
  const radius = equatorRadius / Math.sqrt(1 - eccentricity2 * sine ** 2)
  return [
    radius * cosine * Math.cos(longitude * radians),
    radius * cosine * Math.sin(longitude * radians),
    radius * (1 - eccentricity2) * sine
  ]
}
