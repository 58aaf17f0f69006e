import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import { annotationSessionsApi } from '../../../../shared/contracts/annotation-sessions.ts'
import type { Import } from '../../../../shared/contracts/exchange.ts'
import type { ReviewItem } from '../../../../shared/contracts/review.ts'
import { forEachDatabase, type Person } from '../../../support/backend.ts'
import { exchangingProject, type ImageOfTest } from '../../../support/exchanging.ts'

const names: ImageOfTest[] = ['a.jpg', 'b.jpg', 'c.jpg'].map(fileName => ({ fileName, width: 400, height: 300 }))

const points = `Name,Row,Column,Label code,Annotator
a.jpg,10,20,Coral,Ada
a.jpg,30,40,Sand,Bert
`
const detections = '0,a.jpg,0,10,10,40,40,0.9,-1,fish,0.9\n1,b.jpg,1,60,60,90,90,0.8,-1,fish,0.8\n'

await forEachDatabase(t, async (t, database) => {
  async function scene(t: Parameters<typeof exchangingProject>[0]) {
    const base = await exchangingProject(t, names, { database })
    const { owner, project } = base
    const api = `/projects/${project.id}`
    const filterOf = ({ id }: Pick<Import, 'id'>) => `import.is.${id}`
    const count = async (filter: string) => (await owner.get(`${api}/annotations/count?filter=${filter}`)).json().count
    const list = async (filter: string) =>
      (await owner.get(`${api}/annotations?filter=${filter}`)).json<{ items: ReviewItem[] }>().items.map(({ id }) => id)
    const edit = (operation: Record<string, unknown>) =>
      owner.post(`${api}/annotations/operations`, { operations: [{ id: newId(), ...operation }] })
    const undo = async (of: Import) => base.settled(await owner.post(`/imports/${of.id}/undo`, { revision: of.revision }))
    return { ...base, api, filterOf, count, list, edit, undo }
  }

  t.test('a filter finds exactly the annotations of one import: several people, programs, and one file twice', async t => {
    const { importFile, filterOf, count, list, edit, undo, project } = await scene(t)
    const [mediaId = ''] = project.mediaIds
    await edit({ kind: 'create', annotationId: newId(), mediaId, shape: { kind: 'point', x: 5, y: 5 }, labelId: null })
    const people = await importFile(points)
    const first = await importFile(detections, { fileName: 'model.csv' })
    const second = await importFile(detections, { fileName: 'model.csv' })
    await edit({ kind: 'create', annotationId: newId(), mediaId, shape: { kind: 'point', x: 6, y: 6 }, labelId: null })
    for (const each of [people, first, second]) {
      t.equal(await count(filterOf(each)), 2)
      t.equal((await list(filterOf(each))).length, 2)
    }
    t.equal(new Set([...(await list(filterOf(people))), ...(await list(filterOf(first))), ...(await list(filterOf(second)))]).size, 6)

    const [one] = await list(filterOf(second))
    await edit({ kind: 'revise', annotationId: one, revision: 1, reviewState: 'confirmed' })
    t.equal(await count(filterOf(second)), 2, 'an edited one is still of the import')
    t.equal(await count(`${filterOf(second)}*reviewState.is.confirmed`), 1)
    t.equal(await count(`${filterOf(first)}**${filterOf(second)}`), 4)
    const undone = await undo(second)
    t.match(undone.result?.undone, { removedCount: 1, keptCount: 1 })
    t.equal(await count(filterOf(second)), 1, 'the filter and the undo count the same')
  })

  t.test('the filter finds the images, places and bulk edits of an import too', async t => {
    const { importFile, filterOf, owner, api, count } = await scene(t)
    const other = await importFile(detections)
    const brought = await importFile(detections)
    const images = (await owner.get(`${api}/media?filter=${filterOf(brought)}`)).json().items
    t.same(images.map(({ fileName }: { fileName: string }) => fileName).sort(), ['a.jpg', 'b.jpg'])
    t.match((await owner.get(`${api}/map/points?filter=${filterOf(brought)}`)).json(), { matchedCount: 2 })
    t.equal((await owner.get(`${api}/map/marks?kind=annotation&filter=${filterOf(brought)}&includeUnreviewed=true`)).statusCode, 200)
    t.match((await owner.get(`${api}/samples/count?filter=${filterOf(brought)}`)).statusCode, 200)
    const bulk = { filter: filterOf(brought), change: { reviewState: 'confirmed' } }
    t.match((await owner.post(`${api}/annotations/bulk`, bulk)).json(), { changedCount: 2 })
    t.equal(await count(`${filterOf(other)}*reviewState.is.confirmed`), 0)
  })

  t.test('an import that is unknown, of another project or not applied is refused, and no filter with one is saved', async t => {
    const { importFile, preview, makeProject, filterOf, owner, api } = await scene(t)
    const foreign = await makeProject(names, 'Elsewhere')
    const theirs = await importFile(detections, {}, foreign.id)
    const own = await importFile(detections)
    const ready = await preview(detections)
    const sentence = /refers to an import that was not applied in this project, or is no longer listed/
    const unknown = [newId(), theirs.id, ready.id, 'x y'].flatMap(id => [filterOf({ id }), `importedFacts.is.${id}`])
    for (const given of unknown) {
      const filter = encodeURIComponent(given)
      for (const url of ['annotations', 'annotations/count', 'media', 'map/points', 'map/marks', 'samples/count']) {
        const answer = await owner.get(`${api}/${url}?filter=${filter}`)
        t.match(
          [answer.statusCode, answer.json()],
          [400, { code: 'INVALID_REQUEST', errors: [{ path: '/filter', message: sentence }] }],
          url
        )
      }
      const bulk = await owner.post(`${api}/annotations/bulk`, { filter: given, change: { removed: true } })
      t.match([bulk.statusCode, bulk.json()], [422, { errors: [{ message: sentence }] }])
    }
    for (const filter of [filterOf(own), `importedFacts.is.${own.id}`]) {
      const saved = await owner.post(`${api}/filters`, { name: 'Import', filter })
      t.match([saved.statusCode, saved.json()], [422, { detail: /refers to an import/ }])
    }
    await owner.delete(`/imports/${own.id}`)
    t.equal((await owner.get(`${api}/annotations?filter=${filterOf(own)}`)).statusCode, 400)
  })

  t.test('a blind member gets the same answer for an import that there is and one that there is not', async t => {
    const { importFile, filterOf, owner, signUp, project, api } = await scene(t)
    const brought = await importFile(detections)
    const [bo, cy] = [await signUp('bo@lab.example'), await signUp('cy@lab.example')]
    for (const { email } of [bo, cy]) await owner.post(`${api}/members`, { email, role: 'editor' })
    const times = { startsAt: new Date(Date.now() - 1000).toISOString(), endsAt: new Date(Date.now() + 3_600_000).toISOString() }
    const round = { ...annotationSessionsApi.create.example, ...times, memberIds: [bo.id, cy.id] }
    t.equal((await owner.post(`/projects/${project.id}/annotation-sessions`, round)).statusCode, 201)
    const answers = async (by: Person, filter: string) => {
      const all = [
        ...(await Promise.all(
          ['annotations', 'annotations/count', 'media', 'map/points'].map(url => by.get(`${api}/${url}?filter=${filter}`))
        )),
        await by.post(`${api}/annotations/bulk`, { filter, change: { reviewState: 'rejected' } })
      ]
      return all.map(answer => [answer.statusCode, answer.json().code, answer.json().detail])
    }
    for (const filter of [filterOf(brought), filterOf({ id: newId() }), `importedFacts.is.${brought.id}`, `importedFacts.is.${newId()}`])
      for (const answer of await answers(bo, filter)) t.match(answer, [409, 'WORKING_BLIND'])
  })
})
