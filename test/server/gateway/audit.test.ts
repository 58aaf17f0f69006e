import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { verifyAudit } from '../../../server/gateway/audit-verify.ts'
import { openAuditWriter } from '../../../server/gateway/audit-writer.ts'
import { cannedUpstream, json, tokens } from '../../support/canned-upstream.ts'
import { fromApp, listeningGateway, signIn, testGateway } from '../../support/gateway.ts'

const quiet = { onWritten: () => undefined, onFailure: () => undefined }

function freshLog(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-audit-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'logs', 'audit.log')
}

const recordsOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)

t.test('records are numbered, chained and verified', async t => {
  const path = freshLog(t)
  const first = await openAuditWriter({ path, ...quiet })
  await Promise.all(Array.from({ length: 50 }, (_, n) => first.append({ event: 'test', n })))
  await first.close()
  const second = await openAuditWriter({ path, ...quiet })
  t.equal(second.head().seq, 50, 'the next start continues')
  await second.append({ event: 'test', n: 50 })
  await second.close()
  t.same(
    recordsOf(path).map(({ seq, n }) => [seq, n]),
    Array.from({ length: 51 }, (_, n) => [n + 1, n])
  )
  t.match(await verifyAudit(path), { ok: true, recordCount: 51, bad: null, torn: false, head: /^[0-9a-f]{64}$/ })
})

t.test('an edit, a removal, a change of order and an insertion are detected, and the first bad record is named', async t => {
  const path = freshLog(t)
  const writer = await openAuditWriter({ path, ...quiet })
  for (let n = 0; n < 10; n++) await writer.append({ event: 'test', n })
  await writer.close()
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const forged = (change: (lines: string[]) => string[]) => {
    writeFileSync(path, `${change([...lines]).join('\n')}\n`)
    return verifyAudit(path)
  }
  t.match(await forged(lines => lines.with(4, lines[4]!.replace('"n":4', '"n":9'))), {
    ok: false,
    recordCount: 4,
    bad: { line: 5, reason: 'was changed' }
  })
  t.match(await forged(lines => lines.toSpliced(4, 1)), { ok: false, bad: { line: 5, reason: /missing or out of order/ } })
  t.match(await forged(lines => [lines[1]!, lines[0]!, ...lines.slice(2)]), { ok: false, bad: { line: 1 } })
  t.match(await forged(lines => lines.toSpliced(2, 0, lines[1]!)), { ok: false, bad: { line: 3 } })
  t.match(await forged(lines => lines.with(7, 'not a record')), { ok: false, bad: { line: 8, reason: 'is not a record' } })
  t.match(await forged(lines => lines), { ok: true, recordCount: 10 })
})

t.test('a record cut by a crash is reported as torn, and removed by the next start', async t => {
  const path = freshLog(t)
  const writer = await openAuditWriter({ path, ...quiet })
  await writer.append({ event: 'test' })
  await writer.close()
  appendFileSync(path, '{"v":1,"seq":2,"event":"te')
  t.match(await verifyAudit(path), { ok: true, recordCount: 1, torn: true })
  const next = await openAuditWriter({ path, ...quiet })
  await next.append({ event: 'after' })
  await next.close()
  t.match(await verifyAudit(path), { ok: true, recordCount: 2, torn: false })
})

t.test('a full file is kept, the chain continues over files and starts, and an edit in an old file is detected', async t => {
  const path = freshLog(t)
  for (let start = 0; start < 3; start++) {
    const writer = await openAuditWriter({ path, fileLimitBytes: 2_000, ...quiet })
    for (let n = 0; n < 20; n++) await writer.append({ event: 'test', start, n })
    await writer.close()
  }
  const files = readdirSync(join(path, '..')).sort()
  t.ok(files.length > 3, files.join())
  t.match(await verifyAudit(path), { ok: true, recordCount: 60 })
  unlinkSync(path)
  const next = await openAuditWriter({ path, ...quiet })
  await next.append({ event: 'after' })
  await next.close()
  t.match(await verifyAudit(path), { ok: true }, 'each full file records the state of the chain')
  const old = join(path, '..', files[1]!)
  writeFileSync(old, readFileSync(old, 'utf8').replace('"event":"test"', '"event":"TEST"'))
  t.match(await verifyAudit(path), { ok: false, bad: { file: old, line: 1, reason: 'was changed' } })
  writeFileSync(old, readFileSync(old, 'utf8').replace('"event":"TEST"', '"event":"test"').trimEnd())
  t.match(await verifyAudit(path), { ok: false, bad: { file: old, reason: 'is truncated' } })
})

