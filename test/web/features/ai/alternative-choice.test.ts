import t from 'tap'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { indexLabels } from '../../../../web/annotation/label-index.ts'
import { alternativeChoice } from '../../../../web/features/ai/suggestions/alternative-choice.ts'
import { texts } from '../../../../web/features/ai/texts.ts'

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
})

t.test('several suggestions get an alternative that all of them have under its number', async t => {
  t.same(choice(2, suggestion('coral', 'sponge'), suggestion('star', 'sponge')), { decision: 'relabel', labelId: 'sponge' })
  t.equal(choice(2, suggestion('coral', 'sponge'), suggestion('sponge', 'coral')), 'differs')
})

t.test('a number that no suggestion has, or that only some have, is not taken for different labels', async t => {
  t.equal(choice(3, suggestion('coral', 'sponge')), 'missing')
  t.equal(choice(4, suggestion('coral', 'sponge'), suggestion('star')), 'missing')
  t.equal(choice(2, suggestion('coral', 'sponge'), suggestion('coral')), 'someMissing')
  t.equal(choice(2, suggestion('coral'), suggestion('coral', 'sponge'), suggestion('sponge', 'star')), 'someMissing')
})

t.test('a label of a model that is not mapped to the catalog is not given', async t => {
  t.equal(choice(2, suggestion('coral', 'label of a model')), 'unmapped')
})

t.test('the sentence about a missing alternative counts the suggestions', async t => {
  const { missing, someMissing, differs } = texts.suggestions.noAlternative
  t.equal(missing(4, 1), 'This suggestion has no alternative 4')
  t.equal(missing(4, 2), 'The selected suggestions have no alternative 4')
  t.equal(someMissing(4), 'Not all selected suggestions have an alternative 4')
  t.equal(differs(2), 'The selected suggestions have different labels as alternative 2')
})
