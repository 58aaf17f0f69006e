import type { ActivityDetail, ActivityEvent } from './activity/activity-event.ts'
import { aiEvents } from './activity/ai.ts'
import { annotationEvents } from './activity/annotations.ts'
import { attributeFieldEvents } from './activity/attribute-fields.ts'
import { exchangeEvents } from './activity/exchange.ts'
import { generalisationEvents } from './activity/generalisations.ts'
import { mediaEvents } from './activity/media.ts'
import { navigationEvents } from './activity/navigation.ts'
import { observationEvents } from './activity/observations.ts'
import { projectEvents } from './activity/projects.ts'
import { publicationEvents } from './activity/publication.ts'
import { scaleEvents } from './activity/scale.ts'
import { scraperEvents } from './activity/scraper.ts'
import { siteEvents } from './activity/sites.ts'
import { taxonomyEvents } from './activity/taxonomy.ts'
import { acceptanceAuditsApi } from './contracts/acceptance-audits.ts'
import { accountsApi } from './contracts/accounts.ts'
import { administrationApi } from './contracts/administration.ts'
import { aiApi } from './contracts/ai.ts'
import { annotationSessionsApi } from './contracts/annotation-sessions.ts'
import { annotationsApi } from './contracts/annotations.ts'
import { attributeFieldsApi } from './contracts/attribute-fields.ts'
import { authApi } from './contracts/auth.ts'
import { bulkAcceptancesApi } from './contracts/bulk-acceptances.ts'
import { cameraClocksApi } from './contracts/camera-clocks.ts'
import { catalogVersionsApi } from './contracts/catalog-versions.ts'
import { commentsApi } from './contracts/comments.ts'
import { correctedCoverApi } from './contracts/corrected-cover.ts'
import { eventsApi } from './contracts/events.ts'
import { exchangeApi } from './contracts/exchange.ts'
import { failedImagesApi } from './contracts/failed-images.ts'
import { generalisationsApi } from './contracts/generalisations.ts'
import { imageOutlinesApi } from './contracts/image-outlines.ts'
import { imageQualityApi } from './contracts/image-quality.ts'
import { imageSuggestionsApi } from './contracts/image-suggestions.ts'
import { inboxRulesApi } from './contracts/inbox-rules.ts'
import { invitationsApi } from './contracts/invitations.ts'
import { jobsApi } from './contracts/jobs.ts'
import { mapApi } from './contracts/map.ts'
import { mapLayersApi } from './contracts/map-layers.ts'
import { mediaApi } from './contracts/media.ts'
import { membersApi } from './contracts/members.ts'
import { navigationApi } from './contracts/navigation.ts'
import { noticesApi } from './contracts/notices.ts'
import { observationsApi } from './contracts/observations.ts'
import { opportunitiesApi } from './contracts/opportunities.ts'
import { opportunityFeedsApi } from './contracts/opportunity-feeds.ts'
import { opportunityProfileApi } from './contracts/opportunity-profile.ts'
import { outsideRecordsApi } from './contracts/outside-records.ts'
import { projectsApi } from './contracts/projects.ts'
import { publicationApi } from './contracts/publication.ts'
import { resultsApi } from './contracts/results.ts'
import { reviewApi } from './contracts/review.ts'
import { samplingApi } from './contracts/sampling.ts'
import { scaleApi } from './contracts/scale.ts'
import { scraperApi } from './contracts/scraper.ts'
import { serverApi } from './contracts/server.ts'
import { siteImportsApi } from './contracts/site-imports.ts'
import { sitesApi } from './contracts/sites.ts'
import { taxonomyApi } from './contracts/taxonomy.ts'
import { taxonomyImportApi } from './contracts/taxonomy-import.ts'
import { uploadedModelsApi } from './contracts/uploaded-models.ts'
import { wormsApi } from './contracts/worms.ts'
import { accountCodes } from './error-codes/accounts.ts'
import { administrationCodes } from './error-codes/administration.ts'
import { aiCodes } from './error-codes/ai.ts'
import { annotationCodes } from './error-codes/annotations.ts'
import { attributeFieldCodes } from './error-codes/attribute-fields.ts'
import { childCodes } from './error-codes/children.ts'
import { eventCodes } from './error-codes/events.ts'
import { everyCallCodes } from './error-codes/every-call.ts'
import { exchangeCodes } from './error-codes/exchange.ts'
import { fetcherCodes } from './error-codes/fetcher.ts'
import { gatewayCodes } from './error-codes/gateway.ts'
import { generalisationCodes } from './error-codes/generalisations.ts'
import { jobCodes } from './error-codes/jobs.ts'
import { mapCodes } from './error-codes/map.ts'
import { mapLayerCodes } from './error-codes/map-layers.ts'
import { mediaCodes } from './error-codes/media.ts'
import { navigationCodes } from './error-codes/navigation.ts'
import { observationCodes } from './error-codes/observations.ts'
import { opportunityCodes } from './error-codes/opportunities.ts'
import { projectCodes } from './error-codes/projects.ts'
import { readingCodes } from './error-codes/reading.ts'
import { resultCodes } from './error-codes/results.ts'
import { scaleCodes } from './error-codes/scale.ts'
import { scraperCodes } from './error-codes/scraper.ts'
import { siteCodes } from './error-codes/sites.ts'
import { storageCodes } from './error-codes/storage.ts'
import { taxonomyCodes } from './error-codes/taxonomy.ts'
import { threadCodes } from './error-codes/threads.ts'

