import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { temporaryFolder } from '../support/temporary-folder.ts'

const worker = fileURLToPath(new URL('../../scripts/lib/tests/worker.mjs', import.meta.url))

const strayErrors = `
import t from 'tap'
const pause = () => new Promise(resolve => setTimeout(resolve, 100))
t.test('fine', async t => t.pass())
t.test('outer', async t => {
  t.test('throws later', async () => {
    setTimeout(() => { throw new Error('thrown by nobody') }, 10)
    await pause()
  })
  t.test('after it', async t => t.pass())
})
t.test('rejects', async () => {
  void Promise.reject(new Error('heard by nobody'))
  await pause()
})
t.test('at the end', async t => t.pass())
setTimeout(() => {}, 600_000) // does not keep the run waiting
`

t.test('an uncaught error fails the running test, and the others continue', async t => {
  const file = join(temporaryFolder(t), 'stray.test.mjs')
  writeFileSync(file, strayErrors)
  const child = spawn(process.execPath, [worker], { stdio: ['pipe', 'pipe', 'ignore', 'pipe'] })
  child.stdin!.end(`${file}\n`)
  const [output, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')])
  t.equal(code, 1)
  const results = [...output.matchAll(/^ *(ok|not ok) \d+ - (fine|outer|throws later|after it|rejects|at the end)\b/gm)]
  t.same(
    results.map(([, result, name]) => `${result}: ${name}`),
    ['ok: fine', 'not ok: throws later', 'ok: after it', 'not ok: outer', 'not ok: rejects', 'ok: at the end']
  )
  t.match(output, /thrown by nobody[\s\S]*heard by nobody/)
})

t.test('a reader that is slower than the tests receives every assertion', async t => {
  const file = join(temporaryFolder(t), 'many.test.mjs')
  writeFileSync(file, `import t from 'tap'\nt.test('many', async t => { for (let at = 0; at < 20_000; at++) t.pass('a' + at) })\n`)
  const child = spawn(process.execPath, [worker], { stdio: ['pipe', 'pipe', 'ignore', 'pipe'] })
  child.stdin!.end(`${file}\n`)
  await pause(2_000)
  const output = await text(child.stdout!)
  t.equal([...output.matchAll(/^ *ok \d+ - a\d+$/gm)].length, 20_000)
  t.match(output, /\n1\.\.1\n/, 'the output ends with its plan')
})
