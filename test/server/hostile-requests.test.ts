import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import t from 'tap'
import { forEachDatabase } from '../support/backend.ts'
import { fuzz } from '../support/fuzz/fuzz.ts'
import { migratedPostgres } from '../support/migrated.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// The test with a million requests is `npm run soak -- fuzz`.
await forEachDatabase(t, async (t, database) => {
  t.test('every contract answers every request within its schema, and never with 500', async t => {
    const seed = randomBytes(4).toString('hex')
    t.comment(`seed ${seed}`)
    const databaseUrl = database === 'postgres' ? await migratedPostgres(t) : null
    const dataDir = join(temporaryFolder(t), 'data')
    const { sent, byStatus, faults } = await fuzz({ dataDir, databaseUrl, seed, requests: 1_500 })
    t.same([...faults.values()], [])
    t.equal(sent, 1_500)
    for (const status of [200, 201, 204, 400, 401, 403, 404, 409, 422]) t.ok((byStatus.get(status) ?? 0) > 0, `some were ${status}`)
  })
})
