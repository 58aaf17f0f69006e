import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { invitationMs, oneTimeLinks } from '../../../../server/backend/accounts/one-time-links.ts'
import type { Database } from '../../../../server/backend/storage/database.ts'
import { timestamp } from '../../../../server/lib/clock.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { LogLine, OpenLink, ServerPerson, ServerState, StorageState } from '../../../../shared/contracts/administration.ts'
import { forEachDatabase, type Person, personOf, testBackend } from '../../../support/backend.ts'
import { blindScene } from '../../../support/blind-session.ts'
import { isobath } from '../../../support/command-line.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const pages = ['/admin/server', '/admin/people', '/admin/invitations', '/admin/storage', '/admin/jobs', '/admin/log']

/** Adds a model uploaded by a team. Its file is not read here. */
async function addModel(db: Database, projectId: string, createdBy: string, sizeBytes: number): Promise<void> {
  await db
    .insertInto('ai_uploaded_model')
    .values({
      ...{ id: newId(), project_id: projectId, sha256: 'e'.repeat(64), file_name: 'net.onnx', size_bytes: sizeBytes, inspection: '{}' },
      ...{ state: 'needs_manifest', manifest: null, manifest_sha256: null, name: null, version: null, dry_run: null, job_id: null },
      ...{ licence_read_by: null, licence_read_at: null, created_by: createdBy, created_at: timestamp() }
    })
    .execute()
}

