import { existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import pino from 'pino'
import t from 'tap'
import { verifyAudit } from '../../../server/gateway/audit-verify.ts'
import { freeSpace } from '../../../server/gateway/free-space.ts'
import { cannedUpstream, json, tokens } from '../../support/canned-upstream.ts'
import { fromApp, listeningGateway } from '../../support/gateway.ts'

/** Faults of the volume under the running audit log, and their repair. The test may run as root, whom permissions do not stop. */
const faults = {
  full: {
    begins: (logs: string) => {
      renameSync(join(logs, 'audit.log'), join(logs, 'kept'))
      symlinkSync('/dev/full', join(logs, 'audit.log')) // every write fails with ENOSPC
    },
    ends: (logs: string) => {
      rmSync(join(logs, 'audit.log'))
      renameSync(join(logs, 'kept'), join(logs, 'audit.log'))
    }
  },
  'read-only': {
    begins: (logs: string) => {
      renameSync(logs, `${logs}.kept`)
      symlinkSync('/proc/self', logs) // no file can be created there
    },
    ends: (logs: string) => {
      rmSync(logs)
      renameSync(`${logs}.kept`, logs)
    }
  }
}

for (const [name, { begins, ends }] of Object.entries(faults)) {
  const there = existsSync('/dev/full') && existsSync('/proc/self')
  t.test(
    `while the volume of the audit log is ${name}, audited calls are refused, reading and signing out work, and it recovers`,
    { skip: there ? false : 'there is no /dev/full or no /proc' },
    async t => {
      const upstream = await cannedUpstream(t, (request, response) =>
        json(response, 200, request.url === '/api/auth/login' ? tokens() : { id: '1' })
      )
      const { app, url, dataDir, lines } = await listeningGateway(t, upstream.url)
      const logs = join(dataDir, 'logs')
      const call = (method: string, path: string, body?: string, type = 'application/json') =>
        fetch(url + path, {
          method,
          headers: { ...fromApp, authorization: 'Bearer isobath_pat_1', ...(body && { 'content-type': type }) },
          ...(body && { body })
        })
      const signIn = () => call('POST', '/api/auth/login', 'username=ada&password=secret', 'application/x-www-form-urlencoded')
      const failures = async () => Number(/isobath_audit_failures_total (\d+)/.exec(await (await fetch(`${url}/metrics`)).text())?.[1])
      t.equal((await signIn()).status, 200)
      t.equal(await failures(), 0)

      begins(logs)
      await pause(1_100) // the log checks once a second whether its file still exists
      const first = await call('POST', '/api/projects', '{"title":"Canyon"}')
      t.equal(first.status, 503)
      t.match(await first.json(), { code: 'AUDIT_LOST' })
      const before = upstream.arrived.length
      for (const refused of [
        await signIn(),
        await call('DELETE', '/api/projects/1'),
        await call('POST', '/api/projects', '{"title":"B"}')
      ]) {
        t.equal(refused.status, 503)
        t.match(await refused.json(), { code: 'AUDIT_UNAVAILABLE' })
      }
      t.equal(upstream.arrived.length, before, 'the backend gets no call')
      t.equal((await call('GET', '/api/projects')).status, 200)
      t.equal((await call('POST', '/api/auth/logout', '{}')).status, 204)
      t.equal((await fetch(`${url}/healthz`)).status, 200)
      t.match(await (await fetch(`${url}/readyz`)).json(), { reasons: ['the audit log is not writable'] })
      t.ok((await failures()) > 0)
      t.ok(lines.some(({ msg }) => msg === 'writing the audit log failed: audited calls are refused'))

      ends(logs)
      while (!app.auditLog.available()) await pause(50)
      t.equal((await signIn()).status, 200)
      t.equal((await fetch(`${url}/readyz`)).status, 200)
      t.match(await verifyAudit(join(logs, 'audit.log')), { ok: true, recordCount: app.auditLog.head().seq })
    }
  )
}

t.test('an audit log whose folder is removed continues the same chain in a new folder, and records the change', async t => {
  const upstream = await cannedUpstream(t, (_request, response) => json(response, 200, { id: '1' }))
  const { app, url, dataDir, lines } = await listeningGateway(t, upstream.url)
  const remove = () => fetch(`${url}/api/projects/1`, { method: 'DELETE', headers: { authorization: 'Bearer isobath_pat_1' } })
  t.equal((await remove()).status, 200)
  rmSync(join(dataDir, 'logs'), { recursive: true })
  await pause(1_100)
  t.equal((await remove()).status, 200)
  const record = JSON.parse(readFileSync(join(dataDir, 'logs', 'audit.log'), 'utf8')) as { seq: number; event: string }
  t.match(record, { seq: 2, event: 'project.deleted' })
  t.equal(app.auditLog.head().seq, 2)
  t.ok(lines.some(({ err }) => /moved or removed/.test(JSON.stringify(err))))
})

t.test('the operator is warned once when only the reserve of the audit log is left; the free space is a metric', async t => {
  const lines: Record<string, unknown>[] = []
  const app = Fastify({ loggerInstance: pino({ base: undefined }, { write: line => lines.push(JSON.parse(line)) }) })
  const metrics = new Map<string, () => number>()
  const gauge = (name: string, _help: string, read: () => number) => metrics.set(name, read)
  await app.register(freeSpace, { dataDir: t.testdir({}), gauge, leastBytes: Number.MAX_SAFE_INTEGER })
  await app.ready()
  t.match(lines, [{ level: 50, msg: /nearly full/, free: Number }])
  t.ok(metrics.get('isobath_data_free_bytes')!() > 0)
  await app.close()

  const upstream = await cannedUpstream(t, (_request, response) => json(response, 200, {}))
  const { url, lines: calm } = await listeningGateway(t, upstream.url)
  t.match(await (await fetch(`${url}/metrics`)).text(), /isobath_data_free_bytes \d{6}/)
  t.notOk(calm.some(({ msg }) => /nearly full/.test(String(msg))))
})
