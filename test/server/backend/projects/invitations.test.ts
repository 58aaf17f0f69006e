import t from 'tap'
import type { Tokens } from '../../../../shared/contracts/auth.ts'
import type { Invitation } from '../../../../shared/contracts/invitations.ts'
import { forEachDatabase, goodPassword, type Person, personOf, type TestBackend, testBackend } from '../../../support/backend.ts'

type Made = Invitation & { secret: string }

const draft = { role: 'editor', days: 14, once: false }

async function invite(owner: Person, projectId: string, changes: object = {}): Promise<Made> {
  const answer = await owner.post(`/projects/${projectId}/invitations`, { ...draft, ...changes })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<Made>()
}

const preview = ({ app }: TestBackend, token: string) => app.inject({ method: 'POST', url: '/api/invitations/look', payload: { token } })
const accept = (person: Person, token: string) => person.post('/invitations/accept', { token })
const register = ({ app }: TestBackend, email: string, invitation: string) =>
  app.inject({ method: 'POST', url: '/api/auth/register', payload: { email, password: goodPassword, invitation } })
const over = (answer: { statusCode: number; json(): unknown }) => ({
  status: answer.statusCode,
  ...(answer.json() as { code: string; detail: string })
})

async function rolesIn(owner: Person, projectId: string): Promise<Record<string, string>> {
  const { members } = (await owner.get(`/projects/${projectId}/members`)).json<{ members: { email: string; role: string }[] }>()
  return Object.fromEntries(members.map(({ email, role }) => [email, role]))
}

