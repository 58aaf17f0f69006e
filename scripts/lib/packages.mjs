import { readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { installDebianPackages, mayInstallDebianPackages } from './debian.mjs'
import { inRoot, projectNode } from './paths.mjs'
import { print, Refusal } from './print.mjs'
import { capture, mustRun } from './processes.mjs'

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(inRoot(path), 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Whether the node_modules of a folder match its package-lock.json. npm writes its own record of an install as the last step, so an
 * interrupted install counts as stale. Optional packages for other platforms may be missing.
 */
function packagesAreCurrent(folder) {
  const wanted = readPackages(`${folder}/package-lock.json`)
  const found = readPackages(`${folder}/node_modules/.package-lock.json`)
  if (!wanted || !found) return false
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true
    return found[path] ? found[path].version === version : optional === true
  })
}

/** PATH without our own node_modules, because an install must not run on the Node that it is about to replace. */
function outsidePath() {
  const ours = inRoot('node_modules')
  return process.env.PATH.split(delimiter)
    .filter(folder => !folder.startsWith(ours))
    .join(delimiter)
}

/** Installs the packages in the package-lock.json of a folder, by default the root of the repository. */
export async function ensurePackages(folder = '.') {
  if (packagesAreCurrent(folder)) return
  print('Installing packages (npm ci) …')
  // The log level hides engine warnings from an older Node: the packages run on the project's own Node.
  await mustRun('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: inRoot(folder),
    env: { PATH: outsidePath(), ONNXRUNTIME_NODE_INSTALL: 'skip' } // its install script would download a GPU runtime
  })
}

/**
 * Ensures that the project's own Node starts.
 * @throws Refusal if this Node does not start; the message names the package to install if the library that Node 26 requires is missing
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
    throw new Refusal('The library libatomic.so.1, which Node 26 requires, is missing. On Debian or Ubuntu: apt-get install libatomic1')
  }
  throw new Refusal(`The project's own Node does not start. Delete node_modules and try again.\n${answer.err.trim()}`)
}
