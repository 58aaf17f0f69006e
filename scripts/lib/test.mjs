import { readdirSync } from 'node:fs'
import { ensureChromium } from './browser.mjs'
import { failedChecks } from './check.mjs'
import { ensurePackages, ensureRuntime } from './packages.mjs'
import { inRoot, packageBin, projectNode } from './paths.mjs'
import { startPostgres } from './postgres.mjs'
import { ended, mustRun, startChild } from './processes.mjs'
import { Refusal, say } from './say.mjs'
import { ensureWeb } from './web-build.mjs'

const isJourney = file => file.startsWith('test/e2e/')

function testFiles() {
  const files = readdirSync(inRoot('test'), { recursive: true }).map(file => `test/${file.replaceAll('\\', '/')}`)
  return files.filter(file => file.endsWith('.test.ts')).sort()
}

/** The journeys come last: a browser shares the cores badly with what computes all the time. */
function parts(files) {
  return [
    { title: 'Tests', files: files.filter(file => !isJourney(file)), jobs: 2 },
    { title: 'Browser journeys', files: files.filter(isJourney), jobs: 2 }
  ].filter(part => part.files.length > 0)
}

async function runTap(files, jobs, env) {
  const { tallyOf } = await import('./tally.mjs') // only now: its parser is one of the packages just installed
  const child = startChild(projectNode, [packageBin('tap'), 'run', '--reporter=tap', `--jobs=${jobs}`, ...files], {
    env,
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const [tally, code] = await Promise.all([tallyOf(child.stdout, say), ended(child)])
  if (code !== 0 && tally.failed === 0) tally.failed = 1 // tap itself gave up
  return tally
}

const sum = tallies =>
  tallies.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }))

/** Gives the tests what they need from outside: a PostgreSQL, a browser. Resolves to `{ env, stop }`. */
async function surroundings({ complete }) {
  const [postgres, chromium] = [await startPostgres({ install: complete }), await ensureChromium()]
  const missing = [!postgres && 'PostgreSQL', !chromium && 'Chromium'].filter(Boolean)
  if (complete && missing.length > 0) throw new Refusal(`A complete run needs ${missing.join(' and ')}, which this machine lacks`)
  for (const name of missing) say(`${name} is not installed: its tests are skipped`)
  const env = { NODE_COMPILE_CACHE: inRoot('node_modules/.cache/compiled') } // every file of tests is a process that loads the same modules
  if (postgres) env.TEST_DATABASE_URL = postgres.url
  if (chromium) env.CHROMIUM_PATH = chromium
  return { env, stop: async () => postgres?.stop() }
}

/**
 * `npm test`: everything that can be known about this tree, closed by the line `N passed, N failed, N skipped`.
 * `npm test -- --complete` fails where it would else skip PostgreSQL or the browser, and installs PostgreSQL where it may.
 * `npm test -- test/a.test.ts …` runs those files only, without the checks.
 */
export async function command(args) {
  const complete = args.includes('--complete')
  const chosen = args.filter(arg => arg !== '--complete')

  await ensurePackages()
  await ensureRuntime({ install: true })
  const failed = chosen.length > 0 ? [] : await failedChecks()
  await ensureWeb().catch(error => failed.push(`web build (${error.message})`))
  await mustRun(projectNode, [packageBin('tap'), 'build'], { stdio: 'ignore' })

  const { env, stop } = await surroundings({ complete })
  const tallies = []
  try {
    for (const { title, files, jobs } of parts(chosen.length > 0 ? chosen : testFiles())) {
      say(`\n${title}`)
      tallies.push(await runTap(files, jobs, env))
    }
  } finally {
    await stop()
  }

  const total = sum(tallies)
  say('')
  if (failed.length > 0) say(`Failed checks: ${failed.join(', ')}`)
  if (failed.length > 0 || total.failed > 0) process.exitCode = 1
  say(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
}
