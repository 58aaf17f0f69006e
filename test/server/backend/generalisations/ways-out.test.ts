import t from 'tap'
import type { ExportFormat, ExportOptions } from '../../../../shared/contracts/exchange.ts'
import { everyContract } from '../../../../shared/every-contract.ts'
import type { Person } from '../../../support/backend.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { addSensitiveRecord } from '../../../support/outside/sensitive-record.ts'
import { secrets, sensitiveScene } from '../../../support/sensitive-scene.ts'
import { withoutRandomDigits } from '../../../support/without-random-digits.ts'
import { unzipped } from '../../../support/zips.ts'

type Scene = Awaited<ReturnType<typeof sensitiveScene>> & Awaited<ReturnType<typeof addSensitiveRecord>> & { importId: string }

/** File whose facts of an image differ from all of those in the project. */
const contradicting = JSON.stringify({
  'image-set-header': {},
  'image-set-items': {
    'coral.jpg': { 'image-latitude': 1, 'image-longitude': 1, 'image-altitude-meters': -5, 'image-area-square-meters': 9 }
  }
})

/** Calls that are not about a project, or whose stream never ends. */
const leftOut = ['GET /events', 'GET /worms/taxa']

/** Every readable address of the scene, derived from the contracts. New calls are included automatically. */
function readsOf(scene: Scene): string[] {
  const ids: Record<string, readonly string[]> = {
    projectId: [scene.project.id],
    mediaId: scene.project.mediaIds.concat(scene.coralImage),
    siteId: [scene.siteId, scene.otherSiteId],
    surveyId: [scene.surveyId],
    labelId: [scene.coral],
    annotationId: scene.annotationIds,
    scraperJobId: [scene.scraperJobId],
    runId: [scene.runId],
    recordId: [scene.recordId],
    observationId: scene.observationIds,
    importId: [scene.importId],
    size: ['small', 'large']
  }
  const groups = ['image', 'site', 'survey', 'depthBand', 'date', 'metadata:zone', 'metadata:usbl_lat'].map(by => `?groupBy=${by}`)
  const queries: Record<string, readonly string[]> = {
    'GET /media/:mediaId/content': ['', '?download=true'],
    'GET /projects/:projectId/media': ['', '?sort=name', '?search=coral', `?filter=label.is.${scene.coral}`],
    'GET /data/project/:projectId': ['', '?state=accepted&q=desmophyllum'],
    'GET /projects/:projectId/observations': ['', '?origin=outside', `?labelId=${scene.coral}`],
    'GET /projects/:projectId/map/marks': ['', '?kind=image', '?kind=observation'],
    'GET /projects/:projectId/map/cells': ['', '?kind=observation&resolution=9'],
    'GET /projects/:projectId/map/rows': ['?longitude=-30.7&latitude=40.1&radiusInMeters=20000000'],
    'GET /projects/:projectId/results/abundance': groups,
    'GET /projects/:projectId/results/summary': groups,
    'GET /projects/:projectId/results/cover': groups,
    'GET /projects/:projectId/results/sizes': groups.map(group => `${group}&labelId=${scene.coral}`)
  }
  return everyContract
    .filter(({ method, url }) => method === 'GET' && !leftOut.includes(`${method} ${url}`))
    .flatMap(({ method, url }) => {
      const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      if (names.some(name => !ids[name])) return []
      const addresses = names.reduce((all, name) => all.flatMap(one => ids[name]!.map(id => one.replace(`:${name}`, id))), [url])
      // only one of the images has a file, and none of those with an annotation
      const withFiles = addresses.filter(
        address => !/\/(content|thumbnail|patch|similar)\b/.test(address) || address.includes(scene.coralImage)
      )
      return withFiles.flatMap(address => (queries[`${method} ${url}`] ?? ['']).map(query => address + query))
    })
}

const formats: [ExportFormat, ExportOptions?][] = [
  ['dwca', { imageAddress: 'https://lab.example/images/' }],
  ['ifdo', { platform: 'ROV', sensor: 'camera', imageAddress: 'https://lab.example/images/' }],
  ...(['coco', 'cvat', 'viame', 'biigle', 'coralnet', 'voc', 'yolo', 'csv', 'matrix', 'cover', 'geojson'] as const).map(
    (format): [ExportFormat] => [format]
  ),
  ['dwca', { observations: true }],
  ['matrix', { groupBy: 'site' }],
  ['matrix', { groupBy: 'survey' }],
  ['cover', { groupBy: 'site' }],
  ['csv', { fileType: 'xlsx' }]
]