t.test('a log with an unreadable last record is reported, and continues', async t => {
  const path = freshLog(t)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, 'scribbled over\n')
  const failures: unknown[] = []
  const writer = await openAuditWriter({ path, onWritten: () => undefined, onFailure: error => failures.push(error) })
  await writer.append({ event: 'after' })
  await writer.close()
  t.equal(failures.length, 1)
  t.match(await verifyAudit(path), { ok: false, bad: { line: 1, reason: 'is not a record' } })
})

t.test('killed at random moments, the log contains every acknowledged record and its chain is complete', async t => {
  const path = freshLog(t)
  const script = `
    import { openAuditWriter } from ${JSON.stringify(new URL('../../../server/gateway/audit-writer.ts', import.meta.url).href)}
    const writer = await openAuditWriter({ path: ${JSON.stringify(path)}, onWritten() {}, onFailure(error) { throw error } })
    for (;;) {
      await Promise.all([1, 2, 3].map(n => writer.append({ event: 'test', n, pad: 'x'.repeat(2000) })))
      process.stdout.write(writer.head().seq + '\\n')
    }`
  let acknowledged = 0
  for (let round = 0; round < 15; round++) {
    const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      if (output === '') setTimeout(() => child.kill('SIGKILL'), Math.random() * 60)
      output += chunk.toString()
    })
    await new Promise(resolve => child.on('close', resolve))
    acknowledged = Number(output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1))
    const verdict = await verifyAudit(path)
    t.ok(verdict.ok, `round ${round}: ${JSON.stringify(verdict.bad)}`)
    t.ok(verdict.recordCount >= acknowledged, `${verdict.recordCount} of ${acknowledged}`)
  }
})

t.test('a log that is moved away or removed continues in a new file and in the same chain', async t => {
  const path = freshLog(t)
  const failures: unknown[] = []
  const writer = await openAuditWriter({ path, onWritten: () => undefined, onFailure: error => failures.push(error) })
  t.teardown(() => writer.close())
  await writer.append({ event: 'before' })
  renameSync(path, path.replace('.log', '.000000000001.log'))
  await new Promise(resolve => setTimeout(resolve, 1_100))
  await writer.append({ event: 'after' })
  t.equal(failures.length, 1)
  t.match(recordsOf(path), [{ seq: 2, event: 'after' }])
  t.match(await verifyAudit(path), { ok: true, recordCount: 2 })
})

t.test(
  'while the log cannot be written audited calls are refused, reading and signing out work, and it recovers automatically',
  async t => {
    const upstream = await cannedUpstream(t, (request, response) =>
      json(response, 200, request.url === '/api/auth/login' ? tokens() : { id: '1' })
    )
    const { app, dataDir } = await testGateway(t, upstream.url)
    const path = join(dataDir, 'logs', 'audit.log')
    const { cookies } = await signIn(app, 'ada@example.org', 'secret')
    // Root ignores permissions, so a folder in place of the file simulates a failing disk.
    renameSync(path, `${path}.kept`)
    mkdirSync(path)
    await new Promise(resolve => setTimeout(resolve, 1_100))

    const create = () => app.inject({ method: 'POST', url: '/api/projects', headers: fromApp, cookies, payload: { title: 'Canyon' } })
    const first = await create()
    t.equal(first.statusCode, 503)
    t.match(first.json(), { code: 'AUDIT_LOST' })
    const before = upstream.arrived.length
    t.equal((await create()).statusCode, 503)
    t.equal((await signIn(app, 'ada@example.org', 'secret')).answer.statusCode, 503)
    t.equal(upstream.arrived.length, before, 'the backend gets no further call')
    t.equal((await app.inject({ url: '/api/projects', cookies })).statusCode, 200)
    t.equal((await app.inject({ url: '/readyz' })).statusCode, 503)
    t.equal((await app.inject({ method: 'POST', url: '/api/auth/logout', headers: fromApp, cookies, payload: {} })).statusCode, 204)

    rmSync(path, { recursive: true })
    renameSync(`${path}.kept`, path)
    while (!app.auditLog.available()) await new Promise(resolve => setTimeout(resolve, 50))
    t.equal((await signIn(app, 'ada@example.org', 'secret')).answer.statusCode, 200)
    const events = recordsOf(path).map(({ event, outcome }) => `${event} ${outcome}`)
    t.same(
      events,
      ['auth.login success', 'project.created success', 'auth.logout success', 'auth.login success'],
      'records that could not be written are written now'
    )
    t.match(await verifyAudit(path), { ok: true })
  }
)

