// About: server/backend/map-layers/capabilities
import t from 'tap'
import { layersIn } from '../../../../server/backend/map-layers/capabilities/read-capabilities.ts'
import type { MapLayerDraft, OfferedLayer } from '../../../../shared/contracts/map-layers.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'
import { fakeTiles, tinyPng } from '../../../support/outside/fake-tiles.ts'
import { wmsDocument, wmsDocument111, wmtsDocument } from '../../../support/outside/map-capabilities.ts'

const address = 'https://maps.example/ows'
const read = (kind: 'wms' | 'wmts', text: string) => layersIn(kind, Buffer.from(text), address)

t.test('layers of a map server inherit projection, extent and attribution', async t => {
  const layers = await read('wms', wmsDocument())
  const fiji = { west: 176, south: -21, east: -178, north: -12 }
  const hydro = { attribution: 'Hydro Office', attributionUrl: 'https://hydro.example/' }
  t.match(layers, [
    {
      title: 'Depths of Fiji',
      address,
      wmsLayers: 'depths',
      projection: 'EPSG:3857',
      values: { name: 'Depths of Fiji', bounds: fiji, ...hydro }
    },
    { title: 'Ice', wmsLayers: 'ice', projection: 'EPSG:4326', values: { bounds: null, attribution: 'Ice Office', attributionUrl: null } },
    { title: 'Polar ice', wmsLayers: 'polar', projection: 'EPSG:3031', values: { bounds: null } }
  ])
  t.equal(layers.length, 3, 'a group without a name and a layer in another projection are left out')
  await t.rejects(read('wms', wmsDocument('image/gif')), { code: 'CAPABILITIES_NOT_READ', message: /PNG/ })
})

t.test('layers of a map server of version 1.1.1 are read, and their address leads to requests in that version', async t => {
  const layers = await read('wms', wmsDocument111())
  const bounds = { west: -180, south: -90, east: 180, north: -50 }
  t.same(
    layers.map(({ title, projection, values, address: at }) => [title, projection, values.bounds, at]),
    [
      ['Ice shelf', 'EPSG:4326', bounds, `${address}?VERSION=1.1.1`],
      ['Ice shelf', 'EPSG:3031', bounds, `${address}?VERSION=1.1.1`],
      ['Fiji', 'EPSG:3857', { west: 176, south: -21, east: 180, north: -12 }, `${address}?VERSION=1.1.1`]
    ],
    'a layer is offered in each projection whose map shows it'
  )
  const newer = await layersIn('wms', Buffer.from(wmsDocument()), `${address}?version=1.1.1`)
  t.equal(newer[0]?.address, `${address}?VERSION=1.3.0`, 'the server knows only the newer version')
  await t.rejects(read('wms', wmsDocument111().replace('<!ELEMENT Vendor', '<!ENTITY a "aa"><!ELEMENT Vendor')), /document type/)
  await t.rejects(read('wms', wmsDocument111().replace('Ice shelf', '&a;')), { code: 'CAPABILITIES_NOT_READ' })
})

t.test('layers of a tile server get addresses with the placeholders of a tile', async t => {
  const layers = await read('wmts', wmtsDocument())
  t.match(layers, [
    {
      ...{ title: 'Depths', projection: 'EPSG:3857', wmsLayers: null },
      address: 'https://tiles.example/depths/shaded%20relief/2026-01-01/web/web:{TileMatrix}/{TileRow}/{TileCol}.png',
      values: { name: 'Depths', minZoom: 0, maxZoom: 2, bounds: { west: -10, south: 30, east: 20, north: 60 }, attribution: null }
    },
    { title: 'Degrees', projection: 'EPSG:4326', values: { maxZoom: 3 } }
  ])
  t.equal(layers.length, 2, 'layers with other grids, other tiles, other names of zooms or without such an address are left out')
})

