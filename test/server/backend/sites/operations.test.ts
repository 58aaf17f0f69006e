import t, { type Test } from 'tap'
import type { Services } from '../../../../server/backend/services.ts'
import { forgetSiteOperations } from '../../../../server/backend/sites/upkeep.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { Media } from '../../../../shared/contracts/media.ts'
import type { Site, SiteOperation, SiteOperationResult, Sites } from '../../../../shared/contracts/sites.ts'
import { type DatabaseKind, forEachDatabase, type Person, testBackend } from '../../../support/backend.ts'
import { blindScene } from '../../../support/blind-session.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'
import { sensitiveScene } from '../../../support/sensitive-scene.ts'

async function scene(t: Test, database: DatabaseKind) {
  const backend = await testBackend(t, { database })
  const owner = await backend.signUp('ana@lab.example')
  const project = await owner.makeProject()
  const send = (operations: unknown[], by: Person = owner, projectId = project.id) =>
    by.post(`/projects/${projectId}/sites/operations`, { operations })
  const results = async (...operations: SiteOperation[]): Promise<SiteOperationResult[]> => {
    const answer = await send(operations)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json().results
  }
  const list = async () => (await owner.get(`/projects/${project.id}/sites`)).json<Sites>().sites
  return { ...backend, owner, project, send, results, list }
}

const creation = (name: string, more: object = {}) => ({ id: newId(), kind: 'create' as const, siteId: newId(), name, ...more })
const outcomes = (results: readonly SiteOperationResult[]) => results.map(({ outcome }) => outcome)

