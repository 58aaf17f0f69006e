import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { detect } from '../../server/backend/ai/onnx/detect.ts'
import { inFile } from '../../server/backend/ai/onnx/picture.ts'
import { openSession } from '../../server/backend/ai/onnx/session.ts'
import { isRuntimeThere, textDetector } from '../support/brought-models.ts'
import { manifestWith } from '../support/manifests.ts'
import { drawSeaFloor } from './support/sea-floor.ts'
import { median } from './support/statistics.ts'
import { count, ms, table } from './support/table.ts'

export const title = 'A detector beside the runtime'

const [width, height] = [4_000, 3_000]
const runs = 12

const manifest = manifestWith({
  input: { name: 'x', size: [960, 960], mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] },
  output: { decode: 'semantic', names: ['sigmoid_0.tmp_0'], conf: 0.3, minArea: 20 },
  labels: [{ index: 0, name: 'Text' }]
})

/**
 * Measures the runtime on a published detector of text, and the steps before and after it, on a JPEG and in a single thread. The decoding of the
 * photograph is one of these steps.
 * @throws when the runtime or the model is not installed; `npm test -- --complete` installs them
 */
export async function measure(): Promise<string> {
  const model = textDetector()
  if (!isRuntimeThere || !model) throw new Error('The runtime or the model is not installed: run npm test -- --complete first')
  const folder = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  const threads = sharp.concurrency()
  try {
    sharp.concurrency(1)
    const [photograph, file] = [join(folder, 'photograph.jpg'), join(folder, 'model.onnx')]
    await drawSeaFloor(photograph, width, height)
    writeFileSync(file, model)
    const session = await openSession(file, manifest, 1)
    const [inRuntime, own]: [number[], number[]] = [[], []]
    for (let time = 0; time < runs + 2; time++) {
      let ofRuntime = 0
      const start = performance.now()
      await detect(
        {
          manifest,
          async run(data) {
            const began = performance.now()
            const outputs = await session.run(data)
            ofRuntime += performance.now() - began
            return outputs
          }
        },
        await inFile(photograph)
      )
      inRuntime.push(ofRuntime)
      own.push(performance.now() - start - ofRuntime)
    }
    const [runtime, others] = [median(inRuntime.slice(2)), median(own.slice(2))] // the first two include compilation
    return [
      `Photograph of ${count((width * height) / 1e6)} megapixels, input of 960 × 960, output of as many cells, ${runs} times. Bar: 0.25 × of the runtime.`,
      '',
      table(
        ['step', 'median'],
        [
          ['runtime', ms(runtime)],
          ['own steps before and after it, the decoding included', ms(others)],
          ['ratio', `${(others / runtime).toFixed(2)} ×`]
        ]
      )
    ].join('\n')
  } finally {
    sharp.concurrency(threads)
    rmSync(folder, { recursive: true, force: true })
  }
}
