import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { decodedPixels } from '../../../../../server/backend/ai/decoded-pixels.ts'
import { inFile, inMemory } from '../../../../../server/backend/ai/onnx/picture.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

const folder = temporaryFolder(t)
const [width, height] = [1600, 1200]

/** Waves of 40 px, which a reduction to a fifth keeps. */
const waves = Buffer.from(
  Array.from({ length: width * height * 3 }, (_, at) => {
    const [channel, x, y] = [at % 3, Math.floor(at / 3) % width, Math.floor(at / 3 / width)]
    return Math.round(128 + 90 * Math.sin((x + channel * 9) / 6.4) * Math.cos(y / 6.4))
  })
)

const meanDifference = (one: Uint8Array, other: Uint8Array) =>
  one.reduce((sum, value, at) => sum + Math.abs(value - other[at]!), 0) / one.length

const orientations = [1, 3, 6, 8]
for (const [format, orientation] of [...orientations.map(each => ['jpeg', each] as const), ['png', 1] as const, ['webp', 1] as const])
  t.test(`a whole ${format} with orientation ${orientation} is decoded at about the size of the input, like its pixels`, async t => {
    const path = join(folder, `${orientation}.${format}`)
    const image = sharp(waves, { raw: { width, height, channels: 3 } }).withMetadata({ orientation })
    writeFileSync(path, await image.toFormat(format, { quality: 95 }).toBuffer())
    const [file, memory] = [await inFile(path), inMemory(await decodedPixels(path))]
    const isTurned = orientation > 4
    t.match(file, isTurned ? { width: height, height: width } : { width, height })
    t.match(memory, { width: file.width, height: file.height })
    const whole = { x: 0, y: 0, width: file.width, height: file.height }
    const size: readonly [number, number] = isTurned ? [240, 320] : [320, 240]
    const [ofFile, ofMemory] = [await file.resampled(whole, ...size), await memory.resampled(whole, ...size)]
    t.equal(ofFile.length, 3 * 320 * 240)
    t.ok(meanDifference(ofFile, ofMemory) < 4, `${meanDifference(ofFile, ofMemory)} of 256 levels`)
    const part = { x: 100, y: 60, width: 300, height: 200 }
    t.same(await file.resampled(part, 150, 100), await memory.resampled(part, 150, 100), 'a part is cut from all its pixels')
  })

t.test('a grey picture has three equal channels, and transparency is black', async t => {
  const path = join(folder, 'grey.jpg')
  writeFileSync(
    path,
    await sharp(waves, { raw: { width, height, channels: 3 } })
      .greyscale()
      .jpeg()
      .toBuffer()
  )
  const grey = await (await inFile(path)).resampled({ x: 0, y: 0, width, height }, 32, 24)
  t.equal(grey.length, 3 * 32 * 24)
  t.ok(grey.every((value, at) => value === grey[at - (at % 3)]))
  const clear = join(folder, 'clear.png')
  writeFileSync(
    clear,
    await sharp({ create: { width: 64, height: 48, channels: 4, background: '#ffffff00' } })
      .png()
      .toBuffer()
  )
  const black = await (await inFile(clear)).resampled({ x: 0, y: 0, width: 64, height: 48 }, 8, 6)
  t.ok(black.every(value => value === 0))
})

t.test('a mark near the far corner keeps its place to a pixel of the input, for a size that is no multiple of eight', async t => {
  const [wide, high] = [1603, 1201]
  const mark = { left: 1550, top: 1160, width: 40, height: 30 }
  const path = join(folder, 'mark.jpg')
  const white = { create: { width: mark.width, height: mark.height, channels: 3 as const, background: '#fff' } }
  const image = sharp({ create: { width: wide, height: high, channels: 3, background: '#000' } })
  const content = await image
    .composite([{ input: white, left: mark.left, top: mark.top }])
    .jpeg()
    .toBuffer()
  writeFileSync(path, content)
  const [width, height] = [200, 150]
  const values = await (await inFile(path)).resampled({ x: 0, y: 0, width: wide, height: high }, width, height)
  let [sum, atX, atY] = [0, 0, 0]
  for (let at = 0; at < width * height; at++) {
    const light = values[3 * at]!
    sum += light
    atX += light * ((at % width) + 0.5)
    atY += light * (Math.floor(at / width) + 0.5)
  }
  t.ok(Math.abs(atX / sum - ((mark.left + mark.width / 2) * width) / wide) < 1, `${atX / sum} across`)
  t.ok(Math.abs(atY / sum - ((mark.top + mark.height / 2) * height) / high) < 1, `${atY / sum} down`)
})
