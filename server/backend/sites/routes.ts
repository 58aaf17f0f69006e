import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Role } from '../../../shared/contracts/projects.ts'
import { type Site, type Survey, sitesApi } from '../../../shared/contracts/sites.ts'
import { metadataCsvLimitBytes } from '../../../shared/limits.ts'
import { NotFound } from '../../lib/errors.ts'
import type { EventBus } from '../events/bus.ts'
import { readBody } from '../exchange/read-body.ts'
import { refuseUnseen, siteAsShown, surveyAsShown } from '../generalisations/as-shown.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import { assignments } from './assignments.ts'
import { type Editor, siteEdits } from './edits.ts'
import { TableTooLarge } from './errors.ts'
import { siteRepository } from './repository.ts'

export interface SiteRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
}

export const siteRoutes: FastifyPluginAsyncTypebox<SiteRoutes> = async (app, { db, access, events }) => {
  const sites = siteRepository(db)
  const edits = siteEdits(db)
  const assign = assignments(db)

  /** @throws NotFound for something of a project that the viewer may not see */
  async function permitted<T extends { projectId: string }>(request: FastifyRequest, noun: string, found: T, atLeast: Role): Promise<T> {
    if (!(await access.roleOf(viewerOf(request), found.projectId))) throw new NotFound(noun)
    await access.require(viewerOf(request), found.projectId, atLeast)
    return found
  }
  const surveyFor = async (request: FastifyRequest, surveyId: string, atLeast: Role) =>
    permitted(request, 'The survey', await sites.survey(surveyId), atLeast)
  const siteFor = async (request: FastifyRequest, siteId: string, atLeast: Role) =>
    permitted(request, 'The site', await sites.site(siteId), atLeast)

  const placesFor = async (request: FastifyRequest, projectId: string) =>
    shownPlaces(db, projectId, await access.placeViewer(viewerOf(request), projectId))
  const asSeen = async (request: FastifyRequest, site: Site): Promise<Site> => {
    const ofSite = await (await placesFor(request, site.projectId)).ofSites()
    return siteAsShown(site, ofSite(site.id))
  }
  const surveyAsSeen = async (request: FastifyRequest, survey: Survey): Promise<Survey> => {
    const ofSurvey = await (await placesFor(request, survey.projectId)).ofSurveys()
    return surveyAsShown(survey, ofSurvey(survey.id))
  }

  async function editorOf(request: FastifyRequest, projectId: string): Promise<Editor> {
    await access.require(viewerOf(request), projectId, 'editor')
    return { projectId, accountId: viewerOf(request).accountId }
  }
  const tell = ({ projectId }: { projectId: string }, noun: 'sites' | 'media' = 'sites') =>
    events.publish({ type: 'changed', noun, projectId })

  app.route({
    ...sitesApi.list,
    handler: async request => {
      await access.require(viewerOf(request), request.params.projectId, 'viewer')
      return sites.list(request.params.projectId, await placesFor(request, request.params.projectId))
    }
  })

  app.route({
    ...sitesApi.getSurvey,
    handler: async request => surveyAsSeen(request, await surveyFor(request, request.params.surveyId, 'viewer'))
  })

  app.route({ ...sitesApi.getSite, handler: async request => asSeen(request, await siteFor(request, request.params.siteId, 'viewer')) })

  app.route({
    ...sitesApi.createSurvey,
    handler: async (request, reply) => {
      const editor = await editorOf(request, request.params.projectId)
      const made = await edits.createSurvey(editor, request.body)
      tell(editor)
      return reply.code(201).send(await surveyAsSeen(request, made))
    }
  })

  app.route({
    ...sitesApi.reviseSurvey,
    handler: async request => {
      const survey = await surveyFor(request, request.params.surveyId, 'editor')
      const shown = await surveyAsSeen(request, survey)
      const { id, projectId } = survey
      const edit = shown === survey ? request.body : refuseUnseen(request.body, survey, shown, 'this survey')
      const revised = await edits.reviseSurvey({ projectId, accountId: viewerOf(request).accountId }, id, edit)
      tell(revised)
      return surveyAsSeen(request, revised)
    }
  })

  app.route({
    ...sitesApi.removeSurvey,
    handler: async (request, reply) => {
      const { id, projectId } = await surveyFor(request, request.params.surveyId, 'editor')
      await edits.removeSurvey({ projectId, accountId: viewerOf(request).accountId }, id)
      tell({ projectId })
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...sitesApi.createSite,
    handler: async (request, reply) => {
      const editor = await editorOf(request, request.params.projectId)
      const made = await edits.createSite(editor, request.body)
      tell(editor)
      return reply.code(201).send(await asSeen(request, made))
    }
  })

  app.route({
    ...sitesApi.reviseSite,
    handler: async request => {
      const site = await siteFor(request, request.params.siteId, 'editor')
      const shown = await asSeen(request, site)
      const { id, projectId } = site
      const edit = shown === site ? request.body : refuseUnseen(request.body, site, shown, 'this site')
      const revised = await edits.reviseSite({ projectId, accountId: viewerOf(request).accountId }, id, edit)
      tell(revised)
      return asSeen(request, revised)
    }
  })

  app.route({
    ...sitesApi.removeSite,
    handler: async (request, reply) => {
      const { id, projectId } = await siteFor(request, request.params.siteId, 'editor')
      await edits.removeSite({ projectId, accountId: viewerOf(request).accountId }, id)
      tell({ projectId })
      tell({ projectId }, 'media')
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...sitesApi.assign,
    handler: async request => {
      const editor = await editorOf(request, request.params.projectId)
      const done = await assign.byHand(editor, request.body)
      if (done.changedCount > 0) tellAssigned(editor)
      return done
    }
  })

  app.route({
    ...sitesApi.previewByName,
    handler: async request => assign.byName(await editorOf(request, request.params.projectId), request.body, { dryRun: true })
  })

  app.route({
    ...sitesApi.assignByName,
    handler: async request => {
      const editor = await editorOf(request, request.params.projectId)
      const report = await assign.byName(editor, request.body, { dryRun: false })
      if (report.changedCount > 0) tellAssigned(editor)
      return report
    }
  })

  await app.register((async tables => {
    // The body is the file, whatever type the browser gives it.
    tables.removeAllContentTypeParsers()
    tables.addContentTypeParser('*', (_request, _body, done) => done(null))

    tables.route({
      ...sitesApi.assignByTable,
      handler: async (request, reply) => {
        const editor = await editorOf(request, request.params.projectId)
        const file = await readBody(request, reply, metadataCsvLimitBytes, () => new TableTooLarge())
        const report = await assign.byTable(editor, file, request.query)
        if (report.changedCount > 0 && !request.query.dryRun) tellAssigned(editor)
        return report
      }
    })
  }) satisfies FastifyPluginAsyncTypebox)

  function tellAssigned(editor: Editor): void {
    tell(editor)
    tell(editor, 'media')
  }
}
