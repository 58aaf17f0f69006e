import { accountsModule } from './accounts/accounts.ts'
import { administrationModule } from './administration/administration.ts'
import { aiModule } from './ai/ai.ts'
import { annotationsModule } from './annotations/annotations.ts'
import { attributeFieldsModule } from './attribute-fields/attribute-fields.ts'
import { eventsModule } from './events/events.ts'
import { exampleModule } from './example/example.ts'
import { exchangeModule } from './exchange/exchange.ts'
import { generalisationsModule } from './generalisations/generalisations.ts'
import { jobsModule } from './jobs/jobs.ts'
import { mapModule } from './map/map.ts'
import { mapLayersModule } from './map-layers/map-layers.ts'
import { mediaModule } from './media/media.ts'
import type { Module } from './module.ts'
import { navigationModule } from './navigation/navigation.ts'
import { noticesModule } from './notices/notices.ts'
import { observationsModule } from './observations/observations.ts'
import { opportunitiesModule } from './opportunities/opportunities.ts'
import { projectsModule } from './projects/projects.ts'
import { publicationModule } from './publication/publication.ts'
import { resultsModule } from './results/results.ts'
import { scaleModule } from './scale/scale.ts'
import { scraperModule } from './scraper/scraper.ts'
import { serverModule } from './server/server.ts'
import { sitesModule } from './sites/sites.ts'
import { taxonomyModule } from './taxonomy/taxonomy.ts'

/** Modules of all nouns in the backend. */
export const modules: readonly Module[] = [
  serverModule,
  accountsModule,
  projectsModule,
  exampleModule,
  noticesModule,
  mediaModule,
  taxonomyModule,
  annotationsModule,
  attributeFieldsModule,
  sitesModule,
  navigationModule,
  mapModule,
  mapLayersModule,
  scaleModule,
  resultsModule,
  publicationModule,
  generalisationsModule,
  exchangeModule,
  scraperModule,
  observationsModule,
  aiModule,
  opportunitiesModule,
  jobsModule,
  administrationModule,
  eventsModule
]
