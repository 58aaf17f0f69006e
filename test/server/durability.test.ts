import { join } from 'node:path'
import t from 'tap'
import { forEachDatabase } from '../support/backend.ts'
import { survivesKills } from '../support/durability/kills.ts'
import { freshPostgres } from '../support/postgres.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// The test with a thousand kills is `npm run soak -- kills`.
await forEachDatabase(t, async (t, database) => {
  t.test('a server killed during its writes keeps everything that it acknowledged', async t => {
    const databaseUrl = database === 'postgres' ? await freshPostgres(t) : null
    const { known, faults } = await survivesKills({ dataDir: join(temporaryFolder(t), 'data'), databaseUrl, kills: 1 })
    t.same(faults, [])
    t.ok(known.projects.size > 0, `${known.projects.size} projects were acknowledged`)
    t.ok(known.annotations.size > 0, `${known.annotations.size} annotations were acknowledged`)
    t.ok(known.media.size > 0, `${known.media.size} media items were acknowledged`)
  })
})
