import { changedFiles } from './changed.mjs'
import { ensurePackages, ensureRuntime } from './packages.mjs'
import { packageBin, projectNode } from './paths.mjs'
import { print, Refusal } from './print.mjs'
import { capture } from './processes.mjs'

export const checks = [
  { name: 'types', tool: 'tsc', args: ['--checkers', '2'] },
  { name: 'lint and format', tool: 'biome', args: ['check', '--error-on-warnings'] },
  { name: 'unused code', tool: 'knip', args: [] }
]

/** Runs one check to its end and shows its output if it fails. Resolves to whether it passed. */
export async function runCheck({ name, tool, args }) {
  const { code, out, err } = await capture(projectNode, [packageBin(tool), ...args])
  if (code !== 0) print(`${out}${err}`)
  print(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`)
  return code === 0
}

/** Checks of changed files: types of everything, because a change can break unchanged files; lint and format of the changed files. */
async function checksOfChanges() {
  const [types, lint] = checks
  return [types, { ...lint, args: [...lint.args, '--no-errors-on-unmatched', ...(await changedFiles())] }]
}

/**
 * Runs `npm run check`: types, lint and unused code. Each check runs to its end, so that one run reports every fault.
 * `npm run check -- --changed` runs types, and lint of the files that differ from the last commit.
 */
export async function command(args) {
  await ensurePackages()
  await ensureRuntime()
  const failed = []
  for (const check of args.includes('--changed') ? await checksOfChanges() : checks) if (!(await runCheck(check))) failed.push(check.name)
  if (failed.length > 0) throw new Refusal(`Failed: ${failed.join(', ')}`)
}
