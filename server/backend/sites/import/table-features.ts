import { siteImportLimit } from '../../../../shared/limits.ts'
import { openDelimited, UnusableTable } from '../../files/delimited.ts'
import { plainCell } from '../../files/report-cell.ts'
import { typedNumber } from '../../files/typed-number.ts'
import type { GivenFeature, GivenPosition } from './given-feature.ts'

const headers = {
  name: ['name', 'site', 'station', 'sitename', 'stationname', 'locality', 'locationid'],
  latitude: ['decimallatitude', 'latitude', 'lat', 'y'],
  longitude: ['decimallongitude', 'longitude', 'lon', 'long', 'lng', 'x'],
  depth: ['depth', 'depthinmeters'],
  least: ['minimumdepthinmeters', 'mindepth', 'depthmin', 'depthfrom'],
  most: ['maximumdepthinmeters', 'maxdepth', 'depthmax', 'depthto'],
  footprint: ['footprintwkt', 'wkt'],
  notes: ['notes', 'note', 'remarks', 'locationremarks', 'description']
}
/** Pattern of a point in well-known text, in the variants that GIS programs write. */
const pointText = /^POINT\s{0,9}Z?\s{0,9}\(\s{0,9}(\S{1,40})\s{1,9}([^\s)]{1,40})/i

const positionOf = (longitude: string, latitude: string): GivenPosition => [
  typedNumber(longitude) ?? Number.NaN,
  typedNumber(latitude) ?? Number.NaN
]

type Meaning = keyof typeof headers

/** Yields the rows of a site table. @throws NotATable @throws UnusableTable without columns for a position */
export async function* tableFeatures(file: Buffer): AsyncGenerator<GivenFeature, void, undefined> {
  const table = await openDelimited(file, siteImportLimit)
  const plain = table.header.map(name =>
    name
      .slice(0, 200)
      .replace(/[([].*?[)\]]/g, '')
      .toLowerCase()
      .replace(/[^a-z]/g, '')
  )
  const placeOf = (meaning: Meaning) => plain.findIndex(name => headers[meaning].includes(name))
  if ((placeOf('latitude') < 0 || placeOf('longitude') < 0) && placeOf('footprint') < 0)
    throw new UnusableTable('The table needs columns named latitude and longitude, or footprintWKT')
  for await (const { row, cells } of table.rows) {
    const textOf = (meaning: Meaning) => plainCell(cells[placeOf(meaning)] ?? '').trim()
    const remarks: string[] = []
    const depthOf = (meaning: Meaning) => {
      const text = textOf(meaning)
      const depth = typedNumber(text)
      if (depth !== null && depth < 0) remarks.push('Its depth is negative: above the sea surface')
      if (text !== '' && depth === null) remarks.push(`The depth “${text.slice(0, 40)}” is not a number and is left out`)
      return depth
    }
    const depth = depthOf('depth')
    const [latitude, longitude] = [textOf('latitude'), textOf('longitude')]
    const drawn = textOf('footprint')
    const point = pointText.exec(drawn)
    const footprintWKT = point ? null : drawn || null
    const isPlaced = latitude !== '' || longitude !== ''
    yield {
      row,
      name: textOf('name') || null,
      kind: footprintWKT === null ? 'station' : /polygon/i.test(footprintWKT) ? 'area' : 'transect',
      positions: isPlaced ? [positionOf(longitude, latitude)] : point ? [positionOf(point[1] ?? '', point[2] ?? '')] : [],
      notes: textOf('notes') || null,
      remarks,
      minimumDepthInMeters: depthOf('least') ?? depth,
      maximumDepthInMeters: depthOf('most') ?? depth,
      footprintWKT
    }
  }
}
