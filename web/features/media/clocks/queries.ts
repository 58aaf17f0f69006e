import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ClockAnswer, ClockAnswered } from '../../../../shared/contracts/camera-clocks.ts'
import { call } from '../../../api/call.ts'
import { mediaKeys, refreshLists } from '../../../imagery/images.ts'
import { refreshProject } from '../queries.ts'

/** Returns the query for images whose camera time has no zone and no clock setting yet. */
export const unansweredClocks = (projectId: string) =>
  queryOptions({
    queryKey: ['camera-clocks', projectId],
    queryFn: ({ signal }) => call('GET /projects/:projectId/camera-clocks', { params: { projectId }, signal })
  })

export async function answerClock(client: QueryClient, projectId: string, json: ClockAnswer): Promise<ClockAnswered> {
  try {
    return await call('POST /projects/:projectId/camera-clocks/answers', { params: { projectId }, json })
  } finally {
    await Promise.all([refreshLists(client, projectId).catch(() => {}), client.invalidateQueries({ queryKey: mediaKeys.items })])
    await client.invalidateQueries({ queryKey: unansweredClocks(projectId).queryKey }) // the dialog goes on with what is left
    void refreshProject(client, projectId)
  }
}
