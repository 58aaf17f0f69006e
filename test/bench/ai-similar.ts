import { randomFrom } from '../../server/backend/ai/learning/random.ts'
import { cosines, largest, unitOf, unitVectors } from '../../server/backend/ai/learning/similar.ts'
import { quantile } from './support/statistics.ts'
import { count, ms, table } from './support/table.ts'

export const title = 'Search for similar crops'

const rows = 200_000
const columns = 300
const asks = 40
/** Number of crops that one step of a search takes from the ranking before it checks access. */
const taken = 500

/** Measures how long a single thread takes to load all crops of a project and to rank them. */
export async function measure(): Promise<string> {
  const random = randomFrom(1)
  const values = Float32Array.from({ length: rows * columns }, () => random() - random())
  const start = performance.now()
  const units = unitVectors({ values, rows, columns })
  const ready = performance.now() - start
  const times: number[] = []
  for (let ask = 0; ask < asks + 5; ask++) {
    const example = Float32Array.from({ length: columns }, () => random() - random())
    const began = performance.now()
    const found = largest(cosines(units, unitOf(units, example)), taken)
    times.push(performance.now() - began)
    if (found.length !== taken) throw new Error('the ranking is too short')
  }
  const warm = times.slice(5) // the first searches include compilation
  return [
    `${count(rows)} vectors of ${columns} numbers, the first ${taken} of the ranking, ${asks} queries. Bar: 120 ms per query.`,
    '',
    table(
      ['step', 'p50', 'p95'],
      [
        ['ranking of all crops', ms(quantile(warm, 0.5)), ms(quantile(warm, 0.95))],
        ['unit vectors, once after a change', ms(ready), '']
      ]
    )
  ].join('\n')
}
