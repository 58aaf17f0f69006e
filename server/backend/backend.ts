import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify'
import { storageCodes } from '../../shared/error-codes/storage.ts'
import { codedError } from '../lib/coded-error.ts'
import { hearRefusals } from '../lib/early-refusals.ts'
import { newId } from '../lib/ids.ts'
import { readJsonBodies } from '../lib/json-bodies.ts'
import { problemHandler } from '../lib/problems.ts'
import { schemaCompilers } from '../lib/schema-compilers.ts'
import { contractSerializer } from '../lib/serializer.ts'
import type { BackendConfig } from './config.ts'
import { modules } from './modules.ts'
import { openServices } from './open-services.ts'
import { answerError } from './problems.ts'
import { hiddenAddresses } from './projects/hidden-addresses.ts'
import { pingDatabase } from './storage/database.ts'
import { startUpkeep } from './upkeep.ts'
import { viewerPlugin } from './viewer.ts'

const DatabaseDown = codedError(storageCodes.DATABASE_DOWN)

/** Job kinds of all modules, by name. */
const kinds = Object.assign({}, ...modules.map(({ jobs }) => jobs)) as NonNullable<(typeof modules)[number]['jobs']>

/** Builds the research backend: the services, then the modules that use them. The backend does not listen yet. @throws StartRefused */
export async function buildBackend(config: BackendConfig): Promise<FastifyInstance> {
  const app = emptyApp(config.logger)
  const { services, close } = await openServices(config, app.log, kinds)
  app.addHook('onClose', close)

  app.get('/ready', async () => {
    await pingDatabase(services.db).catch(cause => {
      throw new DatabaseDown({ cause })
    })
    return { ready: true }
  })
  await app.register(viewerPlugin, services)
  await app.register(hiddenAddresses, services)
  for (const { routes = [] } of modules) for (const plugin of routes) await app.register(plugin, { prefix: '/api', ...services })

  if (config.runJobs) {
    startUpkeep(
      app,
      services,
      modules.flatMap(({ upkeep = [] }) => upkeep)
    )
    await services.jobs.start(Object.fromEntries(Object.entries(kinds).map(([name, { work }]) => [name, work(services)])))
  }
  return app
}

function emptyApp(logger: FastifyBaseLogger): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: request => (request.headers['x-request-id'] as string | undefined) ?? newId(),
    trustProxy: true, // only the gateway can reach this server, and it forwards the client's address
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: problemHandler,
    schemaController: schemaCompilers(contractSerializer)
  })
  app.setErrorHandler<FastifyError>(answerError)
  hearRefusals(app)
  readJsonBodies(app)
  return app
}
