import t from 'tap'
import { contrastIn, findLaserPoints, laserSearch } from '../../../../../server/backend/ai/learning/laser-points.ts'
import { randomFrom } from '../../../../../server/backend/ai/learning/random.ts'
import type { Position } from '../../../../../shared/photogrammetry/scale.ts'

type Picture = ReturnType<typeof seaFloor>

const [width, height] = [900, 600]
type Colour = [number, number, number]
const green: Colour = [40, 255, 120]
const red: Colour = [255, 60, 50]

interface Spot extends Position {
  colour: Colour
  radius?: number
  /** Opacity in the middle, 0 to 1. */
  strength?: number
}

/** Draws sand with noise, waves of light, and soft round spots. */
function seaFloor(seed: number, spots: readonly Spot[]) {
  const random = randomFrom(seed)
  const data = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = 12 * Math.sin(x / 37 + seed) + 9 * Math.sin(y / 23) + 14 * (random() - 0.5)
      const colour = [105, 110, 95].map(value => value + light)
      for (const spot of spots) {
        const away = Math.hypot(x + 0.5 - spot.x, y + 0.5 - spot.y)
        if (away > 12) continue
        const share = (spot.strength ?? 0.9) * Math.exp(-((away / (spot.radius ?? 2.2)) ** 2))
        for (const channel of [0, 1, 2]) colour[channel] = colour[channel]! * (1 - share) + spot.colour[channel]! * share
      }
      for (const channel of [0, 1, 2]) data[3 * (y * width + x) + channel] = Math.min(255, Math.max(0, colour[channel]!))
    }
  return { data, width, height }
}

/** Places of lasers whose pattern has this centre and size. */
const at = (pattern: readonly (readonly [number, number])[], x: number, y: number, size: number): Position[] =>
  pattern.map(([dx, dy]) => ({ x: x + size * dx, y: y + size * dy }))

const pair = [
  [-0.5, 0.03],
  [0.5, -0.03]
] as const
const triangle = [
  [0, -0.6],
  [-0.5, 0.3],
  [0.5, 0.3]
] as const
const square = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5]
] as const

const drawn = (seed: number, marks: readonly Position[], colour: Colour, others: readonly Spot[] = []) =>
  seaFloor(seed, [...marks.map(mark => ({ ...mark, colour })), ...others])

function found(pixels: Picture, examples: readonly { pixels: Picture; marks: Position[] }[]) {
  const search = laserSearch(
    pixels,
    examples.flatMap(({ marks }) => marks)
  )
  const marked = examples.map(({ pixels: picture, marks }) => ({ contrast: contrastIn(picture, search), marks }))
  return findLaserPoints(contrastIn(pixels, search), marked, search)
}

/** Pictures whose marks a person missed by up to a pixel. */
function examplesOf(pattern: readonly (readonly [number, number])[], colour: Colour) {
  const random = randomFrom(pattern.length)
  return [
    [440, 300, 120],
    [460, 310, 160],
    [430, 290, 140]
  ].map(([x, y, size], seed) => {
    const marks = at(pattern, x!, y!, size!)
    const byHand = marks.map(mark => ({ x: mark.x + 2 * random() - 1, y: mark.y + 2 * random() - 1 }))
    return { pixels: drawn(seed, marks, colour), marks: byHand }
  })
}

for (const [name, pattern, colour] of [
  ['two green', pair, green],
  ['three red', triangle, red],
  ['four green', square, green]
] as const)
  t.test(`${name} lasers are found among other specks, at another distance of the sea floor`, async t => {
    const marks = at(pattern, 452, 318, 185)
    const specks = [
      { x: 500, y: 250, colour: [250, 250, 245] as Colour },
      { x: 400, y: 360, colour: [250, 250, 245] as Colour, radius: 3 },
      { x: 470, y: 390, colour: (colour === green ? red : green) as Colour },
      { x: 350, y: 240, colour, strength: 0.7 }
    ]
    const lasers = found(drawn(9, marks, colour, specks), examplesOf(pattern, colour))
    t.ok(lasers)
    t.equal(lasers!.marks.length, pattern.length)
    for (const [index, mark] of lasers!.marks.entries()) {
      const away = Math.hypot(mark.x - marks[index]!.x, mark.y - marks[index]!.y)
      t.ok(away < 1.5, `point ${index + 1} is ${away.toFixed(2)} px away, in the order of the examples`)
    }
    t.ok(lasers!.residual < 0.05, `${lasers!.residual}`)
  })

t.test('a picture without the points, with one of two, or with a turned pattern gives none', async t => {
  const examples = examplesOf(pair, green)
  const marks = at(pair, 452, 318, 150)
  t.equal(found(drawn(9, [], green), examples), null)
  t.equal(found(drawn(9, marks.slice(0, 1), green), examples), null)
  const turned = marks.map(({ x, y }) => ({ x: 452 + (y - 318), y: 318 + (x - 452) }))
  t.equal(found(drawn(9, turned, green), examples), null)
  t.equal(found(drawn(9, at(pair, 452, 318, 12), green), examples), null, 'too close together')
})

t.test('a large picture is reduced, and its points are found to a pixel of the reduced one', async t => {
  const large = (seed: number, marks: readonly Position[]) => {
    const small = drawn(
      seed,
      marks.map(({ x, y }) => ({ x: x / 4, y: y / 4 })),
      green
    )
    const data = new Uint8Array(3 * 16 * width * height)
    for (let y = 0; y < 4 * height; y++)
      for (let x = 0; x < 4 * width; x++) {
        const from = 3 * (Math.floor(y / 4) * width + Math.floor(x / 4))
        data.set(small.data.subarray(from, from + 3), 3 * (y * 4 * width + x))
      }
    return { data, width: 4 * width, height: 4 * height }
  }
  const examples = [
    [1760, 1200, 480],
    [1840, 1240, 640],
    [1720, 1160, 560]
  ].map(([x, y, size], seed) => {
    const marks = at(pair, x!, y!, size!)
    return { pixels: large(seed, marks), marks }
  })
  const marks = at(pair, 1808, 1272, 700)
  const lasers = found(large(9, marks), examples)!
  for (const [index, mark] of lasers.marks.entries())
    t.ok(Math.hypot(mark.x - marks[index]!.x, mark.y - marks[index]!.y) < 4, JSON.stringify(mark))
})
