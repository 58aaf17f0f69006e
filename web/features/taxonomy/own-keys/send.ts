import { call } from '../../../api/call.ts'
import type { EditResult, Sender } from '../../../sync/stored-edit.ts'
import type { KeyEdit } from './labels-with-keys.ts'

/** HTTP statuses after which a retry cannot succeed: the label is gone, or the person may not see it. */
const final = [400, 403, 404, 409, 422]

/** Sends changes to own number keys one after another. An answer is the change that the server applied; null if refused. */
export const sendKeyEdits: Sender = async (_projectId, bodies) => {
  const results: EditResult[] = []
  for (const edit of bodies as KeyEdit[]) results.push({ id: edit.id, problem: null, answer: (await isApplied(edit)) ? edit : null })
  return results
}

async function isApplied({ labelId, key, unlessGiven }: KeyEdit): Promise<boolean> {
  try {
    await call('PUT /labels/:labelId/own-key', { params: { labelId }, json: { key, ...(unlessGiven && { unlessGiven }) } })
    return true
  } catch (error) {
    if (final.includes((error as { status?: number }).status ?? 0)) return false
    throw error
  }
}