await forEachDatabase(t, (t, database) => {
  t.test('only administrators with a session see the server, and a demoted one is refused immediately', async t => {
    const { app, signUp, storage } = await testBackend(t, { database })
    const [admin, bo] = [await signUp(), await signUp()]
    const withToken = async (scope: 'read' | 'write') => {
      const { secret } = (await admin.post('/auth/tokens', { name: scope, scope })).json()
      return personOf(app, { ...admin.tokens, access_token: secret })
    }
    const [reader, writer] = [await withToken('read'), await withToken('write')]
    for (const url of pages) {
      t.match((await bo.get(url)).json(), { status: 403, code: 'ADMINISTRATOR_NEEDED' }, url)
      t.equal((await admin.get(url)).statusCode, 200, url)
      for (const program of [reader, writer]) t.match((await program.get(url)).json(), { status: 403, code: 'SESSION_NEEDED' }, url)
    }
    t.match((await reader.post('/admin/jobs/any/retry')).json(), { status: 403, code: 'READ_ONLY_TOKEN' })
    for (const act of ['retry', 'cancel'])
      t.match((await writer.post(`/admin/jobs/any/${act}`)).json(), { status: 403, code: 'SESSION_NEEDED' }, act)
    await storage.db.updateTable('account').set({ administrator: 0 }).where('id', '=', admin.id).execute()
    for (const url of pages) {
      t.equal((await admin.get(url)).statusCode, 403, url)
      t.equal((await reader.get(url)).statusCode, 403, url)
    }
  })

  t.test('people are listed with role, projects and last sign-in, searched and paged', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const admin = await signUp('admin@lab.example')
    const ana = await signUp('ana@lab.example')
    const bo = await signUp('bo_x@lab.example')
    await ana.patch('/auth/me', { revision: 1, name: 'Ana Lind' })
    const { id: projectId } = await ana.makeProject()
    for (const sizeBytes of [3e9, 7]) await addModel(storage.db, projectId, ana.id, sizeBytes)
    await storage.db.deleteFrom('login_address').where('account_id', '=', bo.id).execute()
    await storage.db.updateTable('account').set({ disabled_at: new Date().toISOString() }).where('id', '=', bo.id).execute()
    const list = async (query = '') =>
      (await admin.get(`/admin/people${query}`)).json<{ items: ServerPerson[]; nextCursor: string | null; total: number }>()
    const found = await list()
    t.match(found, { total: 3, nextCursor: null })
    t.match(found.items[0], { email: bo.email, name: null, disabled: true, lastSignInAt: null, projectCount: 0 })
    t.match(found.items[1], {
      name: 'Ana Lind',
      administrator: false,
      disabled: false,
      projectCount: 1,
      imageBytes: 0,
      modelBytes: 3_000_000_007,
      lastSignInAt: String
    })
    t.match(found.items[2], { email: admin.email, administrator: true, modelBytes: 0 })
    t.match(await list('?q=LIND'), { total: 1, items: [{ name: 'Ana Lind' }] })
    t.match(await list('?q=o_x%40'), { total: 1, items: [{ email: bo.email }] })
    t.match(await list('?q=a_a'), { total: 0 }, 'an underscore is not a wildcard')
    await storage.db.updateTable('account').set({ name: 'Åsa Öst' }).where('id', '=', bo.id).execute()
    for (const q of ['ås', 'ÖST']) t.match(await list(`?q=${encodeURIComponent(q)}`), { total: 1, items: [{ name: 'Åsa Öst' }] }, q)
    const first = await list('?limit=2')
    t.match(await list(`?limit=2&cursor=${first.nextCursor}`), { total: 3, items: [{ email: admin.email }], nextCursor: null })
  })

  t.test('open invitations to projects and to the server, without used, revoked and expired ones', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const [admin, ana] = [await signUp(), await signUp()]
    const { id } = await ana.makeProject({ title: 'Kelp forest' })
    const invite = async () => (await ana.post(`/projects/${id}/invitations`, { role: 'editor', days: 7, once: true })).json()
    const links = oneTimeLinks(storage.db)
    const kept = await invite()
    const revoked = await invite()
    await ana.delete(`/projects/${id}/invitations/${revoked.id}`)
    await links.issueInvitation('new@lab.example', invitationMs)
    await links.issueInvitation('late@lab.example', -1)
    await links.issueReset(ana.id, invitationMs)
    const list = async (query = '') =>
      (await admin.get(`/admin/invitations${query}`)).json<{ items: OpenLink[]; nextCursor: string | null }>()
    const { items } = await list()
    t.match(items, [
      { project: null, role: null, email: 'new@lab.example', invitedBy: null },
      { id: kept.id, project: { id, title: 'Kelp forest' }, role: 'editor', email: null, invitedBy: String }
    ])
    t.equal(items.length, 2)
    const first = await list('?limit=1')
    t.match(await list(`?limit=1&cursor=${encodeURIComponent(first.nextCursor ?? '')}`), { items: [{ id: kept.id }], nextCursor: null })
    t.equal((await admin.get('/admin/invitations?cursor=x')).statusCode, 400)
    await ana.delete(`/projects/${id}`)
    t.equal((await list()).items.length, 1, 'a link to a deleted project does not work')
  })

  t.test('storage by project, the largest first, with the database and the disk', async t => {
    const { signUp, storage } = await testBackend(t, { database, room: { minFreeBytes: 0, quotaBytes: 5e9, quotaPerPersonBytes: null } })
    const [admin, ana] = [await signUp(), await signUp()]
    for (const [title, media_bytes] of [
      ['Small', 10],
      ['Large', 4e9],
      ['Gone', 10]
    ] as const) {
      const { id } = await ana.makeProject({ title })
      await storage.db.updateTable('project').set({ media_bytes, media_count: 2 }).where('id', '=', id).execute()
      if (title === 'Small') for (const sizeBytes of [5, 2]) await addModel(storage.db, id, ana.id, sizeBytes)
      if (title === 'Gone') await ana.delete(`/projects/${id}`)
    }
    const list = async (query = '') => (await admin.get(`/admin/storage${query}`)).json<StorageState>()
    const found = await list()
    t.match(found, { originalBytes: 0, modelBytes: 7, quotaBytes: 5e9, nextCursor: null })
    t.ok(found.freeBytes > 0 && found.databaseBytes > 10_000, JSON.stringify(found))
    t.match(found.items, [
      { title: 'Large', imageBytes: 4e9, modelBytes: 0, imageCount: 2, memberCount: 1, deletedAt: null },
      { title: 'Small', imageBytes: 10, modelBytes: 7, deletedAt: null },
      { title: 'Gone', imageBytes: 10, modelBytes: 0, deletedAt: String }
    ])
    const first = await list('?limit=2')
    t.match(await list(`?limit=2&cursor=${encodeURIComponent(first.nextCursor ?? '')}`), { items: [{ title: 'Gone' }], nextCursor: null })
    t.equal((await admin.get('/admin/storage?cursor=x')).statusCode, 400)
  })

  t.test('an administrator cancels and retries the jobs of other people’s projects', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const [admin, ana] = [await signUp(), await signUp()]
    const { id: projectId } = await ana.makeProject({ title: 'Kelp forest' })
    const insert = (id: string, state: 'running' | 'failed' | 'done') =>
      storage.db
        .insertInto('job')
        .values(jobRow(projectId, id, state))
        .execute()
    await insert('job-1', 'running')
    await insert('job-2', 'failed')
    await insert('job-3', 'done')
    t.match((await admin.get('/admin/jobs')).json().items, [{ id: 'job-1', projectTitle: 'Kelp forest', state: 'running' }])
    t.match((await admin.get('/admin/jobs?state=failed')).json().items, [{ id: 'job-2', failure: 'no room' }])
    t.match((await admin.post('/admin/jobs/job-1/cancel')).json(), { id: 'job-1', state: 'cancelled', projectTitle: 'Kelp forest' })
    t.match((await admin.post('/admin/jobs/job-1/cancel')).json(), { status: 409, code: 'JOB_ENDED' })
    t.match((await admin.post('/admin/jobs/job-2/retry')).json(), { state: 'waiting', failure: null })
    t.match((await admin.post('/admin/jobs/job-3/retry')).json(), { status: 409, code: 'JOB_NOT_FAILED' })
    t.match((await admin.post('/admin/jobs/none/cancel')).json(), { status: 404 })
    t.match((await ana.post('/admin/jobs/job-2/cancel')).json(), { status: 404 }, 'others cannot find out whether it exists')
  })

  t.test('the last backup is shown once there is one', async t => {
    const { signUp, config } = await testBackend(t, { database, isOffline: true })
    const admin = await signUp()
    const state = async () => (await admin.get('/admin/server')).json<ServerState>()
    const name = database === 'sqlite' ? 'SQLite' : 'PostgreSQL'
    t.match(await state(), {
      backup: null,
      versions: { isobath: '0.0.0-test', node: process.versions.node, sharp: /^\d/, database: { name, version: /^\d/ } },
      registration: 'open',
      sendsMail: false,
      isOffline: true,
      personCount: 1,
      projectCount: 0
    })
    const settings = { DATA_DIR: config.dataDir, ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl }) }
    t.match(await isobath(['backup', join(temporaryFolder(t), 'monday.tar')], settings), { code: 0 })
    t.match((await state()).backup, { fileName: 'monday.tar', missingCount: 0, sizeBytes: Number, at: String })
    writeFileSync(join(config.dataDir, 'last-backup.json'), '{"at":')
    t.match(await state(), { backup: null }, 'a damaged record does not count')
  })
})