await forEachDatabase(t, (t, database) => {
  t.test('sites are drawn, moved, deleted and restored, with ids made by the sender', async t => {
    const { owner, project, storage, results, list } = await scene(t, database)
    const [mediaId = ''] = await insertMediaRows(storage.db, { projectId: project.id, accountId: owner.id, count: 1 })
    const made = creation(' M1 ', { decimalLatitude: 58.9, decimalLongitude: 11.1, type: 'station' })
    const { siteId } = made
    const [drawn, moved] = await results(made, { id: newId(), kind: 'revise', siteId, revision: 1, decimalLatitude: 59 })
    t.match(drawn, { id: made.id, outcome: 'done', code: null, message: null })
    t.match(moved?.site, { id: siteId, name: 'M1', decimalLatitude: 59, decimalLongitude: 11.1, revision: 2 })
    await owner.post(`/projects/${project.id}/sites/assign`, { mediaIds: [mediaId], siteId })
    t.match(await results({ id: newId(), kind: 'remove', siteId, revision: 2 }), [{ outcome: 'done', site: null }])
    t.same(await list(), [])
    t.match(await results({ id: newId(), kind: 'restore', siteId }), [
      { outcome: 'done', site: { name: 'M1', mediaCount: 1, revision: 3 } }
    ])
    t.equal((await owner.get(`/media/${mediaId}`)).json<Media>().siteId, siteId)
    t.match(await results({ id: newId(), kind: 'restore', siteId }), [{ outcome: 'done', site: { revision: 3 } }], 'it is there')
    const { items } = (await owner.get(`/projects/${project.id}/activity`)).json<{ items: { event: string }[] }>()
    t.same(
      items.map(({ event }) => event).filter(event => event.startsWith('site.')),
      ['site.restored', 'site.removed', 'site.created']
    )
  })

  t.test('an operation that is sent again is applied once, alone and in a batch with others', async t => {
    const { storage, results, list } = await scene(t, database)
    const made = creation('M1')
    const move: SiteOperation = { id: newId(), kind: 'revise', siteId: made.siteId, revision: 1, name: 'M1 north' }
    t.same(outcomes(await results(made, made, move)), ['done', 'done', 'done'])
    t.match(await results(made, move, creation('M2')), [
      { outcome: 'done', site: { name: 'M1 north', revision: 2 } },
      { outcome: 'done', site: { revision: 2 } },
      { outcome: 'done', site: { name: 'M2', revision: 1 } }
    ])
    const removal: SiteOperation = { id: newId(), kind: 'remove', siteId: made.siteId, revision: 2 }
    await results(removal, { id: newId(), kind: 'restore', siteId: made.siteId })
    t.match(await results(removal), [{ outcome: 'done', site: { revision: 3 } }], 'a late repetition deletes nothing')
    t.same(
      (await list()).map(({ name }) => name),
      ['M1 north', 'M2']
    )

    const old = new Date(Date.now() - 366 * 86_400_000).toISOString()
    await storage.db.updateTable('site_operation').set({ at: old }).where('id', 'in', [made.id, move.id]).execute()
    await forgetSiteOperations.run({ db: storage.db } as Services)
    t.equal((await storage.db.selectFrom('site_operation').selectAll().execute()).length, 3)
    t.match(await results(made, move), [{ code: 'SITE_EXISTS' }, { outcome: 'refused' }], 'a forgotten one is not applied either')
    t.equal((await list()).length, 2)
  })

  t.test('an operation on an older revision changes nothing, and neither do those that build on it', async t => {
    const { owner, results } = await scene(t, database)
    const made = creation('M1')
    const { siteId } = made
    await results(made)
    await owner.patch(`/sites/${siteId}`, { revision: 1, notes: 'by another' })
    const revise = (revision: number, change: object): SiteOperation => ({ id: newId(), kind: 'revise', siteId, revision, ...change })
    const late = await results(revise(1, { name: 'Late' }), revise(2, { notes: 'on top' }), creation('M2'))
    t.match(late, [
      { outcome: 'stale', code: 'STALE_REVISION', message: 'Another member changed this site in the meantime' },
      { outcome: 'stale', site: { name: 'M1', notes: 'by another', revision: 2 } },
      { outcome: 'done', site: { name: 'M2' } }
    ])
    t.match(await results({ id: newId(), kind: 'remove', siteId, revision: 1 }), [{ outcome: 'stale', site: { revision: 2 } }])
    await owner.delete(`/sites/${siteId}`)
    t.match(await results({ id: newId(), kind: 'remove', siteId, revision: 2 }), [{ outcome: 'done', site: null }], 'it is deleted already')
    t.match(await results(revise(2, { name: 'Gone' })), [{ outcome: 'refused', code: 'NOT_FOUND', site: null }])
  })

  t.test('each impossible operation is refused with its reason, and the others are applied', async t => {
    const { owner, project, results, list } = await scene(t, database)
    const other = await owner.makeProject()
    const abroad = (await owner.post(`/projects/${other.id}/sites`, { name: 'Abroad' })).json<Site>()
    const surveyAbroad = (await owner.post(`/projects/${other.id}/surveys`, { name: 'Abroad' })).json().id
    const alsoAbroad = (await owner.post(`/projects/${other.id}/sites`, { name: 'Also abroad' })).json<Site>()
    const removedAbroad = (await owner.post(`/projects/${other.id}/sites`, { name: 'Removed' })).json<Site>()
    await owner.delete(`/sites/${removedAbroad.id}`)
    const twin = creation('m1')
    const answers = await results(
      creation('M1'),
      twin,
      { id: newId(), kind: 'revise', siteId: twin.siteId, revision: 1, notes: 'on a refused one' },
      creation('Half', { decimalLatitude: 10 }),
      creation('Deep', { minimumDepthInMeters: 20, maximumDepthInMeters: 10 }),
      creation('Elsewhere', { surveyId: surveyAbroad }),
      creation('Thief', { siteId: abroad.id }),
      creation('Ghost', { siteId: removedAbroad.id }),
      { id: newId(), kind: 'revise', siteId: alsoAbroad.id, revision: 1, name: 'Stolen' },
      { id: newId(), kind: 'remove', siteId: alsoAbroad.id, revision: 1 },
      { id: newId(), kind: 'restore', siteId: removedAbroad.id },
      { id: newId(), kind: 'restore', siteId: newId() },
      creation('M2')
    )
    t.same(
      answers.map(({ code }) => code),
      [
        null,
        'SITE_NAME_TAKEN',
        'SITE_NAME_TAKEN',
        'INVALID_REQUEST',
        'INVALID_REQUEST',
        'INVALID_REQUEST',
        'SITE_EXISTS',
        'SITE_EXISTS',
        'NOT_FOUND',
        'NOT_FOUND',
        'NOT_FOUND',
        'NOT_FOUND',
        null
      ]
    )
    t.equal(answers[1]?.message, 'The project already has a site named “M1”')
    t.match(answers[4]?.message, /maximumDepthInMeters is less than the minimum depth/)
    t.ok(
      answers.slice(6, 12).every(({ site }) => site === null),
      'nothing of another project is shown'
    )
    t.same(
      (await list()).map(({ name }) => name),
      ['M1', 'M2']
    )
    const there = (await owner.get(`/projects/${other.id}/sites`)).json<Sites>().sites
    t.same(
      there.map(({ name, revision }) => [name, revision]),
      [
        ['Abroad', 1],
        ['Also abroad', 1]
      ]
    )
    t.equal((await owner.get(`/projects/${project.id}/sites`)).statusCode, 200)
  })

  t.test('strangers, viewers and read tokens are refused, and so are malformed batches', async t => {
    const { app, owner, project, send, signUp, list } = await scene(t, database)
    const [stranger, viewer] = [await signUp(), await signUp()]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    t.equal((await send([creation('M1')], stranger)).statusCode, 404)
    t.equal((await send([creation('M1')], viewer)).statusCode, 403)
    const token = (await owner.post('/auth/tokens', { name: 'Notebook', scope: 'read', expiresAt: null })).json().secret
    const byToken = await app.inject({
      method: 'POST',
      url: `/api/projects/${project.id}/sites/operations`,
      headers: { authorization: `Bearer ${token}` },
      payload: { operations: [creation('M1')] }
    })
    t.match(byToken.json(), { status: 403, code: 'READ_ONLY_TOKEN' })
    const { siteId } = creation('M1')
    for (const operations of [
      [],
      [{ id: newId(), kind: 'explode', siteId }],
      [{ id: newId(), kind: 'create', siteId }],
      [{ id: newId(), kind: 'revise', siteId, name: 'Without a revision' }],
      [{ id: newId(), kind: 'revise', siteId, revision: 1 }],
      [{ id: newId(), kind: 'remove', siteId }],
      [creation('M1', { decimalLatitude: 91, decimalLongitude: 0 })],
      [creation('M1', { projectId: project.id })],
      Array.from({ length: 501 }, (_, at) => creation(`M${at}`))
    ])
      t.equal((await send(operations)).statusCode, 422, JSON.stringify(operations[0]))
    t.same(await list(), [])
  })

  t.test('an editor who sees a place generalised keeps the exact one', async t => {
    const { owner, project, member, rule, siteId, otherSiteId, anthozoa } = await sensitiveScene(t, database)
    await rule({ labelId: anthozoa })
    const editor = await member('editor')
    const send = async (...operations: SiteOperation[]): Promise<SiteOperationResult[]> =>
      (await editor.post(`/projects/${project.id}/sites/operations`, { operations })).json().results
    const revise = (id: string, change: object): SiteOperation => ({ id: newId(), kind: 'revise', siteId: id, revision: 1, ...change })
    const shown = (await editor.get(`/sites/${siteId}`)).json<Site>()
    const [moved, open] = await send(revise(siteId, { decimalLatitude: 41 }), revise(otherSiteId, { decimalLatitude: 41 }))
    t.match(moved, { outcome: 'refused', code: 'EXACT_PLACE_NEEDED', site: { name: shown.name, decimalLatitude: shown.decimalLatitude } })
    t.match(open, { outcome: 'done', site: { name: 'Open Bank', decimalLatitude: 41 } })
    const { name, decimalLatitude, decimalLongitude } = shown
    const [kept] = await send(revise(siteId, { name, decimalLatitude, decimalLongitude, type: 'transect' }))
    t.match(kept, { outcome: 'done', site: { name, type: 'transect', revision: 2 } })
    t.match((await owner.get(`/sites/${siteId}`)).json(), { name: 'Secret Reef', decimalLatitude: 40.58317, type: 'transect' })
    const gone = await send({ id: newId(), kind: 'remove', siteId, revision: 2 }, revise(siteId, { decimalLatitude: 41 }))
    t.match(gone, [{ outcome: 'done', site: null }, { code: 'NOT_FOUND' }])
    const [, after] = await send({ id: newId(), kind: 'restore', siteId }, {
      ...revise(siteId, { decimalLatitude: 41 }),
      revision: 3
    } as SiteOperation)
    t.match(after, { code: 'EXACT_PLACE_NEEDED', site: { name, decimalLatitude: shown.decimalLatitude } })
  })

  t.test('a blind member works as with the single calls', async t => {
    const { project, owner, bo, begin } = await blindScene(t, { database })
    await begin()
    const made = creation('B1', { decimalLatitude: 58.9, decimalLongitude: 11.1 })
    const answer = await bo.post(`/projects/${project.id}/sites/operations`, { operations: [made] })
    t.match(answer.json(), { results: [{ outcome: 'done', site: { id: made.siteId } }] })
    t.match((await owner.get(`/projects/${project.id}/sites`)).json(), { sites: [{ name: 'B1' }] })
  })
})
