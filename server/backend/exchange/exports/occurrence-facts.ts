import type { ShownPlace } from '../../../../shared/contracts/generalisations.ts'
import type { PublishedModel } from '../../../../shared/contracts/publication.ts'
import { shapeLength } from '../../../../shared/geometry/diameter.ts'
import type { Described } from '../../../../shared/publication/described.ts'
import { type NamedModel, namedModel } from '../../../../shared/publication/models.ts'
import { licenseUrl } from '../formats/darwin-core/eml.ts'
import { type EventFacts, type EventSpan, emptySpan, type Identifier, type OccurrenceFacts } from '../formats/darwin-core/rows.ts'
import { listCell } from '../formats/darwin-core/tables.ts'
import { quantityAttribute, quantityTypeAttribute } from '../kept-attributes.ts'
import type { Identification } from './identification.ts'
import { type SampledProject, sampleSizeOf, samplingOf, uncertaintyOf } from './sampling-of.ts'
import type { Person, SourceAnnotation } from './source-annotations.ts'
import type { SourceImage } from './source-images.ts'
import type { SourceLabel } from './source-labels.ts'
import type { SourceSite } from './source-sites.ts'

/** Event id of an image; the same in every export. */
export const eventIdOf = ({ id }: SourceImage) => `urn:uuid:${id}`

/** Event of an image. An image without a position takes that of its site, because GBIF does not inherit positions. */
export function imageEvent(image: SourceImage, parentId: string, project: SampledProject): EventFacts {
  const { eventDate, depthInMeters, areaInSquareMeters, site } = image
  const isPlaced = image.decimalLatitude !== null && image.decimalLongitude !== null
  const place = isPlaced ? image : (site ?? image)
  const { decimalLatitude, decimalLongitude } = place
  return {
    id: eventIdOf(image),
    parentId,
    type: 'Image',
    ...(site && !site.generalised && { locality: site.name }),
    ...(!isPlaced && site && decimalLatitude !== null && { remarks: `The position is that of ${site.name}` }),
    ...(eventDate !== null && { eventDate }),
    ...(decimalLatitude !== null && { decimalLatitude }),
    ...(decimalLongitude !== null && { decimalLongitude }),
    ...(depthInMeters !== null && { depthInMeters }),
    ...(areaInSquareMeters !== null && { areaInSquareMeters }),
    ...uncertaintyOf(project, place),
    ...generalisedWords(image.generalised, site),
    ...samplingOf(project, site),
    ...sampleSizeOf(project, site)
  }
}

/** Darwin Core terms for a generalised place. The name of its site is withheld too. */
export function generalisedWords(
  generalised: ShownPlace | null,
  site: SourceSite | null
): Pick<EventFacts, 'dataGeneralizations' | 'informationWithheld'> {
  if (!generalised) return {}
  const { dataGeneralizations, informationWithheld } = generalised
  const withheld = [informationWithheld, site && 'Name of the site withheld'].filter(Boolean).join('; ')
  return { ...(dataGeneralizations && { dataGeneralizations }), ...(withheld && { informationWithheld: withheld }) }
}

/** Depths of a site. A single depth is both minimum and maximum. */
export const depthOf = ({ minimumDepthInMeters: least, maximumDepthInMeters: most }: SourceSite): EventSpan => ({
  ...emptySpan,
  minimumDepthInMeters: least ?? most,
  maximumDepthInMeters: most ?? least
})

/** Depths of the site, for an image without a depth of its own. */
export const depthOfSite = ({ depthInMeters, site }: SourceImage): EventSpan => (depthInMeters === null && site ? depthOf(site) : emptySpan)

export interface OccurrenceContext {
  imageAddress?: string | undefined
  recordedBy?: readonly Identifier[]
  /** Models as described in the publication. */
  models: readonly PublishedModel[]
  importedFiles: ReadonlySet<string>
}

/**
 * Occurrence of an annotation. Identifiers and method follow the OBIS rules for imaging data. A machine's label counts as verified once a person has
 * confirmed it. At a generalised place, the image URL is withheld, because the image file may reveal the exact position.
 */
