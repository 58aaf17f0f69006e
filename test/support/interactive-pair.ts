import type { Vertex } from '../../shared/geometry/outline.ts'
import { graph, imageInput, model, node, tensor, type ValueFacts } from './onnx-writer.ts'

/** Side of the encoder's input, of its encoding and of the masks. */
export const [inputSide, encodedSide, maskSide] = [256, 16, 64]
/** Radius of the object around each click, in pixels of the encoder's input. */
export const clickRadius = 40

/** Encoder whose channels repeat the mean red, green and blue of each cell. */
export const encoder = () =>
  model(
    graph({
      nodes: [
        node({
          operator: 'AveragePool',
          inputs: ['images'],
          outputs: ['means'],
          attributes: { kernel_shape: [16, 16], strides: [16, 16] }
        }),
        node({ operator: 'Tile', inputs: ['means', 'repeats'], outputs: ['many'] }),
        node({ operator: 'Slice', inputs: ['many', 'from', 'to', 'channels'], outputs: ['image_embeddings'] })
      ],
      initializers: [
        tensor('repeats', [4], [1, 86, 1, 1], 'int64'),
        tensor('from', [1], [0], 'int64'),
        tensor('to', [1], [256], 'int64'),
        tensor('channels', [1], [1], 'int64')
      ],
      inputs: [imageInput(inputSide)],
      outputs: [{ name: 'image_embeddings', shape: [1, 256, encodedSide, encodedSide] }]
    })
  )

const decoderInputs: ValueFacts[] = [
  { name: 'image_embeddings', shape: [1, 256, encodedSide, encodedSide] },
  { name: 'point_coords', shape: [1, 'points', 2] },
  { name: 'point_labels', shape: [1, 'points'] },
  { name: 'mask_input', shape: [1, 1, maskSide, maskSide] },
  { name: 'has_mask_input', shape: [1] },
  { name: 'orig_im_size', shape: [2] }
]

const cellPx = inputSide / maskSide
const grid = (place: (x: number, y: number) => number) =>
  Array.from({ length: maskSide ** 2 }, (_, cell) => (place(cell % maskSide, Math.floor(cell / maskSide)) + 0.5) * cellPx)

/**
 * Decoder of discs: an object is what is red and near a click on it, and not near a click beside it. Its first mask is the opposite, with a lower
 * score.
 */
export const decoder = (inputs: readonly ValueFacts[] = decoderInputs) =>
  model(
    graph({
      nodes: [
        node({ operator: 'Slice', inputs: ['point_coords', 'zero', 'one', 'two'], outputs: ['flat x'] }),
        node({ operator: 'Slice', inputs: ['point_coords', 'one', 'two', 'two'], outputs: ['flat y'] }),
        ...['x', 'y'].flatMap(axis => [
          node({ operator: 'Reshape', inputs: [`flat ${axis}`, 'per point'], outputs: [axis] }),
          node({ operator: 'Sub', inputs: [`grid ${axis}`, axis], outputs: [`from ${axis}`] }),
          node({ operator: 'Mul', inputs: [`from ${axis}`, `from ${axis}`], outputs: [`square ${axis}`] })
        ]),
        node({ operator: 'Add', inputs: ['square x', 'square y'], outputs: ['distances'] }),
        node({ operator: 'Sub', inputs: ['radius', 'distances'], outputs: ['inner'] }),
        node({ operator: 'Clip', inputs: ['inner', 'least', 'most'], outputs: ['discs'] }),
        node({ operator: 'Add', inputs: ['discs', 'most'], outputs: ['raised'] }),
        node({ operator: 'Reshape', inputs: ['point_labels', 'per point'], outputs: ['labels'] }),
        ...[1, 0].flatMap(label => [
          node({ operator: 'Equal', inputs: ['labels', `label ${label}`], outputs: [`is ${label}`] }),
          node({ operator: 'Cast', inputs: [`is ${label}`], outputs: [`share ${label}`], attributes: { to: 1 } }),
          node({ operator: 'Mul', inputs: ['raised', `share ${label}`], outputs: [`of ${label}`] }),
          node({ operator: 'ReduceMax', inputs: [`of ${label}`], outputs: [`max ${label}`], attributes: { axes: [0] } }),
          node({ operator: 'Sub', inputs: [`max ${label}`, 'most'], outputs: [`near ${label}`] })
        ]),
        node({ operator: 'Neg', inputs: ['near 0'], outputs: ['far'] }),
        node({ operator: 'Min', inputs: ['near 1', 'far'], outputs: ['flat'] }),
        node({ operator: 'Reshape', inputs: ['flat', 'mask shape'], outputs: ['near'] }),
        node({ operator: 'Slice', inputs: ['image_embeddings', 'zero', 'one', 'one'], outputs: ['red'] }),
        node({ operator: 'Mul', inputs: ['red', 'most'], outputs: ['strong red'] }),
        node({ operator: 'Resize', inputs: ['strong red', '', 'scales'], outputs: ['large red'], attributes: { mode: 'nearest' } }),
        node({ operator: 'Min', inputs: ['near', 'large red'], outputs: ['mask'] }),
        node({ operator: 'Neg', inputs: ['mask'], outputs: ['opposite'] }),
        node({ operator: 'Concat', inputs: ['opposite', 'mask'], outputs: ['low_res_masks'], attributes: { axis: 1 } }),
        node({ operator: 'Identity', inputs: ['scores'], outputs: ['iou_predictions'] })
      ],
      initializers: [
        tensor('zero', [1], [0], 'int64'),
        tensor('one', [1], [1], 'int64'),
        tensor('two', [1], [2], 'int64'),
        tensor('per point', [3], [-1, 1, 1], 'int64'),
        tensor('mask shape', [4], [1, 1, maskSide, maskSide], 'int64'),
        tensor(
          'grid x',
          [1, maskSide, maskSide],
          grid(x => x)
        ),
        tensor(
          'grid y',
          [1, maskSide, maskSide],
          grid((_, y) => y)
        ),
        tensor('radius', [], [clickRadius ** 2]),
        tensor('label 1', [], [1]),
        tensor('label 0', [], [0]),
        tensor('least', [], [-1000]),
        tensor('most', [], [1000]),
        tensor('scales', [4], [1, 1, 4, 4]),
        tensor('scores', [1, 2], [0.2, 0.9])
      ],
      inputs,
      outputs: [
        { name: 'low_res_masks', shape: [1, 2, maskSide, maskSide] },
        { name: 'iou_predictions', shape: [1, 2] }
      ]
    })
  )

export { decoderInputs }

/** Area of a ring in square pixels, computed apart from the product. Source: shoelace formula. */
export const areaOf = (ring: readonly Vertex[]) =>
  Math.abs(
    ring.reduce((sum, [x, y], place) => {
      const [nextX, nextY] = ring[(place + 1) % ring.length]!
      return sum + x * nextY - nextX * y
    }, 0)
  ) / 2
