import type { Annotation } from '../../shared/contracts/annotations.ts'
import type { LabelBook } from './label-book.ts'
import type { Rgb } from './label-look.ts'

/** What no person has confirmed is magenta, and nothing else is. */
const machine: Rgb = [235, 142, 196]
/** What the filter does not mean. */
const dimmed: Rgb = [112, 124, 130]

export interface AnnotationLook {
  colour: [number, number, number]
  stroke: 'solid' | 'dashed' | 'dotted' | 'double'
  filled: boolean
  hidden: boolean
}

/** How an annotation is drawn: its label's colour, and its standing by the kind of line; grey and not filled when the filter does not mean it. */
export function lookOf(annotation: Annotation, book: LabelBook, hidden: boolean, isMeant = true): AnnotationLook {
  const { source, reviewState, labelId } = annotation
  const isSuggestion = source === 'machine' && reviewState === 'proposed'
  const [red, green, blue] = isMeant ? (isSuggestion ? machine : book.colourOf(labelId)) : dimmed
  const stroke = isSuggestion ? 'dashed' : reviewState === 'rejected' ? 'dotted' : reviewState === 'disputed' ? 'double' : 'solid'
  return { colour: [red, green, blue], stroke, filled: isMeant && annotation.shape?.kind !== 'line', hidden }
}
