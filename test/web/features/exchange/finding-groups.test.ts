import t from 'tap'
import { groupFindings } from '../../../../web/features/exchange/finding-groups.ts'

const place = (row: number) => ({ row, column: 'points', path: null })

t.test('a group has the number of its entries and their first places', async t => {
  const equal = { taken: false, ...place(2), message: 'Too few numbers', count: 300, further: [place(3), place(4)] }
  const image = { taken: false, row: null, column: null, path: null, message: '“z.jpg”, with 5 annotations: unknown', count: 5 }
  t.match(groupFindings([equal, image]), [
    { message: 'Too few numbers', taken: false, count: 300, times: 300, places: [place(2), place(3), place(4)] },
    { count: 5, times: 1, places: [{ row: null }] }
  ])
})

t.test('a stored report that lists equal findings one by one is grouped too', async t => {
  const one = (row: number, taken: boolean) => ({ taken, ...place(row), message: 'Too few numbers' })
  const groups = groupFindings([one(2, false), one(3, true), one(4, false)])
  t.match(groups, [
    { taken: false, count: 2, times: 2, places: [place(2), place(4)] },
    { taken: true, count: 1, times: 1, places: [place(3)] }
  ])
})
