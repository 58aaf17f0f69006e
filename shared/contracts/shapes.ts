import { type Static, Type } from 'typebox'

/*
 * Regions of an image, in continuous pixel coordinates of the upright image. x points right and y down. 0 is the outer edge of the first
 * pixel, and `width` the outer edge of the last one. The centre of the first pixel is (0.5, 0.5). Angles are in degrees, clockwise on the
 * screen.
 */
const Coordinate = Type.Number({ minimum: -1_000_000, maximum: 1_000_000 })
const Length = Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 })
const Rotation = Type.Number({ minimum: -360, maximum: 360 })
const Vertex = Type.Tuple([Coordinate, Coordinate])
const mostVertices = 10_000

export type Point = Static<typeof Point>
export const Point = Type.Object({ kind: Type.Literal('point'), x: Coordinate, y: Coordinate }, { additionalProperties: false })

/** Axis-aligned box; `x`, `y` is its top-left corner. */
export type Box = Static<typeof Box>
export const Box = Type.Object(
  { kind: Type.Literal('box'), x: Coordinate, y: Coordinate, width: Length, height: Length },
  { additionalProperties: false }
)

/** Rotated box; `x`, `y` is its centre. */
export type RotatedBox = Static<typeof RotatedBox>
export const RotatedBox = Type.Object(
  { kind: Type.Literal('rotatedBox'), x: Coordinate, y: Coordinate, width: Length, height: Length, rotation: Rotation },
  { additionalProperties: false }
)

/** Circle; `x`, `y` is its centre. */
export type Circle = Static<typeof Circle>
export const Circle = Type.Object(
  { kind: Type.Literal('circle'), x: Coordinate, y: Coordinate, radius: Length },
  { additionalProperties: false }
)

/** Ellipse; `x`, `y` is its centre, and `radiusX` lies along the rotated x axis. */
export type Ellipse = Static<typeof Ellipse>
export const Ellipse = Type.Object(
  { kind: Type.Literal('ellipse'), x: Coordinate, y: Coordinate, radiusX: Length, radiusY: Length, rotation: Rotation },
  { additionalProperties: false }
)

export type Line = Static<typeof Line>
export const Line = Type.Object(
  { kind: Type.Literal('line'), points: Type.Array(Vertex, { minItems: 2, maxItems: mostVertices }) },
  { additionalProperties: false }
)

/**
 * Polygon with holes. Rings are not closed: the last vertex is joined to the first. A hole lies inside the outline and is subtracted from its
 * area.
 */
export type Polygon = Static<typeof Polygon>
export const Polygon = Type.Object(
  {
    kind: Type.Literal('polygon'),
    points: Type.Array(Vertex, { minItems: 3, maxItems: mostVertices }),
    holes: Type.Optional(Type.Array(Type.Array(Vertex, { minItems: 3, maxItems: mostVertices }), { maxItems: 100 }))
  },
  { additionalProperties: false }
)

export type Shape = Static<typeof Shape>
export const Shape = Type.Union([Point, Box, RotatedBox, Circle, Ellipse, Line, Polygon])
