import type { Media } from '../../../../shared/contracts/media.ts'
import { call } from '../../../api/call.ts'
import type { EditResult, Sender } from '../../../sync/stored-edit.ts'

/** Change of the person's work state of an image. */
export interface WorkStateEdit {
  id: string
  mediaId: string
  state: Media['workState']
}

/** HTTP statuses after which a state can never be set: the image is gone, or the person may not set it. */
const final = [403, 404, 409, 422]

/** Sets work states, one after the other. Each answer is the resulting state, which may be ahead of the person's own; null for a refused one. */
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
