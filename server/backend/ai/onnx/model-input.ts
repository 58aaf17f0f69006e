import type { ModelInput } from '../../../../shared/contracts/uploaded-models.ts'
import type { Picture } from './picture.ts'
import type { Placement } from './placement.ts'

export type InputData = Float32Array | Uint8Array | Float16Array

/** Creates the input tensor for a region of an image: resampled bilinearly with antialiasing, padded and normalised. */
export async function modelInput(picture: Picture, placement: Placement, input: ModelInput): Promise<InputData> {
  const { region, width, height } = placement
  return normalised(await picture.resampled(region, width, height), placement, input)
}

function normalised(resized: Uint8Array, { width, height, dx, dy }: Placement, input: ModelInput): InputData {
  const { layout, dtype, channels, resize, pad, scale, mean, std } = input
  const [wide = 1, high = 1] = input.size
  const cells = wide * high
  const values = dtype === 'uint8' ? new Uint8ClampedArray(3 * cells) : new Float32Array(3 * cells)
  const [perCell, perChannel] = layout === 'NCHW' ? [1, cells] : [3, 1]
  const tables = [0, 1, 2].map(place => {
    const [less, by] = [mean[place] ?? 0, std[place] ?? 1]
    return Float32Array.from({ length: 256 }, (_, pixel) => (pixel * scale - less) / by)
  })
  if (resize !== 'corner' && (width < wide || height < high))
    for (const [place, table] of tables.entries()) {
      if (perCell === 1) values.fill(table[pad]!, place * cells, (place + 1) * cells)
      else for (let at = place; at < values.length; at += perCell) values[at] = table[pad]!
    }
  const [first, last] = channels === 'RGB' ? [0, 2] : [2, 0]
  const [ofRed, ofGreen, ofBlue] = [tables[first]!, tables[1]!, tables[last]!]
  const [red, green, blue] = [first * perChannel, perChannel, last * perChannel]
  const [left, right] = [Math.max(0, -dx), Math.min(width, wide - dx)]
  for (let y = Math.max(0, -dy); y < Math.min(height, high - dy); y++) {
    let from = (y * width + left) * 3
    let at = ((y + dy) * wide + left + dx) * perCell
    for (let x = left; x < right; x++, from += 3, at += perCell) {
      values[at + red] = ofRed[resized[from]!]!
      values[at + green] = ofGreen[resized[from + 1]!]!
      values[at + blue] = ofBlue[resized[from + 2]!]!
    }
  }
  if (values instanceof Uint8ClampedArray) return new Uint8Array(values.buffer)
  return dtype === 'float16' ? Float16Array.from(values) : values
}

/** Returns the shape of the input tensor for a single image. */
export const inputShape = ({ layout, size: [wide = 1, high = 1] }: ModelInput): number[] =>
  layout === 'NCHW' ? [1, 3, high, wide] : [1, high, wide, 3]
