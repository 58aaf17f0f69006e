import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { forEachDatabase } from '../../../../support/backend.ts'
import { cataloguingProject } from '../../../../support/cataloguing.ts'

await forEachDatabase(t, (t, database) => {
  t.test('a catalog holds 200,000 labels and imports 20,000 in one call', async t => {
    const { app, owner, project, send, take, outline, tree } = await cataloguingProject(t, { database })
    const lines = Array.from({ length: 20_000 }, (_, at) => `${at},${at === 0 ? '' : Math.floor((at - 1) / 50)},Taxon ${at}`)
    t.match(await take(`id,parent_id,name\n${lines.join('\n')}`), { newCount: 20_000, refusedCount: 0 })
    t.equal((await outline()).length, 20_000)
    const url = `/api/projects/${project.id}/labels/outline`
    const headers = { authorization: `Bearer ${owner.tokens.access_token}`, 'accept-encoding': 'br, gzip' }
    const packed = await app.inject({ url, headers })
    t.match(packed.headers, { 'content-encoding': 'gzip', vary: 'accept-encoding' })
    t.ok(packed.rawPayload.length < 1_000_000, 'a long tree is sent compressed')
    t.same(JSON.parse(gunzipSync(packed.rawPayload).toString()).labels, await outline())
    t.equal((await tree())[1], '  Taxon 1')
    const tooMany = Array.from({ length: 180_001 }, (_, at) => `Another ${at}`)
    t.match((await send(`name\n${tooMany.join('\n')}`)).json(), {
      status: 409,
      code: 'CATALOG_FULL',
      detail: 'A catalog can have up to 200,000 labels'
    })
    t.equal((await outline()).length, 20_000)
  })
})
