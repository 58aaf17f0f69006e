import t from 'tap'
import type { MapFeatures } from '../../../../shared/contracts/map.ts'
import { mapFile } from '../../../../web/features/map/map-files.ts'

const properties = {
  mediaId: 'm',
  fileName: '=cmd.jpg',
  eventDate: null,
  depthInMeters: 24.5,
  label: 'Sea <pen> & "co"\u0007',
  scientificName: null,
  source: 'human',
  reviewState: 'confirmed',
  coordinateUncertaintyInMeters: null,
  dataGeneralizations: null
} as const
const features: MapFeatures = {
  type: 'FeatureCollection',
  features: [{ type: 'Feature', id: 'a', geometry: { type: 'Point', coordinates: [-179.9999999, 60.25] }, properties }]
}

t.test('places of a view are written as GeoJSON, CSV, KML and GPX', async t => {
  t.same(JSON.parse(mapFile(features, 'geojson')), features)
  const [head = '', row = ''] = mapFile(features, 'csv').split('\r\n')
  t.match(head, /^id,decimalLongitude,decimalLatitude,mediaId,fileName,/)
  t.match(row, /^a,-179\.9999999,60\.25,m,'=cmd\.jpg,,24\.5,"Sea <pen>/, 'no cell is a formula')
  const name = '<name>Sea &lt;pen&gt; &amp; &quot;co&quot; </name>'
  t.match(mapFile(features, 'kml'), `<Placemark>${name}`)
  t.match(mapFile(features, 'kml'), '<coordinates>-179.9999999,60.2500000</coordinates>')
  t.match(mapFile(features, 'gpx'), `<wpt lat="60.2500000" lon="-179.9999999">${name}`)
  t.notMatch(mapFile(features, 'gpx'), '\u0007')
})
