import type { Annotation } from '../../shared/contracts/annotations.ts'
import type { LabelIndex } from './label-index.ts'
import type { Rgb } from './label-look.ts'

/** Magenta, reserved for suggestions that no person has confirmed. */
const machine: Rgb = [235, 142, 196]
/** Grey of annotations that do not match the filter. */
const dimmed: Rgb = [112, 124, 130]

export interface AnnotationLook {
  colour: [number, number, number]
  stroke: 'solid' | 'dashed' | 'dotted' | 'double'
  filled: boolean
  hidden: boolean
}

/** Look of a suggestion that no person has confirmed. */
export const suggestionLook = (isFilled: boolean, hidden: boolean): AnnotationLook => ({
  colour: [machine[0], machine[1], machine[2]],
  stroke: 'dashed',
  filled: isFilled,
  hidden
})

/**
 * Look of an annotation: the colour of its label, and the line style of its review state. An annotation that does not match the filter is
 * grey and not filled.
 */
export function lookOf(annotation: Annotation, labelIndex: LabelIndex, hidden: boolean, isMatch = true): AnnotationLook {
  const { source, reviewState, labelId } = annotation
  const isSuggestion = source === 'machine' && reviewState === 'proposed'
  const [red, green, blue] = isMatch ? (isSuggestion ? machine : labelIndex.colourOf(labelId)) : dimmed
  const stroke = isSuggestion ? 'dashed' : reviewState === 'rejected' ? 'dotted' : reviewState === 'disputed' ? 'double' : 'solid'
  return { colour: [red, green, blue], stroke, filled: isMatch && annotation.shape?.kind !== 'line', hidden }
}
