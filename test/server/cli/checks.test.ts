import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { chain, chainStart } from '../../../server/gateway/audit-chain.ts'
import { forEachDatabase, testBackend } from '../../support/backend.ts'
import { isobath, isobathProcess } from '../../support/command-line.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

t.test('all wrong settings are reported together, without their values, with exit code 78', async t => {
  const settings = { DATA_DIR: temporaryFolder(t), PORT: 'eighty', REGISTRATION: 'perhaps', DATABASE_URL: 'mysql://root:hunter2@db/x' }
  for (const args of [['config', 'check'], ['doctor'], ['user', 'list']]) {
    const { code, stdout, stderr } = await isobath(args, settings)
    t.equal(code, 78, args.join(' '))
    for (const name of ['PORT', 'REGISTRATION', 'DATABASE_URL']) t.match(stderr, name)
    t.notMatch(stdout + stderr, /hunter2/)
  }
})

t.test('valid settings are shown without passwords, and the check creates nothing', async t => {
  const folder = temporaryFolder(t)
  const dataDir = join(folder, 'new')
  const { code, stdout } = await isobath(['config', 'check'], {
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://isobath:hunter2@db.example:5432/lab'
  })
  t.equal(code, 0)
  t.match(stdout, /DATABASE_URL\s+postgres:\/\/db\.example:5432\/lab/)
  t.notMatch(stdout, /hunter2/)
  t.throws(() => mkdirSync(join(dataDir, 'x')), 'the data folder was not created')
})

t.test('healthcheck reports whether the server runs', async t => {
  let status = 200
  const server = createServer((request, response) => response.writeHead(request.url === '/healthz' ? status : 404).end())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const PORT = String((server.address() as AddressInfo).port)
  t.match(await isobathProcess(['healthcheck'], { PORT, HOST: '0.0.0.0' }), { code: 0, stdout: 'alive\n' })
  status = 503
  t.match(await isobath(['healthcheck'], { PORT }), { code: 1, stderr: /503/ })
  server.close()
  t.match(await isobath(['healthcheck'], { PORT }), { code: 1, stderr: /not responding/ })
})

t.test('audit verify checks the chain and names the first bad record', async t => {
  const dataDir = temporaryFolder(t)
  const settings = { DATA_DIR: dataDir }
  t.match(await isobath(['audit', 'verify'], settings), { code: 1, stderr: /No audit log/ })
  const lines: string[] = []
  let prev = chainStart
  for (let seq = 1; seq <= 5; seq++) {
    const { line, hash } = chain({ event: 'auth.login', outcome: 'success' }, seq, prev)
    lines.push(line)
    prev = hash
  }
  mkdirSync(join(dataDir, 'logs'))
  const path = join(dataDir, 'logs', 'audit.log')
  writeFileSync(path, lines.join(''))
  t.match(await isobath(['audit', 'verify'], settings), {
    code: 0,
    stdout: new RegExp(`^5 records; the chain is complete. Head: ${prev}\n`)
  })
  writeFileSync(path, lines.join('').replace('success', 'refused'))
  t.match(await isobath(['audit', 'verify', path], settings), { code: 1, stderr: /Line 1 of .*audit\.log was changed/ })
  t.match(await isobath(['doctor'], settings), { code: 1, stdout: /failed +audit log: line 1/ })
  writeFileSync(path, lines.toSpliced(2, 1).join(''))
  t.match(await isobath(['audit', 'verify'], settings), { code: 1, stderr: /Line 3 .*missing/ })
})

await forEachDatabase(t, (t, database) => {
  t.test('doctor finds no fault in a healthy server, and the faults of a broken one', async t => {
    const { config, storage, signUp } = await testBackend(t, { database })
    const settings = { DATA_DIR: config.dataDir, ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl }) }
    const ada = await signUp()
    const { id } = await ada.makeProject()
    const healthy = await isobath(['doctor'], settings)
    t.equal(healthy.code, 0, healthy.stdout)
    for (const part of ['settings', 'program', 'data folder', 'disk', 'database', 'schema', 'clock', 'files', 'audit log'])
      t.match(healthy.stdout, part)

    const sha256 = 'c'.repeat(64)
    await storage.db
      .insertInto('media')
      .values({
        ...{
          id: 'm',
          project_id: id,
          file_name: 'reef.jpg',
          name_key: 'reef.jpg',
          stem_key: 'reef',
          format: 'image/jpeg',
          size_bytes: 1,
          sha256
        },
        ...{
          width: 1,
          height: 1,
          state: 'ready',
          captured_key: '~',
          exif: '{}',
          metadata: '{}',
          added_by: ada.id,
          created_at: '2026-01-01',
          revision: 1
        }
      } as never)
      .execute()
    await storage.db.updateTable('activity').set({ time: '2999-01-01T00:00:00.000Z' }).execute()
    mkdirSync(join(config.dataDir, 'blobs', 'dd'), { recursive: true })
    const orphan = join(config.dataDir, 'blobs', 'dd', 'd'.repeat(64))
    writeFileSync(orphan, 'left over')
    utimesSync(orphan, 0, 0)
    const ill = await isobath(['doctor'], settings)
    t.equal(ill.code, 1)
    t.match(ill.stdout, new RegExp(`failed +files: 1 missing; the first is ${sha256}`))
    t.match(ill.stdout, /warning +files: 1 file \(0\.0 MB\) not used by any media item/)
    t.match(ill.stdout, /failed +clock: .*set back/)
  })
})

t.test('doctor reports a missing and a damaged database', async t => {
  t.match(await isobath(['doctor'], { DATA_DIR: temporaryFolder(t) }), { code: 1, stdout: /failed +database: No database found/ })
  const dataDir = temporaryFolder(t)
  writeFileSync(join(dataDir, 'isobath.db'), 'no database at all, but long enough to look like a file of some kind')
  t.match(await isobath(['doctor'], { DATA_DIR: dataDir }), { code: 1, stdout: /failed +database/ })
})
