// About: server/backend/map-layers/archives
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { archiveFiles, isArchiveName } from '../../../../server/backend/map-layers/archives/archive-files.ts'
import { archiveHeader } from '../../../../server/backend/map-layers/archives/archive-header.ts'
import { type ArchiveSource, archiveReader } from '../../../../server/backend/map-layers/archives/archive-reader.ts'
import { archiveValues, attributionIn } from '../../../../server/backend/map-layers/archives/archive-values.ts'
import { tileNumber } from '../../../../server/backend/map-layers/archives/tile-number.ts'
import { seeded } from '../../../support/datasets.ts'
import { tinyPng } from '../../../support/outside/fake-tiles.ts'
import { directoryOf, everyTile, pmtiles, varints } from '../../../support/pmtiles.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const mostBytes = 2_000_000

/** An archive in memory, with the sizes of its reads. */
function sourceOf(file: Buffer, key = 'archive') {
  const reads: number[] = []
  const source: ArchiveSource = {
    key,
    async read({ offset, length }) {
      reads.push(length)
      return file.subarray(offset, offset + length)
    }
  }
  return { source, reads }
}

const readTile = (file: Buffer, tile = { z: 0, x: 0, y: 0 }) => archiveReader().tile(sourceOf(file).source, tile, mostBytes)

t.test('tiles are numbered along the curve of the format', t => {
  const numbers = { '0/0/0': 0, '1/0/0': 1, '1/0/1': 2, '1/1/1': 3, '1/1/0': 4, '2/0/0': 5, '12/3423/1763': 19078479 }
  for (const [name, number] of Object.entries(numbers)) {
    const [z = 0, x = 0, y = 0] = name.split('/').map(Number)
    t.equal(tileNumber({ z, x, y }), number, name)
  }
  for (const z of [3, 5]) {
    const found = new Set(everyTile(z, tinyPng).map(tileNumber))
    t.equal(found.size, (4 ** (z + 1) - 1) / 3)
    t.equal(Math.max(...found), found.size - 1)
  }
  t.equal(tileNumber({ z: 22, x: 0, y: 0 }), (4 ** 22 - 1) / 3)
  t.equal(tileNumber({ z: 22, x: 2 ** 22 - 1, y: 0 }), (4 ** 23 - 1) / 3 - 1)
  t.end()
})

t.test('every tile is found, through up to four directories', async t => {
  const tiles = everyTile(4, tinyPng).map((tile, index) => ({ ...tile, body: Buffer.from(`tile ${index}`) }))
  const archives = [
    pmtiles(tiles),
    pmtiles(tiles, { compression: 1 }),
    pmtiles(tiles, { tileCompression: 2 }),
    ...[1, 2, 3].map(levels => pmtiles(tiles, { levels }))
  ]
  for (const archive of archives) {
    const reader = archiveReader()
    const { source } = sourceOf(archive)
    for (const tile of tiles) t.same(await reader.tile(source, tile, mostBytes), tile.body)
    t.equal(await reader.tile(source, { z: 5, x: 0, y: 0 }, mostBytes), null)
  }
  const sparse = pmtiles([tiles[0]!, tiles[9]!])
  t.equal(await readTile(sparse, tiles[5]!), null)
})

t.test('a run of equal tiles is one entry, and other tiles are not in it', async t => {
  const root = directoryOf([
    [1, 0, tinyPng.length, 3],
    [5, 0, tinyPng.length, 1]
  ])
  const archive = pmtiles([{ z: 0, x: 0, y: 0, body: tinyPng }], { root, compression: 1, maxZoom: 2 })
  for (const [tile, isThere] of [
    [{ z: 0, x: 0, y: 0 }, false],
    [{ z: 1, x: 0, y: 0 }, true],
    [{ z: 1, x: 1, y: 1 }, true],
    [{ z: 1, x: 1, y: 0 }, false],
    [{ z: 2, x: 0, y: 0 }, true]
  ] as const)
    t.equal((await readTile(archive, tile)) !== null, isThere, JSON.stringify(tile))
})

t.test('directories are read once, and again for another state of the archive', async t => {
  const archive = pmtiles(everyTile(3, tinyPng), { levels: 2 })
  const reader = archiveReader()
  const one = sourceOf(archive, 'one')
  const tiles = everyTile(3, tinyPng).slice(-6)
  await Promise.all(tiles.map(tile => reader.tile(one.source, tile, mostBytes)))
  const before = one.reads.length
  await reader.tile(one.source, tiles[0]!, mostBytes)
  t.same(one.reads.slice(before), [127, tinyPng.length], 'only the header and the tile')
  const other = sourceOf(archive, 'other')
  await reader.tile(other.source, tiles[0]!, mostBytes)
  t.equal(other.reads.length, 5)
})

const small = everyTile(1, tinyPng)