t.test('an administrator who works blind sees neither the log nor the hidden jobs of that project', async t => {
  const { begin, owner, project, storage, bo } = await blindScene(t)
  await storage.db.updateTable('account').set({ administrator: 1 }).where('id', '=', bo.id).execute()
  await storage.db.updateTable('account').set({ administrator: 0 }).where('id', '=', owner.id).execute()
  await storage.db
    .insertInto('job')
    .values([jobRow(project.id, 'job-1', 'failed', 'exchange.check'), jobRow(project.id, 'job-2', 'failed', 'exchange.export')])
    .execute()
  t.equal((await bo.get('/admin/jobs?state=failed')).json().items.length, 2)
  t.equal((await bo.get('/admin/log')).statusCode, 200)
  await begin()
  const seen = (await bo.get('/admin/jobs?state=failed')).json().items
  t.match(seen, [{ id: 'job-2', failure: /after your blind session/ }])
  t.equal(seen.length, 1)
  t.match((await bo.post('/admin/jobs/job-1/retry')).json(), { status: 404 })
  t.match((await bo.get('/admin/log')).json(), { code: 'WORKING_BLIND' })
})

t.test('the end of the log is read as rows, filtered by level, up to a limit', async t => {
  const { signUp, config } = await testBackend(t)
  const admin = await signUp()
  t.same((await read(admin)).lines, [], 'no log yet')
  const folder = join(config.dataDir, 'logs')
  mkdirSync(folder, { recursive: true })
  const line = (more: object) => `${JSON.stringify({ level: 'info', time: '2026-11-24T10:00:00.000Z', ...more })}\n`
  const error = { type: 'Error', message: 'no room', stack: 'Error: no room' }
  writeFileSync(join(folder, 'audit.log'), line({ msg: 'audited' }))
  writeFileSync(join(folder, 'debug.log.1'), line({ msg: 'before the rotation' }))
  writeFileSync(
    join(folder, 'debug.log'),
    [
      line({ msg: 'request', method: 'GET', path: '/a\nb', status: 200, query: ['q'] }),
      line({ level: 'error', msg: 'export failed', requestId: 'r1', err: error }),
      line({ level: 'debug', msg: 'small' }),
      line({ level: 'error', log: 'audit', record: { event: 'auth.login' } }),
      'no JSON é\n',
      '{"level":"fatal","msg":"half a li'
    ].join('')
  )
  const all = await read(admin)
  t.match(
    all.lines.map(({ message }) => message),
    ['no JSON é', 'export failed', 'request', 'before the rotation']
  )
  t.equal(all.isCut, false)
  t.same(all.lines[1], {
    time: '2026-11-24T10:00:00.000Z',
    level: 'error',
    message: 'export failed',
    fields: [
      { name: 'requestId', value: 'r1' },
      { name: 'err.type', value: 'Error' },
      { name: 'err.message', value: 'no room' },
      { name: 'err.stack', value: 'Error: no room' }
    ]
  })
  t.match(all.lines[0], { time: null, level: 'info' })
  t.match(await read(admin, '?level=error'), { lines: [{ message: 'export failed' }], isCut: false })
  t.match(await read(admin, '?level=debug&limit=2'), { lines: [{ message: 'no JSON é' }, { message: 'small' }], isCut: true })
  t.equal((await admin.get('/admin/log?limit=501')).statusCode, 400)
  t.equal((await admin.get('/admin/log?level=loud')).statusCode, 400)

  const many = Array.from({ length: 40_000 }, (_, number) => line({ msg: `number ${number} ${'x'.repeat(100)}` }))
  writeFileSync(join(folder, 'debug.log'), many.join(''))
  const end = await read(admin, '?limit=500')
  t.equal(end.lines.length, 500)
  t.match(end.lines[499]?.message, /^number 39500 /, 'across the blocks that are read')
  t.match(await read(admin, '?level=error'), { lines: { length: 0 }, isCut: true }, 'only the end of a large log is searched')
})

const read = async (admin: Person, query = '') => (await admin.get(`/admin/log${query}`)).json<{ lines: LogLine[]; isCut: boolean }>()

function jobRow(projectId: string, id: string, state: 'running' | 'failed' | 'done', kind = 'media.derive') {
  const now = new Date().toISOString()
  return {
    ...{ id, kind, project_id: projectId, subject: 'a.jpg', payload: '{}', state, done: 1, total: 2 },
    ...{ failure: state === 'failed' ? 'no room' : null, attempts: 1, run_after: now, created_at: now, finished_at: null }
  }
}
