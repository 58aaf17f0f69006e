import type { LabelShare } from '../../../shared/contracts/ai.ts'
import type { ModelClass, TriedDictionary } from '../../../shared/contracts/ai-models.ts'
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
  /** Absent in older versions, and if all labels counted alike. */
  weights?: 'balanced'
  /** Dictionary that was tried, whether or not it is used. Absent if none was tried. */
  dictionary?: TriedDictionary
  /** Share of each class in training. Absent in older versions. */
  shares?: number[]
}

/** Options of a run that applies a learnt version. Stored as JSON. */
export interface RunOptions {
  /** Probability below which a broader label is suggested. */
  backOff: number
  /** Weights of the version that the run learns. */
  weights?: 'balanced'
  /** Features that the version may use besides the standard ones. */
  features?: 'dictionary'
  /** Expected shares of labels in the images of the run. */
  mix?: LabelShare[]
}
