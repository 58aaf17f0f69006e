import { ensurePackages, ensureRuntime } from './packages.mjs'
import { packageBin, projectNode } from './paths.mjs'
import { run } from './processes.mjs'
import { Refusal, say } from './say.mjs'

const checks = [
  { name: 'types', tool: 'tsc', args: [] },
  { name: 'lint and format', tool: 'biome', args: ['check', '--error-on-warnings'] },
  { name: 'unused code', tool: 'knip', args: [] }
]

/** Runs every check to its end, so that one run names everything that is wrong. Resolves to the names of the failed ones. */
export async function failedChecks() {
  const failed = []
  for (const { name, tool, args } of checks) {
    const code = await run(projectNode, [packageBin(tool), ...args])
    say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`)
    if (code !== 0) failed.push(name)
  }
  return failed
}

/** `npm run check`: types, lint, unused code. */
export async function command() {
  await ensurePackages()
  await ensureRuntime()
  const failed = await failedChecks()
  if (failed.length > 0) throw new Refusal(`Failed: ${failed.join(', ')}`)
}
