import t from 'tap'
import { fleissKappa, type Ratings } from '../../../../shared/statistics/agreement/fleiss-kappa.ts'
import { krippendorffsAlpha } from '../../../../shared/statistics/agreement/krippendorffs-alpha.ts'
import { isClose } from '../../../support/close.ts'

const ratings = (rows: readonly (readonly number[])[]): Ratings[] => rows.map(row => new Map(row.map((count, name) => [`${name}`, count])))

t.test('gives the reference vector, overall and for each name', async t => {
  const found = fleissKappa(
    ratings([
      [3, 0, 0],
      [2, 1, 0],
      [0, 3, 0],
      [1, 1, 1],
      [0, 0, 3],
      [0, 1, 2]
    ])
  )
  isClose(t, found?.kappa, 0.416667)
  t.match(found, { items: 6, raters: 3 })
  isClose(t, found?.kappaOf.get('0'), 0.5, 1e-12)
  isClose(t, found?.kappaOf.get('1'), 0.25, 1e-12)
  isClose(t, found?.kappaOf.get('2'), 0.5, 1e-12)
})

t.test('gives the well-known table of fourteen raters', async t => {
  const found = fleissKappa(
    ratings([
      [0, 0, 0, 0, 14],
      [0, 2, 6, 4, 2],
      [0, 0, 3, 5, 6],
      [0, 3, 9, 2, 0],
      [2, 2, 8, 1, 1],
      [7, 7, 0, 0, 0],
      [3, 2, 6, 3, 0],
      [2, 5, 3, 2, 2],
      [6, 5, 2, 1, 0],
      [0, 2, 2, 3, 7]
    ])
  )
  isClose(t, found?.kappa, 0.21, 5e-4)
  isClose(t, found?.observedAgreement, 0.378, 5e-4)
  isClose(t, found?.chanceAgreement, 0.213, 5e-4)
})

t.test('identical raters have 1; without a choice there is no value', async t => {
  const alike = [new Map([['a', 3]]), new Map([['b', 3]]), new Map([['a', 3]])]
  t.match(fleissKappa(alike), {
    kappa: 1,
    kappaOf: new Map([
      ['a', 1],
      ['b', 1]
    ])
  })
  t.equal(krippendorffsAlpha(alike)?.alpha, 1)
  for (const statistic of [fleissKappa, krippendorffsAlpha]) {
    t.equal(statistic([]), null)
    t.equal(statistic([new Map([['a', 3]])]), null)
    t.equal(statistic([new Map([['a', 1]]), new Map([['b', 1]])]), null, 'a single rater has no agreement')
    t.throws(() => statistic([new Map([['a', 1.5]])]), RangeError)
  }
})

t.test('unequal numbers of ratings need alpha', async t => {
  const units = [
    new Map([['a', 2]]),
    new Map([
      ['a', 2],
      ['b', 1]
    ])
  ]
  t.throws(() => fleissKappa(units), /Items have 2 and 3 ratings/)
  t.ok(krippendorffsAlpha(units))
})

/** Krippendorff 2011, section C: four observers, twelve units, missing values. Published: 0.743. */
t.test('alpha gives the published value with missing ratings', async t => {
  const units = ['11-1', '2232', '3333', '3333', '2222', '1234', '4444', '1121', '2222', '-555', '--11', '--3-'].map(unit => {
    const counts = new Map<string, number>()
    for (const name of unit.replaceAll('-', '')) counts.set(name, (counts.get(name) ?? 0) + 1)
    return counts
  })
  const found = krippendorffsAlpha(units)
  t.match(found, { items: 11, ratings: 40, itemsLeft: 1 })
  isClose(t, found?.alpha, 0.743421)
})
