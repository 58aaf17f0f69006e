import sharp from 'sharp'
import t from 'tap'
import { nextPart } from '../../../../../server/backend/ai/groups.ts'
import { methodFor, predict, unpackClassifier } from '../../../../../server/backend/ai/learning/classifier.ts'
import { dimensions, featuresOf } from '../../../../../server/backend/ai/learning/features.ts'
import { type Lesson, learn, matrixFrom } from '../../../../../server/backend/ai/learning/learn.ts'
import { mostLabels } from '../../../../../server/backend/ai/most-labels.ts'
import { textureCount, texturedImage } from '../../../../support/textures.ts'

/** Vectors of drawn textures with their labels, at several sites. Each site is a group. */
async function drawnLesson(sites: number, imagesPerSite: number): Promise<Lesson> {
  const vectors: Buffer[] = []
  const [labels, groups, images, parts] = [[], [], [], []] as [number[], number[], number[], number[]]
  const counts = [0, 0, 0]
  for (let site = 0; site < sites; site++) {
    const part = nextPart(counts, imagesPerSite * 24, `site ${site}`)
    counts[part]! += imagesPerSite * 24
    for (let image = 0; image < imagesPerSite; image++) {
      const { content, cells } = await texturedImage(site, site * 100 + image)
      const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true })
      const places = cells.map(({ x, y }) => ({ x, y, finePx: 64, coarsePx: 128 }))
      vectors.push(Buffer.from(featuresOf({ data, width: info.width, height: info.height }, places).buffer as ArrayBuffer))
      for (const { texture } of cells) {
        labels.push(texture)
        groups.push(site)
        images.push(site * imagesPerSite + image)
        parts.push(part)
      }
    }
  }
  return {
    vectors: new Uint8Array(Buffer.concat(vectors)),
    columns: dimensions,
    labels: Int32Array.from(labels),
    classes: textureCount,
    parts: Uint8Array.from(parts),
    groups: Int32Array.from(groups),
    images: Int32Array.from(images),
    seed: 7
  }
}

t.test('other sites are recognised, points of the same sites better, and probabilities are calibrated', async t => {
  const lesson = await drawnLesson(40, 1)
  const { method, report, counts, classifier } = learn(lesson)
  if (!report) throw new Error('no test was made')
  t.equal(method, 'blend')
  t.ok(counts.training > 350 && counts.calibration > 0 && counts.test > 80, JSON.stringify(counts))
  t.ok(report.accuracy.value > 0.6, `correct on other sites: ${report.accuracy.value}`)
  t.ok(report.leak.byPoint > report.leak.byGroup, `by point ${report.leak.byPoint}, by site ${report.leak.byGroup}`)
  for (const { method, accuracy } of report.methods)
    t.ok((report.accuracy.high ?? 0) >= accuracy, `the blend is not below ${method} (${accuracy}) by more than its interval`)
  t.ok(report.calibrationError.after! < report.calibrationError.before, JSON.stringify(report.calibrationError))
  t.equal(
    report.matrix.flat().reduce((sum, count) => sum + count, 0),
    report.count
  )
  t.same(learn(lesson).classifier, classifier, 'the same lesson gives the same model')

  const model = unpackClassifier(classifier)
  const [first] = predict(model, matrixFrom(lesson.vectors.slice(0, 2 * dimensions), dimensions))
  t.equal(first?.best.length, 5)
  t.ok(Math.abs(first!.best.reduce((sum, { p }) => sum + p, 0) - 1) < 1e-4)
  const some = matrixFrom(lesson.vectors.slice(0, 40 * 2 * dimensions), dimensions)
  const [apart, together] = [predict(model, some), predict(model, some, { same: Int32Array.of(0, 1, 2, 1, 1) })]
  for (const [row, { best }] of together.entries()) {
    const of = (place: number) => apart[row]!.best.find(each => each.place === place)!.p
    t.same(best.map(({ place }) => place).sort(), [0, 1, 2], 'classes of one label are one')
    t.ok(Math.abs(best.find(({ place }) => place === 1)!.p - (of(1) + of(3) + of(4))) < 1e-6)
    t.ok(best[0]!.p >= best[1]!.p && best[1]!.p >= best[2]!.p)
  }
  const strange = { values: new Float32Array(dimensions).fill(30), rows: 1, columns: dimensions }
  t.equal(predict(model, strange)[0]?.isUnknown, true)
})

t.test('the method follows the number of labels, and what a task has time for', async t => {
  t.equal(methodFor(199, 10, dimensions), 'lda')
  t.equal(methodFor(200, 10, dimensions), 'logistic')
  t.equal(methodFor(400, 10, dimensions), 'blend')
  t.equal(methodFor(5000, 100, 1000), 'logistic', 'extra-trees have a limit of their own')
  t.equal(methodFor(5000, 101, 1000), 'lda')
  t.equal(methodFor(5000, 51, 1000, 2), 'lda', 'a task of two lessons')
  t.equal(methodFor(5000, 50, 1000, 2), 'blend')
  t.equal(mostLabels({ columns: dimensions }), 10_000)
  t.equal(mostLabels({ columns: 2048 }), 3906, 'longer vectors allow fewer labels')
})

t.test('a group goes to the part that is furthest below its share', async t => {
  t.equal(nextPart([0, 0, 0], 10, 'first'), 0)
  t.equal(nextPart([70, 10, 0], 10, 'later'), 2)
  t.equal(nextPart([70, 0, 20], 10, 'later'), 1)
})

t.test('features of a fixed crop are stable, and the picture is mirrored beyond its edge', async t => {
  const [width, height] = [96, 96]
  const data = Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * 7 + ((at / 3) | 0) * 3 + ((at / 288) | 0) * 11) % 256)
  const [inside, edge] = [
    { x: 48, y: 48, finePx: 64, coarsePx: 128 },
    { x: 0, y: 0, finePx: 64, coarsePx: 128 }
  ]
  const vectors = featuresOf({ data, width, height }, [inside, edge])
  t.equal(vectors.length, 2 * dimensions)
  t.ok(vectors.every(Number.isFinite))
  const golden = [0, 1, 2, 3, 4, 5, 8, 50, 100, 105, 130, 161, 219].map(at => Number(vectors[at]!.toFixed(4)))
  t.same(golden, [4.4922, 0, 0, 0.7598, 0.7495, 0.7495, 0.2339, 4.4961, 0.2078, 0, 0.2275, 0.1605, 0.6968])
})
