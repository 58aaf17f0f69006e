import type { FastifyBaseLogger } from 'fastify'
import type { JobEnd } from '../lib/job-end.ts'
import type { RoomLimits } from '../lib/room-limits.ts'
import type { OnSetUp } from './accounts/set-up.ts'
import type { PicturePools } from './media/picture-pools.ts'
import type { OutsideUrls } from './scraper/outside-urls.ts'

export interface RegistrationPolicy {
  kind: 'open' | 'invite' | 'closed' | 'domain'
  /** Lower-case e-mail domains, with `domain`. */
  domains: string[]
}

export interface BackendConfig {
  dataDir: string
  databaseUrl: string | null
  /** At least 32 bytes; signs access tokens. */
  tokenKey: Buffer
  registration: RegistrationPolicy
  /** Absent: what a disk has, but for 1 GiB. */
  room?: RoomLimits
  /** Where people reach this server, for links in mails; null when unknown. */
  publicUrl: URL | null
  /** `smtp://…` or null: no mail is sent. */
  smtpUrl: string | null
  mailFrom: string
  version: string
  /** Whether nothing outside is fetched. Absent: it is fetched. */
  isOffline?: boolean
  /** Hosts of the operator's network that may be fetched, as `host:port`. Absent: none. */
  allowedHosts?: readonly string[]
  /** Whether this process works through the job queue. */
  runJobs: boolean
  logger: FastifyBaseLogger
  onSetUp?: OnSetUp
  onJobEnd?(end: JobEnd): void
  /** Another address of WoRMS's web service, for tests. */
  wormsUrl?: string
  /** Other addresses of further services, for tests. */
  outsideUrls?: OutsideUrls
  /** Processes that decode pictures, which whoever gives them ends. Absent: the backend starts and ends its own. */
  pictures?: PicturePools
}
