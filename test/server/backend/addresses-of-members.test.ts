import t from 'tap'
import { everyContract } from '../../../shared/every-contract.ts'
import { forEachDatabase, testBackend } from '../../support/backend.ts'
import { filled, nameOf, oneOfEach, queries } from '../../support/contract-calls.ts'

await forEachDatabase(t, (t, database) => {
  t.test('everyone may read an internal project, but only its members read their e-mail addresses', async t => {
    const backend = await testBackend(t, { database })
    const { app, signUp } = backend
    await signUp('admin@lab.example')
    const [ada, cy, di] = [await signUp('ada@reef.example'), await signUp('cy@reef.example'), await signUp('di@reef.example')]
    const visitor = await signUp('vi@lab.example')
    await ada.patch('/auth/me', { revision: 1, name: 'Ada “A” Lind' })
    const ids = await oneOfEach(backend, ada, [cy, di])
    const project = (await ada.get(`/projects/${ids.projectId}`)).json()
    await ada.put(`/projects/${ids.projectId}`, { revision: project.revision, visibility: 'internal' })
    t.equal((await visitor.get(`/projects/${ids.projectId}`)).statusCode, 200)
    const leaks: string[] = []
    let read = 0
    for (const contract of everyContract) {
      const { method, url, answer } = contract
      if (method !== 'GET' || answer === 'stream' || url.startsWith('/admin') || !/:\w/.test(url)) continue
      const headers = { authorization: `Bearer ${visitor.tokens.access_token}` }
      const found = await app.inject({ method, url: `/api${filled(url, ids)}${queries[nameOf(contract)] ?? ''}`, headers })
      if (found.statusCode === 200) read++
      if (found.body.includes('@reef.example')) leaks.push(`${nameOf(contract)}: ${found.body.match(/.{40}@reef/)?.[0]}`)
    }
    t.ok(read > 30, `${read} calls were answered`)
    t.same(leaks, [])
    await ada.post(`/annotations/${ids.annotationId}/comments`, { text: 'Look, @cy@reef.example. Or nobody@reef.example?' })
    const { comments } = (await visitor.get(`/annotations/${ids.annotationId}/comments`)).json()
    t.match(comments.at(-1), { text: 'Look, @Unnamed member. Or nobody@reef.example?', authorName: 'Ada “A” Lind' })
    await ada.post(`/annotations/${ids.annotationId}/comments`, { text: 'Ask:\ncy@reef.example\t"di@reef.example"' })
    const lines = (await visitor.get(`/annotations/${ids.annotationId}/comments`)).json().comments
    t.match(lines.at(-1), { text: 'Ask:\nUnnamed member\t"Unnamed member"' }, 'even after escaped characters')
    const text =
      "See @cy@reef.example’s, cy@reef.example's, “cy@reef.example”, **cy@reef.example**, cy@reef.example/di@reef.example, cy@reef.example—ok, to=cy@reef.example&cc=di@reef.example, cy@reef.example+di@reef.example"
    await ada.post(`/annotations/${ids.annotationId}/comments`, { text })
    const signs = (await visitor.get(`/annotations/${ids.annotationId}/comments`)).json().comments
    t.match(signs.at(-1), { text: text.replaceAll(/(cy|di)@reef.example/g, 'Unnamed member') }, 'even next to other characters')
    const { members } = (await visitor.get(`/projects/${ids.projectId}/members`)).json()
    t.match(members[0], { name: 'Ada “A” Lind', email: 'Ada “A” Lind', role: 'owner' })
    t.match((await cy.get(`/projects/${ids.projectId}/members`)).json().members[0], { email: 'ada@reef.example' }, 'members see addresses')
  })
})
