import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { removeDeadSockets } from '../../server/dead-sockets.ts'
import { isobath } from '../support/command-line.ts'
import { spawnServer } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Creates a folder, or a file in it, as old as one left by a killed process. */
function age(path: string, hours: number) {
  const then = Date.now() / 1000 - hours * 3600
  utimesSync(path, then, then)
}

t.test('temporary folders of a killed server are removed at the next start, and those in use stay', async t => {
  const [temporary, folder] = [temporaryFolder(t), temporaryFolder(t)]
  const start = (name: string) => spawnServer(t, { DATA_DIR: join(folder, name), TMPDIR: temporary })
  const ours = () => readdirSync(temporary).filter(name => /^isobath-\w{6}$/.test(name))

  const living = start('one')
  await living.listening
  const [kept = ''] = ours()
  const killed = start('two')
  await killed.listening
  await killed.stop('SIGKILL')
  const dead = ours().find(name => name !== kept) ?? ''
  t.ok(existsSync(join(temporary, dead, 'backend.sock')))
  mkdirSync(join(temporary, 'isobath-aaaaaa'))
  writeFileSync(join(temporary, 'isobath-aaaaaa', 'notes'), 'not ours')
  mkdirSync(join(temporary, 'isobath-bbbbbb'))
  mkdirSync(join(temporary, 'isobath-cccccc'))
  for (const name of ours()) age(join(temporary, name), name === 'isobath-cccccc' ? 1 : 7)

  const next = start('three')
  await next.listening
  while (existsSync(join(temporary, dead)) || existsSync(join(temporary, 'isobath-bbbbbb'))) await pause(50)
  t.ok(existsSync(join(temporary, kept, 'backend.sock')), 'the folder of a running process stays')
  t.ok(existsSync(join(temporary, 'isobath-aaaaaa', 'notes')), 'and a folder with other content')
  t.ok(existsSync(join(temporary, 'isobath-cccccc')), 'and one that may be about to get its socket')
  t.equal((await fetch(`${await living.listening}/readyz`)).status, 200)
  await removeDeadSockets(join(temporary, 'nowhere'), 'backend.sock')
})

t.test('unfinished files of killed processes in the data folder are removed after hours without a change', async t => {
  const dataDir = temporaryFolder(t)
  for (const name of ['tmp/work-aaaaaa', 'tmp/work-bbbbbb', '.restore-aaaaaa/blobs', '.restore-bbbbbb/blobs', '.mine']) {
    mkdirSync(join(dataDir, name), { recursive: true })
    writeFileSync(join(dataDir, name, 'half'), 'half')
  }
  for (const name of ['tmp/work-aaaaaa/half', 'tmp/work-aaaaaa', '.restore-aaaaaa/blobs/half', '.restore-aaaaaa/blobs', '.restore-aaaaaa'])
    age(join(dataDir, name), 7)
  age(join(dataDir, '.restore-bbbbbb'), 7) // still unpacking: only its content is recent
  age(join(dataDir, '.mine'), 7)

  const server = spawnServer(t, { DATA_DIR: dataDir })
  await server.listening
  while (existsSync(join(dataDir, '.restore-aaaaaa'))) await pause(50)
  t.same(readdirSync(join(dataDir, 'tmp')), ['work-bbbbbb'])
  t.ok(existsSync(join(dataDir, '.restore-bbbbbb/blobs/half')))
  t.ok(existsSync(join(dataDir, '.mine/half')))

  const target = temporaryFolder(t)
  for (const name of ['.isobath-backup-aaaaaa', '.isobath-backup-bbbbbb']) mkdirSync(join(target, name))
  writeFileSync(join(target, 'lab.tar.partial'), 'half')
  for (const name of ['.isobath-backup-aaaaaa', 'lab.tar.partial']) age(join(target, name), 7)
  t.match(await isobath(['backup', join(target, 'lab.tar')], { DATA_DIR: dataDir }), { code: 0 })
  t.same(readdirSync(target).sort(), ['.isobath-backup-bbbbbb', 'lab.tar'])
})
