import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { administrationApi } from '../../../shared/contracts/administration.ts'
import { debugLogFile } from '../../lib/debug-log-file.ts'
import { blindByProject, refuseBlind } from '../annotations/rounds/blind.ts'
import { NotEnded, NotRunning } from '../jobs/routes.ts'
import type { Services } from '../services.ts'
import { serverJobs } from './jobs.ts'
import { readLogTail } from './log-tail.ts'
import { openLinks } from './open-links.ts'
import { serverPeople } from './people.ts'
import { requireAdministrator } from './require-administrator.ts'
import { serverState } from './server-state.ts'
import { storageState } from './storage-state.ts'

type Options = Pick<Services, 'db' | 'dataDir' | 'config' | 'room' | 'jobs' | 'jobKinds'>

/**
 * Routes that show administrators the state of the server. The account is read on every request, so a demoted administrator is refused
 * immediately.
 */
// Long: all routes for one resource.
export const administrationRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, dataDir, config, room, jobs, jobKinds }) => {
  const found = serverJobs({ db, jobKinds })

  app.route({
    ...administrationApi.server,
    handler: async request => {
      requireAdministrator(request)
      return serverState(db, dataDir, config)
    }
  })

  app.route({
    ...administrationApi.people,
    handler: async request => {
      requireAdministrator(request)
      return serverPeople(db, request.query)
    }
  })

  app.route({
    ...administrationApi.invitations,
    handler: async request => {
      requireAdministrator(request)
      return openLinks(db, request.query)
    }
  })

  app.route({
    ...administrationApi.storage,
    handler: async request => {
      requireAdministrator(request)
      return storageState(db, dataDir, room, request.query)
    }
  })

  app.route({
    ...administrationApi.jobs,
    handler: async request => found.list(requireAdministrator(request), request.query)
  })

  app.route({
    ...administrationApi.cancelJob,
    handler: async request => {
      const job = await found.get(requireAdministrator(request, 'The job'), request.params.jobId)
      if (!(await jobs.cancel(job.id))) throw new NotRunning()
      return found.get(requireAdministrator(request), job.id)
    }
  })

  app.route({
    ...administrationApi.retryJob,
    handler: async request => {
      const job = await found.get(requireAdministrator(request, 'The job'), request.params.jobId)
      if (!(await jobs.retry(job.id))) throw new NotEnded()
      return found.get(requireAdministrator(request), job.id)
    }
  })

  app.route({
    ...administrationApi.log,
    handler: async request => {
      const { accountId } = requireAdministrator(request)
      // Log lines reveal when others work on an image.
      for (const blind of (await blindByProject(db, accountId)).values()) refuseBlind({ blind })
      return readLogTail(debugLogFile(dataDir), request.query)
    }
  })
}
