import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { type Suggested, toSuggested } from './noun.ts'

/** Images of which the server left out the least certain suggestions. */
const cut = new Set<string>()
export const isCut = (mediaId: string): boolean => cut.has(mediaId)

/** Waiting suggestions of an image; none for a member who works blind. */
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

/** One suggestion, even a decided one; null when its run or its label was deleted, and for a member who works blind. */
export async function oneSuggestion(suggestionId: string): Promise<Suggested | null> {
  try {
    return toSuggested(await call('GET /suggestions/:suggestionId', { params: { suggestionId } }))
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.code === 'WORKING_BLIND')) return null
    throw error
  }
}
