#!/usr/bin/env node
import { print, Refusal } from './lib/print.mjs'
// Entry point of every npm script. It is plain JavaScript without dependencies, for Node 20.19 and later, because it runs before anything is
// installed. It installs missing packages and hands over to the project's own Node.
import { stopChildren, stopChildrenOnSignals } from './lib/processes.mjs'

const commands = {
  start: () => import('./lib/start.mjs'),
  dev: () => import('./lib/dev.mjs'),
  build: () => import('./lib/build.mjs'),
  check: () => import('./lib/check.mjs'),
  test: () => import('./lib/test.mjs'),
  bench: () => import('./lib/bench.mjs'),
  soak: () => import('./lib/soak.mjs')
}

const [name = '', ...args] = process.argv.slice(2)
const load = Object.hasOwn(commands, name) ? commands[name] : undefined

stopChildrenOnSignals()
try {
  if (!load) throw new Refusal(`Unknown command "${name}". Available commands: ${Object.keys(commands).join(', ')}`)
  const { command } = await load()
  await command(args)
} catch (error) {
  print(error instanceof Refusal ? error.message : error.stack)
  process.exitCode = 1
} finally {
  await stopChildren()
}
