import type { ModelClass } from '../../../shared/contracts/ai-models.ts'
import type { Learnt } from './learning/learn.ts'

/** Classes of a version, and the labels that it could not learn. Stored as JSON. */
export interface StoredClasses {
  learnt: ModelClass[]
  notLearnt: ModelClass[]
}

/** Training details of a version. Stored as JSON. */
export interface StoredFitting {
  counts: Learnt['counts']
  temperatures: number[] | null
  penalty: number | null
}

/** Options of a run that applies a learnt version. Stored as JSON. */
export interface RunOptions {
  /** Probability below which a broader label is suggested. */
  backOff: number
}