t.test('a sign-in whose record is lost sets no cookies', async t => {
  const upstream = await cannedUpstream(t, (_request, response) => json(response, 200, tokens()))
  const { app, dataDir } = await testGateway(t, upstream.url)
  const path = join(dataDir, 'logs', 'audit.log')
  unlinkSync(path)
  mkdirSync(path)
  await new Promise(resolve => setTimeout(resolve, 1_100))
  const { answer } = await signIn(app, 'ada@example.org', 'secret')
  t.equal(answer.statusCode, 503)
  t.same(answer.cookies, [])
  rmSync(path, { recursive: true })
})

t.test('a disk that was never writable refuses from the start', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-ro-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'logs'), 'a file where the folder should be')
  chmodSync(folder, 0o500)
  const { app } = await testGateway(t, 'http://127.0.0.1:9', { dataDir: folder })
  const { answer } = await signIn(app, 'ada@example.org', 'secret')
  t.equal(answer.statusCode, 503)
  t.equal((await app.inject({ url: '/healthz' })).statusCode, 200)
  chmodSync(folder, 0o700)
  unlinkSync(join(folder, 'logs'))
  while (!app.auditLog.available()) await new Promise(resolve => setTimeout(resolve, 50))
  t.equal((await signIn(app, 'ada@example.org', 'secret')).answer.statusCode, 502, 'the backend gets calls again')
  t.equal(app.auditLog.head().seq, 1)
})

t.test('row 58: each event is recorded once with account, action, time, origin, outcome and request id, on stdout too', async t => {
  const upstream = await cannedUpstream(t, (request, response, body) => {
    if (request.url === '/api/auth/login') {
      const good = new URLSearchParams(body.toString()).get('password') === 'secret'
      return good ? json(response, 200, tokens()) : json(response, 401, { detail: 'Wrong password', code: 'WRONG_PASSWORD' })
    }
    if (request.method === 'DELETE') return json(response, 403, { detail: 'Owners only', code: 'ROLE_NEEDED' })
    if (request.url?.includes('/members')) return json(response, 201, { accountId: '7' })
    if (request.url?.startsWith('/api/uploads'))
      return response.writeHead(204, request.headers['upload-offset'] === '5' ? { 'isobath-media-id': 'm1' } : {}).end()
    json(response, request.method === 'POST' ? 201 : 200, { id: 'p1' })
  })
  const { app, dataDir, lines } = await testGateway(t, upstream.url)
  await signIn(app, 'Ada@example.org', 'guess', { 'user-agent': 'Dive/1' })
  const { answer, cookies } = await signIn(app, 'ada@example.org', 'secret')
  const call = (method: 'POST' | 'PUT' | 'DELETE' | 'PATCH', url: string, payload?: object, headers = {}) =>
    app.inject({ method, url, headers: { ...fromApp, ...headers }, cookies, ...(payload && { payload }) })
  await call('POST', '/api/projects', { title: 'Canyon', description: 'secret reef' })
  await call('PUT', '/api/projects/p1', { title: 'Bay', revision: 1 })
  await call('DELETE', '/api/projects/p1')
  await call('POST', '/api/projects/p1/members', { email: 'b@example.org', role: 'viewer' })
  await call('PUT', '/api/projects/p1', { nonsense: true })
  await app.inject({ url: '/api/projects', cookies })
  const piece = { 'content-type': 'application/offset+octet-stream' }
  await app.inject({
    method: 'PATCH',
    url: '/api/uploads/u1',
    headers: { ...fromApp, ...piece, 'upload-offset': '0' },
    cookies,
    payload: 'abcde'
  })
  await app.inject({
    method: 'PATCH',
    url: '/api/uploads/u1',
    headers: { ...fromApp, ...piece, 'upload-offset': '5' },
    cookies,
    payload: 'fghij'
  })
  await call('POST', '/api/auth/logout', {})

  const records = recordsOf(join(dataDir, 'logs', 'audit.log'))
  const common = {
    v: 1,
    'source.ip': '127.0.0.1',
    'request.id': /^[0-9a-f-]{36}$/,
    'trace.id': /^[0-9a-f]{32}$/,
    time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
  }
  const ada = { 'actor.id': 'ada', 'actor.kind': 'user', 'actor.session': /^[0-9a-f]{16}$/ }
  t.match(records, [
    {
      ...common,
      event: 'auth.login',
      outcome: 'refused',
      'actor.id': null,
      'actor.kind': 'anonymous',
      'http.status': 401,
      code: 'WRONG_PASSWORD',
      reason: 'Wrong password',
      'source.agent': 'Dive/1',
      'target.type': 'account',
      'target.id': /^sha256:/
    },
    {
      ...common,
      ...ada,
      event: 'auth.login',
      outcome: 'success',
      'http.status': 200,
      'http.route': '/api/auth/login',
      'request.id': answer.headers['x-request-id']
    },
    {
      ...common,
      ...ada,
      event: 'project.created',
      outcome: 'success',
      'target.type': 'project',
      'target.id': 'p1',
      changes: ['title', 'description']
    },
    {
      ...common,
      ...ada,
      event: 'project.revised',
      outcome: 'success',
      'target.type': 'project',
      'target.id': 'p1',
      changes: ['title'],
      'http.route': '/api/projects/:projectId'
    },
    { ...common, ...ada, event: 'project.deleted', outcome: 'refused', 'target.id': 'p1', code: 'ROLE_NEEDED' },
    { ...common, ...ada, event: 'project.member.added', outcome: 'success' },
    { ...common, ...ada, event: 'media.uploaded', outcome: 'success', 'target.type': 'media', 'target.id': 'm1' },
    { ...common, ...ada, event: 'auth.logout', outcome: 'success', 'http.status': 204 }
  ])
  t.equal(records[0]!['target.id'], records[1]!['target.id'], 'one account, however it is written')
  t.equal(records.length, 8)
  t.notMatch(JSON.stringify(records), /secret reef|example\.org|guess/)
  const repeated = lines.filter(({ log }) => log === 'audit')
  t.same(
    repeated.map(({ record }) => record),
    records
  )
  t.match(await verifyAudit(join(dataDir, 'logs', 'audit.log')), { ok: true, recordCount: 8 })
})

