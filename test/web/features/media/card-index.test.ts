import t from 'tap'
import { indexCards } from '../../../../web/features/media/card-index.ts'
import type { CardPage, MediaCard } from '../../../../web/features/media/queries.ts'

const page = (...ids: string[]): CardPage => ({ items: ids.map(id => ({ id }) as MediaCard), nextCursor: null })

t.test('pages are read as one list', t => {
  const cards = indexCards([page('a', 'b'), page(), page('c')])
  t.equal(cards.length, 3)
  t.same(
    [-1, 0, 1, 2, 3].map(index => cards.at(index)?.id),
    [undefined, 'a', 'b', 'c', undefined]
  )
  t.equal(cards.pageOf(2), 2)
  t.equal(cards.indexOf('c'), 2)
  t.equal(cards.indexOf('z'), -1)
  t.end()
})

t.test('no page is an empty list', t => {
  const cards = indexCards([])
  t.equal(cards.length, 0)
  t.equal(cards.at(0), undefined)
  t.equal(cards.pageOf(0), 0)
  t.end()
})
