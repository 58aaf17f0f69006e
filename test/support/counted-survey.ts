import type { Test } from 'tap'
import { newId } from '../../server/lib/ids.ts'
import { randomInteger, seededGenerator } from '../../shared/sampling/seeded-random.ts'
import { annotatingProject } from './annotating.ts'
import { type AnnotationRowDraft, insertAnnotationRows } from './annotation-rows.ts'
import type { DatabaseKind } from './backend.ts'

export interface CountedImage {
  id: string
  fileName: string
  siteId: string | null
  depthInMeters: number | null
  eventDate: string | null
  zone: string | null
  areaSquareMeters: number | null
  done: boolean
  /** A machine went through the image. */
  covered: boolean
  removed: boolean
}

export interface CountedAnnotation {
  mediaId: string
  labelId: string | null
  reviewState: 'proposed' | 'confirmed' | 'rejected' | 'disputed'
  source: 'human' | 'machine'
  removed: boolean
  /** Value of the attribute `individualCount`. */
  given: unknown
}

export interface CountedLabel {
  id: string
  parentId: string | null
  taxonRank: string | null
  name: string
}

/**
 * Creates a project whose images lie at sites of two surveys and at several depths. The annotations are random from a seed: every review state, both
 * sources, removed and unlabelled ones, and invalid counts.
 */
export async function countedSurvey(
  t: Test,
  { database, seed, images: count = 40 }: { database: DatabaseKind; seed: string; images?: number }
) {
  const scene = await annotatingProject(t, { database, images: count })
  const { owner, project, mediaIds, addLabel, storage } = scene
  const { db } = storage
  const next = seededGenerator(seed)
  const one = <T>(list: readonly T[]): T => list[randomInteger(next, list.length)] as T

  const labels: CountedLabel[] = []
  const label = async (name: string, taxonRank: string | null, parentId: string | null = null) => {
    const made = await owner.post(`/projects/${project.id}/labels`, {
      name,
      parentId,
      taxonRank,
      ...(taxonRank && { scientificName: name })
    })
    const id: string = made.json().id
    labels.push({ id, parentId, taxonRank, name })
    return id
  }
  for (const family of ['Primnoidae', 'Isididae']) {
    const familyId = await label(family, 'family')
    for (const genus of ['a', 'b'].map(letter => `${family.slice(0, 4)}${letter}`)) {
      const genusId = await label(genus, 'genus', familyId)
      for (const species of ['alba', 'rubra']) await label(`${genus} ${species}`, 'species', genusId)
    }
  }
  await label('Litter', null)

  const siteIds: string[] = []
  for (const survey of ['Spring 2026', 'Autumn 2026']) {
    const surveyId: string = (await owner.post(`/projects/${project.id}/surveys`, { name: survey })).json().id
    for (const name of ['M1', 'M2']) siteIds.push((await owner.post(`/projects/${project.id}/sites`, { name, surveyId })).json().id)
  }

  const images = mediaIds.map((id, at): CountedImage => {
    const area = one([null, 0.5, 2.25, 4])
    return {
      id,
      fileName: `IMG_${String(at).padStart(6, '0')}.JPG`,
      siteId: one([null, ...siteIds]),
      depthInMeters: one([null, 0, 4.9, 10, 19.99, 35, 120.5]),
      eventDate: one([null, '2026-03-01T10:00:00.000Z', '2026-03-01T23:59:59.000Z', '2026-03-02T00:00:00.000Z']),
      zone: one([null, 'inner', 'outer']),
      areaSquareMeters: area,
      done: one([true, false]),
      covered: at % 5 === 1 || one([true, false]),
      removed: randomInteger(next, 10) === 0
    }
  })
  for (const image of images) {
    const metadata = { ...(image.zone && { zone: image.zone }), ...(image.areaSquareMeters && { area_m2: String(image.areaSquareMeters) }) }
    await db
      .updateTable('media')
      .set({
        site_id: image.siteId,
        depth_in_meters: image.depthInMeters,
        event_date: image.eventDate,
        metadata: JSON.stringify(metadata),
        work_state: image.done ? 'done' : 'inWork',
        removed_at: image.removed ? '2026-05-01T00:00:00.000Z' : null
      })
      .where('id', '=', image.id)
      .execute()
  }

  const covered = images.filter(image => image.covered)
  await db
    .insertInto('media_coverage')
    .values(covered.map(({ id }) => ({ media_id: id, source_id: 'a run', covered_at: '2026-04-01T00:00:00.000Z' })))
    .execute()

  // a fifth of the images stays empty; another image was seen by a machine only
  const annotated = images.filter((_, at) => at % 5 !== 0)
  const annotations = Array.from({ length: 600 }, (): CountedAnnotation => {
    const at = images.indexOf(one(annotated))
    return {
      mediaId: images[at]!.id,
      labelId: one([null, ...labels.slice(0, -1).map(({ id }) => id), ...labels.map(({ id }) => id)]),
      reviewState: at % 5 === 1 ? 'proposed' : one(['proposed', 'proposed', 'confirmed', 'rejected', 'disputed'] as const),
      source: at % 5 === 1 ? 'machine' : one(['human', 'human', 'machine'] as const),
      removed: randomInteger(next, 12) === 0,
      given: one([undefined, undefined, 2, 7, 0, '3', 'many', 1.5, -2, true])
    }
  })
  await insertAnnotationRows(
    db,
    annotations.map(
      ({ mediaId, labelId, reviewState, source, removed, given }): AnnotationRowDraft => ({
        id: newId(),
        project_id: project.id,
        media_id: mediaId,
        label_id: labelId,
        review_state: reviewState,
        source,
        attributes: given === undefined ? '{}' : JSON.stringify({ individualCount: given }),
        removed_at: removed ? '2026-05-01T00:00:00.000Z' : null
      })
    )
  )
  return { ...scene, labels, images, annotations, siteIds, addLabel }
}
