import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { annotatingProject, box } from '../../../support/annotating.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { until } from '../../../support/until.ts'
import { waitingStatements } from '../../../support/waiting-statements.ts'

const shapes: Shape[] = [
  { kind: 'point', x: 1.5, y: 2.25 },
  box,
  { kind: 'rotatedBox', x: 100, y: 100, width: 40, height: 20, rotation: 30 },
  { kind: 'circle', x: 50, y: 60, radius: 7.5 },
  { kind: 'ellipse', x: 50, y: 60, radiusX: 9, radiusY: 4, rotation: -45 },
  {
    kind: 'line',
    points: [
      [0, 0],
      [10.5, 5],
      [20, 40]
    ]
  },
  {
    kind: 'polygon',
    points: [
      [0, 0],
      [100, 0],
      [50, 80]
    ],
    holes: [
      [
        [40, 20],
        [60, 20],
        [50, 30]
      ]
    ]
  }
]

await forEachDatabase(t, (t, database) => {
  t.test('every kind of shape, and the whole image, is returned as drawn', async t => {
    const { owner, mediaIds, edit, creation } = await annotatingProject(t, { database })
    const results = await edit([...shapes, null].map(shape => creation({ shape })))
    t.same(
      results.map(({ outcome }) => outcome),
      Array(8).fill('done')
    )
    const { annotations } = (await owner.get(`/media/${mediaIds[0]}/annotations`)).json<{ annotations: Annotation[] }>()
    t.same(
      annotations.map(({ shape }) => shape),
      [...shapes, null]
    )
    t.match(annotations[0], {
      labelId: null,
      confidence: null,
      attributes: {},
      reviewState: 'proposed',
      source: 'human',
      annotator: owner.email
    })
    t.same((await owner.get(`/media/${mediaIds[1]}/annotations`)).json(), { annotations: [] })
    t.equal((await owner.get(`/media/${mediaIds[0]}`)).json().annotationCount, 8)
  })

  t.test('an outline too tangled to measure is refused, new or changed, and the rest is applied', async t => {
    const { owner, mediaIds, edit, creation } = await annotatingProject(t, { database })
    const points = Array.from({ length: 2000 }, (_, at): [number, number] => [(at * 7919) % 4001, (at * 104_729) % 3001])
    const scribble = { kind: 'polygon' as const, points }
    const made = creation()
    const results = await edit([
      creation({ shape: scribble }),
      made,
      { id: newId(), kind: 'revise', annotationId: made.annotationId, revision: 1, shape: scribble }
    ])
    t.match(results, [
      { outcome: 'refused', message: /too tangled/ },
      { outcome: 'done' },
      { outcome: 'refused', message: /too tangled/, annotation: { revision: 1, shape: box } }
    ])
    t.equal((await owner.get(`/media/${mediaIds[0]}/annotations`)).json().annotations.length, 1)
  })

  t.test('an edit that is sent twice is applied once', async t => {
    const { owner, mediaIds, edit, creation } = await annotatingProject(t, { database })
    const made = creation()
    const moved = { id: newId(), kind: 'revise' as const, annotationId: made.annotationId, revision: 1, shape: { ...box, x: 99 } }
    await edit([made, moved])
    const again = await edit([made, moved])
    t.match(again, [
      { id: made.id, outcome: 'done', annotation: { revision: 2 } },
      { id: moved.id, outcome: 'done', annotation: { revision: 2, shape: { x: 99 } } }
    ])
    const atOnce = creation()
    const both = await Promise.all([edit([atOnce]), edit([atOnce])])
    t.same(
      both.map(([result]) => result?.outcome),
      ['done', 'done']
    )
    t.equal((await owner.get(`/media/${mediaIds[0]}/annotations`)).json().annotations.length, 2)
    t.equal((await owner.get(`/media/${mediaIds[0]}`)).json().annotationCount, 2)
  })

  t.test('an edit based on an older revision changes nothing and returns the newer one', async t => {
    const { owner, edit, creation } = await annotatingProject(t, { database })
    const made = creation()
    const { annotationId } = made
    await edit([made])
    const mine = { id: newId(), kind: 'revise' as const, annotationId, revision: 1, shape: { ...box, x: 1 } }
    const theirs = { id: newId(), kind: 'revise' as const, annotationId, revision: 1, shape: { ...box, x: 2 } }
    const both = await Promise.all([edit([mine]), edit([theirs])])
    t.same(both.map(([result]) => result?.outcome).sort(), ['done', 'stale'])
    const winner = both.flat().find(({ outcome }) => outcome === 'done')
    const loser = both.flat().find(({ outcome }) => outcome === 'stale')
    t.same(loser?.annotation, winner?.annotation, 'side by side')
    t.match((await owner.get(`/annotations/${annotationId}`)).json(), { revision: 2, shape: winner?.annotation?.shape })

    await edit([{ id: newId(), kind: 'remove', annotationId, revision: 2 }])
    const late = await edit([{ id: newId(), kind: 'revise', annotationId, revision: 2, confidence: 0.5 }])
    t.match(late, [{ outcome: 'stale', annotation: { removed: true, revision: 3 } }])
  })

  t.test('an edit on top of a refused one is refused too, whichever version has its revision now', async t => {
    const { owner, mediaIds, edit, creation } = await annotatingProject(t, { database })
    const [drawn] = await edit([creation()])
    const annotationId = drawn!.annotation!.id
    const revise = (revision: number, change: object) => ({ id: newId(), kind: 'revise' as const, annotationId, revision, ...change })
    const theirs = { kind: 'point' as const, x: 7, y: 7 }
    await edit([revise(1, { shape: theirs })])
    const results = await edit([revise(1, { shape: box }), revise(2, { shape: { ...box, x: 11 } }), revise(3, { confidence: 1 })])
    t.same(
      results.map(({ outcome }) => outcome),
      ['stale', 'stale', 'stale']
    )
    const lost = creation({ labelId: newId() })
    const [, onTop] = await edit([lost, { id: newId(), kind: 'revise', annotationId: lost.annotationId, revision: 1, confidence: 1 }])
    t.match(onTop, { outcome: 'refused', message: /no longer in the catalog/ })
    const same = await edit([revise(2, { labelId: newId() }), revise(2, { confidence: 0.5 })])
    t.match(same, [{ outcome: 'refused' }, { outcome: 'done' }], 'beside it, not on top')
    const { annotations } = (await owner.get(`/media/${mediaIds[0]}/annotations`)).json<{ annotations: Annotation[] }>()
    t.match(annotations, [{ shape: theirs, confidence: 0.5, revision: 3 }])
  })

  t.test('a removed annotation can be restored, and every version is kept: author, time, change', async t => {
    const { owner, mediaIds, signUp, project, addLabel, edit, creation } = await annotatingProject(t, { database })
    const bo = await signUp('bo@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: bo.email, role: 'editor' })
    const sponge = await addLabel('Porifera')
    const made = creation({ labelId: sponge.id, confidence: 0.75, attributes: { individualCount: 3 } })
    const { annotationId } = made
    await edit([made])
    await edit([{ id: newId(), kind: 'revise', annotationId, revision: 1, labelId: null, reviewState: 'disputed' }], bo)
    await edit([{ id: newId(), kind: 'remove', annotationId, revision: 2 }], bo)
    t.same((await owner.get(`/media/${mediaIds[0]}/annotations`)).json(), { annotations: [] })
    t.equal((await owner.get(`/media/${mediaIds[0]}`)).json().annotationCount, 0)
    const removed = (await owner.get(`/media/${mediaIds[0]}/annotations/removed`)).json()
    t.match(removed, { annotations: [{ id: annotationId, revision: 3, removed: true, removedBy: bo.email, removedAt: String }] })
    await edit([{ id: newId(), kind: 'restore', annotationId, revision: 3 }])
    t.same((await owner.get(`/media/${mediaIds[0]}/annotations/removed`)).json(), { annotations: [] })
    await edit([{ id: newId(), kind: 'revise', annotationId, revision: 4, labelId: sponge.id }])
    t.match((await owner.get(`/annotations/${annotationId}`)).json(), {
      removed: false,
      labelId: sponge.id,
      reviewState: 'proposed',
      reviewedBy: null
    })
    const { versions } = (await owner.get(`/annotations/${annotationId}/history`)).json()
    t.match(versions, [
      { revision: 5, kind: 'revise', by: owner.email, labelName: 'Porifera', reviewState: 'proposed' },
      { revision: 4, kind: 'restore', by: owner.email, labelName: null, removed: false },
      { revision: 3, kind: 'remove', by: bo.email, removed: true },
      { revision: 2, kind: 'revise', by: bo.email, labelName: null, reviewState: 'disputed' },
      { revision: 1, kind: 'create', by: owner.email, labelName: 'Porifera', confidence: 0.75, attributes: { individualCount: 3 } }
    ])
    t.equal((await owner.get(`/labels/${sponge.id}`)).json().annotationCount, 1)
  })

  t.test('edits of other projects are refused one by one, and the rest is applied', async t => {
    const { owner, project, mediaIds, edit, creation } = await annotatingProject(t, { database })
    const other = await owner.makeProject({ title: 'Another' })
    const foreign = (await owner.post(`/projects/${other.id}/labels`, { name: 'Sand' })).json()
    const good = creation()
    const results = await edit([
      creation({ labelId: foreign.id }),
      creation({ mediaId: 'nowhere' }),
      good,
      { id: newId(), kind: 'create', annotationId: good.annotationId, mediaId: mediaIds[0] ?? '', shape: null, labelId: null },
      { id: newId(), kind: 'remove', annotationId: 'nothing', revision: 1 }
    ])
    t.match(results, [
      { outcome: 'refused', message: /label/ },
      { outcome: 'refused', message: /image/ },
      { outcome: 'done' },
      { outcome: 'refused', message: /already has this id/ },
      { outcome: 'refused', message: /not in this project/ }
    ])
    const elsewhere = await owner.post(`/projects/${other.id}/annotations/operations`, {
      operations: [{ id: newId(), kind: 'remove', annotationId: good.annotationId, revision: 1 }]
    })
    t.match(elsewhere.json(), { results: [{ outcome: 'refused', annotation: null }] }, 'nor does another project find out what it is')
    t.equal((await owner.get(`/projects/${project.id}/media`)).json().items.length, 2)
  })

  t.test('an edit after a merge gets the target label, and is refused when that is gone too', async t => {
    const { owner, mediaIds, edit, creation, addLabel } = await annotatingProject(t, { database })
    const [first, second, last] = [await addLabel('Sponge'), await addLabel('Porifera'), await addLabel('Demospongiae')]
    const other = await annotatingProject(t, { database })
    const elsewhere = await other.addLabel('Sponge')
    const [drawn] = await edit([creation()])
    t.equal((await owner.post(`/labels/${first.id}/merge`, { into: second.id, revision: 1 })).statusCode, 200)
    t.equal((await owner.post(`/labels/${second.id}/merge`, { into: last.id, revision: 2 })).statusCode, 200)
    const annotationId = drawn!.annotation!.id
    const results = await edit([
      creation({ labelId: first.id }),
      { id: newId(), kind: 'revise', annotationId, revision: 1, labelId: second.id },
      creation({ labelId: elsewhere.id })
    ])
    t.match(results, [
      { outcome: 'done', annotation: { labelId: last.id } },
      { outcome: 'done', annotation: { labelId: last.id, revision: 2 } },
      { outcome: 'refused', annotation: null }
    ])
    t.match((await owner.get(`/labels/${last.id}`)).json(), { annotationCount: 2 })
    const { annotations } = (await owner.get(`/media/${mediaIds[0]}/annotations`)).json<{ annotations: Annotation[] }>()
    await edit(annotations.map(({ id, revision }) => ({ id: newId(), kind: 'remove', annotationId: id, revision })))
    t.equal((await owner.delete(`/labels/${last.id}`)).statusCode, 204)
    t.match(await edit([creation({ labelId: first.id })]), [{ outcome: 'refused', message: /no longer in the catalog/ }])
  })

  t.test('strangers find nothing, viewers read, and unknown fields and invalid shapes are refused', async t => {
    const { owner, signUp, project, mediaIds, edit, creation } = await annotatingProject(t, { database })
    const [stranger, viewer] = [await signUp(), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const made = creation()
    await edit([made])
    const url = `/projects/${project.id}/annotations/operations`
    const operations = [creation()]
    t.equal((await stranger.post(url, { operations })).statusCode, 404)
    t.equal((await stranger.get(`/annotations/${made.annotationId}`)).statusCode, 404)
    t.equal((await stranger.get(`/annotations/${made.annotationId}/history`)).statusCode, 404)
    t.equal((await stranger.get(`/media/${mediaIds[0]}/annotations`)).statusCode, 404)
    t.equal((await stranger.get(`/media/${mediaIds[0]}/annotations/removed`)).statusCode, 404)
    t.equal((await viewer.get(`/media/${mediaIds[0]}/annotations/removed`)).statusCode, 200)
    t.equal((await stranger.put(`/media/${mediaIds[0]}/work-state`, { state: 'done' })).statusCode, 404)
    t.equal((await viewer.post(url, { operations })).statusCode, 403)
    t.equal((await viewer.put(`/media/${mediaIds[0]}/work-state`, { state: 'done' })).statusCode, 403)
    t.equal((await viewer.get(`/media/${mediaIds[0]}/annotations`)).statusCode, 200)
    t.equal((await viewer.get(`/annotations/${made.annotationId}/history`)).statusCode, 200)
    const wrong = [
      { ...creation(), colour: 'red' },
      { ...creation(), shape: { kind: 'circle', x: 1, y: 1, radius: 0 } },
      {
        ...creation(),
        shape: {
          kind: 'polygon',
          points: [
            [0, 0],
            [1, 1]
          ]
        }
      },
      { ...creation(), confidence: 1.5 },
      { ...creation(), kind: 'invent' }
    ]
    for (const operation of wrong) t.equal((await owner.post(url, { operations: [operation] })).statusCode, 422)
    t.equal((await owner.post(url, { operations: [] })).statusCode, 422)
    t.equal((await owner.post(url, { operations: Array.from({ length: 501 }, () => creation()) })).statusCode, 422)
  })

  t.test('work state: everyone sets their own, and the image shows the most advanced', async t => {
    const { owner, signUp, project, mediaIds } = await annotatingProject(t, { database })
    const bo = await signUp('bo@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: bo.email, role: 'editor' })
    const url = `/media/${mediaIds[0]}/work-state`
    t.same((await owner.put(url, { state: 'inWork' })).json(), { state: 'inWork' })
    t.same((await bo.put(url, { state: 'reviewed' })).json(), { state: 'reviewed' })
    t.same((await owner.put(url, { state: 'done' })).json(), { state: 'reviewed' })
    t.same((await bo.put(url, { state: 'notSeen' })).json(), { state: 'done' })
    t.equal((await owner.get(`/media/${mediaIds[0]}`)).json().workState, 'done')

    await owner.put(`/media/${mediaIds[1]}/work-state`, { state: 'inWork' })
    await bo.put(`/media/${mediaIds[1]}/work-state`, { state: 'reviewed' })
    const progress = await bo.get(`/projects/${project.id}/progress`)
    t.same(progress.json(), {
      images: { notSeen: mediaIds.length - 2, inWork: 0, done: 1, reviewed: 1 },
      people: [
        { accountId: owner.id, name: owner.email, inWork: 1, done: 1, reviewed: 0 },
        { accountId: bo.id, name: bo.email, inWork: 0, done: 0, reviewed: 1 }
      ],
      blindUntil: null
    })
    t.equal((await (await signUp()).get(`/projects/${project.id}/progress`)).statusCode, 404)
  })

  if (database === 'postgres')
    t.test('of two work states set at once, the image shows the more advanced', async t => {
      const { owner, signUp, storage, mediaIds } = await annotatingProject(t, { database })
      const bo = await signUp('bo@lab.example')
      const mediaId = mediaIds[0]!
      const { answer } = await storage.db.transaction().execute(async transaction => {
        const at = new Date().toISOString()
        await transaction.insertInto('media_work').values({ media_id: mediaId, account_id: bo.id, state: 'reviewed', at }).execute()
        await transaction.updateTable('media').set({ work_state: 'reviewed' }).where('id', '=', mediaId).execute()
        const setting = owner.put(`/media/${mediaId}/work-state`, { state: 'done' })
        await until(
          () => waitingStatements(storage.db),
          count => count === 1
        )
        return { answer: setting }
      })
      t.same((await answer).json(), { state: 'reviewed' })
      t.equal((await owner.get(`/media/${mediaId}`)).json().workState, 'reviewed')
    })

  t.test('an edit on an image sets it to in progress, unless its state is more advanced', async t => {
    const { owner, signUp, project, mediaIds, edit, creation } = await annotatingProject(t, { database })
    const bo = await signUp('bo@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: bo.email, role: 'editor' })
    const people = async () => (await owner.get(`/projects/${project.id}/progress`)).json().people
    const made = creation()
    await edit([made, creation({ mediaId: mediaIds[1]! })])
    t.match(await people(), [{ accountId: owner.id, inWork: 2 }])
    t.equal((await owner.get(`/media/${mediaIds[0]}`)).json().workState, 'inWork')

    await owner.put(`/media/${mediaIds[0]}/work-state`, { state: 'done' })
    await edit([creation()], bo)
    t.match(await people(), [
      { accountId: owner.id, inWork: 1, done: 1 },
      { accountId: bo.id, inWork: 1, done: 0 }
    ])
    t.equal((await owner.get(`/media/${mediaIds[0]}`)).json().workState, 'done')

    await bo.put(`/media/${mediaIds[0]}/work-state`, { state: 'notSeen' })
    await edit([made], bo)
    t.same((await people()).length, 1, 'an edit that was already applied does not change it')
  })
})
