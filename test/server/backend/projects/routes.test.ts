import t, { type Test } from 'tap'
import { purgeProjects } from '../../../../server/backend/projects/repository.ts'
import type { Project } from '../../../../shared/contracts/projects.ts'
import { type DatabaseKind, forEachDatabase, type Person, testBackend } from '../../../support/backend.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'

const titles = async (person: Person, query = '') =>
  (await person.get(`/projects${query}`)).json<{ projects: Project[] }>().projects.map(project => project.title)

/** Creates an owner, and one person of each other kind. */
async function cast(t: Test, database: DatabaseKind) {
  const backend = await testBackend(t, { database })
  const [owner, editor, viewer, stranger] = [
    await backend.signUp('owner@lab.example'),
    await backend.signUp('editor@lab.example'),
    await backend.signUp('viewer@lab.example'),
    await backend.signUp('stranger@lab.example')
  ]
  const project = await owner.makeProject()
  await owner.post(`/projects/${project.id}/members`, { email: editor.email, role: 'editor' })
  await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
  return { ...backend, owner, editor, viewer, stranger, project }
}

await forEachDatabase(t, (t, database) => {
  t.test('a project is created with the given facts, and its creator owns it', async t => {
    const { signUp } = await testBackend(t, { database })
    const ada = await signUp()
    const draft = {
      title: '  Cold-water corals ',
      description: '# Why\n\nTo count them.',
      habitat: 'Lophelia reef',
      region: ' ',
      startDate: '2026-05-01',
      endDate: '2026-05-01',
      visibility: 'internal'
    }
    const made = await ada.post('/projects', draft)
    t.equal(made.statusCode, 201)
    t.match(made.json(), {
      ...draft,
      title: 'Cold-water corals',
      region: null,
      role: 'owner',
      memberCount: 1,
      mediaCount: 0,
      revision: 1,
      coverMediaId: null,
      deletedAt: null
    })
    t.same((await ada.get(`/projects/${made.json().id}`)).json(), made.json())
  })

  t.test('a project without a title, with reversed dates or with unknown fields is refused (row 30)', async t => {
    const { signUp } = await testBackend(t, { database })
    const ada = await signUp()
    const cases: [object, string][] = [
      [{}, '/title'],
      [{ title: ' ' }, '/title'],
      [{ title: 'x'.repeat(201) }, '/title'],
      [{ title: 'a', description: 'x'.repeat(10_001) }, '/description'],
      [{ title: 'a', startDate: '2026-02-30' }, '/startDate'],
      [{ title: 'a', startDate: '2026-05-02', endDate: '2026-05-01' }, '/endDate'],
      [{ title: 'a', visibility: 'public' }, '/visibility'],
      [{ title: 'a', role: 'owner' }, '/role'],
      [{ title: 'a', id: 'mine' }, '/id'],
      [{ title: 'a', ownerId: 'x' }, '/ownerId']
    ]
    for (const [draft, path] of cases) {
      const answer = await ada.post('/projects', draft)
      t.equal(answer.statusCode, 422, JSON.stringify(draft).slice(0, 60))
      t.ok(
        answer.json().errors.some((error: { path: string }) => error.path === path),
        path
      )
    }
    t.equal((await ada.post('/projects', { title: 'a', description: 'x'.repeat(2_000_000) })).statusCode, 413)
    t.same(await titles(ada), [])
  })

  t.test('an edit changes the given fields and advances the revision, and the later of two edits is refused', async t => {
    const { signUp } = await testBackend(t, { database })
    const ada = await signUp()
    const { id } = await ada.makeProject({ habitat: 'reef', startDate: '2026-03-01' })
    const edits = await Promise.all(['A', 'B', 'C'].map(title => ada.put(`/projects/${id}`, { revision: 1, title })))
    t.same(edits.map(answer => answer.statusCode).sort(), [200, 409, 409])
    const done = edits.find(answer => answer.statusCode === 200)!.json()
    t.match(done, { revision: 2, habitat: 'reef', role: 'owner' })
    const late = await ada.put(`/projects/${id}`, { revision: 1, title: 'late' })
    t.match(late.json(), { code: 'STALE_REVISION', requestId: String })
    t.equal((await ada.put(`/projects/${id}`, { title: 'no revision' })).statusCode, 428)
    t.equal((await ada.put(`/projects/${id}`, { revision: 2, endDate: '2026-01-01' })).statusCode, 422, 'before the existing start')
    t.equal((await ada.put(`/projects/${id}`, { revision: 2, coverMediaId: 'not-a-picture-of-it' })).statusCode, 422)
    t.equal((await ada.put(`/projects/${id}`, { revision: 2, mediaCount: 7 })).statusCode, 422)
    const cleared = await ada.put(`/projects/${id}`, { revision: 2, habitat: null, startDate: null })
    t.match(cleared.json(), { habitat: null, startDate: null, title: done.title, revision: 3 })
  })

  t.test('owners may do everything, editors edit, viewers read, and strangers find nothing', async t => {
    const { owner, editor, viewer, stranger, project } = await cast(t, database)
    const url = `/projects/${project.id}`
    const statuses = async (call: (person: Person) => ReturnType<Person['get']>) => {
      const answers = []
      for (const person of [stranger, viewer, editor, owner]) answers.push((await call(person)).statusCode)
      return answers
    }
    t.same(await statuses(person => person.get(url)), [404, 200, 200, 200])
    for (const part of ['overview', 'activity', 'members'])
      t.same(await statuses(person => person.get(`${url}/${part}`)), [404, 200, 200, 200], part)
    let revision = 1
    const edit = async (person: Person, change: object) => {
      const answer = await person.put(url, { revision, ...change })
      if (answer.statusCode === 200) revision++
      return answer
    }
    t.same(await statuses(person => edit(person, { title: 'New' })), [404, 403, 200, 200])
    t.same(await statuses(person => edit(person, { visibility: 'private' })), [404, 403, 403, 200], 'only the owner decides who sees it')
    t.same(await statuses(person => person.post(`${url}/restore`)), [404, 404, 404, 404], 'there is nothing to restore')
    t.same(await statuses(person => person.delete(url)), [404, 403, 403, 204])
    t.same(await statuses(person => person.get(url)), [404, 404, 404, 404])
    t.same(await statuses(person => person.post(`${url}/restore`)), [404, 403, 403, 200])
    t.equal((await viewer.get(url)).json().role, 'viewer')
  })

  t.test('an internal project is readable by everyone who is signed in, and only readable', async t => {
    const { app, owner, stranger, project } = await cast(t, database)
    const url = `/projects/${project.id}`
    await owner.put(url, { revision: 1, visibility: 'internal' })
    t.match((await stranger.get(url)).json(), { id: project.id, role: null })
    t.same(await titles(stranger), ['Reef survey'])
    t.equal((await stranger.get(`${url}/members`)).statusCode, 200)
    t.equal((await stranger.put(url, { revision: 2, title: 'Mine' })).statusCode, 403)
    t.equal((await stranger.delete(url)).statusCode, 403)
    t.equal((await stranger.post(`${url}/members`, { email: stranger.email, role: 'owner' })).statusCode, 403)
    t.equal((await stranger.delete(`${url}/members/${stranger.id}`)).statusCode, 404, 'a non-member cannot leave')
    t.equal((await app.inject({ url: `/api${url}` })).statusCode, 401)
    t.same((await stranger.get('/activity')).json().items, [], 'it is not one of theirs')
  })

  t.test('a deleted project is hidden, listed as restorable, and restored whole', async t => {
    const { owner, editor, project } = await cast(t, database)
    await owner.makeProject({ title: 'Kept' })
    await owner.delete(`/projects/${project.id}`)
    t.same(await titles(owner), ['Kept'])
    t.same(await titles(owner, '?deleted=true'), ['Reef survey'])
    t.same(await titles(editor, '?deleted=true'), [], 'an editor cannot restore')
    t.equal((await owner.delete(`/projects/${project.id}`)).statusCode, 404)
    const back = await owner.post(`/projects/${project.id}/restore`)
    t.match(back.json(), { title: 'Reef survey', deletedAt: null, memberCount: 3, role: 'owner' })
    t.same(await titles(editor), ['Reef survey'])
  })

  t.test('after 30 days a deleted project cannot be restored, and is purged with all its data', async t => {
    const { owner, project, storage } = await cast(t, database)
    const [first, , third] = await insertMediaRows(storage.db, { projectId: project.id, accountId: owner.id, count: 120 })
    await storage.db.updateTable('project').set({ cover_media_id: first! }).where('id', '=', project.id).execute()
    await storage.db.updateTable('media').set({ removed_at: project.createdAt }).where('id', '=', third!).execute()
    await owner.delete(`/projects/${project.id}`)
    const { id: recent } = await owner.makeProject({ title: 'Deleted today' })
    await owner.delete(`/projects/${recent}`)
    const longAgo = new Date(Date.now() - 31 * 24 * 60 * 60_000).toISOString()
    await storage.db.updateTable('project').set({ deleted_at: longAgo }).where('id', '=', project.id).execute()
    t.equal((await owner.post(`/projects/${project.id}/restore`)).statusCode, 404)
    t.same(await titles(owner, '?deleted=true'), ['Deleted today'])
    t.same(await purgeProjects(storage.db), [project.id])
    t.same(await purgeProjects(storage.db), [], 'repeating it does no harm')
    for (const table of ['project_member', 'activity', 'media'] as const) {
      t.same(await storage.db.selectFrom(table).select('project_id').where('project_id', '=', project.id).execute(), [])
    }
  })

  t.test('the list is searched by words of title, region and habitat, without wildcards', async t => {
    const { signUp } = await testBackend(t, { database })
    const ada = await signUp()
    await ada.makeProject({ title: 'ÅNGERMAN 100% coverage' })
    await ada.makeProject({ title: 'Kelp_forest', region: 'Monterey Bay' })
    await ada.makeProject({ title: 'Seamount', habitat: 'Sponge Ground' })
    t.same(await titles(ada, `?search=${encodeURIComponent('ångerman')}`), ['ÅNGERMAN 100% coverage'])
    t.same(await titles(ada, `?search=${encodeURIComponent('A\u030angerman')}`), ['ÅNGERMAN 100% coverage'], 'typed as two characters')
    t.same(await titles(ada, '?search=monterey'), ['Kelp_forest'])
    t.same(await titles(ada, '?search=SPONGE'), ['Seamount'])
    t.same(await titles(ada, '?search=%25'), ['ÅNGERMAN 100% coverage'])
    t.same(await titles(ada, '?search=_'), ['Kelp_forest'])
    t.same(await titles(ada, `?search=${encodeURIComponent("' or 1=1 --")}`), [])
    t.equal((await ada.get('/projects?search=kelp')).json().totalCount, 1)
  })

  t.test('pages follow each other without gap or repeat, in each order', async t => {
    const { signUp } = await testBackend(t, { database })
    const ada = await signUp()
    const bob = await signUp()
    for (const title of ['b', 'A', 'ä', 'c', 'a', 'C', 'B']) await ada.makeProject({ title })
    await bob.makeProject({ title: 'not hers' })
    const orders = { title: ['A', 'a', 'B', 'b', 'c', 'C', 'ä'], created: ['B', 'C', 'a', 'c', 'ä', 'A', 'b'] }
    for (const [sort, expected] of Object.entries(orders)) {
      const seen: string[] = []
      let cursor: string | null = ''
      let pages = 0
      while (cursor !== null) {
        const page: { projects: Project[]; nextCursor: string | null; totalCount: number } = (
          await ada.get(`/projects?sort=${sort}&limit=3${cursor && `&cursor=${cursor}`}`)
        ).json()
        t.equal(page.totalCount, 7)
        seen.push(...page.projects.map(project => project.title))
        cursor = page.nextCursor
        pages++
      }
      t.equal(pages, 3)
      if (sort === 'created') t.same(seen, expected, sort)
      else
        t.same(
          seen.map(title => title.toLowerCase()),
          expected.map(title => title.toLowerCase()),
          sort
        )
      t.equal(new Set(seen).size, 7)
    }
    const [first] = (await ada.get('/projects?sort=title')).json().projects
    await ada.put(`/projects/${first.id}`, { revision: 1, description: 'touched' })
    t.equal((await ada.get('/projects')).json().projects[0].id, first.id, 'newest change first')
    for (const query of [
      'cursor=nonsense',
      `cursor=${Buffer.from('[1,2]').toString('base64url')}`,
      'limit=0',
      'limit=201',
      'sort=size',
      'owner=me'
    ]) {
      t.equal((await ada.get(`/projects?${query}`)).statusCode, 400, query)
    }
  })

  t.test('the activity lists events with their author, newest first, page by page', async t => {
    const { owner, editor, stranger, project } = await cast(t, database)
    await owner.patch('/auth/me', { revision: 1, name: 'Ada' })
    await editor.put(`/projects/${project.id}`, { revision: 1, title: 'Renamed', region: 'Fjord' })
    const { items, nextCursor } = (await owner.get(`/projects/${project.id}/activity?limit=2`)).json()
    t.match(items, [
      { event: 'project.revised', actorName: 'editor@lab.example', projectTitle: 'Renamed', detail: { fields: 'title, region' } },
      { event: 'member.added', actorName: 'Ada', detail: { member: 'viewer@lab.example', role: 'viewer' } }
    ])
    const rest = (await owner.get(`/projects/${project.id}/activity?limit=2&cursor=${nextCursor}`)).json()
    t.match(rest, { items: [{ event: 'member.added' }, { event: 'project.created' }], nextCursor: null })
    t.equal((await editor.get('/activity')).json().items.length, 4)
    t.same((await stranger.get('/activity')).json(), { items: [], nextCursor: null })
  })

  t.test('a refused edit leaves no trace in the activity', async t => {
    const { owner, project } = await cast(t, database)
    const count = async () => (await owner.get(`/projects/${project.id}/activity`)).json().items.length
    const before = await count()
    await owner.put(`/projects/${project.id}`, { revision: 9, title: 'x' })
    await owner.post(`/projects/${project.id}/members`, { email: 'nobody@lab.example', role: 'viewer' })
    await owner.post(`/projects/${project.id}/members`, { email: 'viewer@lab.example', role: 'viewer' })
    t.equal(await count(), before)
    t.equal((await owner.get(`/projects/${project.id}`)).json().memberCount, 3)
  })
})
