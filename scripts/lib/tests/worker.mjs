// Runs test files one after another in one process, as they are asked for: loading Fastify, Kysely or playwright takes longer than most
// files of tests. Each file is a test of its own in the TAP output, as `tap run` writes it.
import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const fileLimitMs = 300_000
const scheme = 'tap-of:'

/** The test of each file by the file's URL. Shared with the modules that stand in for tap, which are made of text. */
const tests = new Map()
globalThis[Symbol.for('isobath.tests')] = tests

/**
 * Gives a file of tests its own test where it imports tap's root, so that its titles, hooks and teardowns end with it. Tap follows each promise
 * to find the test that an error belongs to, which takes up to a fifth of all processor time; here one test runs at a time, so none is followed.
 */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'async-hook-domain') return { url: `${scheme}${specifier}`, shortCircuit: true }
    if (specifier === 'tap' && tests.has(context.parentURL)) return { url: scheme + context.parentURL, shortCircuit: true }
    return next(specifier, context)
  },
  load(url, context, next) {
    if (!url.startsWith(scheme)) return next(url, context)
    if (url === `${scheme}async-hook-domain`)
      return { format: 'module', shortCircuit: true, source: 'export class Domain { destroy() {} }' }
    const key = JSON.stringify(url.slice(scheme.length))
    return { format: 'module', shortCircuit: true, source: `export default globalThis[Symbol.for('isobath.tests')].get(${key})` }
  }
})

const { default: root } = await import('tap') // after the hooks
root.setTimeout(0) // the process lives longer than any file

/** From the outermost to the innermost test that runs. */
const running = new Set([root])

function follow(test) {
  test.on('subtestStart', inner => {
    running.add(inner)
    follow(inner)
  })
  test.on('subtestEnd', inner => running.delete(inner))
}
follow(root)
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, error => [...running].at(-1).threw(error))

async function run(file) {
  const url = pathToFileURL(file).href
  await root.test(file, { timeout: fileLimitMs }, async test => {
    tests.set(url, test)
    await import(url)
  })
}

/** Where the queue reads that a file is done; tap has the channel between processes for itself. */
const report = line => writeSync(3, `${JSON.stringify(line)}\n`)

report({ memory: 0 })
for await (const file of createInterface({ input: process.stdin })) {
  await run(file)
  report({ done: file, memory: process.memoryUsage.rss() })
}

root.end()
await new Promise(resolve => root.on('end', resolve))
await new Promise(resolve => process.stdout.write('', resolve)) // a reader that is slower than thousands of assertions has them all
process.exit() // what a file left behind, such as the five minutes of a cache, keeps no run waiting
