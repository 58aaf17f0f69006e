import type { AttributeField } from '../../../shared/contracts/attribute-fields.ts'
import { strayFromStandard } from '../../../shared/vocabulary/occurrence-attributes.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { keptAttributes } from '../exchange/kept-attributes.ts'

const ours = keptAttributes.map(name => name.toLowerCase())

/** Checks the name of a field. @throws InvalidRequest for a name that has another meaning in imports and exports */
export function checkName(field: Pick<AttributeField, 'name' | 'type' | 'minimum'>): void {
  const stray = strayFromStandard(field)
  if (stray) throw new InvalidRequest([{ path: '/name', message: stray }])
  if (ours.includes(field.name.toLowerCase())) {
    throw new InvalidRequest([{ path: '/name', message: 'is reserved for imported files: choose another name' }])
  }
}

type Rules = Pick<AttributeField, 'type' | 'unit' | 'minimum' | 'maximum' | 'choices'>

/** Checks the rules of a field. @throws InvalidRequest if the rules do not suit the type, or allow no value */
export function checkRules({ type, unit, minimum, maximum, choices }: Rules): void {
  const refuse = (name: string, message: string) => {
    throw new InvalidRequest([{ path: `/${name}`, message }])
  }
  const isOfNumbers = type === 'integer' || type === 'number'
  if (type === 'choice' && choices.length === 0) refuse('choices', 'are missing: add at least one choice')
  if (type !== 'choice' && choices.length > 0) refuse('choices', 'apply only to fields of type “choice”')
  if (!isOfNumbers && unit !== null) refuse('unit', 'applies to numbers only')
  if (!isOfNumbers && minimum !== null) refuse('minimum', 'applies to numbers only')
  if (!isOfNumbers && maximum !== null) refuse('maximum', 'applies to numbers only')
  if (type === 'integer' && minimum !== null && !Number.isSafeInteger(minimum)) refuse('minimum', 'is not a whole number')
  if (type === 'integer' && maximum !== null && !Number.isSafeInteger(maximum)) refuse('maximum', 'is not a whole number')
  if (minimum !== null && maximum !== null && minimum > maximum) refuse('maximum', 'is less than the minimum')
}
