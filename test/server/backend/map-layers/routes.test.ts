import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { buildBackend } from '../../../../server/backend/backend.ts'
import type { BackendConfig } from '../../../../server/backend/config.ts'
import type { AdminMapLayer, MapLayer, MapLayerDraft } from '../../../../shared/contracts/map-layers.ts'
import { middleTile } from '../../../../shared/geometry/tile-grid.ts'
import { mapLayerLimit } from '../../../../shared/limits.ts'
import { type DatabaseKind, forEachDatabase, type Person, personOf, testBackend } from '../../../support/backend.ts'
import { fakeTiles, tinyPng } from '../../../support/outside/fake-tiles.ts'
import { until } from '../../../support/until.ts'

const draftAt = (address: string): MapLayerDraft => ({
  ...{ name: 'Bathymetry', kind: 'xyz', address, wmsLayers: null, wmsStyles: null, projection: 'EPSG:3857', minZoom: 0, maxZoom: 12 },
  ...{ bounds: null, attribution: 'Depths: Hydrographic Office', attributionUrl: 'https://example.org/depth', licence: 'CC BY 4.0' },
  ...{ mayStore: true, isOwnNetwork: true, isOn: false }
})

/** An administrator, a person without a project, and a tile server in the operator's own network. */
async function scene(t: Test, database: DatabaseKind, options: Partial<BackendConfig> = {}) {
  const backend = await testBackend(t, { database, ...options })
  const [admin, bo] = [await backend.signUp(), await backend.signUp()]
  const tiles = await fakeTiles(t)
  const draft = draftAt(`${tiles.url}/{z}/{x}/{y}.png`)
  async function add(change: Partial<MapLayerDraft> = {}): Promise<AdminMapLayer> {
    const answer = await admin.post('/admin/map-layers', { ...draft, ...change })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json()
  }
  const tile = (id: string, place = '3/5/2', by: Person = bo) => by.get(`/map/layers/${id}/tiles/${place}`)
  /** Starts another server on the same data. */
  async function restarted(change: Partial<BackendConfig>, by: Person = bo): Promise<Person> {
    const app = await buildBackend({ ...backend.config, ...change })
    t.teardown(() => app.close())
    return personOf(app, by.tokens)
  }
  return { ...backend, admin, bo, tiles, draft, add, tile, restarted }
}

