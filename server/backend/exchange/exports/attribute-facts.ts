import { type AttributeRules, misfitWords, takes } from '../../../../shared/attribute-values.ts'
import type { Attributes } from '../../../../shared/contracts/annotations.ts'
import type { AttributeField } from '../../../../shared/contracts/attribute-fields.ts'
import { occurrenceAttributes } from '../../../../shared/vocabulary/occurrence-attributes.ts'
import type { RowFault } from '../formats/darwin-core/checks.ts'
import { type AttributeSubject, attributeRow } from '../formats/darwin-core/rows.ts'
import { cellOf, type DarwinCoreRow, type MeasurementColumn } from '../formats/darwin-core/tables.ts'
import { keptAttributes } from '../kept-attributes.ts'

/** Attributes with a Darwin Core column. */
const standard = new Map(
  occurrenceAttributes.map(({ name, type }): [string, AttributeRules] => {
    const isOfNumbers = type === 'integer' || type === 'number'
    return [name, { name, type: isOfNumbers ? type : 'text', minimum: isOfNumbers ? 0 : null, maximum: null, choices: [] }]
  })
)
const otherColumns: Record<string, string> = { remarks: 'occurrenceRemarks', lengthInMeters: 'measurementValue' }

/**
 * Converts attributes without a column in the occurrence table to measurements of an archive. Checks all attributes, including those with
 * such a column.
 */
export function attributeFacts(fields: readonly AttributeField[]) {
  const byName = new Map(fields.map(field => [field.name, field]))
  const own = fields.filter(({ name }) => !standard.has(name))
  return {
    /** Returns one measurement or fact for each attribute value that has a field in the project. */
    rowsOf(attributes: Attributes, subject: AttributeSubject): { field: AttributeField; row: DarwinCoreRow<MeasurementColumn> }[] {
      return own.flatMap(field => {
        const value = Object.hasOwn(attributes, field.name) ? attributes[field.name] : undefined
        if (value === undefined || cellOf(String(value)) === '') return []
        return [{ field, row: attributeRow(subject, field, value) }]
      })
    },

    /** Returns the faults of values that do not match their field, or the Darwin Core column of the same name. */
    faultsOf(attributes: Attributes): RowFault[] {
      return Object.entries(attributes).flatMap(([name, value]): RowFault[] => {
        const [place, field] = [standard.get(name), byName.get(name)]
        const isLeftOut = place !== undefined && !takes(place, value)
        const rules = field && !takes(field, value) ? field : isLeftOut ? place : null
        if (!rules || cellOf(String(value)) === '') return []
        const column = otherColumns[name] ?? (place ? name : 'measurementValue')
        return [
          { column, isError: false, message: `${misfitWords(rules, value)}: it ${isLeftOut ? 'was left out' : 'is written unchanged'}` }
        ]
      })
    },

    /** True for an attribute that cannot go into an archive until the project has a field for it. */
    isStray: (name: string): boolean => !standard.has(name) && !byName.has(name) && !keptAttributes.includes(name)
  }
}
