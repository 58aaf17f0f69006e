import type { WorkState } from '../../shared/contracts/annotations.ts'

/** How far an image is. */
export const workWords: Record<WorkState, string> = { notSeen: 'not seen', inWork: 'in work', done: 'done', reviewed: 'reviewed' }
