import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import tar from 'tar-stream'
import { buildBackend } from '../../../server/backend/backend.ts'
import { chain, chainStart } from '../../../server/gateway/audit-chain.ts'
import { backendConfig, type DatabaseKind, forEachDatabase, personOf, testBackend } from '../../support/backend.ts'
import { isobath, isobathProcess } from '../../support/command-line.ts'
import { freshPostgres } from '../../support/postgres.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A server in use: an account, a project, a file, keys and an audit log. */
async function inhabited(t: Test, database: DatabaseKind) {
  const backend = await testBackend(t, { database })
  const { dataDir, databaseUrl } = backend.config
  const ada = await backend.signUp('ada@lab.example')
  await ada.makeProject({ title: 'Kelp forest' })
  write(join(dataDir, 'keys/token'), backend.config.tokenKey.toString('base64'))
  const picture = Buffer.from('the bytes of a picture')
  const sha256 = createHash('sha256').update(picture).digest('hex')
  write(join(dataDir, `blobs/${sha256.slice(0, 2)}/${sha256}`), picture)
  write(join(dataDir, `blobs/00/${'0'.repeat(64)}`), '')
  const record = chain({ event: 'auth.login' }, 1, chainStart)
  write(join(dataDir, 'logs/audit.log'), record.line)
  return { ...backend, ada, dataDir, auditHead: record.hash, settings: settingsOf(dataDir, databaseUrl) }
}

function write(path: string, content: string | Buffer) {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
}

const settingsOf = (dataDir: string, databaseUrl: string | null) => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl })
})

/** Everything that a restore must recover, by path. */
function contents(dataDir: string): Record<string, string> {
  const files: Record<string, string> = {}
  for (const name of ['blobs', 'keys', 'logs']) {
    if (!existsSync(join(dataDir, name))) continue
    for (const entry of readdirSync(join(dataDir, name), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile()) files[relative(dataDir, path)] = readFileSync(path, 'base64')
    }
  }
  return files
}

async function entriesOf(archive: string): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>()
  for await (const entry of Readable.from([readFileSync(archive)]).pipe(tar.extract())) {
    entries.set(entry.header.name, await buffer(Readable.from(entry)))
  }
  return entries
}

async function archiveOf(path: string, entries: Map<string, Buffer>, type: 'file' | 'symlink' = 'file') {
  const pack = tar.pack()
  for (const [name, content] of entries) {
    if (type === 'symlink' && name.startsWith('blobs')) pack.entry({ name, type, linkname: '/etc/passwd' })
    else pack.entry({ name }, content)
  }
  pack.finalize()
  writeFileSync(path, await buffer(pack))
}

await forEachDatabase(t, (t, database) => {
  t.test('a backup made while the server runs restores everything, byte for byte', async t => {
    const { ada, app, config, dataDir, settings, auditHead } = await inhabited(t, database)
    const archive = join(temporaryFolder(t), 'backup.tar')
    appendFileSync(join(dataDir, 'logs/audit.log'), '{"half a record')

    let writing = true
    const busy = (async () => {
      let count = 0
      while (writing) if ((await ada.post('/projects', { title: `Meanwhile ${count}` })).statusCode === 201) count++
      return count
    })()
    const made = await isobathProcess(['backup', archive], settings)
    writing = false
    t.ok((await busy) > 0, 'the server kept working')
    t.equal(made.code, 0, made.stderr)
    t.equal(statSync(archive).mode & 0o777, 0o600, 'it contains keys, so only its owner can read it')
    t.same(readdirSync(join(archive, '..')), ['backup.tar'], 'and no other file is left')
    t.match(JSON.parse((await entriesOf(archive)).get('manifest.json')!.toString()), { format: 'isobath-backup', database, auditHead })
    t.match(await isobath(['backup', archive], settings), { code: 1, stderr: /already exists/ })

    const target = settingsOf(join(temporaryFolder(t), 'new'), database === 'postgres' ? await freshPostgres(t) : null)
    const back = await isobathProcess(['restore', archive], target)
    t.equal(back.code, 0, back.stderr)
    const expected = contents(dataDir)
    expected['logs/audit.log'] = readFileSync(join(dataDir, 'logs/audit.log')).subarray(0, -'{"half a record'.length).toString('base64')
    t.same(contents(target.DATA_DIR), expected)
    if (database === 'sqlite')
      t.same(readFileSync(join(target.DATA_DIR, 'isobath.db')), (await entriesOf(archive)).get('database/isobath.db'))
    t.match(await isobath(['audit', 'verify'], target), { code: 0 })

    await app.close()
    const restored = await buildBackend({ ...config, dataDir: target.DATA_DIR, databaseUrl: target.DATABASE_URL ?? null })
    t.teardown(() => restored.close())
    const again = await personOf(restored, ada.tokens)
    t.equal(again.email, 'ada@lab.example', 'the keys are the same, so sessions remain valid')
    t.match((await again.get('/projects?search=kelp')).json(), { totalCount: 1 })
  })

  t.test('a restore replaces nothing without confirmation, nothing in use, and keeps the replaced data', async t => {
    const { app, storage, dataDir, settings, config } = await inhabited(t, database)
    const archive = join(temporaryFolder(t), 'backup.tar')
    await isobath(['backup', archive], settings)
    const before = contents(dataDir)

    t.match(await isobath(['restore', archive], settings), { code: 1, stderr: /already has data.*--force/ })
    t.match(await isobath(['restore', archive, '--force'], settings), { code: 1, stderr: /uses this data: stop it first/ })
    t.same(contents(dataDir), before)
    t.equal((await app.inject('/ready')).statusCode, 200)

    await storage.close()
    await app.close()
    const newerKey = Buffer.alloc(32, 7).toString('base64')
    write(join(dataDir, 'keys/token'), newerKey)
    const forced = await isobath(['restore', archive, '--force'], settings)
    t.equal(forced.code, 0, forced.stderr)
    t.same(contents(dataDir), before)
    const aside = /data is in (.+)\n/.exec(forced.stdout)?.[1] ?? ''
    t.equal(readFileSync(join(aside, 'keys/token'), 'utf8'), newerKey)
    t.ok(existsSync(join(aside, database === 'sqlite' ? 'isobath.db' : 'isobath.dump')))
    t.notOk(
      readdirSync(dataDir).some(name => name.startsWith('.restore')),
      'no unpacked copy is left'
    )
    await (await buildBackend(config)).close()
  })
})

