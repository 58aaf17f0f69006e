import t from 'tap'
import { forEachDatabase } from '../../../support/backend.ts'
import { leaveWhileRead } from '../../../support/leaving.ts'
import { navigatingProject } from '../../../support/navigating.ts'
import { startedThreads } from '../../../support/started-threads.ts'

const nameOf = (at: number) => `IMG_${String(at).padStart(6, '0')}.JPG`

await forEachDatabase(t, (t, database) => {
  t.test('a thread reads a table, and more than one batch of images is changed', async t => {
    const { app, owner, project, media } = await navigatingProject(t, Array(1200).fill(null), { database, runJobs: false })
    const started = await startedThreads(t, 'table')
    const attach = async (query: string) => {
      const payload = `filename,depth\n${Array.from({ length: 1200 }, (_, at) => `${nameOf(at)},${100 + at}`).join('\n')}\nother.jpg,3`
      const headers = { authorization: `Bearer ${owner.tokens.access_token}`, 'content-type': 'text/csv' }
      return app.inject({ method: 'POST', url: `/api/projects/${project.id}/media/metadata?${query}`, headers, payload })
    }
    const looked = await attach('dryRun=true')
    t.match(looked.json(), { rowCount: 1201, matchedCount: 1200, changedCount: 1200, problemCount: 1 })
    t.equal((await media(1199)).depthInMeters, null)
    const written = await attach('')
    t.same(written.json(), looked.json())
    t.equal((await media(1199)).depthInMeters, 1299)
    t.match((await attach('')).json(), { matchedCount: 1200, changedCount: 0 })
    t.same(
      started.map(({ name }) => name),
      ['table']
    )
  })

  t.test('a client that disconnects while a table is read ends its thread, and nothing is written', async t => {
    const { app, owner, project, media } = await navigatingProject(t, [null], { database, runJobs: false })
    const others = Array.from({ length: 200_000 }, (_, at) => `${nameOf(at)},100`).join('\n')
    const started = await startedThreads(t, 'table')
    const url = `/projects/${project.id}/media/metadata`
    await leaveWhileRead(started, { app, by: owner, url, body: `filename,depth\n${others}` })
    t.equal((await media(0)).depthInMeters, null)
    t.equal(started.length, 1)
  })
})
