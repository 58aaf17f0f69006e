import t, { type Test } from 'tap'
import type { AnnotationSession } from '../../../../../shared/contracts/annotation-sessions.ts'
import { box } from '../../../../support/annotating.ts'
import { type DatabaseKind, forEachDatabase, type Person } from '../../../../support/backend.ts'
import { blindScene, boxAt, hourMs, inMs } from '../../../../support/blind-session.ts'
import { insertMediaRows } from '../../../../support/media-rows.ts'

/** A scene with two more editors, di and ed, and the calls that change a session. */
async function changingScene(t: Test, database: DatabaseKind) {
  const base = await blindScene(t, { database })
  const { owner, project, signUp, storage } = base
  const [di, ed] = [await signUp('di@lab.example'), await signUp('ed@lab.example')]
  for (const { email } of [di, ed]) await owner.post(`/projects/${project.id}/members`, { email, role: 'editor' })
  const url = ({ id }: { id: string }) => `/annotation-sessions/${id}`
  return {
    ...base,
    di,
    ed,
    addImages: (count: number) => insertMediaRows(storage.db, { projectId: project.id, accountId: owner.id, count }),
    newImages: async (session: AnnotationSession, by: Person = owner) => (await by.get(`${url(session)}/new-images`)).json(),
    takeIn: (session: AnnotationSession, revision = session.revision, by: Person = owner) =>
      by.post(`${url(session)}/new-images`, { revision }),
    setMembers: (session: AnnotationSession, people: Person[], revision = session.revision, by: Person = owner) =>
      by.patch(url(session), { revision, memberIds: people.map(({ id }) => id) }),
    end: (session: AnnotationSession) => owner.post(`${url(session)}/end`),
    one: async (session: AnnotationSession): Promise<AnnotationSession> => (await owner.get(url(session))).json()
  }
}

const later = { startsAt: inMs(hourMs), endsAt: inMs(2 * hourMs) }
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id).sort()
const memberIds = ({ members }: AnnotationSession) => members.map(({ accountId }) => accountId).sort()

