// Runs test files one after another in one process, on request. Loading Fastify, Kysely or Playwright takes longer than most test files. Each
// file is a separate test in the TAP output, as with `tap run`.
import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

/** Time limit of a file. It allows for machines ten times slower than the one that recorded the times. */
const fileLimitMs = 1_200_000
const scheme = 'tap-of:'

/** Tap test of each file, by the file's URL. The generated modules that replace tap read this map. */
const tests = new Map()
globalThis[Symbol.for('isobath.tests')] = tests

/**
 * Replaces tap's root test, as imported by a test file, with a test for that file. The hooks and teardowns of the file then end with it. Tap normally
 * tracks every promise to attribute errors to tests, which takes up to a fifth of the CPU time. Only one test runs at a time here, so this tracking
 * is turned off.
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

const { default: root } = await import('tap') // after the hooks are registered
root.setTimeout(0) // the process outlives every file

/** Running tests, from the outermost to the innermost. */
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

/** Reports readiness or a finished file to the queue, through a separate pipe because tap uses the IPC channel. */
const report = line => writeSync(3, `${JSON.stringify(line)}\n`)

report({ memory: 0 })
for await (const file of createInterface({ input: process.stdin })) {
  await run(file)
  report({ done: file, memory: process.memoryUsage.rss() })
}

root.end()
await new Promise(resolve => root.on('end', resolve))
await new Promise(resolve => process.stdout.write('', resolve)) // a slow reader still receives thousands of assertions
process.exit() // leftovers of a file, such as the five-minute timer of a cache, must not delay the end of the run
