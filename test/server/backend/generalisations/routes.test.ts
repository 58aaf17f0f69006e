import t, { type Test } from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { Generalisations } from '../../../../shared/contracts/generalisations.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { type DatabaseKind, forEachDatabase, type Person } from '../../../support/backend.ts'

const wholeProject = { labelId: null, grid: '0.1', fromRole: 'editor' }

async function scene(t: Test, database: DatabaseKind) {
  const base = await annotatingProject(t, { database, images: 2 })
  const url = `/projects/${base.project.id}/generalisations`
  const member = async (role: string): Promise<Person> => {
    const person = await base.signUp(`${role}@lab.example`)
    await base.owner.post(`/projects/${base.project.id}/members`, { email: person.email, role })
    return person
  }
  const read = async (by: Person = base.owner) => (await by.get(url)).json<Generalisations>()
  return { ...base, url, member, read, set: (draft: object, by: Person = base.owner) => by.post(url, draft) }
}

await forEachDatabase(t, (t, database) => {
  t.test('owners set rules, viewers see them, and the activity lists them', async t => {
    const { owner, project, member, read, set, addLabel } = await scene(t, database)
    const viewer = await member('viewer')
    t.same(await read(viewer), { rules: [], isExactForViewer: true })
    const coral = await addLabel('Lophelia')
    const made = await set({ ...wholeProject, labelId: coral.id, grid: '1' })
    t.equal(made.statusCode, 201, made.body)
    t.match(made.json(), { labelName: 'Lophelia', grid: '1', fromRole: 'editor', revision: 1 })
    t.equal((await set(wholeProject)).statusCode, 201)
    const seen = await read(viewer)
    t.match(seen.rules, [
      { labelId: null, grid: '0.1' },
      { labelId: coral.id, grid: '1' }
    ])
    t.equal(seen.isExactForViewer, false)
    t.equal((await read()).isExactForViewer, true)

    const { id } = made.json()
    const revised = await owner.patch(`/generalisations/${id}`, { revision: 1, grid: 'hidden', fromRole: 'viewer' })
    t.match(revised.json(), { grid: 'hidden', fromRole: 'viewer', revision: 2 })
    t.match((await owner.patch(`/generalisations/${id}`, { revision: 1, grid: '1' })).json(), { status: 409, code: 'STALE_REVISION' })
    t.equal((await owner.delete(`/generalisations/${id}`)).statusCode, 204)
    t.equal((await owner.delete(`/generalisations/${id}`)).statusCode, 404)
    const { items } = (await owner.get(`/projects/${project.id}/activity`)).json()
    t.match(items.slice(0, 4), [
      { event: 'generalisation.removed', detail: { name: 'Lophelia' } },
      { event: 'generalisation.revised', detail: { name: 'Lophelia', grid: 'hidden', role: 'viewer' } },
      { event: 'generalisation.created', detail: { name: '', grid: '0.1' } },
      { event: 'generalisation.created' }
    ])
  })

  t.test('strangers find no rules; only owners set, change and remove them', async t => {
    const { owner, signUp, url, member, set, app } = await scene(t, database)
    const { id } = (await set(wholeProject)).json()
    const [stranger, viewer, editor] = [await signUp('stranger@lab.example'), await member('viewer'), await member('editor')]
    for (const [person, status] of [
      [stranger, 404],
      [viewer, 403],
      [editor, 403]
    ] as const) {
      t.equal((await set({ ...wholeProject, grid: '1' }, person)).statusCode, status)
      t.equal((await person.patch(`/generalisations/${id}`, { revision: 1, grid: '1' })).statusCode, status)
      t.equal((await person.delete(`/generalisations/${id}`)).statusCode, status)
    }
    t.equal((await stranger.get(url)).statusCode, 404)
    const token = (await owner.post('/auth/tokens', { name: 'notebook', scope: 'read' })).json()
    const headers = { authorization: `Bearer ${token.secret}` }
    t.equal((await app.inject({ url: `/api${url}`, headers })).statusCode, 200)
    t.equal((await app.inject({ method: 'POST', url: `/api${url}`, headers, payload: wholeProject })).statusCode, 403)
  })

  t.test('a rule needs a label of this catalog, and is the only one for it', async t => {
    const { owner, set, addLabel, read } = await scene(t, database)
    const other = await owner.makeProject({ title: 'Another' })
    const foreign = (await owner.post(`/projects/${other.id}/labels`, { name: 'Foreign' })).json()
    const gone = await addLabel('Gone')
    await owner.delete(`/labels/${gone.id}`)
    for (const labelId of [foreign.id, gone.id, newId()])
      t.match((await set({ ...wholeProject, labelId })).json(), { status: 422, errors: [{ path: '/labelId' }] })
    for (const wrong of [{ grid: '0.5' }, { fromRole: 'captain' }, { extra: 1 }])
      t.equal((await set({ ...wholeProject, ...wrong })).statusCode, 422, JSON.stringify(wrong))
    const coral = await addLabel('Lophelia')
    const both = await Promise.all([set({ ...wholeProject, labelId: coral.id }), set({ ...wholeProject, labelId: coral.id, grid: '1' })])
    t.same(both.map(({ statusCode }) => statusCode).sort(), [201, 409])
    t.match(both.find(({ statusCode }) => statusCode === 409)?.json(), { code: 'RULE_STANDS', detail: /“Lophelia”/ })
    t.equal((await set(wholeProject)).statusCode, 201)
    t.match((await set(wholeProject)).json(), { code: 'RULE_STANDS', detail: /the whole project/ })
    t.equal((await read()).rules.length, 2)
  })

  t.test('the rule of a merged label moves to its target; of two the stricter stays; that of a deleted label is removed', async t => {
    const { owner, project, member, set, addLabel, read } = await scene(t, database)
    const [code, coral, sponge] = [await addLabel('Coral 7'), await addLabel('Lophelia'), await addLabel('Sponge')]
    const merge = async (from: { id: string }, into: string) => {
      const { revision } = (await owner.get(`/labels/${from.id}`)).json()
      const answer = await owner.post(`/labels/${from.id}/merge`, { into, revision })
      t.ok(answer.statusCode < 300, answer.body)
    }
    await set({ ...wholeProject, labelId: code.id, grid: '1', fromRole: 'viewer' })
    await merge(code, coral.id)
    t.match((await read()).rules, [{ labelId: coral.id, labelName: 'Lophelia', grid: '1', fromRole: 'viewer' }])
    t.match((await set({ ...wholeProject, labelId: code.id })).json(), { code: 'RULE_STANDS' }, 'the rule names the new label')
    await set({ ...wholeProject, labelId: sponge.id, grid: '0.01', fromRole: 'owner' })
    await merge(coral, sponge.id)
    t.match((await read()).rules, [{ labelId: sponge.id, grid: '1', fromRole: 'owner', revision: 2 }])
    const editor = await member('editor')
    t.match((await editor.delete(`/labels/${sponge.id}`)).json(), { status: 403, code: 'LABEL_RULED' })
    t.equal((await read()).rules.length, 1)
    t.equal((await owner.delete(`/labels/${sponge.id}`)).statusCode, 204)
    t.same((await read()).rules, [])
    const { items } = (await owner.get(`/projects/${project.id}/activity`)).json()
    t.match(
      items.find(({ event }: { event: string }) => event === 'generalisation.removed'),
      { detail: { name: 'Sponge' } }
    )
  })
})
