import t from 'tap'
import { agreementWork } from '../../../../../server/backend/annotations/rounds/compute.ts'
import type { EventBus } from '../../../../../server/backend/events/bus.ts'
import type { Database } from '../../../../../server/backend/storage/database.ts'
import { newId } from '../../../../../server/lib/ids.ts'
import type { MarkGroup } from '../../../../../shared/contracts/annotation-sessions.ts'
import type { Annotation } from '../../../../../shared/contracts/annotations.ts'
import { forEachDatabase, type Person } from '../../../../support/backend.ts'
import { blindScene, boxAt } from '../../../../support/blind-session.ts'
import { finishedJobs } from '../../../../support/jobs.ts'

const limits = { leastOverlap: 0.5, mostDistancePx: 20 }

/** Matches the annotations of a session in this process, beside the jobs of the server. */
function match(db: Database, { id }: { id: string }, progress: (done: number) => Promise<void>): Promise<void> {
  const work = agreementWork({ db, events: { publish: () => {} } as unknown as EventBus })
  return work({
    payload: { sessionId: id },
    signal: new AbortController().signal,
    lastTry: false,
    attempt: 1,
    hold: async () => {},
    progress
  })
}

await forEachDatabase(t, (t, database) => {
  t.test('annotations are matched, agreement is computed, disagreements are settled, and reopened', async t => {
    const { owner, bo, cy, signUp, project, mediaIds, addLabel, begin, mark, revise, storage } = await blindScene(t, {
      database,
      runJobs: true
    })
    const [sponge, coral] = [await addLabel('Porifera'), await addLabel('Anthozoa')]
    const session = await begin()
    const [first = '', second = ''] = mediaIds
    // Both mark a sponge and a coral; they disagree on a third individual, and one of them misses a fourth.
    for (const [who, third] of [
      [bo, sponge],
      [cy, coral]
    ] as const) {
      await mark(who, boxAt(0), sponge.id, first)
      await mark(who, { kind: 'point', x: 200, y: 200 }, coral.id, first)
      await mark(who, boxAt(100), third.id, first)
    }
    const alone = await mark(bo, boxAt(300), coral.id, first)
    await mark(bo, boxAt(0), sponge.id, second)
    const url = `/annotation-sessions/${session.id}`
    t.equal((await cy.post(`${url}/agreement`, limits)).statusCode, 409, 'a member waits for the end')
    t.equal((await owner.post(`${url}/agreement`, limits)).statusCode, 202, 'an owner who does not take part has access')
    await finishedJobs(owner, project.id)
    t.match((await owner.get(`/annotations/${alone}`)).json(), { reviewState: 'proposed' }, 'nothing can be disputed while it runs')
    await owner.post(`${url}/end`)
    await finishedJobs(owner, project.id)
    t.match((await owner.get(`/annotations/${alone}`)).json(), { reviewState: 'disputed', reviewedBy: null }, 'the end starts the matching')
    const jobIs = (state: 'running' | 'done') =>
      storage.db.updateTable('job').set({ state }).where('kind', '=', 'annotations.agreement').execute()
    await jobIs('running')
    t.equal((await owner.post(`${url}/agreement`, limits)).json().code, 'MATCHING_NOW')
    await jobIs('done')
    await revise(bo, alone, 2, { labelId: sponge.id })

    async function compute(by: Person = owner, how = limits) {
      t.equal((await by.post(`${url}/agreement`, how)).statusCode, 202)
      await finishedJobs(by, project.id)
      return (await by.get(`${url}/agreement`)).json()
    }
    const { agreement, openCount } = await compute(cy)
    t.match(agreement, {
      limits,
      imageCount: 2,
      imagesByTwo: 1,
      imagesByAll: 1,
      annotators: [
        { accountId: bo.id, images: 2, marks: 5 },
        { accountId: cy.id, images: 1, marks: 3 }
      ],
      agreedCount: 2,
      namesDifferCount: 1,
      overlookedCount: 1
    })
    t.equal(openCount, 2)
    const [pair] = agreement.pairs
    t.match(pair, { first: bo.id, second: cy.id, images: 1, matched: 3, onlyFirst: 1, onlySecond: 0 })
    const place = (id: string) => agreement.labels.findIndex((label: { id: string }) => label.id === id)
    const cells = [
      [place(sponge.id), place(sponge.id), 1],
      [place(coral.id), place(coral.id), 1],
      [place(sponge.id), place(coral.id), 1],
      [place(coral.id), -1, 1]
    ]
    t.same(new Set(pair.cells.map(String)), new Set(cells.map(String)), 'the state at the end of the session')
    // Labels of the three individuals that both marked: p_o = 2/3, p_e = (2·1 + 1·2)/9.
    const chance = 4 / 9
    t.ok(Math.abs(pair.namesKappa.kappa - (2 / 3 - chance) / (1 - chance)) < 1e-12)
    // Of all four: p_o = 1/2, p_e = (2·1 + 2·2 + 0·1)/16.
    t.ok(Math.abs(pair.kappa.kappa - (1 / 2 - 6 / 16) / (1 - 6 / 16)) < 1e-12)
    t.match(agreement.group, { items: 4, raters: 2 })
    t.match(agreement.groupNames, { items: 3, raters: 2 })
    // n = 8 ratings, 4 of 8 pairs alike; sponge 3, coral 4, not marked 1.
    t.match(agreement.alpha, { items: 4, ratings: 8 })
    t.ok(Math.abs(agreement.alpha.alpha - (7 * 4 - (3 * 2 + 4 * 3)) / (8 * 7 - (3 * 2 + 4 * 3))) < 1e-12)
    t.match(agreement.alphaNames, { items: 3, ratings: 6 })

    const groups = async (show = 'open'): Promise<MarkGroup[]> => (await cy.get(`${url}/groups?show=${show}`)).json().items
    const open = await groups()
    t.same(open.map(({ kind }) => kind).sort(), ['namesDiffer', 'overlooked'])
    t.equal((await groups('agreed')).length, 2)
    t.match(
      open.find(({ kind }) => kind === 'overlooked'),
      { missing: [{ accountId: cy.id }], marks: [{ accountId: bo.id, labelId: coral.id }] }
    )
    t.match((await owner.get(`/annotations/${alone}`)).json(), { reviewState: 'disputed', reviewedBy: cy.email })

    const differing = open.find(({ kind }) => kind === 'namesDiffer') as MarkGroup
    const marks = differing.marks.map(({ annotation: { id, revision } }) => ({ id, revision }))
    const [kept = { id: '', revision: 0 }, other = { id: '', revision: 0 }] = marks
    const settle = (by: Person, body: object) => by.post(`${url}/groups/${differing.id}/settle`, body)
    const keep = { annotationId: kept.id, labelId: coral.id }
    t.equal((await settle(bo, { keep, marks: [kept] })).statusCode, 409, 'all annotations are labelled')
    t.equal((await settle(bo, { keep, marks: marks.map(one => ({ ...one, revision: 1 })) })).statusCode, 409)
    t.equal((await settle(bo, { keep: { ...keep, labelId: 'none' }, marks })).statusCode, 422)
    t.equal((await settle(bo, { keep: { ...keep, annotationId: alone }, marks })).statusCode, 422)
    t.equal((await bo.post(`${url}/groups/none/settle`, { keep, marks })).statusCode, 404)
    const settled = await settle(bo, { keep, marks })
    t.match(settled.json(), { state: 'done', changedCount: 2 })
    const now = async (id: string) => (await owner.get(`/annotations/${id}`)).json<Annotation>()
    t.match(await now(kept.id), { labelId: coral.id, reviewState: 'confirmed', reviewedBy: bo.email })
    t.match(await now(other.id), { reviewState: 'rejected', reviewedBy: bo.email })
    t.equal((await groups()).length, 1)

    await bo.post(`/projects/${project.id}/annotations/bulk/${settled.json().id}/undo`)
    t.match([await now(kept.id), await now(other.id)], [{ reviewState: 'disputed' }, { reviewState: 'disputed' }])
    t.equal((await groups()).length, 2)

    const vi = await signUp('vi@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: vi.email, role: 'viewer' })
    t.equal((await vi.get(`${url}/agreement`)).statusCode, 200, 'a viewer has access')
    t.equal((await vi.post(`${url}/agreement`, limits)).statusCode, 403)
    t.equal((await settle(vi, { keep, marks })).statusCode, 403)
    t.equal((await vi.post(`${url}/settle-agreed`)).statusCode, 403)
    t.equal((await bo.post(`${url}/agreement`, { ...limits, colour: 'red' })).statusCode, 422)
    t.equal((await settle(bo, { keep, marks, colour: 'red' })).statusCode, 422)
    const agreed = (await bo.post(`${url}/settle-agreed`)).json()
    t.match(agreed, { settledCount: 2, leftCount: 0, bulk: { changedCount: 4 } })
    t.match((await bo.post(`${url}/settle-agreed`)).json(), { settledCount: 0, bulk: null })
    const left = (await groups('agreed')).flatMap(group =>
      group.marks
        .map(({ annotation }) => annotation.reviewState)
        .sort()
        .join()
    )
    t.same(left, ['confirmed,rejected', 'confirmed,rejected'])
    await bo.post(`/projects/${project.id}/annotations/bulk/${agreed.bulk.id}/undo`)
    t.equal((await bo.get(`${url}/agreement`)).json().agreedOpenCount, 2)

    const again = await compute(owner, { leastOverlap: 1, mostDistancePx: 1 })
    t.same(again.agreement.pairs, agreement.pairs, 'figures are those of the end, regardless of settlements')
    t.equal((await now(alone)).revision, 5)
  })

  t.test('three people and many images are compared page by page, and a resolved disagreement is no longer disputed', async t => {
    const scene = await blindScene(t, { database, runJobs: true, images: 420 })
    const { owner, bo, cy, project, mediaIds, addLabel, begin, mark } = scene
    const [sponge, coral] = [await addLabel('Porifera'), await addLabel('Anthozoa')]
    const session = await begin({ memberIds: [owner.id, bo.id, cy.id] })
    const url = `/annotation-sessions/${session.id}`
    const [a = '', b = '', c = ''] = [mediaIds[0], mediaIds[210], mediaIds[419]]
    for (const [who, second] of [
      [owner, sponge],
      [bo, sponge],
      [cy, coral]
    ] as const) {
      await mark(who, boxAt(0), sponge.id, a)
      await mark(who, boxAt(0), second.id, b)
      await mark(who, boxAt(0), coral.id, c)
    }
    const near = await mark(bo, { kind: 'point', x: 300, y: 300 }, sponge.id, mediaIds[5])
    await mark(cy, { kind: 'point', x: 315, y: 300 }, sponge.id, mediaIds[5])
    t.match((await owner.get(`${url}/agreement`)).json(), { code: 'WORKING_BLIND' }, 'an owner who takes part waits as well')
    await owner.post(`${url}/end`)
    await finishedJobs(owner, project.id)
    async function compute(mostDistancePx: number) {
      await owner.post(`${url}/agreement`, { leastOverlap: 0.5, mostDistancePx })
      await finishedJobs(owner, project.id)
      return (await owner.get(`${url}/agreement`)).json().agreement
    }
    const state = async () => (await owner.get(`/annotations/${near}`)).json<Annotation>().reviewState

    const strict = await compute(10)
    t.match(strict, { imagesByTwo: 4, imagesByAll: 3, pairs: { length: 3 }, agreedCount: 2, namesDifferCount: 1, overlookedCount: 2 })
    // Rows 3 0, 2 1, 0 3: mean P = (1 + 1/3 + 1)/3, shares 5/9 and 4/9.
    const [observed, chance] = [7 / 9, 41 / 81]
    t.ok(Math.abs(strict.group.kappa - (observed - chance) / (1 - chance)) < 1e-12)
    // Including the image that only two examined: n = 13 ratings, 7 alike; sponge 7, coral 4, not marked 2.
    t.match(strict.alpha, { items: 5, ratings: 13 })
    t.ok(Math.abs(strict.alpha.alpha - (12 * 7 - (7 * 6 + 4 * 3 + 2)) / (13 * 12 - (7 * 6 + 4 * 3 + 2))) < 1e-12)
    t.equal(await state(), 'disputed')
    t.match(await compute(20), { agreedCount: 3, overlookedCount: 0 })
    t.equal(await state(), 'proposed')

    const limits = JSON.stringify({ leastOverlap: 0.5, mostDistancePx: 10 })
    await scene.storage.db.updateTable('annotation_session_agreement').set({ limits }).execute()
    const progress = async (done: number) => {
      if (done > 0) throw new Error('killed')
    }
    await t.rejects(match(scene.storage.db, session, progress), /killed/)
    t.equal(await state(), 'disputed', 'an aborted run left it so')
    await compute(20)
    t.equal(await state(), 'proposed', 'and the next one corrects it')
  })

  t.test('an edit made during the matching is kept', async t => {
    const { owner, bo, cy, addLabel, begin, mark, revise, storage } = await blindScene(t, { database }) // no job runs
    const [sponge, coral] = [await addLabel('Porifera'), await addLabel('Anthozoa')]
    const session = await begin()
    const alone = await mark(bo, boxAt(0), sponge.id)
    const other = await mark(bo, boxAt(200), sponge.id)
    await mark(cy, boxAt(100), sponge.id)
    await owner.post(`/annotation-sessions/${session.id}/end`)
    await match(storage.db, session, async done => {
      if (done === 0) await revise(bo, alone, 1, { labelId: coral.id })
    })
    t.match((await owner.get(`/annotations/${alone}`)).json(), { labelId: coral.id, reviewState: 'proposed', revision: 2 })
    t.match((await owner.get(`/annotations/${other}`)).json(), { labelId: sponge.id, reviewState: 'disputed', revision: 2 })
    const counts = await Promise.all([sponge, coral].map(async ({ id }) => (await owner.get(`/labels/${id}`)).json().annotationCount))
    t.same(counts, [2, 1])
  })

  t.test('settling what agrees leaves out groups that differ since, and keeps what a reviewer decided', async t => {
    const { owner, bo, cy, project, addLabel, begin, mark, revise } = await blindScene(t, { database, runJobs: true })
    const [sponge, coral] = [await addLabel('Porifera'), await addLabel('Anthozoa')]
    const session = await begin()
    const url = `/annotation-sessions/${session.id}`
    const pairs: string[][] = []
    for (const x of [0, 100, 200]) pairs.push([await mark(bo, boxAt(x), sponge.id), await mark(cy, boxAt(x), sponge.id)])
    await owner.post(`${url}/end`)
    await finishedJobs(owner, project.id)
    const [differing = [], confirmed = [], rejected = []] = pairs
    await revise(owner, differing[0] ?? '', 1, { labelId: coral.id })
    await revise(owner, confirmed[1] ?? '', 1, { reviewState: 'confirmed' })
    await revise(owner, rejected[0] ?? '', 1, { reviewState: 'rejected' })
    t.equal((await bo.get(`${url}/agreement`)).json().agreedOpenCount, 2)
    const { settledCount, leftCount, bulk } = (await bo.post(`${url}/settle-agreed`)).json()
    t.match({ settledCount, leftCount, bulk }, { settledCount: 2, leftCount: 0, bulk: { changedCount: 2 } })
    const now = async ([one = '', other = '']: string[]) => {
      const both = await Promise.all([one, other].map(async id => (await owner.get(`/annotations/${id}`)).json<Annotation>()))
      return both.map(({ reviewState, reviewedBy }) => [reviewState, reviewedBy])
    }
    const before = [
      [
        ['proposed', null],
        ['proposed', null]
      ],
      [
        ['proposed', null],
        ['confirmed', owner.email]
      ],
      [
        ['rejected', owner.email],
        ['proposed', null]
      ]
    ]
    t.same(await now(differing), before[0])
    t.same(await now(confirmed), [
      ['rejected', bo.email],
      ['confirmed', owner.email]
    ])
    t.same(await now(rejected), [
      ['rejected', owner.email],
      ['confirmed', bo.email]
    ])
    await bo.post(`/projects/${project.id}/annotations/bulk/${bulk.id}/undo`)
    t.same(await Promise.all(pairs.map(now)), before)
  })

  t.test('the end of a session matches its annotations, one match at a time', async t => {
    const { owner, begin } = await blindScene(t, { database }) // no job runs
    const url = `/annotation-sessions/${(await begin()).id}`
    await owner.post(`${url}/end`)
    t.match((await owner.get(`${url}/agreement`)).json(), { agreement: null, job: { state: 'waiting' } })
    const again = await owner.post(`${url}/agreement`, limits)
    t.match([again.statusCode, again.json().code], [409, 'MATCHING_NOW'])
  })

  t.test('sample points match by identity, and settling labels the original point', async t => {
    const { owner, bo, cy, project, mediaIds, addLabel, begin, revise } = await blindScene(t, { database, runJobs: true })
    const [sand, mud] = [await addLabel('Sand'), await addLabel('Mud')]
    const [mediaId = ''] = mediaIds
    await owner.post(`/projects/${project.id}/samples`, { mediaIds: [mediaId], plan: { method: 'random', count: 2, seed: 'a' } })
    const session = await begin()
    const url = `/annotation-sessions/${session.id}`
    for (const [who, label] of [
      [bo, sand],
      [cy, mud]
    ] as const) {
      const [a = '', b = ''] = (await who.post(`/media/${mediaId}/samples/own-points`)).json().samples[0].points
      await revise(who, a, 1, { labelId: sand.id })
      await revise(who, b, 1, { labelId: label.id })
    }
    await owner.post(`${url}/end`)
    await finishedJobs(owner, project.id)
    t.match((await bo.get(`${url}/agreement`)).json().agreement, { agreedCount: 1, namesDifferCount: 1, pairs: [{ matched: 2 }] })
    const [group] = (await bo.get(`${url}/groups`)).json().items as [MarkGroup]
    t.equal(group.isSamplePoint, true)
    const marks = group.marks.map(({ annotation: { id, revision } }) => ({ id, revision }))
    const settled = await bo.post(`${url}/groups/${group.id}/settle`, {
      keep: { annotationId: marks[0]?.id, labelId: mud.id },
      marks
    })
    t.equal(settled.statusCode, 200)
    const named = async () =>
      (await owner.get(`/media/${mediaId}/annotations`))
        .json<{ annotations: Annotation[] }>()
        .annotations.filter(({ labelId }) => labelId !== null)
    t.match(await named(), [{ labelId: mud.id, reviewState: 'confirmed' }])
    t.match((await bo.get(`${url}/agreement`)).json(), { openCount: 0, agreedOpenCount: 1 })
    t.match((await bo.post(`${url}/settle-agreed`)).json(), { settledCount: 1, leftCount: 0 })
    t.same((await named()).map(({ labelId }) => labelId).sort(), [sand.id, mud.id].sort(), 'each point once')
    await bo.post(`/projects/${project.id}/annotations/bulk/${settled.json().id}/undo`)
    t.match(await named(), [{ labelId: sand.id }])
    t.equal((await bo.get(`${url}/agreement`)).json().openCount, 1)
  })

  t.test('the label of a person on the sample point itself is replaced only by someone who has seen it', async t => {
    const { owner, bo, cy, project, mediaIds, addLabel, begin, revise } = await blindScene(t, { database, runJobs: true })
    const [sand, mud] = [await addLabel('Sand'), await addLabel('Mud')]
    const [mediaId = ''] = mediaIds
    await owner.post(`/projects/${project.id}/samples`, { mediaIds: [mediaId], plan: { method: 'random', count: 2, seed: 'a' } })
    const session = await begin()
    const url = `/annotation-sessions/${session.id}`
    for (const who of [bo, cy]) {
      const points = (await who.post(`/media/${mediaId}/samples/own-points`)).json().samples[0].points
      for (const point of points) await revise(who, point, 1, { labelId: sand.id })
    }
    await owner.post(`${url}/end`)
    await finishedJobs(owner, project.id)
    const [sample] = (await owner.get(`/media/${mediaId}/samples`)).json().samples
    const [first = '', second = ''] = sample.points as string[]
    await revise(owner, first, 1, { labelId: mud.id })
    const labelOf = async (id: string) => (await owner.get(`/annotations/${id}`)).json<Annotation>().labelId

    t.match((await bo.get(`${url}/agreement`)).json(), { openCount: 1, agreedOpenCount: 1 })
    t.match((await bo.post(`${url}/settle-agreed`)).json(), { settledCount: 1, leftCount: 0 })
    t.strictSame([await labelOf(first), await labelOf(second)], [mud.id, sand.id])
    const [group] = (await bo.get(`${url}/groups`)).json().items as [MarkGroup]
    t.match(group, { kind: 'agreed', point: { revision: 2, labelId: mud.id } })
    const marks = group.marks.map(({ annotation: { id, revision } }) => ({ id, revision }))
    const settle = (more: object) =>
      bo.post(`${url}/groups/${group.id}/settle`, { keep: { annotationId: marks[0]?.id, labelId: sand.id }, marks, ...more })
    t.match((await settle({})).json(), { code: 'STALE_REVISION' })
    t.equal((await settle({ pointRevision: 1 })).statusCode, 409)
    t.equal(await labelOf(first), mud.id)
    t.equal((await settle({ pointRevision: 2 })).statusCode, 200)
    t.equal(await labelOf(first), sand.id)
    t.match((await bo.get(`${url}/agreement`)).json(), { openCount: 0, agreedOpenCount: 0 })
  })

  t.test('the labels of a removed sample point are not settled in bulk', async t => {
    const { owner, bo, cy, project, mediaIds, addLabel, begin, revise, edit } = await blindScene(t, { database, runJobs: true })
    const sand = await addLabel('Sand')
    const [mediaId = ''] = mediaIds
    await owner.post(`/projects/${project.id}/samples`, { mediaIds: [mediaId], plan: { method: 'random', count: 2, seed: 'a' } })
    const url = `/annotation-sessions/${(await begin()).id}`
    const copies: string[] = []
    for (const who of [bo, cy]) {
      const points: string[] = (await who.post(`/media/${mediaId}/samples/own-points`)).json().samples[0].points
      for (const point of points) await revise(who, point, 1, { labelId: sand.id })
      copies.push(points[0] ?? '')
    }
    await owner.post(`${url}/end`)
    await finishedJobs(owner, project.id)
    const [sample] = (await owner.get(`/media/${mediaId}/samples`)).json().samples
    const [removed = '', kept = ''] = sample.points as string[]
    t.match(await edit([{ id: newId(), kind: 'remove', annotationId: removed, revision: 1 }]), [{ outcome: 'done' }])
    t.match((await bo.get(`${url}/agreement`)).json(), { openCount: 1, agreedOpenCount: 1 })
    t.match((await bo.post(`${url}/settle-agreed`)).json(), { settledCount: 1, leftCount: 0 })
    const now = async (id: string) => (await owner.get(`/annotations/${id}`)).json<Annotation>()
    t.match(await now(kept), { labelId: sand.id, reviewState: 'confirmed' })
    for (const copy of copies) t.match(await now(copy), { labelId: sand.id, removed: false, reviewState: 'proposed' })

    const [group] = (await bo.get(`${url}/groups`)).json().items as [MarkGroup]
    t.match(group, { kind: 'agreed', isSamplePoint: true, point: null, settled: false })
    const marks = group.marks.map(({ annotation: { id, revision } }) => ({ id, revision }))
    const settle = async (keep: object | null) => (await bo.post(`${url}/groups/${group.id}/settle`, { keep, marks })).json()
    t.match(await settle({ annotationId: marks[0]?.id, labelId: sand.id }), { status: 409, code: 'POINT_REMOVED' })
    t.match(await settle(null), { id: /./ }, 'nothing is there')
    t.match((await bo.get(`${url}/agreement`)).json(), { openCount: 0, agreedOpenCount: 0 })
  })

  t.test('a state that is set after the end changes no figure', async t => {
    const { owner, bo, cy, project, mediaIds, addLabel, begin, mark } = await blindScene(t, { database, runJobs: true })
    const coral = await addLabel('Coral')
    const [mediaId = ''] = mediaIds
    const session = await begin()
    const url = `/annotation-sessions/${session.id}`
    await mark(bo, { kind: 'point', x: 10, y: 10 }, coral.id)
    await bo.put(`/media/${mediaId}/work-state`, { state: 'done' })
    await owner.post(`${url}/end`)
    await finishedJobs(owner, project.id)
    const figures = async () => {
      const { computedAt: _, ...rest } = (await owner.get(`${url}/agreement`)).json().agreement
      return rest
    }
    const before = await figures()
    await cy.put(`/media/${mediaId}/work-state`, { state: 'done' })
    await bo.put(`/media/${mediaId}/work-state`, { state: 'reviewed' })
    await owner.post(`${url}/agreement`, before.limits)
    await finishedJobs(owner, project.id)
    t.strictSame(await figures(), before)
  })
})