await forEachDatabase(t, (t, database) => {
  t.test('a link admits several people with its role, with or without an account, and confirms their addresses', async t => {
    const backend = await testBackend(t, { database })
    const owner = await backend.signUp('owner@lab.example')
    const bob = await backend.signUp('bob@lab.example')
    const { id } = await owner.makeProject({ title: 'Reef survey' })
    const { secret, ...made } = await invite(owner, id)
    t.match(made, { role: 'editor', once: false, uses: 0, invitedBy: 'owner@lab.example' })
    t.match(secret, /^[\w-]{43}$/, '256 bits')
    const kept = await backend.storage.db.selectFrom('project_invitation').selectAll().execute()
    t.notMatch(JSON.stringify(kept), secret, 'stored as a hash')

    t.match((await preview(backend, secret)).json(), {
      projectId: id,
      projectTitle: 'Reef survey',
      role: 'editor',
      invitedBy: 'owner@lab.example'
    })
    t.equal((await bob.get(`/projects/${id}`)).statusCode, 404, 'opening the link does not admit anyone')
    t.match((await bob.get('/auth/me')).json(), { emailProved: false })
    t.same((await accept(bob, secret)).json(), { projectId: id, role: 'editor' })
    t.match((await bob.get('/auth/me')).json(), { emailProved: true })

    const joined = await register(backend, 'cleo@lab.example', secret)
    t.equal(joined.statusCode, 201)
    const cleo = await personOf(backend.app, joined.json<Tokens>())
    t.match((await cleo.get('/auth/me')).json(), { emailProved: true, administrator: false })
    t.equal((await cleo.get(`/projects/${id}`)).statusCode, 200)
    t.same(await rolesIn(owner, id), { 'owner@lab.example': 'owner', 'bob@lab.example': 'editor', 'cleo@lab.example': 'editor' })
    t.match((await owner.get(`/projects/${id}/invitations`)).json(), { invitations: [{ id: made.id, uses: 2 }] })
    t.match((await owner.get(`/projects/${id}`)).json(), { memberCount: 3 })
    t.match((await owner.get(`/projects/${id}/activity`)).json().items[0], { event: 'member.joined', detail: { role: 'editor' } })
  })

  t.test('a link for one person works once, even if two use it at the same moment', async t => {
    const backend = await testBackend(t, { database })
    const owner = await backend.signUp('owner@lab.example')
    const { id } = await owner.makeProject()
    const people = await Promise.all([1, 2, 3].map(() => backend.signUp()))
    const { secret } = await invite(owner, id, { once: true })
    const answers = await Promise.all(people.map(person => accept(person, secret)))
    t.same(answers.map(answer => answer.statusCode).sort(), [200, 410, 410])
    t.equal(Object.keys(await rolesIn(owner, id)).length, 2)
    t.match(over(await preview(backend, secret)), { status: 410, code: 'INVITATION_OVER', detail: /was already used/ })
    t.same((await owner.get(`/projects/${id}/invitations`)).json(), { invitations: [] })
  })

  t.test('a member keeps the role, and the link stays for others', async t => {
    const backend = await testBackend(t, { database })
    const owner = await backend.signUp('owner@lab.example')
    const bob = await backend.signUp('bob@lab.example')
    const { id } = await owner.makeProject()
    const { secret } = await invite(owner, id, { role: 'viewer', once: true })
    t.same((await accept(owner, secret)).json(), { projectId: id, role: 'owner' })
    t.same((await accept(bob, secret)).json(), { projectId: id, role: 'viewer' })
  })

  t.test('a link expires, is revoked, and ends with its project and with the role of its author', async t => {
    const backend = await testBackend(t, { database })
    const owner = await backend.signUp('owner@lab.example')
    const second = await backend.signUp('second@lab.example')
    const bob = await backend.signUp('bob@lab.example')
    const { id } = await owner.makeProject()
    const refused = async (secret: string, why: RegExp) => {
      for (const answer of [await preview(backend, secret), await accept(bob, secret)])
        t.match(over(answer), { status: 410, code: 'INVITATION_OVER', detail: why })
      t.equal((await bob.get(`/projects/${id}`)).statusCode, 404)
    }

    const ended = await invite(owner, id)
    await backend.storage.db
      .updateTable('project_invitation')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', ended.id)
      .execute()
    await refused(ended.secret, /has expired/)
    t.same((await owner.get(`/projects/${id}/invitations`)).json(), { invitations: [] })

    const revoked = await invite(owner, id)
    t.equal((await owner.delete(`/projects/${id}/invitations/${revoked.id}`)).statusCode, 204)
    t.equal((await owner.delete(`/projects/${id}/invitations/${revoked.id}`)).statusCode, 404)
    await refused(revoked.secret, /was revoked/)

    await owner.post(`/projects/${id}/members`, { email: second.email, role: 'owner' })
    const ofSecond = await invite(second, id, { role: 'owner' })
    await owner.patch(`/projects/${id}/members/${second.id}`, { role: 'viewer' })
    await refused(ofSecond.secret, /was revoked/)

    const ofProject = await invite(owner, id)
    t.equal((await owner.delete(`/projects/${id}`)).statusCode, 204)
    await refused(ofProject.secret, /does not exist/)
    await refused('x'.repeat(43), /does not exist/)
  })

  t.test('only owners create, see and revoke links, and only those of their project', async t => {
    const backend = await testBackend(t, { database })
    const owner = await backend.signUp('owner@lab.example')
    const editor = await backend.signUp('editor@lab.example')
    const stranger = await backend.signUp('stranger@lab.example')
    const { id } = await owner.makeProject()
    const theirs = await stranger.makeProject()
    await owner.post(`/projects/${id}/members`, { email: editor.email, role: 'editor' })
    const made = await invite(owner, id)
    for (const [person, status] of [
      [editor, 403],
      [stranger, 404]
    ] as const) {
      t.equal((await person.get(`/projects/${id}/invitations`)).statusCode, status)
      t.equal((await person.post(`/projects/${id}/invitations`, draft)).statusCode, status)
      t.equal((await person.delete(`/projects/${id}/invitations/${made.id}`)).statusCode, status)
    }
    t.equal((await stranger.delete(`/projects/${theirs.id}/invitations/${made.id}`)).statusCode, 404)
    t.notMatch((await owner.get(`/projects/${id}/invitations`)).body, made.secret)
    for (const wrong of [{ days: 0 }, { days: 91 }, { days: 1.5 }, { role: 'administrator' }, { once: 'yes' }, { more: 1 }])
      t.equal((await owner.post(`/projects/${id}/invitations`, { ...draft, ...wrong })).statusCode, 422, JSON.stringify(wrong))
    t.equal((await preview(backend, 'short')).statusCode, 422)
    t.equal((await backend.app.inject({ method: 'POST', url: '/api/invitations/accept', payload: { token: made.secret } })).statusCode, 401)
  })

  t.test('a link opens a server for invited people and for domains; a closed one stays closed', async t => {
    for (const [kind, status] of [
      ['invite', 201],
      ['domain', 201],
      ['closed', 403]
    ] as const) {
      const backend = await testBackend(t, { database, registration: { kind, domains: kind === 'domain' ? ['uni.example'] : [] } })
      const owner = await backend.signUp('owner@uni.example')
      const { id } = await owner.makeProject()
      const { secret } = await invite(owner, id, { once: true })
      t.equal((await register(backend, 'guest@elsewhere.example', 'x'.repeat(43))).statusCode, 403, kind)
      t.equal((await register(backend, 'guest@elsewhere.example', secret)).statusCode, status, kind)
      const uses = await backend.storage.db.selectFrom('project_invitation').select('uses').executeTakeFirstOrThrow()
      t.equal(uses.uses, status === 201 ? 1 : 0, 'the refused attempts did not use it up')
    }
  })

  t.test('a taken address does not use up the link', async t => {
    const backend = await testBackend(t, { database })
    const owner = await backend.signUp('owner@lab.example')
    const { id } = await owner.makeProject()
    const { secret } = await invite(owner, id, { once: true })
    t.equal((await register(backend, 'owner@lab.example', secret)).statusCode, 422)
    t.equal((await register(backend, 'new@lab.example', secret)).statusCode, 201)
  })
})