await forEachDatabase(t, (t, database) => {
  t.test('a layer added by the administrator reaches everyone as tiles, without its address or headers', async t => {
    const { admin, bo, tiles, add, tile } = await scene(t, database)
    const secret = { name: 'X-Api-Key', value: 'kelp 42' }
    const layer = await add({ headers: [secret] })
    t.match(layer, { kind: 'xyz', headerNames: ['X-Api-Key'], mayStore: true, revision: 1 })
    t.notMatch(JSON.stringify(layer), /kelp 42/)
    const { layers } = (await bo.get('/map/layers')).json<{ layers: MapLayer[] }>()
    t.same(layers, [
      {
        ...{ id: layer.id, name: 'Bathymetry', projection: 'EPSG:3857', minZoom: 0, maxZoom: 12, isOn: false, mayStore: true, revision: 1 },
        ...{
          bounds: null,
          state: 'ready',
          attribution: 'Depths: Hydrographic Office',
          attributionUrl: 'https://example.org/depth',
          licence: 'CC BY 4.0'
        }
      }
    ])

    const answer = await tile(layer.id)
    t.match(answer, { statusCode: 200, headers: { 'content-type': 'image/png', 'x-content-type-options': 'nosniff' } })
    t.same(answer.rawPayload, tinyPng)
    t.match(tiles.asked, [{ path: '/3/5/2.png', headers: { 'x-api-key': 'kelp 42', 'user-agent': /^Isobath/ } }])
    await tile(layer.id, '3/5/2', admin)
    t.equal(tiles.asked.length, 1, 'a kept tile is not fetched again, not even for another person')
    await Promise.all([tile(layer.id, '4/1/1'), tile(layer.id, '4/1/1', admin)])
    t.equal(tiles.asked.length, 2, 'two requests at the same time are one fetch')
  })

  t.test('only administrators with a session see and change where a layer comes from', async t => {
    const { app, admin, bo, draft, add, tile } = await scene(t, database)
    const { id } = await add()
    const tokenOf = async (person: Person, scope: 'read' | 'write') =>
      personOf(app, { ...person.tokens, access_token: (await person.post('/auth/tokens', { name: scope, scope })).json().secret })
    const [reader, writer] = [await tokenOf(bo, 'read'), await tokenOf(admin, 'write')]
    const changes = [
      ['POST', '/admin/map-layers', draft],
      ['PATCH', `/admin/map-layers/${id}`, { revision: 1, isOn: true }],
      ['DELETE', `/admin/map-layers/${id}`, undefined],
      ['PUT', '/admin/map-layers/order', { layerIds: [id] }]
    ] as const
    for (const [method, url, body] of changes) {
      t.equal((await app.inject({ method, url: `/api${url}`, ...(body && { payload: body }) })).statusCode, 401, `${method} ${url}`)
      const refusal = url.includes(id) ? { status: 404, code: 'NOT_FOUND' } : { status: 403, code: 'ADMINISTRATOR_NEEDED' }
      t.match((await bo.call(method, url, body)).json(), refusal, `${method} ${url}`)
      t.match((await reader.call(method, url, body)).json(), { status: 403, code: 'READ_ONLY_TOKEN' }, `${method} ${url}`)
      t.match((await writer.call(method, url, body)).json(), { status: 403, code: 'SESSION_NEEDED' }, `${method} ${url}`)
    }
    t.match((await bo.get('/admin/map-layers')).json(), { status: 403, code: 'ADMINISTRATOR_NEEDED' })
    t.match((await writer.get('/admin/map-layers')).json(), { status: 403, code: 'SESSION_NEEDED' })
    for (const url of ['/map/layers', `/map/layers/${id}/tiles/0/0/0`, '/admin/map-layers'])
      t.equal((await app.inject({ url: `/api${url}` })).statusCode, 401, url)
    t.equal((await tile(id, '0/0/0', reader)).statusCode, 200, 'a script may read tiles')
    t.equal((await reader.get('/map/layers')).statusCode, 200)
  })

  t.test('tiles outside the grid or the zoom range of a layer are never requested', async t => {
    const { add, tile, tiles } = await scene(t, database)
    const layer = await add({ minZoom: 2, maxZoom: 5 })
    const faults = ['-1/0/0', '1.5/0/0', 'a/0/0', '23/0/0', '999999999999999999999/0/0', '3/-1/0', '3/0/1e3', '3/0/0x1']
    for (const place of faults) t.equal((await tile(layer.id, place)).statusCode, 400, place)
    for (const place of ['1/0/0', '6/0/0', '3/8/0', '3/0/8'])
      t.match((await tile(layer.id, place)).json(), { status: 404, code: 'NOT_FOUND' }, place)
    t.equal((await tile('no-layer')).statusCode, 404)
    t.equal((await tile(layer.id, '3/1/1?revision=1')).statusCode, 200)
    t.equal((await tile(layer.id, '3/1/1?revision=0')).statusCode, 400)
    t.equal((await tile(layer.id, '3/1/1?url=http://127.0.0.1/')).statusCode, 400)
    t.equal(tiles.asked.length, 1)
    const plate = await add({ projection: 'EPSG:4326' })
    t.equal((await tile(plate.id, '0/1/0')).statusCode, 200, 'plate carrée has two columns at zoom 0')
    t.equal((await tile(plate.id, '0/2/0')).statusCode, 404)
  })

  t.test('a draft that cannot work is refused with the field and the reason', async t => {
    const { admin, draft } = await scene(t, database)
    const refused = async (change: Partial<Record<keyof MapLayerDraft, unknown>>) =>
      (await admin.post('/admin/map-layers', { ...draft, ...change })).json<{
        status: number
        errors: { path: string; message: string }[]
      }>()
    const faults: [Partial<Record<keyof MapLayerDraft, unknown>>, string, RegExp?][] = [
      [{ address: 'https://tiles.example/depth.png' }, '/address', /placeholder \{z\}/],
      [{ address: 'ftp://tiles.example/{z}/{x}/{y}' }, '/address', /https/],
      [{ address: 'javascript:alert({z}{x}{y})' }, '/address', /https/],
      [{ address: 'https://ana:secret@tiles.example/{z}/{x}/{y}' }, '/address', /user name/],
      [{ isOwnNetwork: false }, '/address', /port/],
      [{ isOwnNetwork: false, address: 'http://127.0.0.1/{z}/{x}/{y}' }, '/address', /private network/],
      [{ isOwnNetwork: false, address: 'http://2130706433/{z}/{x}/{y}' }, '/address', /private network/],
      [{ isOwnNetwork: false, address: 'http://[::1]/{z}/{x}/{y}' }, '/address', /private network/],
      [{ isOwnNetwork: false, address: 'http://tiles.internal/{z}/{x}/{y}' }, '/address', /private network/],
      [{ isOwnNetwork: false, address: 'http://169.254.169.254/{z}/{x}/{y}' }, '/address', /private network/],
      [{ kind: 'wms', address: 'https://maps.example/ows' }, '/wmsLayers', /name of a layer/],
      [{ minZoom: 5, maxZoom: 4 }, '/maxZoom', /below/],
      [{ maxZoom: 23 }, '/maxZoom'],
      [{ attribution: '' }, '/attribution'],
      [{ attributionUrl: 'javascript:alert(1)' }, '/attributionUrl'],
      [{ headers: [{ name: 'Host', value: 'other.example' }] }, '/headers', /Host/],
      [{ headers: [{ name: 'X-Key', value: 'a\r\nHost: other.example' }] }, '/headers/0/value'],
      [{ headers: [{ name: 'X Key', value: 'a' }] }, '/headers/0/name'],
      [{ projection: 'EPSG:3031' }, '/projection'],
      [{ bounds: { west: 1, south: 5, east: 2, north: 4 } }, '/bounds', /south edge/],
      [{ bounds: { west: 1, south: 4, east: 1, north: 5 } }, '/bounds', /width/],
      [{ bounds: { west: -181, south: 4, east: 1, north: 5 } }, '/bounds/west'],
      [{ kind: 'mbtiles' }, '/kind']
    ]
    for (const [change, path, reason] of faults) {
      const { status, errors } = await refused(change)
      t.match({ status, errors }, { status: 422, errors: [{ path, ...(reason && { message: reason }) }] }, JSON.stringify(change))
    }
    t.same((await admin.get('/admin/map-layers')).json(), { layers: [] })
  })

  t.test('a response that is not a small picture is refused with a reason, and not kept', async t => {
    const { add, tile, tiles, storage } = await scene(t, database)
    const other = await fakeTiles(t)
    const layer = await add()
    const refused = async (reason: RegExp) => {
      const answer = await tile(layer.id)
      t.match(answer.json(), { status: 502, code: 'TILE_NOT_READ', detail: reason })
      t.notMatch(answer.body, /127\.0\.0\.1/, 'the reason has no address')
    }
    tiles.answer = () => ({ headers: { 'content-type': 'image/png' }, body: '<html>Quota exceeded</html>' })
    await refused(/is not a PNG, JPEG or WebP/)
    tiles.answer = () => ({ body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
    await refused(/is not a PNG, JPEG or WebP/)
    tiles.answer = () => ({ body: Buffer.concat([tinyPng, Buffer.alloc(2_000_000)]) })
    await refused(/larger than 2 MB/)
    tiles.answer = () => ({ status: 403, body: tinyPng })
    await refused(/status 403/)
    tiles.answer = () => ({ status: 302, headers: { location: `${other.url}/0/0/0.png` } })
    await refused(/port/)
    tiles.answer = () => ({ status: 302, headers: { location: 'http://127.0.0.1/0/0/0.png' } })
    await refused(/private network/)
    tiles.answer = () => ({ status: 302, headers: { location: 'file:///etc/passwd' } })
    await refused(/neither http nor https/)
    t.same(other.asked, [], 'a redirect reaches no other private server')
    tiles.answer = () => ({ status: 404 })
    t.match((await tile(layer.id, '3/1/1')).json(), { status: 404, code: 'NOT_FOUND' })
    tiles.answer = () => ({ body: tinyPng })
    t.equal((await tile(layer.id)).statusCode, 200)

    const unreachable = await add({ address: 'http://127.0.0.1:1/{z}/{x}/{y}' })
    t.match((await tile(unreachable.id)).json(), { status: 502, detail: /cannot be reached/ })
    await storage.db.updateTable('map_layer').set({ address: 'http://127.0.0.1/{z}/{x}/{y}', is_own_network: 0 }).execute()
    await refused(/private network/)
  })

  t.test('tiles that may be kept are there offline and while their server is down; others only in memory', async t => {
    const { add, tile, tiles, restarted, config } = await scene(t, database)
    tiles.answer = () => ({ headers: { 'cache-control': 'no-cache' }, body: tinyPng })
    const layer = await add()
    const passing = await add({ name: 'Not kept', mayStore: false })
    for (const { id } of [layer, passing]) t.equal((await tile(id)).statusCode, 200)
    t.match((await tile(passing.id)).headers['cache-control'], 'private, no-store')
    t.ok(existsSync(join(config.dataDir, 'cache', 'tiles', layer.id)))
    t.notOk(existsSync(join(config.dataDir, 'cache', 'tiles', passing.id)))
    tiles.answer = () => ({ status: 500 })
    t.equal((await tile(layer.id)).statusCode, 200, 'a stale tile is better than none')

    const count = tiles.asked.length
    const offline = await restarted({ isOffline: true })
    t.equal((await tile(layer.id, '3/5/2', offline)).statusCode, 200)
    t.match((await tile(layer.id, '3/5/3', offline)).json(), { status: 503, code: 'OFFLINE' })
    t.match((await tile(passing.id, '3/5/2', offline)).json(), { status: 503, code: 'OFFLINE' })
    t.equal(tiles.asked.length, count, 'nothing is sent')
  })

  t.test('a browser keeps a tile no longer than the provider allows', async t => {
    const { add, tile, tiles } = await scene(t, database)
    const { id } = await add()
    const ages: [string | string[] | undefined, RegExp][] = [
      [undefined, /^private, max-age=3600$/],
      ['max-age=60', /^private, max-age=(59|60)$/],
      [['public', 'max-age=60'], /^private, max-age=(59|60)$/],
      ['no-cache', /^private, max-age=0$/],
      ['no-store', /^private, no-store$/],
      ['private, max-age=60', /^private, no-store$/]
    ]
    for (const [column, [given, expected]] of ages.entries()) {
      tiles.answer = () => ({ body: tinyPng, ...(given !== undefined && { headers: { 'cache-control': given } }) })
      const answer = await tile(id, `4/${column}/0`)
      t.match([answer.statusCode, answer.headers['cache-control']], [200, expected], String(given))
    }
  })

  t.test('a small file with a large picture is refused, and a damaged kept tile is fetched again', async t => {
    const { add, tile, tiles, config } = await scene(t, database)
    const { id } = await add()
    const large = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    t.ok(large.length < 100_000)
    tiles.answer = () => ({ body: large })
    t.match((await tile(id)).json(), { status: 502, code: 'TILE_NOT_READ', detail: /larger than 1024 px/ })
    tiles.answer = () => ({ body: tinyPng })
    t.equal((await tile(id)).statusCode, 200)
    const folder = join(config.dataDir, 'cache', 'tiles', id)
    const [file = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path => path.length > 10)
    writeFileSync(join(folder, file), Buffer.alloc(200, 0xff))
    const count = tiles.asked.length
    const again = await tile(id)
    t.same([again.statusCode, again.rawPayload], [200, tinyPng])
    t.equal(tiles.asked.length, count + 1)
  })

  t.test('a tile that arrives after its layer was deleted or edited is not kept', async t => {
    const { admin, add, tile, tiles, config } = await scene(t, database)
    for (const change of ['delete', 'edit'] as const) {
      const { id } = await add()
      const held = Promise.withResolvers<void>()
      const count = tiles.asked.length
      tiles.answer = async () => {
        await held.promise
        return { body: tinyPng }
      }
      const answer = tile(id)
      await until(
        () => tiles.asked.length,
        asked => asked > count
      )
      if (change === 'delete') t.equal((await admin.delete(`/admin/map-layers/${id}`)).statusCode, 204)
      else t.equal((await admin.patch(`/admin/map-layers/${id}`, { revision: 1, mayStore: false })).statusCode, 200)
      held.resolve()
      t.equal((await answer).statusCode, 200)
      t.notOk(existsSync(join(config.dataDir, 'cache', 'tiles', id)), change)
    }
  })

  t.test('a fetch ends once nobody waits for it, and continues while somebody does', async t => {
    const { app, admin, bo, add, tiles } = await scene(t, database)
    const { id } = await add()
    tiles.answer = () => new Promise(() => {})
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const ask = ({ tokens }: Person, signal: AbortSignal) =>
      fetch(`${address}/api/map/layers/${id}/tiles/3/1/1`, { headers: { authorization: `Bearer ${tokens.access_token}` }, signal }).catch(
        () => null
      )
    const [one, other] = [new AbortController(), new AbortController()]
    const asking = [ask(admin, one.signal), ask(bo, other.signal)]
    await until(
      () => tiles.asked.length,
      asked => asked > 0
    )
    one.abort()
    await asking[0]
    t.equal(tiles.abandoned, 0, 'another person still waits')
    other.abort()
    await asking[1]
    t.equal(
      await until(
        () => tiles.abandoned,
        abandoned => abandoned > 0
      ),
      1
    )
    t.equal(tiles.asked.length, 1)
  })

  t.test('a stale tile does not wait for a server that does not answer', async t => {
    const { add, tile, tiles } = await scene(t, database)
    tiles.answer = () => ({ headers: { 'cache-control': 'no-cache' }, body: tinyPng })
    const { id } = await add()
    for (const place of ['3/1/1', '3/1/2']) t.equal((await tile(id, place)).statusCode, 200)
    tiles.answer = () => {
      throw new Error('the connection breaks')
    }
    t.equal((await tile(id, '3/1/1')).statusCode, 200, 'after a try')
    const count = tiles.asked.length
    t.equal((await tile(id, '3/1/2')).statusCode, 200)
    t.equal(tiles.asked.length, count, 'without another try')
    t.equal((await tile(id, '3/1/3')).statusCode, 502)
    t.equal(tiles.asked.length, count + 1, 'a tile that is not kept is still asked for')
  })

  t.test('secret headers survive an edit, but not another server or another key', async t => {
    const { admin, bo, add, tile, tiles, restarted } = await scene(t, database)
    const other = await fakeTiles(t)
    const { id } = await add({ headers: [{ name: 'X-Key', value: 'one' }] })
    const revise = (revision: number, change: object) => admin.patch(`/admin/map-layers/${id}`, { revision, ...change })
    t.match((await revise(1, { name: 'Depths' })).json(), { name: 'Depths', headerNames: ['X-Key'], revision: 2 })
    t.match((await revise(1, { name: 'Too late' })).json(), { status: 409, code: 'STALE_REVISION' })
    const elsewhere = { address: `${other.url}/{z}/{x}/{y}` }
    t.match((await revise(2, elsewhere)).json(), { status: 422, errors: [{ path: '/headers', message: /entered again/ }] })
    t.equal((await tile(id)).statusCode, 200)
    t.equal(tiles.asked.at(-1)?.headers['x-key'], 'one')
    t.match((await revise(2, { ...elsewhere, headers: [] })).json(), { headerNames: [], revision: 3 })
    t.equal((await tile(id)).statusCode, 200)
    t.match(other.asked, [{ path: '/3/5/2' }])
    t.equal(other.asked[0]?.headers['x-key'], undefined)
    await revise(3, { headers: [{ name: 'X-Key', value: 'two' }] })
    const { secret } = (await bo.post('/auth/tokens', { name: 'read', scope: 'read' })).json()
    const rekeyed = await restarted({ tokenKey: randomBytes(32) }, { ...bo, tokens: { ...bo.tokens, access_token: secret } })
    t.match((await tile(id, '4/0/0', rekeyed)).json(), { status: 502, detail: /secret headers cannot be read/ })
    t.equal(other.asked.length, 1, 'nothing is sent without them')
  })

  t.test('layers are ordered, deleted with their tiles, and limited in number', async t => {
    const { admin, bo, add, tile, config } = await scene(t, database)
    const [one, two, three] = [await add({ name: 'One' }), await add({ name: 'Two' }), await add({ name: 'Three' })]
    const order = (...layers: AdminMapLayer[]) => admin.put('/admin/map-layers/order', { layerIds: layers.map(({ id }) => id) })
    t.equal((await order(three, one, two)).statusCode, 200)
    const names = async () => (await bo.get('/map/layers')).json<{ layers: MapLayer[] }>().layers.map(({ name }) => name)
    t.same(await names(), ['Three', 'One', 'Two'])
    for (const wrong of [
      [one, two],
      [one, two, three, { ...one, id: 'unknown' }]
    ])
      t.match((await order(...wrong)).json(), { status: 409, code: 'MAP_LAYERS_CHANGED' })
    await tile(one.id)
    t.equal((await admin.delete(`/admin/map-layers/${one.id}`)).statusCode, 204)
    t.notOk(existsSync(join(config.dataDir, 'cache', 'tiles', one.id)), 'its tiles are gone')
    t.equal((await admin.delete(`/admin/map-layers/${one.id}`)).statusCode, 404)
    t.equal((await tile(one.id)).statusCode, 404)
    t.same(await names(), ['Three', 'Two'])
    for (let count = 2; count < mapLayerLimit; count++) await add()
    t.match((await admin.post('/admin/map-layers', draftAt('https://tiles.example/{z}/{x}/{y}'))).json(), {
      status: 409,
      code: 'TOO_MANY_MAP_LAYERS'
    })
  })

  t.test('a full line of tiles refuses more of them, but neither stale tiles nor other layers', async t => {
    const { add, tile, tiles } = await scene(t, database)
    tiles.answer = () => ({ headers: { 'cache-control': 'no-cache' }, body: tinyPng })
    const { id } = await add()
    t.equal((await tile(id, '3/0/0')).statusCode, 200)
    const held = Promise.withResolvers<void>()
    tiles.answer = async () => {
      await held.promise
      return { body: tinyPng }
    }
    const refused: LightMyRequestResponse[] = []
    const asking = Array.from({ length: 70 }, async (_, x) => {
      const answer = await tile(id, `7/${x}/1`)
      if (answer.statusCode !== 200) refused.push(answer)
      return answer.statusCode
    })
    await until(
      () => refused.length,
      count => count === 10
    )
    for (const answer of refused)
      t.match(
        [answer.json(), answer.headers['retry-after']],
        [{ status: 503, code: 'TILES_BUSY', detail: /Too many tiles wait for map servers \(60\)/ }, '2']
      )
    t.equal((await tile(id, '3/0/0')).statusCode, 200, 'a stale tile is better than none')
    const other = await fakeTiles(t)
    const layer = await add({ address: `${other.url}/{z}/{x}/{y}` })
    t.equal((await tile(layer.id)).statusCode, 200, 'another layer has its own line')
    held.resolve()
    t.equal((await Promise.all(asking)).filter(status => status === 200).length, 60)
    t.equal((await tile(id, '7/0/2')).statusCode, 200, 'there is room again')
  })

  t.test('a tile that its server does not have is not requested again, until the layer changes', async t => {
    const { admin, add, tile, tiles } = await scene(t, database)
    for (const status of [204, 404, 410]) {
      tiles.answer = () => ({ status })
      const { id } = await add()
      const count = tiles.asked.length
      for (let round = 0; round < 3; round++) t.equal((await tile(id)).statusCode, 404)
      t.equal(tiles.asked.length, count + 1, String(status))
      tiles.answer = () => ({ body: tinyPng })
      t.equal((await tile(id, '3/1/1')).statusCode, 200, 'other tiles are')
      await admin.patch(`/admin/map-layers/${id}`, { revision: 1, name: 'Depths' })
      t.equal((await tile(id)).statusCode, 200)
    }
  })

  t.test('failures are logged once per layer and cause, without the address', async t => {
    const lines: string[] = []
    const logger = pino({ level: 'warn' }, { write: line => lines.push(line) })
    const { add, tile, tiles } = await scene(t, database, { logger })
    const [one, two] = [await add({ address: `${tiles.url}/{z}/{x}/{y}?key=kelp42` }), await add()]
    tiles.answer = () => ({ status: 500 })
    for (const place of ['3/1/1', '3/1/2', '3/1/3']) await tile(one.id, place)
    await tile(two.id)
    tiles.answer = () => ({ status: 403 })
    for (const place of ['3/1/1', '3/1/2']) await tile(one.id, place)
    const logged = lines.map(line => JSON.parse(line)).filter(({ layerId }) => layerId)
    t.match(logged, [
      { layerId: one.id, cause: /status 500/, failures: 1 },
      { layerId: two.id, cause: /status 500/ },
      { layerId: one.id, cause: /status 403/, failures: 4 }
    ])
    t.equal(logged.length, 3)
    t.notMatch(lines.join(), /kelp42/)
  })

  t.test('layers that are added at the same time stay within the limit, each with its place', async t => {
    const { admin, add, draft, storage } = await scene(t, database)
    for (let count = 0; count < mapLayerLimit - 2; count++) await add()
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin.post('/admin/map-layers', draft)))
    t.same(answers.map(({ statusCode }) => statusCode).sort(), [201, 201, 409, 409, 409, 409, 409, 409])
    const rows = await storage.db.selectFrom('map_layer').select('position').execute()
    t.same([rows.length, new Set(rows.map(({ position }) => position)).size], [mapLayerLimit, mapLayerLimit])
  })

  t.test('a stale tile is revalidated, and stays if its server has no other', async t => {
    const { add, tile, tiles, config } = await scene(t, database)
    const ways: { etag?: string; 'last-modified'?: string; sent: Record<string, string> }[] = [
      { etag: '"one"', sent: { 'if-none-match': '"one"' } },
      { 'last-modified': 'Sat, 28 Nov 2026 10:00:00 GMT', sent: { 'if-modified-since': 'Sat, 28 Nov 2026 10:00:00 GMT' } }
    ]
    for (const mayStore of [true, false])
      for (const { sent, ...validators } of ways) {
        const { id } = await add({ mayStore })
        tiles.answer = () => ({ headers: { ...validators, 'cache-control': 'max-age=0' }, body: tinyPng })
        t.same((await tile(id)).rawPayload, tinyPng)
        t.notMatch(tiles.asked.at(-1)?.headers, sent, 'at first there is nothing to compare')
        tiles.answer = () => ({ status: 304, headers: { 'cache-control': 'max-age=600' } })
        const again = await tile(id)
        t.same([again.statusCode, again.rawPayload], [200, tinyPng])
        t.match(tiles.asked.at(-1)?.headers, sent)
        const count = tiles.asked.length
        t.equal((await tile(id)).statusCode, 200)
        t.equal(tiles.asked.length, count, 'it is fresh again')
      }

    const { id } = await add()
    tiles.answer = () => ({ headers: { etag: '"a"', 'cache-control': 'no-cache' }, body: tinyPng })
    await tile(id)
    tiles.answer = () => ({ status: 304 })
    t.equal((await tile(id)).statusCode, 200)
    t.match(tiles.asked.at(-1)?.headers, { 'if-none-match': '"a"' })
    const count = tiles.asked.length
    await tile(id)
    t.equal(tiles.asked.length, count + 1, 'a 304 without Cache-Control leaves the one before in force')
    const grey = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#888' } })
      .png()
      .toBuffer()
    tiles.answer = () => ({ headers: { etag: '"b"' }, body: grey })
    t.same((await tile(id)).rawPayload, grey, 'a changed tile replaces the kept one')
    tiles.answer = () => ({ status: 304 })
    t.match((await tile(id, '3/0/0')).json(), { status: 502, detail: /status 304/ }, 'an answer to no question')

    const folder = join(config.dataDir, 'cache', 'tiles', id)
    const [file = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path => path.length > 10)
    const head = Buffer.alloc(8)
    head.writeBigUInt64BE(BigInt(Date.now() + 60_000))
    writeFileSync(join(folder, file), Buffer.concat([head, tinyPng]))
    const before = tiles.asked.length
    t.same((await tile(id)).rawPayload, tinyPng, 'a file of an earlier version')
    t.equal(tiles.asked.length, before)
  })

  t.test('the test of a layer asks its server, whatever is kept', async t => {
    const { app, admin, bo, add, tile, tiles, restarted } = await scene(t, database)
    const headers = [{ name: 'X-Key', value: 'kelp 42' }]
    const { id } = await add({ headers, bounds: { west: 0, south: 10, east: 20, north: 30 }, minZoom: 3 })
    const middle = '3/4/3'
    const test = (by: Person = admin, layerId = id) => by.get(`/admin/map-layers/${layerId}/test`)
    tiles.answer = () => ({ headers: { etag: '"one"' }, body: tinyPng })
    t.equal((await tile(id, middle)).statusCode, 200, 'the tile is kept')
    const answer = await test()
    t.match(answer, { statusCode: 200, headers: { 'content-type': 'image/png', 'cache-control': 'private, no-store' } })
    t.match(answer.headers, { 'x-content-type-options': 'nosniff', 'content-security-policy': /sandbox/ })
    t.match(tiles.asked.at(-1), { path: `/${middle}.png`, headers: { 'x-key': 'kelp 42', 'cache-control': 'no-cache' } })
    t.equal(tiles.asked.at(-1)?.headers['if-none-match'], undefined)
    t.equal(tiles.asked.length, 2)

    tiles.answer = () => ({ status: 403 })
    t.match((await test()).json(), { status: 502, code: 'TILE_NOT_READ', detail: /status 403/ })
    t.equal((await tile(id, middle)).statusCode, 200, 'the kept tile stays')
    tiles.answer = () => ({ status: 404 })
    t.match((await test()).json(), { status: 404, code: 'NOT_FOUND' })
    const missing = await add({ name: 'Missing' })
    t.equal((await tile(missing.id, '0/0/0')).statusCode, 404)
    tiles.answer = () => ({ body: tinyPng })
    t.equal((await tile(missing.id, '0/0/0')).statusCode, 404, 'it is remembered as missing')
    t.equal((await test(admin, missing.id)).statusCode, 200)
    t.equal((await tile(missing.id, '0/0/0')).statusCode, 200, 'the test has shown that it is there')

    t.equal((await app.inject({ url: `/api/admin/map-layers/${id}/test` })).statusCode, 401)
    t.match((await test(bo)).json(), { status: 404, code: 'NOT_FOUND' })
    t.match((await test(admin, 'no-layer')).json(), { status: 404, code: 'NOT_FOUND' })
    const count = tiles.asked.length
    t.match((await test(await restarted({ isOffline: true }, admin))).json(), { status: 503, code: 'OFFLINE' }, 'although it is kept')
    t.equal(tiles.asked.length, count)
  })

  t.test('a map server draws the tiles of polar maps, in both versions', async t => {
    const { add, tile, tiles, admin, draft } = await scene(t, database)
    const half = 2 ** 23
    for (const [address, crs] of [
      ['/ows', 'CRS'],
      ['/ows?version=1.1.1', 'SRS']
    ] as const)
      for (const [projection, latitude, expected] of [
        ['EPSG:3995', 78, [338_644.96, -1_263_840.198]],
        ['EPSG:3031', -78, [338_644.96, 1_263_840.198]]
      ] as const) {
        const layer = await add({ kind: 'wms', address: tiles.url + address, wmsLayers: 'ice', projection })
        const { z, x, y } = middleTile(projection, 5, { west: 14.9, south: latitude - 0.1, east: 15.1, north: latitude + 0.1 })
        const count = tiles.asked.length
        for (let round = 0; round < 2; round++) t.equal((await tile(layer.id, `${z}/${x}/${y}`)).statusCode, 200)
        t.equal(tiles.asked.length, count + 1, 'it is kept')
        const query = new URL(tiles.asked.at(-1)?.path ?? '', tiles.url).searchParams
        const [west = 0, south = 0, east = 0, north = 0] = (query.get('BBOX') ?? '').split(',').map(Number)
        t.same([query.get('VERSION'), query.get(crs)], [crs === 'CRS' ? '1.3.0' : '1.1.1', projection])
        t.ok(west <= expected[0] && expected[0] <= east && south <= expected[1] && expected[1] <= north, 'the easting is first')
        t.equal(east - west, (2 * half) / 2 ** z)
        t.equal((await tile(layer.id, '0/0/0')).statusCode, 200)
        t.match(new URL(tiles.asked.at(-1)?.path ?? '', tiles.url).searchParams.get('BBOX'), /^-8388608\.0000,-8388608\.0000,8388608/)
        t.equal((await tile(layer.id, '0/1/0')).statusCode, 404, 'a polar grid has one column at zoom 0')
        t.equal((await tile(layer.id, '2/4/0')).statusCode, 404)
      }
    for (const change of [{ kind: 'xyz' }, { kind: 'wmts', address: `${tiles.url}/{TileMatrix}/{TileRow}/{TileCol}` }])
      t.match((await admin.post('/admin/map-layers', { ...draft, ...change, projection: 'EPSG:3031' })).json(), {
        status: 422,
        errors: [{ path: '/projection', message: /polar only for a map server/ }]
      })
    const weddell = await add({
      ...{ kind: 'wms', address: `${tiles.url}/ows`, wmsLayers: 'ice', projection: 'EPSG:3031' },
      bounds: { west: -60, south: -78, east: -20, north: -70 }
    })
    t.equal((await tile(weddell.id, '1/0/0')).statusCode, 200)
    t.equal((await tile(weddell.id, '1/1/1')).statusCode, 404, 'outside the extent')
    const layer = await add({ kind: 'wms', address: `${tiles.url}/ows`, wmsLayers: 'ice', projection: 'EPSG:3857' })
    await tile(layer.id, '0/0/0')
    await admin.patch(`/admin/map-layers/${layer.id}`, { revision: 1, projection: 'EPSG:3031' })
    const count = tiles.asked.length
    await tile(layer.id, '0/0/0')
    t.equal(tiles.asked.length, count + 1, 'a tile kept in another projection is not used')
  })

  t.test('a map server and the RESTful addresses of a tile server work in the same way', async t => {
    const { add, tile, tiles } = await scene(t, database)
    const wms = await add({ kind: 'wms', address: `${tiles.url}/ows`, wmsLayers: 'depth', projection: 'EPSG:4326' })
    t.equal((await tile(wms.id, '1/3/0')).statusCode, 200)
    t.match(Object.fromEntries(new URL(tiles.asked[0]?.path ?? '', tiles.url).searchParams), {
      REQUEST: 'GetMap',
      LAYERS: 'depth',
      CRS: 'CRS:84'
    })
    const wmts = await add({ kind: 'wmts', address: `${tiles.url}/wmts/{TileMatrix}/{TileRow}/{TileCol}.jpg` })
    t.equal((await tile(wmts.id)).statusCode, 200)
    t.equal(tiles.asked[1]?.path, '/wmts/3/2/5.jpg')
  })
})
