import t from 'tap'
import { coverOfImages, coverOfSums, percentCover } from '../../../shared/statistics/percent-cover.ts'
import { rollUp } from '../../../shared/statistics/roll-up.ts'
import { isClose } from '../../support/close.ts'

const points = new Map([
  ['coral', 12],
  ['sand', 38],
  ['sponge', 0],
  ['shadow', 4],
  ['tape', 6]
])

t.test('excludes unscorable points, and counts them', async t => {
  const table = percentCover(points, new Set(['shadow', 'tape', 'frame']))
  t.match(table, { points: 60, scorable: 50, unscorable: 10 })
  t.same([...table.covers.keys()], ['coral', 'sand', 'sponge'])
  const coral = table.covers.get('coral')
  t.match(coral, { points: 12, share: 0.24 })
  isClose(t, coral?.low, 0.142974)
  isClose(t, coral?.high, 0.374127)
  t.match(table.covers.get('sponge'), { points: 0, share: 0, low: 0 })
  const sum = [...table.covers.values()].reduce((total, { share }) => total + share, 0)
  isClose(t, sum, 1, 1e-12)
})

t.test('without a scorable point there is no cover', async t => {
  t.same(percentCover(new Map([['shadow', 9]]), new Set(['shadow'])), { points: 9, scorable: 0, unscorable: 9, covers: new Map() })
  t.same(percentCover(new Map(), new Set()), { points: 0, scorable: 0, unscorable: 0, covers: new Map() })
  t.throws(() => percentCover(new Map([['coral', 1.5]]), new Set()), RangeError)
})

t.test('the cover of a site is the mean of its images', async t => {
  const { cover, imagesWithoutPoints } = coverOfImages([
    { hits: 10, scorable: 50 },
    { hits: 10, scorable: 25 },
    { hits: 0, scorable: 0 },
    { hits: 30, scorable: 50 }
  ])
  t.equal(imagesWithoutPoints, 1)
  t.equal(cover?.n, 3)
  isClose(t, cover?.mean, 0.4, 1e-12)
  isClose(t, cover?.standardDeviation, 0.2, 1e-12)
  isClose(t, cover?.standardError, 0.2 / Math.sqrt(3), 1e-12)
})

t.test('edge cases for a site', async t => {
  t.same(coverOfImages([]), { cover: null, imagesWithoutPoints: 0 })
  t.same(coverOfImages([{ hits: 0, scorable: 0 }]), { cover: null, imagesWithoutPoints: 1 })
  t.match(coverOfImages([{ hits: 1, scorable: 4 }]), { cover: { n: 1, mean: 0.25, standardError: null } })
  t.throws(() => coverOfImages([{ hits: 3, scorable: 2 }]), RangeError)
})

t.test('labels are grouped before shares are computed', async t => {
  const group = (label: string) => ({ coral: 'living', sponge: 'living', sand: 'bottom' })[label] ?? null
  const { counts, left } = rollUp(points, group)
  t.same(Object.fromEntries(counts), { living: 12, bottom: 38 })
  t.equal(left, 10)
})

t.test('sums over images give the same mean and error as the images', async t => {
  const shares = [0.5, 0.25, 0, 1]
  const { cover } = coverOfImages(shares.map(share => ({ hits: share * 8, scorable: 8 })))
  const found = coverOfSums({ images: 4, shares: 1.75, squares: 0.25 + 0.0625 + 1 })
  t.equal(found?.mean, cover?.mean)
  t.ok(Math.abs((found?.standardError ?? 0) - (cover?.standardError ?? 1)) < 1e-12)
  t.same(coverOfSums({ images: 1, shares: 0.3, squares: 0.09 }), { mean: 0.3, standardError: null })
  t.equal(coverOfSums({ images: 0, shares: 0, squares: 0 }), null)
})
