import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { ensureChromium } from './browser.mjs'
import { changedFiles } from './changed.mjs'
import { checks, runCheck } from './check.mjs'
import { ensurePackages, ensureRuntime } from './packages.mjs'
import { inRoot, packageBin, projectNode } from './paths.mjs'
import { startPostgres } from './postgres.mjs'
import { print, Refusal } from './print.mjs'
import { mustRun } from './processes.mjs'
import { isJourney, testFiles } from './tests/files.mjs'
import { startJourneysHost } from './tests/journeys-host.mjs'
import { memoryFolder } from './tests/memory-folder.mjs'
import { relatedTests } from './tests/related.mjs'
import { longestFirst, recordTimes } from './tests/times.mjs'
import { ensureWeb } from './web-build.mjs'

const options = ['--complete', '--record', '--related']
const fieldData = inRoot('..', 'shared', 'data')

/** Starts the services that tests use: PostgreSQL, a browser and the server that journeys share. Resolves to `{ env, stop }`. */
async function surroundings(files, { complete, related }) {
  const temporary = memoryFolder()
  if (temporary) process.env.TMPDIR = temporary
  const [postgres, chromium] = await Promise.all([related ? undefined : startPostgres({ install: complete }), ensureChromium()])
  const missing = [!postgres && !related && 'PostgreSQL', !chromium && 'Chromium'].filter(Boolean)
  if (complete && missing.length > 0) throw new Refusal(`A complete run needs ${missing.join(' and ')}, not found on this machine`)
  for (const name of missing) print(`${name} is not installed: its tests are skipped`)
  const env = { NODE_COMPILE_CACHE: inRoot('node_modules/.cache/compiled') } // every test process loads the same modules
  if (postgres) env.TEST_DATABASE_URL = postgres.url
  if (chromium) env.CHROMIUM_PATH = chromium
  const host = chromium && files.some(isJourney) ? await startJourneysHost(env) : undefined
  return { env: { ...env, ...host?.env }, stop: () => Promise.all([postgres?.stop(), host?.stop()]) }
}

/**
 * Makes one lane per core, plus one for tests other than journeys. Such tests spend half of their time waiting for disks and databases. With more
 * lanes, journeys would wait longer for a core than a user ever waits.
 */
function lanesOf(jobs) {
  const isLongWork = job => typeof job === 'string' && isJourney(job)
  const [journeys, others] = [jobs.filter(isLongWork), jobs.filter(job => !isLongWork(job))]
  return [...Array.from({ length: availableParallelism() }, () => [journeys, others]), [others]]
}

/**
 * Runs `npm test`: runs all checks and tests, and ends with the line `N passed, N failed, N skipped`.
 * `npm test -- --complete` fails where a run would otherwise skip PostgreSQL, the browser or available field data. It installs PostgreSQL where
 * permitted, and the models of `test/models`.
 * `npm test -- --record` records the time of each file. Later runs start with the longest files.
 * `npm test -- --related` runs the test files affected by uncommitted changes, on SQLite only and without the checks.
 * `npm test -- test/a.test.ts …` runs only those files, without the checks.
 */
export async function command(args) {
  const complete = args.includes('--complete')
  const related = args.includes('--related')
  const chosen = related ? relatedTests(await changedFiles()) : args.filter(arg => !options.includes(arg))
  const files = related || chosen.length > 0 ? chosen : testFiles()
  const failed = []

  await ensurePackages()
  if (complete) await ensurePackages('test/models')
  await ensureRuntime({ install: true })
  await ensureWeb().catch(error => {
    if (files.some(isJourney)) throw new Refusal(`The web app must build before journeys run: ${error.message}`)
    failed.push(`web build (${error.message})`)
  })
  await mustRun(projectNode, [packageBin('tap'), 'build'], { stdio: 'ignore' })

  const { workOff } = await import('./tests/queue.mjs') // not earlier: its parser is one of the packages installed above
  const { env, stop } = await surroundings(files, { complete, related })
  const seconds = {}
  const checkJobs = files === chosen ? [] : checks.map(check => async () => (await runCheck(check)) || failed.push(check.name))
  let total
  try {
    total = await workOff(lanesOf([...checkJobs, ...longestFirst(files)]), {
      env,
      print,
      onFile: (file, taken) => (seconds[file] = taken)
    })
  } finally {
    await stop()
  }
  if (args.includes('--record')) recordTimes(seconds)

  print('')
  for (const [reason, times] of Object.entries(total.reasons)) print(`Skipped ${times} × ${reason}`)
  if (complete && total.skipped > 0 && existsSync(fieldData))
    failed.push('a complete run must not skip tests when the field data is available')
  if (failed.length > 0) print(`Failed: ${failed.join(', ')}`)
  if (failed.length > 0 || total.failed > 0) process.exitCode = 1
  print(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
}
