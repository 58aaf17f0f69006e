import { projectEvents } from '../../../shared/activity/projects.ts'
import { invitationsApi } from '../../../shared/contracts/invitations.ts'
import { membersApi } from '../../../shared/contracts/members.ts'
import { projectsApi } from '../../../shared/contracts/projects.ts'
import { daily, type Module } from '../module.ts'
import { activityRoutes } from './activity-routes.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { projects } from './migrations/0002-projects.ts'
import { invitations } from './migrations/0016-invitations.ts'
import { exampleProject } from './migrations/0030-example-project.ts'
import { purgeProjects } from './repository.ts'
import { projectRoutes } from './routes.ts'

/** Module for projects, their members and their activity. */
export const projectsModule: Module = {
  contracts: [projectsApi, membersApi, invitationsApi],
  activity: projectEvents,
  migrations: [projects, invitations, exampleProject],
  routes: [projectRoutes, memberRoutes, invitationRoutes, activityRoutes],
  upkeep: [
    daily(async ({ db, log }) => {
      const purged = await purgeProjects(db)
      if (purged.length > 0) log.info({ purged }, 'deleted projects were permanently removed')
    })
  ]
}
