import t from 'tap'
import { mapLayersApi } from '../../../../shared/contracts/map-layers.ts'
import { draftOf, extentIn, extentText, formOf, headersIn, zoomIn } from '../../../../web/features/administration/map-layers/layer-draft.ts'

const layer = {
  ...(mapLayersApi.create.example as object),
  id: 'a',
  headerNames: ['X-Key'],
  state: 'ready',
  fault: null,
  revision: 3
} as never

t.test('a form that nobody changed is the layer itself, and keeps its secret headers', t => {
  t.same(draftOf(formOf(layer)), mapLayersApi.create.example)
  t.end()
})

t.test('new headers replace the stored ones, or all are removed', t => {
  t.same(draftOf({ ...formOf(layer), headers: 'X-Key: a: b\n\n Referer:https://lab.example ' }).headers, [
    { name: 'X-Key', value: 'a: b' },
    { name: 'Referer', value: 'https://lab.example' }
  ])
  t.same(draftOf({ ...formOf(layer), removeHeaders: true }).headers, [])
  t.same(
    draftOf({ ...formOf(layer), removeHeaders: true, headers: 'X-Key: a' }).headers,
    [{ name: 'X-Key', value: 'a' }],
    'new ones are not lost'
  )
  for (const text of ['X-Key', 'X-Key:', ': a', 'X Key: a']) t.equal(headersIn(text), null, text)
  t.end()
})

t.test('names of a map server are left out of other kinds, and zooms are whole numbers', t => {
  const form = { ...formOf(layer), wmsLayers: 'depth', attributionUrl: ' ', minZoom: ' 3 ' }
  t.match(draftOf(form), { wmsLayers: null, attributionUrl: null, minZoom: 3 })
  t.match(draftOf({ ...form, kind: 'wms' }), { wmsLayers: 'depth', wmsStyles: null })
  for (const text of ['', '1.5', '-1', 'many', '100']) t.ok(Number.isNaN(zoomIn(text)), text)
  t.end()
})

t.test('an archive has no address, no headers and one projection, and its tiles are there offline', t => {
  const form = { ...formOf(layer), kind: 'pmtiles', archive: 'depths.pmtiles', projection: 'EPSG:4326', headers: 'X-Key: a' } as const
  t.match(draftOf({ ...form, mayStore: false, isOwnNetwork: true }), {
    ...{ kind: 'pmtiles', address: 'depths.pmtiles', projection: 'EPSG:3857', headers: [], mayStore: true, isOwnNetwork: false }
  })
  const stored = formOf({ ...(layer as object), kind: 'pmtiles', address: 'depths.pmtiles' } as never)
  t.match(stored, { address: '', archive: 'depths.pmtiles' })
  t.end()
})

t.test('an extent is four numbers of degrees, or none', t => {
  const fiji = { west: 176, south: -21, east: -178, north: -12.5 }
  t.same(extentIn(extentText(fiji)), fiji)
  t.same(extentIn(' 176 -21;−178 , -12.5 '), fiji)
  t.equal(extentIn(' '), null)
  for (const text of ['1,2,3', '1,2,3,4,5', 'a,b,c,d', '0,5,1,4', '-181,0,1,1', '0,0,1,91', '5,0,5,1', '1,,2,3'])
    t.equal(extentIn(text), undefined, text)
  t.end()
})
