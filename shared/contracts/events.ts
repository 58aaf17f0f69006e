import { type Static, Type } from 'typebox'
import { Id } from './common.ts'
import { contract } from './contract.ts'
import { Job } from './jobs.ts'

/** What the event stream tells: a job moved on, data of a noun changed and should be read again, or someone is on an image. */
export type ServerEvent = Static<typeof ServerEvent>
export const ServerEvent = Type.Union([
  Type.Object({ type: Type.Literal('job'), job: Job }),
  Type.Object({
    type: Type.Literal('changed'),
    noun: Type.String({ description: 'as `shared/nouns.ts` names it; `labels` for the taxonomy' }),
    projectId: Type.Union([Id, Type.Null()]),
    mediaId: Type.Optional(Id),
    labelId: Type.Optional(Id),
    by: Type.Optional({ ...Id, description: 'account whose edit it was, where that is known' })
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
    schema: {}
  })
}
