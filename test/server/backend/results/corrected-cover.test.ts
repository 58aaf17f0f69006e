import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { CorrectedCoverResult } from '../../../../shared/contracts/corrected-cover.ts'
import type { Sample } from '../../../../shared/contracts/sampling.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { inMs } from '../../../support/blind-session.ts'
import { isClose } from '../../../support/close.ts'
import { heldOutImages, labelledImages, pointsOnImage, predictedCover } from '../../../support/predicted-cover.ts'
import { until } from '../../../support/until.ts'

await forEachDatabase(t, (t, database) => {
  t.test('cover by people, by the machine and corrected agree with a computation by hand', async t => {
    const scene = await predictedCover(t, { database })
    const { owner, project, coral, shadow, coralAt, mediaIds, pointsOf, versionId, db } = scene
    const read = async (query = '') =>
      (await owner.get(`/projects/${project.id}/results/corrected-cover?${query}`)).json<CorrectedCoverResult>()
    const coverOf = ({ taxa }: CorrectedCoverResult, group: CorrectedCoverResult['all'], labelId = coral.id) =>
      group.covers.find(({ taxon }) => taxa[taxon]?.id === labelId)

    const images = mediaIds.length
    let [held, others] = [0, 0]
    for (let image = 0; image < images; image++)
      for (let place = 0; place < pointsOnImage; place++) {
        if (image < heldOutImages) held += coralAt(image, place)
        else if (image >= labelledImages) others += coralAt(image, place)
      }
    const [heldPoints, otherPoints] = [heldOutImages * pointsOnImage, (images - labelledImages) * pointsOnImage]
    const machine = (held + others) / (heldPoints + otherPoints)
    const error = (heldOutImages * 5 - held) / heldPoints // 5 of 10 points are coral
    const corrected = (labelledImages * 5 + others + otherPoints * error) / (images * pointsOnImage)

    const found = await read()
    t.match(found.version, {
      id: versionId,
      number: 1,
      method: 'lda',
      isPromoted: false,
      runs: [1],
      images,
      points: images * pointsOnImage
    })
    t.match(found.version, { sha256: 'a', firstPredictedAt: '2026-06-04T08:00:00.000Z', lastPredictedAt: '2026-06-04T08:00:00.000Z' })
    t.match(found.all, {
      points: { labelled: labelledImages * pointsOnImage, predicted: otherPoints, heldOut: heldPoints },
      images: { labelled: labelledImages, predicted: images - 1, heldOut: heldOutImages },
      leftOut: 0,
      obstacle: null
    })
    t.same(found.groups, [])
    const all = coverOf(found, found.all)
    isClose(t, all?.human?.share, 0.5, 1e-9)
    isClose(t, all?.machine?.share, machine, 1e-5)
    isClose(t, all?.corrected?.share, corrected, 1e-5)
    for (const { low, high, share } of [all?.machine, all?.corrected].flatMap(each => each ?? []))
      t.ok(low !== null && high !== null && low < share && share < high)
    t.same(await read(), found, 'the same numbers each time')

    // without shadow, which the version cannot predict: its share is that of the labels, corrected from nothing
    const judged = await read(`unscorable=${shadow.id}`)
    const shadowShare = (labelledImages * 1 + otherPoints * (heldOutImages / heldPoints)) / (images * pointsOnImage)
    isClose(t, coverOf(judged, judged.all)?.human?.share, 5 / 9, 1e-9)
    isClose(t, coverOf(judged, judged.all)?.machine?.share, machine, 1e-5)
    isClose(t, coverOf(judged, judged.all)?.corrected?.share, corrected / (1 - shadowShare), 1e-5)
    t.notOk(judged.taxa.some(({ id }) => id === shadow.id))
    t.match(judged.labels, [{ name: 'Coral' }, { name: 'Sand' }, { name: 'Shadow', unscorable: true }])

    // an accepted suggestion is no independent label: its point counts as predicted. A rejected or disputed label neither
    const [accepted = '', relabelled = '', rejected = ''] = pointsOf(0)
    await db.updateTable('annotation').set({ origin: 'accepted_bulk' }).where('id', '=', accepted).execute()
    await db.updateTable('annotation').set({ origin: 'human_seen' }).where('id', '=', relabelled).execute()
    await db.updateTable('annotation').set({ review_state: 'rejected' }).where('id', '=', rejected).execute()
    t.match((await read()).all.points, { labelled: 47, predicted: otherPoints + 3, heldOut: heldPoints - 3 })
    await db.updateTable('annotation').set({ origin: null, source: 'human', review_state: 'proposed' }).where('id', '=', rejected).execute()
    t.match((await read()).all.points, { labelled: 48 }, 'an old label by a person')
    const [removed = ''] = pointsOf(1)
    await db
      .updateTable('annotation')
      .set({ removed_at: inMs(0) })
      .where('id', '=', removed)
      .execute()
    t.match((await read()).all.points, { labelled: 47 })
    await db
      .updateTable('media')
      .set({ removed_at: inMs(0) })
      .where('id', '=', mediaIds[11] ?? '')
      .execute()
    t.match((await read()).version, { images: images - 1 })
    t.match((await read()).all.points, { predicted: otherPoints - 8 })
    await db
      .deleteFrom('ai_cover_prediction')
      .where('media_id', '=', mediaIds[10] ?? '')
      .execute()
    t.match((await read()).all, { leftOut: 10 })
  })

  t.test('each group is corrected by its own held-out points, and refuses a correction without enough of them', async t => {
    const { owner, project, mediaIds, coral, addLabel } = await predictedCover(t, { database })
    const url = `/projects/${project.id}/results/corrected-cover`
    const site = async (name: string, ids: readonly string[]) => {
      const { id } = (await owner.post(`/projects/${project.id}/sites`, { name })).json<{ id: string }>()
      await owner.post(`/projects/${project.id}/sites/assign`, { mediaIds: ids, siteId: id })
    }
    await site('A', mediaIds.slice(0, 2).concat(mediaIds.slice(5, 7)))
    await site('B', [mediaIds[2] ?? '', mediaIds[8] ?? ''])
    const bySite = (await owner.get(`${url}?groupBy=site`)).json<CorrectedCoverResult>()
    t.match(bySite.groups, [
      { name: 'A', points: { labelled: 20, heldOut: 20 }, obstacle: null },
      { name: 'B', points: { labelled: 10, heldOut: 10 }, obstacle: 'fewPoints' },
      { name: 'no site', obstacle: 'fewPoints' }
    ])
    t.ok(bySite.groups[0]?.covers.every(({ corrected }) => corrected !== null))
    t.ok(bySite.groups[1]?.covers.every(({ corrected, machine }) => corrected === null && machine !== null))
    t.match(bySite.all, { obstacle: null })

    const order = await addLabel('Scleractinia')
    await owner.patch(`/labels/${order.id}`, { revision: 1, taxonRank: 'order' })
    await owner.patch(`/labels/${coral.id}`, { revision: 1, parentId: order.id })
    const byOrder = (await owner.get(`${url}?rank=order`)).json<CorrectedCoverResult>()
    t.match(byOrder.taxa, [{ id: order.id }])
    isClose(t, byOrder.all.covers[0]?.human?.share, 0.5, 1e-9)

    // a label that was merged into another counts as that label
    const into = await addLabel('Live coral')
    t.equal((await owner.post(`/labels/${coral.id}/merge`, { into: into.id, revision: 2 })).statusCode, 200)
    const after = (await owner.get(url)).json<CorrectedCoverResult>()
    const place = after.taxa.findIndex(({ id }) => id === into.id)
    t.match(
      after.all.covers.find(({ taxon }) => taxon === place),
      byOrder.all.covers[0] && { machine: { share: byOrder.all.covers[0].machine?.share } }
    )
    t.notOk(after.taxa.some(({ id }) => id === coral.id))
  })

  t.test('the label that a blind session agreed on is a held-out label, and its members are refused while it runs', async t => {
    const scene = await predictedCover(t, { database, runJobs: true })
    const { owner, bo, cy, begin, project, versionId, signUp, revise, mediaIds, coral, sand } = scene
    const url = `/projects/${project.id}/results/corrected-cover`
    const viewer = await signUp('vi@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    t.equal((await viewer.get(url)).statusCode, 200, 'as other results')
    t.equal((await viewer.get(`${url}?modelVersionId=${versionId}`)).statusCode, 200)
    t.equal((await (await signUp('outside@lab.example')).get(url)).statusCode, 404)
    t.match((await owner.get(`${url}?modelVersionId=${newId()}`)).json(), { code: 'NOT_FOUND' })
    t.equal((await owner.get(`${url}?groupBy=image`)).statusCode, 400, 'one image cannot be corrected')
    t.equal((await owner.get(`${url}?groupBy=colour`)).statusCode, 400)
    t.equal((await owner.get(`${url}?includeUnreviewed=true`)).statusCode, 400)
    const { id } = await begin()
    for (const query of ['', '?groupBy=site', `?modelVersionId=${versionId}`])
      t.match((await bo.get(url + query)).json(), { code: 'WORKING_BLIND' })
    const before = (await owner.get(url)).json<CorrectedCoverResult>()
    for (const [who, labelId] of [
      [bo, coral.id],
      [cy, coral.id]
    ] as const) {
      const own = (await who.post(`/media/${mediaIds[7]}/samples/own-points`)).json<{ samples: Sample[] }>().samples[0]
      for (const point of own?.points.slice(0, 3) ?? []) await revise(who, point, 1, { labelId })
      await revise(who, own?.points[3] ?? '', 1, { labelId: who === bo ? coral.id : sand.id })
    }
    t.match((await owner.get(url)).json(), { all: { points: before.all.points } }, 'not before the session ends')
    await owner.post(`/annotation-sessions/${id}/end`)
    await until(
      async () => (await owner.get(`/annotation-sessions/${id}/agreement`)).json(),
      ({ agreement }) => agreement !== null
    )
    const { labelled, predicted, heldOut } = before.all.points
    t.match((await bo.get(url)).json(), {
      all: { points: { labelled: labelled + 3, predicted: predicted - 3, heldOut: heldOut + 3 } }
    })
  })

  t.test('too many groups are refused, and a project without predictions has only the cover by people', async t => {
    const scene = await predictedCover(t, { database, images: 302 })
    const { owner, project, db, mediaIds } = scene
    const url = `/projects/${project.id}/results/corrected-cover`
    for (const [at, id] of mediaIds.entries())
      await db
        .updateTable('media')
        .set({ metadata: JSON.stringify({ place: `P${at}` }) })
        .where('id', '=', id)
        .execute()
    t.match((await owner.get(`${url}?groupBy=metadata:place`)).json(), { code: 'TOO_MANY_GROUPS' })
    await db.deleteFrom('ai_cover_prediction').execute()
    t.match((await owner.get(url)).json(), {
      version: null,
      versions: [],
      all: { obstacle: 'noPredictions', leftOut: 2970, covers: [{ machine: null, corrected: null, human: { share: Number } }, {}, {}] }
    })
  })
})
