import t from 'tap'
import type { PatchCard } from '../../../../web/features/review/queries.ts'
import { loadedOf } from '../../../../web/features/review/selection.ts'
import { indexCards } from '../../../../web/ui/card-index.ts'

const cards = indexCards([{ items: ['a', 'b', 'c'].map(id => ({ id }) as PatchCard) }])

t.test('the selected crops are found among the loaded ones, in their order', t => {
  t.match(loadedOf(cards, new Set(['c', 'a'])), { found: [{ id: 'a' }, { id: 'c' }], missing: 0 })
  t.end()
})

t.test('selected crops that are no longer loaded are counted', t => {
  t.match(loadedOf(cards, new Set(['b', 'x', 'y'])), { found: [{ id: 'b' }], missing: 2 })
  t.end()
})
