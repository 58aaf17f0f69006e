import { predict } from '../../server/backend/ai/learning/classifier.ts'
import { dimensions } from '../../server/backend/ai/learning/features.ts'
import { fitLda } from '../../server/backend/ai/learning/lda.ts'
import { learnLive } from '../../server/backend/ai/learning/live.ts'
import { randomFrom } from '../../server/backend/ai/learning/random.ts'
import { quantile } from './support/statistics.ts'
import { count, ms, table } from './support/table.ts'

export const title = 'Discriminant analysis from labels'

const rows = 5_000
const classes = 20
const fits = 9
/** Number of images that the labels are from. */
const images = 200
/** Number of unlabelled points of the open image. */
const points = 50

/** Measures one fit, and all that the child process does for live suggestions on an image, in a single thread. */
export async function measure(): Promise<string> {
  const random = randomFrom(1)
  const labels = Int32Array.from({ length: rows }, () => Math.floor(random() * classes))
  const values = Float32Array.from({ length: rows * dimensions }, (_, at) => {
    const label = labels[Math.floor(at / dimensions)]!
    return random() + random() - 1 + (at % classes === label ? 0.5 : 0)
  })
  const vectors = new Uint8Array(Float16Array.from(values).buffer)
  const lesson = { vectors, columns: dimensions, labels, classes, images: Int32Array.from(labels, (_, row) => row % images) }
  const opened = { values: values.subarray(0, points * dimensions), rows: points, columns: dimensions }
  const fitted = timesOf(() => fitLda({ values, rows, columns: dimensions }, labels, classes))
  const live = timesOf(() => predict(learnLive(lesson).classifier, opened))
  return [
    `${count(rows)} labels of ${classes} classes on ${images} images, ${dimensions} features, ${fits} fits. Bars: 200 ms, and 800 ms live.`,
    '',
    table(
      ['step', 'p50', 'slowest'],
      [
        ['shrinkage discriminant analysis', ms(quantile(fitted, 0.5)), ms(Math.max(...fitted))],
        [`live suggestions for ${points} points`, ms(quantile(live, 0.5)), ms(Math.max(...live))]
      ]
    )
  ].join('\n')
}

function timesOf(work: () => unknown): number[] {
  const times: number[] = []
  for (let fit = 0; fit < fits + 2; fit++) {
    const start = performance.now()
    work()
    times.push(performance.now() - start)
  }
  return times.slice(2) // the first fits include compilation
}
