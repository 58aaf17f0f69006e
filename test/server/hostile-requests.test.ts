import { join } from 'node:path'
import t from 'tap'
import { forEachDatabase } from '../support/backend.ts'
import { fuzz } from '../support/fuzz/fuzz.ts'
import { migratedPostgres } from '../support/migrated.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// `npm run soak -- fuzz` sends a million requests, from a new seed each time. This test fails for the same requests each time or never.
await forEachDatabase(t, async (t, database) => {
  t.test('every contract answers every request within its schema, and never with 500', async t => {
    const databaseUrl = database === 'postgres' ? await migratedPostgres(t) : null
    const dataDir = join(temporaryFolder(t), 'data')
    const { sent, byStatus, faults } = await fuzz({ dataDir, databaseUrl, seed: '5eab1ade', requests: 1_500 })
    t.same([...faults.values()], [])
    t.equal(sent, 1_500)
    for (const status of [200, 201, 204, 400, 401, 403, 404, 409, 422]) t.ok((byStatus.get(status) ?? 0) > 0, `some were ${status}`)
  })
})
