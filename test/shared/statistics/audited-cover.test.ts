// About: shared/statistics/audit-strata.ts, shared/statistics/corrected-cover.ts
import t from 'tap'
import { addPredicted, auditWeights, cellOf, emptyStrata } from '../../../shared/statistics/audit-strata.ts'
import { type CoverTally, correctedCover } from '../../../shared/statistics/corrected-cover.ts'
import { isClose } from '../../support/close.ts'

/** One sample point of two taxa and of none that can be scored. `label` is independent, and `blind` is that of an audit. */
interface Point {
  p: number
  label?: number
  isHeldOut?: boolean
  acceptance?: string
  blind?: number
}

const taxa = 3
const ofTaxa = (p: number) => [p, 1 - p, 0]
const one = (label: number, taxon: number) => (label === taxon ? 1 : 0)
const many = (count: number, point: Point): Point[] => Array.from({ length: count }, () => ({ ...point }))
const isPredicted = ({ label }: Point) => label === undefined

/** Builds the tallies of images, as the server does. */
function talliesOf(images: readonly (readonly Point[])[]): CoverTally[] {
  const strata = emptyStrata()
  for (const point of images.flat().filter(isPredicted))
    addPredicted(
      strata,
      cellOf(ofTaxa(point.p)),
      point.acceptance === undefined ? null : { id: point.acceptance, isPair: point.blind !== undefined }
    )
  const weights = auditWeights(strata)
  const sums = (of: (taxon: number) => number) => Array.from({ length: taxa }, (_, taxon) => of(taxon))
  const add = <T>(items: readonly T[], of: (item: T) => number) => items.reduce((total, item) => total + of(item), 0)
  return images.map(points => {
    const labelled = points.filter(point => !isPredicted(point))
    const predicted = points.filter(isPredicted)
    const held = labelled.filter(({ isHeldOut }) => isHeldOut)
    const accepted = predicted.filter(({ acceptance }) => acceptance !== undefined && weights.pair.has(acceptance))
    const pairs = accepted.filter(({ blind }) => blind !== undefined)
    const weightOf = ({ acceptance = '' }: Point) => weights.pair.get(acceptance) ?? 0
    const heldWeight = ({ p }: Point) => weights.held(cellOf(ofTaxa(p)))
    const error = (label: number | undefined, p: number, taxon: number) => one(label ?? -1, taxon) - (ofTaxa(p)[taxon] ?? 0)
    return {
      labelled: { points: labelled.length, labels: sums(taxon => add(labelled, ({ label }) => one(label ?? -1, taxon))) },
      predicted: { points: predicted.length, probabilities: sums(taxon => add(predicted, ({ p }) => ofTaxa(p)[taxon] ?? 0)) },
      heldOut: {
        points: held.length,
        labels: sums(taxon => add(held, ({ label }) => one(label ?? -1, taxon))),
        probabilities: sums(taxon => add(held, ({ p }) => ofTaxa(p)[taxon] ?? 0))
      },
      audited: {
        points: accepted.length,
        pairs: pairs.length,
        weight: add(pairs, weightOf),
        errors: sums(taxon => add(pairs, pair => weightOf(pair) * error(pair.blind, pair.p, taxon))),
        others: {
          weight: add(held, heldWeight),
          squares: add(held, point => heldWeight(point) ** 2),
          errors: sums(taxon => add(held, point => heldWeight(point) * error(point.label, point.p, taxon)))
        }
      }
    }
  })
}

const withoutAudits = (tallies: readonly CoverTally[]) => tallies.map(({ audited: _audited, ...tally }) => tally)

