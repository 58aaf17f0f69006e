import { useParams } from 'react-router-dom'
import { OpportunityPage } from '../../features/opportunities/opportunity-page.tsx'

/** Page of one opportunity. */
export function Component() {
  const { opportunityId = '' } = useParams()
  return <OpportunityPage key={opportunityId} opportunityId={opportunityId} />
}
