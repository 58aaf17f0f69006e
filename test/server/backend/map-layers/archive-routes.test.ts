// About: server/backend/map-layers/archives
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { AdminMapLayer, MapArchive, MapLayer, MapLayerDraft } from '../../../../shared/contracts/map-layers.ts'
import { type DatabaseKind, forEachDatabase, testBackend } from '../../../support/backend.ts'
import { tinyPng } from '../../../support/outside/fake-tiles.ts'
import { everyTile, pmtiles } from '../../../support/pmtiles.ts'

const draft: MapLayerDraft = {
  ...{ name: 'Depths', kind: 'pmtiles', address: 'depths.pmtiles', wmsLayers: null, wmsStyles: null, projection: 'EPSG:3857' },
  ...{ minZoom: 0, maxZoom: 3, bounds: { west: 0, south: 0, east: 180, north: 80 }, attribution: 'Hydrographic Office' },
  ...{ attributionUrl: null, licence: null, mayStore: true, isOwnNetwork: false, isOn: true }
}

/** An administrator and a person without a project, on a server without the internet. */
async function scene(t: Test, database: DatabaseKind) {
  const backend = await testBackend(t, { database, isOffline: true })
  const [admin, bo] = [await backend.signUp(), await backend.signUp()]
  const folder = join(backend.config.dataDir, 'map-layers')
  mkdirSync(folder)
  const place = (name: string, archive: Buffer) => writeFileSync(join(folder, name), archive)
  async function add(change: Partial<MapLayerDraft> = {}): Promise<AdminMapLayer> {
    const answer = await admin.post('/admin/map-layers', { ...draft, ...change })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json()
  }
  const tile = (id: string, index: string) => bo.get(`/map/layers/${id}/tiles/${index}`)
  const statesOf = async () => ({
    shown: (await bo.get('/map/layers')).json<{ layers: MapLayer[] }>().layers.map(({ state }) => state),
    admin: (await admin.get('/admin/map-layers')).json<{ layers: AdminMapLayer[] }>().layers.map(({ state, fault }) => [state, fault])
  })
  return { ...backend, admin, bo, folder, place, add, tile, statesOf }
}

