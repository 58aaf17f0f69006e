import t, { type Test } from 'tap'
import type { MediaScale, ScaleApplied, ScaleBasis, ScaleSettings } from '../../../../shared/contracts/scale.ts'
import { jsonBodyLimitBytes } from '../../../../shared/limits.ts'
import { type DatabaseKind, forEachDatabase, testBackend } from '../../../support/backend.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'

/** Images have 4000 × 3000 pixels, and two laser marks are 400 px apart. */
const lasers: ScaleBasis = {
  method: 'lasers',
  marks: [
    { x: 1000, y: 580 },
    { x: 1320, y: 820 }
  ],
  spacingInMeters: 0.1
}

async function scene(t: Test, database: DatabaseKind, count = 2) {
  const backend = await testBackend(t, { database })
  const owner = await backend.signUp('ana@lab.example')
  const project = await owner.makeProject()
  const ids = await insertMediaRows(backend.storage.db, { projectId: project.id, accountId: owner.id, count })
  const [mediaId = '', ...others] = ids
  const url = `/media/${mediaId}/scale`
  const scaleOf = async (id: string) => (await owner.get(`/media/${id}/scale`)).json<MediaScale>()
  const set = (basis: ScaleBasis, revision = 0, id = mediaId) => owner.put(`/media/${id}/scale`, { revision, basis })
  const apply = (more: object = {}) => owner.post(`/projects/${project.id}/scales/apply`, { from: mediaId, ...more })
  return { ...backend, owner, project, ids, mediaId, others, url, scaleOf, set, apply }
}

