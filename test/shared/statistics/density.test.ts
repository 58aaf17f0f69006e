import t from 'tap'
import { densities, densityOf } from '../../../shared/statistics/density.ts'
import { isClose } from '../../support/close.ts'

t.test('is the sum of the counts over the sum of the areas, not the mean of ratios', async t => {
  const { density } = densityOf([
    { count: 1, areaSquareMeters: 1 },
    { count: 1, areaSquareMeters: 9 },
    { count: 0, areaSquareMeters: 10 }
  ])
  t.match(density, { perSquareMeter: 0.1, individuals: 2, areaSquareMeters: 20, units: 3 })
  // residuals 0.9, 0.1 and -1
  isClose(t, density?.standardError, Math.sqrt(1.5 * (0.81 + 0.01 + 1)) / 20, 1e-12)
})

t.test('units without a known area are left out and counted', async t => {
  const table = densityOf([
    { count: 3, areaSquareMeters: null },
    { count: 4, areaSquareMeters: 2 }
  ])
  t.match(table, { density: { perSquareMeter: 2, units: 1, standardError: null }, unitsWithoutArea: 1, individualsWithoutArea: 3 })
})

t.test('without effort there is no density; with effort and no animals it is 0', async t => {
  t.same(densityOf([]), { density: null, unitsWithoutArea: 0, individualsWithoutArea: 0 })
  t.match(densityOf([{ count: 0, areaSquareMeters: 5 }]), { density: { perSquareMeter: 0 } })
  t.same(
    densities(
      new Map([
        ['a', 3],
        ['b', 0]
      ]),
      6
    ),
    new Map([
      ['a', 0.5],
      ['b', 0]
    ])
  )
})

t.test('invalid areas and counts are refused', async t => {
  for (const areaSquareMeters of [0, -1, Number.NaN, Infinity]) {
    t.throws(() => densityOf([{ count: 1, areaSquareMeters }]), RangeError)
    t.throws(() => densities(new Map(), areaSquareMeters), { name: 'RangeError', message: `${areaSquareMeters} m² is not an area` })
  }
  t.throws(() => densityOf([{ count: -1, areaSquareMeters: 1 }]), RangeError)
})
