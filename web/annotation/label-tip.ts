import type { OutlineLabel } from '../../shared/contracts/taxonomy.ts'
import { formatCount } from '../ui/format.ts'

/** Tool tip of a label: its place in the catalog, and the number of its annotations. */
export const tipOf = ({ name, annotationCount }: OutlineLabel, path: readonly string[]): string =>
  [...path, name].join(' › ') + (annotationCount ? `\n${formatCount(annotationCount, 'annotation')}` : '')
