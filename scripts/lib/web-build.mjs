import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { inRoot, packageBin, projectNode } from './paths.mjs'
import { print } from './print.mjs'
import { mustRun } from './processes.mjs'

const sources = ['web', 'shared', 'scripts/vite', 'vite.config.ts', 'package-lock.json']
const fingerprintFile = inRoot('web', 'dist', '.fingerprint')

function* filesBelow(path) {
  if (path === 'web/dist') return
  const entries = readdirSync(inRoot(path), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    if (entry.isDirectory()) yield* filesBelow(`${path}/${entry.name}`)
    else yield `${path}/${entry.name}`
  }
}

/** Returns a hash of all sources of the web app. It changes when a file is deleted, but does not depend on modification times. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of source.includes('.') ? [source] : filesBelow(source))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(inRoot(file)))
  }
  return hash.digest('hex')
}

/** Builds the web app, even if it is up to date. */
export async function buildWeb() {
  const built = fingerprint()
  await mustRun(projectNode, [packageBin('vite'), 'build', '--logLevel', 'warn'])
  writeFileSync(fingerprintFile, built) // last: an interrupted build counts as stale
}

/** Builds the web app if the build is missing or does not match the sources. */
export async function ensureWeb() {
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === fingerprint()) return
  print('Building the web app …')
  await buildWeb()
}
