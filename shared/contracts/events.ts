import { type Static, Type } from 'typebox'
import { repeatedSeconds } from '../limits.ts'
import { Id } from './common.ts'
import { contract } from './contract.ts'
import { Job } from './jobs.ts'

/** Event of the stream: progress of a job, a change to a noun's data, or the presence of a person on an image. */
export type ServerEvent = Static<typeof ServerEvent>
export const ServerEvent = Type.Union([
  Type.Object({ type: Type.Literal('job'), job: Job }),
  Type.Object({
    type: Type.Literal('changed'),
    noun: Type.String({ description: 'noun of `shared/nouns.ts`; `labels` for the taxonomy' }),
    projectId: Type.Union([Id, Type.Null()]),
    mediaId: Type.Optional(Id),
    labelId: Type.Optional(Id),
    by: Type.Optional({ ...Id, description: 'account that made the edit, if known' }),
    to: Type.Optional({ ...Id, description: 'account that alone gets the event; absent for everyone who may see the project' })
  }),
  Type.Object({
    type: Type.Literal('presence'),
    projectId: Id,
    mediaId: Id,
    person: Type.Object({ id: Id, name: Type.String() }),
    here: Type.Boolean()
  })
])

export const eventsApi = {
  stream: contract({
    method: 'GET',
    url: '/events',
    summary: 'Server-sent events of the projects that the user may see; data is a ServerEvent',
    answer: 'stream',
    schema: {
      querystring: Type.Object(
        {
          recentSeconds: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: repeatedSeconds,
              description: 'number of past seconds whose changes are replayed first, such as the time since the page read its data'
            })
          )
        },
        { additionalProperties: false }
      )
    }
  })
}
