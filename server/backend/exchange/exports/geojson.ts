import { writeText } from '../../files/text-file.ts'
import { eventIdOf } from './occurrence-facts.ts'
import { lossSubject } from './source-annotations.ts'
import type { Writing, Written } from './writing.ts'

/**
 * Writes GeoJSON (RFC 7946): a point for each annotation, at the position of its image. Depth, positive down, is a property, because a third
 * coordinate would be a height.
 */
export async function writeGeoJson({ source, path, losses }: Writing): Promise<Written> {
  const labels = new Map(source.labels.map(label => [label.id, label]))
  const images = new Set<string>()
  let annotationCount = 0
  async function* features() {
    yield '{"type":"FeatureCollection","features":['
    for await (const annotation of source.annotations()) {
      const { id, image, labelId, confidence, attributes, reviewState } = annotation
      const { decimalLatitude: latitude, decimalLongitude: longitude } = image
      if (latitude === null || longitude === null) {
        const isWithheld = image.generalised?.informationWithheld
        losses
          .of(lossSubject(annotation))
          .leaveOut(isWithheld ? positionWithheld : 'An annotation of an image without a position was left out')
        continue
      }
      const label = labels.get(labelId ?? '')
      const properties = {
        fileName: image.fileName,
        eventID: eventIdOf(image),
        eventDate: image.eventDate,
        depthInMeters: image.depthInMeters,
        ...(image.generalised && {
          coordinateUncertaintyInMeters: image.generalised.coordinateUncertaintyInMeters,
          dataGeneralizations: image.generalised.dataGeneralizations
        }),
        label: label?.name ?? null,
        scientificName: label?.scientificName ?? null,
        scientificNameID: label?.scientificNameID ?? null,
        confidence,
        reviewState,
        source: annotation.source,
        annotator: annotation.annotator.name,
        attributes
      }
      images.add(image.id)
      const feature = { type: 'Feature', id, geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties }
      yield `${annotationCount++ > 0 ? ',' : ''}\n${JSON.stringify(feature)}`
    }
    yield '\n]}\n'
  }
  await writeText(path, features())
  return { imageCount: images.size, annotationCount }
}

const positionWithheld = 'An annotation whose position is withheld was left out'
