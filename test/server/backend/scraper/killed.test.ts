import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import type { RecordPage } from '../../../../shared/contracts/outside-records.ts'
import type { LogLine, ScraperJob } from '../../../../shared/contracts/scraper.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { startKillable } from '../../../support/durability/killable-server.ts'
import { signUpScript } from '../../../support/durability/writers.ts'
import { fakeSite } from '../../../support/outside/fake-site.ts'
import { freshPostgres } from '../../../support/postgres.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { until } from '../../../support/until.ts'

const [pages, entries] = [8, 40]

/** Page of a feed with unique entries, and a link to the next page. */
const pageOf = (number: number) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Calls',
    ...(number < pages && { next_url: `/${number + 1}.json` }),
    items: Array.from({ length: entries }, (_, place) => ({ id: `${number}-${place}`, title: `Call ${number}-${place}` }))
  })

await forEachDatabase(t, (t, database) => {
  t.test('a run whose server is killed continues after its last page, without duplicate records, and its log has the reason', async t => {
    const site = await fakeSite(
      t,
      Object.fromEntries(Array.from({ length: pages }, (_, place) => [`/${place + 1}.json`, pageOf(place + 1)]))
    )
    const databaseUrl = database === 'postgres' ? await freshPostgres(t) : undefined
    const env = {
      DATA_DIR: join(temporaryFolder(t), 'data'),
      SCRAPER_ALLOW_HOSTS: site.host,
      ...(databaseUrl && { DATABASE_URL: databaseUrl })
    }
    const first = await startKillable(env)
    const { token, projectId } = await signUpScript(first.url)
    const authorization = { authorization: `Bearer ${token}` }
    const read = async <T>(url: string) => (await (await fetch(url, { headers: authorization })).json()) as T
    const body = JSON.stringify({ projectId, name: 'Calls', source: 'feed', query: { address: `${site.url}/1.json` }, startNow: true })
    const headers = { ...authorization, 'content-type': 'application/json' }
    // These pages are requested, and their answers do not arrive before the server is killed.
    const held = [2, 5].map(page => site.hold(`/${page}.json`))
    const { id } = (await (await fetch(`${first.url}/api/scraper/jobs`, { method: 'POST', headers, body })).json()) as ScraperJob

    let server = first
    for (const { asked, release } of held) {
      await asked
      await pause(Math.random() * 20)
      await server.kill()
      release()
      server = await startKillable(env)
    }
    const over = await until(
      () => read<ScraperJob>(`${server.url}/api/scraper/jobs/${id}`),
      ({ state }) => state === 'done'
    )
    t.match(over, { state: 'done', lastRun: { number: 1, new: pages * entries, found: pages * entries, pages, changed: 0 } })
    const { total, items } = await read<RecordPage>(`${server.url}/api/data/job/${id}?limit=200`)
    t.equal(total, pages * entries)
    t.equal(new Set(items.map(({ identity }) => identity)).size, 200)
    const log = await read<{ items: LogLine[] }>(`${server.url}/api/scraper/runs/${over.lastRun?.id}/log`)
    t.same(
      log.items.map(({ sentence }) => sentence).filter(sentence => /Continued/.test(sentence)),
      [1, 4].map(page => `The server stopped during the run. Continued after page ${page}`)
    )
    await server.stop()
  })
})
