import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { AttributeField } from '../../../../shared/contracts/attribute-fields.ts'
import { titleOf } from '../../../annotation/attributes/words.ts'
import { formatCount } from '../../../ui/format.ts'

/**
 * Lists required attributes that have no value: `2 annotations lack Count, Sex`. Returns null if none is missing.
 * Sample points and labels of the whole image do not need values.
 */
export function lackingWords(
  fields: readonly AttributeField[],
  annotations: readonly Annotation[],
  points: readonly string[]
): string | null {
  const needed = fields.filter(({ required }) => required)
  const candidates = annotations.filter(({ id, shape }) => shape !== null && !points.includes(id))
  const lacks = ({ attributes }: Annotation, { name }: AttributeField) => !Object.hasOwn(attributes, name)
  const lacking = candidates.filter(annotation => needed.some(field => lacks(annotation, field)))
  if (lacking.length === 0) return null
  const names = needed.filter(field => lacking.some(annotation => lacks(annotation, field))).map(({ name }) => titleOf(name))
  return `${formatCount(lacking.length, 'annotation')} ${lacking.length === 1 ? 'lacks' : 'lack'} ${names.join(', ')}`
}
