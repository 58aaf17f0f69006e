import t from 'tap'
import { agreesWithWgs84 } from '../../../shared/outside/geodetic-datum.ts'

t.test('names of WGS 84 and of datums that agree with it are recognised', async t => {
  const same = [
    ...[
      'WGS84',
      'WGS 84',
      'wgs-84',
      'WGS_1984',
      'GCS_WGS_1984',
      'D_WGS_1984',
      'World Geodetic System 1984',
      'EPSG:4326',
      'epsg::4326',
      '4326'
    ],
    ...['urn:ogc:def:crs:EPSG::4326', 'http://www.opengis.net/def/crs/EPSG/0/4326', 'EPSG:4326 (WGS84)', 'urn:ogc:def:crs:OGC:1.3:CRS84'],
    ...['EPSG:4979', 'EPSG:6326', 'EPSG:7030', 'WGS84 / UTM zone 33N', 'NAD27 converted to WGS84', 'WSG84'],
    ...['NAD83', 'EPSG:4269', 'North American Datum 1983', 'ETRS89', 'EPSG:4258', 'GDA94', 'EPSG:4283', 'NZGD2000', 'SIRGAS 2000', 'GRS80']
  ]
  for (const datum of same) t.ok(agreesWithWgs84(datum), datum)
})

t.test('a datum that is not stated is no other datum', async t => {
  const none = [
    '',
    ' ',
    '-',
    'unknown',
    'Not recorded',
    'not recorded (forced WGS84)',
    'n/a',
    'none',
    'Unspecified',
    'no data',
    'decimal degrees'
  ]
  for (const datum of none) t.ok(agreesWithWgs84(datum), `“${datum}”`)
})

t.test('other datums are recognised as such', async t => {
  const others = [
    ...['NAD27', 'North American Datum 1927', 'EPSG:4267', 'ED50', 'European Datum 1950', 'EPSG:4230', 'WGS72', 'EPSG:4322', 'AGD66'],
    ...['EPSG:4202', 'Tokyo', 'OSGB36', 'Pulkovo 1942', 'EPSG:43260', 'GDA49', 'Nouvelle Triangulation Française', '4267']
  ]
  for (const datum of others) t.notOk(agreesWithWgs84(datum), datum)
})
