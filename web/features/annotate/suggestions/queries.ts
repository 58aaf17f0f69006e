import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { type Suggested, toSuggested } from './noun.ts'

/** Ids of images with so many suggestions that the server left out the least certain ones. */
const cut = new Set<string>()
export const isCut = (mediaId: string): boolean => cut.has(mediaId)

/** Fetches the waiting suggestions of an image. Members in a blind session get none. */
export async function suggestionsOfMedia(mediaId: string, signal?: AbortSignal): Promise<Suggested[]> {
  try {
    const { items, hasMore } = await call('GET /media/:mediaId/suggestions', { params: { mediaId }, signal })
    if (hasMore) cut.add(mediaId)
    else cut.delete(mediaId)
    return items.map(toSuggested)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'WORKING_BLIND') return []
    throw error
  }
}

/** Fetches a suggestion, even a decided one. Returns null if its run or label was deleted, and for members in a blind session. */
export async function oneSuggestion(suggestionId: string): Promise<Suggested | null> {
  try {
    return toSuggested(await call('GET /suggestions/:suggestionId', { params: { suggestionId } }))
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.code === 'WORKING_BLIND')) return null
    throw error
  }
}
