import t from 'tap'
import type { ExportFormat, ExportOptions } from '../../../../shared/contracts/exchange.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'

/** Three points labelled by a program with 40, 60 and 90 percent confidence, and one by a person. */
const points = `Name,Row,Column,Label code,Annotator,Machine suggestion 1,Machine confidence 1
a.jpg,1,1,Coral,robot,Coral,40
a.jpg,2,2,Coral,robot,Coral,60
a.jpg,3,3,Coral,robot,Coral,90
a.jpg,4,4,Coral,Ada,,
`

await forEachDatabase(t, async (t, database) => {
  t.test('result tables respect the minimum confidence, whatever their rows represent', async t => {
    const { importFile, exported, db } = await exchangingProject(t, [{ fileName: 'a.jpg', width: 100, height: 80 }], { database })
    await importFile(points)
    const rows = async (format: ExportFormat, options: ExportOptions) => {
      const { content, annotationCount } = await exported(format, options)
      const cells = content
        .toString()
        .trim()
        .split('\n')
        .slice(1)
        .map(line => line.split(','))
      return { cells, annotationCount }
    }
    const sure = { include: 'all', leastConfidence: 0.6 } as const
    const all = { include: 'all', leastConfidence: 0 } as const
    for (const groupBy of ['image', 'survey']) {
      t.equal((await rows('cover', { ...all, groupBy })).cells[0]?.[4], '4', groupBy)
      t.equal((await rows('cover', { ...sure, groupBy })).cells[0]?.[4], '3', groupBy)
    }
    await db.deleteFrom('sample').execute()
    for (const groupBy of ['image', 'survey']) {
      const [whole, some] = [await rows('matrix', { ...all, groupBy }), await rows('matrix', { ...sure, groupBy })]
      t.equal(whole.cells[0]?.at(-1), '4', groupBy)
      t.equal(some.cells[0]?.at(-1), '3', groupBy)
      t.equal(some.annotationCount, 3, groupBy)
    }
  })
})
