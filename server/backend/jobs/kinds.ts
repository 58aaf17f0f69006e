import type { Role } from '../../../shared/contracts/projects.ts'
import type { UploadedModelList } from '../../../shared/contracts/uploaded-models.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'

/**
 * Group of jobs that share worker slots, and therefore wait only for each other. `light`: jobs whose progress people watch. `pictures`:
 * thumbnails and tiles. `exchange`: import and export files. `outside`: requests to other services, mostly idle. `downloads`: large files of
 * other services. `analysis`: models, which use a whole CPU. `interactive`: models that a person waits for.
 */
export type Lane = 'light' | 'pictures' | 'exchange' | 'outside' | 'downloads' | 'analysis' | 'interactive'

/** Services by which a job kind decides on rights. */
export interface RightServices {
  db: Database
  models: Pick<UploadedModelList, 'uploaders'>
}

/** Settings of a job kind: lane, retries and visibility during rounds. */
export interface JobKind {
  lane: Lane
  /** Number of tries before a job counts as failed. Defaults to 5. */
  attempts?: number
  /** Pause before the next try, in milliseconds. Defaults to 2 s, 4 s, 8 s, … up to 5 minutes. */
  pauseMs?(attempts: number): number
  /**
   * Visibility to members of a running round. Hidden by default. `outcome`: everything except progress and failure reasons, which
   * could hint at the annotations of others.
   */
  blind?: 'outcome' | 'everything'
  /** Role that may cancel and retry the job through the job routes. Defaults to editor. Routes of the job's own module may allow other roles. */
  changedBy?: Role
  /** Requires a right to cancel or retry the job beyond that role. @throws a refusal */
  requireRight?(services: RightServices, scope: Scope): Promise<void>
  /** Time in milliseconds after which every ended job is deleted. By default, failed jobs stay, and others for 30 days. */
  keptMs?: number
}

export type JobKinds = Record<string, JobKind>

/** Job kinds that a list includes. The value `all` must be given explicitly, because most kinds are hidden from blind members. */
export type ListedKinds = readonly string[] | 'all'
