import sharp from 'sharp'
import type { Test } from 'tap'
import { newId } from '../../server/lib/ids.ts'
import type { GeneralisationDraft } from '../../shared/contracts/generalisations.ts'
import type { DatabaseKind, Person } from './backend.ts'
import { exchangingProject } from './exchanging.ts'
import { describe } from './published.ts'
import { until } from './until.ts'
import { listening, upload } from './uploads.ts'

/** Digits and words that only owners may find anywhere: of positions, of a footprint, of an attached table, of names and notes. */
export const secrets = ['1234567', '7654321', '58317', '49157', '61973', '72819', 'Secret Reef', 'the wreck', 'mrgid/4711', '302.45']

const position = { decimalLatitude: 40.1234567, decimalLongitude: -30.7654321 }

/** Draws a picture by a camera that records its position: 40° 7′ 24.44″ N, 30° 45′ 55.56″ W. */
const photograph = async (seed: number) =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: { r: seed, g: 90, b: 120 } } })
    .withExif({
      IFD0: { Model: 'Camera', Orientation: '6' },
      IFD3: {
        ...{ GPSLatitudeRef: 'N', GPSLatitude: '40/1 7/1 2444/100', GPSLongitudeRef: 'W', GPSLongitude: '30/1 45/1 5556/100' },
        GPSMapDatum: 'SECRETDATUM'
      }
    })
    .jpeg()
    .toBuffer()

/**
 * Creates a project with a coral under a class, a sponge, a site with a footprint, and four images: one with the coral at the site, one with the
 * sponge, one with both, one at the site with nothing on it. The first has a file with EXIF.
 */
export async function sensitiveScene(t: Test, database: DatabaseKind) {
  const scene = await exchangingProject(t, [{ fileName: 'sponge.jpg' }, { fileName: 'both.jpg' }, { fileName: 'bare.jpg' }], { database })
  const { owner, project, db, signUp } = scene
  const base = await listening(t, scene)
  const sent = await upload(base, owner, { projectId: project.id, fileName: 'coral.jpg', content: await photograph(200) })
  const coralImage = sent.headers.get('isobath-media-id') ?? ''
  await until(
    async () => (await owner.get(`/media/${coralImage}`)).json<{ state: string }>(),
    ({ state }) => state === 'ready'
  )
  const [spongeImage = '', bothImage = '', bareImage = ''] = project.mediaIds
  const make = async (path: string, draft: object): Promise<string> => {
    const answer = await owner.post(`/projects/${project.id}/${path}`, draft)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json().id
  }
  const surveyId = await make('surveys', { name: 'Cruise', notes: 'over the wreck', footprintWKT: 'POINT (-30.61973 40.72819)' })
  const siteId = await make('sites', {
    ...{ name: 'Secret Reef', surveyId, decimalLatitude: 40.58317, decimalLongitude: -30.49157, notes: 'by the wreck' },
    ...{ footprintWKT: 'LINESTRING (-30.49157 40.58317, -30.4 40.5)', locationID: 'http://marineregions.org/mrgid/4711' },
    ...{ samplingDescription: 'around the wreck', minimumDepthInMeters: 302.45, maximumDepthInMeters: 310 }
  })
  const otherSiteId = await make('sites', { name: 'Open Bank', decimalLatitude: 41.25, decimalLongitude: -31.5 })
  await owner.post(`/projects/${project.id}/sites/assign`, { mediaIds: [coralImage, bareImage], siteId })
  await owner.post(`/projects/${project.id}/sites/assign`, { mediaIds: [spongeImage], siteId: otherSiteId })
  for (const id of [coralImage, spongeImage, bothImage])
    await db
      .updateTable('media')
      .set({
        ...{ decimal_latitude: position.decimalLatitude, decimal_longitude: position.decimalLongitude, depth_in_meters: 302.45 },
        ...{ event_date: '2024-05-01T10:00:00.000Z', metadata: JSON.stringify({ usbl_lat: '40.1234567', zone: 'Secret Reef', area: '2' }) }
      })
      .where('id', '=', id)
      .execute()
  const taxon = (name: string, taxonRank: string, parentId: string | null) =>
    make('labels', { name, scientificName: name, taxonRank, parentId })
  const anthozoa = await taxon('Anthozoa', 'class', null)
  const coral = await taxon('Lophelia pertusa', 'species', anthozoa)
  const sponge = await taxon('Porifera', 'phylum', null)
  const annotationIds: string[] = []
  async function mark(mediaId: string, labelId: string, by: Person = owner): Promise<string> {
    const annotationId = newId()
    const shape = { kind: 'box', x: 10, y: 10, width: 20, height: 20 }
    const operation = { id: newId(), kind: 'create', annotationId, mediaId, labelId, shape }
    const answer = await by.post(`/projects/${project.id}/annotations/operations`, { operations: [operation] })
    if (answer.json().results?.[0]?.status === 'refused' || answer.statusCode !== 200) throw new Error(answer.body)
    annotationIds.push(annotationId)
    return annotationId
  }
  await mark(coralImage, coral)
  await mark(spongeImage, sponge)
  await mark(bothImage, coral)
  await mark(bothImage, sponge)
  await describe(owner, project.id, { locationID: null })

  const member = async (role: 'viewer' | 'editor'): Promise<Person> => {
    const person = await signUp(`${role}-${newId().slice(-6)}@lab.example`)
    await owner.post(`/projects/${project.id}/members`, { email: person.email, role })
    return person
  }
  const url = `/projects/${project.id}/generalisations`
  const rule = async (draft: Partial<GeneralisationDraft> = {}): Promise<string> => {
    const answer = await owner.post(url, { labelId: null, grid: '0.1', fromRole: 'owner', ...draft })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json().id
  }
  return {
    ...scene,
    ...{ coralImage, spongeImage, bothImage, bareImage, surveyId, siteId, otherSiteId, anthozoa, coral, sponge, annotationIds },
    ...{ mark, member, url, rule }
  }
}