t.test('without an ended audit, every number is that of the version before', async t => {
  const tallies = Array.from({ length: 230 }, (_, image): CoverTally => {
    const p = ((image * 37) % 100) / 100
    const isHeld = image % 5 === 0
    const [labelled, held, coral] = [isHeld ? 5 : 1, isHeld ? 4 : 0, image % 3]
    return {
      labelled: { points: labelled, labels: [coral % 2, labelled - (coral % 2), 0] },
      predicted: { points: 6, probabilities: [6 * p, 6 * (1 - p), 0] },
      heldOut: {
        points: held,
        labels: isHeld ? [coral, 4 - coral, 0] : [0, 0, 0],
        probabilities: isHeld ? [4 * p, 4 - 4 * p, 0] : [0, 0, 0]
      }
    }
  })
  const found = correctedCover(tallies, taxa, 'pinned')
  t.same(found.points, { labelled: 414, predicted: 1380, heldOut: 184, accepted: 0, audited: 0 })
  t.same(found.machine?.[0], { share: 0.49277493606138095, low: 0.4534024936061384, high: 0.5336457800511508 })
  t.same(found.corrected, [
    { share: 0.2484392419175027, low: 0.1780170011148272, high: 0.32253205128205137 },
    { share: 0.7515607580824973, low: 0.6774679487179489, high: 0.8219829988851727 }
  ])
})

/** Two acceptances with different rates. The surest points are accepted, and the rest has other errors. */
const twoAudits = (): Point[][] => [
  [
    ...many(12, { p: 0.92, label: 0, isHeldOut: true }),
    ...many(12, { p: 0.92, acceptance: 'a', blind: 0 }),
    ...many(28, { p: 0.92, acceptance: 'a' }),
    ...many(10, { p: 0.92 })
  ],
  [
    ...many(15, { p: 0.42, label: 0, isHeldOut: true }),
    ...many(9, { p: 0.42, label: 1, isHeldOut: true }),
    ...many(5, { p: 0.92, acceptance: 'a', blind: 1 }),
    ...many(3, { p: 0.07, acceptance: 'b', blind: 1 }),
    ...many(1, { p: 0.07, acceptance: 'b', blind: 0 }),
    ...many(60, { p: 0.07, acceptance: 'b' })
  ],
  [...many(40, { p: 0.42 }), ...many(7, { p: 0.9, acceptance: 'c' }), ...many(6, { p: 0.3, label: 1 })]
]

t.test('each audit has the weight of its acceptance, and the rest has the error of comparable held-out points', async t => {
  const images = twoAudits()
  const found = correctedCover(talliesOf(images), taxa, 'a')
  const points = images.flat()
  // by simple loops: acceptance c has no pair, so its points count as the rest
  const predicted = points.filter(isPredicted)
  const isAccepted = ({ acceptance }: Point) => acceptance === 'a' || acceptance === 'b'
  let total = points.filter(({ label }) => label === 0).length
  for (const { p } of predicted) total += p
  for (const id of ['a', 'b']) {
    const of = predicted.filter(({ acceptance }) => acceptance === id)
    const pairs = of.filter(({ blind }) => blind !== undefined)
    let error = 0
    for (const { blind, p } of pairs) error += (blind === 0 ? 1 : 0) - p
    total += of.length * (error / pairs.length)
  }
  // cells: surely coral (0.9–0.95), the rest near 0.42, for which sand is the top class
  const sure = predicted.filter(({ p }) => p >= 0.9)
  const shareOfRest = sure.filter(point => !isAccepted(point)).length / sure.length
  let [weight, error] = [0, 0]
  for (const { p, label } of points.filter(({ isHeldOut }) => isHeldOut)) {
    const own = p === 0.92 ? shareOfRest : 1
    weight += own
    error += own * ((label === 0 ? 1 : 0) - p)
  }
  const rest = predicted.filter(point => !isAccepted(point)).length
  total += rest * (error / weight)
  isClose(t, found.corrected?.[0]?.share, total / points.length, 1e-12)
  isClose(t, (found.corrected?.[0]?.share ?? 0) + (found.corrected?.[1]?.share ?? 0), 1, 1e-12)
  t.match(found.points, { predicted: predicted.length, heldOut: 36, accepted: 109, audited: 21 })
  t.match(found.images, { accepted: 2, audited: 2 })
  t.same(correctedCover(talliesOf(images), taxa, 'a'), found, 'the same seed gives the same interval')
  const without = correctedCover(withoutAudits(talliesOf(images)), taxa, 'a')
  t.same([found.human, found.machine?.map(({ share }) => share)], [without.human, without.machine?.map(({ share }) => share)])
})

