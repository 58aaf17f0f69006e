import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { chain, chainStart } from '../../../server/gateway/audit-chain.ts'
import { isobath } from '../../support/command-line.ts'
import { testGateway } from '../../support/gateway.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Writes a log of five records. */
function writtenLog(t: Test) {
  const dataDir = temporaryFolder(t)
  mkdirSync(join(dataDir, 'logs'))
  const path = join(dataDir, 'logs', 'audit.log')
  const lines: string[] = []
  const hashes: string[] = []
  for (let seq = 1; seq <= 5; seq++) {
    const { line, hash } = chain({ event: 'test' }, seq, hashes.at(-1) ?? chainStart)
    lines.push(line)
    hashes.push(hash)
  }
  writeFileSync(path, lines.join(''))
  const logHead = (name: string, seq: number, hash: string) =>
    writeFileSync(
      join(dataDir, 'logs', name),
      `not JSON\n${JSON.stringify({ level: 'info', time: '2026-11-22T10:00:00.000Z', seq, hash, msg: 'head of the audit log' })}\n`
    )
  return {
    path,
    lines,
    hashes,
    logHead,
    verify: (...args: string[]) => isobath(['audit', 'verify', ...args], { DATA_DIR: dataDir }),
    dataDir
  }
}

t.test('audit verify shows where the head was last confirmed elsewhere', async t => {
  const { hashes, logHead, verify } = writtenLog(t)
  t.match(await verify(), { code: 0, stdout: /No other file confirms the head/ })
  logHead('debug.log.1', 2, hashes[1]!)
  logHead('debug.log', 4, hashes[3]!)
  t.match(await verify(), { code: 0, stdout: /Record 4 is the last one confirmed elsewhere, on 2026-11-22T10:00:00.000Z in .*debug\.log:/ })
})

t.test('a truncated and a rewritten log are detected', async t => {
  const { path, lines, hashes, logHead, verify, dataDir } = writtenLog(t)
  logHead('debug.log', 4, hashes[3]!)
  writeFileSync(path, lines.slice(0, 3).join(''))
  t.match(await verify(), { code: 1, stderr: /ends with record 3, but .*debug\.log has record 4 .* the end of the log was cut off/ })
  t.match(await isobath(['doctor'], { DATA_DIR: dataDir }), { stdout: /the end of the log was cut off/ })
  logHead('debug.log', 2, 'f'.repeat(64))
  t.match(await verify(), { code: 1, stderr: /Record 2 differs from the one in .*debug\.log from .* rewritten/ })
})

t.test('a head kept elsewhere is looked up', async t => {
  const { path, lines, hashes, verify } = writtenLog(t)
  t.match(await verify('--head', hashes[4]!), { code: 0 })
  writeFileSync(path, lines.slice(0, 4).join(''))
  t.match(await verify('--head', hashes[4]!), { code: 1, stderr: /No record has the hash/ })
})

t.test('a closing gateway logs the head, so a clean stop leaves no record unconfirmed', async t => {
  const { app, dataDir, lines } = await testGateway(t, 'http://127.0.0.1:9')
  await app.ready()
  await app.auditLog.append({ event: 'test' })
  await app.close()
  const { hash } = JSON.parse(readFileSync(join(dataDir, 'logs', 'audit.log'), 'utf8')) as { hash: string }
  t.match(lines.filter(({ msg }) => msg === 'head of the audit log').at(-1), { seq: 1, hash })
})