async function textsOf(content: Buffer): Promise<string> {
  if (content.toString('latin1', 0, 2) !== 'PK') return content.toString()
  return [...(await unzipped(content))].flat().join('\n')
}

function found(text: string): string[] {
  const searched = withoutRandomDigits(text)
  return [...secrets, 'SECRETDATUM'].filter(secret => searched.includes(secret))
}

await forEachDatabase(t, (t, database) => {
  t.test('no response to a lower role contains a digit of an exact place, and every response to an owner stays exact', async t => {
    const drawn = await sensitiveScene(t, database)
    const { id: importId } = await drawn.preview(contradicting)
    const scene = { ...drawn, ...(await addSensitiveRecord(drawn)), importId }
    const { owner, member, rule, signUp, project } = scene
    await rule({ labelId: scene.anthozoa })
    await rule({ grid: '0.01' })
    const [viewer, editor] = [await member('viewer'), await member('editor')]
    await owner.patch(`/projects/${project.id}`, {
      revision: (await owner.get(`/projects/${project.id}`)).json().revision,
      visibility: 'internal'
    })
    const guest = await signUp('guest@lab.example')
    const addresses = readsOf(scene)
    t.ok(addresses.length > 60, `${addresses.length} addresses`)
    for (const [name, person] of Object.entries<Person>({ viewer, editor, guest }))
      for (const address of addresses) {
        const { statusCode, body, rawPayload } = await person.get(address)
        t.same(found(body), [], `${name} ${address}: ${statusCode}`)
        if (address.includes('/content'))
          t.notOk(rawPayload.includes('Exif\0\0MM') || rawPayload.includes('SECRETDATUM'), `${address} contains no EXIF`)
        t.ok(statusCode < 500, `${address}: ${body.slice(0, 200)}`)
      }
    t.match((await owner.get(`/media/${scene.coralImage}`)).json(), { decimalLatitude: 40.1234567, depthInMeters: 302.45 })
    t.match((await owner.get(`/sites/${scene.siteId}`)).json(), { name: 'Secret Reef', decimalLatitude: 40.58317 })
    const record = (by: Person) => by.get(`/data/records/${scene.recordId}`).then(answer => answer.json())
    t.match(await record(owner), { decimalLatitude: 40.1234567, raw: { locality: 'Secret Reef' }, versions: [{ changes: [{}, {}] }, {}] })
    t.match(await record(viewer), {
      ...{ decimalLatitude: 40.15, decimalLongitude: -30.75, minimumDepthInMeters: 302, generalised: { grid: '0.1' } },
      ...{ raw: null, fields: { class: 'Anthozoa' }, versions: [{ changes: [{ field: 'individualCount' }] }, {}] }
    })
    t.match((await editor.get(`/scraper/runs/${scene.runId}/diff`)).json(), { changed: [{ changes: [{ field: 'individualCount' }] }] })
  })

  t.test('no file that an owner exports contains a digit of an exact place', async t => {
    const scene = await sensitiveScene(t, database)
    await addSensitiveRecord(scene)
    await scene.rule({ labelId: scene.anthozoa })
    await scene.rule({ grid: '0.01' })
    const at = '2026-06-04T07:12:00.000Z' // a workbook stores times as numbers, whose digits may equal those of a place
    await scene.db.updateTable('annotation').set({ created_at: at, modified_at: at }).execute()
    for (const [format, options = {}] of formats) {
      const made = await scene.exported(format, options)
      const title = `${format} ${JSON.stringify(options)}`
      if (format !== 'cover') t.ok(made.state === 'ready' && made.content.length > 0, `${title}: ${made.failure}`)
      t.same(found(await textsOf(made.content)), [], title)
      if (made.state === 'ready') t.same(found((await scene.owner.get(`/exports/${made.id}/report`)).body), [], `${title}: report`)
    }
  })

  t.test('files with withheld places have none of them, and state it', async t => {
    const scene = await sensitiveScene(t, database)
    await scene.rule({ labelId: scene.coral, grid: 'hidden' })
    for (const format of ['dwca', 'csv', 'geojson', 'biigle', 'matrix'] as const) {
      const made = await scene.exported(format)
      t.equal(made.state, 'ready', `${format}: ${made.failure} ${JSON.stringify(made.faults)}`)
      const text = await textsOf(made.content)
      t.same(
        found(text).filter(secret => secret !== '1234567' && secret !== '7654321' && secret !== '302.45'),
        [],
        format
      )
      if (format === 'dwca' || format === 'csv') t.match(text, /Position withheld/, format)
      t.ok(
        made.losses.some(({ message, count }) => message === 'Positions of 3 records are withheld' && count === 3),
        JSON.stringify(made.losses)
      )
    }
  })
})
