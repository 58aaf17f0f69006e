import { type Static, Type } from 'typebox'
import { outlineClicks } from '../limits.ts'
import { Id, Nullable, Problem } from './common.ts'
import { contract } from './contract.ts'
import { Job } from './jobs.ts'
import { Polygon } from './shapes.ts'

const closed = { additionalProperties: false }
const Coordinate = Type.Number({ minimum: -1_000_000, maximum: 1_000_000 })

export type OutlinePrompt = Static<typeof OutlinePrompt>
/** Object to outline: a box around it, and clicks on it or beside it. Coordinates are in image pixels. */
export const OutlinePrompt = Type.Object(
  {
    box: Type.Object(
      {
        x: Coordinate,
        y: Coordinate,
        width: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }),
        height: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 })
      },
      closed
    ),
    clicks: Type.Array(
      Type.Object(
        { x: Coordinate, y: Coordinate, isObject: Type.Boolean({ description: 'false: this point is not of the object' }) },
        closed
      ),
      { maxItems: outlineClicks }
    )
  },
  closed
)

export type PromptedOutline = Static<typeof PromptedOutline>
export const PromptedOutline = Type.Object({
  outline: Nullable(Polygon, { description: 'in image pixels; null when the model finds no object there' })
})

/** Calls for outlines by the interactive pair of a project. */
export const imageOutlinesApi = {
  outline: contract({
    method: 'POST',
    url: '/media/:mediaId/ai/outline',
    summary: 'Outline an object of an image with the interactive pair of the project; 202 while a job encodes the image',
    example: { box: { x: 10, y: 10, width: 100, height: 80 }, clicks: [] },
    schema: {
      params: Type.Object({ mediaId: Id }),
      body: OutlinePrompt,
      response: { 200: PromptedOutline, 202: Job, 403: Problem, 404: Problem, 409: Problem, 422: Problem, 503: Problem }
    }
  })
}
