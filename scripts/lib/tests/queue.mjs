import { createInterface } from 'node:readline'
import { inRoot, projectNode } from '../paths.mjs'
import { ended, startChild } from '../processes.mjs'
import { joined, noTests, tallyOf } from './tally.mjs'

/** Memory size above which a process receives no further files. */
const largestBytes = 1.5 * 2 ** 30

/** Time after which a process is killed because its file blocks it, for example with an endless loop. The file's own time limit is shorter. */
const hangMs = 1_230_000

/**
 * Processes all jobs in parallel lanes, each with one process at a time. A lane is a list of queues, and takes jobs from the first queue that is not
 * empty. A job is a test file, or an asynchronous function whose result is ignored. Resolves to the tally of all files.
 */
export async function workOff(lanes, { env, print, onFile }) {
  const tallies = []

  async function work(lane) {
    const first = () => lane.find(queue => queue.length > 0)
    while (first()) {
      if (typeof first()[0] === 'function') await first().shift()()
      else tallies.push(await inProcess(first, { env, print, onFile }))
    }
  }
  await Promise.all(lanes.map(work))
  return tallies.reduce(joined, noTests())
}

/**
 * Feeds test files to one process. Stops when the next job is not a file, or when the process has grown too large or exited.
 * @throws if the process cannot start, because no other process could start either
 */
async function inProcess(first, { env, print, onFile }) {
  const child = startChild(projectNode, [inRoot('scripts', 'lib', 'tests', 'worker.mjs')], {
    env: { ...env, TAP_TIMEOUT: '1200' },
    stdio: ['pipe', 'pipe', 'inherit', 'pipe']
  })
  let current
  let startedAt = 0
  let guard
  let hasBegun = false
  let isLarge = false

  function next() {
    clearTimeout(guard)
    const queue = first()
    current = queue && typeof queue[0] === 'string' && !isLarge ? queue.shift() : undefined
    if (!current) return child.stdin.end()
    startedAt = performance.now()
    guard = setTimeout(() => child.kill('SIGKILL'), hangMs)
    child.stdin.write(`${current}\n`)
  }
  createInterface({ input: child.stdio[3] }).on('line', line => {
    const { done, memory } = JSON.parse(line)
    hasBegun = true
    if (done) onFile(done, (performance.now() - startedAt) / 1000)
    isLarge = memory > largestBytes
    next()
  })
  const [tally] = await Promise.all([tallyOf(child.stdout, print), ended(child)])
  clearTimeout(guard)
  if (!hasBegun) throw new Error('A test process exited before it received a file: see above, and try `npm ci`')
  if (current) {
    print(`FAILED ${current}: its process exited`)
    tally.failed++
  }
  return tally
}
