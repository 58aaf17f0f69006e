import t from 'tap'
import { consensusOf } from '../../../../../server/backend/annotations/rounds/consensus.ts'

/*
 * animal ─ cnidarian ─ coral ─ red coral
 *       │           └ hydroid
 *       └ sponge                            (rock stands alone)
 */
const parents: Record<string, string> = {
  cnidarian: 'animal',
  sponge: 'animal',
  coral: 'cnidarian',
  hydroid: 'cnidarian',
  'red coral': 'coral'
}
const of = (...names: (string | null)[]) =>
  consensusOf(
    names.map((name, at) => ({ id: `${at}`, labelId: name?.replace('!', '') ?? null, isConfirmed: name?.endsWith('!') ?? false })),
    id => parents[id] ?? null
  )

t.test('an individual gets the label of the majority, or else the lowest taxon that all labels share', async t => {
  t.same(of('coral'), { id: '0', labelId: 'coral', by: 'agreed' })
  t.same(of('coral', 'coral', 'coral'), { id: '0', labelId: 'coral', by: 'agreed' })
  t.same(of('sponge', 'coral', 'coral'), { id: '1', labelId: 'coral', by: 'majority' }, 'an annotation with that label represents it')
  t.same(of('coral', 'hydroid'), { id: '0', labelId: 'cnidarian', by: 'shared' })
  t.same(of('coral', 'coral', 'hydroid', 'sponge'), { id: '0', labelId: 'animal', by: 'shared' }, 'half of them is not a majority')
  t.same(of('red coral', 'coral'), { id: '1', labelId: 'coral', by: 'shared' }, 'a label above the other is shared by both')
  t.same(of('coral', 'rock'), { id: '0', labelId: null, by: 'shared' })
})

t.test('an annotation without a label decides nothing, and a confirmed one decides alone', async t => {
  t.same(of(null, 'coral', null), { id: '1', labelId: 'coral', by: 'agreed' })
  t.same(of(null, null), { id: '0', labelId: null, by: 'agreed' })
  t.same(of('coral', 'coral', 'sponge!'), { id: '2', labelId: 'sponge', by: 'settled' })
  t.same(of('coral!', 'hydroid!', 'sponge'), { id: '0', labelId: 'cnidarian', by: 'shared' })
})
