import type { FastifyBaseLogger } from 'fastify'
import type { JobEnd } from '../lib/job-end.ts'
import type { RoomLimits } from '../lib/room-limits.ts'
import type { OnSetUp } from './accounts/set-up.ts'
import type { ModelPolicy } from './ai/uploaded/model-policy.ts'
import type { PicturePools } from './media/picture-pools.ts'
import type { OutsideUrls } from './scraper/outside-urls.ts'

export interface RegistrationPolicy {
  kind: 'open' | 'invite' | 'closed' | 'domain'
  /** Allowed e-mail domains in lower case; empty unless the policy is `domain`. */
  domains: string[]
}

export interface BackendConfig {
  dataDir: string
  databaseUrl: string | null
  /** Key of at least 32 bytes that signs access tokens. */
  tokenKey: Buffer
  registration: RegistrationPolicy
  /** Limits on the storage for images. When absent, images may use all of the disk except 1 GiB. */
  room?: RoomLimits
  /** Models that teams bring. When absent, administrators add models of up to 1 GiB. */
  models?: ModelPolicy
  /** Public address of this server, for links in e-mails; null when unknown. */
  publicUrl: URL | null
  /** Mail server, `smtp://…`; null to send no e-mail. */
  smtpUrl: string | null
  mailFrom: string
  version: string
  /** Whether fetching from other servers is forbidden; false when absent. */
  isOffline?: boolean
  /** Hosts in the operator's network from which the server may fetch, as `host:port`; none when absent. */
  allowedHosts?: readonly string[]
  /** Whether this process runs jobs. */
  runJobs: boolean
  logger: FastifyBaseLogger
  onSetUp?: OnSetUp
  onJobEnd?(end: JobEnd): void
  /** Replacement address of the WoRMS web service, for tests. */
  wormsUrl?: string
  /** Replacement addresses of further services, for tests. */
  outsideUrls?: OutsideUrls
  /** Processes that decode pictures, ended by the caller. When absent, the backend starts and ends its own. */
  pictures?: PicturePools
}
