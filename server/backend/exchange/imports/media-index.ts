import { sql } from 'kysely'
import type { ImageSize } from '../../files/reading.ts'
import { shownPlaces, thePublic } from '../../generalisations/shown-places.ts'
import { fileNameIndex } from '../../media/metadata-match.ts'
import type { FullSight } from '../../projects/scope.ts'
import { knownArea } from '../../scale/known-area.ts'
import type { Database } from '../../storage/database.ts'
import { jsonFieldText } from '../../storage/json-values.ts'
import { copyName, yawIn } from '../exports/source-images.ts'

export interface KnownMedia extends ImageSize {
  id: string
  fileName: string
  /** File name of the image in exports of the whole project. */
  exportedName: string
  annotationCount: number
  /** True when the image has sample points, drawn or imported. */
  hasSample: boolean
  /** True when the public gets the place of the image only in generalised form, or not at all. */
  isGeneralised: boolean
  facts: KnownFacts
}

/** Known facts of an image. */
export interface KnownFacts {
  eventDate: string | null
  /** True when the image has a camera time. */
  hasClock: boolean
  decimalLatitude: number | null
  decimalLongitude: number | null
  depthInMeters: number | null
  altitudeInMeters: number | null
  /** Area in m², or any other text in the area column of a table, such as a place name. */
  areaInSquareMeters: number | string | null
  /** Heading of the camera, clockwise from north. */
  yawInDegrees: number | null
}

export type MediaIndex = Awaited<ReturnType<typeof mediaIndex>>

/** Builds an index of the images of a project by the names that files give them. */
// Long: one lookup with all ways to find an image.
export async function mediaIndex(db: Database, { projectId }: FullSight) {
  const findName = await fileNameIndex(db, projectId)
  const gridOf = await (await shownPlaces(db, projectId, thePublic)).ofAllMedia()
  const rows = await db
    .selectFrom('media')
    .select(['id', 'site_id', 'file_name', 'width', 'height', 'annotation_count'])
    .select(['camera_time', 'event_date', 'decimal_latitude', 'decimal_longitude', 'depth_in_meters', 'altitude_in_meters'])
    .select(sql<boolean>`exists (select 1 from sample where sample.media_id = media.id)`.as('has_sample'))
    .select(sql<number | null>`${knownArea(db)}`.as('known_area'))
    .select(sql<string | null>`case when media.metadata <> '{}' then ${jsonFieldText(db, 'media.metadata', 'area')} end`.as('area_text'))
    .select(
      sql<string | null>`case when lower(media.metadata) like '%yaw%' or lower(media.metadata) like '%heading%' then media.metadata end`.as(
        'with_yaw'
      )
    )
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .orderBy('name_key')
    .orderBy('id')
    .execute()
  const shared = new Set([...Map.groupBy(rows, row => row.file_name)].flatMap(([name, { length }]) => (length > 1 ? [name] : [])))
  const byId = new Map(
    rows.map((row): [string, KnownMedia] => {
      const { id, file_name: fileName, width, height, annotation_count: annotationCount } = row
      const facts = {
        eventDate: row.event_date,
        hasClock: row.camera_time !== null,
        decimalLatitude: row.decimal_latitude,
        decimalLongitude: row.decimal_longitude,
        depthInMeters: row.depth_in_meters,
        altitudeInMeters: row.altitude_in_meters,
        areaInSquareMeters: row.known_area ?? row.area_text,
        yawInDegrees: row.with_yaw === null ? null : yawIn(JSON.parse(row.with_yaw))
      }
      const isGeneralised = gridOf({ id, siteId: row.site_id }) !== null
      const exportedName = shared.has(fileName) ? copyName(fileName, id) : fileName
      return [id, { id, fileName, exportedName, width, height, annotationCount, hasSample: Boolean(row.has_sample), isGeneralised, facts }]
    })
  )
  let byCopyName: Map<string, KnownMedia> | null = null
  /** Finds an image by the name that exports give to images that share a name. Files of YOLO have it without the extension. */
  function copyNamed(name: string): KnownMedia | undefined {
    byCopyName ??= new Map(
      [...byId.values()].flatMap(media => {
        const full = copyName(media.fileName, media.id)
        return [
          [full, media],
          [stemOf(full), media]
        ] as const
      })
    )
    return byCopyName.get(name.split(/[\\/]/).at(-1) ?? '')
  }

  const cached = new Map<string, KnownMedia | { problem: string }>()

  function find(name: string): KnownMedia | { problem: string } {
    const before = cached.get(name)
    if (before) return before
    const found = findName(name)
    const media = 'problem' in found ? (copyNamed(name) ?? found) : (byId.get(found.id) ?? { problem: 'it was removed' })
    cached.set(name, media)
    return media
  }

  let byStem: Map<string, string | null> | null = null
  function nameOf(stem: string): string | null {
    byStem ??= new Map(
      [...Map.groupBy(byId.values(), each => stemOf(each.fileName))].map(([name, [one, ...others]]) => [
        name,
        one && others.length === 0 ? one.fileName : null
      ])
    )
    return byStem.get(stem) ?? null
  }

  return {
    find,
    /** Returns the file name of the only image whose name without extension matches. Null when there is none, or more than one. */
    nameOf,
    get: (id: string): KnownMedia | undefined => byId.get(id),
    /** All images, in order of name. */
    all: (): Iterable<KnownMedia> => byId.values(),
    sizeOf(name: string): ImageSize | null {
      const media = find(name)
      return 'problem' in media ? null : media
    }
  }
}

const stemOf = (fileName: string) => fileName.replace(/\.[^.]*$/, '')
