import type { ModelClass } from '../../../shared/contracts/ai-models.ts'
import type { Learnt } from './learning/learn.ts'

/** Classes of a version, and labels that it could not learn. JSON in the table. */
export interface StoredClasses {
  learnt: ModelClass[]
  notLearnt: ModelClass[]
}

/** Details of the fit. JSON in the table. */
export interface StoredFitting {
  counts: Learnt['counts']
  temperatures: number[] | null
  penalty: number | null
}
