import { existsSync, readdirSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { freshMs } from '../../../../server/backend/map-layers/freshness.ts'
import { tileFiles, tilesInMemory } from '../../../../server/backend/map-layers/kept-tiles.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const tile = (size: number) => ({ body: Buffer.alloc(size, 7), expiresAt: 1_764_000_000_000 })
const nameOf = (index: number) => index.toString(16).padStart(64, '0')

t.test('tiles on disk are kept with their expiry, below the limit, the least recently used going first', async t => {
  const folder = temporaryFolder(t)
  const limit = 20 * 4096
  const kept = tileFiles(folder, limit)
  const pathOf = (index: number) => join(folder, 'sea', nameOf(index).slice(0, 2), nameOf(index))
  const occupied = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).blocks * 512, 0)

  t.equal(await kept.read('sea', nameOf(0)), null)
  for (let index = 0; index < 80; index++) {
    await kept.write('sea', nameOf(index), tile(500))
    await kept.settled()
    utimesSync(pathOf(index), index, index)
    if (index % 4 === 0) t.same(await kept.read('sea', nameOf(0)), tile(500), 'a tile in use stays')
    t.ok(occupied() <= limit, `${occupied()} bytes on the disk`)
  }
  t.ok(existsSync(pathOf(79)))
  t.notOk(existsSync(pathOf(1)), 'an old tile is gone')
  const again = tileFiles(folder, 4 * 4096)
  await again.write('sea', nameOf(99), tile(500))
  await again.settled()
  t.ok(occupied() <= 4 * 4096, 'the files of an earlier process are counted')
  await again.write('land', nameOf(1), tile(5))
  await again.forget('sea')
  t.same([await again.read('sea', nameOf(99)), await again.read('land', nameOf(1))], [null, tile(5)])
  await again.forget('sea')
  await again.settled()
  t.same(readdirSync(folder), ['land'], 'nothing is left of it')
})

t.test('two processes keep tiles in one folder', async t => {
  const folder = temporaryFolder(t)
  const [one, other] = [tileFiles(folder, 1_000_000), tileFiles(folder, 1_000_000)]
  await Promise.all([one.write('sea', nameOf(1), tile(400)), other.write('sea', nameOf(1), tile(400))])
  t.same(await one.read('sea', nameOf(1)), tile(400))
  await other.forget('sea')
  t.equal(await one.read('sea', nameOf(1)), null)
  await Promise.all([one.settled(), other.settled()])
})

t.test('an unwritable folder keeps nothing, and a file without a picture is not a tile', async t => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'file'), '')
  const blocked = tileFiles(join(folder, 'file'), 1_000)
  await blocked.write('sea', nameOf(1), tile(400))
  t.equal(await blocked.read('sea', nameOf(1)), null)
  const kept = tileFiles(folder, 1_000_000)
  await kept.write('sea', nameOf(1), tile(400))
  truncateSync(join(folder, 'sea', nameOf(1).slice(0, 2), nameOf(1)), 8)
  t.equal(await kept.read('sea', nameOf(1)), null)
  await kept.settled()
})

t.test('tiles in memory stay below the limit', async t => {
  const kept = tilesInMemory(1_000)
  for (const index of [1, 2]) await kept.write('sea', nameOf(index), tile(400))
  await kept.read('sea', nameOf(1))
  await kept.write('sea', nameOf(3), tile(400))
  t.same(await kept.read('sea', nameOf(2)), null, 'the least recently used is gone')
  t.same(await kept.read('sea', nameOf(1)), tile(400))
  await kept.write('sea', nameOf(4), tile(2_000))
  t.equal(await kept.read('sea', nameOf(4)), null, 'a tile above the limit is not kept')
  await kept.write('sea', nameOf(5), tile(400))
  await kept.forget('sea')
  t.equal(await kept.read('sea', nameOf(5)), null)
})

t.test('freshness follows Cache-Control', t => {
  const day = 86_400_000
  t.equal(freshMs(undefined), 7 * day)
  t.equal(freshMs('public, max-age=60'), 60_000)
  t.equal(freshMs('max-age=60, s-maxage="120"'), 120_000)
  t.equal(freshMs('no-cache'), 0)
  t.equal(freshMs('no-store'), null)
  t.equal(freshMs('private, max-age=60'), null)
  t.equal(freshMs('max-age=99999999999'), 365 * day)
  t.equal(freshMs('max-age=soon'), 7 * day)
  t.end()
})