// Each noun has a line in each of these lists. The web app imports only the activity events, so this module must have no side effects.

/** Every call that is served under `/api`, by noun. A noun that is not listed has no calls. */
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
  siteImports: siteImportsApi,
  sites: sitesApi,
  navigation: navigationApi,
  map: mapApi,
  mapLayers: mapLayersApi,
  observations: observationsApi,
  publication: publicationApi,
  generalisations: generalisationsApi,
  results: resultsApi,
  correctedCover: correctedCoverApi,
  scale: scaleApi,
  exchange: exchangeApi,
  scraper: scraperApi,
  outsideRecords: outsideRecordsApi,
  inboxRules: inboxRulesApi,
  ai: aiApi,
  imageOutlines: imageOutlinesApi,
  imageSuggestions: imageSuggestionsApi,
  bulkAcceptances: bulkAcceptancesApi,
  acceptanceAudits: acceptanceAuditsApi,
  failedImages: failedImagesApi,
  uploadedModels: uploadedModelsApi,
  imageQuality: imageQualityApi,
  opportunities: opportunitiesApi,
  opportunityFeeds: opportunityFeedsApi,
  opportunityProfile: opportunityProfileApi,
  jobs: jobsApi,
  events: eventsApi,
  notices: noticesApi,
  administration: administrationApi,
  server: serverApi
}

/** Every event that the activity of a project can contain. */
export const activityEvents = {
  ...projectEvents,
  ...mediaEvents,
  ...annotationEvents,
  ...taxonomyEvents,
  ...attributeFieldEvents,
  ...siteEvents,
  ...scaleEvents,
  ...navigationEvents,
  ...publicationEvents,
  ...generalisationEvents,
  ...exchangeEvents,
  ...scraperEvents,
  ...observationEvents,
  ...aiEvents
}

export type EventName = keyof typeof activityEvents
export type DetailOf<N extends EventName> = (typeof activityEvents)[N] extends ActivityEvent<infer D> ? D : never

/** Event with this name; undefined if it is not listed. Stored activity and other backends may contain unlisted events. */
export const activityEvent = (name: string): ActivityEvent<ActivityDetail> | undefined =>
  Object.hasOwn(activityEvents, name) ? (activityEvents[name as EventName] as ActivityEvent<ActivityDetail>) : undefined

/** Every problem that the gateway or the backend returns, in one group per noun or server part. */
export const problems = [
  everyCallCodes,
  gatewayCodes,
  accountCodes,
  administrationCodes,
  projectCodes,
  mediaCodes,
  taxonomyCodes,
  annotationCodes,
  attributeFieldCodes,
  siteCodes,
  navigationCodes,
  resultCodes,
  exchangeCodes,
  fetcherCodes,
  scaleCodes,
  scraperCodes,
  observationCodes,
  aiCodes,
  opportunityCodes,
  generalisationCodes,
  eventCodes,
  jobCodes,
  mapCodes,
  mapLayerCodes,
  storageCodes,
  childCodes,
  readingCodes,
  threadCodes
]
