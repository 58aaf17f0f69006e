import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Role } from '../../../shared/contracts/projects.ts'
import { type Site, type Survey, sitesApi } from '../../../shared/contracts/sites.ts'
import type { EventBus } from '../events/bus.ts'
import { refuseUnseen, siteAsShown, surveyAsShown } from '../generalisations/as-shown.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { siteEdits } from './edits.ts'
import { siteOperations } from './operations.ts'
import { projectOfRemoved } from './removed-sites.ts'
import { siteRepository } from './repository.ts'

export interface SiteRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
}

// Long: the routes of one noun.
export const siteRoutes: FastifyPluginAsyncTypebox<SiteRoutes> = async (app, { db, access, events }) => {
  const sites = siteRepository(db)
  const edits = siteEdits(projectEdits(db, events))
  const operate = siteOperations(projectEdits(db, events))

  /** Opens a survey. @throws NotFound, including for a survey of a project that the viewer may not see */
  async function surveyFor(request: FastifyRequest, surveyId: string, atLeast: Role): Promise<{ survey: Survey; scope: Scope }> {
    const survey = await sites.survey(surveyId)
    return { survey, scope: await access.open(request, survey.projectId, atLeast, 'The survey') }
  }
  /** Opens a site. @throws NotFound, including for a site of a project that the viewer may not see */
  async function siteFor(request: FastifyRequest, siteId: string, atLeast: Role): Promise<{ site: Site; scope: Scope }> {
    const site = await sites.site(siteId)
    return { site, scope: await access.open(request, site.projectId, atLeast, 'The site') }
  }
  const editorOf = (request: FastifyRequest<{ Params: { projectId: string } }>) => access.open(request, request.params.projectId, 'editor')

  async function asSeen({ projectId, places }: Scope, site: Site): Promise<Site> {
    const ofSite = await (await shownPlaces(db, projectId, places)).ofSites()
    return siteAsShown(site, ofSite(site.id))
  }
  async function surveyAsSeen({ projectId, places }: Scope, survey: Survey): Promise<Survey> {
    const ofSurvey = await (await shownPlaces(db, projectId, places)).ofSurveys()
    return surveyAsShown(survey, ofSurvey(survey.id))
  }

  app.route({
    ...sitesApi.list,
    handler: async request => sites.list(await access.open(request, request.params.projectId, 'viewer'))
  })

  app.route({
    ...sitesApi.getSurvey,
    handler: async request => {
      const { survey, scope } = await surveyFor(request, request.params.surveyId, 'viewer')
      return surveyAsSeen(scope, survey)
    }
  })

  app.route({
    ...sitesApi.getSite,
    handler: async request => {
      const { site, scope } = await siteFor(request, request.params.siteId, 'viewer')
      return asSeen(scope, site)
    }
  })

  app.route({
    ...sitesApi.createSurvey,
    handler: async (request, reply) => {
      const scope = await editorOf(request)
      const made = await edits.createSurvey(scope, request.body)
      return reply.code(201).send(await surveyAsSeen(scope, made))
    }
  })

  app.route({
    ...sitesApi.reviseSurvey,
    handler: async request => {
      const { survey, scope } = await surveyFor(request, request.params.surveyId, 'editor')
      const shown = await surveyAsSeen(scope, survey)
      const edit = shown === survey ? request.body : refuseUnseen(request.body, survey, shown, 'this survey')
      const revised = await edits.reviseSurvey(scope, survey.id, edit)
      return surveyAsSeen(scope, revised)
    }
  })

  app.route({
    ...sitesApi.removeSurvey,
    handler: async (request, reply) => {
      const { survey, scope } = await surveyFor(request, request.params.surveyId, 'editor')
      await edits.removeSurvey(scope, survey.id)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...sitesApi.createSite,
    handler: async (request, reply) => {
      const scope = await editorOf(request)
      const made = await edits.createSite(scope, request.body)
      return reply.code(201).send(await asSeen(scope, made))
    }
  })

  app.route({
    ...sitesApi.reviseSite,
    handler: async request => {
      const { site, scope } = await siteFor(request, request.params.siteId, 'editor')
      const shown = await asSeen(scope, site)
      const edit = shown === site ? request.body : refuseUnseen(request.body, site, shown, 'this site')
      const revised = await edits.reviseSite(scope, site.id, edit)
      return asSeen(scope, revised)
    }
  })

  app.route({
    ...sitesApi.removeSite,
    handler: async (request, reply) => {
      const { site, scope } = await siteFor(request, request.params.siteId, 'editor')
      await edits.removeSite(scope, site.id)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...sitesApi.restoreSite,
    handler: async request => {
      const { siteId } = request.params
      const scope = await access.open(request, await projectOfRemoved(db, siteId), 'editor', 'The site')
      return asSeen(scope, await edits.restoreSite(scope, siteId))
    }
  })
  app.route({
    ...sitesApi.operate,
    handler: async request => {
      const scope = await editorOf(request)
      return { results: await operate(scope, request.body.operations) }
    }
  })
}
