// About: server/backend/results/audited-points.ts, server/backend/results/cover-tallies.ts
import t, { type Test } from 'tap'
import { acceptedPoints } from '../../../../server/backend/results/audited-points.ts'
import type { CorrectedCoverResult } from '../../../../shared/contracts/corrected-cover.ts'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import type { BackendOptions } from '../../../support/backend.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'
import { isClose } from '../../../support/close.ts'
import { finishedJobs } from '../../../support/jobs.ts'
import { labelledImages, pointsOnImage, predictedCover } from '../../../support/predicted-cover.ts'
import { recordingPlans } from '../../../support/query-plans.ts'
import { suggestionRow } from '../../../support/suggested.ts'

const images = 44
const accepted = { coral: 60, sand: 100 }

/** Two bulk acceptances with open audits: 30 of 60 points as coral, 30 of 100 as sand. Their points are spread over the images without labels. */
// Long: sets up one project, with its calls.
async function acceptedCover(t: Test, options: BackendOptions) {
  const base = await predictedCover(t, { images, runJobs: true, ...options })
  const { owner, project, db, coral, sand, shadow, pointsOf, mediaIds, runId } = base
  /** Image and place of each sample point. */
  const spots = new Map<string, [number, number]>()
  for (let image = 0; image < images; image++) for (const [place, id] of pointsOf(image).entries()) spots.set(id, [image, place])
  const free = [...spots].filter(([, [image]]) => image >= labelledImages).map(([id]) => id)
  const shapes = new Map((await db.selectFrom('annotation').select(['id', 'shape']).execute()).map(row => [row.id, row.shape]))
  const rows = free.slice(0, 3 * 80).flatMap((annotationId, at) => {
    const label = at % 4 === 0 ? coral : at % 4 < 3 ? sand : null
    if (!label) return []
    const mediaId = mediaIds[spots.get(annotationId)?.[0] ?? 0] ?? ''
    const shape = JSON.parse(shapes.get(annotationId) ?? '') as Shape
    return [suggestionRow({ runId, projectId: project.id, mediaId, annotationId, shape, labelId: label.id })]
  })
  const chosen = [coral, sand].flatMap(({ id }, at) =>
    rows.filter(row => row.label_id === id).slice(0, at === 0 ? accepted.coral : accepted.sand)
  )
  await db.insertInto('ai_suggestion').values(chosen).execute()
  const accept = async (labelId: string, expected: number) => {
    const answer = await owner.post(`/ai/runs/${runId}/acceptances`, { least: 0, expected, labelIds: [labelId] })
    await finishedJobs(owner, project.id)
    return answer.json<{ id: string }>().id
  }
  const acceptances = [await accept(coral.id, accepted.coral), await accept(sand.id, accepted.sand)] as const
  const items = () =>
    db
      .selectFrom('ai_audit_item')
      .innerJoin('ai_suggestion', 'ai_suggestion.id', 'ai_audit_item.suggestion_id')
      .select(['ai_audit_item.id', 'ai_audit_item.decision_id', 'ai_audit_item.place', 'ai_audit_item.label_id'])
      .select(['ai_suggestion.annotation_id', 'ai_suggestion.media_id', 'ai_suggestion.label_id as accepted_label_id'])
      .orderBy('ai_audit_item.decision_id')
      .orderBy('ai_audit_item.place')
      .execute()
  /** Answers all crops of an audit and ends it: every third label is the other one, every seventh is unsure, and one is shadow. */
  const audit = async (decisionId: string) => {
    for (const { id, place, accepted_label_id: given } of (await items()).filter(item => item.decision_id === decisionId)) {
      const other = given === coral.id ? sand.id : coral.id
      const labelId = place === 1 ? shadow.id : place % 7 === 0 ? null : place % 3 === 0 ? other : given
      await owner.put(`/ai/audit-items/${id}/answer`, { labelId })
    }
    t.equal((await owner.post(`/ai/acceptances/${decisionId}/audit/end`)).statusCode, 200)
  }
  const read = async (query = '') =>
    (await owner.get(`/projects/${project.id}/results/corrected-cover?${query}`)).json<CorrectedCoverResult>()
  const coralOf = ({ taxa }: CorrectedCoverResult, group: CorrectedCoverResult['all'], labelId = coral.id) =>
    group.covers.find(({ taxon }) => taxa[taxon]?.id === labelId)?.corrected?.share

  /**
   * Computes the corrected cover of coral by simple loops, or that of shadow, which the version cannot predict.
   * @param of acceptances whose points have an error of their own
   * @param counted whether an image counts, by default all
   * @param isLearnt whether the version learned from an image without labels
   */
  async function byHand(
    of: readonly string[],
    counted = (_image: number) => true,
    isLearnt = (_image: number) => false,
    taxon: 'coral' | 'shadow' = 'coral'
  ) {
    const p = (q: number) => (taxon === 'coral' ? q / 65_535 : 0)
    const wanted = taxon === 'coral' ? coral.id : shadow.id
    const answers = await items()
    const taken = await db
      .selectFrom('ai_decision_item')
      .innerJoin('ai_suggestion', 'ai_suggestion.id', 'ai_decision_item.suggestion_id')
      .select(['ai_decision_item.decision_id as acceptance', 'ai_suggestion.annotation_id'])
      .execute()
    const acceptanceOf = new Map(taken.flatMap(row => (of.includes(row.acceptance) ? [[row.annotation_id, row.acceptance]] : [])))
    const blindOf = new Map(answers.filter(item => of.includes(item.decision_id)).map(item => [item.annotation_id, item.label_id]))
    const strata = new Map<string, { points: number; pairs: number; error: number }>()
    const cells = new Map<string, { all: number; rest: number }>()
    const cellAt = (q: number) => `${q >= 65_535 - q} ${Math.floor((Math.max(q, 65_535 - q) / 65_535) * 20)}`
    let [sum, all, rest] = [0, 0, 0]
    const held: { q: number; isWanted: boolean }[] = []
    for (const [id, [image, place]] of spots) {
      if (!counted(image)) continue
      all++
      const q = Math.round(base.coralAt(image, place) * 65_535)
      if (image < labelledImages) {
        const isShadow = place === pointsOnImage - 1
        const isWanted = taxon === 'coral' ? !isShadow && place % 2 === 0 : isShadow
        sum += isWanted ? 1 : 0
        if (image < labelledImages - 1) held.push({ q, isWanted })
        continue
      }
      sum += p(q)
      const acceptance = isLearnt(image) ? undefined : acceptanceOf.get(id)
      const cell = cells.get(cellAt(q)) ?? { all: 0, rest: 0 }
      cells.set(cellAt(q), cell)
      cell.all++
      if (acceptance === undefined) {
        cell.rest++
        rest++
        continue
      }
      const stratum = strata.get(acceptance ?? '') ?? { points: 0, pairs: 0, error: 0 }
      strata.set(acceptance ?? '', stratum)
      stratum.points++
      const blind = blindOf.get(id)
      if (blind == null) continue
      stratum.pairs++
      stratum.error += (blind === wanted ? 1 : 0) - p(q)
    }
    let [points, pairs] = [0, 0]
    for (const stratum of strata.values()) {
      sum += (stratum.points / stratum.pairs) * stratum.error
      points += stratum.points
      pairs += stratum.pairs
    }
    let [weight, squares, error] = [0, 0, 0]
    for (const { q, isWanted } of held) {
      const cell = cells.get(cellAt(q))
      const own = cell ? cell.rest / cell.all : rest / (rest + points)
      weight += own
      squares += own ** 2
      error += own * ((isWanted ? 1 : 0) - p(q))
    }
    return { share: (sum + (rest * error) / weight) / all, points, pairs, heldOut: weight ** 2 / squares }
  }
  return { ...base, acceptances, items, audit, read, coralOf, byHand, spots }
}

