import t from 'tap'
import { type CoverTally, correctedCover, coverDraws } from '../../../shared/statistics/corrected-cover.ts'
import { isClose } from '../../support/close.ts'

/** One sample point: its label (null without one), its probabilities, and whether the model was not trained on it. */
interface Point {
  label: number | null
  p: number[] | null
  isHeldOut?: boolean
}

const zeros = (taxa: number) => Array.from({ length: taxa }, () => 0)

/** Sums the points of an image, as the server does. */
function tallyOf(points: readonly Point[], taxa: number): CoverTally {
  const sums = [zeros(taxa), zeros(taxa), zeros(taxa), zeros(taxa)] as const
  const add = (to: number[], values: readonly number[]) => {
    for (const [at, value] of values.entries()) to[at] = (to[at] ?? 0) + value
  }
  const is = (label: number) => zeros(taxa).map((_, taxon) => (taxon === label ? 1 : 0))
  const [labels, probabilities, heldLabels, heldProbabilities] = sums
  for (const { label, p, isHeldOut } of points) {
    if (label !== null) add(labels, is(label))
    else if (p) add(probabilities, p)
    if (label === null || !p || !isHeldOut) continue
    add(heldLabels, is(label))
    add(heldProbabilities, p)
  }
  const count = (of: (point: Point) => unknown) => points.filter(of).length
  return {
    labelled: { points: count(({ label }) => label !== null), labels },
    predicted: { points: count(({ label, p }) => label === null && p), probabilities },
    heldOut: {
      points: count(({ label, p, isHeldOut }) => label !== null && p && isHeldOut),
      labels: heldLabels,
      probabilities: heldProbabilities
    }
  }
}

const many = (count: number, point: Point): Point[] => Array.from({ length: count }, () => ({ ...point }))

t.test('the shares are those of a computation by hand', async t => {
  // taxa: coral, sand, not to be judged
  const images: Point[][] = [
    [...many(10, { label: 0, p: [0.6, 0.4, 0], isHeldOut: true }), ...many(10, { label: 1, p: [0.5, 0.5, 0], isHeldOut: true })],
    [...many(4, { label: 0, p: [0.5, 0.5, 0], isHeldOut: true }), ...many(6, { label: null, p: [0.2, 0.7, 0.1] })],
    [...many(30, { label: 0, p: [0.99, 0.01, 0] }), ...many(10, { label: 2, p: null })],
    [...many(30, { label: null, p: [0.2, 0.8, 0] }), ...many(3, { label: null, p: null })]
  ]
  const found = correctedCover(
    images.map(points => tallyOf(points, 3)),
    3,
    'a'
  )
  t.match(found, {
    points: { labelled: 64, predicted: 36, heldOut: 24 },
    images: { labelled: 3, predicted: 3, heldOut: 2 },
    obstacle: null
  })
  // labelled: 44 coral, 10 sand, 10 unscorable of 64
  isClose(t, found.human?.[0]?.share, 44 / 54, 1e-12)
  // predicted and held out: coral 10·0.6 + 10·0.5 + 4·0.5 + 6·0.2 + 30·0.2 = 20.2, unscorable 0.6, of 60
  isClose(t, found.machine?.[0]?.share, 20.2 / 59.4, 1e-12)
  // error: coral (14 − 13)/24, sand (10 − 11)/24, unscorable 0
  // corrected: coral 44 + 7.2 + 36/24 = 52.7, unscorable 10 + 0.6, of 100
  isClose(t, found.corrected?.[0]?.share, 52.7 / 89.4, 1e-12)
  isClose(t, found.corrected?.[1]?.share, (10 + 28.2 - 36 / 24) / 89.4, 1e-12)
  t.equal(found.corrected?.length, 2, 'no cover of points that cannot be scored')
  isClose(t, (found.corrected?.[0]?.share ?? 0) + (found.corrected?.[1]?.share ?? 0), 1, 1e-12)
})

