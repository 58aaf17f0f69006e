import t from 'tap'
import { buildBackend } from '../../../server/backend/backend.ts'
import { forEachDatabase, testBackend } from '../../support/backend.ts'

await forEachDatabase(t, (t, database) => {
  t.test('a starting server purges rows deleted more than 30 days ago', async t => {
    const { config, storage, signUp } = await testBackend(t, { database })
    const ada = await signUp()
    const { id } = await ada.makeProject()
    const { id: kept } = await ada.makeProject()
    const longAgo = new Date(Date.now() - 31 * 24 * 60 * 60_000).toISOString()
    await storage.db.updateTable('project').set({ deleted_at: longAgo }).where('id', '=', id).execute()
    const next = await buildBackend({ ...config, runJobs: true })
    await next.ready()
    await next.close()
    t.same(await storage.db.selectFrom('project').select('id').execute(), [{ id: kept }])
  })
})
