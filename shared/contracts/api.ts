import { accountsApi } from './accounts.ts'
import { annotationSessionsApi } from './annotation-sessions.ts'
import { annotationsApi } from './annotations.ts'
import { attributeFieldsApi } from './attribute-fields.ts'
import { authApi } from './auth.ts'
import { cameraClocksApi } from './camera-clocks.ts'
import { catalogVersionsApi } from './catalog-versions.ts'
import { commentsApi } from './comments.ts'
import type { Contract } from './contract.ts'
import { eventsApi } from './events.ts'
import { exchangeApi } from './exchange.ts'
import { generalisationsApi } from './generalisations.ts'
import { invitationsApi } from './invitations.ts'
import { jobsApi } from './jobs.ts'
import { mediaApi } from './media.ts'
import { membersApi } from './members.ts'
import { navigationApi } from './navigation.ts'
import { noticesApi } from './notices.ts'
import { projectsApi } from './projects.ts'
import { publicationApi } from './publication.ts'
import { resultsApi } from './results.ts'
import { reviewApi } from './review.ts'
import { samplingApi } from './sampling.ts'
import { scaleApi } from './scale.ts'
import { serverApi } from './server.ts'
import { sitesApi } from './sites.ts'
import { taxonomyApi } from './taxonomy.ts'
import { taxonomyImportApi } from './taxonomy-import.ts'
import { wormsApi } from './worms.ts'

/** Every call that is served under `/api`, by noun. What is not listed here does not exist. */
export const api = {
  auth: authApi,
  accounts: accountsApi,
  projects: projectsApi,
  members: membersApi,
  invitations: invitationsApi,
  media: mediaApi,
  cameraClocks: cameraClocksApi,
  taxonomy: taxonomyApi,
  taxonomyImport: taxonomyImportApi,
  catalogVersions: catalogVersionsApi,
  worms: wormsApi,
  annotations: annotationsApi,
  annotationSessions: annotationSessionsApi,
  attributeFields: attributeFieldsApi,
  comments: commentsApi,
  review: reviewApi,
  sampling: samplingApi,
  sites: sitesApi,
  navigation: navigationApi,
  publication: publicationApi,
  generalisations: generalisationsApi,
  results: resultsApi,
  scale: scaleApi,
  exchange: exchangeApi,
  jobs: jobsApi,
  events: eventsApi,
  notices: noticesApi,
  server: serverApi
}

export const everyContract: Contract[] = Object.values(api).flatMap(group => Object.values(group) as Contract[])
