import type { AttributeType } from '../../../shared/contracts/attribute-fields.ts'
import type { Flag } from '../storage/tables.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    attribute_field: AttributeFieldTable
  }
}

export interface AttributeFieldTable {
  id: string
  project_id: string
  name: string
  /** Name in lower case, unique in its project. */
  name_key: string
  type: AttributeType
  unit: string | null
  minimum: number | null
  maximum: number | null
  /** JSON list of strings. */
  choices: string
  required: Flag
  /** URI of the vocabulary term that defines the field; null without one. */
  measurement_type_id: string | null
  position: number
  revision: number
  created_at: string
  modified_at: string
}