t.test('without training points, the correction is the mean prediction plus the mean error', async t => {
  const images: Point[][] = [
    many(15, { label: 0, p: [0.9, 0.1], isHeldOut: true }),
    [...many(5, { label: 1, p: [0.8, 0.2], isHeldOut: true }), ...many(7, { label: null, p: [0.3, 0.7] })],
    many(11, { label: null, p: [0.6, 0.4] })
  ]
  const { corrected } = correctedCover(
    images.map(points => [...points]).map(points => tallyOf(points.map(withUnscorable), 3)),
    3,
    'a'
  )
  const all = images.flat()
  const held = all.filter(({ label }) => label !== null)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const machine = mean(all.map(({ p }) => p?.[0] ?? 0))
  const error = mean(held.map(({ label, p }) => (label === 0 ? 1 : 0) - (p?.[0] ?? 0)))
  isClose(t, corrected?.[0]?.share, machine + error, 1e-12)
})

const withUnscorable = (point: Point): Point => ({ ...point, p: point.p && [...point.p, 0] })

t.test('too few held-out points, or images with them, give no correction', async t => {
  const of = (...images: Point[][]) =>
    correctedCover(
      images.map(points => tallyOf(points, 3)),
      3,
      ''
    )
  const held = (count: number) => many(count, { label: 0, p: [0.5, 0.5, 0], isHeldOut: true })
  const others = many(50, { label: null, p: [0.4, 0.6, 0] })
  t.match(of(held(10), held(9), others), { obstacle: 'fewPoints', corrected: null, machine: [{ share: Number }, {}] })
  t.match(of(held(20), others), { obstacle: 'fewImages', corrected: null })
  t.match(of(held(10), held(10), others), { obstacle: null, corrected: [{}, {}] })
  t.match(of(many(40, { label: 0, p: [0.5, 0.5, 0] }), others), { obstacle: 'fewPoints', corrected: null }, 'training points do not count')
  t.match(of(many(40, { label: 0, p: null })), {
    obstacle: 'noPredictions',
    human: [{ share: 1, low: null, high: null }, {}],
    machine: null,
    corrected: null
  })
  t.match(of(), { obstacle: 'noPredictions', human: null, machine: null, corrected: null })
  t.match(of(many(3, { label: 2, p: null })), { human: null }, 'no point can be scored')
})

/** Generator apart from those of the code under test: Park and Miller 1988. */
function minimalStandard(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const quantileOf = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.round(share * (values.length - 1))] ?? Number.NaN

interface World {
  images: Point[][]
}

/**
 * Draws images of two taxa whose cover varies by image. The model sees each point with an error that depends on the taxon, so that its mean is
 * wrong. Some images are held out.
 */
function world(random: () => number, { images, points, heldOut, cover }: Record<'images' | 'points' | 'heldOut' | 'cover', number>): World {
  return {
    images: Array.from({ length: images }, (_, image) => {
      const own = Math.min(0.95, Math.max(0.05, cover + (random() - 0.5) * 0.4))
      return Array.from({ length: points }, () => {
        const label = random() < own ? 0 : 1
        const p = label === 0 ? 0.35 + 0.3 * random() : 0.05 + 0.2 * random()
        return { label: image < heldOut ? label : null, p: [p, 1 - p, 0], isHeldOut: image < heldOut }
      })
    })
  }
}

