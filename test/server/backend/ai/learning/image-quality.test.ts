import t from 'tap'
import { comparedSharpness } from '../../../../../server/backend/ai/learning/compared-sharpness.ts'
import { hashHalves, type Luma, measuresOf } from '../../../../../server/backend/ai/learning/image-measures.ts'
import { nearDuplicates } from '../../../../../server/backend/ai/learning/near-duplicates.ts'
import { randomFrom } from '../../../../../server/backend/ai/learning/random.ts'

t.test('the clusters are those of all pairs compared one by one', async t => {
  for (const seed of [1, 2, 3]) {
    const random = randomFrom(seed)
    const word = () => Math.floor(random() * 2 ** 32)
    const hashes: [number, number][] = []
    for (let family = 0; family < 60; family++) {
      let [high, low] = [word(), word()]
      for (let member = 0; member < 12; member++) {
        hashes.push([high, low])
        for (let flips = Math.floor(random() * 10); flips > 0; flips--) {
          const bit = Math.floor(random() * 32)
          if (random() < 0.5) high = (high ^ (1 << bit)) >>> 0
          else low = (low ^ (1 << bit)) >>> 0
        }
      }
    }
    const found = nearDuplicates(Uint32Array.from(hashes.flat()))
    t.same([...found], byPairs(hashes))
    const sizes = Map.groupBy(found, first => first)
    t.ok(sizes.size > 60 && sizes.size < hashes.length, `${sizes.size} clusters of ${hashes.length} hashes`)
  }
  t.same([...nearDuplicates(new Uint32Array(0))], [])
  t.same([...nearDuplicates(Uint32Array.of(0, 0, 0, 0b111111))], [0, 0], 'six bits apart')
  t.same([...nearDuplicates(Uint32Array.of(0, 0, 0x80000000, 0b111111))], [0, 1], 'seven bits apart')
  t.same([...nearDuplicates(Uint32Array.of(0x00010001, 0x00010001, 0x80008000, 0))], [0, 0], 'six bits, spread over all blocks')
})

t.test('a hundred thousand hashes are clustered in a few megabytes', async t => {
  const random = randomFrom(9)
  const hashes = Uint32Array.from({ length: 200_000 }, () => Math.floor(random() * 2 ** 32))
  hashes.set(hashes.subarray(0, 2), 199_998)
  const found = nearDuplicates(hashes)
  t.equal(found.length, 100_000)
  t.equal(found[99_999], found[0])
})

/** Root of each hash, from a comparison of every pair, bit by bit, until nothing changes. */
function byPairs(hashes: [number, number][]): number[] {
  const bits = hashes.map(([high, low]) => high.toString(2).padStart(32, '0') + low.toString(2).padStart(32, '0'))
  const isNear = (one: string, other: string) => [...one].filter((bit, place) => bit !== other[place]).length <= 6
  const near = bits.map(one => bits.flatMap((other, row) => (isNear(one, other) ? [row] : [])))
  const roots = hashes.map((_, row) => row)
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const [row, others] of near.entries()) {
      const least = Math.min(...others.map(other => roots[other]!))
      if (least < roots[row]!) {
        roots[row] = least
        isChanged = true
      }
    }
  }
  return roots
}

t.test('sharpness, exposure and hash are those computed by hand', async t => {
  const random = randomFrom(4)
  const luma: Luma = { width: 45, height: 32, values: Uint8Array.from({ length: 45 * 32 }, () => Math.floor(256 * random())) }
  const at = (x: number, y: number) => luma.values[y * luma.width + x]!
  const laplacians: number[] = []
  for (let y = 1; y < 31; y++)
    for (let x = 1; x < 44; x++) laplacians.push(at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y))
  const mean = laplacians.reduce((sum, value) => sum + value, 0) / laplacians.length
  const variance = laplacians.reduce((sum, value) => sum + (value - mean) ** 2, 0) / laplacians.length
  const cell = (column: number, row: number) => {
    let sum = 0
    for (let y = 4 * row; y < 4 * row + 4; y++) for (let x = 5 * column; x < 5 * column + 5; x++) sum += at(x, y)
    return Math.round(sum / 20)
  }
  let bits = ''
  for (let row = 0; row < 8; row++) for (let column = 0; column < 8; column++) bits += cell(column + 1, row) > cell(column, row) ? 1 : 0
  const measures = measuresOf(luma)
  t.ok(Math.abs(measures.sharpness / variance - 1) < 1e-9)
  t.equal(measures.darkShare, luma.values.filter(value => value <= 5).length / luma.values.length)
  t.equal(measures.brightShare, luma.values.filter(value => value >= 250).length / luma.values.length)
  t.equal(measures.hash, BigInt(`0b${bits}`).toString(16).padStart(16, '0'))
  t.equal((BigInt(hashHalves(measures.hash)[0]) << 32n) + BigInt(hashHalves(measures.hash)[1]), BigInt(`0x${measures.hash}`))
  t.same(measuresOf({ width: 1, height: 1, values: Uint8Array.of(255) }), {
    sharpness: 0,
    darkShare: 0,
    brightShare: 1,
    hash: '0'.repeat(16)
  })
  t.equal(measuresOf({ width: 2, height: 1, values: Uint8Array.of(0, 255) }).hash.length, 16, 'a picture smaller than the hash')
})

t.test('sharpness is compared within a site, and small sites with the whole project', async t => {
  const sites = [...Array(40).fill(0), ...Array(20).fill(1), 2, -1]
  const sharpness = Float64Array.from(
    [...Array(40).keys()]
      .map(value => 100 + value)
      .concat(
        [...Array(20).keys()].map(value => 10 + value),
        60,
        5
      )
  )
  const { relative, blurred } = comparedSharpness(sharpness, Int32Array.from(sites))
  t.same(
    [...blurred].flatMap((flag, row) => (flag ? [row] : [])),
    [0, 1, 40, 61],
    'below the 5th percentile: 101.95 at the first site, 10.95 at the second, and that of all 62 images for the last two'
  )
  t.equal(relative[0], 100 / 119.5)
  t.equal(relative[40], 10 / 19.5)
  t.equal(relative[60], 60 / 108.5, 'by the median of all 62 images')
  const few = comparedSharpness(sharpness.subarray(0, 19), new Int32Array(19))
  t.ok(few.blurred.every(flag => flag === 0) && few.relative.every(Number.isNaN), 'fewer than 20 images are not compared')
})
