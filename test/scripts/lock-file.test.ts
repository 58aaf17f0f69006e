import { readFileSync } from 'node:fs'
import t from 'tap'

interface Locked {
  version: string
  optionalDependencies?: Record<string, string>
  resolved?: string
}

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as { packages: Record<string, Locked> }

/** Whether a package can be found from another's folder, by Node's way of looking upwards. */
function isLocked(name: string, from: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

t.test('the lock file holds the packages of every platform, so that npm ci takes it anywhere', async t => {
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(name => !isLocked(name, path))
  )
  t.same(missing, [])
})

t.test('the lock file names no download address', async t => {
  const addresses = Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined && !resolved.startsWith('node_modules/'))
  t.same(addresses, [])
})
