import type { Agreement, MarkGroup, MatchLimits, PairAgreement } from '../../../../shared/contracts/annotation-sessions.ts'
import { cohensKappa, kappaOfCategories } from '../../../../shared/statistics/agreement/cohens-kappa.ts'
import { type Category, cellOf, confusionOf, withoutBackground } from '../../../../shared/statistics/agreement/confusion.ts'
import { fleissKappa, type Ratings } from '../../../../shared/statistics/agreement/fleiss-kappa.ts'
import { groupMarks } from '../../../../shared/statistics/agreement/group-marks.ts'
import { krippendorffsAlpha } from '../../../../shared/statistics/agreement/krippendorffs-alpha.ts'
import type { RoundImage, RoundMark } from './marks.ts'

export interface Group {
  kind: MarkGroup['kind']
  /** Accounts that viewed the image. */
  looked: string[]
  marks: RoundMark[]
}

type Figures = Pick<
  Agreement,
  | 'imagesByTwo'
  | 'imagesByAll'
  | 'pairs'
  | 'group'
  | 'groupNames'
  | 'alpha'
  | 'alphaNames'
  | 'agreedCount'
  | 'namesDifferCount'
  | 'overlookedCount'
> & { annotators: { accountId: string; images: number; marks: number }[]; categories: string[] }

interface Pair {
  images: number
  matched: number
  onlyFirst: number
  onlySecond: number
  cells: Map<string, { reference: Category; predicted: Category; count: number }>
}

/** Combinations of ratings, by a key of their content, with their frequencies. */
type Rated = Map<string, { ratings: Ratings; count: number }>

/** Rating for "not annotated". No label has this id. */
const background = '-'

/**
 * Accumulates the agreement of annotators, image by image. The tally keeps only counts: of labels for each pair of annotators, and of
 * each combination of ratings. An image counts only for annotators who viewed it. Annotators who did not view it cannot have overlooked anything
 * on it.
 */
export class AgreementTally {
  readonly #accounts: string[]
  readonly #limits: MatchLimits
  readonly #annotators: { accountId: string; images: number; marks: number }[]
  readonly #pairs = new Map<string, Pair>()
  /** Ratings of individuals on images that two or more annotators viewed. */
  readonly #ratings: Rated = new Map()
  /** Ratings of individuals on images that all annotators viewed. */
  readonly #allRatings: Rated = new Map()
  /** Ratings of individuals that all annotators annotated. */
  readonly #nameRatings: Rated = new Map()
  readonly #kinds = { agreed: 0, namesDiffer: 0, overlooked: 0 }
  #imagesByTwo = 0
  #imagesByAll = 0

  constructor(accounts: readonly string[], limits: MatchLimits) {
    this.#accounts = [...accounts]
    this.#limits = limits
    this.#annotators = accounts.map(accountId => ({ accountId, images: 0, marks: 0 }))
  }