t.test('of a server with many projections and layers, the first 500 layers are offered', async t => {
  const projections = Array.from({ length: 20_000 }, (_, at) => `<CRS>EPSG:${at}</CRS>`).join('')
  const layers = Array.from({ length: 20_000 }, (_, at) => `<Layer><Name>l${at}</Name></Layer>`).join('')
  const text = `<WMS_Capabilities><Capability><Layer>${projections}${layers}</Layer></Capability></WMS_Capabilities>`
  t.equal((await read('wms', text)).length, 500)
})

t.test('other documents are refused with a sentence', async t => {
  const faults: [string, RegExp][] = [
    ['', /not well-formed|not an answer/],
    ['<html><body>No</body></html>', /root element is “html”/],
    ['<!DOCTYPE WMS_Capabilities [<!ENTITY a "aa">]><WMS_Capabilities/>', /document type/],
    ['<WMS_Capabilities><Capability>', /well-formed/],
    [`<WMS_Capabilities><Capability>${'<Layer>'.repeat(100_000)}`, /nested too deeply/],
    ['\0', /binary/]
  ]
  for (const [text, reason] of faults)
    await t.rejects(read('wms', text), { code: 'CAPABILITIES_NOT_READ', message: reason }, text.slice(0, 40))
  await t.rejects(read('wmts', wmsDocument()), /root element/)
  t.same(await read('wms', '<WMS_Capabilities/>'), [])
})

