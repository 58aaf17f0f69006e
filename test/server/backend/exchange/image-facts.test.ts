import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import type { Import } from '../../../../shared/contracts/exchange.ts'
import type { Media } from '../../../../shared/contracts/media.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'

const names = [{ fileName: 'a.jpg' }, { fileName: 'b.jpg' }, { fileName: 'c.jpg' }]
const place = { 'image-latitude': 40.5, 'image-longitude': -30.25 }
const whole = {
  'image-datetime': '2024-06-02 04:29:27.250000',
  ...place,
  'image-altitude-meters': -1874.5,
  'image-meters-above-ground': 2.1,
  'image-area-square-meters': 5.1
}
const ifdo = (items: object) => JSON.stringify({ 'image-set-header': {}, 'image-set-items': items })

await forEachDatabase(t, async (t, database) => {
  t.test('images get time, position, depth, height and area from a file, and keep existing values', async t => {
    const scene = await exchangingProject(t, names, { database })
    const [a = '', b = '', c = ''] = scene.project.mediaIds
    const had = { depth_in_meters: 12, decimal_latitude: 1, decimal_longitude: 2, metadata: '{"yaw":"3","area":"North Bank"}' }
    await scene.db.updateTable('media').set(had).where('id', '=', b).execute()
    const checked = await scene.preview(ifdo({ 'a.jpg': whole, 'd/b.jpg': whole, 'c.jpg': {}, 'z.jpg': whole }))
    t.match(checked.preview, {
      annotationCount: 0,
      facts: { fill: true, imageCount: 2, timeCount: 2, positionCount: 1, depthCount: 1, altitudeCount: 2, areaCount: 1 },
      findings: [{ taken: true, message: /^1 × a time, position.* that differs/ }, { message: /z\.jpg/ }]
    })
    const report = (await scene.owner.get(`/imports/${checked.id}/findings`)).body
    t.match(
      report,
      /changed,,,\/image-set-items\/d~1b\.jpg,d\/b\.jpg,"Its position differs from the file, its depth differs from the file, its area differs from the file: the value here was kept"/
    )
    t.match(await scene.apply(checked), { state: 'applied', result: { annotationCount: 0, filledImageCount: 2 } })

    const mediaOf = async (id: string) => (await scene.owner.get(`/media/${id}`)).json<Media>()
    t.match(await mediaOf(a), {
      eventDate: '2024-06-02T04:29:27.250Z',
      decimalLatitude: 40.5,
      decimalLongitude: -30.25,
      depthInMeters: 1874.5,
      altitudeInMeters: 2.1,
      metadata: { area: '5.1' },
      revision: 2
    })
    t.match(await mediaOf(b), {
      eventDate: '2024-06-02T04:29:27.250Z',
      decimalLatitude: 1,
      decimalLongitude: 2,
      depthInMeters: 12,
      altitudeInMeters: 2.1,
      metadata: { yaw: '3', area: 'North Bank' },
      revision: 2
    })
    t.match(await mediaOf(c), { eventDate: null, depthInMeters: null, revision: 1 })
    const { items } = (await scene.owner.get(`/projects/${scene.project.id}/activity`)).json()
    t.match(items[0], { event: 'media.metadata.attached', detail: { count: 2, fileName: 'annotations' } })
    t.notMatch(items[1], { event: 'annotations.imported' })

    const again = await scene.preview(ifdo({ 'a.jpg': { ...whole, 'image-datetime': '2024-06-02 04:29:27' } }))
    t.same(again.preview?.facts, undefined)
    t.match(again.preview?.findings, [{ message: /no new annotations, labels or facts$/ }], 'importing it again reports nothing new')
  })

  t.test('places that are generalised for the public are not compared with the file', async t => {
    const scene = await exchangingProject(t, names, { database })
    const [a = '', b = ''] = scene.project.mediaIds
    const had = {
      depth_in_meters: 12,
      decimal_latitude: 1,
      decimal_longitude: 2,
      altitude_in_meters: 7,
      metadata: '{"yaw":"3","area":"9"}'
    }
    await scene.db.updateTable('media').set(had).where('id', '=', a).execute()
    const timed = { ...had, event_date: '2024-01-01T00:00:00.000Z' }
    await scene.db.updateTable('media').set(timed).where('id', '=', b).execute()
    const rule = { labelId: null, grid: '0.1', fromRole: 'owner' }
    t.equal((await scene.owner.post(`/projects/${scene.project.id}/generalisations`, rule)).statusCode, 201)
    const given = { ...whole, 'image-camera-yaw-degrees': 90 }
    const checked = await scene.preview(ifdo({ 'a.jpg': given, 'b.jpg': given, 'c.jpg': given }))
    t.match(checked.preview?.facts, { imageCount: 2, timeCount: 2, positionCount: 1, depthCount: 1, altitudeCount: 1, headingCount: 1 })
    const report = (await scene.owner.get(`/imports/${checked.id}/findings`)).body
    t.match(
      report,
      /b\.jpg,"?Its time is 2024-01-01T00:00:00\.000Z here and 2024-06-02T04:29:27\.250Z in the file: the value here was kept/
    )
    t.notMatch(report, /differs from the file|a\.jpg/)
  })

  t.test('existing values stay on request, or when they change in the meantime', async t => {
    const scene = await exchangingProject(t, names, { database })
    const [a = '', b = ''] = scene.project.mediaIds
    const first = await scene.map(await scene.preview(ifdo({ 'a.jpg': whole })), { fillFacts: false })
    t.match(first.preview?.facts, { fill: false, imageCount: 1 })
    t.match(await scene.apply(first), { state: 'applied' })
    t.match((await scene.owner.get(`/media/${a}`)).json(), { eventDate: null, revision: 1 })

    const second = await scene.preview(ifdo({ 'a.jpg': whole, 'b.jpg': whole }))
    t.equal((await scene.owner.patch(`/media/${a}`, { revision: 1, depthInMeters: 7 })).statusCode, 200)
    await scene.owner.delete(`/media/${b}`)
    t.match(await scene.apply(second), { state: 'applied', result: { filledImageCount: 1 } })
    t.match((await scene.owner.get(`/media/${a}`)).json(), { depthInMeters: 7, altitudeInMeters: 2.1, revision: 3 })
  })

  t.test('impossible values are reported with their place, in COCO and BIIGLE too', async t => {
    const scene = await exchangingProject(t, names, { database })
    const messages = async (content: string) => {
      const { preview } = await scene.preview(content)
      return preview?.findings.map(({ taken, row, path, message }) => [taken, row ?? path, message])
    }
    const odd = {
      ...whole,
      'image-latitude': 95,
      'image-altitude-meters': -20000,
      'image-area-square-meters': 'two',
      'image-datetime': 'noon'
    }
    const at = '/image-set-items/a.jpg'
    t.same(await messages(ifdo({ 'a.jpg': odd, 'b.jpg': { 'image-latitude': 4 } })), [
      [true, at, 'Time: “noon” is not a date and time: write it like 2024-06-02 04:29:27'],
      [true, at, 'Latitude: 95 is not between -90 and 90°'],
      [true, at, 'Height above sea level: -20000 is not between -11000 and 100 m'],
      [true, '/image-set-items/b.jpg', 'Latitude: there is a latitude without a longitude: the position was not used']
    ])
    const coco = (date_captured: unknown) =>
      JSON.stringify({ images: [{ id: 1, file_name: 'a.jpg', date_captured }], annotations: [], categories: [] })
    t.same(await messages(coco('2024')), [[true, '/images/0', 'Time: “2024” is not a date and time: write it like 2024-06-02 04:29:27']])
    for (const nothing of [0, '', null]) t.match(await messages(coco(nothing)), [[false, null, /^The file was read to its end/]])
    t.match(await scene.preview(coco('2024-06-02 04:29:27Z')), { preview: { facts: { timeCount: 1, clockCount: 0, positionCount: 0 } } })
    const local = await scene.preview(coco('2024-06-02 04:29:27'))
    t.match(local, { preview: { facts: { imageCount: 1, timeCount: 0, clockCount: 1 } } }, 'times in COCO have no zone')
    const biigle = (latitude: string) =>
      `filename,image_longitude,image_latitude,shape_name,points,label_name,annotation_id\na.jpg,-30.25,${latitude},Point,"[1,2]",Brisinga,1\n`
    t.same(await messages(biigle('north')), [[true, 2, 'Latitude: “north” is not a number']])
    t.match(await scene.preview(biigle('40.5')), { preview: { annotationCount: 1, facts: { timeCount: 0, positionCount: 1 } } })
  })

  t.test('a COCO time without a zone is stored as the camera’s, and its zone is requested', async t => {
    const scene = await exchangingProject(t, names, { database })
    const [a = '', b = '', c = ''] = scene.project.mediaIds
    const clock = { camera_time: '2024-06-02T06:00:00.000', time_source: 'unanswered' } as const
    await scene.db.updateTable('media').set(clock).where('id', '=', b).execute()
    const images = names.map(({ fileName }, at) => ({
      id: at + 1,
      file_name: fileName,
      date_captured: at === 2 ? '2024-06-02T04:29:27+02:00' : '2024-06-02 04:29:27'
    }))
    const checked = await scene.preview(JSON.stringify({ images, annotations: [], categories: [] }))
    t.match(checked.preview?.facts, { imageCount: 2, timeCount: 1, clockCount: 1 }, 'its own camera takes precedence over the file')
    t.match(await scene.apply(checked), { state: 'applied', result: { filledImageCount: 2 } })
    const mediaOf = async (id: string) => (await scene.owner.get(`/media/${id}`)).json<Media>()
    t.match(await mediaOf(a), { eventDate: null, timeBasis: { source: 'unanswered', cameraTime: '2024-06-02T04:29:27.000' } })
    t.match(await mediaOf(b), { eventDate: null, timeBasis: { cameraTime: '2024-06-02T06:00:00.000' } })
    t.match(await mediaOf(c), { eventDate: '2024-06-02T02:29:27.000Z', timeBasis: { source: 'table' } })
    t.match((await scene.owner.get(`/projects/${scene.project.id}/camera-clocks`)).json(), { imageCount: 2 })
  })

  t.test('facts of many images are written together, and none are left after a cancellation', async t => {
    const count = 3000
    const many = Array.from({ length: count }, (_, at) => ({ fileName: `IMG_${at}.JPG` }))
    const scene = await exchangingProject(t, many, { database })
    const header = { 'image-annotation-labels': [{ id: '1', name: 'Brisinga' }], 'image-annotation-creators': [] }
    const marks = Array.from({ length: 10 }, (_, at) => ({ shape: 'single-pixel', coordinates: [[at, 1]], labels: [{ label: '1' }] }))
    const items = Object.fromEntries(many.map(({ fileName }) => [fileName, { ...whole, 'image-annotations': marks }]))
    const checked = await scene.preview(JSON.stringify({ 'image-set-header': header, 'image-set-items': items }))
    t.match(checked.preview, { annotationCount: count * 10, facts: { imageCount: count, timeCount: count } })
    const begun = (await scene.owner.post(`/imports/${checked.id}/apply`, { revision: checked.revision })).json<Import>()
    while (((await scene.importOf(checked.id)).job?.done ?? 0) === 0) await pause(5)
    t.match((await scene.owner.post(`/jobs/${begun.job!.id}/cancel`)).json(), { state: 'cancelled' })
    t.equal(await dated(), 0)
    t.match(await scene.apply(await scene.importOf(checked.id)), { state: 'applied', result: { filledImageCount: count } })
    t.equal(await dated(), count)

    async function dated(): Promise<number> {
      const { of } = await scene.db
        .selectFrom('media')
        .select(({ fn }) => fn.count<number>('event_date').as('of'))
        .where('project_id', '=', scene.project.id)
        .executeTakeFirstOrThrow()
      return Number(of)
    }
  })
})