t.test('with too few blind labels, or too few held-out points for the rest, all predicted points count as before', async t => {
  const same = (images: Point[][], why: string, audited: number) => {
    const tallies = talliesOf(images)
    const { points, images: on, ...found } = correctedCover(tallies, taxa, 'a')
    const { points: _points, images: _on, ...before } = correctedCover(withoutAudits(tallies), taxa, 'a')
    t.same(found, before, why)
    t.match(points, { accepted: 0, audited })
    t.match(on, { accepted: 0 })
  }
  const [first = [], second = [], third = []] = twoAudits()
  const isPair = ({ blind }: Point) => blind !== undefined
  same([first, second.toSpliced(second.findIndex(isPair), 2), third], '19 blind labels', 19)
  const onOne = [...first, ...second.filter(isPair)]
  same([onOne, second.filter(point => !isPair(point)), third], 'all on one image', 21)
  const accepted = (points: readonly Point[]) => points.filter(({ acceptance }) => acceptance === 'a' || acceptance === 'b')
  const held = first.filter(({ isHeldOut }) => isHeldOut)
  const others = many(40, { p: 0.42 })
  const few = many(9, { p: 0.42, label: 1, isHeldOut: true })
  same([[...held, ...accepted(first)], [...held, ...accepted(second)], others], 'no held-out point like the others', 21)
  same([[...held, ...few, ...accepted(first)], [...held, ...few, ...accepted(second)], others], '18 of them', 21)
  const enough = [...few, ...few.slice(0, 1)]
  const found = correctedCover(
    talliesOf([[...held, ...enough, ...accepted(first)], [...held, ...enough, ...accepted(second)], others]),
    taxa,
    'a'
  )
  t.match(found.points, { accepted: 109 }, '20 of them')
  const none = correctedCover(
    talliesOf([
      [...held, ...accepted(first)],
      [...held, ...accepted(second)]
    ]),
    taxa,
    'a'
  )
  t.match(none.points, { accepted: 109, predicted: 109 }, 'no other points, so none are needed')
  t.ok(none.corrected?.[0]?.low != null)
  const five = held.slice(0, 5)
  const covered = [
    [...five, ...accepted(first)],
    [...five, ...accepted(second)]
  ]
  same(covered, 'without held-out points nothing is corrected, so no point counts as corrected', 21)
})

t.test('few other points without comparable held-out points have the error of all held-out points', async t => {
  const [first = [], second = []] = twoAudits()
  const accepted = (points: readonly Point[]) => points.filter(({ acceptance }) => acceptance === 'a' || acceptance === 'b')
  const held = first.filter(({ isHeldOut }) => isHeldOut)
  const withOthers = (count: number) => [[...held, ...accepted(first)], [...held, ...accepted(second)], many(count, { p: 0.42 })]
  const images = withOthers(5) // of 114 predicted points
  const found = correctedCover(talliesOf(images), taxa, 'a')
  t.match(found.points, { accepted: 109, predicted: 114 })
  const points = images.flat()
  const predicted = points.filter(isPredicted)
  let [sum, heldError] = [points.filter(({ label }) => label === 0).length, 0]
  for (const { p } of predicted) sum += p
  for (const id of ['a', 'b']) {
    const of = predicted.filter(({ acceptance }) => acceptance === id)
    const pairs = of.filter(({ blind }) => blind !== undefined)
    sum += (of.length * pairs.reduce((error, { blind, p }) => error + (blind === 0 ? 1 : 0) - p, 0)) / pairs.length
  }
  const heldOut = points.filter(({ isHeldOut }) => isHeldOut)
  for (const { p, label } of heldOut) heldError += (label === 0 ? 1 : 0) - p
  sum += 5 * (heldError / heldOut.length)
  isClose(t, found.corrected?.[0]?.share, sum / points.length, 1e-12)
  t.ok((found.corrected?.[0]?.low ?? 1) < (found.corrected?.[0]?.high ?? 0))
  t.match(correctedCover(talliesOf(withOthers(6)), taxa, 'a').points, { accepted: 0, predicted: 115 }, '6 of 115 are more than 5 %')
})

