import t from 'tap'
import { mixOfRun, percentText } from '../../../../web/features/ai/mix-of-run.ts'

const model = {
  classes: ['a', 'b', 'c'].map(labelId => ({ labelId, name: labelId, labelCount: 10, groupCount: 2 })),
  trainingShares: [1 / 3, 1 / 3, 1 / 3]
}

t.test('a mix needs percentages that add up to 100 ± 0.5, and its shares add up to 1', async t => {
  t.equal(percentText({}, 'a', 1 / 3), '33.3')
  t.equal(percentText({ a: '' }, 'a', 1 / 3), '')
  const total = (typed: Record<string, string>) => mixOfRun(model, typed).mix?.reduce((sum, { share }) => sum + share, 0)
  t.ok(Math.abs(total({})! - 1) < 1e-12, 'the shares in training, rounded')
  const many = { classes: Array.from({ length: 300 }, (_, place) => ({ ...model.classes[0]!, labelId: `${place}` })) }
  const rounded = mixOfRun({ ...many, trainingShares: Array(300).fill(1 / 300) }, { 7: '0.3' })
  t.ok(Math.abs(rounded.sum - 100) < 0.1, 'shares that nobody changed are not rounded')
  const { mix, sum } = mixOfRun(model, { a: '70', b: '30', c: '' })
  t.equal(sum, 100)
  t.ok(Math.abs(mix![0]!.share - 0.7) < 1e-5)
  t.ok(mix![2]!.share > 0, 'an empty field is 0 %, which the server takes as a tiny share')
  t.ok(Math.abs(total({ a: '70', b: '30', c: '' })! - 1) < 1e-12)
  t.ok(mixOfRun(model, { a: '70,5', b: '30', c: '0' }).mix)
  for (const typed of [
    { a: '70.6', b: '30', c: '0' },
    { a: '69.4', b: '30', c: '0' },
    { a: 'x', b: '50', c: '50' },
    { a: '-1', b: '51', c: '50' },
    { a: '101', b: '0', c: '0' }
  ])
    t.equal(mixOfRun(model, typed).mix, null, JSON.stringify(typed))
})