  /** Adds an image. @returns its annotations, grouped by individual; no groups if fewer than two annotators viewed it */
  add({ looked, marks }: Pick<RoundImage, 'looked' | 'marks'>): Group[] {
    const present = this.#accounts.filter(account => looked.has(account))
    const lists = present.map(account => marks.filter(mark => mark.accountId === account))
    for (const annotator of this.#annotators) {
      if (!looked.has(annotator.accountId)) continue
      annotator.images += 1
      annotator.marks += lists[present.indexOf(annotator.accountId)]?.length ?? 0
    }
    if (present.length < 2) return []
    const isByAll = present.length === this.#accounts.length
    this.#imagesByTwo += 1
    if (isByAll) this.#imagesByAll += 1
    const found = groupMarks(lists, this.#limits)
    for (const { annotators, matches, onlyFirst, onlySecond } of found.pairs) {
      const [first, second] = annotators
      const [listA, listB] = [lists[first] ?? [], lists[second] ?? []]
      const pair = this.#pair(present[first] ?? '', present[second] ?? '')
      pair.images += 1
      pair.matched += matches.length
      pair.onlyFirst += onlyFirst.length
      pair.onlySecond += onlySecond.length
      for (const match of matches) count(pair, listA[match.first]?.category ?? null, listB[match.second]?.category ?? null)
      for (const at of onlyFirst) count(pair, listA[at]?.category ?? null, null)
      for (const at of onlySecond) count(pair, null, listB[at]?.category ?? null)
    }
    return found.groups.map(members => {
      const ofGroup = members.flatMap(({ annotator, mark }) => lists[annotator]?.[mark] ?? [])
      const kind = kindOf(ofGroup, present.length)
      this.#kinds[kind] += 1
      this.#rate(ofGroup, present.length)
      return { kind, looked: present, marks: ofGroup }
    })
  }

  figures(): Figures {
    const used = [...this.#pairs.values()].flatMap(({ cells }) => [...cells.values()].flatMap(cell => [cell.reference, cell.predicted]))
    const categories = [...new Set(used)].filter(category => category !== null).sort()
    const places = new Map<Category, number>([[null, -1], ...categories.map((category, at): [string, number] => [category, at])])
    return {
      annotators: this.#annotators,
      categories,
      imagesByTwo: this.#imagesByTwo,
      imagesByAll: this.#imagesByAll,
      pairs: [...this.#pairs].map(([key, pair]) => pairFigures(key, pair, places)),
      group: groupFigures(this.#allRatings, places),
      groupNames: groupFigures(this.#nameRatings, places),
      alpha: alphaFigures(unitsOf(this.#ratings)),
      alphaNames: alphaFigures(namesOf(unitsOf(this.#ratings))),
      agreedCount: this.#kinds.agreed,
      namesDifferCount: this.#kinds.namesDiffer,
      overlookedCount: this.#kinds.overlooked
    }
  }

  #pair(first: string, second: string): Pair {
    const key = `${first} ${second}`
    const pair = this.#pairs.get(key) ?? { images: 0, matched: 0, onlyFirst: 0, onlySecond: 0, cells: new Map() }
    this.#pairs.set(key, pair)
    return pair
  }

  #rate(marks: RoundMark[], lookedCount: number): void {
    const given = new Map<string, number>()
    for (const { category } of marks) given.set(category, (given.get(category) ?? 0) + 1)
    if (marks.length === this.#accounts.length) rate(this.#nameRatings, given)
    if (marks.length < lookedCount) given.set(background, lookedCount - marks.length)
    if (lookedCount === this.#accounts.length) rate(this.#allRatings, given)
    rate(this.#ratings, given)
  }
}

function kindOf(marks: readonly RoundMark[], lookedCount: number): MarkGroup['kind'] {
  if (new Set(marks.map(({ category }) => category)).size > 1) return 'namesDiffer'
  return marks.length === lookedCount ? 'agreed' : 'overlooked'
}

function count({ cells }: Pair, reference: Category, predicted: Category): void {
  const key = JSON.stringify([reference, predicted])
  const cell = cells.get(key) ?? { reference, predicted, count: 0 }
  cell.count += 1
  cells.set(key, cell)
}

function rate(all: Rated, ratings: Map<string, number>): void {
  const key = JSON.stringify([...ratings].sort(([a], [b]) => (a < b ? -1 : 1)))
  const same = all.get(key)
  if (same) same.count += 1
  else all.set(key, { ratings, count: 1 })
}

function pairFigures(key: string, pair: Pair, places: ReadonlyMap<Category, number>): PairAgreement {
  const [first = '', second = ''] = key.split(' ')
  const place = (category: Category) => places.get(category) ?? -1
  const confusion = confusionOf(pair.cells.values())
  const kappas = kappaOfCategories(confusion)
  return {
    first,
    second,
    images: pair.images,
    matched: pair.matched,
    onlyFirst: pair.onlyFirst,
    onlySecond: pair.onlySecond,
    cells: Array.from(pair.cells.values(), cell => [place(cell.reference), place(cell.predicted), cell.count]),
    kappa: cohensKappa(confusion),
    namesKappa: cohensKappa(withoutBackground(confusion)),
    labels: Array.from(kappas, ([category, kappa]) => ({
      label: place(category),
      items: (confusion.rowTotals.get(category) ?? 0) + (confusion.columnTotals.get(category) ?? 0) - cellOf(confusion, category, category),
      kappa
    })).sort((a, b) => b.items - a.items)
  }
}

function* unitsOf(all: Rated): Generator<Ratings> {
  for (const { ratings, count } of all.values()) for (let each = 0; each < count; each++) yield ratings
}

/** Ratings of each item, without "not annotated". */
function* namesOf(units: Iterable<Ratings>): Generator<Ratings> {
  for (const ratings of units) yield new Map([...ratings].filter(([name]) => name !== background))
}

function alphaFigures(units: Iterable<Ratings>): Agreement['alpha'] {
  const found = krippendorffsAlpha(units)
  return found && { alpha: found.alpha, items: found.items, ratings: found.ratings }
}

function groupFigures(all: Rated, places: ReadonlyMap<Category, number>): Agreement['group'] {
  const fleiss = fleissKappa(unitsOf(all))
  if (!fleiss) return null
  const items = new Map<string, number>()
  for (const { ratings, count } of all.values()) for (const name of ratings.keys()) items.set(name, (items.get(name) ?? 0) + count)
  const { kappaOf, ...figures } = fleiss
  return {
    ...figures,
    labels: Array.from(kappaOf, ([name, kappa]) => ({
      label: name === background ? -1 : (places.get(name) ?? -1),
      items: items.get(name) ?? 0,
      kappa
    })).sort((a, b) => b.items - a.items)
  }
}
