import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { fetchModelJob } from '../../../../server/backend/ai/uploaded/fetch-model.ts'
import { defaultModels } from '../../../../server/backend/ai/uploaded/model-policy.ts'
import { failureShownMs } from '../../../../server/backend/ai/uploaded/start-fetch.ts'
import { buildBackend } from '../../../../server/backend/backend.ts'
import { forgetFinishedJobs } from '../../../../server/backend/jobs/records.ts'
import type { Job } from '../../../../shared/contracts/jobs.ts'
import type { UploadedModelList } from '../../../../shared/contracts/uploaded-models.ts'
import { type BackendOptions, forEachDatabase, personOf } from '../../../support/backend.ts'
import { broughtModels } from '../../../support/brought-models.ts'
import { certificates } from '../../../support/certificates.ts'
import { constantModel } from '../../../support/onnx-writer.ts'
import { until } from '../../../support/until.ts'

const model = constantModel([{ name: 'out', shape: [1, 1, 6], values: [16, 24, 32, 40, 0.9, 0] }])
const sha256 = createHash('sha256').update(model).digest('hex')

/** Trusts the certificates of the servers that a test starts. Node reads this variable at each connection. */
function trustAll(t: Test): void {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  t.teardown(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED)
}

/** Starts an https server. */
async function publisher(t: Test, answer: RequestListener) {
  const server = createServer(certificates.right, answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, url: `https://${host}` }
}

const send = (reply: ServerResponse, content: Buffer) => reply.writeHead(200, { 'content-length': content.length }).end(content)

async function fetching(t: Test, options: BackendOptions) {
  const team = await broughtModels(t, { models: { ...defaultModels, fromWeb: true }, ...options })
  const { owner, projectId } = team
  const list = async () => (await owner.get(`/projects/${projectId}/ai/uploaded-models`)).json<UploadedModelList>()
  const begin = (body: object) => owner.post(`/projects/${projectId}/ai/uploaded-models`, body)
  return {
    ...team,
    list,
    begin,
    /** Fetches to the end. */
    async fetch(body: object): Promise<Job> {
      const answer = await begin(body)
      if (answer.statusCode !== 202) throw new Error(answer.body)
      return until(
        async () => (await owner.get(`/jobs/${answer.json<Job>().id}`)).json<Job>(),
        ({ state }) => ['done', 'failed', 'cancelled'].includes(state)
      )
    },
    /** Names of the files that are not finished. */
    unfinished: () => readdirSync(join(team.config.dataDir, 'uploads')),
    reserved: async () => team.storage.db.selectFrom('upload').select('id').where('media_id', 'is', null).execute()
  }
}

