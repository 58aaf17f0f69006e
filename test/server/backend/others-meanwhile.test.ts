import { PassThrough, type Readable } from 'node:stream'
import t from 'tap'
import { annotatingProject } from '../../support/annotating.ts'
import { forEachDatabase, type Person } from '../../support/backend.ts'

const lines = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => line(n)).join('\n')

await forEachDatabase(t, (t, database) => {
  t.test('other requests are served while a long list or table is read', async t => {
    const { app, owner, project, signUp } = await annotatingProject(t, { database })
    const other = await signUp()
    const bring = (path: string, by: Person, payload: string) => {
      const headers = { authorization: `Bearer ${by.tokens.access_token}`, 'content-type': 'text/csv' }
      return app.inject({ method: 'POST', url: `/api/projects/${project.id}/${path}?dryRun=true`, headers, payload })
    }
    const list = `name,scientificName,taxonRank\n${lines(60_000, n => `"Taxon ${n}","Taxon ${n}",species`)}`
    const table = `filename,latitude,depth\n${lines(120_000, n => `"image-${n}.jpg",12.5,100`)}`
    const places = `filename,site\n${lines(120_000, n => `image-${n}.jpg,M1`)}`
    for (const [path, file] of [
      ['labels/import', list],
      ['media/metadata', table],
      ['sites/assign-by-table', places]
    ] as const) {
      let isRead = false
      const reading = bring(path, owner, file).finally(() => {
        isRead = true
      })
      let answered = 0
      while (!isRead && answered < 5) {
        t.equal((await other.get('/auth/me')).statusCode, 200)
        answered += isRead ? 0 : 1
      }
      t.equal(answered, 5, path)
      const answer = await reading
      t.equal(answer.statusCode, 200, answer.body.slice(0, 500))
    }
  })

  t.test('several simultaneous lists of one person are all accepted; another person’s does not wait for an unfinished one', async t => {
    const { app, owner, project, signUp } = await annotatingProject(t, { database })
    const other = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: other.email, role: 'editor' })
    const send = (by: Person, payload: string | Readable) =>
      app.inject({
        method: 'POST',
        url: `/api/projects/${project.id}/labels/import`,
        headers: { authorization: `Bearer ${by.tokens.access_token}`, 'content-type': 'text/csv' },
        payload
      })
    const slow = new PassThrough()
    slow.write('name\nslow\n')
    const arriving = send(owner, slow)
    const taken = await Promise.all([send(owner, 'name\nfirst'), send(owner, 'name\nsecond'), send(other, 'name\nthird')])
    t.same(
      taken.map(({ statusCode }) => statusCode),
      [200, 200, 200],
      'before the first one has ended'
    )
    slow.end()
    t.equal((await arriving).statusCode, 200)
    const { labels } = (await owner.get(`/projects/${project.id}/labels/outline`)).json<{ labels: { name: string }[] }>()
    t.same(labels.map(({ name }) => name).sort(), ['first', 'second', 'slow', 'third'])
  })
})