t.test('damaged and hostile archives are refused with a sentence', async t => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  t.ok(bomb.length < 100_000)
  const wholeNumber = (value: bigint, place: number) => (header: Buffer) => void header.writeBigUInt64LE(value, place)
  const manyEntries = varints(1_000_000_000, ...Array.from({ length: 400 }, () => 1))
  const itself = directoryOf([[0, 0, 5, 0]])
  const faults: [string, Buffer, RegExp][] = [
    ['nothing', Buffer.alloc(0), /not a PMTiles archive/],
    ['another file', Buffer.from('SQLite format 3\0'.padEnd(200)), /not a PMTiles archive/],
    ['an early end', pmtiles(small).subarray(0, 100), /ends early/],
    ['an earlier version', pmtiles(small, { patch: header => header.set([2], 7) }), /version 3/],
    ['vector tiles', pmtiles(small, { type: 1 }), /vector tiles/],
    ['newer vector tiles', pmtiles(small, { type: 6 }), /vector tiles/],
    ['no type', pmtiles(small, { type: 0 }), /neither PNG/],
    ['zooms in reverse', pmtiles(small, { minZoom: 3, maxZoom: 2 }), /zoom levels from 3 to 2/],
    ['zooms beyond the map', pmtiles(small, { minZoom: 40, maxZoom: 50 }), /zoom levels from 40/],
    ['other compression', pmtiles(small, { patch: header => header.set([4], 97) }), /compressed, but not with gzip/],
    ['other compression of tiles', pmtiles(small, { patch: header => header.set([3], 98) }), /compressed, but not with gzip/],
    ['a huge first directory', pmtiles(small, { patch: wholeNumber(2n ** 40n, 16) }), /larger than the format allows/],
    ['a place beyond numbers', pmtiles(small, { patch: wholeNumber(2n ** 63n, 56) }), /offsets too large/],
    ['huge metadata', pmtiles(small, { patch: wholeNumber(2n ** 40n, 32) }), /metadata are larger/],
    ['a first directory that is no gzip', pmtiles(small, { root: Buffer.alloc(50, 7) }), /cannot be decompressed/],
    ['a first directory that is a bomb', pmtiles(small, { root: bomb.subarray(0, 16_000) }), /decompress|take more than/],
    ['too many entries', pmtiles(small, { root: manyEntries, compression: 1 }), /fewer entries/],
    ['no entries', pmtiles(small, { root: varints(0), compression: 1 }), /empty/],
    ['an early end of a directory', pmtiles(small, { root: varints(2, 0, 1, 1, 1, 1, 1, 1), compression: 1 }), /ends early/],
    ['an endless number', pmtiles(small, { root: Buffer.alloc(200, 0xff), compression: 1 }), /number too large/],
    ['tiles out of order', pmtiles(small, { root: varints(2, 0, 0, 1, 1, 1, 1, 1, 1), compression: 1 }), /not in order/],
    ['no place for the first entry', pmtiles(small, { root: varints(1, 0, 1, 1, 0), compression: 1 }), /no offset/],
    ['a tile beyond the end', pmtiles(small, { root: directoryOf([[0, 1_000_000, 10, 1]]), compression: 1 }), /outside the archive/],
    ['a tile without content', pmtiles(small, { root: directoryOf([[0, 0, 0, 1]]), compression: 1 }), /outside the archive/],
    ['a directory that names itself', pmtiles(small, { root: itself, leaves: itself, compression: 1 }), /more than 4 deep/],
    ['directories four levels deep', pmtiles(small, { levels: 4 }), /more than 4 deep/],
    [
      'a directory of 3 MB',
      pmtiles(small, { root: directoryOf([[0, 0, 3_000_000, 0]]), compression: 1, patch: wholeNumber(2n ** 30n, 48) }),
      /directories is larger than 1 MB/
    ],
    [
      'a large tile',
      pmtiles(small, { root: directoryOf([[0, 0, 3_000_000, 1]]), compression: 1, patch: wholeNumber(2n ** 30n, 64) }),
      /larger than 2 MB/
    ],
    ['a tile that is a bomb', pmtiles([{ z: 0, x: 0, y: 0, body: Buffer.alloc(30_000_000) }], { tileCompression: 2 }), /more than 2 MB/],
    ['a cut file', pmtiles(small, { compression: 1 }).subarray(0, -1), /ends early/]
  ]
  for (const [name, file, reason] of faults)
    await t.rejects(readTile(file, name === 'a cut file' ? { z: 1, x: 1, y: 0 } : undefined), { name: 'Error', message: reason }, name)
})

t.test('a directory below the first that is a bomb takes no memory', async t => {
  const bomb = gzipSync(Buffer.alloc(500_000_000), { level: 9 })
  const place = directoryOf([[0, 0, bomb.length, 0]])
  const file = pmtiles(small, {
    root: gzipSync(place),
    patch: header => {
      header.writeBigUInt64LE(1_000n, 40)
      header.writeBigUInt64LE(BigInt(bomb.length), 48)
    }
  })
  const whole = Buffer.concat([file, Buffer.alloc(Math.max(0, 1_000 - file.length)), Buffer.alloc(0)]).subarray(0, 1_000)
  const before = process.memoryUsage().rss
  await t.rejects(readTile(Buffer.concat([whole, bomb])), /more than 2 MB/)
  t.ok(process.memoryUsage().rss - before < 100_000_000)
})

