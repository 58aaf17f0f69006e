import t from 'tap'
import { accumulationCurve } from '../../../shared/statistics/accumulation.ts'
import { isClose } from '../../support/close.ts'

/** Presence of seven taxa in each of six samples. */
const presences = ['111110', '011110', '111000', '100000', '000001', '000011', '000100']
const samples = 6

function incidencesOf(rows: readonly string[]): number[] {
  return rows.map(row => [...row].filter(mark => mark === '1').length)
}

t.test('is the mean over every choice of samples', async t => {
  const curve = accumulationCurve(incidencesOf(presences), samples)
  for (const { size, expected } of curve) {
    let [choices, taxa] = [0, 0]
    for (let choice = 0; choice < 2 ** samples; choice++) {
      const chosen = choice.toString(2).padStart(samples, '0')
      if ([...chosen].filter(mark => mark === '1').length !== size) continue
      choices += 1
      taxa += presences.filter(row => [...row].some((mark, at) => mark === '1' && chosen[at] === '1')).length
    }
    isClose(t, expected, taxa / choices, 1e-12)
  }
})

t.test('the standard deviation equals an independent calculation', async t => {
  const curve = accumulationCurve([5, 4, 3, 1, 1, 2, 1], samples)
  const wanted = [0.914638348, 1.207341882, 1.314741994, 1.389104893, 1.467344804, 1.562645342]
  for (const [index, point] of curve.entries()) isClose(t, point.standardDeviation, wanted[index] ?? Number.NaN)
})

t.test('rises to the richness, even over a hundred thousand images', async t => {
  const incidences = Array.from({ length: 300 }, (_, index) => 1 + ((index * 7919) % 90_000))
  const curve = accumulationCurve(incidences, 100_000)
  t.equal(curve.length, 100)
  t.ok(curve.every(({ expected }, index) => expected >= (curve[index - 1]?.expected ?? 0)))
  isClose(t, curve.at(-1)?.expected, 300, 1e-9)
})

t.test('edge cases', async t => {
  t.same(accumulationCurve([], 0), [])
  t.same(accumulationCurve([], 2), [
    { size: 1, expected: 0, standardDeviation: null },
    { size: 2, expected: 0, standardDeviation: null }
  ])
  t.match(accumulationCurve([1], 1), [{ size: 1, expected: 1, standardDeviation: 0 }])
  t.match(accumulationCurve([3, 3, 0], 3), [{ expected: 2 }, { expected: 2 }, { expected: 2 }])
  t.throws(() => accumulationCurve([4], 3), { name: 'RangeError', message: 'A taxon cannot be in 4 of 3 samples' })
  t.throws(() => accumulationCurve([1], 3, [4]), RangeError)
})
