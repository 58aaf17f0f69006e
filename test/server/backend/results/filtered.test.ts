import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { CorrectedCoverResult } from '../../../../shared/contracts/corrected-cover.ts'
import type { MapArea, MapHistograms, MapMarks } from '../../../../shared/contracts/map.ts'
import type { Observation } from '../../../../shared/contracts/observations.ts'
import type { Abundance, Cover, Sizes, Summary } from '../../../../shared/contracts/results.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { forEachDatabase, type Person } from '../../../support/backend.ts'
import { blindScene, boxAt } from '../../../support/blind-session.ts'
import { type CountedAnnotation, type CountedImage, type CountedLabel, countedSurvey } from '../../../support/counted-survey.ts'
import { chance } from '../../../support/fuzz/chance.ts'
import { pointsOnImage, predictedCover } from '../../../support/predicted-cover.ts'
import { until } from '../../../support/until.ts'

/** Condition with its own test, apart from the code under test. */
interface Drawn {
  text: string
  ofImage?: (image: CountedImage) => boolean
  ofAnnotation?: (annotation: CountedAnnotation) => boolean
}

function conditions(luck: ReturnType<typeof chance>, labels: readonly CountedLabel[]): Drawn {
  const depth = luck.one([0, 4.9, 5, 10, 30])
  const day = luck.one(['2026-03-01', '2026-03-02'])
  const { id } = luck.one(labels)
  const isUnder = (labelId: string | null): boolean => {
    for (let label = labels.find(each => each.id === labelId); label; label = labels.find(each => each.id === label?.parentId))
      if (label.id === id) return true
    return false
  }
  const dayOf = ({ eventDate }: CountedImage) => eventDate?.slice(0, 10)
  return luck.one<Drawn>([
    { text: `depth.atLeast.${depth}`, ofImage: ({ depthInMeters: own }) => own !== null && own >= depth },
    { text: `depth.atMost.${depth}`, ofImage: ({ depthInMeters: own }) => own !== null && own <= depth },
    { text: `eventDate.is.${day}`, ofImage: image => dayOf(image) === day },
    { text: `eventDate.atLeast.${day}`, ofImage: image => (dayOf(image) ?? '') >= day },
    { text: 'fileName.contains._00000', ofImage: ({ fileName }) => fileName.includes('_00000') },
    { text: 'workState.is.done', ofImage: ({ done }) => done },
    { text: `label.under.${id}`, ofAnnotation: ({ labelId }) => isUnder(labelId) },
    { text: `label.isNot.${id}`, ofAnnotation: ({ labelId }) => labelId !== id },
    { text: 'label.is.', ofAnnotation: ({ labelId }) => labelId === null },
    { text: 'source.is.human', ofAnnotation: ({ source }) => source === 'human' },
    { text: 'reviewState.is.confirmed', ofAnnotation: ({ reviewState }) => reviewState === 'confirmed' }
  ])
}

/** Counts by brute force: images and individuals of each site, and images that nobody has examined. */
function byHand(scene: Awaited<ReturnType<typeof countedSurvey>>, groups: readonly (readonly Drawn[])[]) {
  const sites: Record<string, { images: number; individuals: Record<string, number> }> = {}
  let notLookedAt = 0
  const anyGroup = (isMet: (group: readonly Drawn[]) => boolean) => groups.length === 0 || groups.some(isMet)
  for (const image of scene.images) {
    const isChosen = anyGroup(group => group.every(({ ofImage }) => !ofImage || ofImage(image)))
    if (image.removed || !isChosen) continue
    const here = scene.annotations.filter(({ mediaId, removed }) => mediaId === image.id && !removed)
    if (!image.done && !here.some(({ source, reviewState }) => source === 'human' || reviewState !== 'proposed')) {
      notLookedAt += 1
      continue
    }
    const site = sites[String(image.siteId)] ?? { images: 0, individuals: {} }
    sites[String(image.siteId)] = site
    site.images += 1
    for (const annotation of here) {
      const { labelId, reviewState, source } = annotation
      if (reviewState === 'rejected' || (source !== 'human' && reviewState !== 'confirmed')) continue
      const isMet = (group: readonly Drawn[]) =>
        group.every(({ ofImage, ofAnnotation }) => (!ofImage || ofImage(image)) && (!ofAnnotation || ofAnnotation(annotation)))
      if (anyGroup(isMet)) site.individuals[String(labelId)] = (site.individuals[String(labelId)] ?? 0) + 1
    }
  }
  return { sites, notLookedAt }
}

