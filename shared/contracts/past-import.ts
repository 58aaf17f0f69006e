import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from './common.ts'

const Count = Type.Integer({ minimum: 0 })

export type PastImport = Static<typeof PastImport>
/** Import that can be undone for 30 days. */
export const PastImport = Type.Object({
  id: Id,
  projectId: Id,
  fileName: Type.String(),
  count: Count,
  at: Timestamp,
  by: Nullable(Type.String(), { description: 'null: the person has no name, or is a former member' }),
  isFormerMember: Type.Boolean({ description: 'the account of the person was deleted' }),
  undone: Nullable(
    Type.Object({
      at: Timestamp,
      removedCount: Count,
      keptCount: Type.Integer({ minimum: 0, description: 'number of entries that stay because they were edited or are in use' })
    })
  )
})
