import { type Static, Type } from 'typebox'
import { AiRun } from './ai.ts'
import { Id, Problem } from './common.ts'
import { contract } from './contract.ts'

export type FailedImages = Static<typeof FailedImages>
/** Images that a run could not read, by reason. */
export const FailedImages = Type.Object({
  count: Type.Integer({ minimum: 0 }),
  reasons: Type.Array(
    Type.Object({
      code: Type.String({ description: '`TIME`, `MEMORY`, `ENDED`, `BLOB_MISSING`, or `UNREADABLE`' }),
      count: Type.Integer({ minimum: 1 }),
      fileNames: Type.Array(Type.String(), { maxItems: 3, description: 'some of the images' })
    }),
    { description: 'most frequent first' }
  )
})

const RunParams = Type.Object({ aiRunId: Id })

export const failedImagesApi = {
  list: contract({
    method: 'GET',
    url: '/ai/runs/:aiRunId/failed-images',
    summary: 'Images that a run could not read, by reason',
    schema: { params: RunParams, response: { 200: FailedImages, 403: Problem, 404: Problem, 409: Problem } }
  }),
  retry: contract({
    method: 'POST',
    url: '/ai/runs/:aiRunId/failed-images/retry',
    summary: 'Retry only the failed images of a finished run',
    audit: 'ai.retried',
    schema: { params: RunParams, response: { 202: AiRun, 403: Problem, 404: Problem, 409: Problem } }
  })
}