export function occurrenceOf(
  annotation: SourceAnnotation,
  { kingdom }: SourceLabel,
  identification: Identification,
  context: OccurrenceContext
): OccurrenceFacts {
  const { imageAddress, recordedBy } = context
  const { image, attributes } = annotation
  const quantity = quantityOf(attributes)
  // The count is the same as on the Results page.
  const count = attributes.individualCount ?? (quantity ? undefined : 1)
  const model = modelOf(annotation, context)
  return {
    eventId: eventIdOf(image),
    id: `urn:uuid:${annotation.seen?.id ?? annotation.id}`,
    taxon: {
      scientificName: identification.scientificName,
      label: identification.verbatim,
      ...(identification.authorship && { authorship: identification.authorship }),
      ...(identification.aphiaId !== null && { aphiaId: identification.aphiaId }),
      ...(identification.rank && { rank: identification.rank }),
      ...(kingdom && { kingdom }),
      ...(identification.qualifier && { qualifier: identification.qualifier })
    },
    ...(recordedBy && { recordedBy }),
    people: peopleOf(annotation).map(identifierOf),
    ...(model && { model: cited([model]) }),
    identifiedAt: identifiedAt(annotation),
    ...(typeof count === 'number' && Number.isInteger(count) && count >= 0 && { individualCount: count }),
    ...(quantity && { quantity }),
    ...words(attributes, 'sex', 'lifeStage', 'behavior', 'vitality'),
    ...(typeof attributes.remarks === 'string' && { remarks: attributes.remarks }),
    ...generalisedWords(image.generalised, image.site),
    media: imageAddress && !image.generalised ? [addressOf(image, imageAddress)] : []
  }
}

/** Confidence of the model in the label; null for a label that a person assigned. */
export const modelConfidence = ({ source, confidence }: SourceAnnotation): number | null => (source === 'machine' ? confidence : null)

/** Names and references of models for one record. */
export const cited = (models: readonly NamedModel[]): NonNullable<OccurrenceFacts['model']> => ({
  names: models.flatMap(({ name }) => name ?? []),
  references: models.flatMap(({ references }) => references)
})

/** Model that suggested the label. Null when a person assigned the label, even if a model had suggested a different one. */
export function modelOf(
  { source, annotator: { name }, origin, model }: SourceAnnotation,
  { models, importedFiles }: Pick<OccurrenceContext, 'models' | 'importedFiles'>
): NamedModel | null {
  if (source === 'machine') return namedModel(name, models, importedFiles)
  return model && (origin === 'accepted' || origin === 'accepted_bulk') ? model : null
}

/**
 * True when a label was accepted in bulk and no person has checked it since. For an imported label, the bulk acceptance is itself recorded as a
 * confirmation. A confirmation therefore counts as a check only when the label came from a suggestion in Isobath.
 */
export const isUnseen = ({ origin, source, reviewState }: SourceAnnotation): boolean =>
  origin === 'accepted_bulk' && (source === 'machine' || reviewState !== 'confirmed')

export const identifiedAt = (annotation: SourceAnnotation): string =>
  annotation.reviewState === 'confirmed' ? (annotation.reviewedAt ?? annotation.namedAt) : annotation.namedAt

/** Quantity of an annotation from an imported archive. */
function quantityOf({ [quantityAttribute]: value, [quantityTypeAttribute]: type }: SourceAnnotation['attributes']) {
  return typeof value === 'number' && typeof type === 'string' && type !== '' ? { value, type } : null
}

