import t from 'tap'
import type { Observation } from '../../../../shared/contracts/observations.ts'
import type { Abundance, ResultCurves, ResultsOptions, Summary } from '../../../../shared/contracts/results.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { countedSurvey } from '../../../support/counted-survey.ts'
import { chance } from '../../../support/fuzz/chance.ts'
import { drawnRecords } from '../../../support/outside/occurrences.ts'
import { scrapingProject } from '../../../support/outside/scraping.ts'

type Cell = [individuals: number, maxN: number, units: number]
type Groups = Record<string, { units: number; unnamed: number; taxa: Record<string, Cell> }>

/** Counts the observations by brute force, without the database. */
function byHand(
  observations: readonly Observation[],
  keyOf: (observation: Observation) => string | null,
  taxonOf: (labelId: string) => string | null
) {
  const events = new Map<string, Map<string, Map<string, number>>>()
  for (const observation of observations) {
    const { siteId, place, firstDay, lastDay, samplingProtocol, occurrenceStatus, labelId, individualCount } = observation
    const event = JSON.stringify([siteId ?? [place?.decimalLatitude, place?.decimalLongitude], firstDay, lastDay, samplingProtocol])
    const key = String(keyOf(observation))
    const ofGroup = events.get(key) ?? new Map<string, Map<string, number>>()
    events.set(key, ofGroup)
    const taxa = ofGroup.get(event) ?? new Map<string, number>()
    ofGroup.set(event, taxa)
    const taxon = labelId === null ? '' : taxonOf(labelId)
    if (occurrenceStatus === 'present' && taxon !== null) taxa.set(taxon, (taxa.get(taxon) ?? 0) + (individualCount ?? 1))
  }
  const groups: Groups = {}
  for (const [key, ofGroup] of events) {
    const group: Groups[string] = { units: ofGroup.size, unnamed: 0, taxa: {} }
    groups[key] = group
    for (const [taxon, count] of [...ofGroup.values()].flatMap(taxa => [...taxa])) {
      if (count === 0) continue
      const [sum, most, units] = group.taxa[taxon] ?? [0, 0, 0]
      if (taxon === '') group.unnamed += count
      else group.taxa[taxon] = [sum + count, Math.max(most, count), units + 1]
    }
  }
  return groups
}

const asByHand = ({ taxa, groups }: Abundance): Groups =>
  Object.fromEntries(
    groups.map(({ key, images, events = 0, unnamedIndividuals, counts }) => [
      String(key),
      {
        units: images + events,
        unnamed: unnamedIndividuals,
        taxa: Object.fromEntries(
          counts.map(([taxon = 0, individuals = 0, maxN = 0, units = 0]): [string, Cell] => [
            taxa[taxon]?.id ?? '',
            [individuals, maxN, units]
          ])
        )
      }
    ])
  )

/** Adds groups that share no image and no sampling event. */
function added(one: Groups, other: Groups): Groups {
  const sum = structuredClone(one)
  for (const [key, { units, unnamed, taxa }] of Object.entries(other)) {
    const group = sum[key] ?? { units: 0, unnamed: 0, taxa: {} }
    sum[key] = group
    group.units += units
    group.unnamed += unnamed
    for (const [taxon, [individuals, maxN, ofUnits]] of Object.entries(taxa)) {
      const [before, most, held] = group.taxa[taxon] ?? [0, 0, 0]
      group.taxa[taxon] = [before + individuals, Math.max(most, maxN), held + ofUnits]
    }
  }
  return sum
}