await forEachDatabase(t, (t, database) => {
  t.test('an administrator reads the layers of a server, and adds one of them', async t => {
    const { app, signUp } = await testBackend(t, { database })
    const [admin, bo] = [await signUp(), await signUp()]
    const server = await fakeTiles(t)
    server.answer = path => ({ body: path.includes('GetCapabilities') ? wmsDocument() : tinyPng })
    const inquiry = { kind: 'wms', address: `${server.url}/ows?map=a&Service=x`, isOwnNetwork: true }
    const ask = (change: object = {}) => admin.post('/admin/map-layers/capabilities', { ...inquiry, ...change })
    const { layers } = (await ask()).json<{ layers: OfferedLayer[] }>()
    t.match(Object.fromEntries(new URL(server.asked[0]?.path ?? '', server.url).searchParams), {
      ...{ SERVICE: 'WMS', REQUEST: 'GetCapabilities', VERSION: '1.3.0', map: 'a' }
    })
    const [{ values, title: _title, ...source }] = layers as [OfferedLayer]
    const draft: Partial<MapLayerDraft> = { kind: 'wms', ...source, ...values, attribution: values.attribution ?? '' }
    const rest = { wmsStyles: null, licence: null, mayStore: true, isOwnNetwork: true, isOn: true }
    const added = await admin.post('/admin/map-layers', { ...draft, ...rest })
    t.equal(added.statusCode, 201, added.body)
    t.equal((await bo.get(`/map/layers/${added.json().id}/tiles/4/15/8`)).statusCode, 200)

    t.match((await ask({ isOwnNetwork: false })).json(), { status: 422, errors: [{ path: '/address', message: /port|private/ }] })
    t.match((await ask({ address: 'ftp://maps.example/' })).json(), { status: 422, errors: [{ path: '/address', message: /https/ }] })
    t.match((await ask({ address: `${server.url}/{z}` })).json(), { status: 422, errors: [{ path: '/address' }] })
    t.match((await ask({ kind: 'xyz' })).json(), { status: 422, errors: [{ path: '/kind' }] })
    server.answer = () => ({ status: 403, body: 'no' })
    t.match((await ask()).json(), { status: 502, code: 'CAPABILITIES_NOT_READ', detail: /status 403/ })
    server.answer = () => ({ body: Buffer.alloc(10_100_000, ' ') })
    t.match((await ask()).json(), { status: 502, detail: /larger than 10 MB/ })
    t.match((await ask({ address: 'http://127.0.0.1:1/' })).json(), { status: 502, detail: /cannot be reached/ })
    t.match((await bo.post('/admin/map-layers/capabilities', inquiry)).json(), { status: 403, code: 'ADMINISTRATOR_NEEDED' })
    t.equal((await app.inject({ method: 'POST', url: '/api/admin/map-layers/capabilities', payload: inquiry })).statusCode, 401)
  })

  t.test('capabilities are revalidated with each inquiry, and with the secret headers of their layer', async t => {
    const { signUp } = await testBackend(t, { database })
    const [admin, bo] = [await signUp(), await signUp()]
    const [server, other] = [await fakeTiles(t), await fakeTiles(t)]
    let document = { tag: '"one"', body: wmsDocument() }
    server.answer = (_path, headers) =>
      headers['if-none-match'] === document.tag
        ? { status: 304, headers: { etag: document.tag } }
        : { headers: { etag: document.tag }, body: document.body }
    const ask = (change: object = {}, by = admin) =>
      by.post('/admin/map-layers/capabilities', { kind: 'wms', address: `${server.url}/ows`, isOwnNetwork: true, ...change })
    const titles = async (change: object = {}) => (await ask(change)).json<{ layers: OfferedLayer[] }>().layers.map(({ title }) => title)
    const before = await titles()
    t.same(await titles(), before)
    t.same(
      server.asked.map(({ headers }) => headers['if-none-match']),
      [undefined, '"one"']
    )
    const headers = [{ name: 'X-Key', value: 'kelp 42' }]
    t.same(await titles({ headers }), before)
    t.match(server.asked.at(-1)?.headers, { 'x-key': 'kelp 42' })
    t.notOk(server.asked.at(-1)?.headers['if-none-match'], 'an answer for other headers is another one')
    document = { tag: '"two"', body: wmsDocument111() }
    t.same(await titles(), ['Ice shelf', 'Ice shelf', 'Fiji'], 'a changed document is read')

    const layer = {
      ...{ name: 'Ice', kind: 'wms', address: `${server.url}/ows`, wmsLayers: 'ice', wmsStyles: null, projection: 'EPSG:3031' },
      ...{ minZoom: 0, maxZoom: 5, bounds: null, attribution: 'Ice Office', attributionUrl: null, licence: null },
      ...{ mayStore: true, isOwnNetwork: true, isOn: true, headers }
    }
    const { id: layerId } = (await admin.post('/admin/map-layers', layer)).json<{ id: string }>()
    const answer = await ask({ layerId })
    t.equal(answer.statusCode, 200)
    t.match(server.asked.at(-1)?.headers, { 'x-key': 'kelp 42' })
    t.notMatch(answer.body, /kelp/)
    await ask({ layerId, headers: [] })
    t.equal(server.asked.at(-1)?.headers['x-key'], undefined, 'headers of the form replace the stored ones')
    const elsewhere = { layerId, address: `${other.url}/ows` }
    t.match((await ask(elsewhere)).json(), { status: 422, errors: [{ path: '/headers', message: /entered again/ }] })
    t.same(other.asked, [])
    t.match((await ask({ layerId: 'no-layer' })).json(), { status: 404, code: 'NOT_FOUND' })
    t.match((await ask({ layerId }, bo)).json(), { status: 403, code: 'ADMINISTRATOR_NEEDED' })
    for (const name of ['Host', 'If-None-Match', 'Range'])
      t.match((await ask({ headers: [{ name, value: 'a' }] })).json(), { status: 422, errors: [{ path: '/headers' }] }, name)
    server.answer = () => ({ status: 304 })
    t.match((await ask({ address: `${server.url}/new` })).json(), { status: 502, detail: /status 304/ }, 'nothing is remembered for it')
  })

  t.test('a server without the internet reads no capabilities', async t => {
    const { signUp } = await testBackend(t, { database, isOffline: true })
    const answer = await (await signUp()).post('/admin/map-layers/capabilities', { kind: 'wms', address, isOwnNetwork: false })
    t.match(answer.json(), { status: 503, code: 'OFFLINE' })
  })
})
