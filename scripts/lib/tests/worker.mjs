// Runs test files one after another in one process, as they are asked for: loading Fastify, Kysely or playwright takes longer than most
// files of tests. Each file is a test of its own in the TAP output, as `tap run` writes it.
import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import root from 'tap'

const fileLimitMs = 300_000
root.setTimeout(0) // the process lives longer than any file
const scheme = 'tap-of:'

/** The test of each file by the file's URL. Shared with the modules that stand in for tap, which are made of text. */
const tests = new Map()
globalThis[Symbol.for('isobath.tests')] = tests

/** Gives a file of tests its own test where it imports tap's root, so that its titles, hooks and teardowns end with it. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'tap' && tests.has(context.parentURL)) return { url: scheme + context.parentURL, shortCircuit: true }
    return next(specifier, context)
  },
  load(url, context, next) {
    if (!url.startsWith(scheme)) return next(url, context)
    const key = JSON.stringify(url.slice(scheme.length))
    return { format: 'module', shortCircuit: true, source: `export default globalThis[Symbol.for('isobath.tests')].get(${key})` }
  }
})

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
