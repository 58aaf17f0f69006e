import { sql } from 'kysely'
import type { ShownPlace } from '../../../../shared/contracts/generalisations.ts'
import type { ScaleBasis } from '../../../../shared/contracts/scale.ts'
import { scaleFromArea } from '../../../../shared/photogrammetry/scale.ts'
import type { Counted } from '../../results/counted.ts'
import { inEffort } from '../../results/effort.ts'
import { knownArea } from '../../scale/known-area.ts'
import type { Database } from '../../storage/database.ts'
import type { SourceSite } from './source-sites.ts'

export interface SourceImage {
  id: string
  /** File name that is unique in the project. When images share a name, part of the id is added to each. */
  fileName: string
  /** Site of the image, if it has one. */
  site: SourceSite | null
  isRenamed: boolean
  width: number
  height: number
  sha256: string
  format: string
  eventDate: string | null
  decimalLatitude: number | null
  decimalLongitude: number | null
  /** Generalisation that applies to the place of the image and to its site; null for exact places. */
  generalised: ShownPlace | null
  depthInMeters: number | null
  altitudeInMeters: number | null
  camera: string | null
  /** From the scale of the image, or from an attached table. */
  areaInSquareMeters: number | null
  metersPerPixel: number | null
  /** Method by which the scale was determined, if the image has one. */
  scaleMethod: ScaleBasis['method'] | null
  frame: number | null
  /** Clockwise from north, from an attached table. */
  yawInDegrees: number | null
  /**
   * True when the image counts towards the effort, as on the Results page for the same selection. Such an image without annotations counts as empty.
   */
  isInEffort: boolean
  /** Upper bound on the number of exported annotations, because rejected annotations count too. */
  annotationCount: number
}

const pageSize = 1000

export type Sites = ReadonlyMap<string, SourceSite>

/** Yields the images of a project in order of name, page by page. */
export async function* imagesByName(db: Database, counted: Counted, sites: Sites): AsyncGenerator<SourceImage, void, undefined> {
  let [key, id] = ['', '']
  for (;;) {
    const rows = await db
      .selectFrom('media')
      .leftJoin('media_scale', 'media_scale.media_id', 'media.id')
      .select(['id', 'file_name', 'name_key', 'width', 'height', 'sha256', 'format', 'event_date', 'decimal_latitude', 'decimal_longitude'])
      .select(['site_id', 'depth_in_meters', 'altitude_in_meters', 'camera', 'metadata', 'annotation_count'])
      .select(['media_scale.basis', sql<number | null>`${knownArea(db)}`.as('known_area'), inEffort(counted).as('in_effort')])
      .select(isShared.as('is_shared'))
      .where('project_id', '=', counted.projectId)
      .where('removed_at', 'is', null)
      .where(counted.isChosen)
      .where(sql<boolean>`(name_key, id) > (${key}, ${id})`)
      .orderBy('name_key')
      .orderBy('id')
      .limit(pageSize)
      .execute()
    for (const row of rows) {
      const isRenamed = Boolean(row.is_shared)
      key = row.name_key
      id = row.id
      const metadata: Record<string, string> = row.metadata === '{}' ? {} : JSON.parse(row.metadata)
      const frame = numberIn(metadata.frame)
      yield {
        id: row.id,
        fileName: isRenamed ? copyName(row.file_name, row.id) : row.file_name,
        site: sites.get(row.site_id ?? '') ?? null,
        isRenamed,
        width: row.width,
        height: row.height,
        sha256: row.sha256,
        format: row.format,
        eventDate: row.event_date,
        decimalLatitude: row.decimal_latitude,
        decimalLongitude: row.decimal_longitude,
        generalised: null,
        depthInMeters: row.depth_in_meters,
        altitudeInMeters: row.altitude_in_meters,
        camera: row.camera,
        areaInSquareMeters: row.known_area,
        metersPerPixel: row.known_area === null ? null : scaleFromArea(row.known_area, row),
        scaleMethod: row.basis === null ? null : (JSON.parse(row.basis) as ScaleBasis).method,
        frame: frame !== null && Number.isSafeInteger(frame) && frame >= 0 ? frame : null,
        yawInDegrees: yawIn(metadata),
        isInEffort: row.in_effort === 1,
        annotationCount: row.annotation_count
      }
    }
    if (rows.length < pageSize) return
  }
}

/** SQL condition on `media` that another image of the project has the same file name. */
const isShared = sql<boolean>`exists (
  select 1 from media as other
  where other.project_id = media.project_id and other.name_key = media.name_key and other.file_name = media.file_name
    and other.id <> media.id and other.removed_at is null)`

/** File name in exports of an image that shares its name with others: part of its id comes before the extension. */
export const copyName = (fileName: string, id: string): string => fileName.replace(/(\.[^.]*)?$/, ` (${id.slice(-8)})$1`)

/** Yields images by frame number, followed by images without one in order of name. All images are held in memory for sorting. */
export async function* imagesByFrame(db: Database, counted: Counted, sites: Sites): AsyncGenerator<SourceImage, void, undefined> {
  const images: SourceImage[] = []
  for await (const image of imagesByName(db, counted, sites)) images.push(image)
  yield* images.sort((a, b) => (a.frame ?? Infinity) - (b.frame ?? Infinity) || 0)
}

/** Matches the heading columns of BIIGLE and the heading field of iFDO, in any spelling. */
export const yawColumn = /^(yaw|heading|sub[ _]?\d*[ _](yaw|heading)|(image[ _-])?camera[ _-]yaw([ _-]degrees)?)$/i

export function yawIn(metadata: Record<string, string>): number | null {
  const column = Object.keys(metadata).find(name => yawColumn.test(name.trim()))
  const yaw = column === undefined ? null : numberIn(metadata[column])
  return yaw === null || Math.abs(yaw) > 360 ? null : (yaw + 360) % 360
}

function numberIn(text: string | undefined): number | null {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}
