import pino from 'pino'
import t from 'tap'
import { proposeFromRecords } from '../../../../server/backend/opportunities/from-records.ts'
import { withdrawProposals } from '../../../../server/backend/opportunities/withdraw-proposals.ts'
import type { OpportunityCard } from '../../../../shared/contracts/opportunities.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'

const log = pino({ level: 'silent' })

await forEachDatabase(t, (t, database) => {
  t.test('a proposal is withdrawn once none of its records is accepted, unless a moderator has handled it', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const { db } = storage
    const [admin, bo] = [await signUp(), await signUp()]
    const { id: projectId } = await bo.makeProject()
    const source = { projectId, name: 'Calls', source: 'obis.occurrences', query: { scientificname: 'Acanthuridae' } }
    const { id: jobId } = (await bo.post('/scraper/jobs', source)).json()
    const record = async (id: string, title: string) => {
      const ids = { id, scraper_job_id: jobId, project_id: projectId, identity: id, first_run_id: 'run', last_run_id: 'run' }
      const facts = { data_type: 'opportunity' as const, hash: id, version: 1, state: 'accepted' as const, flags: 0, source_flags: '[]' }
      const named = { url: `https://jobs.example/${title}`, title, title_key: title.toLowerCase() }
      await db
        .insertInto('scraped_record')
        .values({ ...ids, ...facts, ...named })
        .execute()
      const version = { record_id: id, number: 1, run_id: 'run', at: '2026-06-04T07:12:00.000Z', raw: new Uint8Array(), fields: '{}' }
      await db.insertInto('scraped_version').values(version).execute()
    }
    const set = (state: 'accepted' | 'waiting', ...ids: string[]) =>
      db.updateTable('scraped_record').set({ state }).where('id', 'in', ids).execute()
    const proposals = async () => (await admin.get('/data/opportunities?moderation=true')).json().items as OpportunityCard[]
    const titles = async () =>
      (await proposals())
        .filter(({ state }) => state === 'proposed')
        .map(({ title }) => title)
        .sort()

    await record('a', 'Pilot')
    await record('b', 'Cook')
    await record('c', 'Cook')
    await record('d', 'Diver')
    await record('e', 'Nurse')
    t.equal(await proposeFromRecords(db, log), 4)
    t.equal(await withdrawProposals(db), 0)
    const idOf = async (title: string) => (await proposals()).find(each => each.title === title)?.id
    const [diver, nurse] = [await idOf('Diver'), await idOf('Nurse')]
    t.equal((await admin.post(`/opportunities/${diver}/approve`)).statusCode, 200)
    t.equal((await admin.post(`/opportunities/${nurse}/refuse`, { reason: 'Not marine' })).statusCode, 200)

    await set('waiting', 'a', 'b', 'd', 'e')
    t.equal(await withdrawProposals(db), 1)
    t.strictSame(await titles(), ['Cook'], 'one of its two records is still accepted')
    t.equal((await bo.get(`/opportunities/${diver}`)).statusCode, 200, 'a published one stays')
    await set('waiting', 'c')
    const counts = await Promise.all([withdrawProposals(db), withdrawProposals(db)])
    t.equal(counts[0] + counts[1], 1)
    t.strictSame(await titles(), [])

    await set('accepted', 'a', 'd', 'e')
    t.equal(await proposeFromRecords(db, log), 1, 'a record that is accepted again is proposed again, and a refused one is not')
    t.strictSame(await titles(), ['Pilot'])
  })
})
