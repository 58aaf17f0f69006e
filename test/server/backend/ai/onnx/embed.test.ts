import t from 'tap'
import type { OutputTensor } from '../../../../../server/backend/ai/onnx/decode/found.ts'
import { embed } from '../../../../../server/backend/ai/onnx/embed.ts'
import { inMemory } from '../../../../../server/backend/ai/onnx/picture.ts'
import { isClose } from '../../../../support/close.ts'
import { manifestWith } from '../../../../support/manifests.ts'

const picture = inMemory({ data: new Uint8Array(100 * 80 * 3), width: 100, height: 80 })

/** Vectors of windows with a model that always returns the same output. */
const vectors = (output: OutputTensor, token?: 'cls' | 'mean', places = [{ x: 50, y: 40, sidePx: 64 }], dimensions?: number) =>
  embed(
    {
      manifest: manifestWith({ task: 'embed', output: { decode: 'embedding', ...(token && { token }) }, labels: [] }),
      run: async () => [output]
    },
    picture,
    places,
    dimensions
  )
const output = (dims: readonly number[], values: readonly number[]): OutputTensor => ({ dims, data: Float32Array.from(values) })
/** Vectors of unit length, with three decimals. */
const rounded = (some: readonly Float32Array[]) =>
  some.map(vector => Array.from(vector, value => Math.round((value / Math.sqrt(vector.length)) * 1000) / 1000))

t.test('an output becomes a vector with a mean square of 1', async t => {
  t.same(rounded(await vectors(output([1, 2], [3, 4]))), [[0.6, 0.8]])
  t.same(rounded(await vectors(output([1, 2, 1, 1], [3, -4]))), [[0.6, -0.8]], 'pooled without its last two dimensions')
  const tokens = output([1, 3, 2], [3, 4, 0, 0, 9, 0])
  t.same(rounded(await vectors(tokens, 'cls')), [[0.6, 0.8]], 'the first token')
  const mean = [12 / 3, 4 / 3].map(value => Math.round((1000 * value) / Math.hypot(12 / 3, 4 / 3)) / 1000)
  t.same(rounded(await vectors(tokens, 'mean')), [mean])
  t.same(rounded(await vectors(tokens)), [mean], 'the mean is the default')
  t.same(rounded(await vectors(output([1, 2], [0, 0]))), [[0, 0]], 'a vector of zeros stays as it is')
  const [large] = await vectors(output([1, 2], [3e38, 3e38]))
  for (const value of large ?? []) isClose(t, value, 1, 1e-6)
  t.equal((await vectors(output([1, 2], [1, 1]), undefined, [])).length, 0)
  t.equal(
    (await vectors(output([1, 2], [1, 1]), undefined, Array(3).fill({ x: -20, y: 500, sidePx: 900 }))).length,
    3,
    'windows beside the image'
  )
})

t.test('an output of another shape is refused with the shapes that are possible', async t => {
  const ones = (count: number) => Array.from({ length: count }, () => 1)
  for (const dims of [[2], [2, 3], [1, 0, 2], [1, 4, 2, 1], [1, 1, 1, 2, 3]])
    await t.rejects(vectors(output(dims, ones(dims.reduce((product, size) => product * size, 1)))), {
      code: 'MODEL_REFUSED',
      message: `The output has the shape [${dims.join(', ')}]. embedding needs [1, values], [1, tokens, values] or [1, values, 1, 1]`
    })
  await t.rejects(vectors(output([1, 2], [1, 1]), undefined, undefined, 3), {
    code: 'MODEL_REFUSED',
    message: 'A vector has 2 values, but it had 3 in the test run'
  })
  await t.rejects(vectors(output([1, 1], [1])), { message: 'The vector has 1 values. It must have 2 to 2,048' })
  await t.rejects(vectors(output([1, 2049], ones(2049))), { message: 'The vector has 2,049 values. It must have 2 to 2,048' })
})
