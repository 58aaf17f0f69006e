import type { EventBus } from '../events/bus.ts'
import type { JobHandlers } from '../jobs/queue.ts'
import type { Database } from '../storage/database.ts'
import { placeImages } from './placement-steps.ts'
import { placeJob } from './placements.ts'
import { readJob, readTrackFile } from './read-job.ts'

export const navigationJobs = (options: { db: Database; events: EventBus; dataDir: string }): JobHandlers => ({
  [readJob]: readTrackFile(options),
  [placeJob]: placeImages(options)
})
