import { projectPath } from '../../../../shared/addresses.ts'
import type { Observation } from '../../../../shared/contracts/observations.ts'
import { type BoundingBox, boxCollector } from '../../../../shared/geometry/bounding-box.ts'
import { eventFaults } from '../formats/darwin-core/checks.ts'
import { type EventFacts, eventRow, type Identifier, measurementRow, measurementTerms } from '../formats/darwin-core/rows.ts'
import { listCell } from '../formats/darwin-core/tables.ts'
import type { ArchiveRecords } from './archive-records.ts'
import type { ArchiveTables } from './archive-tables.ts'
import { eventTree } from './event-tree.ts'
import type { ImageCover } from './image-cover.ts'
import { areaMethod, depthOf, depthOfSite, generalisedWords, imageEvent, multimediaOf } from './occurrence-facts.ts'
import { effortOf, samplingOf, uncertaintyOf } from './sampling-of.ts'
import type { SourceImage } from './source-images.ts'
import type { SourceSite } from './source-sites.ts'
import type { Writing } from './writing.ts'

interface EventWriting extends Pick<Writing, 'source' | 'options' | 'writtenAt'> {
  recordedBy: readonly Identifier[]
}

/** Events of an archive: its images and observations, their sites and surveys, and the project. */
// Long: the events of one table.
export function archiveEvents(
  { source, options, writtenAt, recordedBy }: EventWriting,
  tables: ArchiveTables,
  { report, addMeasurement }: ArchiveRecords
) {
  const now = new Date(writtenAt)
  const root = {
    id: `urn:uuid:${source.id}`,
    parentId: null,
    type: 'Project',
    ...samplingOf(source, null),
    ...effortOf(source.publication)
  }
  const tree = eventTree({ ...root, ...(source.region && { locality: source.region }) }, source)
  const places = boxCollector()
  const addPlace = ({ decimalLatitude: latitude, decimalLongitude: longitude }: EventFacts) => {
    if (latitude !== undefined && longitude !== undefined) places.add(longitude, latitude)
  }

  return {
    /** Smallest box around the images and observations; null when none of them has a position. */
    extent: (): BoundingBox | null => places.box(),

    /** Time and depth range of all images and observations. */
    span: () => tree.span(),

    async addImage(image: SourceImage, cover: ImageCover, hasOccurrences: boolean): Promise<void> {
      const event = withEffort(imageEvent(image, tree.parentOf(image), source), cover.effort())
      const row = eventRow(event, depthOfSite(image))
      tree.add(image, event)
      addPlace(event)
      const record = { name: image.fileName, mediaId: image.id, annotationId: null }
      report(record, eventFaults(row, hasOccurrences, now))
      await tables.events.add(row)
      const { areaInSquareMeters } = image
      if (areaInSquareMeters !== null) {
        const method = areaMethod(image) ?? undefined
        await addMeasurement(record, measurementRow(event.id, null, measurementTerms.imageArea, areaInSquareMeters, method))
      }
      if (options.imageAddress && !image.generalised)
        await tables.multimedia.add(multimediaOf(image, options.imageAddress, { ...source.described, recordedBy }))
    },

    /** Adds the event of one or more observations at a place. Its date may be a month or a period, and its depth a range. */
    async addObservation(id: string, observation: Observation, site: SourceSite | null): Promise<void> {
      const { eventDate, firstDay, lastDay, samplingProtocol, generalised = null, coordinateUncertaintyInMeters: meters } = observation
      const { decimalLatitude = null, decimalLongitude = null } = observation.place ?? {}
      const { coordinateUncertaintyInMeters: ofProject = null } = uncertaintyOf(source, { decimalLatitude, generalised })
      const uncertainty = meters === null ? ofProject : generalised ? Math.max(meters, ofProject ?? 0) : meters
      const event: EventFacts = {
        id,
        parentId: tree.parentOf({ site }),
        type: 'Observation',
        ...(site && !site.generalised && { locality: site.name }),
        ...(decimalLatitude !== null && { decimalLatitude }),
        ...(decimalLongitude !== null && { decimalLongitude }),
        ...(uncertainty !== null && { coordinateUncertaintyInMeters: uncertainty }),
        ...generalisedWords(generalised, site),
        ...samplingOf(source, site),
        ...(samplingProtocol && { samplingProtocol })
      }
      const [least, most] = [observation.minimumDepthInMeters, observation.maximumDepthInMeters]
      const depths = { minimumDepthInMeters: least ?? most, maximumDepthInMeters: most ?? least }
      const row = { ...eventRow(event, site ? depthOf(site) : undefined), ...(depths.minimumDepthInMeters !== null && depths) }
      const days = firstDay === lastDay ? firstDay : `${firstDay}/${lastDay}`
      const isWhole = eventFaults({ ...row, eventDate }, true, now).every(({ column, isError }) => column !== 'eventDate' || !isError)
      const dated = { ...row, eventDate: isWhole ? eventDate : days }
      for (const [day, depth] of [[firstDay, least ?? most] as const, [lastDay, most ?? least] as const])
        tree.add({ site }, { ...event, ...(day !== null && { eventDate: day }), ...(depth !== null && { depthInMeters: depth }) })
      addPlace(event)
      const record = { name: observation.name, mediaId: null, annotationId: null, path: projectPath(source.id, 'map/observations') }
      report(record, eventFaults(dated, true, now))
      await tables.events.add(dated)
    },

    /** Adds the parent events of the images and observations added so far: sites, surveys and the project. */
    async addAbove(): Promise<void> {
      for (const { name, row } of tree.rows()) {
        const record = { name, mediaId: null, annotationId: null, path: projectPath(source.id, 'annotate/sites') }
        report(record, eventFaults(row, false, now))
        await tables.events.add(row)
      }
    }
  }
}

/** Adds the scoring of sample points to the event of an image, as an additional sampling method. */
function withEffort(event: EventFacts, effort: ReturnType<ImageCover['effort']>): EventFacts {
  if (!effort) return event
  const { samplingProtocol, samplingEffort } = effort
  return { ...event, samplingEffort, samplingProtocol: listCell([event.samplingProtocol ?? '', samplingProtocol]) }
}
