import type { WorkState } from '../../shared/contracts/annotations.ts'

/** Names of the work states of an image. */
export const workWords: Record<WorkState, string> = { notSeen: 'not seen', inWork: 'in progress', done: 'done', reviewed: 'reviewed' }
