import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { temporaryFolder } from '../support/backend.ts'
import { treeWithNewNoun } from '../support/new-noun.ts'

t.setTimeout(1_200_000)

/** With WHOLE_NOUN=1 the copy also passes lint, unused code and the slow tests that go over every call, and its page is built. */
const isWhole = Boolean(process.env.WHOLE_NOUN)

const tests = [
  'test/imports.test.ts',
  'test/shared/*.test.ts',
  'test/server/backend/modules.test.ts',
  'test/server/backend/moorings/*.test.ts'
]
const slowTests = [
  'test/server/backend/contracts.test.ts',
  'test/server/backend/access-matrix.test.ts',
  'test/server/backend/storage/migrate.test.ts',
  'test/server/backend/annotations/sessions/blind-worlds.test.ts',
  'test/server/gateway/openapi.test.ts'
]

t.test('a noun is a folder a side and one entry in each of three lists', async t => {
  const folder = temporaryFolder(t)
  const { edited, added } = treeWithNewNoun(folder)
  t.same(edited, ['server/backend/modules.ts', 'shared/nouns.ts', 'web/routes/project-areas.ts'])

  const run = async (...args: string[]) => {
    const { code, output } = await promisify(execFile)(process.execPath, args, { cwd: folder, env: withoutTap(), maxBuffer: 2 ** 26 }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}`.split('\n').slice(-80).join('\n') })
    )
    t.equal(code, 0, args.map(arg => arg.replace(`${resolve()}/`, '')).join(' '), { output })
  }
  const tool = (name: string, ...args: string[]) => run(resolve('node_modules/.bin', name), ...args)

  await tool('biome', 'check', '--write', ...edited, ...added.filter(path => !path.endsWith('.txt')))
  await tool('tsc', '--noEmit', '--incremental', 'false')
  await run('--test', ...tests)
  if (!isWhole) return
  await tool('biome', 'check', '--error-on-warnings')
  await tool('knip')
  await tool('vite', 'build', '--logLevel', 'error')
  for (const file of slowTests) await run(join(folder, file))
})

/** The copy's tests report for themselves. */
function withoutTap(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TAP')))
}