/** Generator apart from those of the code under test: Park and Miller 1988. */
function minimalStandard(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/**
 * Draws images of two taxa. The model is sure of half of the points and is often wrong about coral there, and sees the rest as too little coral.
 * Sure points that nobody labelled are accepted by label, and audited at different rates.
 * @param isLabelled whether a person labelled a point of a held-out image
 */
function world(random: () => number, isLabelled: (image: number, isSure: boolean) => boolean): { images: Point[][]; cover: number } {
  let [coral, points] = [0, 0]
  const images = Array.from({ length: 100 }, (_, image) => {
    const own = 0.4 + (random() - 0.5) * 0.3
    return Array.from({ length: 16 }, (): Point => {
      const isSure = random() < 0.5
      const seen = random() < own ? 0 : 1
      const label = isSure ? (seen === 0 && random() < 0.2 ? 1 : seen) : random() < own + 0.25 ? 0 : 1
      const p = isSure ? (seen === 0 ? 0.93 : 0.06) + 0.01 * random() : 0.36 + 0.1 * random()
      coral += label === 0 ? 1 : 0
      points++
      if (isLabelled(image, isSure)) return { p, label, isHeldOut: true }
      if (!isSure) return { p }
      return { p, acceptance: seen === 0 ? 'coral' : 'sand', ...(random() < (seen === 0 ? 0.25 : 0.08) && { blind: label }) }
    })
  })
  return { images, cover: coral / points }
}

/** True mean cover of the worlds: 0.5 · 0.4 · 0.8 + 0.5 · 0.65. */
const cover = 0.485

function repeated(seed: number, isLabelled: (image: number, isSure: boolean) => boolean) {
  const random = minimalStandard(seed)
  const projects = 100
  let [hits, sum, before, hitsBefore] = [0, 0, 0, 0]
  for (let project = 0; project < projects; project++) {
    const tallies = talliesOf(world(random, isLabelled).images)
    const estimate = correctedCover(tallies, taxa, `project ${project}`).corrected?.[0]
    const without = correctedCover(withoutAudits(tallies), taxa, `project ${project}`).corrected?.[0]
    const holds = (of: typeof estimate) => (of?.low != null && of.high != null && of.low <= cover && cover <= of.high ? 1 : 0)
    hits += holds(estimate)
    hitsBefore += holds(without)
    sum += estimate?.share ?? Number.NaN
    before += without?.share ?? Number.NaN
  }
  return { hits: hits / projects, bias: sum / projects - cover, before: before / projects - cover, hitsBefore: hitsBefore / projects }
}

t.test('in repeated synthetic projects with all points of some images labelled, the interval holds the true cover', async t => {
  const { hits, bias, before } = repeated(20_261_129, image => image < 25)
  t.ok(hits > 0.9 && hits < 0.99, `${hits} of the intervals`)
  t.ok(Math.abs(bias) < 0.006, `a bias of ${bias}`)
  t.ok(Math.abs(before) < 0.006, `a bias of ${before} without the audits`)
})

t.test('where people labelled only what they did not accept, the audits remove the bias that was there', async t => {
  const { hits, bias, before, hitsBefore } = repeated(7, (image, isSure) => image < 40 && !isSure)
  t.ok(hits > 0.9 && hits < 0.99, `${hits} of the intervals`)
  t.ok(Math.abs(bias) < 0.006, `a bias of ${bias}`)
  t.ok(before > 0.05 && hitsBefore < 0.5, `a bias of ${before} without the audits, and ${hitsBefore} of the intervals`)
})