await forEachDatabase(t, (t, database) => {
  t.test('observations count by every grouping and filter as by hand, alone and with annotations', async t => {
    const luck = chance(`observed ${database}`)
    const { owner, project, labels, siteIds } = await countedSurvey(t, { database, seed: 'observed' })
    const surveyOf = new Map<string, string | null>()
    for (const id of siteIds) surveyOf.set(id, (await owner.get(`/sites/${id}`)).json().surveyId)
    const made: Observation[] = []
    for (let count = 0; count < 60; count++) {
      const label = luck.in100(10) ? null : luck.one(labels).id
      const at = luck.in100(60) ? { siteId: luck.one(siteIds) } : { decimalLatitude: luck.below(3), decimalLongitude: 5 }
      const depth = luck.in100(20)
        ? {}
        : { minimumDepthInMeters: luck.below(60), ...(luck.in100(50) && { maximumDepthInMeters: 60 + luck.below(60) }) }
      const eventDate = luck.one(['2026-03-01', '2026-03-02T10:00:00Z', '2026-03', null])
      const answer = await owner.post(`/projects/${project.id}/observations`, {
        ...(label === null ? { verbatimIdentification: 'Something' } : { labelId: label }),
        ...{ ...at, ...depth, eventDate, samplingProtocol: luck.one(['net', null]) },
        ...(luck.in100(15) ? { occurrenceStatus: 'absent' } : luck.in100(60) && { individualCount: 1 + luck.below(20) })
      })
      if (answer.statusCode === 201) made.push(answer.json())
      else t.fail(answer.body)
    }
    const labelOf = new Map(labels.map(label => [label.id, label]))
    const atRank = (rank: string) => (labelId: string) => {
      for (let label = labelOf.get(labelId); label; label = labelOf.get(label.parentId ?? '')) if (label.taxonRank === rank) return label.id
      return null
    }
    const middle = ({ minimumDepthInMeters: top, maximumDepthInMeters: bottom }: Observation) =>
      top === null ? null : (top + (bottom ?? top)) / 2
    const band = (observation: Observation) => {
      const depth = middle(observation)
      return depth === null ? null : String(Math.floor(depth / 10) * 10)
    }
    const groupings: [string, (observation: Observation) => string | null][] = [
      ['site', ({ siteId }) => siteId],
      ['survey', ({ siteId }) => surveyOf.get(siteId ?? '') ?? null],
      ['depthBand', band],
      ['date', ({ firstDay, lastDay }) => (firstDay === lastDay ? firstDay : null)]
    ]
    const ask = async <Answer>(path: string) => {
      const answer = await owner.get(`/projects/${project.id}/results/${path}`)
      t.equal(answer.statusCode, 200, answer.body.slice(0, 300))
      return answer.json<Answer>()
    }
    for (const [groupBy, keyOf] of groupings)
      for (const rank of [null, 'family']) {
        const query = `abundance?groupBy=${groupBy}${rank === null ? '' : `&rank=${rank}`}`
        const expected = byHand(made, keyOf, rank === null ? id => id : atRank(rank))
        t.same(asByHand(await ask(`${query}&records=observations`)), expected, query)
        t.same(asByHand(await ask(`${query}&records=both`)), added(asByHand(await ask(query)), expected), `both, ${query}`)
      }

    t.match(await ask<ResultsOptions>('options'), { observations: 60 })
    const { all, groups } = await ask<Summary>('summary?groupBy=site&records=both')
    const images = await ask<Summary>('summary?groupBy=site')
    t.equal(all.name, 'All images and observations')
    t.match([all.images, all.density], [images.all.images, images.all.density], 'density is of annotations only')
    t.equal(
      all.events,
      groups.reduce((sum, { events = 0 }) => sum + events, 0)
    )
    t.ok(all.individuals > images.all.individuals)
    const bands = await ask<Summary>('summary?groupBy=depthBand&records=both')
    const figures = ({ events, individuals, richness, sumMaxN }: Summary['all']) => ({ events, individuals, richness, sumMaxN })
    t.same(figures(bands.all), figures(all), 'an event in several depth bands counts once')
    t.ok(bands.groups.reduce((sum, { events = 0 }) => sum + events, 0) > (all.events ?? 0))
    const abundance = await ask<Abundance>('abundance?groupBy=depthBand&records=both')
    t.match(abundance.all, { events: all.events, individuals: all.individuals })
    t.equal(
      abundance.all?.counts.reduce((sum, [, , maxN = 0]) => sum + maxN, 0),
      all.sumMaxN,
      'the MaxN of an event adds up its depth bands'
    )
    t.notOk('all' in (await ask<Abundance>('abundance?groupBy=site&records=both')), 'groups that add up need no total')
    const byBand = await ask<ResultCurves>('curves?groupBy=depthBand&records=observations')
    t.match(byBand.accumulation[0], { size: all.events })
    const curves = await ask<ResultCurves>('curves?groupBy=image&records=observations')
    t.match(curves.accumulation, [{ name: 'All observations', size: all.events }])
    t.match(await ask('curves?groupBy=image'), { accumulation: [{ name: 'All images', size: all.images }] })
    for (const groupBy of ['image', 'metadata:zone']) {
      const refused = await owner.get(`/projects/${project.id}/results/abundance?groupBy=${groupBy}&records=both`)
      t.match(refused.json(), { status: 400, errors: [{ path: '/groupBy', message: /must be site/ }] })
    }
    t.equal((await owner.get(`/projects/${project.id}/results/abundance?records=all`)).statusCode, 400)
  })

  t.test('an organism that is also annotated counts once', async t => {
    const { owner, project, labels, storage } = await countedSurvey(t, { database, seed: 'once', images: 4 })
    const { id: annotationId } = await storage.db
      .selectFrom('annotation')
      .innerJoin('media', 'media.id', 'annotation.media_id')
      .select('annotation.id')
      .where('annotation.removed_at', 'is', null)
      .where('media.removed_at', 'is', null)
      .executeTakeFirstOrThrow()
    const draft = { labelId: labels[0]!.id, sameAsAnnotationId: annotationId, individualCount: 7 }
    const twin = (await owner.post(`/projects/${project.id}/observations`, draft)).json<Observation>()
    const individuals = async () =>
      (await owner.get(`/projects/${project.id}/results/abundance?groupBy=site&records=observations`)).json<Abundance>().individuals
    t.equal(await individuals(), 0)
    const change = (columns: object) => storage.db.updateTable('annotation').set(columns).where('id', '=', annotationId).execute()
    await change({ review_state: 'rejected' })
    t.equal(await individuals(), 7, 'a rejected annotation does not count, so the observation does')
    await change({ review_state: 'confirmed' })
    t.equal(await individuals(), 0)
    await change({ removed_at: 'now' })
    t.equal(await individuals(), 7, 'without its annotation, the observation counts')
    t.equal((await owner.delete(`/observations/${twin.id}`)).statusCode, 204)
    t.equal(await individuals(), 0)
  })

  t.test('outside records count on request, once they are accepted', async t => {
    const drawn = drawnRecords(5)
    const total = drawn.reduce((sum, { individualCount = 1 }) => sum + Number(individualCount), 0)
    const { owner, project, make, ended } = await scrapingProject(t, drawn, { database })
    await ended((await make({ startNow: true })).id)
    const counted = async (query = '') => {
      const path = `/projects/${project.id}/results/abundance?groupBy=date&records=observations${query}`
      const { individuals, unnamedIndividuals } = (await owner.get(path)).json<Abundance>()
      return individuals + unnamedIndividuals
    }
    t.equal(await counted('&includeOutside=true'), 0)
    await owner.post('/data/records/decide', { filter: { projectId: project.id }, decision: 'accept' })
    t.same([await counted(), await counted('&includeOutside=true')], [0, total])
    t.match((await owner.get(`/projects/${project.id}/results/options`)).json(), { observations: undefined, outsideObservations: 5 })
  })
})
