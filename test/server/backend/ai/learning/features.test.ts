import t from 'tap'
import type { Pixels } from '../../../../../server/backend/ai/learning/crops.ts'
import { dimensions, featuresOf } from '../../../../../server/backend/ai/learning/features.ts'
import { gaborOf } from '../../../../../server/backend/ai/learning/gabor.ts'
import { randomFrom } from '../../../../../server/backend/ai/learning/random.ts'

// The features again, as their definitions are written: whole filters and windows, and no parts that share a product.

const side = 64
const [first, second] = [64, 128]

/** Stripes, a blob and noise in three colours. */
function drawnPicture(width: number, height: number, seed: number): Pixels {
  const random = randomFrom(seed)
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const stripes = 50 * Math.sin(x * 0.45 + y * 0.2) + 30 * Math.sin(y * 1.3)
      const blob = 60 * Math.exp(-((x - width / 2) ** 2 + (y - height / 2) ** 2) / 300)
      for (const [channel, tint] of [90, 120, 110].entries())
        data[3 * (y * width + x) + channel] = Math.min(255, Math.max(0, tint + stripes / (channel + 1) + blob + 40 * (random() - 0.5)))
    }
  return { data, width, height }
}

/** Cuts the crop whose windows begin at a whole pixel. Each of its pixels is the mean of step × step pixels of the picture. */
function cropFrom({ data, width }: Pixels, left: number, top: number, step: number): number[][] {
  return Array.from({ length: side * side }, (_, at) => {
    const colour = [0, 0, 0]
    for (let dy = 0; dy < step; dy++)
      for (let dx = 0; dx < step; dx++)
        for (const channel of [0, 1, 2])
          colour[channel]! +=
            data[3 * ((top + Math.floor(at / side) * step + dy) * width + left + (at % side) * step + dx) + channel]! / step ** 2
    return colour
  })
}

const brightnessOf = (crop: number[][]) => crop.map(([red = 0, green = 0, blue = 0]) => 0.299 * red + 0.587 * green + 0.114 * blue)
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const deviation = (values: number[]) => Math.sqrt(mean(values.map(value => (value - mean(values)) ** 2)))

/** Keeps the values of a square grid that lie in its centre. @param share side of the centre by the side of the grid */
function central<T>(values: T[], along: number, share: number): T[] {
  const inner = Math.round(along * share)
  const from = Math.floor((along - inner) / 2)
  const isInside = (place: number) => place >= from && place < from + inner
  return values.filter((_, at) => isInside(at % along) && isInside(Math.floor(at / along)))
}

function colour({ data, width, height }: Pixels, crop: number[][]): number[] {
  const gains = [0, 1, 2].map(
    channel => 110 / Math.max(8, mean(Array.from({ length: width * height }, (_, pixel) => data[3 * pixel + channel]!)))
  )
  return [crop, central(crop, side, 0.35)].flatMap(pixels => {
    const rows = pixels.map(pixel => {
      const [red = 0, green = 0, blue = 0] = pixel.map((value, channel) => value * gains[channel]! + 1)
      return [Math.log((red + green + blue) / 3), Math.log(red / green), Math.log(blue / green)]
    })
    const of = (index: number) => rows.map(row => row[index]!)
    const bin = (value: number, from: number, to: number, bins: number) =>
      Math.min(bins - 1, Math.max(0, Math.floor((bins * (value - from)) / (to - from))))
    const shares = (bins: number[], count: number) =>
      Array.from({ length: count }, (_, which) => Math.sqrt(bins.filter(found => found === which).length / bins.length))
    const light = of(0).map(value => bin(value, 2.5, 5.5, 8))
    const ratios = rows.map(([, u = 0, v = 0]) => 6 * bin(u, -0.9, 0.9, 6) + bin(v, -0.9, 0.9, 6))
    return [
      ...[0, 1, 2].map(index => mean(of(index))),
      ...[0, 1, 2].map(index => deviation(of(index))),
      ...shares(light, 8),
      ...shares(ratios, 36)
    ]
  })
}

function patterns(luma: number[]): number[] {
  return [1, 2, 3].flatMap(radius => {
    const d = Math.round(Math.SQRT1_2 * radius)
    const around = [
      [radius, 0],
      [d, d],
      [0, radius],
      [-d, d],
      [-radius, 0],
      [-d, -d],
      [0, -radius],
      [d, -d]
    ] as const
    const codes = luma.map((centre, at) => {
      const [x, y] = [at % side, Math.floor(at / side)]
      if (Math.min(x, y) < radius || Math.max(x, y) >= side - radius) return null
      const bits = around.map(([dx, dy]) => luma[(y + dy) * side + x + dx]! >= centre)
      const changes = bits.filter((bit, index) => bit !== bits[(index + 1) % 8]).length
      return changes > 2 ? 9 : bits.filter(Boolean).length
    })
    return [codes, central(codes, side, 0.4)].flatMap(part => {
      const found = part.filter(code => code !== null)
      return Array.from({ length: 10 }, (_, code) => Math.sqrt(found.filter(each => each === code).length / found.length))
    })
  })
}

