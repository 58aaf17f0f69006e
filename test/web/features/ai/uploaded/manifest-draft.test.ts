import t from 'tap'
import type { Manifest } from '../../../../../shared/contracts/uploaded-models.ts'
import { decoderChoices, decoderOf, manifestOf, withTask } from '../../../../../web/features/ai/uploaded/manifest-draft.ts'

const [newest, oldest] = ['a'.repeat(64), 'b'.repeat(64)]
const decoders = [
  { sha256: newest, fileName: 'decoder.onnx' },
  { sha256: oldest, fileName: 'old.onnx' }
]
const detector: Manifest = {
  schema: 1,
  name: 'Reef',
  version: '1',
  task: 'detect',
  license: 'MIT',
  input: {
    ...{ name: 'images', layout: 'NCHW', dtype: 'float32', size: [1024, 1024], channels: 'RGB', resize: 'letterbox' },
    ...{ pad: 114, scale: 1 / 255, mean: [0, 0, 0], std: [1, 1, 1] }
  },
  output: { decode: 'yolo8', names: ['out'], conf: 0.3, iou: 0.5, maxDetections: 300, classAgnosticNms: false, minArea: 20 },
  labels: [{ index: 0, name: 'crab' }],
  tiling: { enabled: true, tile: 1024, overlap: 0.2, maxTiles: 200 }
}
const lists = { outputs: 'embeddings, high', mean: '1, 2, 3', std: '4 5 6', labels: 'crab' }

t.test('the manifest of a pair names its decoder, and has no labels and no tiles', async t => {
  const pair = manifestOf(withTask(detector, 'interactive'), lists, decoders)
  t.match(pair, { task: 'interactive', decoder: newest, output: { decode: 'prompt', names: ['embeddings', 'high'] } })
  t.match(pair.input, { resize: 'corner', mean: [1, 2, 3], std: [4, 5, 6] })
  t.same(pair.labels, [])
  t.notOk('tiling' in pair)
  t.equal(manifestOf({ ...pair, decoder: oldest }, lists, decoders).decoder, oldest, 'a choice is kept')
})

t.test('a manifest that is no longer that of a pair has its labels and tiles again, and no decoder', async t => {
  const chosen: Manifest = { ...withTask(detector, 'interactive'), decoder: oldest }
  t.same(manifestOf(withTask(chosen, 'detect'), lists, decoders), {
    ...detector,
    input: { ...detector.input, mean: [1, 2, 3], std: [4, 5, 6] },
    output: { ...detector.output, decode: 'yolo5', names: ['embeddings', 'high'] }
  })
  t.equal(withTask({ ...detector, input: { ...detector.input, resize: 'stretch' } }, 'classify').input.resize, 'stretch')
})

t.test('a decoder that was removed is replaced by the newest one', async t => {
  t.equal(decoderOf({ decoder: 'c'.repeat(64) }, decoders), newest)
  t.equal(decoderOf({}, []), undefined)
  t.notOk('decoder' in manifestOf(withTask(detector, 'interactive'), lists, []))
})

t.test('decoders of the same file name differ by their checksums', async t => {
  t.same(
    decoderChoices(decoders).map(({ label }) => label),
    ['decoder.onnx', 'old.onnx']
  )
  const same = decoders.map(({ sha256 }) => ({ sha256, fileName: 'decoder.onnx' }))
  t.same(
    decoderChoices(same).map(({ label }) => label),
    ['decoder.onnx (aaaaaaaa)', 'decoder.onnx (bbbbbbbb)']
  )
})
