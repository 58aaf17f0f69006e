import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Problem } from '../../../shared/contracts/common.ts'
import { type Project, projectsApi } from '../../../shared/contracts/projects.ts'
import { oneAtATime } from '../../lib/one-at-a-time.ts'
import { projectRepository } from '../projects/repository.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import { type CallAs, exampleDraft, makeExample } from './make-example.ts'

export interface ExampleRoutes {
  db: Database
}

export const exampleRoutes: FastifyPluginAsyncTypebox<ExampleRoutes> = async (app, { db }) => {
  const projects = projectRepository(db)
  const perAccount = oneAtATime()

  const exampleOf = (accountId: string) =>
    db
      .selectFrom('project')
      .innerJoin('project_member', 'project_member.project_id', 'project.id')
      .select('project.id')
      .where('project.is_example', '=', 1)
      .where('project.deleted_at', 'is', null)
      .where('project_member.account_id', '=', accountId)
      .where('project_member.role', '=', 'owner')
      .executeTakeFirst()

  async function make(request: FastifyRequest, accountId: string): Promise<Project> {
    const call = callAs(app, request)
    const project = (await call({ method: 'POST', path: '/projects', body: exampleDraft })).json<Project>()
    try {
      await makeExample(call, project)
      await db.updateTable('project').set({ is_example: 1 }).where('id', '=', project.id).execute()
    } catch (error) {
      await call({ method: 'DELETE', path: `/projects/${project.id}` })
      throw error
    }
    return projects.get({ accountId, projectId: project.id })
  }

  app.route({
    ...projectsApi.openExample,
    handler: (request, reply) => {
      const { accountId } = viewerOf(request)
      return perAccount(accountId, async () => {
        const before = await exampleOf(accountId)
        if (before) return projects.get({ accountId, projectId: before.id })
        const made = await make(request, accountId)
        return reply.code(201).send(made)
      })
    }
  })
}

/** Error of one of the internal requests, passed on to the client unchanged. */
class Refused extends Error {
  readonly statusCode: number
  readonly code: string

  constructor({ status, code, detail }: Problem) {
    super(detail)
    this.statusCode = status
    this.code = code
  }
}

/** Creates a function that sends API requests on behalf of the account that sent a request. */
const callAs =
  (app: FastifyInstance, { id, headers }: FastifyRequest): CallAs =>
  async ({ method, path, headers: more, body }) => {
    const { authorization } = headers
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      headers: { 'x-request-id': id, ...(authorization && { authorization }), ...more },
      ...(body && { payload: body })
    })
    if (answer.statusCode >= 400) throw new Refused(answer.json<Problem>())
    return answer
  }
