import type { WorkState } from '../../shared/contracts/annotations.ts'

/** Work states of an image. */
export const workWords: Record<WorkState, string> = { notSeen: 'not seen', inWork: 'in work', done: 'done', reviewed: 'reviewed' }
