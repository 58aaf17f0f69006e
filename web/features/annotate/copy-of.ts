import { takes } from '../../../shared/attribute-values.ts'
import type { Annotation } from '../../../shared/contracts/annotations.ts'
import type { AttributeField } from '../../../shared/contracts/attribute-fields.ts'
import { newId } from '../../../shared/new-id.ts'
import { moved } from '../../canvas/shapes/edits.ts'
import type { Edit } from './document/edits.ts'

/** Distance of a copy from its original, in pixels of the image. */
const offset = 12

interface Copy {
  edit: Extract<Edit, { kind: 'create' }>
  /** Names of attributes left out: imported values that the project's fields do not accept for new annotations. */
  left: string[]
}

/** A copy of an annotation, slightly offset from it. */
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
