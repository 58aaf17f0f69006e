import t from 'tap'
import { moveInGrid } from '../../../web/ui/grid-keys.ts'

// 0 1 2 3
// 4 5 6 7
// 8 9
const from = (index: number) => ({ index, count: 10, columns: 4, rowsInView: 2 })

t.test('arrows move to the neighbour and stop at the edges', t => {
  t.equal(moveInGrid('ArrowRight', from(3)), 4, 'rows follow each other like lines of text')
  t.equal(moveInGrid('ArrowLeft', from(0)), 0)
  t.equal(moveInGrid('ArrowRight', from(9)), 9)
  t.equal(moveInGrid('ArrowDown', from(5)), 9)
  t.equal(moveInGrid('ArrowDown', from(6)), 9, 'there is none below: the last one')
  t.equal(moveInGrid('ArrowDown', from(8)), 8, 'the last row is the end')
  t.equal(moveInGrid('ArrowUp', from(2)), 2)
  t.equal(moveInGrid('ArrowUp', from(9)), 5)
  t.end()
})

t.test('Home, End and the page keys move far', t => {
  t.equal(moveInGrid('Home', from(7)), 0)
  t.equal(moveInGrid('End', from(1)), 9)
  t.equal(moveInGrid('PageDown', from(0)), 8)
  t.equal(moveInGrid('PageUp', from(9)), 1)
  t.end()
})

t.test('other keys and an empty grid do nothing', t => {
  t.equal(moveInGrid('x', from(0)), null)
  t.equal(moveInGrid('End', { index: 0, count: 0, columns: 4, rowsInView: 1 }), null)
  t.end()
})
