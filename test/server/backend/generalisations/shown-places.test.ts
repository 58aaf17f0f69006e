import t from 'tap'
import { shownPlaces } from '../../../../server/backend/generalisations/shown-places.ts'
import type { Media } from '../../../../shared/contracts/media.ts'
import type { Site } from '../../../../shared/contracts/sites.ts'
import { forEachDatabase, type Person } from '../../../support/backend.ts'
import { sensitiveScene } from '../../../support/sensitive-scene.ts'

const hourMs = 3_600_000

await forEachDatabase(t, (t, database) => {
  const seen = async (by: Person, mediaId: string) => (await by.get(`/media/${mediaId}`)).json<Media>()
  const gridOf = async (by: Person, mediaId: string) => (await seen(by, mediaId)).generalised?.grid ?? null

  t.test('an image has the strictest rule of the labels on it, of those above them, and of its site', async t => {
    const scene = await sensitiveScene(t, database)
    const { owner, member, rule, coralImage, spongeImage, bothImage, bareImage, siteId, otherSiteId, surveyId } = scene
    const viewer = await member('viewer')
    t.equal((await seen(viewer, coralImage)).decimalLatitude, 40.1234567, 'exact without a rule')
    await rule({ labelId: scene.anthozoa, grid: '0.1' })
    await rule({ labelId: scene.sponge, grid: '1', fromRole: 'editor' })
    t.same(await Promise.all([coralImage, spongeImage, bothImage, bareImage].map(id => gridOf(viewer, id))), ['0.1', '1', '1', '0.1'])
    t.match(await seen(viewer, coralImage), {
      ...{ decimalLatitude: 40.15, decimalLongitude: -30.75, depthInMeters: 302, metadata: { area: '2' } },
      generalised: { coordinateUncertaintyInMeters: 7000, dataGeneralizations: 'Position generalised to a grid of 0.1 degrees' }
    })
    const site = async (id: string) => (await viewer.get(`/sites/${id}`)).json<Site>()
    t.match(await site(siteId), {
      name: `Site ${siteId.slice(-6)}`,
      notes: null,
      footprintWKT: null,
      locationID: null,
      minimumDepthInMeters: 302
    })
    t.match(await site(otherSiteId), { generalised: { grid: '1' }, decimalLatitude: 41.5 })
    t.match((await viewer.get(`/surveys/${surveyId}`)).json(), { name: 'Cruise', footprintWKT: null, notes: null })

    const editor = await member('editor')
    t.same(await Promise.all([coralImage, spongeImage, bothImage].map(id => gridOf(editor, id))), ['0.1', null, '0.1'], 'from a role on')
    t.same(await Promise.all([coralImage, spongeImage].map(id => gridOf(owner, id))), [null, null])
    await rule({ grid: 'hidden', fromRole: 'viewer' })
    t.equal(await gridOf(viewer, coralImage), '0.1', 'a member gets positions that are hidden from others')
    const { db } = scene.storage
    const everyone = await shownPlaces(db, scene.project.id)
    t.equal(
      (await everyone.ofMedia([{ id: bareImage, siteId: null }]))({ id: bareImage, siteId: null }),
      'hidden',
      'without a viewer, positions are those for everyone'
    )
  })

  t.test('removed or rejected annotations reveal nothing, and new ones count immediately', async t => {
    const { owner, project, member, rule, mark, coral, coralImage, bothImage, bareImage, annotationIds } = await sensitiveScene(t, database)
    const viewer = await member('viewer')
    await rule({ labelId: coral })
    const [first, , third] = annotationIds
    const change = (operation: object) =>
      owner.post(`/projects/${project.id}/annotations/operations`, { operations: [{ id: crypto.randomUUID(), ...operation }] })
    await change({ kind: 'remove', annotationId: first, revision: 1 })
    t.equal(await gridOf(viewer, coralImage), null)
    const review = await owner.post(`/projects/${project.id}/annotations/bulk`, {
      ...{ annotations: [{ id: third, revision: 1 }], change: { reviewState: 'rejected' } }
    })
    t.ok(review.statusCode < 300, review.body)
    t.equal(await gridOf(viewer, bothImage), null)
    await mark(bareImage, coral)
    t.equal(await gridOf(viewer, bareImage), '0.1')
    t.equal(await gridOf(viewer, coralImage), '0.1', 'it is at the same site')
  })

  t.test('for a blind member every place has the strictest rule, so that no grid reveals an annotation', async t => {
    const { owner, project, member, rule, mark, coral, coralImage, bareImage, otherSiteId } = await sensitiveScene(t, database)
    const [bo, cy] = [await member('editor'), await member('editor')]
    await rule({ labelId: coral, grid: '1' })
    const begun = await owner.post(`/projects/${project.id}/annotation-sessions`, {
      ...{ name: 'Round', startsAt: new Date(Date.now() - 1000).toISOString(), endsAt: new Date(Date.now() + hourMs).toISOString() },
      ...{ memberIds: [bo.id, cy.id], images: { kind: 'all' } }
    })
    t.equal(begun.statusCode, 201, begun.body)
    const visible = async () => [
      ...[await gridOf(bo, coralImage), await gridOf(bo, bareImage)],
      ...[(await bo.get(`/sites/${otherSiteId}`)).body, (await bo.get(`/projects/${project.id}/publication/coverage`)).json().bounds]
    ]
    const before = await visible()
    t.same(before.slice(0, 2), ['1', '1'])
    await mark(bareImage, coral)
    t.same(await visible(), before)
  })

  t.test('neither endless queries nor endless results reveal a finer position', async t => {
    const { db, project, member, rule, coral, coralImage, bothImage } = await sensitiveScene(t, database)
    const viewer = await member('viewer')
    await rule({ labelId: coral })
    let [low, high] = [0, 11_000]
    for (let question = 0; question < 200; question++) {
      const middle = (low + high) / 2
      const filter = encodeURIComponent(`depth.atLeast.${Number(middle.toFixed(9))}`)
      const { items } = (await viewer.get(`/projects/${project.id}/media?filter=${filter}&search=coral`)).json()
      if (items.length > 0) low = middle
      else high = middle
    }
    t.ok(Math.abs(low - 302) < 1e-6, `${low} for a depth of 302.45 that is shown as 302`)
    const editor = await member('editor')
    const changes = async (depth: number) => {
      const filter = `depth.atLeast.${depth}`
      const { imageCount } = (await editor.post(`/projects/${project.id}/samples/remove`, { filter })).json()
      const { changed } = (
        await editor.post(`/projects/${project.id}/annotations/bulk`, { filter, change: { reviewState: 'confirmed' } })
      ).json()
      return [imageCount, changed.length, (await editor.get(`/projects/${project.id}/annotations/count?filter=${filter}`)).json().count]
    }
    t.strictSame(await changes(302.4), await changes(302.49), 'writing calls select by the shown depth, like the list')
    const counts = new Set<string>()
    for (let answer = 0; answer < 100; answer++) counts.add((await viewer.get(`/media/${coralImage}`)).body)
    t.equal(counts.size, 1, 'the same each time')
    // Two places in one cell are one place.
    await db.updateTable('media').set({ decimal_latitude: 40.1999, decimal_longitude: -30.7001 }).where('id', '=', bothImage).execute()
    const places = await Promise.all([coralImage, bothImage].map(id => seen(viewer, id)))
    t.equal(new Set(places.map(({ decimalLatitude, decimalLongitude }) => `${decimalLatitude} ${decimalLongitude}`)).size, 1)
  })

  t.test('an edit by a viewer of a generalised place leaves the exact one unchanged', async t => {
    const { owner, member, rule, coralImage, siteId, anthozoa } = await sensitiveScene(t, database)
    const editor = await member('editor')
    await rule({ labelId: anthozoa })
    const shown = await seen(editor, coralImage)
    const { revision, decimalLatitude, decimalLongitude } = shown
    const kept = await editor.patch(`/media/${coralImage}`, { revision, fileName: 'renamed.jpg', decimalLatitude, decimalLongitude })
    t.equal(kept.statusCode, 200, kept.body)
    t.match(kept.json(), { fileName: 'renamed.jpg', decimalLatitude: 40.15 })
    t.match(await seen(owner, coralImage), { fileName: 'renamed.jpg', decimalLatitude: 40.1234567 })
    t.match((await editor.patch(`/media/${coralImage}`, { revision: revision + 1, decimalLatitude: 41 })).json(), {
      ...{ status: 403, code: 'EXACT_PLACE_NEEDED' }
    })
    const {
      generalised: _,
      id: _id,
      projectId: _p,
      mediaCount: _m,
      createdAt: _c,
      modifiedAt: _t,
      ...site
    } = (await editor.get(`/sites/${siteId}`)).json<Site>()
    const saved = await editor.patch(`/sites/${siteId}`, { ...site, type: 'transect' })
    t.equal(saved.statusCode, 200, saved.body)
    t.match((await owner.get(`/sites/${siteId}`)).json(), { name: 'Secret Reef', type: 'transect', decimalLatitude: 40.58317 })
    t.equal((await editor.patch(`/sites/${siteId}`, { revision: 2, name: 'Mine' })).statusCode, 403)
  })

  t.test('files with exact positions are for owners, and files older than a rule for people who see exact positions', async t => {
    const { owner, project, member, rule, exported, anthozoa } = await sensitiveScene(t, database)
    const [viewer, editor] = [await member('viewer'), await member('editor')]
    const older = await exported('csv')
    await rule({ labelId: anthozoa })
    t.match((await viewer.get(`/exports/${older.id}/content`)).json(), { status: 403, code: 'FILE_HAS_OLDER_PLACES' })
    t.equal((await owner.get(`/exports/${older.id}/content`)).statusCode, 200)
    const newer = await exported('csv')
    t.equal((await viewer.get(`/exports/${newer.id}/content`)).statusCode, 200)
    const message = 'Positions of 3 records are generalised to a grid of 0.1 degrees'
    t.match(
      newer.losses.filter(({ message: text }) => text.startsWith('Position')),
      [{ message, count: 3 }]
    )

    const exact = { format: 'csv', options: { exactPositions: true } }
    t.equal((await editor.post(`/projects/${project.id}/exports`, exact)).statusCode, 403)
    const house = await exported('csv', { exactPositions: true })
    t.match(String(house.content), /40\.1234567/)
    t.match(house.losses.at(-1), { message: /^Positions are exact/ })
    t.match((await editor.get(`/exports/${house.id}/content`)).json(), { status: 403, code: 'FILE_STAYS_IN_HOUSE' })
    const grouped = { format: 'matrix', options: { groupBy: 'metadata:usbl_lat' } }
    t.match((await owner.post(`/projects/${project.id}/exports`, grouped)).json(), { status: 422, errors: [{ path: '/options/groupBy' }] })
  })
})
