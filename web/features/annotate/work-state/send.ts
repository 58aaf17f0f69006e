import type { Media } from '../../../../shared/contracts/media.ts'
import { call } from '../../../api/call.ts'
import type { EditResult, Sender } from '../../../sync/stored-edit.ts'

/** Change to the work state of an image. */
export interface WorkStateEdit {
  id: string
  mediaId: string
  state: Media['workState']
}

/** HTTP statuses after which a retry cannot succeed: the image is gone, or the person may not set its state. */
const final = [403, 404, 409, 422]

/** Sets work states one after another. An answer is the resulting state, which can be further along than the one sent; null if refused. */
export const sendWorkStates: Sender = async (_projectId, bodies) => {
  const results: EditResult[] = []
  for (const { id, mediaId, state } of bodies as WorkStateEdit[])
    results.push({ id, problem: null, answer: await resultOf(mediaId, state) })
  return results
}

async function resultOf(mediaId: string, state: Media['workState']): Promise<Media['workState'] | null> {
  try {
    return (await call('PUT /media/:mediaId/work-state', { params: { mediaId }, json: { state } })).state
  } catch (error) {
    if (final.includes((error as { status?: number }).status ?? 0)) return null
    throw error
  }
}
