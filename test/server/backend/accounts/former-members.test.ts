import t from 'tap'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'

await forEachDatabase(t, (t, database) => {
  t.test('a person whose account was deleted is a former member, and a person without a name is not', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const [ana, bo] = [await signUp(), await signUp()]
    const { id: projectId } = await ana.makeProject()
    const member = await ana.post(`/projects/${projectId}/members`, { email: bo.email, role: 'owner' })
    t.ok(member.statusCode < 300, member.body)
    const { id } = (await bo.post('/opportunities', { kind: 'job', title: 'ROV pilot' })).json()
    await bo.patch(`/opportunities/${id}`, { revision: 1, title: 'ROV pilots' })
    await bo.post(`/projects/${projectId}/site-imports`, { fileName: 'sites.csv', sites: [{ name: 'M1' }] })
    const observation = await bo.post(`/projects/${projectId}/observations`, { verbatimIdentification: 'Ophiura', eventDate: '2026-05-01' })
    const { id: observationId } = observation.json()
    const shown = async () => {
      const [posted, { versions }] = [
        (await ana.get(`/opportunities/${id}`)).json(),
        (await ana.get(`/opportunities/${id}/versions`)).json()
      ]
      const { items } = (await ana.get(`/projects/${projectId}/site-imports`)).json()
      const history = (await ana.get(`/observations/${observationId}/history`)).json()
      return {
        ...{ postedBy: posted.postedBy, poster: posted.poster, version: versions[0].isFormerMember },
        ...{ imported: items[0].isFormerMember, observed: history.items[0].isFormerMember }
      }
    }
    const unnamed = { postedBy: null, poster: 'person', version: false, imported: false, observed: false }
    t.same(await shown(), unnamed, 'without a name')
    await storage.db.deleteFrom('account').where('id', '=', bo.id).execute()
    t.same(await shown(), { postedBy: null, poster: 'former member', version: true, imported: true, observed: true })
  })
})
