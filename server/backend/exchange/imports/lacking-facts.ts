import type { ImportPreview } from '../../../../shared/contracts/exchange.ts'
import type { TableFacts } from '../../media/metadata-rows.ts'
import type { DatasetImage, Place } from '../dataset.ts'
import type { FindingReport } from './findings.ts'
import type { KnownMedia } from './media-index.ts'
import type { StagedWriter } from './staged.ts'

type Counts = Omit<NonNullable<ImportPreview['facts']>, 'fill' | 'imageCount'>
type Value = string | number

interface Kind {
  name: string
  count: keyof Counts
  fields: Exclude<keyof KnownMedia['facts'], 'hasClock'>[]
  /** Largest difference at which two values still count as equal, since formats may round. In ms, degrees, m or m². */
  exactness: number
}

const kinds: Kind[] = [
  { name: 'time', count: 'timeCount', fields: ['eventDate'], exactness: 999 },
  { name: 'position', count: 'positionCount', fields: ['decimalLatitude', 'decimalLongitude'], exactness: 1e-6 },
  { name: 'depth', count: 'depthCount', fields: ['depthInMeters'], exactness: 1e-3 },
  { name: 'height above the sea floor', count: 'altitudeCount', fields: ['altitudeInMeters'], exactness: 1e-3 },
  { name: 'heading', count: 'headingCount', fields: ['yawInDegrees'], exactness: 0.1 },
  { name: 'area', count: 'areaCount', fields: ['areaInSquareMeters'], exactness: 1e-6 }
]

/**
 * Stages facts from a file for images that lack them, and reports contradictions. Every member may read the reports, so they contain no stored value
 * of a place. Places that are generalised for the public are not compared, because equality would reveal them too.
 */
export function lackingFacts(staged: StagedWriter, findings: FindingReport) {
  const counts: Required<Counts> = {
    timeCount: 0,
    clockCount: 0,
    positionCount: 0,
    depthCount: 0,
    altitudeCount: 0,
    headingCount: 0,
    areaCount: 0
  }
  let imageCount = 0
  let differentCount = 0

  return {
    async add({ id, facts: known, isGeneralised }: KnownMedia, image: DatasetImage, place?: Place): Promise<void> {
      const lacking: Partial<Record<keyof typeof known, Value>> = {}
      const different: string[] = []
      for (const { name, count, fields, exactness } of kinds) {
        const given = fields.flatMap(field => image[field] ?? [])
        const has = fields.flatMap(field => known[field] ?? [])
        if (given.length < fields.length) continue
        if (has.length === 0) {
          for (const [at, field] of fields.entries()) lacking[field] = given[at]
          counts[count] += 1
        } else if (isGeneralised && name !== 'time') continue
        else if (!has.every((value, at) => isSame(value, given[at], exactness)))
          different.push(name === 'time' ? `its time is ${has[0]} here and ${given[0]} in the file` : `its ${name} differs from the file`)
      }
      if (different.length > 0) {
        differentCount += 1
        const message = `${different.join(', ').replace(/^i/, 'I')}: the value here was kept`
        await findings.write({ taken: true, ...place, image: image.fileName, message })
      }
      const clock = image.clock !== undefined && known.eventDate === null && !known.hasClock ? image.clock : null
      if (clock !== null) counts.clockCount += 1
      if (Object.keys(lacking).length === 0 && clock === null) return
      imageCount += 1
      Object.assign(known, lacking, clock !== null && { hasClock: true }) // the first of two entries of one image counts
      const { areaInSquareMeters: area, yawInDegrees: yaw, ...facts } = lacking
      const metadata = { ...(area !== undefined && { area: String(area) }), ...(yaw !== undefined && { heading: String(yaw) }) }
      await staged.addFacts({ mediaId: id, facts: facts as TableFacts, metadata, ...(clock !== null && { clock }) })
    },

    /** Reports all differences as one finding on the page. The table already lists each difference. */
    report(): void {
      if (differentCount === 0) return
      const message = `${differentCount.toLocaleString('en')} × a time, position, depth, height, heading or area that differs from that of the image: the values of the image were kept`
      findings.show({ taken: true, message }, differentCount)
    },

    preview: (): ImportPreview['facts'] => (imageCount > 0 ? { fill: true, imageCount, ...counts } : undefined)
  }
}

function isSame(has: Value, given: Value | undefined, exactness: number): boolean {
  if (given === undefined || typeof has !== typeof given) return false
  if (typeof has === 'string' || typeof given === 'string')
    return Math.abs(Date.parse(String(has)) - Date.parse(String(given))) <= exactness
  return Math.abs(has - given) <= exactness
}
