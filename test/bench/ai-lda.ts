import { dimensions } from '../../server/backend/ai/learning/features.ts'
import { fitLda } from '../../server/backend/ai/learning/lda.ts'
import { randomFrom } from '../../server/backend/ai/learning/random.ts'
import { quantile } from './support/statistics.ts'
import { count, ms, table } from './support/table.ts'

export const title = 'Discriminant analysis from labels'

const rows = 5_000
const classes = 20
const fits = 9

/** Measures one fit in a single thread. */
export async function measure(): Promise<string> {
  const random = randomFrom(1)
  const labels = Int32Array.from({ length: rows }, () => Math.floor(random() * classes))
  const values = Float32Array.from({ length: rows * dimensions }, (_, at) => {
    const label = labels[Math.floor(at / dimensions)]!
    return random() + random() - 1 + (at % classes === label ? 0.5 : 0)
  })
  const times: number[] = []
  for (let fit = 0; fit < fits + 2; fit++) {
    const start = performance.now()
    fitLda({ values, rows, columns: dimensions }, labels, classes)
    times.push(performance.now() - start)
  }
  const warm = times.slice(2) // the first fits include compilation
  return [
    `${count(rows)} labels of ${classes} classes, ${dimensions} features, ${fits} fits. Bar: 200 ms.`,
    '',
    table(['step', 'p50', 'slowest'], [['shrinkage discriminant analysis', ms(quantile(warm, 0.5)), ms(Math.max(...warm))]])
  ].join('\n')
}
