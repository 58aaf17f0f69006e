import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import type { SiteVersion } from './edits.ts'

/** Fetches a site. Returns null for a deleted one; the 404 of a proxy is none. @throws ApiError for another failure, after which the site may still be there */
export async function oneSite(siteId: string): Promise<SiteVersion | null> {
  try {
    return { ...(await call('GET /sites/:siteId', { params: { siteId } })), removed: false }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
    throw error
  }
}
