import { aiEvents } from '../../../shared/activity/ai.ts'
import { acceptanceAuditsApi } from '../../../shared/contracts/acceptance-audits.ts'
import { aiApi } from '../../../shared/contracts/ai.ts'
import { bulkAcceptancesApi } from '../../../shared/contracts/bulk-acceptances.ts'
import { failedImagesApi } from '../../../shared/contracts/failed-images.ts'
import { imageOutlinesApi } from '../../../shared/contracts/image-outlines.ts'
import { imageQualityApi } from '../../../shared/contracts/image-quality.ts'
import { imageSuggestionsApi } from '../../../shared/contracts/image-suggestions.ts'
import { uploadedModelsApi } from '../../../shared/contracts/uploaded-models.ts'
import type { Module } from '../module.ts'
import { acceptanceRoutes } from './acceptance-routes.ts'
import { acceptanceJob, acceptanceWork } from './acceptance-work.ts'
import { analysisJob } from './analysis-job.ts'
import { auditRoutes } from './audit-routes.ts'
import { failedImageRoutes } from './failed-image-routes.ts'
import { imageQualityRoutes } from './image-quality-routes.ts'
import { imageSuggestionRoutes } from './image-suggestion-routes.ts'
import { ai } from './migrations/0043-ai.ts'
import { origins } from './migrations/0044-origins.ts'
import { aiTasks } from './migrations/0045-ai-tasks.ts'
import { suggestionsOnImage } from './migrations/0047-suggestions-on-image.ts'
import { labelChecks } from './migrations/0048-label-checks.ts'
import { aiEvaluation } from './migrations/0049-ai-evaluation.ts'
import { bulkAcceptances } from './migrations/0056-bulk-acceptances.ts'
import { uploadedModels } from './migrations/0057-uploaded-models.ts'
import { imageQuality } from './migrations/0064-image-quality.ts'
import { runOptions } from './migrations/0067-run-options.ts'
import { acceptanceAudits } from './migrations/0068-acceptance-audits.ts'
import { coverPredictions } from './migrations/0071-cover-predictions.ts'
import { uploadedPredictions } from './migrations/0073-uploaded-predictions.ts'
import { suggestionCounts } from './migrations/0077-suggestion-counts.ts'
import { encodings } from './migrations/0079-encodings.ts'
import { embeddingModels } from './migrations/0080-embedding-models.ts'
import { acceptanceLabels } from './migrations/0084-acceptance-labels.ts'
import { jobItemsByImage } from './migrations/0086-job-items-by-image.ts'
import { encodeJob, runEncoding } from './outlines/encode-job.ts'
import { forgetEncodings } from './outlines/encodings.ts'
import { outlineRoutes } from './outlines/routes.ts'
import { aiRoutes } from './routes.ts'
import { runAnalysis } from './run-work.ts'
import { dryRunJob, runDryRun } from './uploaded/dry-run.ts'
import { fetchModelJob, runFetch } from './uploaded/fetch-model.ts'
import { licenseRoutes } from './uploaded/license-routes.ts'
import { requireModelRight } from './uploaded/model-rights.ts'
import { forgetRetiredVectors } from './uploaded/retired-vectors.ts'
import { uploadedModelRoutes } from './uploaded/routes.ts'
import { failureShownMs } from './uploaded/start-fetch.ts'

/** Module for AI Analysis: models trained on a project's labels, uploaded models, runs and their suggestions. */
export const aiModule: Module = {
  contracts: [
    aiApi,
    imageSuggestionsApi,
    imageOutlinesApi,
    bulkAcceptancesApi,
    acceptanceAuditsApi,
    failedImagesApi,
    uploadedModelsApi,
    imageQualityApi
  ],
  activity: aiEvents,
  migrations: [
    ai,
    origins,
    aiTasks,
    suggestionsOnImage,
    labelChecks,
    aiEvaluation,
    bulkAcceptances,
    uploadedModels,
    imageQuality,
    runOptions,
    acceptanceAudits,
    coverPredictions,
    uploadedPredictions,
    suggestionCounts,
    encodings,
    embeddingModels,
    acceptanceLabels,
    jobItemsByImage
  ],
  routes: [
    aiRoutes,
    imageSuggestionRoutes,
    outlineRoutes,
    acceptanceRoutes,
    auditRoutes,
    failedImageRoutes,
    uploadedModelRoutes,
    licenseRoutes,
    imageQualityRoutes
  ],
  jobs: {
    [acceptanceJob]: { lane: 'light', work: ({ db, events }) => acceptanceWork({ db, events }) },
    [analysisJob]: {
      lane: 'analysis',
      attempts: 3,
      work: ({ db, blobs, events, pictures, models, config }) =>
        runAnalysis({ db, blobs, events, pictures, models, appVersion: config.version })
    },
    [encodeJob]: { lane: 'interactive', attempts: 2, keptMs: failureShownMs, work: runEncoding },
    [dryRunJob]: { lane: 'analysis', attempts: 1, work: runDryRun },
    [fetchModelJob]: {
      lane: 'downloads',
      attempts: 3,
      keptMs: failureShownMs,
      requireRight: ({ db, models }, scope) => requireModelRight(db, scope, models),
      work: runFetch
    }
  },
  upkeep: [forgetEncodings, forgetRetiredVectors]
}
