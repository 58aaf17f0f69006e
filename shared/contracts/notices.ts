import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from './common.ts'
import { contract } from './contract.ts'

export type Notice = Static<typeof Notice>
export const Notice = Type.Object({
  id: Id,
  kind: Type.Enum(['activity', 'reminder', 'hint']),
  text: Type.String(),
  projectId: Nullable(Id),
  path: Nullable(Type.String({ description: 'path in the app that it links to' })),
  time: Nullable(Timestamp)
})

export const noticesApi = {
  list: contract({
    method: 'GET',
    url: '/notices',
    summary: 'The three newest notices of the user: reminders and mentions of the last week first, followed by hints for getting started',
    schema: { response: { 200: Type.Object({ notices: Type.Array(Notice, { minItems: 3, maxItems: 3 }) }) } }
  })
}
