import type { OutlineLabel } from '../../shared/contracts/taxonomy.ts'
import { formatCount } from '../ui/format.ts'

/** Tooltip of a label: its path in the catalog and its number of annotations. */
export const tipOf = ({ name, annotationCount }: OutlineLabel, path: readonly string[]): string =>
  [...path, name].join(' › ') + (annotationCount ? `\n${formatCount(annotationCount, 'annotation')}` : '')