/** People who assigned or confirmed the label. Empty for a label by a machine alone, and for one accepted in bulk without a later check. */
export function peopleOf(annotation: SourceAnnotation): Person[] {
  const { source, annotator, labelId, reviewState, reviewedBy, seen, origin } = annotation
  if (isUnseen(annotation)) return []
  if (origin === 'accepted_bulk' && reviewedBy) return [reviewedBy]
  const named = seen?.marks.filter(mark => mark.labelId !== null) ?? []
  const alike = named.filter(mark => mark.labelId === labelId)
  // If no person assigned exactly this label, the label is the lowest taxon shared by all assigned labels.
  const namers = (alike.length > 0 ? alike : seen?.by === 'shared' ? named : []).map(({ namer }) => namer)
  const people = source === 'machine' ? [] : namers.length > 0 ? uniquePeople(namers) : [annotator]
  if (reviewState === 'confirmed' && reviewedBy && !people.some(({ id }) => id === reviewedBy.id)) people.push(reviewedBy)
  return people
}

const uniquePeople = (people: readonly Person[]) => [...new Map(people.map(person => [person.id, person])).values()]

/** Remark on the members of a round who annotated an individual, and on the origin of its label. Null outside rounds. */
export function seenWords({ seen }: SourceAnnotation, nameOf: (labelId: string | null) => string): string | null {
  if (!seen) return null
  const { session, by, marks } = seen
  const names = [...new Set(marks.map(({ person }) => person.name))]
  const saw = `annotated by ${names.join(', ')} in the blind session “${session}”`
  if (by === 'settled') return `${saw}; settled in review`
  if (by === 'majority') return `${saw}; label of the majority`
  if (by === 'agreed') return names.length > 1 ? `${saw}; all labels agree` : saw
  const given = marks.flatMap(({ namer, labelId }) => (labelId === null ? [] : `“${nameOf(labelId)}” by ${namer.name}`))
  return `${saw}; not settled: ${given.join(', ')}; the lowest taxon that all labels share`
}

export const identifierOf = ({ id, name, orcid, unnamed }: Person): Identifier => ({
  name,
  ...(orcid && { orcid }),
  ...(unnamed && { unnamed: { id, ...unnamed } })
})

function words<Name extends string>(attributes: SourceAnnotation['attributes'], ...names: Name[]): Partial<Record<Name, string>> {
  const texts = names.flatMap(name => (typeof attributes[name] === 'string' && attributes[name] ? [[name, attributes[name]]] : []))
  return Object.fromEntries(texts)
}

export interface MeasuredLength {
  meters: number
  method: string | null
}

/** Length from an attribute, or measured along a line on an image of known scale; null without either. */
export function organismLength({ attributes: { lengthInMeters: length }, shape, image }: SourceAnnotation): MeasuredLength | null {
  if (typeof length === 'number' && length > 0) return { meters: length, method: null }
  if (shape?.kind !== 'line' || image.metersPerPixel === null) return null
  return { meters: Number((shapeLength(shape) * image.metersPerPixel).toPrecision(6)), method: 'along a line on the image' }
}

const areaMethods: Record<NonNullable<SourceImage['scaleMethod']>, string> = {
  lasers: 'scale from parallel laser points',
  length: 'scale from a known length in the image',
  altitude: 'scale from altitude above the sea floor and angle of view',
  lens: 'scale from altitude above the sea floor, sensor and focal length',
  area: 'area given',
  given: 'scale given'
}

/** Method by which the area of an image was determined. Null when the image has no scale, for example when the area comes from a table. */
export const areaMethod = ({ scaleMethod }: SourceImage): string | null => (scaleMethod === null ? null : areaMethods[scaleMethod])

const addressOf = (image: SourceImage, imageAddress: string) => imageAddress + encodeURIComponent(image.fileName)

interface MediaRights extends Pick<Described, 'license' | 'organizationName'> {
  recordedBy: readonly Identifier[]
}

export function multimediaOf(image: SourceImage, imageAddress: string, { license, organizationName, recordedBy }: MediaRights) {
  return {
    eventID: eventIdOf(image),
    type: 'StillImage',
    format: image.format,
    identifier: addressOf(image, imageAddress),
    title: image.fileName,
    created: image.eventDate,
    creator: listCell(recordedBy.map(({ name }) => name)),
    license: license ? licenseUrl(license) : null,
    rightsHolder: organizationName
  }
}
