import sharp from 'sharp'
import t from 'tap'
import { tilePicture } from '../../../../server/backend/map-layers/tile-picture.ts'
import { seeded } from '../../../support/datasets.ts'

const blank = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 9, g: 60, b: 90, alpha: 0.5 } } })

t.test('type and size of pictures are read from their headers', async t => {
  for (const [width, height] of [
    [256, 256],
    [1, 4097],
    [300, 2]
  ] as const) {
    const size = { width, height }
    t.same(tilePicture(await blank(width, height).png().toBuffer()), { type: 'image/png', ...size })
    t.same(
      tilePicture(
        await blank(width, height)
          .jpeg()
          .withExif({ IFD0: { Artist: 'x'.repeat(2000) } })
          .toBuffer()
      ),
      { type: 'image/jpeg', ...size }
    )
    t.same(tilePicture(await blank(width, height).jpeg({ progressive: true }).toBuffer()), { type: 'image/jpeg', ...size })
    t.same(tilePicture(await blank(width, height).webp().toBuffer()), { type: 'image/webp', ...size })
    t.same(tilePicture(await blank(width, height).webp({ lossless: true }).toBuffer()), { type: 'image/webp', ...size })
    t.same(tilePicture(await blank(width, height, 4).webp().toBuffer()), { type: 'image/webp', ...size })
    if (width > 1) t.same(tilePicture(await blank(width, height, 4).avif().toBuffer()), { type: 'image/avif', ...size })
  }
})

t.test('cut and damaged files have no size, and none ends in an error', async t => {
  const { next } = seeded(7)
  const files = await Promise.all([
    blank(64, 64).png().toBuffer(),
    blank(64, 64).jpeg().toBuffer(),
    blank(64, 64, 4).webp().toBuffer(),
    blank(64, 64).avif().toBuffer()
  ])
  for (const file of files) {
    for (let length = 0; length < 40; length++) t.doesNotThrow(() => tilePicture(file.subarray(0, length)))
    for (let round = 0; round < 500; round++) {
      const damaged = Buffer.from(file)
      for (let count = 0; count < 4; count++) damaged[Math.floor(next() * damaged.length)] = Math.floor(next() * 256)
      const found = tilePicture(damaged)
      if (found && !(found.width > 0 && found.height > 0)) t.fail(damaged.toString('hex'))
    }
  }
  t.equal(tilePicture(Buffer.from('GIF89a')), null)
  t.equal(tilePicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), null)
})
