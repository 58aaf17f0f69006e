import { byImage } from '../../by-image.ts'
import type { Annotator, DatasetAnnotation, DatasetImage, DatasetSource } from '../../dataset.ts'
import { flatOfShape } from '../../flat-shapes.ts'
import { type LossTally, pixels } from '../../losses.ts'
import { spacedTime } from '../../times.ts'
import { originKey } from './origin-key.ts'
import { standInsKey } from './stand-ins.ts'

export interface Named {
  name: string
  uri?: string
}

/** Facts that iFDO requires of an image set, by their names without the prefixes `image-` and `image-set-`. */
export interface IfdoHeader {
  name: string
  /** Version 4 UUID. */
  uuid: string
  handle: string
  /** Time for images without their own. */
  eventDate: string
  decimalLatitude: number
  decimalLongitude: number
  depthInMeters: number
  coordinateUncertaintyInMeters: number
  context: Named
  project: Named
  event: Named
  platform: Named
  sensor: Named
  pi: Named
  creators: Named[]
  license: Named
  copyright: string
  abstract: string
}

export interface IfdoWriting {
  header: IfdoHeader
  /** Time for labels without their own, because iFDO requires one. RFC 3339. */
  writtenAt: string
  signal?: AbortSignal
}

const shapeNames = {
  point: 'single-pixel',
  line: 'polyline',
  polygon: 'polygon',
  circle: 'circle',
  rectangle: 'rectangle',
  ellipse: 'ellipse'
} as const

const nobody: Annotator = { id: 'unknown', name: 'unknown' }

/**
 * Writes iFDO v2.1.0 as JSON, one chunk per image. Fields of an item that version 2 renamed also appear under their version 1 names, which BIIGLE
 * reads.
 */
export async function* writeIfdo(
  source: DatasetSource,
  losses: LossTally,
  { header, writtenAt, signal }: IfdoWriting
): AsyncGenerator<string, void, undefined> {
  if (source.labels.some(({ path }) => path.length > 0)) losses.add('The label tree became a flat list of names')
  const creators = await annotatorsOf(source)
  const declared = {
    ...headerRecord(header),
    'image-annotation-labels': source.labels.map(({ id, name }) => ({ id, name })),
    'image-annotation-creators': [...creators.values()].map(({ id, name, machine }) => ({ id, name, ...(machine && { type: 'AI' }) }))
  }
  yield `{"image-set-header":${JSON.stringify(declared, null, 2)},\n"image-set-items":{`
  let separator = '\n'
  for await (const { image, annotations } of byImage(source, losses, signal)) {
    const item = {
      ...itemRecord(image, header, losses.of(image)),
      'image-annotations': annotations.flatMap(annotation => annotationRecord(annotation, writtenAt, losses.of(annotation)))
    }
    yield `${separator}${JSON.stringify(image.fileName)}:${JSON.stringify(item)}`
    separator = ',\n'
  }
  yield '\n}}\n'
}

async function annotatorsOf(source: DatasetSource): Promise<Map<string, Annotator>> {
  const people = new Map<string, Annotator>()
  for await (const { labels } of source.annotations()) {
    for (const { annotator = nobody } of labels) people.set(annotator.id, annotator)
  }
  return people
}

function headerRecord(header: IfdoHeader) {
  return {
    'image-set-name': header.name,
    'image-set-uuid': header.uuid,
    'image-set-handle': header.handle,
    'image-set-ifdo-version': 'v2.1.0',
    'image-datetime': spacedTime(header.eventDate, 6),
    'image-latitude': header.decimalLatitude,
    'image-longitude': header.decimalLongitude,
    'image-altitude-meters': -header.depthInMeters || 0,
    'image-coordinate-reference-system': 'EPSG:4326',
    'image-coordinate-uncertainty-meters': header.coordinateUncertaintyInMeters,
    'image-context': header.context,
    'image-project': header.project,
    'image-event': header.event,
    'image-platform': header.platform,
    'image-sensor': header.sensor,
    'image-pi': header.pi,
    'image-creators': header.creators,
    'image-license': header.license,
    'image-copyright': header.copyright,
    'image-abstract': header.abstract,
    'image-acquisition': 'photo'
  }
}

function itemRecord(image: DatasetImage, header: IfdoHeader, losses: LossTally) {
  if (!image.uuid || !image.sha256 || !image.handle) losses.add('An image has no uuid, SHA-256 or handle, which iFDO requires')
  const height = -(image.depthInMeters ?? header.depthInMeters) || 0
  const area = image.areaInSquareMeters
  const standIns = standInsOf(image)
  return {
    'image-uuid': image.uuid ?? '',
    'image-hash-sha256': image.sha256 ?? '',
    'image-handle': image.handle ?? '',
    'image-datetime': spacedTime(image.eventDate ?? header.eventDate, 6),
    'image-latitude': image.decimalLatitude ?? header.decimalLatitude,
    'image-longitude': image.decimalLongitude ?? header.decimalLongitude,
    ...(image.coordinateUncertaintyInMeters !== undefined && {
      'image-coordinate-uncertainty-meters': Math.max(image.coordinateUncertaintyInMeters, header.coordinateUncertaintyInMeters)
    }),
    'image-altitude-meters': height,
    'image-altitude': height,
    ...(image.altitudeInMeters !== undefined && { 'image-meters-above-ground': image.altitudeInMeters }),
    ...(image.yawInDegrees !== undefined && { 'image-camera-yaw-degrees': image.yawInDegrees }),
    ...(image.site !== undefined && { 'image-event': { name: image.site } }),
    ...(area !== undefined && area > 0 && { 'image-area-square-meters': area, 'image-area-square-meter': area }),
    ...(standIns.length > 0 && { [standInsKey]: standIns })
  }
}

const standInsOf = ({ eventDate, decimalLatitude, decimalLongitude, depthInMeters }: DatasetImage): string[] => [
  ...(eventDate === undefined ? ['image-datetime'] : []),
  ...(decimalLatitude === undefined ? ['image-latitude'] : []),
  ...(decimalLongitude === undefined ? ['image-longitude'] : []),
  ...(depthInMeters === undefined ? ['image-altitude-meters', 'image-altitude'] : [])
]

function annotationRecord({ shape, labels, attributes, confidence, track }: DatasetAnnotation, writtenAt: string, losses: LossTally) {
  if (labels.length === 0) {
    losses.leaveOut('An annotation without a label was left out')
    return []
  }
  if (attributes.length > 0) losses.add('The attributes of an annotation were left out')
  if (confidence !== undefined) losses.add('The confidence of a shape was left out')
  if (track !== undefined) losses.add('A track across several images was left out')
  if (shape?.kind === 'polygon' && shape.holes?.length) losses.add('The holes of a polygon were left out')
  if (labels.some(({ annotator, at }) => !annotator || !at))
    losses.add('A label without an author or a time was given “unknown” or the time of the export')
  const flat = shape && flatOfShape(shape)
  // In iFDO, polygons are closed: the last point repeats the first.
  const numbers = flat?.kind === 'polygon' ? [...flat.numbers, ...flat.numbers.slice(0, 2)] : (flat?.numbers ?? [])
  return [
    {
      shape: flat ? shapeNames[flat.kind] : 'whole-image',
      coordinates: [numbers.map(pixels)],
      labels: labels.map(given => ({
        label: given.labelId,
        annotator: (given.annotator ?? nobody).id,
        'created-at': given.at ?? writtenAt,
        ...(given.confidence !== undefined && { confidence: given.confidence }),
        ...(given.origin && { [originKey]: given.origin })
      }))
    }
  ]
}