t.test('the accepted points of some images are found from the images on SQLite, not from all points of an acceptance', async t => {
  const { storage } = await testBackend(t)
  const { steps, recorded } = recordingPlans(storage.db)
  await acceptedPoints(recorded, { acceptances: ['a'], current: new Map() }, ['b'])
  t.match((await steps()).join('\n'), /SEARCH ai_suggestion USING INDEX ai_suggestion_by_media \(media_id=\?\)/)
})

await forEachDatabase(t, (t, database) => {
  // Long: one project from its first audit to the last undo.
  t.test('the points of acceptances with an ended audit are corrected with its blind labels', async t => {
    const scene = await acceptedCover(t, { database })
    const { owner, db, coral, read, coralOf, byHand, acceptances, audit, items, mediaIds, addLabel, spots } = scene
    const expectAs = async (expected: Awaited<ReturnType<typeof byHand>>, why: string, labelId = coral.id) => {
      const found = await read()
      t.match(found.all.points, { accepted: expected.points, audited: expected.pairs }, why)
      t.ok(expected.pairs >= 20 && expected.heldOut >= 20, 'enough of them')
      isClose(t, coralOf(found, found.all, labelId), expected.share, 1e-9)
      return found
    }
    const before = await read()
    t.match(before.all.points, { predicted: 390, heldOut: 40, accepted: 0, audited: 0 }, 'an open audit corrects nothing')
    await audit(acceptances[0])
    const first = await expectAs(await byHand([acceptances[0]]), 'the other audit is open')
    t.match(first.all.points, { predicted: 390, accepted: 60, audited: 25 }, '5 of 30 are unsure')
    t.not(coralOf(first, first.all), coralOf(before, before.all))
    await audit(acceptances[1])
    const both = await expectAs(await byHand(acceptances), 'two rates: 30 of 60 and 30 of 100')
    t.match(both.all.points, { predicted: 390, accepted: 160, audited: 50 })
    t.same(await read(), both, 'the same numbers each time')
    const [low, high] = [both.all.covers[0]?.corrected?.low ?? 1, both.all.covers[0]?.corrected?.high ?? 0]
    t.ok(low < (both.all.covers[0]?.corrected?.share ?? 0) && (both.all.covers[0]?.corrected?.share ?? 0) < high)

    // wrong labels are relabelled and right ones stay: the acceptance would look better if its points left it
    const { items: wrong } = (await owner.get(`/ai/acceptances/${acceptances[0]}/audit/differences`)).json<{ items: { id: string }[] }>()
    for (const { id } of wrong) t.equal((await owner.post(`/ai/audit-items/${id}/relabel`)).statusCode, 200)
    t.same((await read()).all, both.all, 'relabelled points stay in the acceptance')
    // a label that was removed and given again counts as one of a person
    const anew = (await items()).find(item => item.decision_id === acceptances[0] && item.place === 3)
    await db
      .updateTable('annotation')
      .set({ origin: 'human' })
      .where('id', '=', anew?.annotation_id ?? '')
      .execute()
    t.same((await read()).all, both.all, 'so do points that a person labelled anew')

    // the version learned from one image. The label given anew would count there, so it is on another one
    const some = (await items()).find(({ label_id: label, media_id: image }) => label !== null && image !== anew?.media_id)
    const [learnt] = spots.get(some?.annotation_id ?? '') ?? [0]
    const setHeldOut = (isHeldOut: 0 | 1) =>
      db
        .updateTable('ai_cover_prediction')
        .set({ is_held_out: isHeldOut })
        .where('media_id', '=', mediaIds[learnt] ?? '')
        .execute()
    await setHeldOut(0)
    await expectAs(await byHand(acceptances, undefined, image => image === learnt), 'its points count as the rest')
    await setHeldOut(1)

    // images in the bin count nowhere
    const setRemoved = (at: string | null) =>
      db
        .updateTable('media')
        .set({ removed_at: at })
        .where('id', '=', mediaIds[learnt] ?? '')
        .execute()
    await setRemoved('2026-06-05T07:12:00.000Z')
    await expectAs(await byHand(acceptances, image => image !== learnt), 'without the image')
    await setRemoved(null)

    // a label that was merged counts as the one that it was merged into, also as a blind label
    const into = await addLabel('Live coral')
    t.equal((await owner.post(`/labels/${coral.id}/merge`, { into: into.id, revision: 1 })).statusCode, 200)
    const merged = await read()
    isClose(t, coralOf(merged, merged.all, into.id), coralOf(both, both.all) ?? 0, 1e-12)

    await owner.post(`/ai/acceptances/${acceptances[1]}/undo`)
    await finishedJobs(owner, scene.project.id)
    await expectAs(await byHand([acceptances[0]]), 'an undone acceptance has no points', into.id)
  })

  t.test('groups have audits of their own, and too few blind labels leave the points as the others', async t => {
    const scene = await acceptedCover(t, { database })
    const { owner, project, db, coral, shadow, runId, read, coralOf, byHand, acceptances, audit, items, mediaIds, addLabel } = scene
    const before = await read()
    for (const id of acceptances) await audit(id)
    const isInA = (image: number) => image < labelledImages || image % 4 !== 0
    const { id: siteId } = (await owner.post(`/projects/${project.id}/sites`, { name: 'A' })).json<{ id: string }>()
    await owner.post(`/projects/${project.id}/sites/assign`, { mediaIds: mediaIds.filter((_, image) => isInA(image)), siteId })
    const bySite = await read('groupBy=site')
    const [a, none] = bySite.groups
    const expected = await byHand(acceptances, isInA)
    t.match(a, { name: 'A', points: { accepted: expected.points, audited: expected.pairs } })
    t.ok(expected.pairs >= 20 && expected.heldOut >= 20, 'enough of them')
    isClose(t, a && coralOf(bySite, a), expected.share, 1e-9)
    t.match(none, { obstacle: 'fewPoints', points: { accepted: 0 } })
    t.equal((none?.points.audited ?? 0) + (a?.points.audited ?? 0), 50)
    const all = await read()
    t.same(bySite.all, all.all, 'all images are the same with and without groups')

    const [ofCoral, ofShadow] = [await byHand(acceptances), await byHand(acceptances, undefined, undefined, 'shadow')]
    const scorable = await read(`unscorable=${shadow.id}`)
    isClose(t, coralOf(scorable, scorable.all), ofCoral.share / (1 - ofShadow.share), 1e-9)
    const order = await addLabel('Scleractinia')
    await owner.patch(`/labels/${order.id}`, { revision: 1, taxonRank: 'order' })
    await owner.patch(`/labels/${coral.id}`, { revision: 1, parentId: order.id })
    const byOrder = await read('rank=order')
    isClose(t, coralOf(byOrder, byOrder.all, order.id), ofCoral.share, 1e-9)

    // the same point as a suggestion of another run, which the second acceptance includes
    const [twice] = (await items()).filter(item => item.decision_id === acceptances[0] && item.label_id !== null)
    const shape = { kind: 'point', x: 9, y: 9 } as const
    const row = { runId, projectId: project.id, mediaId: twice?.media_id ?? '', annotationId: twice?.annotation_id ?? '', shape }
    const again = suggestionRow({ ...row, labelId: coral.id })
    await db.insertInto('ai_suggestion').values(again).execute()
    const held = await db.selectFrom('ai_decision_item').selectAll().where('decision_id', '=', acceptances[1]).executeTakeFirstOrThrow()
    await db
      .insertInto('ai_decision_item')
      .values({ ...held, suggestion_id: again.id })
      .execute()
    t.same((await read()).all, all.all, 'a point of two acceptances belongs to the first one')
    await db.deleteFrom('ai_decision_item').where('suggestion_id', '=', again.id).execute()

    const labelled = (await items()).filter(({ label_id: label }) => label !== null)
    const drop = async (some: typeof labelled) => {
      const ids = some.map(({ id }) => id)
      await db.updateTable('ai_audit_item').set({ label_id: null }).where('id', 'in', ids).execute()
    }
    await drop(labelled.slice(20))
    t.match((await read()).all.points, { accepted: 60, audited: 20 }, 'the other acceptance has no pair left')
    await drop(labelled.slice(19, 20))
    const few = await read()
    t.match(few.all.points, { accepted: 0, audited: 19 })
    t.same(few.all.covers, before.all.covers, 'as without an audit')
  })
})
