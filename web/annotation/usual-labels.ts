import type { OutlineLabel } from '../../shared/contracts/taxonomy.ts'
import type { LabelIndex } from './label-index.ts'
import { digits } from './number-keys.ts'

/** Maximum number of labels in a list without a search. Also the maximum number of labels in a tree that starts with all rows expanded. */
export const shownAtOnce = 60

/** True for a catalog that is shown as a tree below the usual labels: one with a hierarchy or with many labels. */
export const hasTree = ({ all }: Pick<LabelIndex, 'all'>): boolean => all.length > shownAtOnce || all.some(({ parentId }) => parentId)

/**
 * Labels listed without a search: first those in use, then unused ones with number keys, favourites and recent ones. Without a tree, all others
 * follow. Among those in use, the ones with number keys, favourites and recent ones come first, then the most frequent.
 */
export function usualLabels(labelIndex: LabelIndex, recent: readonly string[]): OutlineLabel[] {
  const { all } = labelIndex
  const preferred = [
    ...digits.flatMap(digit => labelIndex.atKey(digit) ?? []),
    ...all.filter(({ favourite }) => favourite),
    ...recent.flatMap(id => labelIndex.get(id) ?? [])
  ]
  const used = all.filter(uses).sort((a, b) => uses(b) - uses(a))
  const rest = hasTree(labelIndex) ? [] : all
  const unused = new Set(preferred.filter(label => !uses(label)))
  const first = [...new Set([...preferred.filter(uses), ...used])].slice(0, Math.max(0, shownAtOnce - unused.size))
  return [...new Set([...first, ...unused, ...rest])].slice(0, shownAtOnce)
}

const uses = ({ annotationCount = 0 }: OutlineLabel) => annotationCount
