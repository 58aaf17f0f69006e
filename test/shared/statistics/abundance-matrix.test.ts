import t from 'tap'
import { abundanceMatrix, siteCounts, taxonIncidences, taxonTotals } from '../../../shared/statistics/abundance-matrix.ts'

const matrix = abundanceMatrix([
  { site: 'north', taxon: 'Asterias', count: 2 },
  { site: 'south', taxon: 'Ophiura', count: 5 },
  { site: 'bare', taxon: null, count: 0 },
  { site: 'north', taxon: 'Ophiura', count: 1 },
  { site: 'north', taxon: 'Asterias', count: 3 },
  { site: 'south', taxon: 'Echinus', count: 0 }
])

t.test('rows of a site and taxon add up; an empty site stays', async t => {
  t.same(matrix.sites, ['north', 'south', 'bare'])
  t.same(matrix.taxa, ['Asterias', 'Ophiura'])
  t.same([...siteCounts(matrix, 'north')], [5, 1])
  t.same([...siteCounts(matrix, 'south')], [0, 5])
  t.same([...siteCounts(matrix, 'bare')], [0, 0])
})

t.test('totals are individuals, and incidences are sites', async t => {
  t.same(Object.fromEntries(taxonTotals(matrix)), { Asterias: 5, Ophiura: 6 })
  t.same(Object.fromEntries(taxonIncidences(matrix)), { Asterias: 1, Ophiura: 2 })
})

t.test('an empty matrix, and invalid counts', async t => {
  t.same(abundanceMatrix([]), { sites: [], taxa: [], counts: new Map() })
  t.throws(() => abundanceMatrix([{ site: 'a', taxon: 'b', count: 0.5 }]), RangeError)
})