await forEachDatabase(t, (t, database) => {
  t.test('a model is fetched, compared with its checksum, inspected and kept like an uploaded one', async t => {
    trustAll(t)
    const asked: string[] = []
    const { host, url } = await publisher(t, (request, reply) => {
      asked.push(request.url ?? '')
      if (request.url === '/latest') return reply.writeHead(302, { location: '/files/reef%20finder.onnx?key=s3cret' }).end()
      send(reply, model)
    })
    const team = await fetching(t, { database, allowedHosts: [host] })
    t.match(await team.list(), { fromWeb: 'on', fetch: null, items: [] })
    const done = await team.fetch({ address: ` ${url}/files/reef%20finder.onnx?key=s3cret `, sha256: sha256.toUpperCase() })
    t.match(done, { kind: 'ai.fetch_model', state: 'done', subject: 'reef finder.onnx' })
    const { items, fetch } = await team.list()
    t.equal(fetch, null)
    t.match(items, [{ state: 'needs_manifest', fileName: 'reef finder.onnx', sizeBytes: model.length, createdBy: 'ana@lab.example' }])
    const card = await team.card(items[0]?.id ?? '')
    t.match(card, { sha256, manifest: { source: `${url}/files/reef%20finder.onnx` }, inspection: { opset: 17 } })
    t.notMatch(JSON.stringify(card), /s3cret/, 'a key in the query is kept nowhere that people see')
    t.same([team.unfinished(), await team.reserved()], [[], []])

    const redirected = await team.fetch({ address: `${url}/latest` })
    t.match(redirected, { state: 'done', subject: 'latest.onnx' })
    t.equal(asked.length, 3)
    const { items: activity } = (await team.owner.get(`/projects/${team.projectId}/activity`)).json()
    t.match(
      activity.map(({ event }: { event: string }) => event).filter((event: string) => event.startsWith('ai.')),
      ['ai.model_added', 'ai.model_fetched', 'ai.model_added', 'ai.model_fetched']
    )
  })

  t.test('a fetch that cannot succeed ends with a sentence, and leaves nothing behind', async t => {
    trustAll(t)
    const plain = { host: '' }
    const { host, url } = await publisher(t, (request, reply) => {
      const path = request.url ?? ''
      if (path === '/missing.onnx') return reply.writeHead(404).end()
      if (path === '/text.onnx') return send(reply, Buffer.from('not a model'))
      if (path === '/large.onnx') return reply.writeHead(200, { 'content-length': 5 * 1024 ** 2 }).end(Buffer.alloc(10))
      if (path === '/endless.onnx') return void reply.writeHead(200).end(Buffer.alloc(3 * 1024 ** 2))
      if (path === '/packed.onnx') return reply.writeHead(200, { 'content-encoding': 'gzip' }).end(model)
      if (path === '/inside.onnx') return reply.writeHead(302, { location: 'https://169.254.169.254/latest' }).end()
      if (path === '/plain.onnx') return reply.writeHead(302, { location: `http://${plain.host}/` }).end()
      send(reply, model)
    })
    plain.host = host
    const models = { ...defaultModels, fromWeb: true, largestBytes: 2 * 1024 ** 2 }
    const team = await fetching(t, { database, allowedHosts: [host], models })
    for (const [path, reason] of [
      ['missing.onnx', `${host} refused the request with status 404`],
      ['text.onnx', /model/],
      ['large.onnx', 'A model may be up to 2 MiB on this server'],
      ['endless.onnx', 'The file is larger than models may be on this server'],
      ['packed.onnx', `${host} was not read: its response is compressed`],
      ['inside.onnx', `${host} leads to an address inside this network, which this server does not connect to`],
      ['plain.onnx', `${host} was not read: it redirects from https to http`]
    ] as const) {
      const job = await team.fetch({ address: `${url}/${path}` })
      t.match(job, { state: 'failed', failure: reason }, path)
      t.match((await team.list()).fetch, { id: job.id, state: 'failed' }, 'the page shows it')
    }
    const other = await team.fetch({ address: `${url}/right.onnx`, sha256: 'a'.repeat(64) })
    t.match(other, { state: 'failed', failure: new RegExp(`another SHA-256 than you gave: ${sha256}`) })
    t.same([(await team.list()).items, team.unfinished(), await team.reserved()], [[], [], []])
  })

  t.test('a lost connection is tried again, and a cancelled fetch ends at once', async t => {
    trustAll(t)
    let tries = 0
    const waiting = Promise.withResolvers<void>()
    const { host, url } = await publisher(t, (request, reply) => {
      if (request.url === '/slow.onnx') {
        reply.writeHead(200, { 'content-length': 100 }).write('first part')
        return waiting.resolve()
      }
      tries++
      if (tries === 1) return reply.writeHead(503).end()
      if (tries === 2) {
        reply.writeHead(200, { 'content-length': model.length }).write(model.subarray(0, 20))
        return void setTimeout(() => reply.destroy(), 50)
      }
      send(reply, model)
    })
    const team = await fetching(t, { database, allowedHosts: [host] })
    t.match(await team.fetch({ address: `${url}/again.onnx` }), { state: 'done' })
    t.equal(tries, 3)
    t.equal((await team.list()).items.length, 1)

    const { id } = (await team.begin({ address: `${url}/slow.onnx` })).json<Job>()
    await waiting.promise
    await until(team.reserved, rows => rows.length === 1)
    t.match((await team.begin({ address: `${url}/again.onnx` })).json(), { status: 409, detail: /Another model is being fetched/ })
    t.match((await team.list()).fetch, { id, state: 'running' })
    t.match((await team.owner.post(`/jobs/${id}/cancel`)).json(), { state: 'cancelled' })
    await until(team.reserved, rows => rows.length === 0)
    await until(
      async () => team.unfinished(),
      names => names.length === 0
    )
    t.match(await team.list(), { fetch: null, items: [{}] })
  })

  t.test('a server that stops gives a fetch back, and the next one fetches the model once', async t => {
    trustAll(t)
    const waiting = Promise.withResolvers<void>()
    let tries = 0
    const { host, url } = await publisher(t, (_request, reply) => {
      if (++tries > 1) return send(reply, model)
      reply.writeHead(200, { 'content-length': model.length }).write(model.subarray(0, 20))
      waiting.resolve()
    })
    const team = await fetching(t, { database, allowedHosts: [host] })
    const { id } = (await team.begin({ address: `${url}/reef.onnx` })).json<Job>()
    await waiting.promise
    await until(team.reserved, rows => rows.length === 1)
    await team.app.close()
    t.same([team.unfinished(), await team.reserved()], [[], []])
    const next = await buildBackend(team.config)
    t.teardown(() => next.close())
    const stateOf = () => team.storage.db.selectFrom('job').select('state').where('id', '=', id).executeTakeFirstOrThrow()
    await until(stateOf, ({ state }) => state === 'done')
    t.equal((await team.storage.db.selectFrom('ai_uploaded_model').select('id').execute()).length, 1)
    t.same(team.unfinished(), [])
  })

  t.test('only people who may add models try a fetch again, while the operator allows it', async t => {
    trustAll(t)
    const { host, url } = await publisher(t, (_request, reply) => reply.writeHead(404).end())
    const team = await fetching(t, { database, allowedHosts: [host] })
    const { id } = await team.fetch({ address: `${url}/a.onnx?key=s3cret` })
    const bo = await team.signUp('bo@lab.example')
    await team.owner.post(`/projects/${team.projectId}/members`, { email: 'bo@lab.example', role: 'editor' })
    for (const action of ['retry', 'cancel'])
      t.match((await bo.post(`/jobs/${id}/${action}`)).json(), { status: 403, code: 'MODEL_UPLOAD_NEEDS' }, action)
    t.notMatch((await bo.get(`/jobs/${id}`)).body, /s3cret/)
    t.equal((await team.owner.post(`/jobs/${id}/retry`)).statusCode, 200)
    const ended = () => team.storage.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await until(ended, ({ state }) => state === 'failed')

    await team.app.close()
    const off = await buildBackend({ ...team.config, models: defaultModels })
    t.teardown(() => off.close())
    const owner = await personOf(off, team.owner.tokens)
    t.equal((await owner.post(`/jobs/${id}/retry`)).statusCode, 200)
    t.match(await until(ended, ({ failure }) => failure?.includes('no longer') === true), {
      state: 'failed',
      failure: 'This server no longer fetches models from web addresses'
    })
    await team.storage.db.updateTable('job').set({ finished_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', id).execute()
    await forgetFinishedJobs(team.storage.db, { [fetchModelJob]: { lane: 'downloads', keptMs: failureShownMs } })
    t.equal((await owner.get(`/jobs/${id}`)).statusCode, 404, 'an address with a key is not kept')
  })

  t.test('a fetch ends with the right of its person', async t => {
    trustAll(t)
    const [waiting, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { host, url } = await publisher(t, async (_request, reply) => {
      reply.writeHead(200, { 'content-length': model.length }).write(model.subarray(0, 20))
      waiting.resolve()
      await goOn.promise
      reply.end(model.subarray(20))
    })
    const models = { ...defaultModels, fromWeb: true, uploaders: 'owners' as const }
    const team = await fetching(t, { database, allowedHosts: [host], models })
    const bo = await team.signUp('bo@lab.example')
    const members = `/projects/${team.projectId}/members`
    await team.owner.post(members, { email: 'bo@lab.example', role: 'owner' })
    const { id } = (await bo.post(`/projects/${team.projectId}/ai/uploaded-models`, { address: `${url}/a.onnx` })).json<Job>()
    await waiting.promise
    await until(team.reserved, rows => rows.length === 1)
    t.equal((await team.owner.patch(`${members}/${bo.id}`, { role: 'viewer' })).statusCode, 200)
    await until(team.reserved, rows => rows.length === 0)
    goOn.resolve()
    const job = await until(
      async () => (await team.owner.get(`/jobs/${id}`)).json<Job>(),
      ({ state }) => state === 'failed'
    )
    t.match(job.failure, /role|models/)
    t.same([(await team.list()).items, team.unfinished()], [[], []])
  })

  t.test('a fetch of a disabled account is not tried again', async t => {
    trustAll(t)
    const { host, url } = await publisher(t, (_request, reply) => reply.writeHead(404).end())
    const models = { ...defaultModels, fromWeb: true, uploaders: 'owners' as const }
    const team = await fetching(t, { database, allowedHosts: [host], models })
    const bo = await team.signUp('bo@lab.example')
    await team.owner.post(`/projects/${team.projectId}/members`, { email: 'bo@lab.example', role: 'owner' })
    const { id } = (await bo.post(`/projects/${team.projectId}/ai/uploaded-models`, { address: `${url}/a.onnx` })).json<Job>()
    const failedFor = (reason: RegExp) =>
      until(
        async () => (await team.owner.get(`/jobs/${id}`)).json<Job>(),
        ({ state, failure }) => state === 'failed' && reason.test(failure ?? '')
      )
    await failedFor(/status 404/)
    await team.storage.db.updateTable('account').set({ disabled_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', bo.id).execute()
    t.equal((await team.owner.post(`/jobs/${id}/retry`)).statusCode, 200)
    t.ok(await failedFor(/^The account that started this fetch is disabled$/))
  })

  t.test('addresses that are not https or not public are refused, and so are people without the right', async t => {
    const team = await fetching(t, { database, allowedHosts: ['lab.example:80'] })
    for (const [address, reason] of [
      ['http://lab.example/model.onnx', /its scheme is not https/],
      ['https://127.0.0.1/model.onnx', /not on the public internet/],
      ['https://localhost/model.onnx', /local network/],
      ['https://ana:pass@models.example/model.onnx', /user name or a password/],
      ['file:///etc/passwd', /neither http nor https/],
      ['model.onnx', /not a URL/]
    ] as const)
      t.match((await team.begin({ address })).json(), { status: 422, code: 'MODEL_REFUSED', detail: reason }, address)
    t.match((await team.begin({ address: 'https://models.example/a.onnx', sha256: 'abc' })).statusCode, 422)
    t.equal((await team.begin({})).statusCode, 422)

    const guest = await team.signUp('bo@lab.example')
    const call = () => guest.post(`/projects/${team.projectId}/ai/uploaded-models`, { address: 'https://models.example/a.onnx' })
    t.equal((await call()).statusCode, 404)
    await team.owner.post(`/projects/${team.projectId}/members`, { email: 'bo@lab.example', role: 'editor' })
    t.match((await call()).json(), { status: 403, code: 'MODEL_UPLOAD_NEEDS' })
    t.same(await team.reserved(), [])
  })

  t.test('the operator allows it, and offline nothing is fetched', async t => {
    const body = { address: 'https://models.example/a.onnx' }
    const off = await fetching(t, { database, models: defaultModels })
    t.match((await off.begin(body)).json(), { status: 403, code: 'MODEL_UPLOAD_NEEDS', detail: /does not fetch models/ })
    t.equal((await off.list()).fromWeb, 'off')
    const offline = await fetching(t, { database, isOffline: true })
    t.match((await offline.begin(body)).json(), { status: 503, code: 'OFFLINE' })
    t.equal((await offline.list()).fromWeb, 'offline')
  })

  t.test('a certificate that is not trusted ends the fetch', async t => {
    const { host, url } = await publisher(t, (_request, reply) => send(reply, model))
    const team = await fetching(t, { database, allowedHosts: [host] })
    t.match(await team.fetch({ address: `${url}/a.onnx` }), { state: 'failed', failure: /certificate that this server does not trust/ })
  })
})
