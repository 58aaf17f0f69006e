import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { treeWithNewNoun } from '../support/new-noun.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** With WHOLE_NOUN=1 the copy is also linted and built, searched for unused code, and passes the slow tests that cover every call. */
const isWhole = Boolean(process.env.WHOLE_NOUN)

const tests = [
  'test/shared/{activity-events,contracts,error-codes}.test.ts',
  'test/server/backend/modules.test.ts',
  'test/server/backend/moorings/*.test.ts',
  'test/web/layouts/*-title.test.ts'
]
const slowTests = [
  'test/imports.test.ts',
  'test/server/backend/{contracts,access-matrix}.test.ts',
  'test/server/backend/storage/migrate.test.ts',
  'test/server/backend/annotations/rounds/blind-worlds.test.ts',
  'test/server/gateway/openapi.test.ts'
]

t.test('a noun is a folder on each side and one entry in each of three lists', async t => {
  const folder = temporaryFolder(t)
  const { edited, added } = treeWithNewNoun(folder)
  t.same(edited, ['server/backend/modules.ts', 'shared/nouns.ts', 'web/routes/project-areas.ts'])

  async function run(name: string, args: readonly string[], input = '') {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TAP')))
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] })
    child.stdin!.end(input)
    const outputs = Promise.all([text(child.stdout!), text(child.stderr!), text(child.stdio[3] as NodeJS.ReadableStream)])
    const [code] = await once(child, 'exit')
    t.equal(code, 0, name, { output: (await outputs).join('\n').split('\n').slice(-80).join('\n') })
  }
  const tool = (name: string, ...args: string[]) => run(name, [resolve('node_modules/.bin', name), ...args])
  const runTests = async (patterns: string[]) => {
    const files = globSync(patterns.map(pattern => join(folder, pattern)))
    await run(files.map(file => relative(folder, file)).join(' '), [join(folder, 'scripts/lib/tests/worker.mjs')], `${files.join('\n')}\n`)
  }

  await tool('biome', 'check', '--write', ...edited, ...added.filter(path => !path.endsWith('.txt')))
  await tool('tsc', '--noEmit', '--incremental', 'false', '--checkers', '1')
  await runTests(tests)
  if (!isWhole) return
  await tool('biome', 'check', '--error-on-warnings')
  await tool('knip')
  await tool('vite', 'build', '--logLevel', 'error')
  await runTests(slowTests)
})
