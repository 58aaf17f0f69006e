import type { BackendConfig } from '../config.ts'
import type { EventBus } from '../events/bus.ts'
import type { Fetcher } from '../fetcher/fetcher.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Readers } from '../reading/readers.ts'
import type { Database, DatabasePlace } from '../storage/database.ts'
import type { InTurn } from '../threads/people-in-turn.ts'

export interface TaxonomyServices {
  db: Database
  place: DatabasePlace
  access: ProjectAccess
  readers: Readers
  /** Queue that limits concurrent imports. In memory, a list and its plan take many times the size of the list. */
  inTurn: InTurn
  events: EventBus
  fetcher: Fetcher
  config: Pick<BackendConfig, 'version' | 'wormsUrl'>
}
