import type { FoundSite, SiteFile } from '../../../../shared/contracts/site-imports.ts'
import { siteImportLimit } from '../../../../shared/limits.ts'
import { asUtf8, encodingOf } from '../../files/encoding.ts'
import { NotThisFormat } from '../../files/reading.ts'
import { nameKey } from '../rows.ts'
import { foundSite, storable } from './found-site.ts'
import { geojsonFeatures } from './geojson-features.ts'
import type { GivenFeature } from './given-feature.ts'
import { tableFeatures } from './table-features.ts'
import { gpxFeatures, kmlFeatures } from './xml-features.ts'

export interface SitesTask {
  dataDir: string
  file: Uint8Array<ArrayBuffer>
  /** Base name for unnamed places. A number is appended to the base name. */
  stem: string
}

interface FoundFile extends Omit<SiteFile, 'sites'> {
  sites: Omit<FoundSite, 'isKnown'>[]
}

/** Reads the sites of a file. @throws NotThisFormat @throws NotATable @throws UnusableTable */
export async function sitesWork({ file, stem }: SitesTask): Promise<FoundFile> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const { format, features } = featuresOf(bytes)
  const sites: FoundFile['sites'] = []
  const taken = new Set<string>()
  for await (const given of features) {
    if (sites.length === siteImportLimit)
      throw new NotThisFormat(`This file has more than ${siteImportLimit.toLocaleString('en')} places: split it`)
    const plain = tidyName(given.name ?? '') || tidyName(`${stem} ${sites.length + 1}`)
    const name = unused(plain, taken)
    if (name !== plain) given.remarks.push(`“${plain}” already occurs in this file`)
    sites.push(foundSite(given, name))
  }
  return { format, sites }
}

/** Collapses a name to one line, leaving room for a number. */
const tidyName = (name: string) => storable(name.slice(0, 1_000).normalize('NFC').replace(/\s+/g, ' ').trim(), 190)

/** Appends a number to a name that is taken. */
function unused(name: string, taken: Set<string>): string {
  let found = name
  for (let number = 2; taken.has(nameKey(found)); number++) found = `${name} (${number})`
  taken.add(nameKey(found))
  return found
}

interface Features {
  format: SiteFile['format']
  features: AsyncIterable<GivenFeature> | Iterable<GivenFeature>
}

/** Detects the format from the beginning of the file. */
function featuresOf(file: Buffer): Features {
  const beginning = file.subarray(0, beginningBytes)
  const start = new TextDecoder(encodingOf(beginning)).decode(beginning).trimStart()
  if (start.startsWith('PK')) throw new NotThisFormat('This is an archive: unpack a KMZ into KML, and save a shapefile as GeoJSON')
  if (/^[$!][A-Z]{2}[A-Z0-9]{3},/.test(start))
    throw new NotThisFormat('This is NMEA 0183 from an instrument: add it as a navigation track, under Import and export')
  if (start.startsWith('<')) {
    const text = asUtf8(chunks(file), () => {})
    return /<kml[\s>]/.test(start) ? { format: 'KML', features: kmlFeatures(text) } : { format: 'GPX', features: gpxFeatures(text) }
  }
  if (start.startsWith('{')) return { format: 'GeoJSON', features: geojsonFeatures(new TextDecoder(encodingOf(file)).decode(file)) }
  return { format: 'table', features: tableFeatures(file) }
}

const chunkBytes = 65_536
/** Maximum offset in bytes at which the root element of an XML file is searched for. */
const beginningBytes = 65_536

async function* chunks(file: Buffer) {
  for (let from = 0; from < file.length; from += chunkBytes) yield file.subarray(from, from + chunkBytes)
}
