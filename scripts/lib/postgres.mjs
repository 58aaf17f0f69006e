import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { installDebianPackages, mayInstallDebianPackages } from './debian.mjs'
import { freePort } from './ports.mjs'
import { Refusal } from './print.mjs'
import { capture, ended, startChild } from './processes.mjs'

const debianFolder = '/usr/lib/postgresql'
const readyDeadlineMs = 120_000

/** Finds the folder of PostgreSQL's executables: the newest version that Debian installed, otherwise one on PATH. */
function findPrograms() {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map(version => join(debianFolder, version, 'bin')), ...process.env.PATH.split(delimiter)]
  return folders.find(folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/**
 * Returns the account for PostgreSQL, which refuses to run as root. If this process runs as root, `runuser` switches to Debian's postgres account.
 */
async function serverAccount() {
  if (process.getuid?.() !== 0) return { as: [], own: () => {} }
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async flag => Number((await capture('id', [flag, 'postgres'])).out)))
  return { as: ['runuser', '-u', 'postgres', '--'], own: folder => chownSync(folder, uid, gid) }
}

/**
 * Starts a PostgreSQL server for the duration of this run. Its data is in a temporary folder, fsync is off, and it listens on a free loopback port.
 * Resolves to `{ url, start, stop }`; `start` restarts it after `stop`. Resolves to undefined if PostgreSQL is not installed, and `install` is false
 * or not permitted.
 */
// Long: the life of one server, from start to stop.
export async function startPostgres({ install = false } = {}) {
  if (!findPrograms() && install && mayInstallDebianPackages()) await installDebianPackages(['postgresql'])
  const programs = findPrograms()
  if (!programs) return undefined

  const { as, own } = await serverAccount()
  const folder = mkdtempSync(join(tmpdir(), 'isobath-postgres-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true })) // even after a signal
  own(folder)
  const data = join(folder, 'data')
  const program = (name, ...args) => [...as, join(programs, name), ...args]
  const cwd = folder // the account of the server can read it, but possibly not the repository

  const [initdb, ...initArgs] = program(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync'
  )
  const made = await capture(initdb, initArgs, { cwd })
  if (made.code !== 0) throw new Refusal(`initdb failed:\n${made.err}`)

  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: 200
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [postgres, ...serverArgs] = program('postgres', '-D', data, ...options)
  const [isReady, ...readyArgs] = program('pg_isready', '-q', '-h', '127.0.0.1', '-p', String(port))
  let server

  async function start() {
    server = startChild(postgres, serverArgs, { cwd, stdio: 'ignore' })
    const deadline = Date.now() + readyDeadlineMs
    while ((await capture(isReady, readyArgs, { cwd })).code !== 0) {
      if (server.exitCode !== null || Date.now() > deadline) throw new Refusal('PostgreSQL did not start')
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }

  async function stop() {
    const gone = ended(server)
    process.kill(-server.pid, 'SIGINT') // a fast shutdown: open connections are closed without waiting
    await gone
  }

  await start()
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, start, stop }
}
