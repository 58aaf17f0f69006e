import t from 'tap'
import { packed, unpacked } from '../../../../../server/backend/ai/onnx/encoding.ts'
import { encoded, outlined } from '../../../../../server/backend/ai/onnx/interactive.ts'
import { outlineOfMask } from '../../../../../server/backend/ai/onnx/mask-outline.ts'
import { modelInput } from '../../../../../server/backend/ai/onnx/model-input.ts'
import { inMemory } from '../../../../../server/backend/ai/onnx/picture.ts'
import { placementOf } from '../../../../../server/backend/ai/onnx/placement.ts'
import type { Vertex } from '../../../../../shared/geometry/outline.ts'
import { areaOf } from '../../../../support/interactive-pair.ts'
import { manifestWith } from '../../../../support/manifests.ts'

t.test('an encoding is packed at half precision, and a damaged file is refused', async t => {
  const tensors = [
    { dims: [1, 1, 2, 2], data: Float32Array.of(0.5, -2, 1024, 0.1) },
    { dims: [1, 3], data: Float32Array.of(1, 2, 3) }
  ]
  for (const width of [9, 10]) {
    const { tensors: found, ...size } = unpacked(packed({ width, height: 7, tensors }))
    t.same(size, { width, height: 7 })
    t.same(
      found.map(({ dims }) => dims),
      [
        [1, 1, 2, 2],
        [1, 3]
      ]
    )
    t.same([...(found[1]?.data ?? [])], [1, 2, 3])
    t.ok(Math.abs((found[0]?.data[3] ?? 0) - 0.1) < 1e-4)
  }
  t.throws(() => unpacked(Buffer.from('xyz')), { code: 'MODEL_REFUSED' })
  t.throws(() => unpacked(packed({ width: 1, height: 1, tensors }).subarray(0, -4)), { code: 'MODEL_REFUSED' })
})

t.test('an image is placed at the top left, followed by zeros', async t => {
  const { input } = manifestWith({ input: { resize: 'corner', size: [4, 4], mean: [10, 10, 10], scale: 1 } })
  const placement = placementOf(input, { x: 0, y: 0, width: 8, height: 4 })
  t.match(placement, { width: 4, height: 2, dx: 0, dy: 0, scaleX: 0.5, scaleY: 0.5 })
  const tensor = await modelInput(inMemory({ data: new Uint8Array(8 * 4 * 3).fill(30), width: 8, height: 4 }), placement, input)
  const values = [...tensor].slice(0, 16)
  t.same(values, [...Array(8).fill(20), ...Array(8).fill(0)])
})

const [wide, high] = [40, 20]
/** Mask with a disc on the left and a larger one on the right. Values are distances to the edge, in cells. */
const mask = {
  wide,
  high,
  data: Float32Array.from({ length: wide * high }, (_, cell) => {
    const [x, y] = [(cell % wide) + 0.5, Math.floor(cell / wide) + 0.5]
    return Math.max(4 - Math.hypot(x - 8, y - 10), 7 - Math.hypot(x - 28, y - 10))
  })
}

t.test('the object under the last click is outlined, else the largest', async t => {
  const area = (points: Vertex[]) => areaOf(outlineOfMask(mask, points)?.[0] ?? [])
  const isNear = (value: number, expected: number) => t.ok(Math.abs(value / expected - 1) < 0.03, `${value} for ${expected}`)
  isNear(area([[8, 10]]), Math.PI * 16)
  isNear(area([[28, 10]]), Math.PI * 49)
  isNear(
    area([
      [28, 10],
      [8, 10]
    ]),
    Math.PI * 16
  )
  isNear(
    area([
      [8, 10],
      [18, 1]
    ]),
    Math.PI * 16
  )
  isNear(area([[18, 1]]), Math.PI * 49)
  isNear(area([[-5, 500]]), Math.PI * 49)
  t.equal(outlineOfMask({ ...mask, data: new Float32Array(wide * high) }, [[8, 10]]), null)
})

t.test('an object of one cell stays where it is, and an object around another is not taken for it', async t => {
  const lonely = new Float32Array(wide * high).fill(-20)
  lonely[7 * wide + 30] = 1
  const [ring = []] = outlineOfMask({ wide, high, data: lonely }, [[30.5, 7.5]]) ?? []
  t.ok(ring.length > 2 && ring.every(([x, y]) => x >= 30 && x <= 31 && y >= 7 && y <= 8), JSON.stringify(ring))
  const nested = Float32Array.from({ length: wide * high }, (_, cell) => {
    const [x, y] = [(cell % wide) + 0.5, Math.floor(cell / wide) + 0.5]
    const distance = Math.hypot(x - 20, y - 10)
    return distance < 6 ? 5 - distance : x > 24 ? -3 : Math.min(distance - 7, 9 - distance)
  })
  const [around = []] = outlineOfMask({ wide, high, data: nested }, [[12.05, 10]]) ?? []
  t.ok(
    around.some(([x]) => x < 12.5),
    'the outer object'
  )
})

