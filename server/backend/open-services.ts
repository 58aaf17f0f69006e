import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { defaultRoom } from '../lib/room-limits.ts'
import { accessTokens } from './accounts/access-tokens.ts'
import { identifyBearer } from './accounts/identify.ts'
import { needsProof } from './accounts/needs-proof.ts'
import { openSetUp } from './accounts/set-up.ts'
import { stillSignedIn } from './accounts/still-signed-in.ts'
import { decoderPools } from './ai/outlines/decoder-pools.ts'
import { defaultModels } from './ai/uploaded/model-policy.ts'
import type { BackendConfig } from './config.ts'
import { localEventBus } from './events/bus.ts'
import { postgresEventBus } from './events/bus-postgres.ts'
import { hostAndPort } from './fetcher/allowed-url.ts'
import { openFetcher } from './fetcher/fetcher.ts'
import type { JobKinds } from './jobs/kinds.ts'
import { tableQueue } from './jobs/queue-table.ts'
import { jobWatch } from './jobs/watch.ts'
import { filesWereNeverUsed } from './media/files-identity.ts'
import { picturePools } from './media/picture-pools.ts'
import { openStorage } from './open-storage.ts'
import { projectAccess } from './projects/access.ts'
import { openReaders } from './reading/readers.ts'
import type { Services } from './services.ts'
import { peopleInTurn } from './threads/people-in-turn.ts'

/** Maximum number of lists and tables read at the same time. Each may use 2 GiB of memory and one core. */
const filesAtOnce = 2

function fetcherOf({ isOffline = false, allowedHosts = [], wormsUrl, outsideUrls = {}, publicUrl, version }: BackendConfig) {
  const ofTests = [wormsUrl, ...Object.values(outsideUrls)].flatMap(url => (url ? hostAndPort(new URL(url)) : []))
  return openFetcher({
    isOffline,
    allowedHosts: [...allowedHosts, ...ofTests],
    userAgent: publicUrl ? `Isobath/${version} (+${publicUrl.origin})` : `Isobath/${version}`
  })
}

/** Opens the storage, the job queue and the other services that modules share. @param jobKinds job kinds of all modules @throws StartRefused */
export async function openServices(
  config: BackendConfig,
  log: FastifyBaseLogger,
  jobKinds: JobKinds
): Promise<{ services: Services; close(): Promise<void> }> {
  const { databaseUrl, dataDir } = config
  const { storage, blobs } = await openStorage(config)
  const { db } = storage
  const place = { databaseUrl, dataDir }
  const faultOf = (part: string) => (error: unknown) => log.error({ err: error }, `${part} failed`)
  const events = databaseUrl ? await postgresEventBus(databaseUrl, faultOf('event bus')) : localEventBus()
  const watch = jobWatch(log, config.onJobEnd ?? (() => {}))
  const queue = { db, events, kinds: jobKinds, onFault: faultOf('job queue'), watch }
  const jobs = databaseUrl ? await (await import('./jobs/queue-pgboss.ts')).pgBossQueue({ ...queue, databaseUrl }) : tableQueue(queue)
  const readers = openReaders(db, place)
  const pictures = config.pictures ?? picturePools()
  const decoders = decoderPools()
  const fetcher = fetcherOf(config)

  const heldNoFiles = await filesWereNeverUsed(db, blobs)
  const setUp = await openSetUp(db, { dataDir, heldNoFiles }, config.onSetUp ?? (() => {}))
  const tokens = accessTokens(config.tokenKey)
  const identify = identifyBearer(db, tokens, needsProof(config))
  if (config.registration.kind === 'domain' && !needsProof(config))
    log.warn('REGISTRATION is domain, but SMTP_URL is not set: e-mail addresses are not verified')

  return {
    services: {
      ...{ config, log, db, place, dataDir, blobs, events, fetcher, jobs, jobKinds, readers, pictures, decoders, identify, setUp },
      patchFolder: join(dataDir, 'cache', 'patches'),
      room: config.room ?? defaultRoom,
      models: config.models ?? defaultModels,
      access: projectAccess(db),
      inTurn: peopleInTurn(filesAtOnce),
      accessTokens: tokens,
      stillSignedIn: stillSignedIn(db, identify)
    },
    async close() {
      await jobs.stop()
      await fetcher.close()
      await readers.close()
      if (!config.pictures) await pictures.close()
      await decoders.close()
      await events.close()
      await storage.close()
    }
  }
}
