import t from 'tap'
import type { Abundance } from '../../../../shared/contracts/results.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { type CountedAnnotation, type CountedImage, countedSurvey } from '../../../support/counted-survey.ts'

interface Asked {
  includeUnreviewed?: boolean
  confirmedOnly?: boolean
  countAttribute?: string
  rank?: string
  underLabelId?: string
  asOneTaxon?: boolean
}

/** Counts the same by brute force, over every annotation and without the database. */
function byHand(scene: Awaited<ReturnType<typeof countedSurvey>>, keyOf: (image: CountedImage) => string | null, asked: Asked) {
  const labelOf = new Map(scene.labels.map(label => [label.id, label]))
  const counts = ({ removed, reviewState, source }: CountedAnnotation) => {
    if (removed || reviewState === 'rejected') return false
    if (asked.confirmedOnly) return reviewState === 'confirmed'
    return asked.includeUnreviewed || source === 'human' || reviewState === 'confirmed'
  }
  const individuals = ({ given }: CountedAnnotation) =>
    asked.countAttribute && typeof given === 'number' && Number.isInteger(given) && given >= 0 ? given : 1
  const taxonOf = (labelId: string): string | null => {
    const line: string[] = []
    for (let label = labelOf.get(labelId); label; label = labelOf.get(label.parentId ?? '')) line.push(label.id)
    if (asked.underLabelId && !line.includes(asked.underLabelId)) return null
    if (asked.asOneTaxon) return asked.underLabelId ?? null
    return asked.rank ? (line.find(id => labelOf.get(id)?.taxonRank === asked.rank) ?? null) : (line[0] ?? null)
  }
  const groups = new Map<
    string | null,
    { images: number; onlyMarked: number; area: number; unnamed: number; taxa: Record<string, [number, number, number, number]> }
  >()
  let [leftOut, notLookedAt] = [0, 0]
  for (const image of scene.images.filter(({ removed }) => !removed)) {
    const here = scene.annotations.filter(annotation => annotation.mediaId === image.id && counts(annotation))
    const isMarked = scene.annotations.some(
      ({ mediaId, removed, source, reviewState }) => mediaId === image.id && !removed && (source === 'human' || reviewState !== 'proposed')
    )
    if (!image.done && !isMarked && !(asked.includeUnreviewed && image.covered)) {
      notLookedAt += 1
      continue
    }
    const key = keyOf(image)
    const group = groups.get(key) ?? { images: 0, onlyMarked: 0, area: 0, unnamed: 0, taxa: {} }
    groups.set(key, group)
    group.images += 1
    if (!image.done && isMarked) group.onlyMarked += 1
    group.area += image.areaSquareMeters ?? 0
    const onImage = new Map<string, number>()
    for (const annotation of here) {
      const taxon = annotation.labelId && taxonOf(annotation.labelId)
      if (annotation.labelId === null) group.unnamed += individuals(annotation)
      else if (taxon) onImage.set(taxon, (onImage.get(taxon) ?? 0) + individuals(annotation))
      else leftOut += individuals(annotation)
    }
    for (const [taxon, count] of onImage) {
      if (count === 0) continue
      const [sum, most, images, withArea] = group.taxa[taxon] ?? [0, 0, 0, 0]
      const onArea = image.areaSquareMeters === null ? 0 : count
      group.taxa[taxon] = [sum + count, Math.max(most, count), images + 1, withArea + onArea]
    }
  }
  return { groups: Object.fromEntries([...groups].map(([key, group]) => [String(key), group])), leftOut, notLookedAt }
}

function asByHand({ taxa, groups, leftOutIndividuals, imagesNotLookedAt }: Abundance) {
  return {
    groups: Object.fromEntries(
      groups.map(({ key, images, imagesOnlyMarked, areaSquareMeters, unnamedIndividuals, counts }) => [
        String(key),
        {
          images,
          onlyMarked: imagesOnlyMarked,
          area: areaSquareMeters ?? 0,
          unnamed: unnamedIndividuals,
          taxa: Object.fromEntries(counts.map(([taxon = 0, ...sums]) => [taxa[taxon]?.id, sums]))
        }
      ])
    ),
    leftOut: leftOutIndividuals,
    notLookedAt: imagesNotLookedAt
  }
}