t.test('an archive that was truncated, changed, extended or crafted is refused, and leaves nothing behind', async t => {
  const { settings } = await inhabited(t, 'sqlite')
  const folder = temporaryFolder(t)
  const archive = join(folder, 'backup.tar')
  await isobath(['backup', archive], settings)
  const good = await entriesOf(archive)
  const blob = [...good.keys()].find(name => name.startsWith('blobs') && good.get(name)!.length > 0)!
  const manifest = JSON.parse(good.get('manifest.json')!.toString())
  const withManifest = (change: object) => new Map(good).set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, ...change })))

  const cases: [string, RegExp, (path: string) => Promise<void> | void][] = [
    [
      'cut',
      /no manifest|cannot be read/,
      path => {
        writeFileSync(path, readFileSync(archive))
        truncateSync(path, 200_000)
      }
    ],
    ['without its manifest', /no manifest/, path => archiveOf(path, new Map([...good].filter(([name]) => name !== 'manifest.json')))],
    ['a changed file', /changed or damaged/, path => archiveOf(path, new Map(good).set(blob, Buffer.from('the bytes of another')))],
    ['a missing file', /is missing blobs/, path => archiveOf(path, new Map([...good].filter(([name]) => name !== blob)))],
    ['one more file', /does not list/, path => archiveOf(path, new Map([['blobs/ff/more', Buffer.from('x')], ...good]))],
    [
      'a path that leads out',
      /no backup has/,
      path => archiveOf(path, new Map([['blobs/../../../etc/passwd', Buffer.from('x')], ...good]))
    ],
    ['an absolute path', /no backup has/, path => archiveOf(path, new Map([['/tmp/passwd', Buffer.from('x')], ...good]))],
    ['a link', /no backup has/, path => archiveOf(path, good, 'symlink')],
    ['from a newer program', /schema version 999/, path => archiveOf(path, withManifest({ schemaVersion: 999 }))],
    ['of another database', /PostgreSQL database/, path => archiveOf(path, withManifest({ database: 'postgres' }))],
    ['no archive', /cannot be read|no manifest/, path => writeFileSync(path, 'hello')],
    ['not there', /cannot be read/, () => {}]
  ]
  for (const [name, reason, make] of cases) {
    const path = join(folder, `${name.replaceAll(' ', '-')}.tar`)
    await make(path)
    const dataDir = join(folder, `restored-${name}`)
    const answer = await isobath(['restore', path], { DATA_DIR: dataDir })
    t.equal(answer.code, 1, name)
    t.match(answer.stderr, reason, name)
    t.same(readdirSync(dataDir), [], name)
  }
})

t.test('a folder without data cannot be backed up', async t => {
  const { dataDir } = await backendConfig(t)
  t.match(await isobath(['backup', join(dataDir, 'b.tar')], { DATA_DIR: dataDir }), { code: 1, stderr: /No database/ })
  t.same(readdirSync(dataDir), [])
})
