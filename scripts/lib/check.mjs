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

/** Runs one check, and prints its output if it fails. Resolves to whether it passed. */
export async function runCheck({ name, tool, args }) {
  const { code, out, err } = await capture(projectNode, [packageBin(tool), ...args])
  if (code !== 0) print(`${out}${err}`)
  print(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`)
  return code === 0
}

/**
 * Returns the checks for changed files. Types are checked everywhere, because a change can break unchanged files. Lint and format cover only the
 * changed files.
 */
async function checksOfChanges() {
  const [types, lint] = checks
  return [types, { ...lint, args: [...lint.args, '--no-errors-on-unmatched', ...(await changedFiles())] }]
}

/**
 * Runs `npm run check`: types, lint and unused code. A failed check does not stop the others, so that one run reports every fault.
 * `npm run check -- --changed` checks all types, and lints only the files that differ from the last commit.
 */
export async function command(args) {
  await ensurePackages()
  await ensureRuntime()
  const failed = []
  for (const check of args.includes('--changed') ? await checksOfChanges() : checks) if (!(await runCheck(check))) failed.push(check.name)
  if (failed.length > 0) throw new Refusal(`Failed: ${failed.join(', ')}`)
}