await forEachDatabase(t, (t, database) => {
  t.test('an archive becomes a layer whose tiles are available offline', async t => {
    const { app, bo, place, add, tile, statesOf } = await scene(t, database)
    place('depths.pmtiles', pmtiles(everyTile(3, tinyPng), { levels: 1 }))
    const layer = await add()
    t.match(layer, { kind: 'pmtiles', address: 'depths.pmtiles', state: 'ready', fault: null, bounds: draft.bounds })
    const { layers } = (await bo.get('/map/layers')).json<{ layers: MapLayer[] }>()
    t.match(layers, [{ state: 'ready', bounds: draft.bounds }])
    t.notMatch(JSON.stringify(layers), /pmtiles/, 'people see no file name')
    t.same(await statesOf(), { shown: ['ready'], admin: [['ready', null]] })

    const answer = await tile(layer.id, '3/5/2')
    t.match(answer, { statusCode: 200, headers: { 'content-type': 'image/png', 'x-content-type-options': 'nosniff' } })
    t.same([answer.rawPayload, answer.headers['cache-control']], [tinyPng, 'private, max-age=60'])
    const again = await app.inject({
      url: `/api/map/layers/${layer.id}/tiles/3/5/2`,
      headers: { authorization: `Bearer ${bo.tokens.access_token}`, 'if-none-match': String(answer.headers.etag) }
    })
    t.same([again.statusCode, again.body], [304, ''])
    for (const index of ['3/2/2', '3/5/6', '4/9/5']) t.equal((await tile(layer.id, index)).statusCode, 404, `${index} is outside`)
  })

  t.test('the archives of the folder are listed with their values or their faults, for administrators only', async t => {
    const { app, admin, bo, place } = await scene(t, database)
    const metadata = { name: 'Depths of Fiji', attribution: '<a href="https://hydro.example">Hydro</a>' }
    place('a.pmtiles', pmtiles(everyTile(2, tinyPng), { metadata, bounds: [176, -21, 180, -12] }))
    place('b.pmtiles', pmtiles(everyTile(1, tinyPng), { type: 1 }))
    place('c.pmtiles', Buffer.from('no archive'))
    place('.hidden.pmtiles', Buffer.from('x'))
    place('d.mbtiles', Buffer.from('x'))
    const { archives } = (await admin.get('/admin/map-layers/archives')).json<{ archives: MapArchive[] }>()
    t.match(archives, [
      {
        ...{ fileName: 'a.pmtiles', fault: null, sizeBytes: /^\d+$/, modifiedAt: /Z$/ },
        values: {
          ...{ name: 'Depths of Fiji', minZoom: 0, maxZoom: 2, bounds: { west: 176, south: -21, east: 180, north: -12 } },
          ...{ attribution: 'Hydro', attributionUrl: 'https://hydro.example' }
        }
      },
      { fileName: 'b.pmtiles', values: null, fault: /vector tiles/ },
      { fileName: 'c.pmtiles', values: null, fault: /not a PMTiles archive/ }
    ])
    t.equal(archives.length, 3)
    t.match((await bo.get('/admin/map-layers/archives')).json(), { status: 403, code: 'ADMINISTRATOR_NEEDED' })
    t.equal((await app.inject({ url: '/api/admin/map-layers/archives' })).statusCode, 401)
  })

  t.test('a layer that does not fit its archive is refused with the field and the reason', async t => {
    const { admin, folder, place, add } = await scene(t, database)
    place('depths.pmtiles', pmtiles(everyTile(3, tinyPng)))
    place('roads.pmtiles', pmtiles(everyTile(1, tinyPng), { type: 1 }))
    writeFileSync(join(folder, '..', 'outside.pmtiles'), pmtiles(everyTile(3, tinyPng)))
    const faults: [Partial<MapLayerDraft>, string, RegExp][] = [
      [{ address: 'none.pmtiles' }, '/address', /names no archive/],
      [{ address: '../outside.pmtiles' }, '/address', /names no archive/],
      [{ address: join(folder, 'depths.pmtiles') }, '/address', /names no archive/],
      [{ address: 'https://tiles.example/depths.pmtiles' }, '/address', /names no archive/],
      [{ address: 'roads.pmtiles' }, '/address', /vector tiles/],
      [{ maxZoom: 4 }, '/maxZoom', /above 3/],
      [{ projection: 'EPSG:4326' }, '/projection', /Mercator/],
      [{ mayStore: false }, '/mayStore', /on this server/],
      [{ headers: [{ name: 'X-Key', value: 'a' }] }, '/headers', /another server/]
    ]
    for (const [change, path, message] of faults)
      t.match(
        (await admin.post('/admin/map-layers', { ...draft, ...change })).json(),
        { status: 422, errors: [{ path, message }] },
        JSON.stringify(change)
      )
    t.same((await admin.get('/admin/map-layers')).json(), { layers: [] })

    const other = await add({ kind: 'xyz', address: 'https://tiles.example/{z}/{x}/{y}', headers: [{ name: 'X-Key', value: 'a' }] })
    const revise = (change: object) => admin.patch(`/admin/map-layers/${other.id}`, { revision: 1, ...change })
    t.match((await revise({ kind: 'pmtiles' })).json(), { status: 422, errors: [{ path: '/address' }] })
    t.match((await revise({ kind: 'pmtiles', address: draft.address })).json(), { errors: [{ path: '/headers' }] })
    const became = (await revise({ kind: 'pmtiles', address: draft.address, headers: [] })).json()
    t.match(became, { kind: 'pmtiles', state: 'ready', headerNames: [] })
  })

  t.test('an archive that is replaced, damaged or gone has a state, and is read again once it is back', async t => {
    const { admin, folder, place, add, tile, statesOf } = await scene(t, database)
    const file = join(folder, 'depths.pmtiles')
    place('depths.pmtiles', pmtiles(everyTile(3, tinyPng)))
    const { id } = await add()
    const first = await tile(id, '3/5/2')

    const other = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#123' } })
      .png()
      .toBuffer()
    place('depths.pmtiles', pmtiles(everyTile(3, other)))
    t.same(await statesOf(), { shown: ['replaced'], admin: [['replaced', null]] })
    const second = await tile(id, '3/5/2')
    t.same(second.rawPayload, other, 'its tiles are those of the new file')
    t.not(second.headers.etag, first.headers.etag)
    t.match((await admin.patch(`/admin/map-layers/${id}`, { revision: 1, name: 'Depths 2' })).json(), { state: 'replaced', revision: 2 })
    t.match((await admin.patch(`/admin/map-layers/${id}`, { revision: 2, ...draft })).json(), { state: 'ready', revision: 3 })

    place('depths.pmtiles', Buffer.from('half a copy'))
    t.match(await statesOf(), { shown: ['unreadable'], admin: [['unreadable', /not a PMTiles archive/]] })
    t.match((await tile(id, '3/5/2')).json(), { status: 502, code: 'ARCHIVE_NOT_READ', detail: /not a PMTiles archive/ })
    rmSync(file)
    t.match(await statesOf(), { shown: ['missing'], admin: [['missing', /no longer in the folder/]] })
    const missing = await tile(id, '3/5/2')
    t.match(missing.json(), { status: 502, code: 'ARCHIVE_NOT_READ', detail: /no longer in the folder/ })
    t.notMatch(missing.body, /depths\.pmtiles/, 'people see no file name')
    t.match((await admin.patch(`/admin/map-layers/${id}`, { revision: 3, isOn: false })).json(), { isOn: false, state: 'missing' })
    const whole = await admin.patch(`/admin/map-layers/${id}`, { revision: 4, ...draft, name: 'Depths 3', isOn: false })
    t.match(whole.json(), { name: 'Depths 3', state: 'missing' }, 'the form, which sends all values')
    const moved = await admin.patch(`/admin/map-layers/${id}`, { revision: 5, ...draft, maxZoom: 1 })
    t.match(moved.json(), { status: 422, errors: [{ path: '/address' }] })
    place('depths.pmtiles', pmtiles(everyTile(3, tinyPng)))
    utimesSync(file, new Date(), new Date(Date.now() - 5_000))
    t.equal((await tile(id, '3/5/2')).statusCode, 200)
    rmSync(folder, { recursive: true })
    t.match(await statesOf(), { shown: ['missing'] })
    t.equal((await admin.delete(`/admin/map-layers/${id}`)).statusCode, 204)
  })

  t.test('a tile of an archive passes the same checks as one of another server', async t => {
    const { place, add, tile } = await scene(t, database)
    const picture = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#123' } })
    const bodies = [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      await picture(1100).png().toBuffer(),
      await picture(64).jpeg().toBuffer(),
      await picture(64).webp().toBuffer(),
      await picture(64).avif().toBuffer()
    ]
    place('depths.pmtiles', pmtiles([{ z: 0, x: 0, y: 0, body: tinyPng }, ...bodies.map((body, x) => ({ z: 3, x, y: 1, body }))]))
    const { id } = await add({ bounds: null })
    t.match((await tile(id, '3/0/1')).json(), { status: 502, detail: /is not a PNG, JPEG, WebP or AVIF/ })
    t.match((await tile(id, '3/1/1')).json(), { status: 502, detail: /larger than 1024 px/ })
    for (const [x, type] of [
      [2, 'image/jpeg'],
      [3, 'image/webp'],
      [4, 'image/avif']
    ] as const)
      t.match(await tile(id, `3/${x}/1`), { statusCode: 200, headers: { 'content-type': type } })
    t.match((await tile(id, '3/7/1')).json(), { status: 404, code: 'NOT_FOUND' })
  })
})