await forEachDatabase(t, (t, database) => {
  t.test('a scale is set by each method, states its basis, and is removed', async t => {
    const { owner, project, mediaId, url, scaleOf, set } = await scene(t, database)
    t.same(await scaleOf(mediaId), {
      ...{ mediaId, revision: 0, metersPerPixel: null, areaInSquareMeters: null, basis: null, origin: null },
      ...{ copiedFrom: null, pixelDistance: null, formulaVersion: null, correctedFrom: null, setBy: null, setAt: null }
    })
    const first = await set(lasers)
    t.equal(first.statusCode, 200, first.body)
    t.match(first.json(), {
      ...{ mediaId, revision: 1, metersPerPixel: 0.000_25, areaInSquareMeters: 0.75, basis: lasers, origin: 'set' },
      ...{ pixelDistance: 400, formulaVersion: 2, setBy: 'ana@lab.example', copiedFrom: null }
    })
    t.same(await scaleOf(mediaId), first.json())

    const ways: [basis: ScaleBasis, millimeters: number][] = [
      [{ method: 'length', from: { x: 0, y: 0 }, to: { x: 0, y: 1000 }, lengthInMeters: 2 }, 2],
      [{ method: 'altitude', altitudeInMeters: 3, horizontalAngleInDegrees: 60, isFlatPort: false }, 0.866_025],
      [{ method: 'altitude', altitudeInMeters: 3, horizontalAngleInDegrees: 70, isFlatPort: true }, 0.715_012],
      [{ method: 'lens', altitudeInMeters: 2, sensorWidthInMillimeters: 36, focalLengthInMillimeters: 24, isFlatPort: false }, 0.75],
      [{ method: 'area', areaInSquareMeters: 12 }, 1],
      [{ method: 'given', millimetersPerPixel: 0.4 }, 0.4]
    ]
    for (const [index, [basis, millimeters]] of ways.entries()) {
      const { metersPerPixel, revision, pixelDistance } = (await set(basis, index + 1)).json<MediaScale>()
      t.equal(Number(((metersPerPixel ?? 0) * 1000).toFixed(6)), millimeters, JSON.stringify(basis))
      t.equal(revision, index + 2)
      t.equal(pixelDistance, basis.method === 'length' ? 1000 : null)
    }

    t.match((await owner.delete(`${url}?revision=1`)).json(), { status: 409, code: 'STALE_REVISION' })
    t.equal((await owner.delete(`${url}?revision=7`)).statusCode, 204)
    t.match(await scaleOf(mediaId), { metersPerPixel: null, basis: null, origin: null, revision: 8 })
    t.match((await set(lasers, 0)).json(), { status: 409 }, 'a removed scale still conflicts with older edits')
    t.match((await set(lasers, 8)).json(), { revision: 9 })
    const events = (await owner.get(`/projects/${project.id}/activity`)).json().items.map(({ event }: { event: string }) => event)
    t.same(events.slice(0, 3), ['scale.set', 'scale.removed', 'scale.set'])
  })

  t.test('the area in a table applies until a scale is set', async t => {
    const { app, owner, project, mediaId, url, scaleOf, set } = await scene(t, database)
    const attached = await app.inject({
      method: 'POST',
      url: `/api/projects/${project.id}/media/metadata`,
      headers: { authorization: `Bearer ${owner.tokens.access_token}`, 'content-type': 'text/csv' },
      payload: 'filename,area\nIMG_000000.JPG,12\n'
    })
    t.equal(attached.statusCode, 200, attached.body)
    t.match(await scaleOf(mediaId), {
      ...{ metersPerPixel: 0.001, areaInSquareMeters: 12, origin: 'table', revision: 0 },
      basis: { method: 'area', areaInSquareMeters: 12 }
    })
    t.match((await set(lasers)).json(), { origin: 'set', areaInSquareMeters: 0.75 })
    await owner.delete(`${url}?revision=1`)
    t.match(await scaleOf(mediaId), { origin: 'table', areaInSquareMeters: 12, revision: 2 })
  })

  t.test('an impossible scale is refused with a sentence', async t => {
    const { set, scaleOf, mediaId } = await scene(t, database)
    const at = (x: number, y: number) => ({ x, y })
    for (const [basis, words] of [
      [{ method: 'lasers', marks: [at(0, 0), at(10, 0)], spacingInMeters: 0.1 }, /10 px apart are too close/],
      [{ method: 'lasers', marks: [at(0, 0), at(100, 0), at(200, 1)], spacingInMeters: 0.1 }, /collinear/],
      [{ method: 'length', from: at(0, 0), to: at(5000, 0), lengthInMeters: 1 }, /outside the image/]
    ] as [ScaleBasis, RegExp][]) {
      const answer = await set(basis)
      t.equal(answer.statusCode, 422)
      t.match(answer.json(), { code: 'INVALID_REQUEST', detail: words })
    }
    for (const basis of [
      { method: 'lasers', marks: [at(0, 0)], spacingInMeters: 0.1 },
      { method: 'area', areaInSquareMeters: 0 },
      { method: 'given', millimetersPerPixel: 1, sure: true },
      { method: 'guess' }
    ])
      t.equal((await set(basis as ScaleBasis)).statusCode, 422, JSON.stringify(basis))
    t.match(await scaleOf(mediaId), { revision: 0, metersPerPixel: null })
  })

  t.test('a scale is applied to images of the same camera and size, with an altitude for each', async t => {
    const { owner, project, storage, mediaId, others, scaleOf, set, apply } = await scene(t, database, 7)
    const [same = '', own = '', cropped = '', other = '', scaled = '', flat = ''] = others
    const change = (id: string, columns: object) => storage.db.updateTable('media').set(columns).where('id', '=', id).execute()
    t.match((await apply()).json(), { status: 422, detail: /is not an image of this project with a scale/ })

    await change(cropped, { width: 2000 })
    await change(other, { camera: 'Nikon D7000' })
    await set({ method: 'given', millimetersPerPixel: 9 }, 0, scaled)
    await set(lasers)
    const named = (await apply({ mediaIds: [same, cropped, other, scaled, 'nothing'] })).json<ScaleApplied>()
    t.match(named, { appliedCount: 1, leftCount: 4, nextCursor: null })
    t.same(Object.fromEntries(named.left.map(({ mediaId: id, reason }) => [id, reason])), {
      [cropped]: 'has a different size: 2000 × 3000, not 4000 × 3000',
      [other]: 'was taken with a different camera: Nikon D7000',
      [scaled]: 'already has a scale',
      nothing: 'is not in this project'
    })
    t.match(await scaleOf(same), {
      ...{ origin: 'copied', metersPerPixel: 0.000_25, pixelDistance: 400, revision: 1 },
      copiedFrom: { mediaId, fileName: 'IMG_000000.JPG' }
    })

    await change(own, { altitude_in_meters: 6 })
    await change(same, { altitude_in_meters: 1.5, metadata: '{"hfov_deg":"90"}' })
    await set({ method: 'altitude', altitudeInMeters: 3, horizontalAngleInDegrees: 60, isFlatPort: false }, 1)
    const all = (await apply()).json<ScaleApplied>()
    t.match(all, { appliedCount: 1, leftCount: 3, nextCursor: null })
    t.match(
      all.left.find(left => left.mediaId === flat),
      { reason: 'has no altitude above the sea floor', fileName: 'IMG_000006.JPG' }
    )
    t.match(await scaleOf(own), { basis: { altitudeInMeters: 6 }, metersPerPixel: (2 * 6 * Math.tan(Math.PI / 6)) / 4000 })
    t.match(await scaleOf(same), { basis: lasers })
    t.match((await apply({ replace: true })).json(), { appliedCount: 2, leftCount: 2 })
    const withItsAngle = { altitudeInMeters: 1.5, horizontalAngleInDegrees: 90 }
    t.match(await scaleOf(same), { basis: withItsAngle, metersPerPixel: (2 * 1.5 * Math.tan(Math.PI / 4)) / 4000, revision: 2 })
    t.match(await scaleOf(mediaId), { basis: { altitudeInMeters: 3 }, origin: 'set', revision: 2 }, 'the image itself is unchanged')
    const [latest] = (await owner.get(`/projects/${project.id}/activity`)).json().items
    t.match(latest, { event: 'scale.applied', detail: { count: 2 } })
  })

  t.test('a project stores the settings shared by its cameras', async t => {
    const { owner, project } = await scene(t, database, 0)
    const url = `/projects/${project.id}/scale-settings`
    const none = { laserSpacingInMeters: null, horizontalAngleInDegrees: null, sensorWidthInMillimeters: null, isFlatPort: false }
    t.same((await owner.get(url)).json(), { ...none, revision: 1 })
    const edit = { ...none, laserSpacingInMeters: 0.2, isFlatPort: true }
    t.same((await owner.put(url, { ...edit, revision: 1 })).json<ScaleSettings>(), { ...edit, revision: 2 })
    t.match((await owner.put(url, { ...none, revision: 1 })).json(), { status: 409, code: 'STALE_REVISION' })
    t.same((await owner.get(url)).json(), { ...edit, revision: 2 })
    t.equal((await owner.put(url, { ...none, revision: 2, lasers: 3 })).statusCode, 422)
    t.equal((await owner.put(url, { ...none, revision: 2, horizontalAngleInDegrees: 180 })).statusCode, 422)
  })

  t.test('viewers read scales and change none; an oversized request is not read', async t => {
    const { owner, project, signUp, url, set, mediaId } = await scene(t, database)
    await set(lasers)
    const bo = await signUp('bo@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: 'bo@lab.example', role: 'viewer' })
    const settings = {
      laserSpacingInMeters: 1,
      horizontalAngleInDegrees: null,
      sensorWidthInMillimeters: null,
      isFlatPort: false,
      revision: 1
    }
    t.match((await bo.get(url)).json(), { metersPerPixel: 0.000_25 })
    t.equal((await bo.get(`/projects/${project.id}/scale-settings`)).statusCode, 200)
    for (const answer of [
      await bo.put(url, { revision: 1, basis: lasers }),
      await bo.delete(`${url}?revision=1`),
      await bo.post(`/projects/${project.id}/scales/apply`, { from: mediaId }),
      await bo.put(`/projects/${project.id}/scale-settings`, settings)
    ])
      t.equal(answer.statusCode, 403, answer.body)
    t.equal((await owner.post(`/projects/${project.id}/scales/apply`, { from: mediaId, all: true })).statusCode, 422)
    const large = { from: mediaId, cursor: 'a'.repeat(jsonBodyLimitBytes) }
    t.equal((await owner.post(`/projects/${project.id}/scales/apply`, large)).statusCode, 413)
  })
})
