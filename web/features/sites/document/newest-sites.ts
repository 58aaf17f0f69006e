import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { sitesOf } from '../queries.ts'

/** Time in milliseconds after which a slow answer no longer delays the first edit. */
const withinMs = 3000

/**
 * Refetches the sites of a project, so that the first edits are based on their newest revisions. If the network is slow or missing, the known
 * sites stay, and the edits wait.
 */
export async function readNewestSites(client: QueryClient, projectId: string): Promise<void> {
  const { queryKey } = sitesOf(projectId)
  try {
    // not as a query, because a query that is paused without a network would never end
    const sites = await call('GET /projects/:projectId/sites', { params: { projectId }, signal: AbortSignal.timeout(withinMs) })
    await client.cancelQueries({ queryKey, exact: true }) // a pending request may return the earlier state
    client.setQueryData(queryKey, sites)
  } catch {
    // the screen reads the sites by itself
  }
}
