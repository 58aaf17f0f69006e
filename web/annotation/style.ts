import type { Annotation } from '../../shared/contracts/annotations.ts'
import type { LabelBook } from './label-book.ts'
import type { Rgb } from './label-look.ts'

/** Magenta stands for suggestions that no person has confirmed, and for nothing else. */
const machine: Rgb = [235, 142, 196]
/** Annotations that do not match the filter. */
const dimmed: Rgb = [112, 124, 130]

export interface AnnotationLook {
  colour: [number, number, number]
  stroke: 'solid' | 'dashed' | 'dotted' | 'double'
  filled: boolean
  hidden: boolean
}

/** The colour of its label and the line of its review state; grey and not filled when the filter does not match. */
export function lookOf(annotation: Annotation, book: LabelBook, hidden: boolean, isMeant = true): AnnotationLook {
  const { source, reviewState, labelId } = annotation
  const isSuggestion = source === 'machine' && reviewState === 'proposed'
  const [red, green, blue] = isMeant ? (isSuggestion ? machine : book.colourOf(labelId)) : dimmed
  const stroke = isSuggestion ? 'dashed' : reviewState === 'rejected' ? 'dotted' : reviewState === 'disputed' ? 'double' : 'solid'
  return { colour: [red, green, blue], stroke, filled: isMeant && annotation.shape?.kind !== 'line', hidden }
}
