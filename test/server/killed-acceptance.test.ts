import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { openDatabase } from '../../server/backend/storage/database.ts'
import type { BulkAcceptance } from '../../shared/contracts/bulk-acceptances.ts'
import { forEachDatabase } from '../support/backend.ts'
import { type KillableServer, startKillable } from '../support/durability/killable-server.ts'
import { redeliver } from '../support/durability/redeliver.ts'
import { signUpScript } from '../support/durability/writers.ts'
import { insertMediaRows } from '../support/media-rows.ts'
import { freshPostgres } from '../support/postgres.ts'
import { insertRun, suggestionRow } from '../support/suggested.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const suggestionCount = 5_000
const imageCount = 20

await forEachDatabase(t, async (t, database) => {
  t.test('a server killed during a bulk acceptance and during its undo completes both, each suggestion once', async t => {
    const place = { dataDir: join(temporaryFolder(t), 'data'), databaseUrl: database === 'postgres' ? await freshPostgres(t) : null }
    const env = { DATA_DIR: place.dataDir, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) }
    const first = await startKillable(env)
    const { token, projectId } = await signUpScript(first.url)
    const made = await call<{ id: string }>(first, 'POST', `/projects/${projectId}/labels`, { name: 'Sponge' })
    await first.stop()

    const storage = openDatabase(place)
    t.teardown(() => storage.close())
    const { db } = storage
    const { id: accountId } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
    const mediaIds = await insertMediaRows(db, { projectId, accountId, count: imageCount })
    const runId = await insertRun(db, { projectId, accountId })
    const rows = Array.from({ length: suggestionCount }, (_, at) =>
      suggestionRow({
        ...{ runId, projectId, mediaId: mediaIds[at % imageCount]!, annotationId: null, labelId: made.id },
        shape: { kind: 'point', x: at, y: at % 3000 }
      })
    )
    for (let from = 0; from < rows.length; from += 200)
      await db
        .insertInto('ai_suggestion')
        .values(rows.slice(from, from + 200))
        .execute()

    let server = await startKillable(env)
    const { id } = await call<BulkAcceptance>(server, 'POST', `/ai/runs/${runId}/acceptances`, { least: 0, expected: suggestionCount })
    await killedWhen(({ count }) => count > 0)
    const accepted = await ended('done')
    t.match(accepted, { count: suggestionCount, leftOut: 0 })
    t.same(await suggestionIds(), rows.map(row => row.id).sort(), 'one annotation for each suggestion')

    await call(server, 'POST', `/ai/acceptances/${id}/undo`)
    await killedWhen(({ restored }) => restored > 0)
    t.match(await ended('undone'), { restored: suggestionCount })
    t.same(await suggestionIds(), [])
    const waiting = await db
      .selectFrom('ai_suggestion')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    t.equal(Number(waiting.count), suggestionCount, 'every suggestion waits again')
    await server.stop()

    async function call<Answer>(to: KillableServer, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
      const answer = await fetch(`${to.url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as Answer
    }

    /** Kills the server once its work has begun, and starts it again. Fails the test if the work ended before. */
    async function killedWhen(hasBegun: (acceptance: BulkAcceptance) => boolean): Promise<void> {
      while (!hasBegun(await call<BulkAcceptance>(server, 'GET', `/ai/acceptances/${id}`))) await pause(1)
      await server.kill()
      if (database === 'postgres') await redeliver(db)
      const { state } = await db.selectFrom('ai_acceptance').select('state').where('decision_id', '=', id).executeTakeFirstOrThrow()
      t.match(state, /ing$/, 'the kill came in the middle')
      server = await startKillable(env)
    }

    async function ended(state: BulkAcceptance['state']): Promise<BulkAcceptance> {
      for (;;) {
        const acceptance = await call<BulkAcceptance>(server, 'GET', `/ai/acceptances/${id}`)
        if (acceptance.state === state) return acceptance
        await pause(50)
      }
    }

    /** Ids of the suggestions of all annotations, sorted, with repeats. */
    async function suggestionIds(): Promise<(string | null)[]> {
      const annotations = await db.selectFrom('annotation').select('suggestion_id').where('removed_at', 'is', null).execute()
      return annotations.map(({ suggestion_id: suggestionId }) => suggestionId).sort()
    }
  })
})
