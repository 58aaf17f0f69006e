import t from 'tap'
import { indexCards } from '../../../web/ui/card-index.ts'

const page = (...ids: string[]) => ({ items: ids.map(id => ({ id })) })

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

t.test('the cards between two places are read in either direction, and end with the loaded ones', t => {
  const cards = indexCards([page('a', 'b'), page('c', 'd')])
  t.same(cards.between(1, 2), ['b', 'c'])
  t.same(cards.between(2, 1), ['b', 'c'])
  t.same(cards.between(3, 90), ['d'])
  t.same(cards.between(-5, 0), ['a'])
  t.end()
})

t.test('no page is an empty list', t => {
  const cards = indexCards([])
  t.equal(cards.length, 0)
  t.equal(cards.at(0), undefined)
  t.equal(cards.pageOf(0), 0)
  t.same(cards.between(0, 3), [])
  t.end()
})
