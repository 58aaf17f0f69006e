import t from 'tap'
import { randomInteger, seededGenerator, xoshiro128 } from '../../../shared/sampling/seeded-random.ts'

const firstOf = (next: () => number, count: number) => Array.from({ length: count }, next)

/** Output of the C program by Blackman and Vigna, as in the tests of Rust's rand_xoshiro. */
t.test('is xoshiro128** 1.1', async t => {
  t.same(
    firstOf(xoshiro128([1, 2, 3, 4]), 10),
    [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804]
  )
  t.throws(() => xoshiro128([0, 0, 0, 0]), RangeError)
})

t.test('a seed gives the same numbers as an implementation in another language', async t => {
  t.same(firstOf(seededGenerator('Riff 7 · ñ'), 5), [1068973320, 1343562088, 3348977038, 3941223406, 1021650699])
  t.same(firstOf(seededGenerator(''), 3), [1138037876, 2002325408, 3039907931])
})

t.test('similar seeds give unrelated numbers', async t => {
  const seen = new Set<number>()
  for (let seed = 0; seed < 1000; seed++) seen.add(seededGenerator(`image-${seed}`)())
  t.equal(seen.size, 1000)
})

t.test('whole numbers below a limit are equally likely', async t => {
  const next = seededGenerator('dice')
  const counts = new Array<number>(6).fill(0)
  for (let roll = 0; roll < 60_000; roll++) counts[randomInteger(next, 6)]! += 1
  const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)
  t.ok(chiSquare < 20.5, `χ² = ${chiSquare}, 5 degrees of freedom, p > 0.001`)
})

t.test('limits that do not divide 2³² cause no bias, and invalid ones are refused', async t => {
  const words = [4_294_967_295, 4_294_967_294, 7]
  t.equal(
    randomInteger(() => words.shift() ?? 0, 5),
    4,
    '2³² − 1 would be one too many, so it is drawn again'
  )
  t.equal(
    randomInteger(() => 4_294_967_295, 2 ** 32),
    4_294_967_295
  )
  t.equal(randomInteger(seededGenerator('x'), 1), 0)
  for (const below of [0, -1, 1.5, 2 ** 32 + 1, Number.NaN]) t.throws(() => randomInteger(seededGenerator('x'), below), RangeError)
})
