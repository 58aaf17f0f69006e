import t from 'tap'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { indexLabels } from '../../../../web/annotation/label-index.ts'
import { alternativeChoice } from '../../../../web/features/ai/suggestions/alternative-choice.ts'

const label = (id: string): OutlineLabel => ({ id, parentId: null, name: id })
const labelIndex = indexLabels(['coral', 'sponge', 'star'].map(label))
const suggestion = (...labelIds: string[]) => ({
  labelId: labelIds[0] ?? '',
  alternatives: labelIds.map(labelId => ({ labelId, probability: 0.3 }))
})
const choice = (number: number, ...suggestions: ReturnType<typeof suggestion>[]) => alternativeChoice(suggestions, number, labelIndex)

t.test('the first alternative is the suggestion itself, and the others are labels given instead', async t => {
  const coral = suggestion('coral', 'sponge')
  t.same(choice(1, coral), { decision: 'accept' })
  t.same(choice(2, coral), { decision: 'relabel', labelId: 'sponge' })
  t.equal(choice(3, coral), null)
})

t.test('several suggestions get an alternative that all of them have under its number', async t => {
  t.same(choice(2, suggestion('coral', 'sponge'), suggestion('star', 'sponge')), { decision: 'relabel', labelId: 'sponge' })
  t.equal(choice(2, suggestion('coral', 'sponge'), suggestion('sponge', 'coral')), null)
  t.equal(choice(2, suggestion('coral', 'sponge'), suggestion('coral')), null)
  t.equal(choice(1), null, 'none are open')
})

t.test('a label of a model that is not mapped to the catalog is not given', async t => {
  t.equal(choice(2, suggestion('coral', 'label of a model')), null)
})
