#!/usr/bin/env node
// Command line of Isobath, for Node 20.19 and later. It hands over to the project's own Node if that is installed, otherwise to the Node that
// runs this file.
import { existsSync } from 'node:fs'
import { handOver } from './lib/hand-over.mjs'
import { inRoot, projectNode } from './lib/paths.mjs'

await handOver(existsSync(projectNode) ? projectNode : process.execPath, [inRoot('server', 'cli.ts'), ...process.argv.slice(2)])
