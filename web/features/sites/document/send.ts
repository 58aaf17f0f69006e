import type { SiteOperation } from '../../../../shared/contracts/sites.ts'
import { call } from '../../../api/call.ts'
import type { Sender } from '../../../sync/stored-edit.ts'
import type { StoredOperation } from './edits.ts'
import { resultOf } from './result-of.ts'

export const sendSiteEdits: Sender = async (projectId, bodies) => {
  const stored = bodies as StoredOperation[]
  const operations = stored.map(({ was: _was, ...operation }) => operation as SiteOperation)
  const { results } = await call('POST /projects/:projectId/sites/operations', { params: { projectId }, json: { operations } })
  const byId = new Map(stored.map(operation => [operation.id, operation]))
  return results.map(result => resultOf(result, byId.get(result.id)))
}
