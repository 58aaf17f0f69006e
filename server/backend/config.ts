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
  /** Storage limits for images. When absent, images may fill the disk up to the last 1 GiB. */
  room?: RoomLimits
  /** Policy for models that teams upload. When absent, only administrators may upload them, up to 1 GiB each. */
  models?: ModelPolicy
  /** Public address of this server, for links in e-mails; null if unknown. */
  publicUrl: URL | null
  /** Mail server, `smtp://…`; null disables e-mail. */
  smtpUrl: string | null
  mailFrom: string
  version: string
  /** Whether requests to other servers are forbidden; false when absent. */
  isOffline?: boolean
  /** Hosts in the operator's network that the server may fetch from, as `host:port`; none when absent. */
  allowedHosts?: readonly string[]
  /** Whether this process runs background jobs. */
  runJobs: boolean
  logger: FastifyBaseLogger
  onSetUp?: OnSetUp
  onJobEnd?(end: JobEnd): void
  /** Address that replaces the WoRMS web service in tests. */
  wormsUrl?: string
  /** Addresses that replace other external services in tests. */
  outsideUrls?: OutsideUrls
  /** Pause that replaces the usual one while a service prepares data, in tests. In milliseconds. */
  outsidePauseMs?: number
  /** Process pools that decode pictures. The caller closes them. When absent, the backend creates and closes its own. */
  pictures?: PicturePools
}
