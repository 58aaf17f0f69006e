import { requireCount } from '../tally.ts'
import type { Ratings } from './fleiss-kappa.ts'

export interface Alpha {
  /** 1: full agreement; 0: no more agreement than by chance; negative: less than by chance. */
  alpha: number
  /** Number of items with two ratings or more. */
  items: number
  /** Number of ratings of those items. */
  ratings: number
  /** Number of items with fewer than two ratings, which are left out because they allow no comparison. */
  itemsLeft: number
}

/**
 * Krippendorff's alpha for labels (nominal data), in one pass. Items may have different numbers of ratings. α = ((n − 1)·Σ o_cc − Σ n_c(n_c −
 * 1))/(n(n − 1) − Σ n_c(n_c − 1)), over items with m ≥ 2 ratings. n is the total number of their ratings, and n_c that of ratings with the label
 * c. o_cc = Σ n_uc(n_uc − 1)/(m_u − 1) over the items u. Null without such items, and where only one label was ever given.
 * Source: Krippendorff 2011, Computing Krippendorff's Alpha-Reliability, https://repository.upenn.edu/asc_papers/43.
 * @throws RangeError when a count is not a whole number of 0 or more
 */
export function krippendorffsAlpha(units: Iterable<Ratings>): Alpha | null {
  const given = new Map<string, number>()
  let [items, itemsLeft, ratings, agreeing] = [0, 0, 0, 0]
  for (const unit of units) {
    let ofUnit = 0
    for (const count of unit.values()) {
      requireCount(count)
      ofUnit += count
    }
    if (ofUnit < 2) {
      itemsLeft += 1
      continue
    }
    items += 1
    ratings += ofUnit
    for (const [name, count] of unit) {
      given.set(name, (given.get(name) ?? 0) + count)
      agreeing += (count * (count - 1)) / (ofUnit - 1)
    }
  }
  let byChance = 0
  for (const count of given.values()) byChance += count * (count - 1)
  const pairs = ratings * (ratings - 1)
  if (pairs === byChance) return null
  return { alpha: ((ratings - 1) * agreeing - byChance) / (pairs - byChance), items, ratings, itemsLeft }
}
