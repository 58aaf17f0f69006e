import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { ExportOptions } from '../../../../shared/contracts/exchange.ts'
import type { Abundance, Cover } from '../../../../shared/contracts/results.ts'
import type { Sample } from '../../../../shared/contracts/sampling.ts'
import { exportOfAddress, exportPath, optionsFor } from '../../../../shared/export-options.ts'
import { coverRows } from '../../../../web/features/results/cover-rows.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'

const images = ['a', 'b', 'c', 'd'].map(name => ({ fileName: `${name}.jpg` }))

/** Annotations by people and by a machine, reviewed or not, with counts, on images at depths of two habitats; and sample points. */
async function reef(scene: Awaited<ReturnType<typeof exchangingProject>>) {
  const { owner, project, db } = scene
  const [a = '', b = '', c = ''] = project.mediaIds
  const api = `/projects/${project.id}`
  const label = async (draft: object) => (await owner.post(`${api}/labels`, draft)).json<{ id: string }>().id
  const family = await label({ name: 'Brisingidae', scientificName: 'Brisingidae', taxonRank: 'family' })
  const brisinga = await label({ name: 'Brisinga', parentId: family })
  const novodinia = await label({ name: 'Novodinia', parentId: family })
  const sand = await label({ name: 'Sand' })
  const unclear = await label({ name: 'Not to be judged' })
  const shadow = await label({ name: 'Shadow', parentId: unclear })
  const facts = (id: string, depth: number, habitat: string) =>
    db
      .updateTable('media')
      .set({ depth_in_meters: depth, metadata: JSON.stringify({ habitat }) })
      .where('id', '=', id)
      .execute()
  await facts(a, 12, 'reef')
  await facts(b, 14, 'reef')
  await facts(c, 31, 'mud')
  const made: [media: string, labelId: string | null, attributes: object][] = [
    ...([
      [a, brisinga, { individualCount: 7, shoots: 2 }],
      [a, novodinia, {}],
      [a, null, {}],
      [b, brisinga, {}]
    ] as const),
    ...([
      [b, sand, {}],
      [b, brisinga, {}],
      [c, novodinia, { individualCount: 3 }],
      [c, brisinga, {}]
    ] as const)
  ].map(row => [...row])
  const ids = made.map(() => newId())
  const edit = (operations: object[]) => owner.post(`${api}/annotations/operations`, { operations })
  await edit(
    made.map(([mediaId, labelId, attributes], at) => ({
      ...{ id: newId(), kind: 'create', annotationId: ids[at], mediaId, labelId, attributes, shape: { kind: 'point', x: 5, y: 5 } }
    }))
  )
  const byMachine = { source: 'machine', annotator: 'ExampleNet' } as const
  await db.updateTable('annotation').set(byMachine).where('id', 'in', ids.slice(4)).execute()
  const judge = (annotationId: string | undefined, reviewState: string) =>
    edit([{ id: newId(), kind: 'revise', annotationId, revision: 1, reviewState }])
  await judge(ids[5], 'confirmed')
  await judge(ids[7], 'rejected')

  const plan = { method: 'random', count: 10, seed: 'a' }
  const drawn = await owner.post(`${api}/samples`, { mediaIds: [a, c], plan })
  for (const { mediaId, points } of drawn.json<{ samples: Sample[] }>().samples) {
    const named = mediaId === a ? [brisinga, brisinga, novodinia, sand, shadow, shadow] : [brisinga, sand, sand, shadow]
    await edit(named.map((labelId, at) => ({ id: newId(), kind: 'revise', annotationId: points[at], revision: 1, labelId })))
    if (mediaId === a) await db.updateTable('annotation').set(byMachine).where('id', '=', points[0]!).execute()
  }
  return { unclear, brisinga }
}

