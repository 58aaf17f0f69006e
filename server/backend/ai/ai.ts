import { aiEvents } from '../../../shared/activity/ai.ts'
import { aiApi } from '../../../shared/contracts/ai.ts'
import type { Module } from '../module.ts'
import { ai } from './migrations/0043-ai.ts'
import { origins } from './migrations/0044-origins.ts'
import { aiTasks } from './migrations/0045-ai-tasks.ts'
import { labelChecks } from './migrations/0048-label-checks.ts'
import { aiEvaluation } from './migrations/0049-ai-evaluation.ts'
import { aiRoutes } from './routes.ts'
import { analysisJob, runAnalysis } from './run-work.ts'

/** Module for AI Analysis: model versions that learn from a project's labels, their runs and their suggestions. */
export const aiModule: Module = {
  contracts: [aiApi],
  activity: aiEvents,
  migrations: [ai, origins, aiTasks, labelChecks, aiEvaluation],
  routes: [aiRoutes],
  jobs: {
    [analysisJob]: {
      lane: 'analysis',
      attempts: 3,
      work: ({ db, blobs, events, pictures, config }) => runAnalysis({ db, blobs, events, pictures, appVersion: config.version })
    }
  }
}
