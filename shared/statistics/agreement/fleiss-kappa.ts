import { requireCount } from '../tally.ts'

/** Number of raters who gave an item each label. */
export type Ratings = ReadonlyMap<string, number>

export interface FleissKappa {
  /** 1: full agreement; 0: no more agreement than by chance; negative: less than by chance. */
  kappa: number
  items: number
  /** Number of raters of each item. */
  raters: number
  /** Observed agreement, the mean P_i, 0–1. */
  observedAgreement: number
  /** Chance agreement Σ q_j², 0–1. */
  chanceAgreement: number
  /** κ_j = 1 − Σ_i n_ij(m − n_ij)/(N·m(m − 1)·q_j(1 − q_j)), of each label against all others; null where all ratings have this label. */
  kappaOf: Map<string, number | null>
}

/**
 * Fleiss' kappa of several raters, the same number (m) for each item, but not always the same people. Reads the items in one pass. P_i = (Σ_j
 * n_ij² − m)/(m(m − 1)), κ = (mean P_i − Σ q_j²)/(1 − Σ q_j²), q_j the share of the label j among all ratings. Null without items, with fewer
 * than two raters, and where only one label was ever given.
 * Source: Fleiss 1971, doi:10.1037/h0031619.
 * @throws RangeError when items have different numbers of ratings (use Krippendorff's alpha instead), or a count is not a whole number
 */
export function fleissKappa(units: Iterable<Ratings>): FleissKappa | null {
  const given = new Map<string, { ratings: number; squares: number }>()
  let [items, raters] = [0, 0]
  for (const unit of units) {
    let ratings = 0
    for (const [name, count] of unit) {
      requireCount(count)
      ratings += count
      const sums = given.get(name) ?? { ratings: 0, squares: 0 }
      given.set(name, { ratings: sums.ratings + count, squares: sums.squares + count ** 2 })
    }
    if (items === 0) raters = ratings
    if (ratings !== raters)
      throw new RangeError(`Items have ${raters} and ${ratings} ratings: Fleiss' kappa requires the same number for every item`)
    items += 1
  }
  const all = items * raters
  const used = [...given].filter(([, { ratings }]) => ratings > 0)
  if (items === 0 || raters < 2 || used.length < 2) return null
  const squares = used.reduce((sum, [, ofName]) => sum + ofName.squares, 0)
  const observedAgreement = (squares - all) / (all * (raters - 1))
  const chanceAgreement = used.reduce((sum, [, { ratings }]) => sum + (ratings / all) ** 2, 0)
  const kappa = squares === all * raters ? 1 : (observedAgreement - chanceAgreement) / (1 - chanceAgreement)
  const kappaOf = new Map(
    used.map(([name, { ratings, squares }]) => {
      const share = ratings / all
      return [name, 1 - (raters * ratings - squares) / (all * (raters - 1) * share * (1 - share))]
    })
  )
  return { kappa, items, raters, observedAgreement, chanceAgreement, kappaOf }
}
