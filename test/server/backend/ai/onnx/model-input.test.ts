import t from 'tap'
import { inputBuffer, modelInput } from '../../../../../server/backend/ai/onnx/model-input.ts'
import { placementOf } from '../../../../../server/backend/ai/onnx/placement.ts'
import { manifestWith } from '../../../../support/manifests.ts'

/** A picture in one colour. */
const plain = (width: number, height: number, colour: [number, number, number]) => ({
  data: Uint8Array.from({ length: 3 * width * height }, (_, at) => colour[at % 3]!),
  width,
  height
})

for (const dtype of ['float32', 'float16', 'uint8'] as const)
  for (const layout of ['NCHW', 'NHWC'] as const)
    t.test(`a buffer that held a wide picture has nothing of it under a tall one: ${dtype}, ${layout}`, async t => {
      const scale = dtype === 'uint8' ? 1 : 1 / 255
      const { input } = manifestWith({ input: { size: [32, 32], dtype, layout, scale, pad: 114, mean: [0, 0, 0], std: [1, 1, 1] } })
      const inputOf = (pixels: ReturnType<typeof plain>, buffer: ReturnType<typeof inputBuffer>) =>
        modelInput(pixels, placementOf(input, { x: 0, y: 0, width: pixels.width, height: pixels.height }), input, buffer)
      const buffer = inputBuffer(input)
      const wide = Array.from(await inputOf(plain(64, 16, [250, 20, 60]), buffer))
      const tall = plain(16, 64, [10, 200, 90])
      const reused = Array.from(await inputOf(tall, buffer))
      t.same(reused, Array.from(await inputOf(tall, inputBuffer(input))))
      t.notSame(reused, wide)
      const values = new Set(reused.map(value => Math.round(value / scale)))
      t.same(
        [...values].sort((one, other) => one - other),
        [10, 90, 114, 200],
        'the colours of the picture, and the border'
      )
    })
