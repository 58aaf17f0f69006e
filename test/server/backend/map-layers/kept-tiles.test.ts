import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { freshMs } from '../../../../server/backend/map-layers/freshness.ts'
import { tileFiles, tilesInMemory } from '../../../../server/backend/map-layers/kept-tiles.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const tile = (size: number) => ({ body: Buffer.alloc(size, 7), expiresAt: 1_764_000_000_000 })
const nameOf = (index: number) => index.toString(16).padStart(64, '0')

t.test('tiles on disk are kept with their expiry, below the limit, the least recently used going first', async t => {
  const folder = temporaryFolder(t)
  const kept = tileFiles(folder, 10_000)
  const pathOf = (index: number) => join(folder, 'sea', nameOf(index).slice(0, 2), nameOf(index))
  const bytes = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

  t.equal(await kept.read('sea', nameOf(0)), null)
  for (let index = 0; index < 40; index++) {
    await kept.write('sea', nameOf(index), tile(500))
    utimesSync(pathOf(index), index, index)
    if (index % 4 === 0) t.same(await kept.read('sea', nameOf(0)), tile(500), 'a tile in use stays')
    t.ok(bytes() <= 10_000, `${bytes()} bytes`)
  }
  t.ok(existsSync(pathOf(39)))
  t.notOk(existsSync(pathOf(1)), 'an old tile is gone')
  const again = tileFiles(folder, 2_000)
  await again.write('sea', nameOf(99), tile(500))
  t.ok(bytes() <= 2_000, 'the files of an earlier process are counted')
  await again.write('land', nameOf(1), tile(5))
  await again.forget('sea')
  t.same([await again.read('sea', nameOf(99)), await again.read('land', nameOf(1))], [null, tile(5)])
})

t.test('a folder that cannot be written keeps nothing, and a damaged file is no tile', async t => {
  const file = join(temporaryFolder(t), 'file')
  const folder = tileFiles(file, 1_000)
  await folder.write('sea', nameOf(1), { body: Buffer.alloc(0), expiresAt: 0 })
  t.equal(await folder.read('sea', nameOf(1)), null)
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
