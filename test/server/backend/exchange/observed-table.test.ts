import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { ExportOptions } from '../../../../shared/contracts/exchange.ts'
import type { Observation } from '../../../../shared/contracts/observations.ts'
import type { Abundance } from '../../../../shared/contracts/results.ts'
import type { ScraperJob } from '../../../../shared/contracts/scraper.ts'
import { exportOfAddress, exportPath } from '../../../../shared/export-options.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { fakeObis } from '../../../support/outside/fake-obis.ts'
import { drawnRecords } from '../../../support/outside/occurrences.ts'
import { until } from '../../../support/until.ts'

const images = ['a', 'b'].map(name => ({ fileName: `${name}.jpg` }))
const outside = drawnRecords(6)
type Row = Record<string, string | number>

const rowsOf = (content: Buffer): Row[] => {
  const [header = '', ...lines] = content.toString().trim().split('\n')
  const columns = header.split(',')
  const cell = (text: string, at: number) => (at === 0 ? text : Number(text))
  return lines.map(line => Object.fromEntries(line.split(',').map((text, at) => [columns[at] ?? '?', cell(text, at)])))
}

await forEachDatabase(t, async (t, database) => {
  /** Two sites, one with annotated images; observations of the team, of which some never count; and accepted outside records. */
  async function scene() {
    const obis = await fakeObis(t, outside)
    const made = await exchangingProject(t, images, { database, outsideUrls: { obis: obis.url } })
    const { owner, project, db } = made
    const api = `/projects/${project.id}`
    const create = async <Answer>(path: string, draft: object) => {
      const answer = await owner.post(`${api}/${path}`, draft)
      t.equal(answer.statusCode, 201, answer.body)
      return answer.json<Answer>()
    }
    const label = async (draft: object) => (await create<{ id: string }>('labels', draft)).id
    const site = async (name: string) => (await create<{ id: string }>('sites', { name })).id
    const family = await label({ name: 'Acroporidae', scientificName: 'Acroporidae', taxonRank: 'family' })
    const acropora = await label({ name: 'Acropora', parentId: family })
    const sand = await label({ name: 'Sand' })
    const [north, south] = [await site('North'), await site('South')]
    await db.updateTable('media').set({ site_id: north }).where('project_id', '=', project.id).execute()
    const ids = [newId(), newId(), newId()]
    const operations = ids.map((annotationId, at) => ({
      ...{ id: newId(), kind: 'create', annotationId, mediaId: project.mediaIds[at % 2], labelId: acropora },
      shape: { kind: 'point', x: 5, y: 5 }
    }))
    t.equal((await owner.post(`${api}/annotations/operations`, { operations })).statusCode, 200)
    const see = (draft: object) => create<Observation>('observations', { eventDate: '2026-03-01', ...draft })
    await see({ labelId: acropora, siteId: north, individualCount: 4 })
    await see({ labelId: sand, siteId: north, samplingProtocol: 'grab' })
    await see({ labelId: acropora, siteId: south, individualCount: 9 })
    await see({ labelId: acropora, siteId: south, eventDate: '2026-03-02', occurrenceStatus: 'absent' })
    await see({ labelId: null, verbatimIdentification: 'a fish', siteId: south, individualCount: 2 })
    await see({ labelId: acropora, siteId: south, individualCount: 50, sameAsAnnotationId: ids[0] })
    const gone = await see({ labelId: acropora, siteId: south, individualCount: 70 })
    t.equal((await owner.delete(`/observations/${gone.id}`)).statusCode, 204)

    const job = { projectId: project.id, name: 'Tonga', source: 'obis.occurrences', query: { scientificname: 'Acanthuridae' } }
    const { id } = (await owner.post('/scraper/jobs', { ...job, startNow: true })).json<ScraperJob>()
    const now = async () => (await owner.get(`/scraper/jobs/${id}`)).json<ScraperJob>()
    await until(now, ({ state }) => state === 'done', { pauseMs: 20 })
    await owner.post('/data/records/decide', { filter: { projectId: project.id }, decision: 'accept' })
    return made
  }

  t.test('an abundance table has the observations that Results counts', async t => {
    const { exported, owner, project } = await scene()
    const table = async (options: ExportOptions) => {
      const { content, state, failure, ...file } = await exported('matrix', options)
      t.equal(state, 'ready', failure ?? '')
      return { ...file, rows: rowsOf(content) }
    }
    const effort = (images: number, samplingEvents: number) => ({ images, imagesWithArea: 0, areaInSquareMeters: 0, samplingEvents })

    const observed = await table({ groupBy: 'site', records: 'observations' })
    t.same(observed.rows, [
      { site: 'North', ...effort(0, 2), Acropora: 4, Sand: 1 },
      { site: 'South', ...effort(0, 2), Acropora: 9, Sand: 0 }
    ])
    t.match(observed, { annotationCount: 0, imageCount: 0, losses: [{ message: 'An individual without a label was left out', count: 2 }] })
    const both = await table({ groupBy: 'site', records: 'both' })
    t.same(both.rows, [
      { site: 'North', ...effort(2, 2), Acropora: 7, Sand: 1 },
      { site: 'South', ...effort(0, 2), Acropora: 9, Sand: 0 }
    ])
    t.match(both, { annotationCount: 3, imageCount: 2 })
    t.same((await table({ groupBy: 'site' })).rows, [{ site: 'North', images: 2, imagesWithArea: 0, areaInSquareMeters: 0, Acropora: 3 }])
    const families = await table({ groupBy: 'site', records: 'both', rank: 'family' })
    t.same(
      families.rows.map(({ site, Acroporidae }) => [site, Acroporidae]),
      [
        ['North', 7],
        ['South', 9]
      ]
    )
    t.match(
      families.losses.find(({ message }) => message.includes('no family')),
      { count: 1 }
    )

    const total = outside.reduce((sum, { individualCount = 1 }) => sum + Number(individualCount), 0)
    for (const groupBy of ['site', 'survey', 'depthBand', 'date'])
      for (const records of ['observations', 'both'] as const)
        for (const includeOutside of [false, true]) {
          const options = { groupBy, records, includeOutside, countAttribute: '' }
          const { rows, losses } = await table(options)
          const query = new URLSearchParams({ groupBy, records, includeOutside: String(includeOutside) })
          const found = (await owner.get(`/projects/${project.id}/results/abundance?${query}`)).json<Abundance>()
          t.same(
            rows.map(row => [row[groupBy], row.images, row.samplingEvents, ...found.taxa.map(({ name }) => row[name])]),
            found.groups.map(({ name, images, events, counts }) => [
              ...[name, images, events],
              ...found.taxa.map((_, place) => counts.find(([taxon]) => taxon === place)?.[1] ?? 0)
            ]),
            query.toString()
          )
          const written = rows.flatMap(row => found.taxa.map(({ name }) => Number(row[name]))).reduce((sum, count) => sum + count, 0)
          const unnamed = losses.find(({ message }) => message.includes('without a label'))?.count ?? 0
          t.equal(written + unnamed, 16 + (records === 'both' ? 3 : 0) + (includeOutside ? total : 0), query.toString())
        }
  })

  t.test('observations are refused for other files and groups', async t => {
    const { owner, project } = await exchangingProject(t, [], { database })
    const start = async (format: string, options: object) => {
      const answer = await owner.post(`/projects/${project.id}/exports`, { format, options })
      return [answer.statusCode, answer.json<{ errors?: { path: string }[] }>().errors?.[0]?.path]
    }
    t.same(await start('coco', { records: 'both' }), [422, '/options/records'])
    t.same(await start('cover', { records: 'observations', groupBy: 'site' }), [422, '/options/records'])
    t.same(await start('matrix', { records: 'both' }), [422, '/options/groupBy'])
    t.same(await start('matrix', { records: 'observations', groupBy: 'metadata:zone' }), [422, '/options/groupBy'])
    t.equal((await start('matrix', { records: 'everything', groupBy: 'site' }))[0], 422)
    t.equal((await start('matrix', { records: 'annotations' }))[0], 202)
  })
})

t.test('the address of an export keeps the choice of observations', t => {
  const options = { groupBy: 'site', records: 'both', includeOutside: true } as const
  const [, query = ''] = exportPath('p', 'matrix', options).split('?')
  t.same(exportOfAddress(new URLSearchParams(query)), { format: 'matrix', options })
  t.end()
})
