import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { acceptanceAuditsApi } from '../../../shared/contracts/acceptance-audits.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { NotFound } from '../../lib/errors.ts'
import { patchMaker } from '../annotations/review/patches.ts'
import { refuseBlind } from '../annotations/rounds/blind.ts'
import { prepare } from '../media/file-answer.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { FullSight, Scope } from '../projects/scope.ts'
import { projectOfAcceptance } from './acceptances.ts'
import { answerItem, differencePage, differenceWith, openItems, placeOfItem, relabelDifference, withdrawAnswer } from './audit-items.ts'
import { auditsOf, endAudit } from './audits.ts'
import { auditReport } from './remaining-errors.ts'
import type { AiRoutes } from './routes.ts'
import { suggestionRepository } from './suggestion-pages.ts'

type AuditRoutes = Pick<AiRoutes, 'db' | 'access' | 'events' | 'blobs' | 'patchFolder' | 'pictures'>

/** Routes for the blind audits of bulk acceptances. They refuse members of a running blind session. */
// Long: the routes of one resource.
export const auditRoutes: FastifyPluginAsyncTypebox<AuditRoutes> = async (app, { db, access, events, blobs, patchFolder, pictures }) => {
  const patches = patchMaker({ folder: patchFolder, blobs, pool: pictures.patches })
  const suggestions = suggestionRepository(db)
  const editProject = projectEdits(db, events)

  async function opened(request: FastifyRequest, projectId: string, atLeast: Role, noun: string): Promise<Scope & FullSight> {
    const scope = await access.open(request, projectId, atLeast, noun)
    refuseBlind(scope)
    return scope
  }

  async function openedAcceptance(request: FastifyRequest<{ Params: { bulkAcceptanceId: string } }>, atLeast: Role) {
    const id = request.params.bulkAcceptanceId
    const projectId = await projectOfAcceptance(db, id)
    return { scope: await opened(request, projectId, atLeast, 'The bulk acceptance'), id }
  }

  async function openedItem(request: FastifyRequest<{ Params: { auditItemId: string } }>, atLeast: Role) {
    const id = request.params.auditItemId
    const place = await placeOfItem(db, id)
    return { ...place, scope: await opened(request, place.projectId, atLeast, 'The crop'), id }
  }

  app.route({
    ...acceptanceAuditsApi.get,
    handler: async request => {
      const { scope, id } = await openedAcceptance(request, 'viewer')
      return auditReport(db, scope, id)
    }
  })

  app.route({
    ...acceptanceAuditsApi.items,
    handler: async request => {
      const { scope, id } = await openedAcceptance(request, 'editor')
      return { items: await openItems(db, id, scope.accountId) }
    }
  })

  app.route({
    ...acceptanceAuditsApi.end,
    handler: async request => {
      const { scope, id } = await openedAcceptance(request, 'editor')
      await editProject(scope, edit => endAudit(edit, scope, id))
      return auditReport(db, scope, id)
    }
  })

  app.route({
    ...acceptanceAuditsApi.differences,
    handler: async request => {
      const { scope, id } = await openedAcceptance(request, 'viewer')
      return differencePage(db, scope.projectId, id, request.query)
    }
  })

  app.route({
    ...acceptanceAuditsApi.patch,
    handler: async (request, reply) => {
      const { suggestionId } = await openedItem(request, 'viewer')
      const row = await suggestions.crop(suggestionId)
      const patch = await patches.get(row, row.shape)
      const tag = createHash('sha256').update(patch).digest('hex').slice(0, 32)
      if (prepare(request, reply, tag, { isImmutable: true })) return reply.code(304).send()
      return reply.type('image/webp').send(patch)
    }
  })

  app.route({
    ...acceptanceAuditsApi.answer,
    handler: async request => {
      const { scope, id, decisionId } = await openedItem(request, 'editor')
      await editProject(scope, edit => answerItem(edit, scope, id, request.body.labelId))
      const audit = (await auditsOf(db, [decisionId])).get(decisionId)
      if (!audit) throw new NotFound('The audit')
      return audit
    }
  })

  app.route({
    ...acceptanceAuditsApi.withdraw,
    handler: async (request, reply) => {
      const { scope, id } = await openedItem(request, 'editor')
      await editProject(scope, edit => withdrawAnswer(edit, scope, id))
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...acceptanceAuditsApi.relabel,
    handler: async request => {
      const { scope, id } = await openedItem(request, 'editor')
      await editProject(scope, edit => relabelDifference(edit, scope, id))
      return differenceWith(db, scope.projectId, id)
    }
  })
}
