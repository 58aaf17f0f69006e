import { readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { installDebianPackages, mayInstallDebianPackages } from './debian.mjs'
import { inRoot, projectNode } from './paths.mjs'
import { capture, mustRun } from './processes.mjs'
import { Refusal, say } from './say.mjs'

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(inRoot(path), 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Whether a folder's node_modules holds what its package-lock.json asks for. npm leaves its own record of an install behind as its last
 * step, so an interrupted install counts as stale. Optional packages belong to other machines and may be missing.
 */
function packagesAreCurrent(folder) {
  const asked = readPackages(`${folder}/package-lock.json`)
  const found = readPackages(`${folder}/node_modules/.package-lock.json`)
  if (!asked || !found) return false
  return Object.entries(asked).every(([path, { version, optional }]) => {
    if (path === '') return true
    return found[path] ? found[path].version === version : optional === true
  })
}

/** PATH without our own node_modules: an install must not run on the Node that it is about to replace. */
function outsidePath() {
  const ours = inRoot('node_modules')
  return process.env.PATH.split(delimiter)
    .filter(folder => !folder.startsWith(ours))
    .join(delimiter)
}

/** Brings the node_modules of a folder (the repository's, unless another is named) to what its package-lock.json asks for. */
export async function ensurePackages(folder = '.') {
  if (packagesAreCurrent(folder)) return
  say('Installing packages (npm ci) …')
  // The loglevel hides the warnings that the packages' engines give under an older Node: they run on the project's own.
  await mustRun('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: inRoot(folder),
    env: { PATH: outsidePath() }
  })
}

/**
 * Makes sure that the project's own Node starts.
 * @throws Refusal naming the package to install, when the machine lacks the library that Node 26 needs
 */
export async function ensureRuntime({ install = false } = {}) {
  const probe = () => capture(projectNode, ['--version']).catch(error => ({ code: 1, out: '', err: error.message }))
  let answer = await probe()
  if (answer.code !== 0 && answer.err.includes('libatomic') && install && mayInstallDebianPackages()) {
    await installDebianPackages(['libatomic1'])
    answer = await probe()
  }
  if (answer.code === 0) return
  if (answer.err.includes('libatomic')) {
    throw new Refusal('Node 26 needs the library libatomic.so.1, which this machine lacks. On Debian or Ubuntu: apt-get install libatomic1')
  }
  throw new Refusal(`The project's own Node does not start. Delete node_modules and try again.\n${answer.err.trim()}`)
}
