import { graph, imageInput, model, node, tensor } from './onnx-writer.ts'

/** Side of the filters of the embedder, in pixels of its input. */
const filterSide = 15
const [angles, waves] = [Array.from({ length: 8 }, (_, place) => (place * Math.PI) / 8), [5, 8, 13]]

/** Number of values in a vector of the embedder. */
export const embeddedLength = 2 * angles.length * waves.length
/** Side of the input of the embedder in pixels. */
export const embeddedSide = 64

/** Filters of the embedder, row-major: waves of green light in several directions. */
const filters: readonly number[][] = waves.flatMap(wave =>
  angles.flatMap(angle =>
    [Math.cos, Math.sin].map(phase =>
      Array.from({ length: filterSide ** 2 }, (_, cell) => {
        const [x, y] = [(cell % filterSide) - 7, Math.floor(cell / filterSide) - 7]
        const along = Math.cos(angle) * x + Math.sin(angle) * y
        return Math.exp(-(x * x + y * y) / 40) * phase((2 * Math.PI * along) / wave)
      })
    )
  )
)

/** Embedding model: the mean energy of waves in several directions within a window. Its output is [1, values, 1, 1]. */
export const embedder = () =>
  model(
    graph({
      nodes: [
        node({ operator: 'Slice', inputs: ['images', 'one', 'two', 'one'], outputs: ['green'] }),
        node({ operator: 'Conv', inputs: ['green', 'filters'], outputs: ['waves'] }),
        node({ operator: 'Mul', inputs: ['waves', 'waves'], outputs: ['energy'] }),
        node({ operator: 'GlobalAveragePool', inputs: ['energy'], outputs: ['embedding'] })
      ],
      initializers: [
        tensor('one', [1], [1], 'int64'),
        tensor('two', [1], [2], 'int64'),
        tensor('filters', [embeddedLength, 1, filterSide, filterSide], filters.flat())
      ],
      inputs: [imageInput(embeddedSide)],
      outputs: [{ name: 'embedding', shape: [1, embeddedLength, 1, 1] }]
    })
  )

/** Vector of unit length that the embedder gives for a window, computed apart from the product. @param green row-major, 0 to 1 */
export function embeddedApart(green: readonly number[]): number[] {
  const side = embeddedSide - filterSide + 1
  const energies = filters.map(filter => {
    let sum = 0
    for (let top = 0; top < side; top++)
      for (let left = 0; left < side; left++) {
        let response = 0
        for (const [cell, weight] of filter.entries())
          response += weight * green[(top + Math.floor(cell / filterSide)) * embeddedSide + left + (cell % filterSide)]!
        sum += response * response
      }
    return sum / side ** 2
  })
  const length = Math.sqrt(energies.reduce((sum, energy) => sum + energy * energy, 0))
  return energies.map(energy => energy / length)
}
