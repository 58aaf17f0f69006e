import t from 'tap'
import { newId } from '../../../../../server/lib/ids.ts'
import type { AnnotationOperation } from '../../../../../shared/contracts/annotations.ts'
import { box } from '../../../../support/annotating.ts'
import { forEachDatabase } from '../../../../support/backend.ts'
import { blindScene, boxAt, hourMs, inMs } from '../../../../support/blind-session.ts'
import { type Heard, hearing } from '../../../../support/hearing.ts'
import { finishedJobs } from '../../../../support/jobs.ts'

await forEachDatabase(t, (t, database) => {
  t.test('while a session runs no call shows a member the annotations of others', async t => {
    const { owner, bo, cy, project, mediaIds, addLabel, begin, mark, revise, edit } = await blindScene(t, { database, runJobs: true })
    const [mediaId = ''] = mediaIds
    const sponge = await addLabel('Porifera')
    const coral = await addLabel('Anthozoa')
    const before = await mark(owner, boxAt(100), sponge.id)
    const changed = await mark(cy, boxAt(150), sponge.id)
    await owner.put(`/labels/${sponge.id}/references/${before}`)
    const session = await begin()
    t.match(session, { state: 'running', imageCount: 2, isMember: false })
    const theirs = await mark(cy, box, coral.id)
    const habitat = await mark(cy, null, coral.id)
    const own = await mark(bo, boxAt(60), sponge.id)
    await revise(cy, changed, 1, { labelId: coral.id })
    const hidden = [theirs, habitat, changed]
    const comment = (await cy.post(`/annotations/${theirs}/comments`, { text: 'A coral, surely' })).json()
    const remark = (await cy.post(`/annotations/${before}/comments`, { text: 'This one is like mine' })).json()
    await cy.put(`/labels/${coral.id}/references/${theirs}`)
    const api = `/projects/${project.id}`
    const idsOf = (items: { id: string }[]) => items.map(({ id }) => id).sort()

    t.same(idsOf((await bo.get(`/media/${mediaId}/annotations`)).json().annotations), [before, own].sort())
    const gone = await mark(cy, boxAt(200), coral.id)
    await edit([{ id: newId(), kind: 'remove', annotationId: gone, revision: 1 }], cy)
    t.same((await bo.get(`/media/${mediaId}/annotations/removed`)).json().annotations, [])
    t.same(idsOf((await cy.get(`/media/${mediaId}/annotations/removed`)).json().annotations), [gone])
    for (const id of hidden)
      for (const call of [`/annotations/${id}`, `/annotations/${id}/history`, `/annotations/${id}/comments`, `/annotations/${id}/patch`])
        t.equal((await bo.get(call)).statusCode, 404, call)
    t.equal((await bo.post(`/annotations/${theirs}/comments`, { text: 'Is it?' })).statusCode, 404)
    t.equal((await bo.delete(`/comments/${comment.id}`)).statusCode, 404)
    t.same((await bo.get(`/annotations/${before}/comments`)).json().comments, [], 'nor their comments')
    t.same((await bo.get(`/media/${mediaId}/comments/counts`)).json().counts, [], 'nor that there are any')
    t.match((await cy.get(`/media/${mediaId}/comments/counts`)).json().counts, [{ count: 1 }, { count: 1 }])
    t.equal((await bo.delete(`/comments/${remark.id}`)).statusCode, 404)
    for (const sort of ['newest', 'size', 'date', 'confidence', 'label', '-newest', '-size', '-date', '-confidence', '-label'])
      t.same(idsOf((await bo.get(`${api}/annotations?sort=${sort}`)).json().items), [before, own].sort(), sort)
    for (const sort of ['label', '-label']) {
      const cursors: string[] = []
      for (let query = `sort=${sort}&limit=1`; query !== ''; ) {
        const { nextCursor } = (await bo.get(`${api}/annotations?${query}`)).json()
        if (nextCursor) cursors.push(Buffer.from(nextCursor, 'base64url').toString())
        query = nextCursor ? `sort=${sort}&limit=1&cursor=${nextCursor}` : ''
      }
      t.ok(cursors.length > 0 && !cursors.some(text => text.includes(coral.id)), 'no cursor names a label that only others used')
    }
    const filters: [string, number][] = [
      ['', 2],
      [`label.is.${coral.id}`, 0],
      [`person.is.${cy.id}`, 0],
      [`imageLabel.is.${coral.id}`, 0]
    ]
    for (const [filter, count] of filters) {
      t.same((await bo.get(`${api}/annotations/count?filter=${filter}`)).json(), { count }, filter)
      if (count > 0) continue
      t.same((await bo.get(`${api}/media?filter=${filter}`)).json().items, [], `images by ${filter}`)
      t.same(idsOf((await cy.get(`${api}/media?filter=${filter}`)).json().items), [mediaId], `but the annotator finds them by ${filter}`)
    }
    for (const filter of [`label.is.${coral.id}`, `imageLabel.is.${coral.id}`, `person.is.${cy.id}`])
      t.same((await bo.get(`${api}/media?filter=${filter}`)).json().items, [], `images: ${filter}`)
    t.equal((await bo.get(`${api}/results/cover`)).json().all.points, 0)
    t.same(idsOf((await bo.get(`${api}/annotators`)).json().annotators), [owner.id, bo.id].sort())
    t.equal((await bo.get(`/media/${mediaId}`)).json().annotationCount, 2)
    t.equal((await bo.get(`${api}/media`)).json().items.find((item: { id: string }) => item.id === mediaId).annotationCount, 2)
    t.match((await bo.get(`/labels/${coral.id}`)).json(), { annotationCount: 0, totalAnnotationCount: 0 })
    t.notOk((await bo.get(`${api}/labels/outline`)).json().labels.find((label: { id: string }) => label.id === coral.id).annotationCount)
    t.same(
      (await bo.get(`${api}/labels`)).json().items.map((label: { annotationCount: number }) => label.annotationCount),
      [0, 2],
      'counts of labels'
    )
    t.same((await bo.get(`/labels/${coral.id}/references`)).json().references, [])
    t.equal((await bo.put(`/labels/${sponge.id}/references/${theirs}`)).statusCode, 404)
    const abundance = (await bo.get(`${api}/results/abundance`)).json()
    t.same(
      abundance.taxa.map((taxon: { id: string; individuals: number }) => [taxon.id, taxon.individuals]),
      [[sponge.id, 2]]
    )
    t.equal((await bo.get(`${api}/results/summary`)).json().all.individuals, 2)
    t.equal((await bo.get(`${api}/results/curves`)).json().rarefaction[0].size, 2)
    t.equal((await bo.get(`${api}/results/sizes?labelId=${coral.id}`)).json().count, 0)
    t.same(
      (await bo.get(`${api}/results/sizes?labelId=${coral.id}&groupBy=image`)).json().groups.map(({ count }: { count: number }) => count),
      [0]
    )
    t.equal((await bo.get(`${api}/results/summary?underLabelId=${coral.id}&asOneTaxon=true`)).json().all.individuals, 0)
    const options = (await bo.get(`${api}/results/options`)).json()
    t.equal(options.annotations, 2)
    t.same(
      options.taxa.map(({ id }: { id: string }) => id),
      [sponge.id]
    )
    const activity = (await bo.get(`${api}/activity`)).json().items
    t.notOk(activity.some(({ event }: { event: string }) => event === 'annotation.commented'))
    t.notMatch((await bo.get('/activity')).body, /annotation.commented/)

    const refused = [
      await bo.post(`${api}/exports`, { format: 'csv' }),
      await bo.get(`${api}/imports`),
      await bo.post(`/labels/${coral.id}/merge`, { revision: 1, into: sponge.id }),
      await bo.delete(`/labels/${coral.id}`),
      await bo.get(`/annotation-sessions/${session.id}/agreement`),
      await bo.get(`/annotation-sessions/${session.id}/groups`)
    ]
    for (const answer of refused) t.match([answer.statusCode, answer.json().code], [409, 'WORKING_BLIND'])
    const made = (await owner.post(`${api}/exports`, { format: 'csv' })).json()
    await finishedJobs(owner, project.id)
    t.equal((await owner.get(`/exports/${made.id}`)).json().annotationCount, 2, 'annotations of the running session are not exported')
    t.match((await bo.get(`/exports/${made.id}`)).json(), { annotationCount: null, sizeBytes: null })
    t.equal((await bo.get(`/exports/${made.id}/content`)).statusCode, 409)
    t.equal((await bo.get(`/exports/${made.id}/report`)).statusCode, 409)

    const edits = [
      { id: newId(), kind: 'revise', annotationId: theirs, revision: 1, labelId: sponge.id },
      { id: newId(), kind: 'remove', annotationId: theirs, revision: 1 },
      { id: newId(), kind: 'revise', annotationId: before, revision: 1, labelId: coral.id },
      { id: newId(), kind: 'create', annotationId: theirs, mediaId, shape: box, labelId: null }
    ] as AnnotationOperation[]
    const results = await edit(edits, bo)
    t.match(results, [
      { outcome: 'refused', annotation: null },
      { outcome: 'refused', annotation: null },
      { outcome: 'refused', message: /blind session/, annotation: { id: before, labelId: sponge.id } },
      { outcome: 'refused', annotation: null }
    ])
    const bulk = (change: object) => bo.post(`${api}/annotations/bulk`, { ...change, change: { reviewState: 'rejected' } })
    t.match((await bulk({ annotations: [theirs, before].map(id => ({ id, revision: 1 })) })).json(), { changedCount: 0, skippedCount: 2 })
    t.match((await bulk({ filter: `label.is.${coral.id}` })).json(), { changedCount: 0 })
    const managed = await owner.post(`${api}/annotations/bulk`, {
      annotations: [{ id: theirs, revision: 1 }],
      change: { reviewState: 'disputed' }
    })
    t.equal((await bo.post(`${api}/annotations/bulk/${managed.json().id}/undo`)).statusCode, 404)

    t.equal(
      (await owner.get(`/media/${mediaId}/annotations`)).json().annotations.length,
      5,
      'a person who does not take part sees everything'
    )
    t.equal((await cy.get(`/annotations/${own}`)).statusCode, 404, 'blindness is mutual')

    t.equal((await owner.post(`/annotation-sessions/${session.id}/end`)).json().state, 'ended')
    t.equal((await bo.get(`/media/${mediaId}/annotations`)).json().annotations.length, 5, 'after its end everyone sees everything')
    t.equal((await bo.get(`/annotations/${theirs}`)).json().labelId, coral.id)
  })

  t.test('a session can hide earlier annotations, on its images only', async t => {
    const { owner, bo, mediaIds, begin, mark } = await blindScene(t, { database })
    const [inside = '', outside = ''] = mediaIds
    await mark(owner, box, null, inside)
    await mark(owner, box, null, outside)
    const name = (await owner.get(`/media/${inside}`)).json().fileName
    t.match(await begin({ hidesEarlier: true, images: { kind: 'named', fileNames: [name] } }), { imageCount: 1 })
    t.same((await bo.get(`/media/${inside}/annotations`)).json().annotations, [])
    t.equal((await bo.get(`/media/${outside}/annotations`)).json().annotations.length, 1)
  })

  t.test('a blind member receives events of own edits only', async t => {
    const { owner, bo, cy, app, begin, mark, mediaIds } = await blindScene(t, { database })
    await begin()
    const { heard, until } = await hearing(t, app, bo)
    await mark(cy, box, null)
    await mark(owner, box, null)
    await mark(bo, box, null, mediaIds[1])
    await until('annotations', mediaIds[1] ?? '', bo.id)
    const ofImages = heard.filter(event => event.mediaId)
    t.match(ofImages, [{ noun: 'annotations', mediaId: mediaIds[1], by: bo.id }], 'the start of the session may arrive late')
    const later = await hearing(t, app, bo, 120)
    await later.until('annotations', mediaIds[1] ?? '', bo.id)
    const repeated = later.heard.filter(event => event.mediaId && event.noun === 'annotations').map(({ by }) => by)
    t.same(repeated, [bo.id], 'nor are those of others repeated')
  })

  t.test('a blind member cannot see others on an image of the session, nor their progress', async t => {
    const { owner, bo, cy, app, project, mediaIds, signUp, begin } = await blindScene(t, { database })
    const [inside = '', outside = ''] = mediaIds
    const di = await signUp('di@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: di.email, role: 'editor' })
    const say = (by: typeof bo, mediaId: string, state: string) => by.put(`/media/${mediaId}/work-state`, { state })
    await say(di, inside, 'done')
    const name = (await owner.get(`/media/${inside}`)).json().fileName
    const { id: sessionId, endsAt } = await begin({ images: { kind: 'named', fileNames: [name] } })
    const [ofBo, ofDi] = [await hearing(t, app, bo), await hearing(t, app, di)]

    for (const [mediaId, state] of [
      [inside, 'reviewed'],
      [outside, 'done']
    ] as const) {
      await cy.post(`/media/${mediaId}/presence`, { here: true })
      await say(cy, mediaId, state)
      await cy.post(`/media/${mediaId}/presence`, { here: false })
    }
    t.equal((await say(bo, inside, 'inWork')).json().state, 'inWork', 'the most advanced of one’s own states')
    await Promise.all([ofBo.until('media', inside, bo.id), ofDi.until('media', inside, bo.id)])
    const presence = (list: Heard[]) => list.filter(({ type }) => type === 'presence').map(({ mediaId, person }) => [mediaId, person?.id])
    t.same(presence(ofBo.heard), [
      [outside, cy.id],
      [outside, cy.id]
    ])
    t.same(
      presence(ofDi.heard).map(([mediaId]) => mediaId),
      [inside, inside, outside, outside],
      'a person who does not take part gets all events'
    )
    const works = (list: Heard[]) => list.filter(({ noun }) => noun === 'media').map(({ mediaId, by }) => [mediaId, by])
    t.same(works(ofBo.heard), [
      [outside, cy.id],
      [inside, bo.id]
    ])

    const progress = async (by: typeof bo) => (await by.get(`/projects/${project.id}/progress`)).json()
    const seenByBo = await progress(bo)
    t.match(seenByBo, { images: { notSeen: 0, inWork: 1, done: 1, reviewed: 0 }, blindUntil: endsAt })
    t.same(
      seenByBo.people.map(({ accountId, inWork, done, reviewed }: Record<string, unknown>) => [accountId, inWork, done, reviewed]).sort(),
      [
        [bo.id, 1, 0, 0],
        [cy.id, 0, 1, 0]
      ].sort()
    )
    t.match(await progress(owner), { images: { done: 1, reviewed: 1 }, blindUntil: null })
    t.equal((await progress(owner)).people.length, 3)

    const stateOf = async (by: typeof bo) => (await by.get(`/media/${inside}`)).json().workState
    t.same([await stateOf(bo), await stateOf(cy), await stateOf(di)], ['inWork', 'reviewed', 'reviewed'])
    const listed = async (by: typeof bo, filter: string) =>
      (await by.get(`/projects/${project.id}/media?filter=${filter}`)).json().items.map(({ id }: { id: string }) => id)
    t.same(await listed(bo, 'workState.is.reviewed'), [])
    t.same(await listed(bo, 'workState.is.inWork'), [inside])
    t.same(await listed(bo, 'workState.isNot.inWork'), [outside])
    t.same(await listed(di, 'workState.is.reviewed'), [inside])
    const { items } = (await bo.get(`/projects/${project.id}/media`)).json()
    t.equal(items.find(({ id }: { id: string }) => id === inside).workState, 'inWork')
    t.equal((await bo.get(`/projects/${project.id}/results/abundance`)).json().imagesNotLookedAt, 1, 'nor do results reveal it')
    t.equal((await di.get(`/projects/${project.id}/results/abundance`)).json().imagesNotLookedAt, 0)

    await owner.post(`/annotation-sessions/${sessionId}/end`)
    t.same([await stateOf(bo), (await progress(bo)).people.length, (await progress(bo)).blindUntil], ['reviewed', 3, null])
    await cy.post(`/media/${inside}/presence`, { here: true })
    await ofBo.until('presence', inside, cy.id)
  })

  t.test('a blind member cannot undo changes to others’ annotations, not even own changes', async t => {
    const { owner, bo, cy, project, begin, mark } = await blindScene(t, { database })
    const theirs = await mark(cy, box, null)
    const path = `/projects/${project.id}/annotations/bulk`
    const { id, changedCount } = (
      await bo.post(path, { annotations: [{ id: theirs, revision: 1 }], change: { reviewState: 'rejected' } })
    ).json()
    t.equal(changedCount, 1)
    const named = [await mark(bo, box, null), await mark(bo, box, null)].map(id => ({ id, revision: 1 }))
    const own = (await bo.post(path, { annotations: named, change: { reviewState: 'confirmed' } })).json()
    await cy.post(path, { annotations: named.map(one => ({ ...one, revision: 2 })), change: { reviewState: 'disputed' } })
    const listed = async () => (await bo.get(path)).json().items
    t.equal((await listed()).length, 2)
    const session = await begin()
    await owner.post(`${path}/${own.id}/undo`)
    t.match(await listed(), [{ id: own.id, undoneBy: null }], 'nor sees edits by others, nor who undid their own')
    t.equal((await listed()).length, 1)
    t.match((await bo.post(`${path}/${id}/undo`)).json(), { restoredCount: 0, keptCount: 1 })
    t.equal((await bo.get(`/annotations/${theirs}`)).json().reviewState, 'rejected')
    await owner.post(`/annotation-sessions/${session.id}/end`)
    t.match(await listed(), [{ madeBy: cy.email }, { id: own.id, undoneBy: owner.email }])
  })

  t.test('jobs, bulk edits, scales, samples and activity reveal neither names nor annotations of others', async t => {
    const { owner, bo, cy, app, project, mediaIds, begin, mark } = await blindScene(t, { database, runJobs: true })
    const [mediaId = '', other = ''] = mediaIds
    const api = `/projects/${project.id}`
    const basis = { method: 'given', millimetersPerPixel: 2 }
    await owner.put(`/media/${other}/scale`, { revision: 0, basis })
    const session = await begin()
    const marked = await mark(cy, box, null)
    const { heard, until } = await hearing(t, app, bo)
    await owner.post(`${api}/annotations/patches`)
    const [job] = await finishedJobs(owner, project.id)
    t.match(job, { kind: 'annotations.patches', done: 1, total: 1 })
    t.match((await bo.get(`/jobs/${job?.id}`)).json(), { state: 'done', done: 0, total: null })
    t.match((await bo.get(`${api}/jobs`)).json().items, [{ id: job?.id, done: 0, total: null }])
    await mark(bo, box, null)
    await until('annotations', mediaId, bo.id)
    const steps = heard.flatMap(event => event.job ?? []).map(({ done, total }) => [done, total])
    t.ok(steps.length > 0)
    t.ok(steps.every(([done, total]) => done === 0 && total === null))

    const bulk = (
      await cy.post(`${api}/annotations/bulk`, { annotations: [{ id: marked, revision: 1 }], change: { reviewState: 'disputed' } })
    ).json()
    t.equal((await bo.get(`${api}/annotations/bulk/${bulk.id}`)).statusCode, 404)
    t.equal((await owner.get(`${api}/annotations/bulk/${bulk.id}`)).json().changedCount, 1)

    await cy.put(`/media/${mediaId}/scale`, { revision: 0, basis })
    await cy.post(`${api}/samples`, { mediaIds: [mediaId], plan: { method: 'random', count: 3, seed: 'a' } })
    const named = async (by: typeof bo) => [
      (await by.get(`/media/${mediaId}/scale`)).json().setBy,
      (await by.get(`/media/${other}/scale`)).json().setBy,
      (await by.get(`/media/${mediaId}/samples`)).json().samples[0].createdBy
    ]
    t.same(await named(bo), [null, owner.email, null], 'earlier annotations keep their author')
    t.same(await named(owner), [cy.email, owner.email, cy.email])
    t.same(await named(cy), [cy.email, owner.email, cy.email])
    const scaleEvents = async (by: typeof bo) =>
      (await by.get(`${api}/activity`)).json().items.filter(({ event }: { event: string }) => event === 'scale.set').length
    t.same([await scaleEvents(bo), await scaleEvents(cy)], [1, 2])

    const revisionOf = async (id: string) => (await owner.get(`/media/${id}`)).json().revision
    t.equal((await cy.patch(`/media/${mediaId}`, { revision: await revisionOf(mediaId), depthInMeters: 12 })).statusCode, 200)
    t.equal((await bo.patch(`/media/${other}`, { revision: await revisionOf(other), depthInMeters: 13 })).statusCode, 200)
    const corrected = async (by: typeof bo) =>
      (await by.get(`${api}/activity`))
        .json()
        .items.filter(({ event }: { event: string }) => event === 'media.revised')
        .map(({ actorId }: { actorId: string }) => actorId)
    t.same(await corrected(bo), [bo.id])
    t.same(await corrected(owner), [bo.id, cy.id])
    t.notMatch((await bo.get('/notices')).body, new RegExp(`${cy.email} corrected`))
    await owner.post(`/annotation-sessions/${session.id}/end`)
    t.same([await named(bo), await scaleEvents(bo)], [[cy.email, owner.email, cy.email], 2])
  })

  t.test('label counts hide an annotation once, however many sessions its image is in', async t => {
    const { owner, bo, cy, project, mediaIds, addLabel, begin, mark } = await blindScene(t, { database })
    const [first = '', second = ''] = mediaIds
    const [sponge, coral] = [await addLabel('Porifera'), await addLabel('Anthozoa')]
    const { fileName } = (await owner.get(`/media/${first}`)).json()
    await begin({ name: 'One image', images: { kind: 'named', fileNames: [fileName] } })
    for (const mediaId of mediaIds) await mark(cy, box, sponge.id, mediaId)
    await mark(bo, box, sponge.id, first)
    await mark(owner, box, coral.id, second)
    const counts = async () =>
      (await bo.get(`/projects/${project.id}/labels`)).json().items.map((label: { annotationCount: number }) => label.annotationCount)
    t.same(await counts(), [1, 2], 'annotations on other images count')
    await begin({ name: 'All images' })
    t.same(await counts(), [1, 2], 'so do earlier ones, unless the session hides them')
    await mark(cy, box, sponge.id, first)
    await mark(cy, box, coral.id, second)
    t.same(await counts(), [1, 2])
    await begin({ name: 'All images again', hidesEarlier: true })
    t.same(await counts(), [0, 1])
    t.match((await bo.get(`/labels/${sponge.id}`)).json(), { annotationCount: 1, totalAnnotationCount: 1 })
    t.same((await bo.get(`/labels/${sponge.id}/use`)).json(), { annotationCount: 1, imageCount: 1 })
    t.match((await owner.get(`/labels/${sponge.id}/use`)).json(), { imageCount: 2 })
    const versions = `/projects/${project.id}/catalog-versions`
    const { id: from } = (await owner.post(versions, { name: 'Before' })).json()
    t.equal((await owner.post(`/labels/${coral.id}/merge`, { revision: 1, into: sponge.id })).statusCode, 200)
    const compared = async (by: typeof bo) => (await by.get(`${versions}/comparison?from=${from}`)).json()
    t.match(await compared(owner), { mergedAnnotationCount: 2, changes: [{ labelId: coral.id, annotationCount: 2, imageCount: 1 }] })
    t.match(await compared(bo), {
      annotationCount: 1,
      mergedAnnotationCount: 0,
      changes: [{ labelId: coral.id, annotationCount: null, imageCount: null, mergedInto: { id: sponge.id } }]
    })
  })

  t.test('members label copies of shared sample points, which count only in the session', async t => {
    const { owner, bo, cy, project, mediaIds, addLabel, begin, revise } = await blindScene(t, { database })
    const [mediaId = ''] = mediaIds
    const sand = await addLabel('Sand')
    await owner.post(`/projects/${project.id}/samples`, { mediaIds: [mediaId], plan: { method: 'random', count: 3, seed: 'a' } })
    const session = await begin()
    const pointsOf = async (who: typeof bo): Promise<string[]> =>
      (await who.post(`/media/${mediaId}/samples/own-points`)).json().samples[0].points
    const readBy = async (who: typeof bo) => (await who.get(`/media/${mediaId}/samples`)).json().samples[0].points
    t.same(await readBy(bo), [], 'reading creates none')
    t.same((await bo.get(`/media/${mediaId}/annotations`)).json().annotations, [])
    const [ofOwner, ofBo, ofCy] = [await pointsOf(owner), await pointsOf(bo), await pointsOf(cy)]
    t.equal(new Set([...ofOwner, ...ofBo, ...ofCy]).size, 9)
    t.same(await pointsOf(bo), ofBo, 'the same ones every time')
    t.same(await readBy(bo), ofBo)
    t.match(await revise(bo, ofBo[0] ?? '', 1, { labelId: sand.id }), [{ outcome: 'done' }])
    t.match(await revise(bo, ofOwner[0] ?? '', 1, { labelId: sand.id }), [{ outcome: 'refused' }])
    const seen = (await cy.get(`/media/${mediaId}/annotations`)).json().annotations
    t.same(seen.map(({ id }: { id: string }) => id).sort(), [...ofCy].sort())
    t.equal((await owner.get(`/projects/${project.id}/results/abundance`)).json().individuals, 0)
    await owner.post(`/annotation-sessions/${session.id}/end`)
    t.same(await pointsOf(bo), ofOwner)
    t.equal((await bo.get(`/media/${mediaId}/annotations`)).json().annotations.length, 3)
    t.equal((await owner.delete(`/annotation-sessions/${session.id}`)).statusCode, 204)
    t.equal((await owner.get(`/media/${mediaId}`)).json().annotationCount, 3, 'copies are deleted with their session')
  })

  t.test('owners plan sessions, and every invalid plan is refused', async t => {
    const { owner, bo, cy, signUp, project, url, draft, begin, mark, addLabel } = await blindScene(t, { database, images: 5 })
    const vi = await signUp('vi@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: vi.email, role: 'viewer' })
    const coral = await addLabel('Anthozoa')
    const post = async (change: object) => (await owner.post(url, { ...draft, ...change })).statusCode
    t.equal((await bo.post(url, draft)).statusCode, 403)
    t.equal(await post({ memberIds: [bo.id, vi.id] }), 422, 'a viewer cannot annotate')
    t.equal(await post({ memberIds: [bo.id] }), 422)
    t.equal(await post({ endsAt: inMs(-1) }), 422)
    t.equal(await post({ images: { kind: 'named', fileNames: ['nothing.jpg'] } }), 422)
    t.equal(await post({ images: { kind: 'label', labelId: coral.id } }), 422, 'no image matches')
    t.equal(await post({ colour: 'red' }), 422)
    t.equal((await owner.post(url, { ...draft, description: 'x'.repeat(1_100_000) })).statusCode, 413)

    await mark(owner, box, coral.id)
    t.match(await begin({ name: 'By label', images: { kind: 'label', labelId: coral.id } }), { imageCount: 1 })
    t.equal(await post({ name: ' by LABEL ' }), 409, 'a name can be used once')
    t.match(await begin({ name: 'Drawn', images: { kind: 'sample', count: 3, seed: 'a' } }), { imageCount: 3 })
    const planned = await begin({ name: 'Later', startsAt: inMs(hourMs), endsAt: inMs(2 * hourMs) })
    t.equal(planned.state, 'planned')
    const one = `/annotation-sessions/${planned.id}`
    t.equal((await bo.patch(one, { revision: 1, name: 'Mine' })).statusCode, 403)
    t.equal((await owner.patch(one, { revision: 7, name: 'Mine' })).statusCode, 409)
    t.equal((await owner.patch(one, { revision: 1, endsAt: inMs(hourMs / 2) })).statusCode, 422)
    t.equal((await owner.post(`${one}/end`)).statusCode, 409, 'it has not started')
    t.equal((await owner.post(`${one}/agreement`, { leastOverlap: 0.5, mostDistancePx: 20 })).statusCode, 409)
    t.match((await owner.patch(one, { revision: 1, startsAt: inMs(-hourMs) })).json(), { state: 'running', revision: 2 })
    t.equal((await owner.patch(one, { revision: 2, startsAt: inMs(hourMs) })).statusCode, 409)
    t.equal((await owner.delete(one)).statusCode, 409, 'it runs')
    t.equal((await bo.post(`${one}/end`)).statusCode, 403)
    t.equal((await owner.post(`${one}/end`)).statusCode, 200)
    t.equal((await owner.patch(one, { revision: 3, endsAt: inMs(hourMs) })).statusCode, 409)
    t.match((await owner.patch(one, { revision: 3, name: 'Over' })).json(), { name: 'Over', state: 'ended' })
    t.equal((await cy.delete(one)).statusCode, 403)
    t.equal((await owner.delete(one)).statusCode, 204)
    t.same(
      (await vi.get(url)).json().sessions.map(({ name }: { name: string }) => name),
      ['Drawn', 'By label']
    )
  })
})
