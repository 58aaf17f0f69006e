import type { FastifyBaseLogger } from 'fastify'
import type { JobEnd } from '../lib/job-end.ts'
import type { RoomLimits } from '../lib/room-limits.ts'
import type { OnSetUp } from './accounts/set-up.ts'
import type { PicturePools } from './media/picture-pools.ts'
import type { OutsideUrls } from './scraper/outside-urls.ts'

export interface RegistrationPolicy {
  kind: 'open' | 'invite' | 'closed' | 'domain'
  /** Lower-case e-mail domains; only with `domain`. */
  domains: string[]
}

export interface BackendConfig {
  dataDir: string
  databaseUrl: string | null
  /** At least 32 bytes; signs access tokens. */
  tokenKey: Buffer
  registration: RegistrationPolicy
  /** Absent: all of the disk except 1 GiB. */
  room?: RoomLimits
  /** Public address of this server, for links in mails; null when unknown. */
  publicUrl: URL | null
  /** `smtp://…`; null to send no mail. */
  smtpUrl: string | null
  mailFrom: string
  version: string
  /** True when nothing may be fetched from outside. Absent: false. */
  isOffline?: boolean
  /** Hosts of the operator's network that may be fetched, as `host:port`. Absent: none. */
  allowedHosts?: readonly string[]
  /** True when this process runs jobs. */
  runJobs: boolean
  logger: FastifyBaseLogger
  onSetUp?: OnSetUp
  onJobEnd?(end: JobEnd): void
  /** Another address of WoRMS's web service, for tests. */
  wormsUrl?: string
  /** Other addresses of further services, for tests. */
  outsideUrls?: OutsideUrls
  /** Processes that decode pictures; the caller ends them. Absent: the backend starts and ends its own. */
  pictures?: PicturePools
}
