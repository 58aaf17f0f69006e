import { accountsApi } from './accounts.ts'
import { annotationsApi } from './annotations.ts'
import { authApi } from './auth.ts'
import type { Contract } from './contract.ts'
import { eventsApi } from './events.ts'
import { jobsApi } from './jobs.ts'
import { mediaApi } from './media.ts'
import { membersApi } from './members.ts'
import { noticesApi } from './notices.ts'
import { projectsApi } from './projects.ts'
import { samplingApi } from './sampling.ts'
import { serverApi } from './server.ts'
import { taxonomyApi } from './taxonomy.ts'

/** Every call that is served under `/api`, by noun. What is not listed here does not exist. */
export const api = {
  auth: authApi,
  accounts: accountsApi,
  projects: projectsApi,
  members: membersApi,
  media: mediaApi,
  taxonomy: taxonomyApi,
  annotations: annotationsApi,
  sampling: samplingApi,
  jobs: jobsApi,
  events: eventsApi,
  notices: noticesApi,
  server: serverApi
}

export const everyContract: Contract[] = Object.values(api).flatMap(group => Object.values(group) as Contract[])
