import { join } from 'node:path'
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify'
import { codedError } from '../lib/coded-error.ts'
import { hearRefusals } from '../lib/early-refusals.ts'
import { newId } from '../lib/ids.ts'
import type { JobEnd } from '../lib/job-end.ts'
import { readJsonBodies } from '../lib/json-bodies.ts'
import { problemHandler } from '../lib/problems.ts'
import { defaultRoom, type RoomLimits } from '../lib/room-limits.ts'
import { schemaCompilers } from '../lib/schema-compilers.ts'
import { contractSerializer } from '../lib/serializer.ts'
import { accessTokens } from './accounts/access-tokens.ts'
import { accountsModule } from './accounts/accounts.ts'
import { identifyBearer } from './accounts/identify.ts'
import { type OnSetUp, openSetUp } from './accounts/set-up.ts'
import { stillSignedIn } from './accounts/still-signed-in.ts'
import { commentRoutes } from './annotations/comment-routes.ts'
import { reviewJobs } from './annotations/review/jobs.ts'
import { reviewRoutes } from './annotations/review/routes.ts'
import { annotationRoutes } from './annotations/routes.ts'
import { sampleRoutes } from './annotations/sample-routes.ts'
import { sampleJobs } from './annotations/samples-of-many.ts'
import { agreementJobs } from './annotations/sessions/compute.ts'
import { sessionEnds } from './annotations/sessions/grouping.ts'
import { sessionRoutes } from './annotations/sessions/routes.ts'
import { attributeFieldRoutes } from './attribute-fields/routes.ts'
import { localEventBus } from './events/bus.ts'
import { postgresEventBus } from './events/bus-postgres.ts'
import { eventRoutes } from './events/routes.ts'
import { exampleRoutes } from './example/routes.ts'
import { exchangeJobs, exchangeModule } from './exchange/exchange.ts'
import { generalisationRoutes } from './generalisations/routes.ts'
import { tableQueue } from './jobs/queue-table.ts'
import { jobRoutes } from './jobs/routes.ts'
import { jobWatch } from './jobs/watch.ts'
import { filesWereNeverUsed } from './media/files-identity.ts'
import { mediaJobs, mediaModule } from './media/media.ts'
import { type PicturePools, picturePools } from './media/picture-pools.ts'
import { navigationJobs } from './navigation/jobs.ts'
import { navigationRoutes } from './navigation/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { openStorage } from './open-storage.ts'
import { answerError } from './problems.ts'
import { projectAccess } from './projects/access.ts'
import { activityRepository } from './projects/activity.ts'
import { activityRoutes } from './projects/activity-routes.ts'
import { invitationRoutes } from './projects/invitation-routes.ts'
import { invitationRepository } from './projects/invitations.ts'
import { memberRoutes } from './projects/member-routes.ts'
import { memberRepository } from './projects/members.ts'
import { overviewRepository } from './projects/overview.ts'
import { projectRepository } from './projects/repository.ts'
import { projectRoutes } from './projects/routes.ts'
import { publicationRoutes } from './publication/routes.ts'
import { openReaders } from './reading/readers.ts'
import { resultsRoutes } from './results/routes.ts'
import { scaleRoutes } from './scale/routes.ts'
import { serverRoutes } from './server/routes.ts'
import { siteRoutes } from './sites/routes.ts'
import { pingDatabase } from './storage/database.ts'
import { taxonomyRoutes } from './taxonomy/routes.ts'
import { peopleInTurn } from './threads/people-in-turn.ts'
import { upkeep } from './upkeep.ts'
import { viewerPlugin } from './viewer.ts'

const DatabaseDown = codedError('DATABASE_DOWN')

/** Lists and tables that are read at once: each of them may take 2 GiB of memory, and one core. */
const filesAtOnce = 2

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
  /** Whether this process works through the job queue. */
  runJobs: boolean
  logger: FastifyBaseLogger
  onSetUp?: OnSetUp
  onJobEnd?(end: JobEnd): void
  /** Another address of WoRMS's web service, for tests. */
  wormsUrl?: string
  /** Processes that decode pictures, which whoever gives them ends. Absent: the backend starts and ends its own. */
  pictures?: PicturePools
}

/** Who registers by the domain of an address has to prove it where mail can be sent. */
const needsProof = ({ registration, smtpUrl, publicUrl }: BackendConfig) =>
  registration.kind === 'domain' && smtpUrl !== null && publicUrl !== null

