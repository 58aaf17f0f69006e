import t from 'tap'
import { mapLayersApi } from '../../../../shared/contracts/map-layers.ts'
import { draftOf, formOf, headersIn, zoomIn } from '../../../../web/features/administration/map-layers/layer-draft.ts'

const layer = { ...(mapLayersApi.create.example as object), id: 'a', headerNames: ['X-Key'], revision: 3 } as never

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