t.test('a call abandoned by its client is recorded as unknown', async t => {
  const upstream = await cannedUpstream(t, () => undefined)
  const { app, url, dataDir } = await listeningGateway(t, upstream.url)
  const leaving = new AbortController()
  const forged = `x.${Buffer.from(JSON.stringify({ sub: 'the administrator' })).toString('base64url')}.y`
  const headers = { authorization: `Bearer ${forged}` }
  const call = fetch(`${url}/api/projects/p1`, { method: 'DELETE', headers, signal: leaving.signal })
  while (upstream.arrived.length === 0) await new Promise(resolve => setTimeout(resolve, 5))
  leaving.abort()
  await t.rejects(call)
  while (app.auditLog.head().seq === 0) await new Promise(resolve => setTimeout(resolve, 5))
  t.equal(app.auditLog.head().seq, 1)
  const [record] = recordsOf(join(dataDir, 'logs', 'audit.log'))
  t.match(record, { outcome: 'unknown', 'actor.kind': 'token', 'actor.id': /^sha256:/ })
})

t.test('a token that nobody has accepted puts no name into the log', async t => {
  const upstream = await cannedUpstream(t, (request, response) =>
    request.url?.startsWith('/api/auth/')
      ? json(response, 401, { detail: 'Wrong password', code: 'WRONG_PASSWORD' })
      : json(response, 500, { detail: 'Failed before the token was read', code: 'UNEXPECTED' })
  )
  const { app, dataDir } = await testGateway(t, upstream.url)
  const forged = `x.${Buffer.from(JSON.stringify({ sub: 'the administrator' })).toString('base64url')}.y`
  const headers = { ...fromApp, authorization: `Bearer ${forged}` }
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
  await app.inject({ method: 'POST', url: '/api/auth/login', headers: form, payload: 'username=a%40b.example&password=x' })
  await app.inject({ method: 'POST', url: '/api/projects', headers, payload: { title: 'Canyon' } })
  const records = recordsOf(join(dataDir, 'logs', 'audit.log'))
  t.equal(records.length, 2)
  for (const record of records) t.match(record, { 'actor.kind': 'token', 'actor.id': /^sha256:/ })
})
