import t from 'tap'
import type { Abundance, ResultCurves, ResultsOptions, Sizes, Summary } from '../../../../shared/contracts/results.ts'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { insertAnnotationRows } from '../../../support/annotation-rows.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { countedSurvey } from '../../../support/counted-survey.ts'

const round = (value: number | null | undefined, digits = 6) => (typeof value === 'number' ? Number(value.toFixed(digits)) : value)

await forEachDatabase(t, (t, database) => {
  t.test('the indices of a known sample are the published ones, and its density is Σ individuals/Σ m²', async t => {
    const { owner, project, mediaIds, addLabel, edit, creation, storage } = await annotatingProject(t, { database, images: 4 })
    // reference counts 10, 6, 3, 1, 1, 1, 2: H' 1.575615, 1 − Σp² 0.736111, J' 0.809706, Chao1 8.5
    for (const [at, count] of [10, 6, 3, 1, 1, 1, 2].entries()) {
      const { id: labelId } = await addLabel(`Taxon ${at}`)
      await edit(Array.from({ length: count }, (_, each) => creation({ labelId, mediaId: mediaIds[each % 2] ?? '' })))
    }
    await edit([creation({ labelId: null })])
    await owner.put(`/media/${mediaIds[2]}/work-state`, { state: 'done' })
    for (const [at, area] of [
      [0, 2],
      [2, 6]
    ] as const)
      await storage.db
        .updateTable('media')
        .set({ metadata: JSON.stringify({ 'image-area-square-meter': String(area) }) })
        .where('id', '=', mediaIds[at] ?? '')
        .execute()

    const { all, groups, imagesNotLookedAt } = (await owner.get(`/projects/${project.id}/results/summary?groupBy=image`)).json<Summary>()
    t.match(all, { images: 3, imagesWithArea: 2, areaSquareMeters: 8, individuals: 24, richness: 7, unnamedIndividuals: 1, sumMaxN: 14 })
    t.same(
      [all.shannon, all.simpson, all.pielou, all.chao1?.estimate].map(value => round(value)),
      [1.575615, 0.736111, 0.809706, 8.5]
    )
    t.ok((all.chao1?.low ?? 0) >= 7 && (all.chao1?.high ?? 0) > 8.5, 'the interval starts above the observed value')
    const onFirst = groups.find(({ key }) => key === mediaIds[0])?.individuals ?? 0
    t.match(all.density, { perSquareMeter: onFirst / 8, individuals: onFirst })
    t.match(
      groups.find(({ key }) => key === mediaIds[2]),
      {
        images: 1,
        individuals: 0,
        richness: 0,
        shannon: null,
        pielou: null,
        chao1: null,
        density: { perSquareMeter: 0, standardError: null }
      },
      'an empty image that is done is a zero, and its indices have no value'
    )
    t.equal(imagesNotLookedAt, 1)
  })

  t.test('richness, individuals, MaxN and effort of the summary are those of the matrix, in every group', async t => {
    const { owner, project } = await countedSurvey(t, { database, seed: 'summary' })
    for (const query of ['groupBy=site', 'groupBy=depthBand&countAttribute=individualCount', 'groupBy=image&includeUnreviewed=true']) {
      const matrix = (await owner.get(`/projects/${project.id}/results/abundance?${query}`)).json<Abundance>()
      const summary = (await owner.get(`/projects/${project.id}/results/summary?${query}`)).json<Summary>()
      t.same(
        summary.groups.map(({ key, images, individuals, richness, sumMaxN }) => ({ key, images, individuals, richness, sumMaxN })),
        matrix.groups.map(({ key, images, individuals, counts }) => ({
          key,
          images,
          individuals,
          richness: counts.length,
          sumMaxN: counts.reduce((sum, [, , maxN = 0]) => sum + maxN, 0)
        })),
        query
      )
      t.equal(summary.all.richness, matrix.taxa.length)
      t.equal(summary.nestedTaxa, matrix.nestedTaxa)
      const known = summary.groups.filter(({ density }) => density)
      t.ok(known.length > 0)
      t.equal(
        round(summary.all.density?.perSquareMeter, 9),
        round(known.reduce((sum, { density }) => sum + (density?.individuals ?? 0), 0) / (summary.all.areaSquareMeters ?? 1), 9)
      )
    }
  })

  t.test('abundance, density and MaxN of one branch: the effort is that of all images, including those without it', async t => {
    const { owner, project, mediaIds, addLabel, edit, creation, storage } = await annotatingProject(t, { database, images: 4 })
    const fish = await addLabel('Actinopterygii')
    const cod = await addLabel('Gadus morhua', fish.id)
    const crab = await addLabel('Cancer')
    const marks: [image: number, labelId: string, count: number][] = [
      [0, fish.id, 2],
      [0, cod.id, 3],
      [1, cod.id, 4],
      [1, crab.id, 9],
      [2, crab.id, 1]
    ]
    for (const [image, labelId, count] of marks)
      await edit(Array.from({ length: count }, () => creation({ labelId, mediaId: mediaIds[image] ?? '' })))
    for (const [image, zone, area] of [
      [0, 'a', '2'],
      [1, 'a', null],
      [2, 'a', '3'],
      [3, 'b', '3']
    ] as const)
      await storage.db
        .updateTable('media')
        .set({ metadata: JSON.stringify({ zone, ...(area && { area_m2: area }) }) })
        .where('id', '=', mediaIds[image] ?? '')
        .execute()
    await owner.put(`/media/${mediaIds[3]}/work-state`, { state: 'done' })
    const query = `groupBy=metadata:zone&underLabelId=${fish.id}&asOneTaxon=true`
    const { groups, all } = (await owner.get(`/projects/${project.id}/results/summary?${query}`)).json<Summary>()
    t.match(groups, [
      {
        name: 'a',
        images: 3,
        imagesWithArea: 2,
        areaSquareMeters: 5,
        individuals: 9,
        sumMaxN: 5,
        density: { perSquareMeter: 1, individuals: 5 }
      },
      { name: 'b', images: 1, individuals: 0, sumMaxN: 0, density: { perSquareMeter: 0 } }
    ])
    t.match(all, { images: 4, individuals: 9, sumMaxN: 5, richness: 1, density: { perSquareMeter: 0.625 } })
  })

  t.test('curves begin at zero, rise, and end at the richness of their samples', async t => {
    const { owner, project } = await countedSurvey(t, { database, seed: 'curves' })
    const curves = async (query: string) => (await owner.get(`/projects/${project.id}/results/curves?${query}`)).json<ResultCurves>()
    const { all } = (await owner.get(`/projects/${project.id}/results/summary?groupBy=site`)).json<Summary>()
    const bySite = await curves('groupBy=site')
    t.equal(bySite.groupCount, 5)
    t.match(bySite.accumulation[0], { name: 'All images', size: all.images, richness: all.richness })
    t.match(bySite.rarefaction[0], { name: 'All images', size: all.individuals, richness: all.richness })
    const { groups } = (await owner.get(`/projects/${project.id}/results/abundance?groupBy=site`)).json<Abundance>()
    const sites = groups.filter(({ key }) => key !== null)
    const taxaOfSites = new Set(sites.flatMap(({ counts }) => counts.map(([taxon]) => taxon)))
    t.match(bySite.groupAccumulation, { size: 4, richness: taxaOfSites.size }, 'images without a site are not a site')
    const meanOfSites = sites.reduce((sum, { counts }) => sum + counts.length, 0) / 4
    t.equal(round(bySite.groupAccumulation?.points.find(({ size }) => size === 1)?.expected), round(meanOfSites))
    for (const { points, size, richness, name } of [...bySite.accumulation, ...bySite.rarefaction, bySite.groupAccumulation!]) {
      t.equal(points.at(-1)?.size, size)
      t.equal(round(points.at(-1)?.expected), richness, name)
      t.ok(
        points.every(({ expected }, at) => at === 0 || expected >= (points[at - 1]?.expected ?? 0) - 1e-9),
        'it never falls'
      )
    }
    for (const { points } of bySite.rarefaction) t.equal(round(points[0]?.expected), 1, 'one individual is one taxon')
    const byImage = await curves('groupBy=image')
    t.same(byImage.accumulation, bySite.accumulation.slice(0, 1), 'all images together give the same, however they are grouped')
    t.equal(byImage.groupAccumulation, null)
  })

  t.test('sizes are in pixels, and in metres where the area of the image is known', async t => {
    const { owner, project, mediaIds, addLabel, edit, creation, storage } = await annotatingProject(t, { database, images: 2 })
    const fish = await addLabel('Actinopterygii')
    const cod = await addLabel('Gadus morhua', fish.id)
    const line = (px: number): Shape => ({
      kind: 'line',
      points: [
        [0, 0],
        [px, 0]
      ]
    })
    // 4000 × 3000 px on 3 m²: half a millimetre each
    await storage.db
      .updateTable('media')
      .set({ metadata: '{"area_m2":"3"}' })
      .where('id', '=', mediaIds[0] ?? '')
      .execute()
    await edit([
      ...[200, 400, 400, 1000].map(px => creation({ labelId: cod.id, shape: line(px) })),
      creation({ labelId: fish.id, shape: { kind: 'circle', x: 50, y: 50, radius: 100 }, mediaId: mediaIds[1] ?? '' }),
      creation({ labelId: cod.id, shape: { kind: 'point', x: 1, y: 1 } }),
      creation({ labelId: cod.id, shape: null })
    ])
    const sizes = async (query: string) => (await owner.get(`/projects/${project.id}/results/sizes?${query}`)).json<Sizes>()
    const metric = await sizes(`labelId=${cod.id}&classWidth=0.1`)
    t.match(metric, { unit: 'm', count: 4, withoutSize: 2, withoutScale: 0, smallest: 0.1, largest: 0.5, median: 0.2, mean: 0.25 })
    t.same(metric.classes, [
      { from: 0.1, to: 0.2, count: 1 },
      { from: 0.2, to: 0.3, count: 2 },
      { from: 0.3, to: 0.4, count: 0 },
      { from: 0.4, to: 0.5, count: 0 },
      { from: 0.5, to: 0.6, count: 1 }
    ])
    t.match(await sizes(`labelId=${fish.id}&unit=px`), {
      unit: 'px',
      count: 5,
      withoutSize: 2,
      withoutScale: 1,
      smallest: 200,
      largest: 1000
    })
    t.match(await sizes(`labelId=${fish.id}&unit=m`), { unit: 'm', count: 4, withoutScale: 1 })
    t.match(await sizes(`labelId=${fish.id}&measure=area`), { unit: 'px²', count: 1, withoutSize: 6 })
    t.equal((await owner.get(`/projects/${project.id}/results/sizes?labelId=nothing`)).statusCode, 400)
    t.equal((await owner.get(`/projects/${project.id}/results/sizes?labelId=${cod.id}&classWidth=0.0000001`)).statusCode, 400)
    t.equal((await owner.get(`/projects/${project.id}/results/sizes`)).statusCode, 400)
  })

  t.test('sample points measure cover: they are not individuals', async t => {
    const { owner, project, mediaIds, addLabel, edit, creation } = await annotatingProject(t, { database, images: 2 })
    const kelp = await addLabel('Laminaria')
    await edit([creation({ labelId: kelp.id })])
    const drawn = await owner.post(`/projects/${project.id}/samples`, {
      mediaIds: [mediaIds[0]],
      plan: { method: 'grid', rows: 2, columns: 2, seed: 'x' }
    })
    t.equal(drawn.statusCode, 200, drawn.body)
    const points: string[] = drawn.json().samples[0].points
    await edit(
      points.map(annotationId => ({ id: `name-${annotationId}`, kind: 'revise' as const, annotationId, revision: 1, labelId: kelp.id }))
    )
    t.match((await owner.get(`/projects/${project.id}/results/summary`)).json(), { individuals: 1, all: { images: 1, individuals: 1 } })
  })

  t.test('the options for grouping and counting', async t => {
    const { owner, project, signUp, mediaIds, storage } = await annotatingProject(t, { database, images: 2 })
    const options = async () => (await owner.get(`/projects/${project.id}/results/options`)).json<ResultsOptions>()
    const nothing = {
      annotations: 0,
      imagesWithSite: 0,
      imagesWithDepth: 0,
      imagesWithDate: 0,
      metadataColumns: [],
      ranks: [],
      taxa: [],
      countAttributes: [],
      unreviewed: []
    }
    t.same(await options(), { images: 2, ...nothing })
    const family = (await owner.post(`/projects/${project.id}/labels`, { name: 'Gadidae', taxonRank: 'family' })).json()
    const species = (
      await owner.post(`/projects/${project.id}/labels`, { name: 'Gadus morhua', taxonRank: 'species', parentId: family.id })
    ).json()
    await insertAnnotationRows(storage.db, [
      {
        project_id: project.id,
        media_id: mediaIds[0] ?? '',
        label_id: species.id,
        attributes: '{"individualCount":3,"sex":"f","alive":true}'
      }
    ])
    await storage.db
      .updateTable('media')
      .set({ metadata: '{"zone":"a","Dive":"7"}', depth_in_meters: 3 })
      .where('id', '=', mediaIds[0] ?? '')
      .execute()
    t.same(await options(), {
      ...nothing,
      images: 2,
      annotations: 1,
      imagesWithDepth: 1,
      metadataColumns: ['Dive', 'zone'],
      ranks: ['family', 'species'],
      taxa: [
        { id: family.id, parentId: null, name: 'Gadidae', scientificName: family.scientificName, taxonRank: 'family' },
        { id: species.id, parentId: family.id, name: 'Gadus morhua', scientificName: species.scientificName, taxonRank: 'species' }
      ],
      countAttributes: ['individualCount']
    })
    const bySource = { project_id: project.id, media_id: mediaIds[0] ?? '', source: 'machine' } as const
    await insertAnnotationRows(storage.db, [
      { ...bySource, annotator: 'VIAME' },
      { ...bySource, annotator: 'VIAME', review_state: 'disputed' },
      { ...bySource, annotator: 'VIAME', review_state: 'confirmed' },
      { ...bySource, annotator: 'VIAME', review_state: 'rejected' },
      { ...bySource, annotator: null }
    ])
    t.same(
      (await options()).unreviewed,
      [
        { program: 'VIAME', annotations: 2 },
        { program: null, annotations: 1 }
      ],
      'suggestions that nobody has decided on'
    )
    const stranger = await signUp()
    for (const part of ['options', 'summary', 'curves', 'sizes?labelId=x'])
      t.equal((await stranger.get(`/projects/${project.id}/results/${part}`)).statusCode, 404, part)
  })
})
