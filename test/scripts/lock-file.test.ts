import { readFileSync } from 'node:fs'
import t from 'tap'

interface Locked {
  version: string
  optionalDependencies?: Record<string, string>
  resolved?: string
}

interface Lock {
  packages: Record<string, Locked>
}

/** Whether Node would find a package from another package's folder, searching upwards. */
function isLocked(lock: Lock, name: string, from: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

for (const path of ['package-lock.json', 'test/bench/package-lock.json', 'test/models/package-lock.json']) {
  const lock: Lock = JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))

  t.test(`${path} lists the packages of every platform, so that npm ci accepts it anywhere`, async t => {
    const missing = Object.entries(lock.packages).flatMap(([from, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(name => !isLocked(lock, name, from))
    )
    t.same(missing, [])
  })

  t.test(`${path} contains no download URLs`, async t => {
    const addresses = Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined && !resolved.startsWith('node_modules/'))
    t.same(addresses, [])
  })
}