function gabor(luma: ArrayLike<number>): number[] {
  const energies = [3, 5, 8, 13].map(wavelength => [0, 1, 2, 3, 4, 5].map(turn => energiesOf(luma, wavelength, (turn * Math.PI) / 6)))
  return [1, 0.36].flatMap(share =>
    energies.flatMap(ofWavelength => {
      const parts = ofWavelength.map(each => central(each, 25, share))
      const means = parts.map(mean)
      return [
        ...[Math.log(mean(means) + 1), Math.log(Math.max(...means) + 1), Math.log(Math.min(...means) + 1)],
        ...[mean(parts.map(deviation)) / (mean(means) + 1), Math.max(...means) / (mean(means) + 0.001)]
      ]
    })
  )
}

/** Computes the energy of one filter of 15 × 15 px at the 25 × 25 places where it fits, two pixels apart. */
function energiesOf(luma: ArrayLike<number>, wavelength: number, angle: number): number[] {
  const [even, odd] = [Math.cos, Math.sin].map(wave => {
    const values = Array.from({ length: 225 }, (_, at) => {
      const [x, y] = [(at % 15) - 7, Math.floor(at / 15) - 7]
      const [u, v] = [x * Math.cos(angle) + y * Math.sin(angle), y * Math.cos(angle) - x * Math.sin(angle)]
      return Math.exp(-(u ** 2 + 0.5 * v ** 2) / (2 * (0.5 * wavelength) ** 2)) * wave((2 * Math.PI * u) / wavelength)
    })
    const about = values.map(value => value - mean(values))
    return about.map(value => value / Math.hypot(...about))
  })
  return Array.from({ length: 625 }, (_, place) => {
    const [left, top] = [2 * (place % 25), 2 * Math.floor(place / 25)]
    let [a, b] = [0, 0]
    for (let at = 0; at < 225; at++) {
      const value = luma[(top + Math.floor(at / 15)) * side + left + (at % 15)]!
      a += value * even![at]!
      b += value * odd![at]!
    }
    return Math.hypot(a, b)
  })
}

const furthest = (found: ArrayLike<number>, expected: readonly number[]) =>
  Math.max(...expected.map((value, index) => Math.abs(value - found[index]!)))

t.test('a feature vector has the colour, the patterns and the Gabor energies of both windows', async t => {
  for (const seed of [1, 2]) {
    const picture = drawnPicture(140, 150, seed)
    const [x, y] = [71, 76]
    const found = featuresOf(picture, [{ x, y, finePx: first, coarsePx: second }])
    const [fine, coarse] = [cropFrom(picture, x - 32, y - 32, 1), cropFrom(picture, x - 64, y - 64, 2)]
    const lumas = [fine, coarse].map(brightnessOf)
    const expected = [...colour(picture, fine), ...lumas.flatMap(patterns), ...lumas.flatMap(gabor)]
    t.equal(expected.length, 300)
    t.equal(dimensions, 300)
    t.equal(found.length, 300)
    for (const [from, to, part] of [
      [0, 100, 'colour'],
      [100, 220, 'patterns'],
      [220, 300, 'Gabor']
    ] as const) {
      const apart = expected.slice(from, to).map((value, index) => Math.abs(value - found[from + index]!) / Math.max(1, Math.abs(value)))
      t.ok(Math.max(...apart) < 5e-4, `${part} within half a step of half precision: ${Math.max(...apart)}`)
    }
  }
})

t.test('Gabor energies are those of whole filters, before they are rounded', async t => {
  const random = randomFrom(3)
  const noise = Float32Array.from({ length: side * side }, () => 255 * random())
  const stripes = Float32Array.from(noise, (_, at) => 128 + 100 * Math.sin((2 * Math.PI * ((at % side) + 0.6 * Math.floor(at / side))) / 5))
  const oblique = Float32Array.from(
    noise,
    (_, at) => 128 + 100 * Math.sin((2 * Math.PI * ((at % side) * 0.5 - Math.floor(at / side) * 0.866)) / 8)
  )
  for (const [name, luma] of Object.entries({ noise, stripes, oblique, flat: new Float32Array(side * side).fill(90) }))
    t.ok(furthest(gaborOf(luma), gabor(luma)) < 1e-5, `${name}: ${furthest(gaborOf(luma), gabor(luma))}`)
  t.ok(
    gaborOf(new Float32Array(side * side).fill(90)).every(value => Math.abs(value) < 1e-9),
    'an even area has no energy'
  )
})

t.test('stripes answer to the filters of their wavelength, in each of two mirrored directions', async t => {
  const stripesAt = (angle: number) =>
    Float32Array.from({ length: side * side }, (_, at) => {
      const u = (at % side) * Math.cos(angle) + Math.floor(at / side) * Math.sin(angle)
      return 128 + 100 * Math.sin((2 * Math.PI * u) / 8)
    })
  for (const turn of [0, 1, 2, 3, 4, 5]) {
    const numbers = gaborOf(stripesAt((turn * Math.PI) / 6))
    const means = [0, 1, 2, 3].map(wavelength => numbers[5 * wavelength]!)
    t.equal(means.indexOf(Math.max(...means)), 2, `${30 * turn}°: 8 px answers most`)
    t.ok(numbers[14]! > 2, `${30 * turn}°: one direction answers more than the others`)
  }
})
