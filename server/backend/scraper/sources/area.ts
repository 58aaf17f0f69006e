import { Type } from 'typebox'

export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** Bounding box in degrees, for the query of a source. West is greater than east when the box crosses 180°. */
export const Area = Type.Object(
  {
    west: Type.Number({ minimum: -180, maximum: 180 }),
    south: Type.Number({ minimum: -90, maximum: 90 }),
    east: Type.Number({ minimum: -180, maximum: 180 }),
    north: Type.Number({ minimum: -90, maximum: 90 })
  },
  { additionalProperties: false, title: 'Area', format: 'box' }
)

export const boxOf = (query: Record<string, unknown>): Box | null => (query.area as Box | undefined) ?? null

/** Converts a box to well-known text: longitude first, exterior ring counter-clockwise, split at 180°. A half without width is left out. */
export function wktOf({ west, south, east, north }: Box): string {
  const ring = (from: number, to: number) => `((${from} ${south},${to} ${south},${to} ${north},${from} ${north},${from} ${south}))`
  if (west <= east) return `POLYGON${ring(west, east)}`
  if (west === 180) return `POLYGON${ring(-180, east)}`
  return east === -180 ? `POLYGON${ring(west, 180)}` : `MULTIPOLYGON(${ring(west, 180)},${ring(-180, east)})`
}

export function boxFault(query: Record<string, unknown>): { path: string; message: string } | null {
  const box = boxOf(query)
  if (!box) return null
  if (box.south >= box.north) return { path: '/query/area/north', message: 'must be north of the southern edge' }
  // Both edges on 180° enclose nothing, and −180° to 180° is the whole world.
  if (box.west === box.east || (box.west === 180 && box.east === -180))
    return { path: '/query/area/east', message: 'must differ from the western edge' }
  return null
}

export const isInBox = ({ west, south, east, north }: Box, latitude: number, longitude: number): boolean =>
  latitude >= south && latitude <= north && (west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east)

const degrees = (value: number, positive: string, negative: string) => `${Math.abs(value)}° ${value < 0 ? negative : positive}`

export const boxWords = ({ west, south, east, north }: Box): string =>
  `between ${degrees(south, 'N', 'S')} and ${degrees(north, 'N', 'S')}, ${degrees(west, 'E', 'W')} and ${degrees(east, 'E', 'W')}`
