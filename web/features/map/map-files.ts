import type { MapFeature, MapFeatures } from '../../../shared/contracts/map.ts'
import { escapedXml } from '../../../shared/escaped-xml.ts'
import { type CsvTable, csvOf } from '../../charts/csv.ts'

/** File formats for the annotations in view. */
export const mapFormats = ['geojson', 'csv', 'kml', 'gpx'] as const
export type MapFormat = (typeof mapFormats)[number]

export const mediaTypes: Record<MapFormat, string> = {
  geojson: 'application/geo+json',
  csv: 'text/csv;charset=utf-8',
  kml: 'application/vnd.google-earth.kml+xml',
  gpx: 'application/gpx+xml'
}

const columns = [
  'mediaId',
  'fileName',
  'eventDate',
  'depthInMeters',
  'label',
  'scientificName',
  'source',
  'reviewState',
  'coordinateUncertaintyInMeters',
  'dataGeneralizations'
] as const satisfies readonly (keyof MapFeature['properties'])[]

/** Returns the contents of a file that holds the features in the given format. */
export function mapFile(features: MapFeatures, format: MapFormat): string {
  if (format === 'geojson') return JSON.stringify(features)
  if (format === 'csv') return csvOf(tableOf(features))
  const placed = features.features.map(({ geometry: { coordinates }, properties }) => ({
    at: coordinates.map(degrees => degrees.toFixed(7)) as [string, string],
    name: escapedXml(properties.label ?? properties.fileName),
    about: escapedXml(columns.flatMap(name => (properties[name] === null ? [] : [`${name}: ${properties[name]}`])).join('\n'))
  }))
  if (format === 'kml') {
    const places = placed.map(
      ({ at, name, about }) =>
        `<Placemark><name>${name}</name><description>${about}</description><Point><coordinates>${at.join(',')}</coordinates></Point></Placemark>`
    )
    return `${xml}<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n${places.join('\n')}\n</Document></kml>\n`
  }
  const points = placed.map(
    ({ at: [longitude, latitude], name, about }) =>
      `<wpt lat="${latitude}" lon="${longitude}"><name>${name}</name><desc>${about}</desc></wpt>`
  )
  return `${xml}<gpx version="1.1" creator="Isobath" xmlns="http://www.topografix.com/GPX/1/1">\n${points.join('\n')}\n</gpx>\n`
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n'

function tableOf({ features }: MapFeatures): CsvTable {
  const rows = features.map(({ id, geometry: { coordinates }, properties }) => [
    id,
    ...coordinates,
    ...columns.map(name => properties[name])
  ])
  return { columns: ['id', 'decimalLongitude', 'decimalLatitude', ...columns], rows }
}
