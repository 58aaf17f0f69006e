import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import t, { type Test } from 'tap'
import { openLogOutput } from '../../../server/gateway/debug-log.ts'
import { rotatingFile } from '../../../server/gateway/rotating-file.ts'
import { cannedUpstream, json, tokens } from '../../support/canned-upstream.ts'
import { fromApp, signIn, testGateway } from '../../support/gateway.ts'

function freshFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-logs-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

t.test('each request is one line with its route, status and time; probes are not logged', async t => {
  const upstream = await cannedUpstream(t, (_request, response) => json(response, 200, {}))
  const { app, lines } = await testGateway(t, upstream.url)
  const answer = await app.inject({ url: '/api/projects/p1?token=hidden&x=1', headers: { authorization: 'Bearer pat' } })
  await app.inject({ url: '/healthz' })
  const requests = lines.filter(({ msg }) => msg === 'request')
  t.match(requests, [
    {
      requestId: answer.headers['x-request-id'],
      method: 'GET',
      path: '/api/projects/p1',
      query: ['token', 'x'],
      route: '/api/projects/:projectId',
      status: 200,
      ms: Number,
      ip: '127.0.0.1'
    }
  ])
  t.notMatch(JSON.stringify(requests), /hidden/)
})

t.test('row 57: secrets used in calls appear in no log, metric or error', async t => {
  const canaries = ['canary-password', 'canary-pat', 'canary-cookie', 'canary-query', 'canary-body']
  const given = tokens()
  const upstream = await cannedUpstream(t, (request, response) => {
    if (request.url === '/api/auth/login') return json(response, 200, given)
    if (request.url === '/api/notices') return response.destroy()
    json(response, 500, { detail: 'no' })
  })
  const { app, lines, dataDir } = await testGateway(t, upstream.url)
  const { cookies } = await signIn(app, 'ada@example.org', 'canary-password')
  await app.inject({ url: '/api/notices?limit=canary-query', headers: { authorization: 'Bearer canary-pat' } })
  await app.inject({ url: '/api/projects?search=canary-query', cookies: { ...cookies, other: 'canary-cookie' } })
  await app.inject({
    method: 'POST',
    url: '/api/projects',
    headers: fromApp,
    cookies,
    payload: { title: 'canary-body', wrong: 'canary-body' }
  })
  await app.inject({
    method: 'PUT',
    url: '/api/auth/password',
    headers: fromApp,
    cookies,
    payload: { currentPassword: 'canary-password', newPassword: 'canary-password', endOtherSessions: true }
  })
  const metrics = (await app.inject({ url: '/metrics' })).body
  const audit = readFileSync(join(dataDir, 'logs', 'audit.log'), 'utf8')
  const everything = JSON.stringify(lines) + metrics + audit
  for (const secret of [...canaries, given.access_token, given.refresh_token, ...Object.values(cookies)])
    t.notOk(everything.includes(secret), secret.slice(0, 20))
})

/** Reads everything from a paused stream, which returns one chunk at a time. */
function everythingIn(stream: PassThrough): string {
  let text = ''
  for (let piece = stream.read(); piece !== null; piece = stream.read()) text += String(piece)
  return text
}

t.test('row 59: line breaks, terminal commands and megabytes from a client stay one bounded line', async t => {
  const folder = freshFolder(t)
  const stdout = new PassThrough()
  const output = openLogOutput(join(folder, 'logs', 'debug.log'), stdout as never)
  t.teardown(output.close)
  const { default: pino } = await import('pino')
  const upstream = await cannedUpstream(t, (_request, response) => json(response, 200, {}))
  const { app } = await testGateway(t, upstream.url, { logger: pino({ base: undefined }, output) })
  const message = 'a\r\nb\u2028c\u0085d\u001b[31me'
  const report = await app.inject({
    method: 'POST',
    url: '/api/debug-log',
    headers: fromApp,
    payload: { entries: [{ timestamp: '2026-11-20T18:00:00.000Z', level: 'ERROR', message, data: { stack: 'x'.repeat(50_000) } }] }
  })
  t.equal(report.statusCode, 204)
  await app.inject({
    url: `/api/projects/${encodeURIComponent(message)}?${'q'.repeat(5_000)}=1`,
    headers: { authorization: 'Bearer pat', 'user-agent': '\u001b[2J' }
  })
  await output.flush()
  const written = readFileSync(join(folder, 'logs', 'debug.log'), 'utf8')
  t.equal(written, everythingIn(stdout), 'stdout and the file are the same')
  for (const line of written.trimEnd().split(/\r\n|[\n\r\u2028\u2029\u0085]/)) {
    t.ok(line.length < 8_000)
    t.doesNotThrow(() => JSON.parse(line))
    t.ok([...line].every(character => character >= ' ' && !/[\u007f-\u009f\u2028]/.test(character)))
  }
  t.match(written, /a\\r\\nb\\u2028c\\u0085d\\u001b/)
})

