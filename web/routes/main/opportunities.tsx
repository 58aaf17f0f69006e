import { useUser } from '../../api/session-context.ts'
import { OpportunityList } from '../../features/opportunities/opportunity-list.tsx'

/** List of the calls, berths, grants and jobs on this server. */
export function Component() {
  return <OpportunityList isModerator={useUser().administrator} />
}
