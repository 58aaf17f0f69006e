import t from 'tap'
import { problemsCsv } from '../../../../../web/features/media/attach/problems-csv.ts'

t.test('problems become a table whose cells spreadsheets do not execute', t => {
  const csv = problemsCsv([
    { row: 4, column: null, fileName: 'nowhere.jpg', message: 'no media item has this name' },
    { row: 5, column: 'taken_at', fileName: '=cmd()', message: '"yesterday" is not a time,\nwrite it' }
  ])
  t.equal(
    csv,
    '\uFEFFrow,column,file,problem\r\n4,,nowhere.jpg,no media item has this name\r\n5,taken_at,\'=cmd(),"""yesterday"" is not a time,\nwrite it"\r\n'
  )
  t.end()
})
