import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { openDatabase } from '../../server/backend/storage/database.ts'
import { newId } from '../../server/lib/ids.ts'
import type { SiteOperation, SiteOperationResult } from '../../shared/contracts/sites.ts'
import { forEachDatabase } from '../support/backend.ts'
import { startKillable } from '../support/durability/killable-server.ts'
import { signUpScript } from '../support/durability/writers.ts'
import { freshPostgres } from '../support/postgres.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const sitesOfBatch = 150

/** New sites, each with two edits; a third of them are deleted again. */
function batchOf(round: number): SiteOperation[] {
  return Array.from({ length: sitesOfBatch }, (_, at): SiteOperation[] => {
    const siteId = newId()
    return [
      { id: newId(), kind: 'create', siteId, name: `M${round} ${at}`, decimalLatitude: 58, decimalLongitude: 11 },
      { id: newId(), kind: 'revise', siteId, revision: 1, decimalLatitude: 59 },
      at % 3 === 0
        ? { id: newId(), kind: 'remove', siteId, revision: 2 }
        : { id: newId(), kind: 'revise', siteId, revision: 2, notes: 'Moved' }
    ]
  }).flat()
}

await forEachDatabase(t, async (t, database) => {
  t.test(
    'a server killed during batches of site operations applies each batch whole or not at all, and once when it is sent again',
    async t => {
      const place = { dataDir: join(temporaryFolder(t), 'data'), databaseUrl: database === 'postgres' ? await freshPostgres(t) : null }
      const env = { DATA_DIR: place.dataDir, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) }
      let server = await startKillable(env)
      const { token, projectId } = await signUpScript(server.url)
      const storage = openDatabase(place)
      t.teardown(() => storage.close())
      const { db } = storage

      async function send(operations: SiteOperation[]): Promise<SiteOperationResult[]> {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const body = JSON.stringify({ operations })
        const answer = await fetch(`${server.url}/api/projects/${projectId}/sites/operations`, { method: 'POST', headers, body })
        if (!answer.ok) throw new Error(`answered ${answer.status}: ${await answer.text()}`)
        return ((await answer.json()) as { results: SiteOperationResult[] }).results
      }

      /** Rows that a batch left: operations, sites, deleted sites. */
      async function left(operations: readonly SiteOperation[]) {
        const ids = [...new Set(operations.map(({ siteId }) => siteId))]
        const applied = await db
          .selectFrom('site_operation')
          .select('id')
          .where(
            'id',
            'in',
            operations.map(({ id }) => id)
          )
          .execute()
        const sites = await db.selectFrom('site').select(['revision', 'decimal_latitude', 'notes']).where('id', 'in', ids).execute()
        const removed = await db.selectFrom('removed_site').select('id').where('id', 'in', ids).execute()
        return { applied: applied.length, sites, removed: removed.length }
      }
      const whole = {
        applied: 3 * sitesOfBatch,
        sites: Array.from({ length: (sitesOfBatch * 2) / 3 }, () => ({ revision: 3, decimal_latitude: 59, notes: 'Moved' })),
        removed: sitesOfBatch / 3
      }
      const nothing = { applied: 0, sites: [], removed: 0 }

      const first = batchOf(0)
      const began = performance.now()
      await send(first)
      const batchMs = performance.now() - began
      t.same(await left(first), whole)

      const sent = [first]
      let unanswered = 0
      for (let round = 1; round <= 12 && unanswered < 2; round++) {
        const batch = batchOf(round)
        sent.push(batch)
        const answer = send(batch).then(
          () => true,
          () => false
        )
        await pause((batchMs * (((round * 3) % 10) + 0.5)) / 10)
        await server.kill()
        const isAcknowledged = await answer
        if (!isAcknowledged) unanswered += 1
        server = await startKillable(env)
        const before = await left(batch)
        if (isAcknowledged || before.applied > 0) t.same(before, whole, 'whole')
        else t.same(before, nothing, 'not at all')
        for (const again of [1, 2]) {
          const outcomes = new Set((await send(batch)).map(({ outcome }) => outcome))
          t.same([...outcomes], ['done'], `sent again, ${again}`)
        }
        t.same(await left(batch), whole, 'once')
      }
      t.ok(unanswered > 0, 'a kill came in the middle')
      for (const batch of sent) t.same(await left(batch), whole, 'nothing acknowledged is lost')
      const { count } = await db
        .selectFrom('site')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      t.equal(Number(count), (sent.length * sitesOfBatch * 2) / 3, 'nothing is doubled')
      await server.stop()
    }
  )
})