const asByHand = ({ taxa, groups, imagesNotLookedAt }: Abundance) => ({
  sites: Object.fromEntries(
    groups.map(({ key, images, unnamedIndividuals, counts }) => [
      String(key),
      {
        images,
        individuals: {
          ...Object.fromEntries(counts.map(([taxon = 0, individuals]) => [taxa[taxon]?.id, individuals])),
          ...(unnamedIndividuals > 0 && { null: unnamedIndividuals })
        }
      }
    ])
  ),
  notLookedAt: imagesNotLookedAt
})

await forEachDatabase(t, (t, database) => {
  const drawArea = async (by: Person, projectId: string, [west, south, east, north]: [number, number, number, number]) => {
    const line = [
      [west, south],
      [east, south],
      [east, north],
      [west, north]
    ]
    return `area.inside.${(await by.post(`/projects/${projectId}/map/areas`, { line })).json<MapArea>().id}`
  }

  t.test('drawn filters count as by hand, and the same individuals as on the map', async t => {
    const scene = await countedSurvey(t, { database, seed: 'filtered' })
    const { owner, project, storage } = scene
    await storage.db.updateTable('media').set({ decimal_longitude: 5, decimal_latitude: 60 }).execute()
    for (const { id, eventDate } of scene.images)
      await storage.db
        .updateTable('media')
        .set({ captured_key: eventDate ?? '~' })
        .where('id', '=', id)
        .execute()
    const luck = chance(`filtered ${database}`)
    for (let round = 0; round < 60; round++) {
      const groups = Array.from({ length: round === 0 ? 0 : 1 + luck.below(3) }, () =>
        Array.from({ length: 1 + luck.below(3) }, () => conditions(luck, scene.labels))
      )
      const filter = groups.map(group => group.map(({ text }) => text).join('*')).join('**')
      const answer = await owner.get(`/projects/${project.id}/results/abundance?groupBy=site&filter=${filter}`)
      const found = answer.json<Abundance>()
      t.same(asByHand(found), byHand(scene, groups), filter)
      const marks = (await owner.get(`/projects/${project.id}/map/marks?filter=${filter}`)).json<MapMarks>()
      t.equal(found.individuals + found.unnamedIndividuals, marks.placedCount, filter)
      const { all } = (await owner.get(`/projects/${project.id}/results/summary?groupBy=depthBand&filter=${filter}`)).json<Summary>()
      t.equal(all.individuals, found.individuals)
    }
  })

  t.test('density counts the area of the images that a filter selects', async t => {
    const { owner, project, mediaIds, edit, creation, addLabel, storage } = await annotatingProject(t, { database, images: 3 })
    const { id: labelId } = await addLabel('Coral')
    await edit(mediaIds.map(mediaId => creation({ mediaId, labelId })))
    for (const [at, id] of mediaIds.entries())
      await storage.db
        .updateTable('media')
        .set({ depth_in_meters: at * 10, metadata: JSON.stringify({ area_m2: '2' }), work_state: 'done' })
        .where('id', '=', id)
        .execute()
    const read = async (filter: string) =>
      (await owner.get(`/projects/${project.id}/results/summary?groupBy=survey&filter=${filter}`)).json<Summary>().all
    t.match(await read(''), { images: 3, areaSquareMeters: 6, density: { perSquareMeter: 0.5, individuals: 3 } })
    t.match(await read('depth.atMost.10'), { images: 2, areaSquareMeters: 4, density: { perSquareMeter: 0.5, individuals: 2 } })
    const none = await read('label.is.')
    t.match(none, { images: 3, areaSquareMeters: 6, individuals: 0, density: { perSquareMeter: 0, individuals: 0 } })
    const sizes = async (filter: string) =>
      (await owner.get(`/projects/${project.id}/results/sizes?labelId=${labelId}&filter=${filter}`)).json<Sizes>()
    t.match(await sizes(''), { images: 3, count: 3 })
    t.match(await sizes('depth.atMost.10'), { images: 2, count: 2 })
    t.match(await sizes('reviewState.is.rejected'), { images: 3, count: 0 })
  })

  t.test('an individual of a round is filtered by its consensus label', async t => {
    const { owner, bo, cy, project, begin, mark, addLabel, storage } = await blindScene(t, { database, runJobs: true })
    await storage.db.updateTable('media').set({ decimal_longitude: 5, decimal_latitude: 60 }).execute()
    const { id: coral } = await addLabel('Coral')
    const { id: lophelia } = await addLabel('Lophelia', coral)
    const { id: madrepora } = await addLabel('Madrepora', coral)
    const session = await begin()
    await mark(bo, boxAt(20), lophelia)
    await mark(cy, boxAt(21), madrepora)
    await owner.post(`/annotation-sessions/${session.id}/end`, { revision: session.revision })
    await until(
      async () => storage.db.selectFrom('annotation_session').select('grouped_at').executeTakeFirst(),
      row => typeof row?.grouped_at === 'string'
    )
    const path = `/projects/${project.id}`
    const both = async (filter: string) => [
      (await owner.get(`${path}/results/abundance?filter=${filter}`)).json<Abundance>().individuals,
      (await owner.get(`${path}/map/histograms?filter=${filter}`)).json<MapHistograms>().inViewCount,
      (await owner.get(`${path}/results/sizes?labelId=${coral}&filter=${filter}`)).json<Sizes>().count
    ]
    t.same(await both(`label.is.${coral}`), [1, 1, 1])
    t.same(await both(`label.is.${coral}*shape.is.box`), [1, 1, 1])
    for (const raw of [lophelia, madrepora]) t.same(await both(`label.is.${raw}`), [0, 0, 0])
    const sessions = async (filter: string) =>
      (await owner.get(`${path}/results/abundance?filter=${filter}`)).json<Abundance>().blindSessions
    t.same(await sessions(`label.is.${coral}`), { marks: 2, things: 1, notSettled: 1 })
    t.same(await sessions(`label.is.${lophelia}`), undefined, 'the remark is about what the filter selects')
    t.same(await both(`label.isNot.${coral}`), [0, 0, 0])
  })

  t.test('viewers of a generalised place find nothing more exact by filters', async t => {
    const { owner, project, mediaIds, addLabel, edit, creation, storage, signUp } = await annotatingProject(t, { database, images: 1 })
    const viewer = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const { id: coral } = await addLabel('Coral')
    await edit([creation({ labelId: coral })])
    const secret = { decimal_longitude: -30.1234567, decimal_latitude: 40.7654321, depth_in_meters: 302.45 }
    await storage.db.updateTable('media').set(secret).where('id', '=', mediaIds[0]!).execute()
    const observed = await owner.post(`/projects/${project.id}/observations`, {
      ...{ labelId: coral, decimalLatitude: 40.7654321, decimalLongitude: -30.1234567, minimumDepthInMeters: 302.45 }
    })
    t.equal(observed.statusCode, 201, observed.body)
    const rule = await owner.post(`/projects/${project.id}/generalisations`, { labelId: coral, grid: '0.1', fromRole: 'editor' })
    const count = async (by: Person, filter: string) => {
      const counts: number[] = []
      for (const records of ['annotations', 'observations']) {
        const query = `groupBy=survey&records=${records}&filter=${filter}`
        counts.push((await by.get(`/projects/${project.id}/results/abundance?${query}`)).json<Abundance>().individuals)
      }
      return counts
    }
    for (const [filter, shown, exact] of [
      ['depth.atLeast.302', 1, 1],
      ['depth.atLeast.302.1', 0, 1],
      ['depth.atMost.302', 1, 0]
    ] as const) {
      t.same(await count(viewer, filter), [shown, shown], filter)
      t.same(await count(owner, filter), [exact, exact], filter)
    }
    const band = async (by: Person, records: string) => {
      const query = `groupBy=depthBand&depthBandInMeters=1&records=${records}&filter=depth.atLeast.0`
      const { groups } = (await by.get(`/projects/${project.id}/results/abundance?${query}`)).json<Abundance>()
      return groups.map(({ key }) => key)
    }
    const deeper = { depth_in_meters: 302.7 }
    await storage.db.updateTable('media').set(deeper).where('id', '=', mediaIds[0]!).execute()
    t.same([await band(viewer, 'annotations'), await band(owner, 'annotations')], [['303'], ['302']], 'bands of whole metres')
    t.same([await band(viewer, 'observations'), await band(owner, 'observations')], [['302'], ['302']])
    const around = async (west: number, south: number, east: number, north: number) => {
      const filter = await drawArea(owner, project.id, [west, south, east, north])
      return [...(await count(viewer, filter)), ...(await count(owner, filter))]
    }
    t.same(await around(-30.13, 40.76, -30.12, 40.77), [0, 0, 1, 1], 'around the exact place')
    t.same(await around(-30.16, 40.74, -30.14, 40.76), [1, 1, 0, 0], 'around the centre of the grid cell')
    await owner.patch(`/generalisations/${rule.json().id}`, { revision: 1, grid: 'hidden' })
    t.same(await around(-31, 40, -30, 41), [0, 0, 1, 1], 'a withheld place is in no area')
  })

  t.test('observations follow label, person, date, depth and area, as on the map', async t => {
    const luck = chance(`observed filters ${database}`)
    const { owner, project, labels, siteIds, signUp } = await countedSurvey(t, { database, seed: 'observed filters', images: 2 })
    const other = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: other.email, role: 'editor' })
    for (const [at, id] of siteIds.entries())
      await owner.patch(`/sites/${id}`, { revision: 1, decimalLatitude: 10 + at, decimalLongitude: 5 })
    const made: Observation[] = []
    const byOther = new Set<string>()
    for (let count = 0; count < 50; count++) {
      const by = luck.one([owner, other])
      const answer = await by.post(`/projects/${project.id}/observations`, {
        ...(luck.in100(10) ? { verbatimIdentification: 'Something' } : { labelId: luck.one(labels).id }),
        ...(luck.in100(50) ? { siteId: luck.one(siteIds) } : { decimalLatitude: luck.below(14), decimalLongitude: 5 }),
        ...(luck.in100(80) && { minimumDepthInMeters: luck.below(60), maximumDepthInMeters: 60 }),
        ...{ eventDate: luck.one(['2026-03-01', '2026-03-02', '2026-03']), individualCount: 1 }
      })
      t.equal(answer.statusCode, 201, answer.body)
      made.push(answer.json())
      if (by === other) byOther.add(answer.json<Observation>().id)
    }
    const area = await drawArea(owner, project.id, [4, 9.5, 6, 11.5])
    const read = async (filter: string) => {
      const query = `groupBy=survey&records=observations&filter=${filter}`
      const { groups } = (await owner.get(`/projects/${project.id}/results/abundance?${query}`)).json<Abundance>()
      const { placedCount } = (await owner.get(`/projects/${project.id}/map/marks?kind=observation&filter=${filter}`)).json<MapMarks>()
      const sum = (of: (group: Abundance['groups'][number]) => number) => groups.reduce((total, group) => total + of(group), 0)
      return {
        individuals: sum(group => group.individuals + group.unnamedIndividuals),
        events: sum(group => group.events ?? 0),
        placedCount
      }
    }
    const { id: label } = luck.one(labels)
    const day = ({ firstDay, lastDay }: Observation) => (firstDay === lastDay ? firstDay : null)
    const isInside = ({ place }: Observation) => place !== null && place.decimalLatitude > 9.5 && place.decimalLatitude < 11.5
    const cases: [string, (observation: Observation) => boolean, boolean][] = [
      ['depth.atLeast.30', ({ minimumDepthInMeters: top }) => top !== null && top >= 30, true],
      ['depth.atMost.30', ({ minimumDepthInMeters: top }) => top !== null && top <= 30, true],
      ['eventDate.is.2026-03-02', observation => day(observation) === '2026-03-02', true],
      ['eventDate.atMost.2026-03-01', observation => day(observation) === '2026-03-01', true],
      [area, isInside, true],
      [`${area}*eventDate.is.2026-03-01`, observation => isInside(observation) && day(observation) === '2026-03-01', true],
      [`label.is.${label}`, ({ labelId }) => labelId === label, false],
      [`label.isNot.${label}`, ({ labelId }) => labelId !== label, false],
      [`person.is.${other.id}`, ({ id }) => byOther.has(id), false],
      [`source.is.human**label.is.${label}`, ({ labelId }) => labelId === label, false],
      ['source.is.human', () => false, true],
      [`fileName.contains.IMG*label.is.${label}`, () => false, true]
    ]
    const eventsOf = (observations: readonly Observation[]) =>
      new Set(observations.map(each => JSON.stringify([each.siteId ?? each.place, each.firstDay, each.lastDay]))).size
    for (const [filter, isMet, limitsEffort] of cases) {
      const met = made.filter(isMet)
      const expected = { individuals: met.length, events: eventsOf(limitsEffort ? met : made), placedCount: met.length }
      t.same(await read(filter), expected, filter)
    }
  })

  t.test('cover follows the conditions on images only', async t => {
    const scene = await predictedCover(t, { database })
    const { owner, project, mediaIds, coral, db } = scene
    for (const [at, id] of mediaIds.entries()) await db.updateTable('media').set({ depth_in_meters: at }).where('id', '=', id).execute()
    const cover = async (filter: string) => (await owner.get(`/projects/${project.id}/results/cover?filter=${filter}`)).json<Cover>()
    t.match(await cover('depth.atMost.2'), { all: { images: 3, points: 3 * pointsOnImage }, imagesWithoutPoints: 0 })
    t.same(await cover(`label.is.${coral.id}*depth.atMost.2`), await cover('depth.atMost.2'))
    t.same(await cover(`label.is.${coral.id}`), await cover(''))
    const corrected = async (query: string) =>
      (await owner.get(`/projects/${project.id}/results/corrected-cover?${query}`)).json<CorrectedCoverResult>()
    const shallow = await corrected('filter=depth.atMost.6')
    const bands = await corrected('groupBy=depthBand&depthBandInMeters=7')
    const first = bands.groups.find(({ key }) => key === '0')
    const figures = (group: CorrectedCoverResult['all'] | undefined) => [group?.points, group?.images]
    t.same(figures(shallow.all), figures(first), 'the same images as a depth band')
    t.same((await corrected(`filter=label.is.${coral.id}`)).all, (await corrected('')).all)
  })

  t.test('invalid filters are refused, and members who work blind do not learn about imports', async t => {
    const { owner, bo, project, begin } = await blindScene(t, { database })
    const calls = ['abundance?', 'summary?', 'curves?', 'cover?', 'corrected-cover?', `sizes?labelId=${newId()}&`]
    for (const call of calls) {
      const refused = await owner.get(`/projects/${project.id}/results/${call}filter=depth.atLeast.deep`)
      t.match(refused.json(), { status: 400, errors: [{ path: '/filter', message: /The depth must be a number, not “deep”/ }] }, call)
    }
    await begin()
    const blind = await bo.get(`/projects/${project.id}/results/abundance?filter=import.is.${newId()}`)
    t.match([blind.statusCode, blind.json().code], [409, 'WORKING_BLIND'])
  })
})
