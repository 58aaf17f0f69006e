import { createInterface } from 'node:readline'
import { inRoot, projectNode } from '../paths.mjs'
import { ended, startChild } from '../processes.mjs'
import { joined, noTests, tallyOf } from './tally.mjs'

/** Memory size above which a process is not given another file. */
const largestBytes = 1.5 * 2 ** 30

/** Time after which a file that blocks its process (a crash, an endless loop) is ended. The file's own limit is shorter. */
const hangMs = 1_230_000

/**
 * Works off queues in lanes, each with one process at a time. A lane is a list of queues, and takes jobs from the first one that is not
 * empty. A job is a test file, or a function that resolves to nothing. Resolves to the tally of all files.
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
 * Gives files to one process. It stops when the next job is not a file, the process is too large, or it has ended.
 * @throws when the process cannot start, because no other process could either
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
  if (!hasBegun) throw new Error('A test process ended before it received a file: see above, and try `npm ci`')
  if (current) {
    print(`FAILED ${current}: its process ended`)
    tally.failed++
  }
  return tally
}
