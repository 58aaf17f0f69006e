import t from 'tap'
import { everyContract } from '../../../shared/every-contract.ts'
import { forEachDatabase, type Person, testBackend } from '../../support/backend.ts'
import { filled, nameOf, oneOfEach, queries } from '../../support/contract-calls.ts'

t.test('every contract is served', async t => {
  const { app } = await testBackend(t)
  await app.ready()
  for (const contract of everyContract) {
    t.ok(app.hasRoute({ method: contract.method, url: `/api${contract.url}` }), nameOf(contract))
  }
})

t.test('every call refuses anonymous requests, unless its contract states otherwise (row 29)', async t => {
  const { app } = await testBackend(t)
  const open = everyContract.filter(contract => contract.auth === 'none').map(nameOf)
  t.same(open.sort(), [
    'GET /opportunities.atom',
    'GET /opportunities.html',
    'GET /opportunities.json',
    'GET /opportunities.jsonld',
    'GET /opportunities.rss',
    'GET /opportunities/calendar.ics',
    'GET /server',
    'POST /auth/forgot-password',
    'POST /auth/login',
    'POST /auth/logout',
    'POST /auth/prove-email',
    'POST /auth/refresh',
    'POST /auth/register',
    'POST /auth/reset-password',
    'POST /invitations/look'
  ])
  for (const contract of everyContract) {
    if (contract.auth === 'none') continue
    for (const authorization of [undefined, 'Bearer nonsense', 'Bearer isobath_nonsense', 'Basic YTpi']) {
      const answer = await app.inject({
        method: contract.method,
        url: `/api${filled(contract.url)}`,
        headers: { ...(authorization && { authorization }) }
      })
      t.equal(answer.statusCode, 401, `${nameOf(contract)} with ${authorization ?? 'nothing'}`)
    }
  }
})

t.test('a read-only token sends nothing but GET, not even a preview', async t => {
  const { app, signUp } = await testBackend(t)
  const ana = await signUp()
  const { secret } = (await ana.post('/auth/tokens', { name: 'Notebook', scope: 'read', expiresAt: null })).json()
  const headers = { authorization: `Bearer ${secret}` }
  const refused = everyContract.filter(({ auth, method }) => auth !== 'none' && method !== 'GET' && method !== 'HEAD')
  t.ok(refused.map(nameOf).some(name => name.endsWith('/preview')) && refused.map(nameOf).some(name => name.endsWith('/dry-run')))
  for (const contract of refused) {
    const answer = await app.inject({ method: contract.method, url: `/api${filled(contract.url)}`, headers })
    t.match(answer.json(), { status: 403, code: 'READ_ONLY_TOKEN' }, nameOf(contract))
  }
})

/** Calls about things that belong to the server, not to people. */
const ofEveryone = ['GET /map/layers/:layerId/tiles/:z/:x/:y']

await forEachDatabase(t, (t, database) => {
  t.test('other people’s data do not exist for a viewer: every call with an id, all verbs (row 28)', async t => {
    const backend = await testBackend(t, { database })
    const { signUp } = backend
    const ada = await signUp('ada@lab.example')
    const bob = await signUp('bob@lab.example')
    const [cy, di] = [await signUp('cy@lab.example'), await signUp('di@lab.example')]
    const sessionId = (await ada.get('/auth/sessions')).json().sessions[0].id
    const ids = { ...(await oneOfEach(backend, ada, [cy, di])), sessionId }
    const { projectId, mediaId, annotationId } = ids
    const before = await snapshot(ada)
    for (const contract of everyContract) {
      if (!contract.url.includes(':') || ofEveryone.includes(nameOf(contract))) continue
      const answer = await bob.call(contract.method, filled(contract.url, ids) + (queries[nameOf(contract)] ?? ''), contract.example)
      const refused = contract.body === 'stream' ? [404, 412, 415] : [404]
      t.ok(refused.includes(answer.statusCode), `${nameOf(contract)} answered ${answer.statusCode}`)
    }
    t.same(await snapshot(ada), before, 'and nothing changed')

    async function snapshot(person: Person) {
      const parts = [
        `/projects/${projectId}`,
        `/projects/${projectId}/members`,
        `/projects/${projectId}/invitations`,
        `/projects/${projectId}/activity`,
        `/projects/${projectId}/labels`,
        `/projects/${projectId}/exports`,
        `/projects/${projectId}/imports`,
        `/media/${mediaId}/annotations`,
        `/annotations/${annotationId}/comments`,
        `/media/${mediaId}/comments/counts`,
        `/projects/${projectId}/sites`,
        `/projects/${projectId}/navigation`,
        `/projects/${projectId}/placements`,
        `/media/${mediaId}/scale`,
        `/projects/${projectId}/scale-settings`,
        `/projects/${projectId}/annotation-sessions`,
        `/projects/${projectId}/attribute-fields`,
        '/auth/tokens',
        '/auth/sessions'
      ]
      return Promise.all(parts.map(async url => (await person.get(url)).json()))
    }
  })
})