await forEachDatabase(t, (t, database) => {
  t.test('new images are added to a session of all images, while it is planned or running', async t => {
    const { owner, bo, cy, begin, mark, addImages, newImages, takeIn, end } = await changingScene(t, database)
    const planned = await begin({ ...later, name: 'Later' })
    const running = await begin({ hidesEarlier: true })
    t.same(await newImages(running), { count: 0, leftOutCount: 0 })
    t.match([(await takeIn(running)).statusCode, (await takeIn(running)).json().code], [409, 'NO_NEW_IMAGES'])
    const [fresh = '', marked = '', removed = ''] = await addImages(3)
    await owner.delete(`/media/${removed}`)
    const before = await mark(owner, box, null, fresh)
    await mark(cy, boxAt(60), null, marked)
    t.equal((await bo.get(`/media/${fresh}/annotations`)).json().annotations.length, 1, 'they are not yet images of the session')
    t.same(await newImages(running), { count: 1, leftOutCount: 1 }, 'others saw the annotations of a member there')
    t.same(await newImages(planned), { count: 2, leftOutCount: 0 }, 'nobody works blind before it begins')

    t.match((await takeIn(running)).json(), { imageCount: 3, revision: 2, state: 'running' })
    t.same(await newImages(running), { count: 0, leftOutCount: 1 })
    t.same((await bo.get(`/media/${fresh}/annotations`)).json().annotations, [])
    t.same(idsOf((await owner.get(`/media/${fresh}/annotations`)).json().annotations), [before])
    t.equal((await bo.get(`/media/${marked}/annotations`)).json().annotations.length, 1)
    t.match((await takeIn(planned)).json(), { imageCount: 4, revision: 2, state: 'planned' })

    const [empty = ''] = await addImages(1)
    await cy.put(`/media/${empty}/work-state`, { state: 'done' })
    t.same(await newImages(running), { count: 0, leftOutCount: 2 }, 'a member has examined it without a session')

    await addImages(1)
    t.match([(await takeIn(running, 1)).statusCode, (await takeIn(running, 1)).json().code], [409, 'STALE_REVISION'])
    await end(running)
    t.same(await newImages(running), { count: 0, leftOutCount: 0 })
    t.match([(await takeIn(running, 3)).statusCode, (await takeIn(running, 3)).json().code], [409, 'ANNOTATION_SESSION_ENDED'])
  })

  t.test('a session by label gets the images that have the label by now, and a sampled or listed session none', async t => {
    const { owner, bo, cy, begin, mark, addLabel, addImages, newImages, takeIn, mediaIds } = await changingScene(t, database)
    const [first = '', second = ''] = mediaIds
    const coral = await addLabel('Anthozoa')
    const black = await addLabel('Antipatharia', coral.id)
    await mark(owner, box, coral.id, first)
    const byLabel = await begin({ ...later, name: 'By label', images: { kind: 'label', labelId: coral.id } })
    const drawn = await begin({ ...later, name: 'Drawn', images: { kind: 'sample', count: 1, seed: 'a' } })
    const name = (await owner.get(`/media/${first}`)).json().fileName
    const named = await begin({ ...later, name: 'Named', images: { kind: 'named', fileNames: [name] } })
    await addImages(2)
    t.same(await newImages(byLabel), { count: 0, leftOutCount: 0 })
    for (const session of [drawn, named]) {
      t.same(await newImages(session), { count: 0, leftOutCount: 0 })
      t.equal((await takeIn(session)).json().code, 'NO_NEW_IMAGES')
    }
    const only = (await owner.get(`/media/${second}`)).json().fileName
    await begin({ name: 'Blind owner', memberIds: [owner.id, bo.id], images: { kind: 'named', fileNames: [only] } })
    await mark(cy, box, black.id, second)
    t.same(await newImages(byLabel), { count: 0, leftOutCount: 0 }, 'an owner who works blind does not find out the labels of others')
    await mark(owner, box, black.id, second)
    t.same(await newImages(byLabel), { count: 1, leftOutCount: 0 })
    t.match((await takeIn(byLabel)).json(), { imageCount: 2 })
  })

  t.test('people join a session before its end, and leave it before they annotate', async t => {
    const { owner, bo, cy, di, ed, begin, mark, setMembers, one, end, mediaIds, project } = await changingScene(t, database)
    const [mediaId = ''] = mediaIds
    const planned = await begin({ ...later, name: 'Later' })
    const session = await begin()
    const theirs = await mark(cy, box, null)
    t.equal((await di.get(`/annotations/${theirs}`)).statusCode, 200)
    const joined = await setMembers(session, [bo, cy, di])
    t.match([joined.statusCode, joined.json().revision, memberIds(joined.json())], [200, 2, [bo.id, cy.id, di.id].sort()])
    t.equal((await di.get(`/annotations/${theirs}`)).statusCode, 404, 'blind from then on')

    const stays = await setMembers(session, [bo, di], 2)
    t.match([stays.statusCode, stays.json().code, stays.json().detail], [409, 'MEMBER_HAS_MARKS', /“cy@lab.example” has annotated/])
    t.match((await one(session)).revision, 2, 'nothing was changed')
    await owner.post(`/projects/${project.id}/samples`, { mediaIds: [mediaId], plan: { method: 'random', count: 3, seed: 'a' } })
    await bo.post(`/media/${mediaId}/samples/own-points`)
    t.equal((await bo.get(`/media/${mediaId}/annotations`)).json().annotations.length, 3)
    const left = await setMembers(session, [cy, di], 2)
    t.same(memberIds(left.json()), [cy.id, di.id].sort(), 'unlabelled points do not count as annotations')
    t.equal(
      (await bo.get(`/media/${mediaId}/annotations`)).json().annotations.length,
      4,
      'a member who left sees everything, and no points are left behind'
    )

    await mark(bo, box, null)
    const again = await setMembers(session, [cy, di, bo], 3)
    t.match([again.statusCode, again.json().code, again.json().detail], [409, 'MEMBER_NOT_BLIND', /“bo@lab.example” has worked/])
    await ed.put(`/media/${mediaId}/work-state`, { state: 'done' })
    t.equal((await setMembers(session, [cy, di, ed], 3)).json().code, 'MEMBER_NOT_BLIND')
    t.same(memberIds((await setMembers(planned, [bo, ed])).json()), [bo.id, ed.id].sort(), 'anybody can join and leave before it begins')

    t.equal((await setMembers(session, [cy], 3)).statusCode, 422)
    t.equal((await setMembers(session, [cy, di, cy], 3)).statusCode, 422)
    t.equal((await owner.patch(`/annotation-sessions/${session.id}`, { revision: 3, members: [cy.id, di.id] })).statusCode, 422)
    t.equal((await setMembers(session, [bo, cy], 1)).json().code, 'STALE_REVISION')
    await owner.patch(`/projects/${project.id}/members/${di.id}`, { role: 'viewer' })
    t.equal((await setMembers(planned, [bo, di], 2)).statusCode, 422, 'a viewer cannot annotate')
    t.equal((await setMembers(session, [cy, di, owner], 3)).statusCode, 200, 'but a participant who became one stays')
    await end(session)
    t.equal((await setMembers(session, [cy, di], 5)).json().code, 'ANNOTATION_SESSION_ENDED')
  })

  t.test('only owners change a session', async t => {
    const { app, owner, bo, cy, di, signUp, project, begin, takeIn, setMembers, addImages } = await changingScene(t, database)
    const session = await begin()
    await addImages(1)
    const [viewer, stranger] = [await signUp('vi@lab.example'), await signUp('stranger@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const url = `/annotation-sessions/${session.id}/new-images`
    for (const [by, status] of [
      [bo, 403],
      [viewer, 403],
      [stranger, 404]
    ] as const) {
      t.equal((await by.get(url)).statusCode, status)
      t.equal((await takeIn(session, 1, by)).statusCode, status)
      t.equal((await setMembers(session, [bo, cy, di], 1, by)).statusCode, status)
    }
    t.equal((await app.inject({ method: 'GET', url: `/api${url}` })).statusCode, 401)
    t.equal((await app.inject({ method: 'POST', url: `/api${url}`, payload: { revision: 1 } })).statusCode, 401)
    t.equal((await owner.post(url, {})).statusCode, 422)
    t.equal((await owner.post(url, { revision: 1, all: true })).statusCode, 422)
    t.equal((await owner.post(url, { revision: 1, why: 'x'.repeat(1_100_000) })).statusCode, 413)
    t.equal((await owner.get(url.replace(session.id, 'nothing'))).statusCode, 404)
  })
})
