import type { SuggestionEdit } from '../../../../shared/contracts/image-suggestions.ts'
import { call } from '../../../api/call.ts'
import type { EditResult, Sender } from '../../../sync/stored-edit.ts'
import { toSuggested } from './noun.ts'

/** HTTP statuses after which a retry cannot succeed. The decision is dropped: someone else has decided, or the person may not decide. */
const final = [403, 404, 409, 422]

export const sendSuggestionEdits: Sender = async (projectId, bodies) => {
  const edits = bodies as SuggestionEdit[]
  try {
    const { results } = await call('POST /projects/:projectId/suggestions/edits', { params: { projectId }, json: { edits } })
    return results.map(({ id, suggestion }): EditResult => ({ id, problem: null, answer: suggestion && toSuggested(suggestion) }))
  } catch (error) {
    if (!final.includes((error as { status?: number }).status ?? 0)) throw error
    return edits.map(({ id }) => ({ id, problem: null, answer: null }))
  }
}
