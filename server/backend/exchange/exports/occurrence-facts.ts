import type { ExportOptions } from '../../../../shared/contracts/exchange.ts'
import { shapeLength } from '../../../../shared/geometry/diameter.ts'
import { licenseUrl } from '../darwin-core-eml.ts'
import { type EventFacts, type EventSpan, emptySpan, type Identifier, type OccurrenceFacts } from '../darwin-core-rows.ts'
import { quantityAttribute, quantityTypeAttribute } from '../kept-attributes.ts'
import { namedAt } from './as-dataset.ts'
import type { Person, SourceAnnotation } from './source-annotations.ts'
import type { SourceImage } from './source-images.ts'
import type { SourceLabel } from './source-labels.ts'
import type { SourceSite } from './source-sites.ts'

/** The event that an image is: the same in every export. */
export const eventIdOf = ({ id }: SourceImage) => `urn:uuid:${id}`

/** Its own position, else the one of its site: GBIF takes none from the event above. */
export function imageEvent(image: SourceImage, parentId: string): EventFacts {
  const { eventDate, depthInMeters, areaInSquareMeters, site } = image
  const isPlaced = image.decimalLatitude !== null && image.decimalLongitude !== null
  const { decimalLatitude, decimalLongitude } = isPlaced ? image : (site ?? image)
  return {
    id: eventIdOf(image),
    parentId,
    type: 'Image',
    ...(site && { locality: site.name }),
    ...(!isPlaced && site && decimalLatitude !== null && { remarks: `The position is that of ${site.name}` }),
    ...(eventDate !== null && { eventDate }),
    ...(decimalLatitude !== null && { decimalLatitude }),
    ...(decimalLongitude !== null && { decimalLongitude }),
    ...(depthInMeters !== null && { depthInMeters }),
    ...(areaInSquareMeters !== null && { areaInSquareMeters })
  }
}

/** Depths of a site: one that is told alone is both. */
export const depthOf = ({ minimumDepthInMeters: least, maximumDepthInMeters: most }: SourceSite): EventSpan => ({
  ...emptySpan,
  minimumDepthInMeters: least ?? most,
  maximumDepthInMeters: most ?? least
})

/** Those of the site of an image that has none of its own. */
export const depthOfSite = ({ depthInMeters, site }: SourceImage): EventSpan => (depthInMeters === null && site ? depthOf(site) : emptySpan)

/** Who named it and how is told as OBIS asks for imaging data: a machine's word counts as checked once a person confirmed it. */
export function occurrenceOf(annotation: SourceAnnotation, label: SourceLabel, imageAddress: string | undefined): OccurrenceFacts {
  const { image, attributes } = annotation
  const qualifier = qualifierOf(label)
  const count = attributes.individualCount
  const quantity = quantityOf(attributes)
  const model = modelOf(annotation)
  return {
    eventId: eventIdOf(image),
    id: `urn:uuid:${annotation.id}`,
    taxon: {
      scientificName: label.scientificName ?? '',
      label: label.name,
      ...(label.aphiaId !== null && { aphiaId: label.aphiaId }),
      ...(label.taxonRank && { rank: label.taxonRank }),
      ...(label.kingdom && { kingdom: label.kingdom }),
      ...(qualifier && { qualifier })
    },
    people: peopleOf(annotation).map(identifierOf),
    ...(model && { model }),
    identifiedAt: identifiedAt(annotation),
    ...(typeof count === 'number' && Number.isInteger(count) && count >= 0 && { individualCount: count }),
    ...(quantity && { quantity }),
    ...words(attributes, 'sex', 'lifeStage', 'behavior', 'vitality'),
    ...(typeof attributes.remarks === 'string' && { remarks: attributes.remarks }),
    media: imageAddress ? [addressOf(image, imageAddress)] : []
  }
}

/** Imports before a model was asked for put the file's name in its place: that is nobody. */
const fileName = /\.(csv|json|xml|zip|txt|ya?ml)$/i

/** Name and version of the model that proposed it, where it is known. */
export const modelOf = ({ source, annotator: { name } }: SourceAnnotation): string | null =>
  source === 'machine' && !fileName.test(name) ? name : null

export const identifiedAt = (annotation: SourceAnnotation): string =>
  annotation.reviewState === 'confirmed' ? (annotation.reviewedAt ?? namedAt(annotation)) : namedAt(annotation)

/** As an archive brought it. */
function quantityOf({ [quantityAttribute]: value, [quantityTypeAttribute]: type }: SourceAnnotation['attributes']) {
  return typeof value === 'number' && typeof type === 'string' && type !== '' ? { value, type } : null
}

/** Who gave or confirmed the name; nobody where a machine alone said so. */
export function peopleOf({ source, annotator, reviewState, reviewedBy }: SourceAnnotation): Person[] {
  const people = source === 'human' ? [annotator] : []
  if (reviewState === 'confirmed' && reviewedBy && reviewedBy.id !== annotator.id) people.push(reviewedBy)
  return people
}

export const identifierOf = ({ name, orcid }: Person): Identifier => ({ name, ...(orcid && { orcid }) })

/** `cf. morhua` of `Gadus cf. morhua`; the code of a morphospecies after it. */
function qualifierOf({ name, identificationQualifier: mark, morphospecies }: SourceLabel): string {
  const at = mark ? name.indexOf(mark) : -1
  const open = at >= 0 ? name.slice(at) : (mark ?? '')
  return [open, ...(morphospecies && !open.includes(morphospecies) ? [morphospecies] : [])].filter(Boolean).join(' ')
}

function words<Name extends string>(attributes: SourceAnnotation['attributes'], ...names: Name[]): Partial<Record<Name, string>> {
  const said = names.flatMap(name => (typeof attributes[name] === 'string' && attributes[name] ? [[name, attributes[name]]] : []))
  return Object.fromEntries(said)
}

export interface MeasuredLength {
  meters: number
  method: string | null
}

/** As someone wrote it down, else along a line that was drawn where the scale of the image is known; null when nobody measured it. */
export function organismLength({ attributes: { lengthInMeters: length }, shape, image }: SourceAnnotation): MeasuredLength | null {
  if (typeof length === 'number' && length > 0) return { meters: length, method: null }
  if (shape?.kind !== 'line' || image.metersPerPixel === null) return null
  return { meters: Number((shapeLength(shape) * image.metersPerPixel).toPrecision(6)), method: 'along a line on the image' }
}

const areaMethods: Record<NonNullable<SourceImage['scaleMethod']>, string> = {
  lasers: 'scale from parallel laser points',
  length: 'scale from a known length in the image',
  altitude: 'from altitude above the bottom and angle of view',
  lens: 'from altitude above the bottom, sensor and focal length',
  area: 'area given',
  given: 'scale given'
}

/** How the area of an image was found; null where only a table gives it. */
export const areaMethod = ({ scaleMethod }: SourceImage): string | null => (scaleMethod === null ? null : areaMethods[scaleMethod])

const addressOf = (image: SourceImage, imageAddress: string) => imageAddress + encodeURIComponent(image.fileName)

export function multimediaOf(image: SourceImage, { imageAddress = '', license, organizationName }: ExportOptions) {
  return {
    eventID: eventIdOf(image),
    type: 'StillImage',
    format: image.format,
    identifier: addressOf(image, imageAddress),
    title: image.fileName,
    created: image.eventDate,
    license: license ? licenseUrl(license) : null,
    rightsHolder: organizationName ?? null
  }
}
