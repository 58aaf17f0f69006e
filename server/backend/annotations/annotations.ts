import { annotationEvents } from '../../../shared/activity/annotations.ts'
import { annotationSessionsApi } from '../../../shared/contracts/annotation-sessions.ts'
import { annotationsApi } from '../../../shared/contracts/annotations.ts'
import { commentsApi } from '../../../shared/contracts/comments.ts'
import { reviewApi } from '../../../shared/contracts/review.ts'
import { samplingApi } from '../../../shared/contracts/sampling.ts'
import { restoreWindowDays } from '../../../shared/limits.ts'
import { timestamp } from '../../lib/clock.ts'
import { daily, type Module } from '../module.ts'
import { commentRoutes } from './comment-routes.ts'
import { annotations } from './migrations/0006-annotations.ts'
import { review } from './migrations/0008-review.ts'
import { annotationSessions } from './migrations/0011-annotation-sessions.ts'
import { bulkEdits } from './migrations/0013-bulk-edits.ts'
import { areasOnImages } from './migrations/0019-areas-on-images.ts'
import { groupedSessions } from './migrations/0020-grouped-sessions.ts'
import { naming } from './migrations/0028-naming.ts'
import { unreviewed } from './migrations/0062-unreviewed.ts'
import { doneSince } from './migrations/0085-done-since.ts'
import { forgetBulkEdits } from './review/bulk.ts'
import { bulkEditRoutes } from './review/bulk-routes.ts'
import { bulkEditWork, bulkJob, patchesJob, patchWork } from './review/jobs.ts'
import { patchRoutes } from './review/patch-routes.ts'
import { forgetPatches } from './review/patches.ts'
import { reviewRoutes } from './review/routes.ts'
import { agreementRoutes } from './rounds/agreement-routes.ts'
import { agreementJob, agreementWork } from './rounds/compute.ts'
import { roundEnds } from './rounds/grouping.ts'
import { roundRoutes } from './rounds/routes.ts'
import { annotationRoutes } from './routes.ts'
import { sampleRoutes } from './sample-routes.ts'
import { sampleJob, sampleWork } from './samples-of-many.ts'

const monthAgo = () => Date.now() - restoreWindowDays * 86_400_000

/** Module for annotations, comments, samples, review and blind sessions. */
export const annotationsModule: Module = {
  contracts: [annotationsApi, annotationSessionsApi, commentsApi, reviewApi, samplingApi],
  activity: annotationEvents,
  migrations: [annotations, review, annotationSessions, bulkEdits, areasOnImages, groupedSessions, naming, unreviewed, doneSince],
  routes: [annotationRoutes, sampleRoutes, commentRoutes, reviewRoutes, bulkEditRoutes, patchRoutes, roundRoutes, agreementRoutes],
  jobs: {
    [bulkJob]: { lane: 'light', blind: 'outcome', work: bulkEditWork },
    [patchesJob]: { lane: 'light', blind: 'outcome', work: patchWork },
    [sampleJob]: { lane: 'light', blind: 'outcome', work: sampleWork },
    [agreementJob]: { lane: 'light', work: agreementWork }
  },
  upkeep: [
    roundEnds,
    daily(({ db }) => forgetBulkEdits(db, timestamp(monthAgo()))),
    daily(({ patchFolder }) => forgetPatches(patchFolder, monthAgo()))
  ]
}
