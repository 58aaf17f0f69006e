import t from 'tap'
import { forEachDatabase } from '../../../support/backend.ts'
import { coco } from '../../../support/broken-imports.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { sheetOf } from '../../../support/workbooks.ts'
import { unzipped } from '../../../support/zips.ts'

await forEachDatabase(t, async (t, database) => {
  t.test('times in a workbook are Excel times, and stay as written in CSV', async t => {
    const scene = await exchangingProject(t, [{ fileName: 'a.jpg', width: 100, height: 80 }], { database })
    await scene.importFile(coco({ bbox: [1, 1, 5, 5] }))
    const at = '2024-06-02T04:29:27.250Z'
    await scene.db.updateTable('media').set({ event_date: at }).where('project_id', '=', scene.project.id).execute()

    for (const [format, times] of [
      ['csv', ['eventDate', 'createdAt', 'modifiedAt']],
      ['matrix', ['eventDate']]
    ] as const) {
      const { content } = await scene.exported(format, { fileType: 'xlsx' })
      const [columns = [], row = []] = await sheetOf(content)
      for (const name of times) t.type(row[columns.indexOf(name)], Date, `${format}: ${name}`)
      t.equal((row[columns.indexOf('eventDate')] as Date).toISOString(), at)
      // 45,445 days lie between 1899-12-30 and 2024-06-02; 4:29:27.25 is 16,167.25 of 86,400 seconds, 0.18712 of a day.
      t.match((await unzipped(content)).get('xl/worksheets/sheet1.xml'), /<v>45445\.18712/)
      t.match((await scene.exported(format)).content.toString(), at)
    }

    await scene.db.updateTable('media').set({ event_date: '1899-06-02T04:29:27.000Z' }).where('project_id', '=', scene.project.id).execute()
    const [columns = [], row = []] = await sheetOf((await scene.exported('csv', { fileType: 'xlsx' })).content)
    t.equal(row[columns.indexOf('eventDate')], '1899-06-02T04:29:27.000Z', 'serial dates in sheets begin in 1900')
    t.equal(row[columns.indexOf('reviewedAt')] ?? null, null)
  })
})
