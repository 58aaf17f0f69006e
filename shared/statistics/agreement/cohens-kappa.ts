import { type Interval, z95 } from '../wilson.ts'
import { type Category, type Confusion, cellOf, confusionOf } from './confusion.ts'

/**
 * Kappa with its 95 % interval `low` to `high`: κ ± z·SE, limited to −1 and 1. If all agree, the interval has zero width, which overstates
 * the certainty for few items.
 */
export interface Kappa extends Interval {
  /** 1: full agreement; 0: no more agreement than by chance; negative: less than by chance. */
  kappa: number
  /** Observed agreement p_o, 0–1. */
  observedAgreement: number
  /** Chance agreement p_e, 0–1. */
  chanceAgreement: number
  standardError: number
}

/**
 * Cohen's kappa of two annotators who labelled the same items: κ = (p_o − p_e)/(1 − p_e), p_e = Σ row total·column total/N². Large-sample
 * standard error √(A + B − C)/((1 − p_e)·√N) with A = Σ p_ii[1 − (p_i. + p_.i)(1 − κ)]², B = (1 − κ)² Σ_{i≠j} p_ij(p_.i + p_j.)² and C = [κ −
 * p_e(1 − κ)]².
 *
 * The background is treated like any label. Agreement on background cannot be observed, which lowers κ. `withoutBackground` separates
 * labelling from detection. Null without items, and where p_e = 1 (both used the same single label throughout).
 * Source: Cohen 1960, doi:10.1177/001316446002000104; Fleiss, Cohen & Everitt 1969, doi:10.1037/h0028106.
 */
export function cohensKappa(confusion: Confusion): Kappa | null {
  const { categories, cells, rowTotals, columnTotals, total } = confusion
  if (total === 0) return null
  const row = (category: Category) => (rowTotals.get(category) ?? 0) / total
  const column = (category: Category) => (columnTotals.get(category) ?? 0) / total
  let [observedAgreement, chanceAgreement] = [0, 0]
  for (const category of categories) {
    observedAgreement += cellOf(confusion, category, category) / total
    chanceAgreement += row(category) * column(category)
  }
  const onlyName = [...rowTotals.keys(), ...columnTotals.keys()]
  if (new Set(onlyName).size === 1) return null
  const kappa = total === diagonal(confusion) ? 1 : (observedAgreement - chanceAgreement) / (1 - chanceAgreement)
  const apart = 1 - kappa
  let spread = -((kappa - chanceAgreement * apart) ** 2)
  for (const [reference, ofRow] of cells)
    for (const [predicted, count] of ofRow)
      spread +=
        reference === predicted
          ? (count / total) * (1 - (row(reference) + column(reference)) * apart) ** 2
          : (count / total) * (apart * (column(reference) + row(predicted))) ** 2
  const standardError = kappa === 1 ? 0 : Math.sqrt(Math.max(0, spread) / total) / (1 - chanceAgreement)
  const [low, high] = [Math.max(-1, kappa - z95 * standardError), Math.min(1, kappa + z95 * standardError)]
  return { kappa, observedAgreement, chanceAgreement, standardError, low, high }
}

/**
 * Kappa of each label alone: this label against any other, from the same items. Null where it is undefined.
 * Source: Fleiss, Levin & Paik 2003, Statistical Methods for Rates and Proportions, ch. 18, doi:10.1002/0471445428.
 */
export function kappaOfCategories(confusion: Confusion): Map<string, Kappa | null> {
  const { categories, rowTotals, columnTotals, total } = confusion
  const kappas = new Map<string, Kappa | null>()
  for (const category of categories) {
    if (category === null) continue
    const both = cellOf(confusion, category, category)
    const inRow = rowTotals.get(category) ?? 0
    const inColumn = columnTotals.get(category) ?? 0
    const collapsed = confusionOf([
      { reference: 'this', predicted: 'this', count: both },
      { reference: 'this', predicted: 'other', count: inRow - both },
      { reference: 'other', predicted: 'this', count: inColumn - both },
      { reference: 'other', predicted: 'other', count: total - inRow - inColumn + both }
    ])
    kappas.set(category, cohensKappa(collapsed))
  }
  return kappas
}

function diagonal(confusion: Confusion): number {
  return confusion.categories.reduce((sum, category) => sum + cellOf(confusion, category, category), 0)
}
