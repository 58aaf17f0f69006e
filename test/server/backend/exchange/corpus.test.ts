import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { forImport } from '../../../../server/backend/exchange/imports/for-import.ts'
import { mediaIndex } from '../../../../server/backend/exchange/imports/media-index.ts'
import { readFormat } from '../../../../server/backend/exchange/imports/read-format.ts'
import { recognise } from '../../../../server/backend/exchange/imports/recognise.ts'
import type { Import } from '../../../../shared/contracts/exchange.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { collect, differenceOf } from '../../../support/datasets.ts'
import { type Counted, exchangeCorpus } from '../../../support/exchange-corpus.ts'
import { exchangingProject } from '../../../support/exchanging.ts'

const corpus = exchangeCorpus()
const images = ['reef-01.jpg', 'reef-02.jpg', 'reef-03.png', '000000000042.jpg', 'reef-01_jpg.rf.0a1b2c3d.jpg'].map(fileName => ({
  ...{ fileName, width: 400, height: 300 }
}))

t.test('the corpus has its full size', async t => {
  t.ok(corpus.length >= 60)
  t.ok(new Set(corpus.map(({ program }) => program)).size >= 12)
})

await forEachDatabase(t, async (t, database) => {
  t.test('every row of files of other programs is imported or reported', async t => {
    const scene = await exchangingProject(t, images, { database })
    for (const { program, name, content, expected } of corpus) {
      const file = await content()
      const checked = await scene.preview(file, { fileName: name })
      if ('refused' in expected) {
        t.equal(checked.state, 'failed', `${program}/${name} is refused`)
        t.ok(checked.failure?.includes(expected.refused), `${program}/${name}: ${checked.failure}`)
        continue
      }
      checkCounts(t, `${program}/${name}`, checked, expected)
      const path = join(t.testdirName, 'upload')
      t.testdir({})
      await writeFile(path, file)
      await checkShapes(t, `${program}/${name}`, { path, media: await mediaIndex(scene.db, forImport(scene.project.id)) }, expected)
    }
  })
})

function checkCounts(t: Test, name: string, { state, failure, format, preview }: Import, expected: Counted) {
  const { rows, taken, leftOut = 0, changed = 0, parts = 0, joined = 0, labels, named = [] } = expected
  t.equal(taken + leftOut, rows + parts - joined, `${name}: each row is imported or left out`)
  t.match({ state, failure, format }, { state: 'ready', failure: null, format: expected.format }, name)
  if (!preview) return
  const { annotationCount, refusedCount, findingCount, findings } = preview
  t.same(
    { taken: annotationCount, leftOut: refusedCount, changed: findingCount - refusedCount },
    { taken, leftOut, changed },
    `${name}: ${findings.map(({ message }) => message).join('; ')}`
  )
  t.same(Object.fromEntries(preview.labels.map(label => [label.name, label.annotationCount])), labels, `${name}: labels`)
  for (const part of named)
    t.ok(
      findings.some(({ message }) => message.includes(part)),
      `${name}: ${part}`
    )
  for (const { message } of findings)
    t.ok(
      named.some(part => message.includes(part)),
      `${name} does not expect: ${message}`
    )
}

type Upload = Pick<Parameters<typeof readFormat>[1], 'path' | 'media'>

async function checkShapes(t: Test, name: string, upload: Upload, { format, first, kinds, confidences }: Counted) {
  t.equal(await recognise(upload.path), format, name)
  const { annotations } = await collect(readFormat(format, { ...upload, options: {}, onProgress: () => {} }))
  const ofProject = annotations.filter(({ fileName }) => !('problem' in upload.media.find(fileName)))
  if (first) t.ok(differenceOf(ofProject[0]?.shape, first) < 1e-3, `${name}: ${JSON.stringify(ofProject[0]?.shape)}`)
  if (kinds)
    t.same(
      ofProject.map(({ shape }) => shape?.kind ?? null),
      kinds,
      `${name}: kinds`
    )
  if (confidences)
    t.same(
      ofProject.map(({ labels: [label] }) => label?.confidence ?? null),
      confidences,
      `${name}: confidences`
    )
}
