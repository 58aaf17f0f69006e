import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import t from 'tap'
import { readExif } from '../../../../server/backend/media/exif.ts'
import { picture, realFile } from '../../../support/pictures.ts'

type Groups = NonNullable<Parameters<ReturnType<typeof sharp>['withExif']>[0]>

/** Reads the EXIF of a picture written with these tags: `IFD0` main, `IFD2` photo, `IFD3` GPS. */
async function exifOf(tags: Groups) {
  return readExif(await exifBlock(tags))
}

async function exifBlock(tags: Groups): Promise<Buffer> {
  const image = await sharp(await picture({ width: 32, height: 32 }))
    .withExif(tags)
    .jpeg()
    .toBuffer()
  const { exif } = await sharp(image).metadata()
  if (!exif) throw new Error('no EXIF was written')
  return exif
}

/** libvips writes every byte tag as 0: this sets GPSAltitudeRef to 1, below sea level. */
function belowSeaLevel(block: Buffer): Buffer {
  const entry = block.indexOf(Buffer.from('0500010001000000', 'hex'))
  block[entry + 8] = 1
  return block
}

for (const [name, expected] of Object.entries({
  'reef-quadrat-2007.jpg': { eventDate: null, cameraTime: '2007-04-08T14:35:05.800', timeSource: 'unanswered', camera: 'NIKON D70' },
  'reef-transect-2017.jpg': { eventDate: '2017-09-05T21:17:33.000Z', depthInMeters: 0.5, exif: { 'Time zone': 'UTC+13:00' } },
  'rov-seafloor-2022.jpg': { eventDate: '2022-10-06T23:44:04.760Z', camera: 'Canon EOS 5D Mark IV', exif: { ISO: 500 } },
  'rov-framegrab-with-gps-2019.jpg': { eventDate: '2019-11-20T22:14:22.000Z', depthInMeters: 302.55, exif: { 'Map datum': 'WGS-84' } }
})) {
  const file = realFile(`images/${name}`)
  t.test(`the EXIF of ${name} is read`, { skip: 'skip' in file && file.skip }, async t => {
    if (!('content' in file)) return
    const facts = readExif((await sharp(file.content).metadata()).exif)
    t.match(facts, expected)
    if (name.includes('gps')) {
      t.equal(facts.decimalLatitude?.toFixed(2), '36.79')
      t.equal(facts.decimalLongitude?.toFixed(2), '-122.07')
    } else {
      t.match(facts, { decimalLatitude: null, decimalLongitude: null })
    }
  })
}

t.test('a time with an offset becomes UTC, with its fraction of a second', async t => {
  const facts = await exifOf({
    IFD2: { DateTimeOriginal: '2024:06:02 04:29:27', OffsetTimeOriginal: '-03:30', SubSecTimeOriginal: '5' }
  })
  t.match(facts, { eventDate: '2024-06-02T07:59:27.500Z', exif: { 'Time zone': 'UTC-03:30' } })
  t.match(facts, { cameraTime: '2024-06-02T04:29:27.500', timeSource: 'file', timeZone: '-03:30' })
})

t.test('a time without an offset is not used yet: the camera’s clock is stored', async t => {
  const facts = await exifOf({ IFD2: { DateTimeOriginal: '2024:06:02 04:29:27' } })
  t.match(facts, { eventDate: null, cameraTime: '2024-06-02T04:29:27.000', timeSource: 'unanswered', timeZone: null, exif: {} })
  t.notOk('Time zone' in facts.exif)
})

t.test('GPS gives the zone of a camera clock that agrees with it', async t => {
  const gps = { GPSDateStamp: '2024:06:02', GPSTimeStamp: '2/1 29/1 40/1' }
  const facts = await exifOf({ IFD2: { DateTimeOriginal: '2024:06:02 04:29:27' }, IFD3: gps })
  t.match(facts, { eventDate: '2024-06-02T02:29:27.000Z', timeSource: 'gps', timeZone: '+02:00', exif: { 'Time zone': 'UTC, from GPS' } })
})

