import sharp from 'sharp'
import t from 'tap'
import { barePicture } from '../../../../server/backend/media/bare-picture.ts'

const exif = {
  IFD0: { Model: 'Camera', ImageDescription: 'over the wreck' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 7/1 2444/100', GPSMapDatum: 'SECRETDATUM' }
}

const drawn = sharp({ create: { width: 64, height: 48, channels: 3, background: { r: 200, g: 90, b: 20 } } })
  .composite([{ input: Buffer.from('<svg width="20" height="10"><rect width="20" height="10" fill="navy"/></svg>'), top: 5, left: 7 }])
  .png()

const upright = (file: Buffer) => sharp(file).rotate().raw().toBuffer({ resolveWithObject: true })

for (const format of ['jpeg', 'png', 'webp'] as const)
  t.test(`${format}: data other than the pixels are removed, and the picture stays unchanged`, async t => {
    const file = await sharp(await drawn.toBuffer())
      .withIccProfile('srgb')
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRETXMP</x:xmpmeta>')
      [format](format === 'jpeg' ? { progressive: true } : {})
      .toBuffer()
    const before = await sharp(file).metadata()
    t.ok(before.exif && before.xmp, 'the file has both')
    const bare = barePicture(file, `image/${format}`)!
    for (const secret of ['SECRETDATUM', 'SECRETXMP', 'wreck', 'Camera']) t.notOk(bare.includes(secret), secret)
    t.ok(bare.length < file.length)
    if (format === 'jpeg') {
      const [whole, after] = [await upright(file), await upright(bare)]
      t.same([after.info.width, after.info.height], [48, 64], 'its orientation is unchanged')
      t.ok(whole.data.equals(after.data))
    } else t.ok((await sharp(file).raw().toBuffer()).equals(await sharp(bare).raw().toBuffer()))
    const { icc, exif: kept, xmp } = await sharp(bare).metadata()
    t.ok(icc, 'so are its colours')
    t.ok((kept?.length ?? 0) <= 32 && !xmp, 'and nothing but its orientation')
  })

t.test('a preview after the end of a picture is removed too', async t => {
  const file = Buffer.concat([await drawn.clone().jpeg().toBuffer(), Buffer.from('SECRET behind the end')])
  t.notOk(barePicture(file, 'image/jpeg')!.includes('SECRET'))
})

t.test('other files are not interpreted, and reading a broken one ends', async t => {
  t.equal(barePicture(Buffer.from('II*\0'), 'image/tiff'), null)
  for (const format of ['image/jpeg', 'image/png', 'image/webp'] as const) t.equal(barePicture(Buffer.alloc(40), format), null, format)
  const jpeg = await drawn.clone().jpeg().toBuffer()
  for (let size = 2; size < jpeg.length; size += 3) barePicture(jpeg.subarray(0, size), 'image/jpeg')
  const png = await drawn.clone().toBuffer()
  for (let size = 8; size < png.length; size += 3) barePicture(png.subarray(0, size), 'image/png')
  t.pass('no error, no endless loop')
})
