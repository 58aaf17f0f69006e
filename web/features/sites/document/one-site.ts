import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import type { SiteVersion } from './edits.ts'

/**
 * Fetches a site. Returns null for a deleted site, but not for a 404 from a proxy.
 * @throws ApiError for any other failure, after which the site may still exist
 */
export async function oneSite(siteId: string, signal?: AbortSignal): Promise<SiteVersion | null> {
  try {
    return { ...(await call('GET /sites/:siteId', { params: { siteId }, ...(signal && { signal }) })), removed: false }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
    throw error
  }
}
