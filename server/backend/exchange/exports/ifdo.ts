import type { PublishedPerson } from '../../../../shared/contracts/publication.ts'
import { fullName } from '../../../../shared/publication/people.ts'
import { doiAddress } from '../../../../shared/vocabulary/doi.ts'
import { writeText } from '../../files/text-file.ts'
import { HopelessJob } from '../../jobs/queue.ts'
import { licenseUrl } from '../formats/darwin-core/eml.ts'
import { type IfdoHeader, writeIfdo } from '../formats/ifdo/write.ts'
import type { LossTally } from '../losses.ts'
import { asDataset } from './as-dataset.ts'
import { pictureUuid } from './picture-uuid.ts'
import type { ProjectSource } from './project-source.ts'
import type { Writing } from './writing.ts'

/**
 * Writes an iFDO. Required facts that the project lacks come from the publication and the export options.
 * @throws HopelessJob when no image has a time, no image has a position, or no image has a depth
 */
export async function writeIfdoFile({ source, options, losses, path, writtenAt }: Writing): Promise<null> {
  const { cellMeters, ...first } = await standIns(source, losses)
  const { platform = 'unknown', sensor = 'unknown' } = options
  const { described: about, publication } = source
  const license = about.license ?? 'CC-BY-4.0'
  const creators = about.creators.map(named)
  const leader = about.people.find(({ role }) => role === 'principalInvestigator')
  const holder = about.organizationName ?? creators.map(({ name }) => name).join(', ')
  const header: IfdoHeader = {
    name: about.title,
    uuid: pictureUuid(source.id),
    handle: about.doi ? doiAddress(about.doi) : `urn:uuid:${source.id}`,
    ...first,
    coordinateUncertaintyInMeters: Math.max(cellMeters, publication.coordinateUncertaintyInMeters ?? 1),
    context: { name: source.title },
    project: { name: source.title },
    event: { name: source.title },
    platform: { name: platform },
    sensor: { name: sensor },
    pi: leader ? named(leader) : (creators[0] ?? { name: holder }),
    creators,
    license: { name: license, uri: licenseUrl(license) },
    copyright: `© ${writtenAt.slice(0, 4)} ${holder}`,
    abstract: about.abstract ?? about.title
  }
  const { imageAddress } = options
  const dataset = asDataset(source, { losses, labelsByName: false, labelsByLsid: true, ...(imageAddress && { imageAddress }) })
  await writeText(path, writeIfdo(dataset, losses, { header, writtenAt }))
  return null
}

const named = (person: PublishedPerson) => ({
  name: fullName(person),
  ...(person.orcid && { uri: `https://orcid.org/${person.orcid}` })
})

/**
 * Returns the time, position and depth of the first images that have them. The header of the image set gives these facts to images that lack them.
 */
async function standIns(source: ProjectSource, losses: LossTally) {
  let eventDate: string | null = null
  let position: { decimalLatitude: number; decimalLongitude: number } | null = null
  let cellMeters = 0
  let depthInMeters: number | null = null
  for await (const image of source.images()) {
    const { decimalLatitude, decimalLongitude } = image
    const lost = losses.of({ fileName: image.fileName, mediaId: image.id })
    eventDate ??= image.eventDate
    if (position === null && decimalLatitude !== null && decimalLongitude !== null) {
      position = { decimalLatitude, decimalLongitude }
      cellMeters = image.generalised?.coordinateUncertaintyInMeters ?? 0
    }
    depthInMeters ??= image.depthInMeters
    if (image.eventDate === null) lost.add('An image without a time was given the time of the image set')
    if (decimalLatitude === null) lost.add('An image without a position was given the position of the image set')
    if (image.depthInMeters === null) lost.add('An image without a depth was given the depth of the image set')
  }
  const missing = [eventDate === null && 'time', position === null && 'position', depthInMeters === null && 'depth'].filter(Boolean)
  if (eventDate === null || position === null || depthInMeters === null)
    throw new HopelessJob(`An iFDO needs a time, a position and a depth, and no image of this project has a ${missing.join(' or a ')}`)
  return { eventDate, ...position, depthInMeters, cellMeters }
}
