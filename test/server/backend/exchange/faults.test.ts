import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { faultReport } from '../../../../server/backend/exchange/exports/faults.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const record = (at: number) => ({ name: `taxon ${at}`, mediaId: `image-${at}`, annotationId: `mark-${at}` })

t.test('records that break a rule in the same way are one fault; memory is bounded, and the table lists all of them', async t => {
  const path = join(temporaryFolder(t), 'report.csv')
  const labelIndex = await faultReport({ path, projectId: 'p', publicUrl: 'https://lab.example' })
  for (let at = 0; at < 150; at++) {
    await labelIndex.add({ severity: 'warning', column: 'scientificNameID', message: 'missing' }, record(at))
    await labelIndex.add({ severity: 'warning', column: 'depth', message: `too deep: ${at}` }, record(at))
  }
  await labelIndex.add({ severity: 'error', column: 'eventDate', message: '=gone' }, { name: 'a.jpg', mediaId: 'a', annotationId: null })
  labelIndex.lose('left out', 'no label', { id: 'mark-9', fileName: '=a.jpg', mediaId: 'a' })
  labelIndex.lose('changed', 'no size', { fileName: 'a.jpg', mediaId: 'a' })
  await labelIndex.close([{ kind: 'changed', message: 'a shape', count: 3 }])

  const faults = labelIndex.list()
  t.equal(faults.length, 101)
  t.same(faults[0], {
    ...{ severity: 'error', column: 'eventDate', message: '=gone', count: 1 },
    records: [{ name: 'a.jpg', mediaId: 'a', annotationId: null }]
  })
  t.match(faults[1], { column: 'scientificNameID', count: 150, records: Array.from({ length: 20 }, (_, at) => record(at)) })
  t.equal(faults[1]?.records.length, 20)
  t.same(labelIndex.counts, { error: 1, warning: 300 })

  const lines = (await readFile(path, 'utf8')).split('\r\n')
  t.equal(lines.length, 1 + 301 + 2 + 1 + 1)
  t.equal(
    lines[299],
    'warning,mark-149,taxon 149,scientificNameID,missing,1,https://lab.example/projects/p/annotate?image=image-149&select=mark-149'
  )
  t.equal(lines[301], "error,a.jpg,a.jpg,eventDate,'=gone,1,https://lab.example/projects/p/dashboard?media=a")
  t.equal(lines[302], "left out,mark-9,'=a.jpg,,no label,1,https://lab.example/projects/p/annotate?image=a&select=mark-9")
  t.equal(lines[303], 'changed,a.jpg,a.jpg,,no size,1,https://lab.example/projects/p/dashboard?media=a')
  t.equal(lines[304], 'changed,,,,a shape,3,')
})