t.test('a hole stays a hole', async t => {
  const data = Float32Array.from(mask.data, (value, cell) => {
    const [x, y] = [(cell % wide) + 0.5, Math.floor(cell / wide) + 0.5]
    return Math.min(value, Math.hypot(x - 28, y - 10) - 3)
  })
  const [outer = [], hole = [], ...others] = outlineOfMask({ wide, high, data }, [[33, 10]]) ?? []
  t.equal(others.length, 0)
  t.ok(Math.abs(areaOf(outer) / (Math.PI * 49) - 1) < 0.03)
  t.ok(Math.abs(areaOf(hole) / (Math.PI * 9) - 1) < 0.06, `${areaOf(hole)}`)
})

t.test('an object at the edge of the image ends there, whatever the mask has beside it', async t => {
  const manifest = manifestWith({ input: { resize: 'corner', size: [64, 64] } })
  const encoding = { width: 128, height: 64, tensors: [] }
  const prompt = { box: { x: 20, y: 20, width: 60, height: 44 }, clicks: [{ x: 50, y: 60, isObject: true }] }
  // The image covers the upper half of the input, and so of the mask. A disc lies on its lower edge, and a blob below it.
  const data = Float32Array.from({ length: 64 * 64 }, (_, cell) => {
    const [x, y] = [(cell % 64) + 0.5, Math.floor(cell / 64) + 0.5]
    return Math.max(8 - Math.hypot(x - 25, y - 32), y > 34 ? 5 : -5)
  })
  const decoderOf = (values: Float32Array) => ({
    maskOf: async () => ({ wide: 64, high: 64, data: values, covers: { width: 64, height: 64 } })
  })
  const points = (await outlined(decoderOf(data), encoding, manifest, prompt))?.points ?? []
  t.ok(Math.abs(areaOf(points) / (Math.PI * 8 * 8 * 2) - 1) < 0.05, `${areaOf(points)} px²`)
  t.ok(points.every(([x, y]) => y <= 64 && x > 30 && x < 70))
  t.ok(points.filter(([, y]) => y === 64).length <= 3, 'its lower edge is straight')
  const below = data.map((_, cell) => (cell >= 40 * 64 ? 1 : -1))
  t.equal(await outlined(decoderOf(below), encoding, manifest, prompt), null)
})

t.test('an encoding that is too large, or above half precision, is refused', async t => {
  const session = { manifest: manifestWith({}), run: async () => [{ dims: [1, 8_000_001], data: new Float32Array(8_000_001) }] }
  const picture = inMemory({ data: new Uint8Array(3), width: 1, height: 1 })
  await t.rejects(encoded(session, picture), { code: 'MODEL_REFUSED', message: /8,000,001 values/ })
  t.throws(() => packed({ width: 1, height: 1, tensors: [{ dims: [1], data: Float32Array.of(70_000) }] }), { code: 'MODEL_REFUSED' })
})

t.test('a stretched image and a mask of the image alone lead back to image pixels', async t => {
  const { input } = manifestWith({ input: { resize: 'stretch', size: [64, 64] } })
  const session = { manifest: manifestWith({ input }), run: async () => [{ dims: [1, 1, 4, 4], data: new Float32Array(16) }] }
  const encoding = await encoded(session, inMemory({ data: new Uint8Array(128 * 32 * 3), width: 128, height: 32 }))
  t.match(encoding, { width: 128, height: 32, tensors: [{ dims: [1, 1, 4, 4] }] })
  const prompt = { box: { x: 10, y: 8, width: 20, height: 10 }, clicks: [{ x: 12, y: 9, isObject: false }] }
  const whole = await outlined(
    {
      async maskOf(given, points, size) {
        t.equal(given, encoding)
        t.same(points, [
          { x: 6, y: 18, label: 0 },
          { x: 5, y: 16, label: 2 },
          { x: 15, y: 36, label: 3 }
        ])
        t.same(size, { width: 64, height: 64, imageWidth: 64, imageHeight: 64 })
        return { wide: 4, high: 2, data: Float32Array.of(-9, 9, -9, -9, -9, 9, -9, -9), covers: { width: 64, height: 32 } }
      }
    },
    encoding,
    { input },
    prompt
  )
  const [xs, ys] = [0, 1].map(axis => (whole?.points ?? []).map(point => point[axis] ?? 0)) as [number[], number[]]
  t.same([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)], [32, 64, 0, 16])
})
