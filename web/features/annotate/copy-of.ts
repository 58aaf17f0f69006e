import { takes } from '../../../shared/attribute-values.ts'
import type { Annotation } from '../../../shared/contracts/annotations.ts'
import type { AttributeField } from '../../../shared/contracts/attribute-fields.ts'
import { newId } from '../../../shared/new-id.ts'
import { moved } from '../../canvas/shapes/edits.ts'
import type { Edit } from './document/edits.ts'

/** Offset of a copy from its original in x and y, in image pixels. */
const offset = 12

interface Copy {
  edit: Extract<Edit, { kind: 'create' }>
  /** Names of the attributes left out, because their imported values do not fit the project's fields. */
  left: string[]
}

/** Returns the edit that copies an annotation, slightly offset from the original. The names of attributes left out are returned too. */
export function copyOf({ mediaId, shape, labelId, confidence, attributes }: Annotation, fields: readonly AttributeField[]): Copy {
  const fits = ([name, value]: [string, Annotation['attributes'][string]]) => {
    const field = fields.find(field => field.name === name)
    return !field || takes(field, value)
  }
  const all = Object.entries(attributes)
  const fitting = all.filter(fits)
  return {
    edit: {
      ...{ kind: 'create', annotationId: newId(), mediaId, shape: shape && moved(shape, offset, offset), labelId, confidence },
      attributes: Object.fromEntries(fitting)
    },
    left: all.filter(entry => !fits(entry)).map(([name]) => name)
  }
}