await forEachDatabase(t, (t, database) => {
  t.test('counts by every grouping and filter equal counts by hand', async t => {
    const scene = await countedSurvey(t, { database, seed: 'abundance' })
    const { owner, project, labels } = scene
    const surveyOf = new Map(scene.siteIds.map(id => [id, '']))
    for (const id of scene.siteIds) surveyOf.set(id, (await owner.get(`/sites/${id}`)).json().surveyId)
    const band = (image: CountedImage, width: number) =>
      image.depthInMeters === null ? null : String(Math.floor(image.depthInMeters / width) * width)
    const groupings: [string, (image: CountedImage) => string | null][] = [
      ['groupBy=image', ({ id }) => id],
      ['groupBy=site', ({ siteId }) => siteId],
      ['groupBy=survey', ({ siteId }) => (siteId ? (surveyOf.get(siteId) ?? null) : null)],
      ['groupBy=depthBand', image => band(image, 10)],
      ['groupBy=depthBand&depthBandInMeters=50', image => band(image, 50)],
      ['groupBy=date', ({ eventDate }) => eventDate?.slice(0, 10) ?? null],
      ['groupBy=metadata:zone', ({ zone }) => zone]
    ]
    const filters: Asked[] = [
      {},
      { includeUnreviewed: true },
      { confirmedOnly: true },
      { countAttribute: 'individualCount' },
      { rank: 'family' },
      { rank: 'species', countAttribute: 'individualCount' },
      { underLabelId: labels[0]?.id ?? '' },
      { underLabelId: labels[0]?.id ?? '', rank: 'genus', includeUnreviewed: true },
      { underLabelId: labels[0]?.id ?? '', asOneTaxon: true, countAttribute: 'individualCount' },
      { underLabelId: labels[1]?.id ?? '', asOneTaxon: true, rank: 'species', includeUnreviewed: true }
    ]
    for (const [grouping, keyOf] of groupings) {
      for (const filter of filters) {
        const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))
        const answer = await owner.get(`/projects/${project.id}/results/abundance?${grouping}&${query}`)
        t.equal(answer.statusCode, 200, answer.body.slice(0, 300))
        t.same(asByHand(answer.json()), byHand(scene, keyOf, filter), `${grouping} ${query}`)
      }
    }
  })

  t.test('groups are named and in order; images without a group come last', async t => {
    const { owner, project } = await countedSurvey(t, { database, seed: 'names' })
    const names = async (query: string) =>
      (await owner.get(`/projects/${project.id}/results/abundance?${query}`)).json<Abundance>().groups.map(({ name }) => name)
    t.same(await names('groupBy=depthBand&depthBandInMeters=50'), ['0–50 m', '100–150 m', 'no depth'])
    t.same(await names('groupBy=site'), ['M1 (Autumn 2026)', 'M1 (Spring 2026)', 'M2 (Autumn 2026)', 'M2 (Spring 2026)', 'no site'])
    t.same(await names('groupBy=survey'), ['Autumn 2026', 'Spring 2026', 'no survey'])
    t.same(await names('groupBy=date'), ['2026-03-01', '2026-03-02', 'no date'])
    t.same(await names('groupBy=metadata:zone'), ['inner', 'outer', 'no zone'])
  })

  t.test('strangers find nothing, anonymous requests must sign in, and contradictory options are refused', async t => {
    const { app, owner, signUp, project } = await countedSurvey(t, { database, seed: 'refusals', images: 3 })
    const url = `/projects/${project.id}/results/abundance`
    const [stranger, viewer] = [await signUp(), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    t.equal((await app.inject({ url: `/api${url}` })).statusCode, 401)
    t.equal((await stranger.get(url)).statusCode, 404)
    t.equal((await viewer.get(url)).statusCode, 200)
    for (const query of [
      'groupBy=colour',
      'depthBandInMeters=0',
      'confirmedOnly=true&includeUnreviewed=true',
      'underLabelId=nothing',
      'asOneTaxon=true',
      'x=1'
    ])
      t.equal((await owner.get(`${url}?${query}`)).statusCode, 400, query)
  })
})