/** The research backend: storage, then repositories, then one module per noun. Does not listen yet. @throws StartRefused */
export async function buildBackend(config: BackendConfig): Promise<FastifyInstance> {
  const { storage, blobs } = await openStorage(config)
  const { db } = storage

  const app = Fastify({
    loggerInstance: config.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: request => (request.headers['x-request-id'] as string | undefined) ?? newId(),
    trustProxy: true, // only the gateway reaches this server, and it says who asked
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: problemHandler,
    schemaController: schemaCompilers(contractSerializer)
  })
  app.setErrorHandler<FastifyError>(answerError)
  hearRefusals(app)
  readJsonBodies(app)
  const { databaseUrl, dataDir } = config
  const place = { databaseUrl, dataDir }
  const inTurn = peopleInTurn(filesAtOnce)
  const faultOf = (part: string) => (error: unknown) => app.log.error({ err: error }, `${part} failed`)
  const events = databaseUrl ? await postgresEventBus(databaseUrl, faultOf('event bus')) : localEventBus()
  const queue = { db, events, onFault: faultOf('job queue'), watch: jobWatch(app.log, config.onJobEnd ?? (() => {})) }
  const jobs = databaseUrl ? await (await import('./jobs/queue-pgboss.ts')).pgBossQueue({ ...queue, databaseUrl }) : tableQueue(queue)
  const patchFolder = join(dataDir, 'cache', 'patches')
  const readers = openReaders(db, place)
  const pictures = config.pictures ?? picturePools()
  app.addHook('onClose', async () => {
    await jobs.stop()
    await readers.close()
    if (!config.pictures) await pictures.close()
    await events.close()
    await storage.close()
  })

  app.get('/ready', async () => {
    await pingDatabase(db).catch(cause => {
      throw new DatabaseDown({ cause })
    })
    return { ready: true }
  })

  const heldNoFiles = await filesWereNeverUsed(db, blobs)
  const setUp = await openSetUp(db, { dataDir, heldNoFiles }, config.onSetUp ?? (() => {}))
  const tokens = accessTokens(config.tokenKey)
  const identify = identifyBearer(db, tokens, needsProof(config))
  const access = projectAccess(db)
  const members = memberRepository(db)
  const invitations = invitationRepository(db)
  const activity = activityRepository(db)

  if (config.registration.kind === 'domain' && !needsProof(config))
    app.log.warn('REGISTRATION is domain without SMTP_URL: nobody has to prove that an address is theirs')

  await app.register(viewerPlugin, { identify })
  const api = { prefix: '/api' }
  await app.register(serverRoutes, { ...api, ...config, setUp })
  await app.register(accountsModule, {
    ...api,
    db,
    config,
    accessTokens: tokens,
    setUp,
    invitations,
    events,
    mayKnow: members.mayKnow,
    pictures
  })
  const projects = projectRepository(db)
  await app.register(projectRoutes, { ...api, access, projects, overview: overviewRepository(db), events })
  await app.register(exampleRoutes, { ...api, db, projects })
  await app.register(memberRoutes, { ...api, access, members, events })
  await app.register(invitationRoutes, { ...api, db, access, invitations, events })
  await app.register(activityRoutes, { ...api, access, activity })
  await app.register(noticeRoutes, { ...api, newestActivity: async (id, limit) => (await activity.ofMember(id, { limit })).items })
  await app.register(mediaModule, { ...api, db, place, inTurn, room: config.room ?? defaultRoom, access, blobs, jobs, events, pictures })
  await app.register(taxonomyRoutes, {
    ...api,
    db,
    place,
    inTurn,
    access,
    readers,
    events,
    version: config.version,
    wormsUrl: config.wormsUrl
  })
  await app.register(annotationRoutes, { ...api, db, access, events })
  await app.register(sampleRoutes, { ...api, db, access, jobs, events })
  await app.register(attributeFieldRoutes, { ...api, db, access, events })
  await app.register(commentRoutes, { ...api, db, access, events })
  await app.register(reviewRoutes, { ...api, db, access, readers, blobs, jobs, events, patchFolder, pictures })
  await app.register(sessionRoutes, { ...api, db, access, jobs, events })
  await app.register(siteRoutes, { ...api, db, access, events })
  await app.register(navigationRoutes, { ...api, db, dataDir, access, readers, jobs, events })
  await app.register(scaleRoutes, { ...api, db, access, events })
  await app.register(resultsRoutes, { ...api, access, readers })
  await app.register(publicationRoutes, { ...api, db, access, readers, events })
  await app.register(generalisationRoutes, { ...api, db, access, events })
  await app.register(exchangeModule, { ...api, db, dataDir, access, jobs, events })
  await app.register(jobRoutes, { ...api, jobs, access })
  await app.register(eventRoutes, { ...api, db, events, access, stillSignedIn: stillSignedIn(db, identify) })
  if (config.runJobs) {
    await app.register(upkeep, { db, blobs, dataDir, patchFolder })
    await app.register(sessionEnds, { db, jobs, events })
  }
  const pictureJobs = { ...mediaJobs({ db, blobs, events, pictures }), ...reviewJobs({ db, blobs, events, patchFolder, pictures }) }
  if (config.runJobs)
    await jobs.start({
      ...pictureJobs,
      ...sampleJobs({ db, events }),
      ...agreementJobs({ db, events }),
      ...navigationJobs({ db, events, dataDir }),
      ...exchangeJobs({ ...config, db, jobs, events })
    })
  return app
}
