import { fullName } from '../../../../shared/publication/people.ts'
import { doiAddress } from '../../../../shared/vocabulary/doi.ts'
import type { DatasetAbout, DatasetAnnotation, DatasetImage, DatasetLabel, DatasetSource, GivenLabel } from '../dataset.ts'
import { licenseName, licenseUrl } from '../formats/darwin-core/eml.ts'
import {
  detectionConfidenceAttribute,
  otherLabelsAttribute,
  otherLabelsOf,
  samplePointAttribute,
  trackAttribute,
  unnamedPoint
} from '../kept-attributes.ts'
import type { LossTally } from '../losses.ts'
import { pictureUuid } from './picture-uuid.ts'
import type { ProjectSource } from './project-source.ts'
import type { SourceAnnotation } from './source-annotations.ts'
import type { SourceImage } from './source-images.ts'
import type { SourceLabel } from './source-labels.ts'

export interface DatasetView {
  losses: LossTally
  /** True for a format that identifies labels by name only, so that labels with the same name are merged. */
  labelsByName: boolean
  /** True to identify labels by the LSID of their WoRMS taxon where they have one. */
  labelsByLsid?: boolean
  /** True to give unlabelled sample points a placeholder label, for formats that require one. */
  namesPoints?: boolean
  /** Public base URL of the images, to which the file name is appended. */
  imageAddress?: string
}

/** Adapts a project to the source that format writers read. */
export function asDataset(
  source: ProjectSource,
  { losses, labelsByName, labelsByLsid = false, namesPoints = false, imageAddress }: DatasetView
): DatasetSource {
  const ids = labelsByLsid ? lsids(source.labels) : new Map<string, string>()
  if (labelsByName) countNamesakes(source.labels, losses)
  const idsByName = new Map(source.labels.map(({ id, name }) => [name, ids.get(id) ?? id]))
  return {
    about: aboutOf(source),
    labels: [
      ...source.labels.map(({ id, name, path }): DatasetLabel => ({ id: ids.get(id) ?? id, name, path })),
      ...(namesPoints && source.hasSamples ? [{ id: unnamedPoint, name: unnamedPoint, path: [] }] : [])
    ],
    async *images() {
      for await (const image of source.images()) yield imageOf(image, imageAddress)
    },
    async *annotations() {
      for await (const each of source.annotations()) {
        const annotation = annotationOf(each, ids, idsByName)
        const isUnnamed = annotation.samplePoint !== undefined && annotation.labels.length === 0
        yield namesPoints && isUnnamed ? { ...annotation, labels: [{ labelId: unnamedPoint }] } : annotation
      }
    }
  }
}

function aboutOf({ described: { title, citation, creators, license, doi }, writtenAt }: ProjectSource): DatasetAbout {
  return {
    ...{ title, citation, writtenAt },
    creators: creators
      .map(fullName)
      .filter(name => !name.includes('@'))
      .join(', '),
    license: license && { name: licenseName(license), url: licenseUrl(license) },
    url: doi && doiAddress(doi)
  }
}

/** WoRMS identifiers of labels, except those shared by several labels. */
function lsids(labels: readonly SourceLabel[]): Map<string, string> {
  const count = new Map<string, number>()
  for (const { scientificNameID: lsid } of labels) if (lsid) count.set(lsid, (count.get(lsid) ?? 0) + 1)
  return new Map(
    labels.flatMap(({ id, scientificNameID: lsid }): [string, string][] => (lsid && count.get(lsid) === 1 ? [[id, lsid]] : []))
  )
}

function countNamesakes(labels: readonly SourceLabel[], losses: LossTally): void {
  const names = new Set<string>()
  for (const { name } of labels) {
    if (names.has(name)) losses.add('A label has the same name as another one: the file has a single label for both')
    names.add(name)
  }
}

function imageOf(image: SourceImage, imageAddress: string | undefined): DatasetImage {
  const facts = {
    frame: image.frame,
    eventDate: image.eventDate,
    decimalLatitude: image.decimalLatitude,
    decimalLongitude: image.decimalLongitude,
    coordinateUncertaintyInMeters: image.generalised?.coordinateUncertaintyInMeters ?? null,
    depthInMeters: image.depthInMeters,
    altitudeInMeters: image.altitudeInMeters,
    areaInSquareMeters: image.areaInSquareMeters,
    yawInDegrees: image.yawInDegrees,
    site: image.site?.name ?? null
  }
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null))
  return {
    fileName: image.fileName,
    width: image.width,
    height: image.height,
    ...known,
    uuid: pictureUuid(image.id),
    sha256: image.sha256,
    handle: imageAddress && !image.generalised ? imageAddress + encodeURIComponent(image.fileName) : `urn:uuid:${image.id}`,
    mediaId: image.id
  }
}

function annotationOf(annotation: SourceAnnotation, ids: Map<string, string>, idsByName: Map<string, string>): DatasetAnnotation {
  const { id, image, shape, labelId, confidence, attributes, source, annotator, samplePoint, origin } = annotation
  const { [trackAttribute]: track, [detectionConfidenceAttribute]: detected, ...rest } = attributes
  const labels: GivenLabel[] = []
  if (labelId !== null) {
    labels.push({
      labelId: ids.get(labelId) ?? labelId,
      ...(confidence !== null && { confidence }),
      annotator: { id: annotator.id, name: annotator.name, ...(source === 'machine' && { machine: true }) },
      at: annotation.namedAt,
      ...(origin !== null && origin !== 'human' && { origin })
    })
    const others = otherLabels(rest[otherLabelsAttribute], idsByName)
    if (others) {
      labels.push(...others)
      delete rest[otherLabelsAttribute]
    }
  }
  const ofShape = typeof detected === 'number' ? detected : labelId === null ? confidence : null
  return {
    id,
    fileName: image.fileName,
    shape,
    labels,
    ...(ofShape !== null && { confidence: ofShape }),
    attributes: Object.entries(samplePoint === null ? rest : { [samplePointAttribute]: samplePoint + 1, ...rest }),
    ...(track !== undefined && { track: String(track) }),
    ...(samplePoint !== null && { samplePoint }),
    mediaId: image.id
  }
}

/** Finds the labels listed in an attribute. @returns null when the catalog lacks one of them; the value then remains an attribute */
function otherLabels(value: unknown, idsByName: Map<string, string>): GivenLabel[] | null {
  const others = otherLabelsOf(value)
  if (!others?.every(({ label }) => idsByName.has(label))) return null
  return others.map(({ label, confidence, annotator, at }) => ({
    labelId: idsByName.get(label) ?? label,
    ...(confidence !== undefined && { confidence }),
    ...(annotator !== undefined && { annotator: { id: annotator, name: annotator } }),
    ...(at !== undefined && { at })
  }))
}