t.test('the interval is that of another bootstrap, written apart from it', async t => {
  const { images } = world(minimalStandard(11), { images: 60, points: 20, heldOut: 15, cover: 0.4 })
  const { corrected } = correctedCover(
    images.map(points => tallyOf(points, 3)),
    3,
    'a'
  )
  const random = minimalStandard(5)
  const some = (from: number, to: number) =>
    Array.from({ length: to - from }, () => images[from + Math.floor(random() * (to - from))] ?? [])
  const replicates = Array.from({ length: 4000 }, () => {
    const held = some(0, 15).flat()
    const others = some(15, 60).flat()
    const sum = (points: readonly Point[]) => points.reduce((total, { p }) => total + (p?.[0] ?? 0), 0)
    const hits = held.filter(({ label }) => label === 0).length
    const machine = (sum(held) + sum(others)) / (held.length + others.length)
    return machine + (hits - sum(held)) / held.length
  })
  isClose(t, corrected?.[0]?.low ?? Number.NaN, quantileOf(replicates, 0.025), 0.012)
  isClose(t, corrected?.[0]?.high ?? Number.NaN, quantileOf(replicates, 0.975), 0.012)
  t.same(
    correctedCover(
      images.map(points => tallyOf(points, 3)),
      3,
      'a'
    ).corrected,
    corrected,
    'the same seed gives the same interval'
  )
  t.equal(coverDraws, 1000)
})

t.test('in repeated synthetic projects, the corrected interval holds the true cover and that of the machine does not', async t => {
  const random = minimalStandard(20_261_128)
  const projects = 300
  const cover = 0.4
  const hits = { corrected: 0, machine: 0, human: 0 }
  const sums = { corrected: 0, machine: 0 }
  const widths = { corrected: 0, human: 0 }
  for (let project = 0; project < projects; project++) {
    const { images } = world(random, { images: 120, points: 15, heldOut: 30, cover })
    const found = correctedCover(
      images.map(points => tallyOf(points, 3)),
      3,
      `project ${project}`
    )
    for (const method of ['corrected', 'machine', 'human'] as const) {
      const { low, high } = found[method]?.[0] ?? {}
      if (low != null && high != null && low <= cover && cover <= high) hits[method]++
    }
    for (const method of ['corrected', 'machine'] as const) sums[method] += found[method]?.[0]?.share ?? 0
    for (const method of ['corrected', 'human'] as const) widths[method] += width(found[method]?.[0])
  }
  t.ok(hits.corrected / projects > 0.91 && hits.corrected / projects < 0.98, `${hits.corrected} of ${projects} corrected intervals`)
  t.ok(hits.machine / projects < 0.05, `${hits.machine} of ${projects} intervals of the machine alone`)
  t.ok(Math.abs(sums.corrected / projects - cover) < 0.005, 'no bias')
  t.ok(Math.abs(sums.machine / projects - cover) > 0.05, 'a bias')
  t.ok(widths.corrected < widths.human, 'the predictions of other images make the interval narrower')
})

const width = (estimate: { low: number | null; high: number | null } | undefined) => (estimate?.high ?? 0) - (estimate?.low ?? 0)

t.test('bundles of many images have the interval of the images', async t => {
  const { images } = world(minimalStandard(3), { images: 900, points: 10, heldOut: 300, cover: 0.3 })
  const { corrected } = correctedCover(
    images.map(points => tallyOf(points, 3)),
    3,
    'a'
  )
  const error = images
    .slice(0, 300)
    .map(points => points.reduce((sum, { label, p }) => sum + (label === 0 ? 1 : 0) - (p?.[0] ?? 0), 0) / 10)
  const predicted = images.slice(300).map(points => points.reduce((sum, { p }) => sum + (p?.[0] ?? 0), 0) / 10)
  const truth = images.slice(0, 300).map(points => points.filter(({ label }) => label === 0).length / 10)
  // per image: (truth + 2·error)/3 on held-out images, prediction · 2/3 on others; the variance of a sum of means
  const varianceOfMean = (values: number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length / (values.length - 1)
  }
  const combined = truth.map((value, at) => value / 3 + ((error[at] ?? 0) * 2) / 3)
  const standardError = Math.sqrt(varianceOfMean(combined) + varianceOfMean(predicted.map(value => (value * 2) / 3)))
  isClose(t, width(corrected?.[0]) / (2 * 1.96 * standardError), 1, 0.12)
})
