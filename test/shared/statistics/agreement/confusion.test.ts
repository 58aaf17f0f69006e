import t from 'tap'
import { classScores } from '../../../../shared/statistics/agreement/class-scores.ts'
import { cellOf, confusionAt, confusionOf, withoutBackground } from '../../../../shared/statistics/agreement/confusion.ts'
import { isClose } from '../../../support/close.ts'

const pairs = [
  { reference: 'cod', predicted: 'cod', count: 8 },
  { reference: 'cod', predicted: 'hake', count: 2 },
  { reference: 'hake', predicted: 'hake', count: 3 },
  { reference: 'hake', predicted: 'cod' },
  { reference: 'cod', predicted: null, count: 4 },
  { reference: null, predicted: 'crab', count: 2 }
]

t.test('rows are the reference, and columns the prediction', async t => {
  const confusion = confusionOf(pairs)
  t.same(confusion.categories, ['cod', 'hake', null, 'crab'])
  t.equal(confusion.total, 20)
  t.equal(cellOf(confusion, 'cod', 'hake'), 2)
  t.equal(cellOf(confusion, 'hake', 'cod'), 1)
  t.equal(cellOf(confusion, 'crab', 'cod'), 0)
  t.same(
    [...confusion.rowTotals],
    [
      ['cod', 14],
      ['hake', 4],
      [null, 2]
    ]
  )
  t.same(
    [...confusion.columnTotals],
    [
      ['cod', 9],
      ['hake', 5],
      [null, 4],
      ['crab', 2]
    ]
  )
})

t.test('a million pairs need only their counts', async t => {
  const one = [...Array(5).fill(pairs[0]), ...Array(7).fill(pairs[2])]
  const counted = [
    { ...pairs[0], count: 40 },
    { ...pairs[2], count: 21 }
  ] as typeof pairs
  t.same(confusionOf(one), confusionOf(counted))
})

t.test('names alone, and names at a higher rank', async t => {
  const confusion = confusionOf(pairs)
  t.equal(withoutBackground(confusion).total, 14)
  const families = confusionAt(confusion, name => (name === 'crab' ? null : 'Gadiformes'))
  t.equal(families.total, 18, 'a crab does not occur here')
  t.equal(cellOf(families, 'Gadiformes', 'Gadiformes'), 14)
  t.equal(cellOf(families, 'Gadiformes', null), 4)
})

t.test('absences do not count as agreement', async t => {
  t.throws(() => confusionOf([{ reference: null, predicted: null }]), RangeError)
  t.throws(() => confusionOf([{ reference: 'a', predicted: 'a', count: 0.5 }]), RangeError)
  t.same(confusionOf([]), { categories: [], cells: new Map(), rowTotals: new Map(), columnTotals: new Map(), total: 0 })
})

t.test('precision, recall and F1 of each class, and over all', async t => {
  const { classes, macro, micro } = classScores(confusionOf(pairs))
  t.match(classes.get('cod'), { truePositives: 8, falsePositives: 1, falseNegatives: 6 })
  isClose(t, classes.get('cod')?.precision, 8 / 9, 1e-12)
  isClose(t, classes.get('cod')?.recall, 8 / 14, 1e-12)
  isClose(t, classes.get('cod')?.f1, 16 / 23, 1e-12)
  t.match(classes.get('crab'), { precision: 0, recall: null, f1: 0 })
  t.equal(classes.size, 3, 'the background is not a class')
  isClose(t, macro.precision, (8 / 9 + 3 / 5 + 0) / 3, 1e-12)
  isClose(t, macro.recall, (8 / 14 + 3 / 4) / 2, 1e-12)
  isClose(t, micro.precision, 11 / 16, 1e-12)
  isClose(t, micro.recall, 11 / 18, 1e-12)
})

t.test('a detector that found nothing has no precision', async t => {
  const missed = classScores(confusionOf([{ reference: 'cod', predicted: null }]))
  t.match(missed.classes.get('cod'), { precision: null, recall: 0, f1: 0 })
  t.same(classScores(confusionOf([])), {
    classes: new Map(),
    macro: { precision: null, recall: null, f1: null },
    micro: { precision: null, recall: null, f1: null }
  })
})