/** Converts export options into the query of the results page. */
function choices(options: ExportOptions): URLSearchParams {
  const { include = 'people', filter, groupBy, depthBandInMeters, rank, countAttribute, unscorable } = options
  const chosen = {
    ...{ filter, groupBy, depthBandInMeters, rank, countAttribute, unscorable },
    ...{ includeUnreviewed: include === 'all' || undefined, confirmedOnly: include === 'confirmed' || undefined }
  }
  return new URLSearchParams(Object.entries(chosen).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])))
}

const rowsOf = (content: Buffer) => {
  const [header = '', ...lines] = content.toString().trim().split('\n')
  const columns = header.split(',')
  return lines.map(line => Object.fromEntries(line.split(',').map((cell, at) => [columns[at] ?? '?', cell])))
}

await forEachDatabase(t, async (t, database) => {
  t.test('an exported table has the numbers of the results page, whatever the options', async t => {
    const scene = await exchangingProject(t, images, { database })
    const { unclear, brisinga } = await reef(scene)
    const results = `/projects/${scene.project.id}/results`

    const counted: ExportOptions[] = [
      { groupBy: 'metadata:habitat', countAttribute: '' },
      { groupBy: 'depthBand', depthBandInMeters: 5, include: 'all', countAttribute: 'individualCount' },
      { groupBy: 'image', rank: 'family', countAttribute: 'shoots' },
      { groupBy: 'image', include: 'all', countAttribute: '' },
      { groupBy: 'image', include: 'confirmed' },
      { groupBy: 'survey', rank: 'family', include: 'all', countAttribute: '' },
      { groupBy: 'image', include: 'all', filter: 'depth.atMost.13**source.is.machine', countAttribute: '' },
      { groupBy: 'depthBand', filter: `depth.atMost.20*label.is.${brisinga}`, countAttribute: '' }
    ]
    for (const options of counted) {
      const file = await scene.exported('matrix', options)
      const found = (await scene.owner.get(`${results}/abundance?${choices(options)}`)).json<Abundance>()
      const rows = rowsOf(file.content)
      const first = options.groupBy === 'image' ? 'fileName' : (options.groupBy ?? '').replace('metadata:', '')
      t.same(
        rows.map(row => [row[first], ...found.taxa.map(({ name }) => Number(row[name]))]),
        found.groups.map(({ name, counts }) => [
          ...[name, ...found.taxa.map((_, place) => counts.find(([taxon]) => taxon === place)?.[1] ?? 0)]
        ]),
        `abundance with ${JSON.stringify(options)}`
      )
      t.ok(found.taxa.length > 0)
      const lost = file.losses.find(({ message }) => message.includes('family above its label'))?.count ?? 0
      t.equal(lost, found.leftOutIndividuals)
    }

    const covered: ExportOptions[] = [
      { groupBy: 'image' },
      { groupBy: 'metadata:habitat', unscorable: unclear },
      { groupBy: 'depthBand', depthBandInMeters: 50, include: 'all', unscorable: unclear, rank: 'family' },
      { groupBy: 'depthBand', filter: 'depth.atMost.20' }
    ]
    for (const options of covered) {
      const file = await scene.exported('cover', options)
      const found = (await scene.owner.get(`${results}/cover?${choices(options)}`)).json<Cover>()
      t.same(
        rowsOf(file.content).map(({ points, share, low95, high95, meanOfImages, standardError }) => [
          points,
          ...[share, low95, high95, meanOfImages, standardError].map(text => (text === '' ? '' : Number(text).toFixed(9)))
        ]),
        coverRows(found, '').rows.map(([...row]) => [
          String(row[9]),
          ...row.slice(10).map(percent => (percent === null ? '' : (Number(percent) / 100).toFixed(9)))
        ]),
        `the file of the page has the same numbers with ${JSON.stringify(options)}`
      )
      t.same(
        rowsOf(file.content).map(({ label, points, share, scorablePoints, unscorablePoints, unnamedPoints }) => [
          ...[label, ...[points, share, scorablePoints, unscorablePoints, unnamedPoints].map(Number)]
        ]),
        found.groups.flatMap(({ covers, scorable, unscorable, unnamed }) =>
          found.taxa.map(({ name }, place) => {
            const { points = 0, share = 0 } = covers.find(({ taxon }) => taxon === place) ?? {}
            return [name, points, share, scorable, unscorable, unnamed]
          })
        ),
        `cover with ${JSON.stringify(options)}`
      )
      t.ok(found.taxa.length > 0)
    }
  })

  t.test('the report of a table counts only suggestions that its filter selects, and no sample points among individuals', async t => {
    const scene = await exchangingProject(t, images, { database })
    await reef(scene)
    const leftOut = async (format: 'matrix' | 'cover', options: ExportOptions) =>
      (await scene.exported(format, options)).losses.find(({ message }) => message === 'An unconfirmed machine suggestion was left out')
        ?.count
    t.equal(await leftOut('matrix', {}), 2)
    t.equal(await leftOut('matrix', { groupBy: 'depthBand', filter: 'depth.atMost.20' }), 1)
    t.equal(await leftOut('matrix', { filter: 'source.is.human' }), undefined)
    t.equal(await leftOut('cover', { filter: 'depth.atMost.13' }), 1)
  })

  t.test('a filter on depths states that the file has generalised places', async t => {
    const scene = await exchangingProject(t, images, { database })
    const { brisinga } = await reef(scene)
    const compared = async (filter: string) =>
      (await scene.exported('matrix', { filter })).losses.some(({ message }) => message.includes('compared with generalised places'))
    t.equal(await compared('depth.atMost.13'), false)
    await scene.owner.post(`/projects/${scene.project.id}/generalisations`, { labelId: brisinga, grid: '0.1', fromRole: 'editor' })
    t.equal(await compared('depth.atMost.13'), true)
    t.equal(await compared('source.is.human'), false)
  })

  t.test('options that the results page does not have are refused', async t => {
    const scene = await exchangingProject(t, [], { database })
    const start = (options: object) => scene.owner.post(`/projects/${scene.project.id}/exports`, { format: 'matrix', options })
    for (const options of [{ groupBy: 'colour' }, { groupBy: 'metadata:' }, { depthBandInMeters: 0 }, { rank: '' }, { include: 'mine' }])
      t.equal((await start(options)).statusCode, 422, JSON.stringify(options))
    const refusals = [
      ['matrix', 'depth.atMost.deep', 'cannot be read: The depth must be a number, not “deep”'],
      ['cover', `area.inside.${newId()}`, 'refers to a drawn area that is not in this project, or is no longer kept: draw it again'],
      ['coco', 'depth.atMost.5', 'is only for the abundance and cover tables']
    ] as const
    for (const [format, filter, message] of refusals) {
      const refused = await scene.owner.post(`/projects/${scene.project.id}/exports`, { format, options: { filter } })
      t.match([refused.statusCode, refused.json().errors], [422, [{ path: '/options/filter', message }]])
    }
  })
})

t.test('the address of an export contains only its options', t => {
  const options = {
    filter: 'depth.atMost.5',
    groupBy: 'metadata:a&b',
    depthBandInMeters: 20,
    include: 'all',
    countAttribute: '',
    unscorable: 'x,y'
  } as const
  const [path, query = ''] = exportPath('p', 'cover', options).split('?')
  t.equal(path, '/projects/p/annotate/exchange')
  t.same(exportOfAddress(new URLSearchParams(query)), { format: 'cover', options })
  t.same(exportOfAddress(new URLSearchParams('format=matrix&depthBandInMeters=wide&license=x')), { format: 'matrix', options: {} })
  t.equal(exportOfAddress(new URLSearchParams('view=export&format=coco')), null)
  t.end()
})

t.test('options that a format cannot have are dropped when another format is chosen', async t => {
  const options = { filter: 'depth.atMost.5', records: 'both', includeOutside: true, include: 'all' } as const
  t.same(optionsFor('matrix', options), options)
  t.same(optionsFor('cover', options), { filter: 'depth.atMost.5', include: 'all' })
  t.same(optionsFor('coco', options), { include: 'all' })
})