t.test('no damage ends in another error, and none takes a large read', async t => {
  const { next } = seeded(11)
  const originals = [pmtiles(everyTile(3, tinyPng), { levels: 2 }), pmtiles(everyTile(2, tinyPng), { compression: 1, levels: 1 })]
  for (const original of originals)
    for (let round = 0; round < 1_500; round++) {
      const file = Buffer.from(original)
      for (let count = 0; count < 3; count++) file[Math.floor(next() * Math.min(file.length, 600))] = Math.floor(next() * 256)
      const { source, reads } = sourceOf(file, `round ${round}`)
      const fault = await archiveReader()
        .tile(source, { z: 2, x: 1, y: 2 }, mostBytes)
        .catch(error => error)
      if (fault instanceof Error && fault.constructor.name !== 'ArchiveFault') t.fail(`${fault}`)
      if (Math.max(...reads) > 2_000_000) t.fail(`read of ${Math.max(...reads)} bytes`)
    }
})

t.test('values of the form come from header and metadata', async t => {
  const valuesOf = async (options: Parameters<typeof pmtiles>[1]) => {
    const { source } = sourceOf(pmtiles(everyTile(2, tinyPng), options))
    const reader = archiveReader()
    const header = await reader.header(source)
    return archiveValues(header, await reader.metadata(source, header), 'fiji.pmtiles')
  }
  t.same(
    await valuesOf({
      metadata: { name: ' Depths\n of Fiji ', attribution: '&copy; <a href="https://lab.example/depths">Hydro &amp; Co</a>' },
      bounds: [176, -21, 180, -12]
    }),
    {
      ...{ name: 'Depths of Fiji', minZoom: 0, maxZoom: 2, bounds: { west: 176, south: -21, east: 180, north: -12 } },
      ...{ attribution: '© Hydro & Co', attributionUrl: 'https://lab.example/depths' }
    }
  )
  t.match(await valuesOf({ bounds: [0, 0, 0, 0] }), { name: 'fiji', bounds: null, attribution: null, attributionUrl: null })
  t.match(await valuesOf({ bounds: [170, -20, 190, 20] }), { bounds: null }, 'an extent beyond 180° is left out')
  t.match(await valuesOf({ rawMetadata: gzipSync('{ no JSON') }), { name: 'fiji', attribution: null })
  t.match(await valuesOf({ metadata: { name: 7, attribution: ['x'] } }), { name: 'fiji', attribution: null })
  t.match(await valuesOf({ metadata: null }), { name: 'fiji' })
  t.equal((await valuesOf({ metadata: { name: 'x'.repeat(900), attribution: 'y'.repeat(9_000) } })).attribution?.length, 300)
  await t.rejects(valuesOf({ rawMetadata: gzipSync(Buffer.alloc(20_000_000)) }), /metadata would take more than 4 MB/)
  t.same(await attributionIn('<a href="javascript:alert(1)">x</a><script>y'), { attribution: 'x y', attributionUrl: null })
  t.same(archiveHeader(pmtiles(small, { maxZoom: 30 })).maxZoom, 22)
})

t.test('only files in the folder are archives, and never a path', async t => {
  for (const name of [
    '../a.pmtiles',
    'a/b.pmtiles',
    'a\\b.pmtiles',
    '.pmtiles',
    '.a.pmtiles',
    'a.mbtiles',
    'a\0.pmtiles',
    '',
    `${'a'.repeat(300)}.pmtiles`
  ])
    t.notOk(isArchiveName(name), JSON.stringify(name))
  for (const name of ['depths.pmtiles', 'Fidschi 2026 – Tiefen.pmtiles']) t.ok(isArchiveName(name), name)
  const folder = temporaryFolder(t as Test)
  const files = archiveFiles(join(folder, 'map-layers'))
  t.same(await files.list(), [], 'a missing folder is empty')
  await t.rejects(
    files.use('a.pmtiles', async () => {}),
    /no longer in the folder/
  )
  mkdirSync(join(folder, 'map-layers', 'folder.pmtiles'), { recursive: true })
  writeFileSync(join(folder, 'outside.pmtiles'), 'x')
  writeFileSync(join(folder, 'map-layers', 'b.pmtiles'), 'abc')
  writeFileSync(join(folder, 'map-layers', 'notes.txt'), 'x')
  symlinkSync(join(folder, 'outside.pmtiles'), join(folder, 'map-layers', 'a.pmtiles'))
  symlinkSync('/dev/zero', join(folder, 'map-layers', 'endless.pmtiles'))
  t.same(await files.list(), ['a.pmtiles', 'b.pmtiles', 'endless.pmtiles', 'folder.pmtiles'])
  for (const name of ['folder.pmtiles', 'endless.pmtiles'])
    await t.rejects(
      files.use(name, async () => {}),
      /it is not a file/
    )
  await t.rejects(
    files.use('../outside.pmtiles', async () => {}),
    /no longer in the folder/
  )
  await files.use('b.pmtiles', async archive => {
    t.same(await archive.read({ offset: 1, length: 1e12 }), Buffer.from('bc'), 'no memory is taken beyond the file')
    t.same(await archive.read({ offset: 1e12, length: 10 }), Buffer.alloc(0))
  })
})
