import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { Cover } from '../../../../shared/contracts/results.ts'
import type { Sample } from '../../../../shared/contracts/sampling.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { forEachDatabase } from '../../../support/backend.ts'

const round = (value: number | undefined | null) => (value == null ? value : Number(value.toFixed(6)))

await forEachDatabase(t, (t, database) => {
  t.test('cover is points of a taxon over scorable points, with the published intervals, by image, site and project', async t => {
    const { owner, project, mediaIds, addLabel, edit } = await annotatingProject(t, { database, images: 4 })
    const cover = async (query = '') => (await owner.get(`/projects/${project.id}/results/cover?${query}`)).json<Cover>()
    t.match(await cover(), { taxa: [], labels: [], groups: [], all: { points: 0, scorable: 0, covers: [] }, imagesWithoutPoints: 4 })

    const coral = await addLabel('Coral')
    const branching = await addLabel('Branching coral', coral.id)
    const sand = await addLabel('Sand')
    const unclear = await addLabel('Not to be judged')
    const shadow = await addLabel('Shadow', unclear.id)
    const plan = { method: 'random', count: 50, seed: 'a' }
    const drawn = await owner.post(`/projects/${project.id}/samples`, { mediaIds: mediaIds.slice(0, 2), plan })
    const [first, second] = drawn.json<{ samples: Sample[] }>().samples
    const name = async (sample: Sample | undefined, ...shares: [labelId: string, count: number][]) => {
      const labels = shares.flatMap(([labelId, count]) => Array.from({ length: count }, () => labelId))
      await edit(
        labels.map((labelId, at) => ({ id: newId(), kind: 'revise', annotationId: sample?.points[at] ?? '', revision: 1, labelId }))
      )
    }
    await name(first, [branching.id, 12], [sand.id, 38])
    await name(second, [branching.id, 3], [sand.id, 22], [shadow.id, 5]) // 20 of 50 are unlabelled

    const byImage = await cover(`groupBy=image&unscorable=${unclear.id}`)
    t.same(
      byImage.taxa.map(({ name: taxon }) => taxon),
      ['Sand', 'Branching coral']
    )
    const of = ({ covers }: Cover['all'], place: number) => {
      const found = covers.find(({ taxon }) => taxon === place)
      return [found?.points, round(found?.share), round(found?.low), round(found?.high)]
    }
    const [one, two] = [first, second].map(sample => byImage.groups.find(({ key }) => key === sample?.mediaId))
    if (!one || !two) throw new Error('an image is missing')
    t.same(of(one, 1), [12, 0.24, 0.142974, 0.374127], '12 of 50')
    t.same(of(two, 1), [3, 0.12, 0.041668, 0.299558], '3 of 25: shadow and unlabelled points are excluded')
    t.match(two, { images: 1, imagesScored: 1, points: 50, scorable: 25, unscorable: 5, unnamed: 20, leftOut: 0 })
    t.match(byImage.all, { images: 2, imagesScored: 2, points: 100, scorable: 75, unscorable: 5, unnamed: 20 })
    const together = byImage.all.covers.find(({ taxon }) => taxon === 1)
    t.same([together?.points, round(together?.share)], [15, 0.2])
    t.same([round(together?.meanOfImages), round(together?.standardError)], [0.18, 0.06], 'the mean of 0.24 and 0.12')
    t.equal(byImage.imagesWithoutPoints, 2)
    t.match(byImage.labels, [
      { name: 'Sand', points: 60, unscorable: false },
      { name: 'Branching coral', points: 15 },
      { name: 'Shadow', points: 5, unscorable: true }
    ])

    const { id: siteId } = (await owner.post(`/projects/${project.id}/sites`, { name: 'M1' })).json()
    await owner.post(`/projects/${project.id}/sites/assign`, { mediaIds: [first?.mediaId], siteId })
    const bySite = await cover('groupBy=site')
    t.same(
      bySite.groups.map(({ name: group, scorable }) => [group, scorable]),
      [
        ['M1', 50],
        ['no site', 30]
      ],
      'unless excluded, a shadow is treated like any label'
    )

    await owner.patch(`/labels/${coral.id}`, { revision: 1, taxonRank: 'order', scientificName: 'Scleractinia' })
    const byOrder = await cover(`groupBy=site&rank=order&unscorable=${unclear.id}`)
    t.match(byOrder.taxa, [{ id: coral.id, name: 'Coral' }])
    t.match(byOrder.all, { scorable: 75, leftOut: 60, covers: [{ taxon: 0, points: 15, share: 0.2 }] })
  })

  t.test('a point counts once a person has labelled it; rejected or removed ones do not', async t => {
    const { owner, project, mediaIds, addLabel, edit } = await annotatingProject(t, { database, images: 1 })
    const { id: labelId } = await addLabel('Coral')
    const plan = { method: 'random', count: 4, seed: 'a' }
    const drawn = await owner.post(`/projects/${project.id}/samples`, { mediaIds, plan })
    const points = drawn.json<{ samples: Sample[] }>().samples[0]?.points ?? []
    await edit(points.map(annotationId => ({ id: newId(), kind: 'revise', annotationId, revision: 1, labelId })))
    await edit([{ id: newId(), kind: 'revise', annotationId: points[0] ?? '', revision: 2, reviewState: 'rejected' }])
    await edit([{ id: newId(), kind: 'revise', annotationId: points[1] ?? '', revision: 2, reviewState: 'confirmed' }])
    await edit([{ id: newId(), kind: 'remove', annotationId: points[2] ?? '', revision: 2 }])
    const url = `/projects/${project.id}/results/cover`
    t.match((await owner.get(url)).json(), { all: { points: 3, scorable: 2, unnamed: 1 } })
    t.match((await owner.get(`${url}?confirmedOnly=true`)).json(), { all: { points: 3, scorable: 1, unnamed: 2 } })
    t.equal((await owner.get(`${url}?confirmedOnly=true&includeUnreviewed=true`)).statusCode, 400)
    t.equal((await owner.get(`${url}?groupBy=colour`)).statusCode, 400)
    const annotations = (await owner.get(`/media/${mediaIds[0]}/annotations`)).json<{ annotations: Annotation[] }>().annotations
    t.equal(annotations.length, 3)
  })

  t.test('a scale that was set is effort, before the area of a table; images without one are counted separately', async t => {
    const { owner, project, mediaIds, addLabel, edit, creation, storage } = await annotatingProject(t, { database, images: 3 })
    const { id: labelId } = await addLabel('Coral')
    const [scaled = '', tabled = '', unknown = ''] = mediaIds
    await edit(
      [scaled, scaled, tabled, unknown].map(mediaId =>
        creation({
          labelId,
          mediaId,
          shape: {
            kind: 'line',
            points: [
              [0, 0],
              [400, 0]
            ]
          }
        })
      )
    )
    await storage.db.updateTable('media').set({ metadata: '{"area":"3"}' }).where('id', 'in', [scaled, tabled]).execute()
    await owner.put(`/media/${scaled}/scale`, { revision: 0, basis: { method: 'given', millimetersPerPixel: 1 } })
    const { all } = (await owner.get(`/projects/${project.id}/results/summary`)).json()
    t.match(all, { images: 3, imagesWithArea: 2, areaSquareMeters: 15, density: { individuals: 3, perSquareMeter: 0.2 } })
    const sizes = (await owner.get(`/projects/${project.id}/results/sizes?labelId=${labelId}`)).json()
    t.match(sizes, { unit: 'm', count: 3, withoutScale: 1, largest: 0.4, smallest: 0.2 })
  })
})
