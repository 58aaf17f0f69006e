import type { Area } from './area.ts'
import { communityArea } from './main/community-area.ts'
import { dashboardArea } from './main/dashboard-area.ts'
import { opportunitiesArea } from './main/opportunities-area.ts'
import { profileArea } from './main/profile-area.ts'
import { projectsArea } from './main/projects-area.ts'

/** Areas outside a project, in the order of the navigation. */
export const mainAreas: readonly Area[] = [dashboardArea, projectsArea, opportunitiesArea, communityArea, profileArea]