t.test('a GPS time from before the dive does not change the time of the image', async t => {
  const gps = { GPSDateStamp: '2024:06:02', GPSTimeStamp: '1/1 7/1 0/1' }
  t.match(await exifOf({ IFD2: { DateTimeOriginal: '2024:06:02 04:29:27' }, IFD3: gps }), {
    eventDate: null,
    cameraTime: '2024-06-02T04:29:27.000'
  })
  t.match(
    await exifOf({ IFD3: gps }),
    { eventDate: '2024-06-02T01:07:00.000Z', cameraTime: null, timeSource: 'gps' },
    'but it is better than no time'
  )
})

t.test('a clock that was never set gives no time', async t => {
  for (const unset of ['0000:00:00 00:00:00', '1970:01:01 00:00:12', '2999:01:01 00:00:00', '    :  :     :  :  ', 'yesterday']) {
    t.equal((await exifOf({ IFD2: { DateTimeOriginal: unset } })).eventDate, null, unset)
  }
})

t.test('a position needs both halves, both hemispheres and a fix', async t => {
  const whole = { GPSLatitude: '54/1 19/1 30/1', GPSLatitudeRef: 'S', GPSLongitude: '10/1 10/1 48/1', GPSLongitudeRef: 'E' }
  t.match(await exifOf({ IFD3: whole }), { decimalLatitude: -54.325, decimalLongitude: 10.18 })
  const { GPSLatitudeRef: _, ...noHemisphere } = whole
  const broken = [
    noHemisphere,
    { ...whole, GPSStatus: 'V' },
    { ...whole, GPSLatitude: '0/0 0/0 0/0' },
    { ...whole, GPSLatitude: '91/1 0/1 0/1' }
  ]
  for (const IFD3 of broken) t.match(await exifOf({ IFD3 }), { decimalLatitude: null, decimalLongitude: null })
  const zero = { ...whole, GPSLatitude: '0/1 0/1 0/1', GPSLongitude: '0/1 0/1 0/1' }
  t.match(await exifOf({ IFD3: zero }), { decimalLatitude: null, decimalLongitude: null })
})

t.test('an altitude below sea level is a depth, and one above it a fact', async t => {
  const marine = { GPSAltitude: '18745/10', GPSAltitudeRef: '0', GPSDestDistance: '21/10000', GPSDestDistanceRef: 'K' }
  t.match(readExif(belowSeaLevel(await exifBlock({ IFD3: marine }))), { depthInMeters: 1874.5, altitudeInMeters: 2.1 })
  t.match(await exifOf({ IFD3: { GPSAltitude: '12/1', GPSAltitudeRef: '0' } }), {
    depthInMeters: null,
    altitudeInMeters: null,
    exif: { 'Altitude above sea level': '12 m' }
  })
})

t.test('data that are not EXIF, or built to delay a reader, give nothing and take no time', async t => {
  t.match(readExif(undefined), { eventDate: null, exif: {} })
  t.match(readExif(Buffer.from('Exif\0\0garbage')), { eventDate: null, exif: {} })
  const entries = 60_000
  const busy = Buffer.alloc(8 + 2 + entries * 12 + 4)
  busy.write('II*\0', 'latin1')
  busy.writeUInt32LE(8, 4)
  busy.writeUInt16LE(entries, 8)
  for (let at = 0; at < entries; at++) {
    busy.writeUInt16LE(at, 10 + at * 12)
    busy.writeUInt16LE(3, 12 + at * 12) // shorts: the whole block, read again by every entry
    busy.writeUInt32LE(0xffffffff, 14 + at * 12)
  }
  t.match(readExif(busy), { eventDate: null, exif: {} })
})

t.test('a reader that waits for the processor loses no facts', async t => {
  const busy = new Worker('for (;;);', { eval: true }) // another thread of the process, whose time does not count
  t.teardown(() => busy.terminate())
  await once(busy, 'online')
  const block = await exifBlock({ IFD2: { DateTimeOriginal: '2024:06:02 04:29:27' } })
  let waits = 2
  const read = block.readUInt16LE
  block.readUInt16LE = function (offset) {
    if (waits-- > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600) // wall time without processor time
    return read.call(this, offset)
  }
  t.match(readExif(block), { cameraTime: '2024-06-02T04:29:27.000' })
  t.ok(waits < 0, 'it was delayed')
})
