import type { QueryClient } from '@tanstack/react-query'
import { sitesOf } from '../queries.ts'

/**
 * Reads the sites of a project anew, so that the first edits are based on their newest revisions. Without a network, the known sites stay, and the edits
 * wait.
 */
export async function readNewestSites(client: QueryClient, projectId: string): Promise<void> {
  await client.fetchQuery({ ...sitesOf(projectId), staleTime: 0, retry: false, networkMode: 'always' }).catch(() => {})
}
