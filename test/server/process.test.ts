import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { signUpScript } from '../support/durability/writers.ts'
import { picture } from '../support/pictures.ts'
import { onlySetUpLink, type ServerProcess, spawnServer } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import { startUpload, upload } from '../support/uploads.ts'

const cleanly = { code: 0, signal: null }

// The tests run one after the other on one folder, so each start also shows that the previous end left the folder intact.
const dataDir = join(temporaryFolder(t), 'data')
const { token, projectId } = await prepare()
const headers = { authorization: `Bearer ${token}` }
const script = { tokens: { access_token: token } }

/** Creates an account, an API token and a project. */
async function prepare() {
  const server = spawnServer(t, { DATA_DIR: dataDir })
  const made = await signUpScript(await server.listening)
  await server.stop()
  return made
}

async function start(t: Test, nodeOptions: string[] = []): Promise<ServerProcess & { url: string }> {
  const server = spawnServer(t, { DATA_DIR: dataDir }, nodeOptions)
  const url = await server.listening
  const ready = await until(
    () => fetch(`${url}/readyz`),
    ({ status }) => status === 200
  )
  t.equal(ready.status, 200)
  t.equal((await fetch(`${url}/api/projects/${projectId}`, { headers })).status, 200, 'earlier data are still there')
  return { ...server, url }
}

/** Half of an upload has arrived, and the other half has not been sent yet. */
async function halfAnUpload(url: string, content: Buffer): Promise<ClientRequest> {
  const created = await startUpload(url, script, { projectId, fileName: 'reef.jpg', sizeBytes: content.length })
  const agent = new Agent({ keepAlive: true, timeout: 0 }) // like a browser, it would keep the connection open for a long time
  const piece = httpRequest(new URL(created.headers.get('location') ?? '', url), {
    agent,
    method: 'PATCH',
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': content.length
    }
  })
  piece.on('error', () => undefined)
  await new Promise(resolve => piece.write(content.subarray(0, content.length / 2), resolve))
  await (await fetch(`${url}/api/projects`, { headers })).arrayBuffer() // answered once the earlier bytes have arrived
  return piece
}

t.test('a server that is stopped while idle exits with 0', async t => {
  const server = await start(t)
  t.same(await server.stop(), cleanly)
  t.equal(server.output.err, '')
})

t.test('a server that is stopped during an upload receives the rest first', async t => {
  const server = await start(t)
  const content = await picture({ width: 1600, height: 1200 })
  const piece = await halfAnUpload(server.url, content)
  const ended = server.stop()
  await server.logs('"msg":"closing"')
  await pause(100)
  t.equal(server.process.exitCode, null, 'the server waits')
  piece.end(content.subarray(content.length / 2))
  const [answer] = (await once(piece, 'response')) as [IncomingMessage]
  answer.resume()
  t.equal(answer.statusCode, 204)
  t.match(answer.headers['isobath-media-id'], /^[0-9a-f-]{36}$/)
  t.equal(answer.headers.connection, 'close')
  t.same(await ended, cleanly)
})

t.test('a server that is stopped while clients listen to events closes the streams and ends', async t => {
  const server = await start(t)
  const stream = await fetch(`${server.url}/api/events`, { headers })
  t.equal(stream.status, 200)
  const rest = stream.text()
  const ended = server.stop()
  t.match(await rest, /: the server is shutting down\n\n$/)
  t.same(await ended, cleanly)
})

t.test('a server that is stopped twice exits immediately with 1', async t => {
  const server = await start(t)
  await halfAnUpload(server.url, await picture({ seed: 1 }))
  void server.stop()
  await server.logs('"msg":"closing"')
  t.same(await server.stop(), { code: 1, signal: null })
})

t.test('a server that is stopped while it starts on an empty folder exits with 0, and the next start works', async t => {
  const moments = {
    'when it has read its settings': (folder: string) => existsSync(join(folder, 'keys', 'token')),
    'when it makes its database': (folder: string) => existsSync(join(folder, 'isobath.db'))
  }
  for (const [name, hasCome] of Object.entries(moments)) {
    const settings = { DATA_DIR: join(temporaryFolder(t), 'data') }
    const server = spawnServer(t, settings)
    while (!hasCome(settings.DATA_DIR)) await pause(1)
    t.same(await server.stop(), cleanly, name)
    t.match(server.output.err, onlySetUpLink)
    const next = spawnServer(t, settings)
    await signUpScript(await next.listening)
    t.same(await next.stop(), cleanly)
  }
})

t.test('a second start on the address of a running server changes nothing', async t => {
  const settings = { DATA_DIR: join(temporaryFolder(t), 'data') }
  const first = spawnServer(t, settings)
  const { port } = new URL(await first.listening)
  const link = readFileSync(join(settings.DATA_DIR, 'setup-link'), 'utf8')
  const second = spawnServer(t, { ...settings, PORT: port })
  t.match(await second.ended, { code: 1 })
  t.match(second.output.err, /EADDRINUSE/)
  t.equal(readFileSync(join(settings.DATA_DIR, 'setup-link'), 'utf8'), link, 'the link that the first printed stays')
  t.same(await first.stop(), cleanly)
})

t.test('a signal before the first line of the program has run ends it like any other program', async t => {
  const server = spawnServer(t, { DATA_DIR: dataDir })
  await once(server.process, 'spawn')
  const { code, signal } = await server.stop()
  t.ok(code === 0 || signal === 'SIGTERM', `${code} ${signal}`)
})

t.test('a stalled or disconnected reader of its output does not block the server', async t => {
  const server = await start(t)
  const askOften = async () => {
    const statuses = new Set<number>()
    for (let round = 0; round < 40; round++) {
      const asked = Array.from({ length: 20 }, () => fetch(`${server.url}/api/nothing/${'x'.repeat(240)}`, { headers }))
      for (const answer of await Promise.all(asked)) {
        statuses.add(answer.status)
        await answer.arrayBuffer()
      }
    }
    return [...statuses]
  }
  const makeProject = async () =>
    fetch(`${server.url}/api/projects`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"title":"Canyon"}'
    })
  server.process.stdout?.pause()
  t.same(await askOften(), [404], 'many more lines than a pipe can buffer')
  t.equal((await makeProject()).status, 201, 'with its record in the audit log, which is also written to stdout')
  server.process.stdout?.destroy()
  t.same(await askOften(), [404])
  t.equal((await makeProject()).status, 201)
  t.same(await server.stop(), cleanly)
})

t.test('a server with 256 MB for its objects starts, processes an image of 36 MB and answers', async t => {
  const server = await start(t, ['--max-old-space-size=256'])
  const size = { width: 4000, height: 3000 }
  const pixels = randomBytes(size.width * size.height * 3)
  const content = await sharp(pixels, { raw: { ...size, channels: 3 } })
    .tiff({ compression: 'none' })
    .toBuffer()
  const answer = await upload(server.url, script, { projectId, fileName: 'mosaic.tif', content })
  t.equal(answer.status, 204)
  const media = await fetch(`${server.url}/api/media/${answer.headers.get('isobath-media-id')}`, { headers })
  t.match(await media.json(), { fileName: 'mosaic.tif', ...size, sizeBytes: content.length })
  t.same(await server.stop(), cleanly)
})
