import t from 'tap'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'

await forEachDatabase(t, (t, database) => {
  t.test('people are added once, by e-mail address and with a role', async t => {
    const { signUp } = await testBackend(t, { database })
    const owner = await signUp('owner@lab.example')
    const bob = await signUp('Bob@lab.example')
    const { id } = await owner.makeProject()
    const url = `/projects/${id}/members`
    const added = await owner.post(url, { email: 'bob@LAB.example', role: 'editor' })
    t.equal(added.statusCode, 201)
    t.match(added.json(), { accountId: bob.id, email: 'Bob@lab.example', name: null, role: 'editor', avatarUrl: null })
    t.equal((await bob.get(`/projects/${id}`)).json().role, 'editor')

    const again = await owner.post(url, { email: 'bob@lab.example', role: 'viewer' })
    t.equal(again.statusCode, 409)
    t.match(again.json(), { code: 'ALREADY_MEMBER' })
    const nobody = await owner.post(url, { email: 'nobody@lab.example', role: 'viewer' })
    t.equal(nobody.statusCode, 422)
    t.match(nobody.json(), { code: 'NO_SUCH_ACCOUNT', detail: /nobody@lab\.example/ })
    t.equal((await owner.post(url, { email: 'bob@lab.example', role: 'admin' })).statusCode, 422)
    t.equal((await owner.post(url, { email: 'bob@lab.example', role: 'viewer', accountId: owner.id })).statusCode, 422)
    t.match((await bob.get(url)).json().members, [
      { accountId: owner.id, role: 'owner' },
      { accountId: bob.id, role: 'editor' }
    ])
    t.equal((await owner.get(`/projects/${id}`)).json().memberCount, 2)
  })

  t.test('a person added by two owners simultaneously is a member once', async t => {
    const { signUp } = await testBackend(t, { database })
    const owner = await signUp()
    const bob = await signUp()
    const { id } = await owner.makeProject()
    const add = () => owner.post(`/projects/${id}/members`, { email: bob.email, role: 'viewer' })
    t.same((await Promise.all([add(), add(), add()])).map(answer => answer.statusCode).sort(), [201, 409, 409])
    t.equal((await owner.get(`/projects/${id}`)).json().memberCount, 2)
  })

  t.test('only owners change members; everyone may leave', async t => {
    const { signUp } = await testBackend(t, { database })
    const [owner, editor, viewer, stranger] = [await signUp(), await signUp(), await signUp(), await signUp()]
    const { id } = await owner.makeProject()
    const url = `/projects/${id}/members`
    await owner.post(url, { email: editor.email, role: 'editor' })
    await owner.post(url, { email: viewer.email, role: 'viewer' })
    for (const [person, status] of [
      [stranger, 404],
      [viewer, 403],
      [editor, 403]
    ] as const) {
      t.equal((await person.post(url, { email: stranger.email, role: 'viewer' })).statusCode, status)
      t.equal((await person.patch(`${url}/${editor.id}`, { role: 'owner' })).statusCode, status)
      t.equal((await person.delete(`${url}/${owner.id}`)).statusCode, status)
    }
    t.equal((await viewer.patch(`${url}/${viewer.id}`, { role: 'owner' })).statusCode, 403, 'nobody promotes themselves')
    t.equal((await owner.delete(`${url}/${stranger.id}`)).statusCode, 404)
    t.equal((await owner.patch(`${url}/${stranger.id}`, { role: 'viewer' })).statusCode, 404)

    t.match((await owner.patch(`${url}/${viewer.id}`, { role: 'editor' })).json(), { role: 'editor' })
    t.equal((await viewer.get(`/projects/${id}`)).json().role, 'editor')
    t.equal((await viewer.put(`/projects/${id}`, { revision: 1, title: 'Edited' })).statusCode, 200)
    await owner.patch(`${url}/${viewer.id}`, { role: 'viewer' })
    t.equal(
      (await viewer.put(`/projects/${id}`, { revision: 2, title: 'Again' })).statusCode,
      403,
      'a demotion applies immediately (row 31)'
    )
    t.equal((await viewer.delete(`${url}/${viewer.id}`)).statusCode, 204)
    t.equal((await viewer.get(`/projects/${id}`)).statusCode, 404)
    t.equal((await owner.delete(`${url}/${editor.id}`)).statusCode, 204)
    t.equal((await owner.get(`/projects/${id}`)).json().memberCount, 1)
    const events = (await owner.get(`/projects/${id}/activity`)).json().items.map((item: { event: string }) => item.event)
    t.same(events.slice(0, 4), ['member.removed', 'member.left', 'member.changed', 'project.revised'])
  })

  t.test('a member of one project has no access through the path of another (row 28)', async t => {
    const { signUp } = await testBackend(t, { database })
    const [ada, bob] = [await signUp(), await signUp()]
    const hers = await ada.makeProject()
    const his = await bob.makeProject()
    t.equal((await bob.patch(`/projects/${his.id}/members/${ada.id}`, { role: 'viewer' })).statusCode, 404)
    t.equal((await bob.delete(`/projects/${his.id}/members/${ada.id}`)).statusCode, 404)
    t.equal((await bob.delete(`/projects/${hers.id}/members/${ada.id}`)).statusCode, 404)
    t.equal((await ada.get(`/projects/${hers.id}/members`)).json().members.length, 1)
  })

  t.test('the last owner stays owner, even when two owners leave at the same moment', async t => {
    const { signUp } = await testBackend(t, { database })
    const [ada, bob] = [await signUp(), await signUp()]
    const { id } = await ada.makeProject()
    const url = `/projects/${id}/members`
    for (const answer of [await ada.delete(`${url}/${ada.id}`), await ada.patch(`${url}/${ada.id}`, { role: 'viewer' })]) {
      t.equal(answer.statusCode, 422)
      t.match(answer.json(), { code: 'LAST_OWNER' })
    }
    t.equal((await ada.patch(`${url}/${ada.id}`, { role: 'owner' })).statusCode, 200, 'a change without effect is accepted')
    for (let round = 0; round < 5; round++) {
      const { id } = await ada.makeProject()
      const url = `/projects/${id}/members`
      await ada.post(url, { email: bob.email, role: 'owner' })
      const answers = await Promise.all([ada.delete(`${url}/${ada.id}`), bob.patch(`${url}/${bob.id}`, { role: 'viewer' })])
      t.same(answers.map(answer => answer.statusCode < 300).sort(), [false, true], 'one of them can leave')
    }
  })
})
