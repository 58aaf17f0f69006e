import type { Opportunity, OpportunityKind } from '../../../shared/contracts/opportunities.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    opportunity: OpportunityTable
    opportunity_save: OpportunitySaveTable
  }
}

export interface OpportunityTable {
  id: string
  author_id: string | null
  state: Opportunity['state']
  kind: OpportunityKind
  /** JSON of the fields without a column. */
  facts: string
  /** Title, summary, organization and place in lower case, for searching. */
  search_key: string
  /** Regions in lower case, enclosed by bars: `|north-east atlantic|baltic|`. */
  region_key: string
  career_key: string
  /** Earliest instant of the last deadline. */
  closes_at: string | null
  /** Sort key: the same instant, or a key after every instant without a deadline. */
  sort_key: string
  /** Latest instant of the last deadline; without a deadline, a key after every instant. */
  expires_at: string
  created_at: string
  modified_at: string
  revision: number
}

export interface OpportunitySaveTable {
  account_id: string
  opportunity_id: string
  saved_at: string
}
