import t from 'tap'
import { givingOf, type NamedRevision, namingBy } from '../../../../server/backend/annotations/naming.ts'

const history = (...names: (string | [string, NamedRevision['kind']] | null)[]): NamedRevision[] =>
  names.map((name, index) => {
    const [labelId, kind] = Array.isArray(name) ? name : [name, index === 0 ? ('create' as const) : ('revise' as const)]
    return { revision: index + 1, kind, accountId: `person ${index + 1}`, at: `day ${index + 1}`, labelId }
  })
const giver = (names: NamedRevision[], labelId: string | null) => givingOf(names, labelId)?.revision ?? null

t.test('the author of a label is the person who gave it first', async t => {
  t.equal(giver(history('a'), 'a'), 1)
  t.equal(giver(history('a', 'a', 'a'), 'a'), 1, 'other edits change no author')
  t.equal(giver(history('a', 'b', 'b'), 'b'), 2)
  t.equal(giver(history('a', 'b'), 'a'), 1, 'a restored name')
  t.equal(giver(history('a', 'b'), 'c'), null, 'a new one')
  t.equal(giver(history(null, 'a'), 'a'), 2, 'drawn by one person, labelled by another')
})

t.test('a label merged in the catalog counts under its old name', async t => {
  t.equal(giver(history('a', ['b', 'relabel']), 'b'), 1)
  t.equal(giver(history('a', 'b', ['c', 'relabel']), 'c'), 2)
  t.equal(giver(history('a', 'b', ['c', 'relabel'], ['d', 'relabel']), 'd'), 2)
})

t.test('a person who relabels a suggestion becomes its author, until the machine’s label is restored', async t => {
  const machine = { source: 'machine' as const, is_from_machine: 0 }
  const renamed = namingBy(machine, { revision: 2, accountId: 'bo', at: 'day 2' })
  t.same(renamed, { named_by: 'bo', named_at: 'day 2', source: 'human', is_from_machine: 1 })
  t.same(namingBy(renamed, { revision: 1, accountId: 'importer', at: 'day 1' }), {
    ...{ named_by: null, named_at: null },
    ...machine
  })
  t.match(namingBy(renamed, { revision: 4, accountId: 'cy', at: 'day 4' }), { named_by: 'cy', source: 'human', is_from_machine: 1 })
})
