import type { Suggestion } from '../../../shared/contracts/ai.ts'

/** Alternative label of a suggestion as it is stored. */
export interface StoredAlternative {
  /** Label of the catalog, or of an uploaded model while it is not mapped. */
  labelId: string
  /** Label of the uploaded model. Other models have none, nor have suggestions of version 0.2.0. */
  modelLabelId?: string
  probability: number
}

export const alternativesOf = (json: string): Suggestion['alternatives'] =>
  (JSON.parse(json) as StoredAlternative[]).map(({ labelId, probability }) => ({ labelId, probability }))
