import t from 'tap'
import { dictionaryWords, intervalWords, reportWords } from '../../../../web/features/ai/words.ts'

/** Wilson's interval of k of n from the roots of (p̂ − p)² = z² p (1 − p) / n. */
function wilson(k: number, n: number) {
  const [z2, share] = [1.959963984540054 ** 2, k / n]
  const [a, b, c] = [1 + z2 / n, -(2 * share + z2 / n), share ** 2]
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c))
  return { value: share, low: k === 0 ? 0 : (-b - root) / (2 * a), high: k === n ? 1 : (-b + root) / (2 * a) }
}

const plain = (words: string) => words.replaceAll('\u2009', ' ')

t.test('rounding of percentages never makes an interval vanish', async t => {
  t.equal(plain(intervalWords({ value: 0.82, low: 0.75, high: 0.88 })), '82 % (75–88)')
  t.equal(plain(intervalWords({ value: 0.82, low: null, high: null })), '82 %')
  t.equal(plain(intervalWords(wilson(60, 60))), '100 % (94–100)')
  t.equal(plain(intervalWords(wilson(2000, 2000))), '100 % (99.8–100)')
  t.equal(plain(intervalWords(wilson(10_000, 10_000))), '100 % (99.9–100)', '99.96, rounded outwards')
  t.equal(plain(intervalWords(wilson(0, 2000))), '0 % (0–0.2)')
  t.equal(plain(intervalWords(wilson(9999, 10_000))), '99.9 % (99.9–100)')
  t.equal(plain(intervalWords(wilson(1, 1000))), '0.1 % (0–0.6)')
  for (const n of [20, 21, 60, 200, 999, 5000, 10_000])
    for (const k of [0, 1, Math.floor(n / 3), n - 1, n]) {
      const words = plain(intervalWords(wilson(k, n)))
      const [, value, low, high] = (/^([\d.]+) % \(([\d.]+)–([\d.]+)\)$/.exec(words) ?? []).map(Number)
      t.ok(low! < high!, words)
      t.ok(low! <= value! && value! <= high!, words)
      t.equal(value === 100, k === n, words)
      t.equal(value === 0, k === 0, words)
    }
  t.equal(reportWords({ accuracy: { value: 1, low: 0.8, high: 1 }, count: 15 }), '15 of 15')
})

t.test('a card states whether a dictionary is used, and why', async t => {
  const tried = { isUsed: true, recipe: 'a', sha256: 'b', patchCount: 20_000, imageCount: 30, comparison: null }
  const compared = (standard: number, dictionary: number) => ({
    ...tried,
    isUsed: dictionary > standard,
    comparison: { count: 744, standard, dictionary }
  })
  const words = (some: Parameters<typeof dictionaryWords>[0]) => plain(dictionaryWords(some))
  t.equal(words(null), 'Not tried')
  t.equal(words(compared(0.82, 0.97)), 'Used: 97 % instead of 82 % correct, on 744 training labels left out in turn')
  t.match(words(compared(0.82, 0.8)), /^Tried and not used: 80 % instead of 82 % correct/)
  t.match(words(compared(0.823, 0.8245)), /^Used: 82.5 % instead of 82.3 %/, 'a small difference is visible')
  t.match(words(compared(0.82, 0.82)), /^Tried and not used: 82 % instead of 82 %/)
  t.match(words(compared(0.9, 0.9996)), /^Used: 99.9 %/)
  t.match(words(compared(0.9, 1)), /^Used: 100 %/)
  t.match(words({ ...tried, isUsed: false }), /fewer than three/)
  t.match(words({ ...tried, isUsed: false, sha256: null }), /too many/)
})