t.test("the browser's own warnings reach the operator, bounded, limited and only as the contract allows", async t => {
  const { app, lines } = await testGateway(t, 'http://127.0.0.1:9', { rates: { clientLogsPerMinute: 3 } })
  const entry = { timestamp: '2026-11-20T18:00:00.000Z', level: 'WARN', message: 'The map could not be drawn' }
  const report = (entries: unknown[], headers: Record<string, string> = fromApp) =>
    app.inject({ method: 'POST', url: '/api/debug-log', headers, payload: { entries } })
  t.equal((await report([entry], {})).statusCode, 403)
  t.equal((await report([entry, { ...entry, level: 'ERROR', data: { code: 7 } }])).statusCode, 204)
  t.match(
    lines.filter(({ log }) => log === 'client'),
    [
      { level: 40, msg: entry.message, clientTime: entry.timestamp, requestId: String },
      { level: 50, data: '{"code":7}' }
    ]
  )
  t.equal((await report([{ ...entry, level: 'INFO' }])).statusCode, 422)
  t.equal((await report([{ ...entry, message: 'x'.repeat(3_000) }])).statusCode, 422)
  t.equal((await report([{ ...entry, data: 'x'.repeat(70_000) }])).statusCode, 413)
  t.equal((await report([entry])).statusCode, 204)
  const limited = await report([entry])
  t.equal(limited.statusCode, 429)
  t.equal(limited.headers['retry-after'], '60')
})

t.test('the debug log is JSON with named levels, and contains only the safe parts of an error', async t => {
  const folder = freshFolder(t)
  const script = `
    import { openDebugLog } from ${JSON.stringify(new URL('../../../server/gateway/debug-log.ts', import.meta.url).href)}
    const log = openDebugLog({ dataDir: ${JSON.stringify(folder)}, logLevel: 'info' })
    log.debug('not shown')
    log.info({ n: 1 }, 'shown')
    const cause = Object.assign(new Error('inside'), { code: 'EINSIDE' })
    log.error({ err: Object.assign(new Error('outside', { cause }), { password: 'canary' }) }, 'failed')
    log.error({ err: 'text' }, 'odd')
    process.exit(0)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  let shown = ''
  child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()))
  await new Promise(resolve => child.on('close', resolve))
  const written = readFileSync(join(folder, 'logs', 'debug.log'), 'utf8')
  t.equal(written, shown, 'entries from just before the end are written')
  const lines = written
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)
  t.match(lines, [
    { level: 'info', time: /^\d{4}-.*Z$/, n: 1, msg: 'shown' },
    { level: 'error', err: { type: 'Error', message: 'outside', cause: { code: 'EINSIDE', message: 'inside' } } },
    { level: 'error', err: { type: 'string' } }
  ])
  t.notMatch(written, /canary|not shown/)
})

t.test('a full file is renamed to a number, and the oldest is removed', async t => {
  const path = join(freshFolder(t), 'debug.log')
  const file = rotatingFile(path, 1_000, 3, () => t.fail('nothing is dropped'))
  t.teardown(file.close)
  for (let n = 0; n < 8; n++) {
    file.write(`${'x'.repeat(999)}${n}\n`)
    await file.flush()
  }
  t.same(readdirSync(join(path, '..')).sort(), ['debug.log', 'debug.log.1', 'debug.log.2', 'debug.log.3'])
  t.match(readFileSync(path, 'utf8'), /7\n$/)
  t.match(readFileSync(`${path}.1`, 'utf8'), /6\n$/)
})

t.test('a refusing disk loses lines, which only the counter shows', async t => {
  const folder = freshFolder(t)
  writeFileSync(join(folder, 'logs'), 'a file where the folder should be')
  const output = openLogOutput(join(folder, 'logs', 'debug.log'), new PassThrough().resume() as never)
  t.teardown(output.close)
  for (let n = 0; n < 10; n++) output.write(`{"n":${n}}\n`)
  await output.flush()
  t.ok(output.dropped() > 0)
})

t.test('the last free space on the disk is left to the audit log', async t => {
  const path = join(freshFolder(t), 'logs', 'debug.log')
  let dropped = 0
  const file = rotatingFile(path, 1_000, 3, characters => (dropped += characters), Number.MAX_SAFE_INTEGER)
  t.teardown(file.close)
  file.write('a line\n')
  await file.flush()
  t.equal(dropped, 7)
  t.same(readdirSync(join(path, '..')), [])
})

t.test('a reader of stdout that stops or disconnects neither blocks nor ends the gateway', async t => {
  const folder = freshFolder(t)
  const url = (path: string) => JSON.stringify(new URL(`../../../server/gateway/${path}`, import.meta.url).href)
  const script = `
    import { openLogOutput } from ${url('debug-log.ts')}
    const output = openLogOutput(${JSON.stringify(join(folder, 'debug.log'))})
    let rounds = 0
    const timer = setInterval(() => {
      for (let n = 0; n < 200; n++) output.write(JSON.stringify({ n, pad: 'x'.repeat(1000) }) + '\\n')
      if (++rounds < 100) return
      clearInterval(timer)
      process.stderr.write('rounds ' + rounds + ' rss ' + process.memoryUsage().rss + '\\n')
      process.exit(0)
    }, 10)`
  for (const reader of ['stops', 'leaves'] as const) {
    const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], { stdio: ['ignore', 'pipe', 'pipe'] })
    if (reader === 'leaves') child.stdout.destroy()
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const code = await new Promise(resolve => child.on('exit', resolve))
    t.equal(code, 0, `${reader}: ${output}`)
    const rss = Number(/rounds 100 rss (\d+)/.exec(output)?.[1])
    t.ok(rss > 0 && rss < 250e6, `${reader}: ${rss}`)
  }
})
