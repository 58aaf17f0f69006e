import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { Observation, ObservationPage, ObservationVersion } from '../../../../shared/contracts/observations.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { forEachDatabase } from '../../../support/backend.ts'

await forEachDatabase(t, (t, database) => {
  t.test('observations are added, listed by filters, changed, deleted and restored, and each change is kept', async t => {
    const { owner, project, addLabel, signUp } = await annotatingProject(t, { database, images: 1 })
    const url = `/projects/${project.id}/observations`
    const { id: fish } = await addLabel('Fish')
    const { id: cod } = await addLabel('Cod', fish)
    const siteId = (await owner.post(`/projects/${project.id}/sites`, { name: 'M1', decimalLatitude: 60.5, decimalLongitude: 4.25 })).json()
      .id

    const id = newId()
    const draft = { id, labelId: cod, individualCount: 3, eventDate: '2026-06', siteId, minimumDepthInMeters: 10, recordedBy: ' Ada ' }
    const made = await owner.post(url, draft)
    t.equal(made.statusCode, 201)
    t.match(made.json<Observation>(), {
      ...{ id, name: 'Cod', siteName: 'M1', firstDay: '2026-06-01', lastDay: '2026-06-30', recordedBy: 'Ada', revision: 1, source: null },
      ...{ occurrenceStatus: 'present', basisOfRecord: 'HumanObservation', place: { decimalLatitude: 60.5, decimalLongitude: 4.25 } }
    })
    t.equal((await owner.post(url, draft)).statusCode, 200, 'a repeated call adds nothing')
    const named = { verbatimIdentification: 'Gadus sp.', eventDate: '2025-01-02/2025-01-05', decimalLatitude: 61, decimalLongitude: 5 }
    t.match((await owner.post(url, { ...named, occurrenceID: 'net-1' })).json(), { name: 'Gadus sp.', lastDay: '2025-01-05' })

    const found = async (query: string) => (await owner.get(`${url}${query}`)).json<ObservationPage>()
    t.match(await found(''), { total: 2, items: [{ name: 'Gadus sp.' }, { name: 'Cod' }], nextCursor: null })
    const first = await found('?limit=1')
    t.match(await found(`?limit=1&cursor=${first.nextCursor}`), { total: 2, items: [{ id }], nextCursor: null })
    for (const query of [`labelId=${fish}`, 'q=COD', `siteId=${siteId}`, 'from=2026-06-15', 'to=2027-01-01&from=2026-01-01'])
      t.match(await found(`?${query}`), { total: 1, items: [{ id }] }, query)
    t.match([(await found('?to=2025-01-03')).total, (await found('?origin=outside')).total, (await found('?q=%25')).total], [1, 0, 0])

    const revised = await owner.patch(`/observations/${id}`, { revision: 1, individualCount: 4, eventDate: '2026-06-04' })
    t.match(revised.json(), { individualCount: 4, firstDay: '2026-06-04', lastDay: '2026-06-04', revision: 2 })
    t.match((await owner.patch(`/observations/${id}`, { revision: 1, individualCount: 5 })).json(), { code: 'STALE_REVISION' })
    t.match((await owner.patch(`/observations/${id}`, { revision: 2, individualCount: 4 })).json(), { revision: 2 }, 'nothing changed')
    t.equal((await owner.delete(`/observations/${id}`)).statusCode, 204)
    t.match((await owner.patch(`/observations/${id}`, { revision: 3, individualCount: 5 })).json(), { code: 'OBSERVATION_REMOVED' })
    t.match([(await found('')).total, (await found('?removed=true')).items[0]?.id], [1, id])
    t.match((await owner.post(`/observations/${id}/restore`)).json(), { removedAt: null, revision: 4 })
    const { items } = (await owner.get(`/observations/${id}/history`)).json<{ items: ObservationVersion[] }>()
    t.same(
      items.map(({ kind, changes }) => [kind, changes.map(({ field, from, to }) => `${field} ${from} ${to}`)]),
      [
        ['restored', []],
        ['removed', []],
        ['revised', ['individualCount 3 4', 'eventDate 2026-06 2026-06-04']],
        ['created', []]
      ]
    )

    const viewer = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    t.match((await viewer.get(url)).json(), { total: 2 })
    t.match((await viewer.get(`/observations/${id}/history`)).json().items[2], { by: owner.email })
    for (const refused of [
      await viewer.post(url, named),
      await viewer.patch(`/observations/${id}`, { revision: 4, individualCount: 1 }),
      await viewer.delete(`/observations/${id}`),
      await viewer.get(`${url}?removed=true`)
    ])
      t.match(refused.json(), { status: 403 })
    const stranger = await signUp()
    for (const path of [url, `/observations/${id}`, `/observations/${id}/history`]) t.equal((await stranger.get(path)).statusCode, 404)
    t.match((await stranger.patch(`/observations/${id}`, { revision: 4, individualCount: 1 })).json(), { status: 404 })
  })

  t.test('a search ignores the case of letters outside ASCII', async t => {
    const { owner, project } = await annotatingProject(t, { database, images: 1 })
    const url = `/projects/${project.id}/observations`
    for (const verbatimIdentification of ['Ährenfisch', 'Anchovy'])
      t.equal((await owner.post(url, { verbatimIdentification, eventDate: '2026-06' })).statusCode, 201)
    for (const q of ['ähren', 'ÄHREN'])
      t.match((await owner.get(`${url}?q=${encodeURIComponent(q)}`)).json(), { total: 1, items: [{ name: 'Ährenfisch' }] }, q)
  })

  t.test('an observation that cannot be true is refused, with its fields', async t => {
    const { owner, project, signUp } = await annotatingProject(t, { database, images: 1 })
    const url = `/projects/${project.id}/observations`
    const other = await signUp()
    const theirs = await other.makeProject()
    const { id: labelId } = (await other.post(`/projects/${theirs.id}/labels`, { name: 'Theirs' })).json()
    const held = (await other.post(`/projects/${theirs.id}/observations`, { labelId })).json()
    const refused = async (draft: object) => {
      const { statusCode, body } = await owner.post(url, { verbatimIdentification: 'Cod', ...draft })
      const { errors, code } = JSON.parse(body)
      return [statusCode, errors?.map(({ path }: { path: string }) => path).join() ?? code]
    }
    t.same(await refused({ verbatimIdentification: null }), [422, '/verbatimIdentification'])
    t.same(await refused({ labelId }), [422, '/labelId'], 'a label of another project')
    t.same(await refused({ siteId: 'nothing', sameAsAnnotationId: 'nothing' }), [422, '/siteId,/sameAsAnnotationId'])
    t.same(await refused({ decimalLatitude: 3 }), [422, '/decimalLongitude'])
    t.same(await refused({ minimumDepthInMeters: 9, maximumDepthInMeters: 3 }), [422, '/maximumDepthInMeters'])
    t.same(await refused({ organismQuantity: 3 }), [422, '/organismQuantityType'])
    t.same(await refused({ occurrenceStatus: 'absent', individualCount: 2 }), [422, '/individualCount'])
    t.same(await refused({ individualCount: 0 }), [422, '/individualCount'])
    for (const eventDate of ['28/09/2006', '2026-13', '2026-02-30', 'spring', '2026-06-04/2026-06-01'])
      t.same(await refused({ eventDate }), [422, '/eventDate'], eventDate)
    t.same(await refused({ id: held.id }), [422, '/id'])
    t.equal((await owner.post(url, { verbatimIdentification: 'Cod', occurrenceID: 'a' })).statusCode, 201)
    t.same(await refused({ occurrenceID: ' a' }), [409, 'OBSERVATION_ID_TAKEN'])
  })
})
