import t from 'tap'
import type { Sizes } from '../../../../shared/contracts/results.ts'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { forEachDatabase } from '../../../support/backend.ts'

const line = (px: number): Shape => ({
  kind: 'line',
  points: [
    [0, 0],
    [px, 0]
  ]
})

/** Shapes on each image, in px. A pixel is half a millimetre where the image has its area: 4000 × 3000 px on 3 m². */
const images = [
  { site: 'M1', depth: 3, date: '2026-03-01', zone: 'inner', area: '3', lengths: [200, 400, 400] },
  { site: 'M1', depth: 12, date: '2026-03-01', zone: 'inner', area: '3', lengths: [1000] },
  { site: 'M2', depth: 14, date: '2026-03-02', zone: null, area: '3', lengths: [800, 1000] },
  { site: 'M2', depth: 13, date: '2026-03-02', zone: null, area: null, lengths: [600] },
  { site: null, depth: null, date: null, zone: 'outer', area: '3', lengths: [], done: true },
  { site: null, depth: null, date: null, zone: null, area: '3', lengths: [] }
]

await forEachDatabase(t, (t, database) => {
  async function scene() {
    const project = await annotatingProject(t, { database, images: images.length })
    const { owner, mediaIds, addLabel, edit, creation, storage } = project
    const fish = await addLabel('Actinopterygii')
    const cod = await addLabel('Gadus morhua', fish.id)
    const siteIds = new Map<string | null, string>()
    for (const name of ['M1', 'M2']) {
      const made = await owner.post(`/projects/${project.project.id}/sites`, { name })
      siteIds.set(name, made.json().id)
    }
    for (const [at, { site, depth, date, zone, area, lengths, done }] of images.entries()) {
      const mediaId = mediaIds[at] ?? ''
      await storage.db
        .updateTable('media')
        .set({
          site_id: siteIds.get(site) ?? null,
          depth_in_meters: depth,
          event_date: date && `${date}T10:00:00.000Z`,
          metadata: JSON.stringify({ ...(zone && { zone }), ...(area && { area_m2: area }) })
        })
        .where('id', '=', mediaId)
        .execute()
      if (lengths.length > 0)
        await edit(lengths.map((px, each) => creation({ mediaId, labelId: each === 0 ? fish.id : cod.id, shape: line(px) })))
      if (done) await owner.put(`/media/${mediaId}/work-state`, { state: 'done' })
    }
    await edit([creation({ labelId: cod.id, shape: { kind: 'point', x: 1, y: 1 } })])
    const url = `/projects/${project.project.id}/results/sizes`
    const sizes = async (query: string) => (await owner.get(`${url}?labelId=${fish.id}&${query}`)).json<Sizes>()
    return { ...project, fish, url, sizes }
  }

  t.test('sizes of each group use the classes of all, with the effort', async t => {
    const { sizes } = await scene()
    const bySite = await sizes('groupBy=site&classWidth=0.1')
    t.match(bySite, { unit: 'm', count: 6, withoutSize: 1, withoutScale: 1, images: 5, imagesWithArea: 4, areaSquareMeters: 12 })
    t.equal(bySite.imagesNotLookedAt, 1)
    t.same(
      bySite.classes.map(({ from, count }) => [from, count]),
      [
        [0.1, 1],
        [0.2, 2],
        [0.3, 0],
        [0.4, 1],
        [0.5, 2]
      ]
    )
    t.match(bySite.groups, [
      { name: 'M1', images: 2, areaSquareMeters: 6, count: 4, median: 0.2, mean: 0.25, smallest: 0.1, largest: 0.5 },
      { name: 'M2', images: 2, imagesWithArea: 1, areaSquareMeters: 3, count: 2, smallest: 0.4, largest: 0.5 },
      { name: 'no site', key: null, images: 1, count: 0, mean: null, median: null }
    ])
    t.same(
      bySite.groups.map(({ counts }) => counts),
      [
        [
          [0, 1],
          [1, 2],
          [4, 1]
        ],
        [
          [3, 1],
          [4, 1]
        ],
        []
      ],
      'empty images that are done are effort without sizes'
    )
  })

  t.test('the classes of the groups add up to those of all, however images are grouped', async t => {
    const { sizes } = await scene()
    const groupings: [string, string[]][] = [
      ['groupBy=depthBand', ['0–10 m', '10–20 m', 'no depth']],
      ['groupBy=depthBand&depthBandInMeters=5', ['0–5 m', '10–15 m', 'no depth']],
      ['groupBy=date', ['2026-03-01', '2026-03-02', 'no date']],
      ['groupBy=metadata:zone', ['inner', 'outer', 'no zone']],
      ['groupBy=survey', ['no survey']]
    ]
    for (const [grouping, names] of groupings) {
      for (const rest of ['', '&unit=px', '&unit=px&classWidth=90', '&measure=area']) {
        const { classes, groups, count } = await sizes(`${grouping}${rest}`)
        t.same(
          groups.map(({ name }) => name),
          names,
          grouping
        )
        const sums = classes.map(() => 0)
        for (const { counts } of groups) for (const [place = -1, n = 0] of counts) sums[place] = (sums[place] ?? 0) + n
        t.same(
          sums,
          classes.map(each => each.count),
          `${grouping}${rest}`
        )
        t.equal(
          groups.reduce((sum, group) => sum + group.count, 0),
          count
        )
      }
    }
    t.same((await sizes('')).groups, [], 'groups are returned on request only')
    t.equal((await sizes('groupBy=image')).groups.length, 5)
  })

  t.test('strangers find nothing, anonymous requests must sign in, viewers read, and invalid options are refused', async t => {
    const { app, owner, signUp, project, fish, url } = await scene()
    const [stranger, viewer] = [await signUp(), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const asked = `${url}?labelId=${fish.id}&groupBy=site`
    t.equal((await app.inject({ url: `/api${asked}` })).statusCode, 401)
    t.equal((await stranger.get(asked)).statusCode, 404)
    t.equal((await viewer.get(asked)).statusCode, 200)
    for (const query of ['groupBy=colour', 'depthBandInMeters=0', 'depthBandInMeters=5001', 'x=1', `groupBy=metadata:${'x'.repeat(201)}`])
      t.equal((await owner.get(`${url}?labelId=${fish.id}&${query}`)).statusCode, 400, query)
  })
})
