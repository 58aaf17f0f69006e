import type { FastifyBaseLogger } from 'fastify'
import type { RoomLimits } from '../lib/room-limits.ts'
import type { AccessTokens } from './accounts/access-tokens.ts'
import type { SetUp } from './accounts/set-up.ts'
import type { StillSignedIn } from './accounts/still-signed-in.ts'
import type { DecoderPools } from './ai/outlines/decoder-pools.ts'
import type { ModelPolicy } from './ai/uploaded/model-policy.ts'
import type { BackendConfig } from './config.ts'
import type { EventBus } from './events/bus.ts'
import type { Fetcher } from './fetcher/fetcher.ts'
import type { JobKinds } from './jobs/kinds.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { PicturePools } from './media/picture-pools.ts'
import type { ProjectAccess } from './projects/access.ts'
import type { Readers } from './reading/readers.ts'
import type { Blobs } from './storage/blobs.ts'
import type { Database, DatabasePlace } from './storage/database.ts'
import type { InTurn } from './threads/people-in-turn.ts'
import type { IdentifyBearer } from './viewer.ts'

/** Services that modules are built from. Each part of a module declares the services that it uses. */
export interface Services {
  config: BackendConfig
  log: FastifyBaseLogger
  db: Database
  /** Location of the database, for threads that open their own connection. */
  place: DatabasePlace
  dataDir: string
  blobs: Blobs
  /** Folder for annotation crops, which can be regenerated at any time. */
  patchFolder: string
  room: RoomLimits
  models: ModelPolicy
  access: ProjectAccess
  events: EventBus
  /** Client for all requests to the internet. No other code makes such requests. */
  fetcher: Fetcher
  jobs: JobQueue
  jobKinds: JobKinds
  readers: Readers
  pictures: PicturePools
  /** Processes that outline what people click. */
  decoders: DecoderPools
  inTurn: InTurn
  accessTokens: AccessTokens
  identify: IdentifyBearer
  stillSignedIn: StillSignedIn
  setUp: SetUp
}
