import { requireCount } from '../tally.ts'
import type { Ratings } from './fleiss-kappa.ts'

export interface Alpha {
  /** 1 all agree, 0 as by chance, below 0 less than that. */
  alpha: number
  /** Items with two ratings or more. */
  items: number
  /** Ratings of those items. */
  ratings: number
  /** Items with fewer than two ratings: nothing to compare, left out. */
  itemsLeft: number
}

/**
 * Krippendorff's alpha for names (nominal data); items may have different numbers of ratings. One pass.
 * α = ((n − 1)·Σ o_cc − Σ n_c(n_c − 1))/(n(n − 1) − Σ n_c(n_c − 1)), over items with m ≥ 2 ratings, n of them in all, n_c with the name c,
 * o_cc = Σ n_uc(n_uc − 1)/(m_u − 1) over the items u.
 * `alpha` has no value, and the answer is null, without such items and where only one name was ever given.
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
