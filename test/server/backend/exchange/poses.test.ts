import t from 'tap'
import { forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { zipOf } from '../../../support/zips.ts'

const images = [{ fileName: 'a.jpg', width: 1000, height: 800 }]
const box = { kind: 'box', x: 400, y: 360, width: 200, height: 80 }

/** Keypoints of two or three numbers each, the last of them visible. */
const keypoints = ([count, dimensions]: readonly [number, number]) =>
  Array.from({ length: count }, (_, at) => [0.4 + at / 200, 0.5, 2].slice(0, dimensions).join(' ')).join(' ')

await forEachDatabase(t, async (t, database) => {
  t.test('the box of a pose is imported regardless of the number of its keypoints, and a track is read only after them', async t => {
    const { importFile, makeProject, annotationsOf } = await exchangingProject(t, images, { database })
    for (const shape of [
      [2, 3],
      [4, 3],
      [24, 3],
      [2, 2],
      [3, 3],
      [17, 3]
    ] as const) {
      for (const header of ['', 'task: pose\n']) {
        const twin = await makeProject(images)
        const line = `0 .5 .5 .2 .1 ${keypoints(shape)}`
        const file = await zipOf({
          'data.yaml': `${header}kpt_shape: [${shape}]\nnames: [fish]\n`,
          'labels/a.txt': `${line}\n${line} 0.75\n${line} 0.75 12\n${line} 12\n0 .5 .5 .2 .1\n0 .5 .5 .2 .1 .2 .3 .4\n`
        })
        const { preview, state } = await importFile(file, {}, twin.id)
        t.equal(state, 'applied')
        t.match(preview, { annotationCount: 5, refusedCount: 1, findingCount: 5 }, `[${shape}]`)
        t.match(preview?.findings.at(-1)?.message, /is not a pose of this dataset$/)
        const read = (await annotationsOf(twin.mediaIds[0]!)).map(({ shape, confidence, attributes }) => ({
          shape,
          confidence,
          attributes
        }))
        t.match(
          read.map(each => each.shape),
          [box, box, box, box, box]
        )
        t.same(
          read.map(({ confidence, attributes }) => [confidence, attributes.track ?? null]),
          [
            [null, null],
            [0.75, null],
            [0.75, '12'],
            [null, '12'],
            [null, null]
          ],
          `[${shape}]`
        )
      }
    }
  })
})
