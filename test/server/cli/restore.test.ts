// About: server/cli/restore.ts over SQLite files that a crash or a bad disk left behind
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t, { type Test } from 'tap'
import { withoutPassword } from '../../../server/cli/postgres-tools.ts'
import { chain, chainStart } from '../../../server/gateway/audit-chain.ts'
import { headMessage } from '../../../server/gateway/audit-heads.ts'
import { testBackend } from '../../support/backend.ts'
import { isobath, isobathProcess } from '../../support/command-line.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { unpackData } from '../../support/version-0-1-0.ts'

const first = chain({ event: 'auth.login' }, 1, chainStart)

/** A stopped server with one project, and its backup. */
async function stopped(t: Test) {
  const { config, app, storage, signUp } = await testBackend(t, { database: 'sqlite' })
  const ada = await signUp('ada@lab.example')
  await ada.makeProject({ title: 'Kelp forest' })
  mkdirSync(join(config.dataDir, 'logs'), { recursive: true })
  writeFileSync(join(config.dataDir, 'logs/audit.log'), first.line)
  const settings = { DATA_DIR: config.dataDir }
  const archive = join(temporaryFolder(t), 'backup.tar')
  const file = join(config.dataDir, 'isobath.db')
  t.match(await isobath(['backup', archive], settings), { code: 0 })
  await storage.close()
  await app.close()
  return { settings, archive, file, dataDir: config.dataDir }
}

const titlesIn = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare('select title from project').all()
  database.close()
  return rows.map(({ title }) => title)
}

t.test('a database with a damaged header, or half of it, is replaced', async t => {
  for (const damage of ['header', 'half'] as const) {
    const { settings, archive, file } = await stopped(t)
    const bytes = readFileSync(file)
    writeFileSync(file, damage === 'header' ? bytes.fill(7, 0, 200) : bytes.subarray(0, bytes.length / 2))
    const forced = await isobath(['restore', archive, '--force'], settings)
    t.equal(forced.code, 0, `${damage}: ${forced.stderr}`)
    t.same(titlesIn(file), ['Kelp forest'])
  }
})

t.test('the WAL of a killed server is not replayed over the restored database', async t => {
  const { settings, archive, file } = await stopped(t)
  const writer = spawn(process.execPath, [
    '--eval',
    `const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(${JSON.stringify(file)})
    database.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 0; update project set title = 'Changed after the backup'")
    console.log('written')
    setInterval(() => {}, 1000)`
  ])
  await once(writer.stdout, 'data')
  writer.kill('SIGKILL')
  await once(writer, 'exit')
  t.ok(existsSync(`${file}-wal`))
  rmSync(file)
  t.match(await isobath(['restore', archive], settings), { code: 1, stderr: /already has data \(.*isobath\.db-wal/ })
  const forced = await isobath(['restore', archive, '--force'], settings)
  t.equal(forced.code, 0, forced.stderr)
  t.notOk(existsSync(`${file}-wal`))
  t.same(titlesIn(file), ['Kelp forest'])
  const aside = /data is in (.+)\n/.exec(forced.stdout)?.[1] ?? ''
  t.ok(readdirSync(aside).includes('isobath.db-wal'))
})

t.test('after a restore, the heads in the debug log of the replaced data do not contradict the audit log', async t => {
  const { settings, archive, dataDir } = await stopped(t)
  const later = chain({ event: 'auth.login' }, 2, first.hash)
  writeFileSync(join(dataDir, 'logs/audit.log'), first.line + later.line)
  writeFileSync(join(dataDir, 'logs/debug.log'), `${JSON.stringify({ msg: headMessage, seq: 2, hash: later.hash })}\n`)
  t.match(await isobath(['restore', archive, '--force'], settings), { code: 0 })
  t.notOk(existsSync(join(dataDir, 'logs/debug.log')))
  t.match(await isobath(['audit', 'verify'], settings), { code: 0 })
})

t.test('files of other programs are left out of a backup, which is restored', async t => {
  const { settings, dataDir } = await stopped(t)
  for (const [folder, name] of [
    ['blobs', '.DS_Store'],
    ['keys', 'cookie~']
  ] as const) {
    mkdirSync(join(dataDir, folder), { recursive: true })
    writeFileSync(join(dataDir, folder, name), 'of another program')
  }
  const archive = join(temporaryFolder(t), 'again.tar')
  const made = await isobath(['backup', archive], settings)
  t.match(made, { code: 0, stderr: /Left out, because no server made them: 2 files/ })
  t.match(await isobath(['restore', archive], { DATA_DIR: join(temporaryFolder(t), 'new') }), { code: 0 })
})

t.test('a database of version 0.1.0 is backed up and examined before its upgrade', async t => {
  const dataDir = temporaryFolder(t)
  await unpackData(dataDir)
  const settings = { DATA_DIR: dataDir }
  const made = await isobath(['backup', join(temporaryFolder(t), 'before.tar')], settings)
  t.match(made, { code: 0, stderr: '' })
  const found = await isobath(['doctor'], settings)
  t.match(found.stdout, /the next start upgrades it/)
  t.notMatch(found.stdout, /no such table/)
})

t.test('a backup ends although another process writes all the time', async t => {
  const { settings, file } = await stopped(t)
  const database = new DatabaseSync(file)
  database.exec('create table filler (bytes blob)')
  database.exec(
    'insert into filler with recursive n(i) as (select 1 union all select i + 1 from n where i < 100) select randomblob(1000000) from n'
  )
  database.close()
  const writer = spawn(process.execPath, [
    '--eval',
    `const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(${JSON.stringify(file)}, { timeout: 1000 })
    setInterval(() => database.exec("update project set title = title || '.'"), 20)
    console.log('writing')`
  ])
  t.teardown(() => writer.kill('SIGKILL'))
  await once(writer.stdout, 'data')
  t.match(await isobathProcess(['backup', join(temporaryFolder(t), 'busy.tar')], settings), { code: 0 })
  t.equal(writer.exitCode, null, 'the writer still writes')
})

t.test('the password of a database goes to the environment, also for a Unix socket and IPv6', async t => {
  for (const [given, url, password] of [
    ['postgres://isobath:p%40ss@db.example:5432/isobath', 'postgres://isobath@db.example:5432/isobath', 'p@ss'],
    ['postgres://isobath:p@ss@db.example/isobath', 'postgres://isobath@db.example/isobath', 'p@ss'],
    ['postgres://isobath:secret@[::1]:5432/isobath', 'postgres://isobath@[::1]:5432/isobath', 'secret'],
    ['postgres://isobath:secret@/isobath?host=/run/postgresql', 'postgres://isobath@/isobath?host=/run/postgresql', 'secret'],
    ['postgres://isobath@/isobath?host=/run/postgresql', 'postgres://isobath@/isobath?host=/run/postgresql', undefined],
    ['postgresql:///isobath', 'postgresql:///isobath', undefined],
    ['postgres://[::1]:5432/isobath', 'postgres://[::1]:5432/isobath', undefined]
  ] as const) {
    const found = withoutPassword(given)
    t.equal(found.url, url)
    t.equal(found.env.PGPASSWORD, password ?? process.env.PGPASSWORD)
  }
})
