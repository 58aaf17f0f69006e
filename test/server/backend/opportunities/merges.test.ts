import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import t from 'tap'
import { proposeFromRecords } from '../../../../server/backend/opportunities/from-records.ts'
import { opportunityMerges } from '../../../../server/backend/opportunities/merges.ts'
import { writeReminders } from '../../../../server/backend/opportunities/reminders.ts'
import { opportunitySaves } from '../../../../server/backend/opportunities/saves.ts'
import type { Database } from '../../../../server/backend/storage/database.ts'
import type { Viewer } from '../../../../server/backend/viewer.ts'
import type { MergedOpportunity, Opportunity, OpportunityCard, OpportunityVersion } from '../../../../shared/contracts/opportunities.ts'
import { opportunitySaveLimit } from '../../../../shared/limits.ts'
import { forEachDatabase, type Person, testBackend } from '../../../support/backend.ts'

const dayMs = 86_400_000
const log = pino({ level: 'silent' })
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
const due = (date: string) => ({ label: null, date, time: '12:00', zone: 'UTC' })
const title = 'Coral reef restoration grants 2097'
const post = async (person: Person, draft: object = {}) =>
  (await person.post('/opportunities', { kind: 'grant', title, ...draft })).json<Opportunity>()
const read = async (person: Person, id: string) => (await person.get(`/opportunities/${id}`)).json<Opportunity>()
const history = async (person: Person, id: string) =>
  (await person.get(`/opportunities/${id}/versions`)).json<{ versions: OpportunityVersion[]; merged: MergedOpportunity[] }>()
const merge = async (person: Person, kept: string, other: string, take: string[] = []) => {
  const [{ revision }, { revision: otherRevision }] = [await read(person, kept), await read(person, other)]
  return person.post(`/opportunities/${kept}/merge`, { revision, otherId: other, otherRevision, take })
}
/** Stores the record `a` of a call on the web. */
async function addRecord(person: Person, db: Database, url: string): Promise<void> {
  const { id: projectId } = await person.makeProject()
  const source = { source: 'obis.occurrences', query: { scientificname: 'Acanthuridae' } }
  const { id: jobId } = (await person.post('/scraper/jobs', { projectId, name: 'Calls', ...source })).json()
  const ids = { id: 'a', scraper_job_id: jobId, project_id: projectId, identity: 'a', first_run_id: 'run', last_run_id: 'run' }
  const facts = { data_type: 'opportunity' as const, hash: 'a', version: 1, state: 'accepted' as const, flags: 0, source_flags: '[]' }
  await db
    .insertInto('scraped_record')
    .values({ ...ids, ...facts, url, title, title_key: title.toLowerCase() })
    .execute()
  const version = { record_id: 'a', number: 1, run_id: 'run', at: new Date().toISOString(), raw: new Uint8Array(), fields: '{}' }
  await db.insertInto('scraped_version').values(version).execute()
}
const titles = (answer: { json(): { items: OpportunityCard[] } }) => answer.json().items.map(({ title }) => title)

await forEachDatabase(t, (t, database) => {
  t.test('two opportunities become one: chosen fields, saves, sources and reminders follow, and the address leads to it', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const [admin, ana, bo, cem] = [await signUp(), await signUp(), await signUp(), await signUp()]
    const deadlines = [due(inDays(20))]
    const kept = await post(ana, { organization: 'Reef Fund', summary: 'Short', url: 'https://reef.example/7', deadlines })
    const other = await post(bo, { title: `${title}!`, summary: 'All the details', url: 'https://other.example/x', tags: ['corals'] })
    await bo.put(`/opportunities/${other.id}/save`, { note: 'Ask Dilan', reminders: [48] })
    await cem.put(`/opportunities/${kept.id}/save`, { note: 'First', reminders: [24] })
    await cem.put(`/opportunities/${other.id}/save`, { note: 'Second' })
    await admin.put(`/opportunities/${other.id}/save`, {})

    const answer = await admin.post(`/opportunities/${kept.id}/merge`, {
      ...{ revision: 1, otherId: other.id, otherRevision: 1, take: ['summary', 'tags', 'kind'], reason: 'The same call' }
    })
    t.equal(answer.statusCode, 200)
    const merged = answer.json<Opportunity>()
    t.match(merged, { id: kept.id, title, summary: 'All the details', organization: 'Reef Fund', tags: ['corals'], revision: 2 })
    t.same(merged.sources, ['https://other.example/x'], 'its address is kept')
    t.match(merged.deadlines, [{ date: inDays(20) }])

    for (const person of [ana, bo, cem]) t.equal((await read(person, other.id)).id, kept.id, 'the address leads to the one that stays')
    t.same(titles(await cem.get('/data/opportunities')), [title])
    t.match((await bo.get('/data/opportunities?mine=true')).json().items, [{ id: other.id, state: 'merged' }])
    t.same(titles(await cem.get('/data/opportunities?saved=true')), [title])
    t.match((await read(bo, kept.id)).saved, { note: 'Ask Dilan', reminders: [48] })
    t.match((await read(cem, kept.id)).saved, { note: 'First\nSecond', reminders: [24] })
    const at = Date.parse(`${inDays(20)}T12:00:00Z`)
    t.equal(await writeReminders(storage.db, false, at - 2 * dayMs), 2, 'the reminders of Bo and the administrator')
    t.match((await bo.post('/opportunities/similar', { url: 'https://other.example/x' })).json(), { items: [{ id: kept.id }] })
    t.match((await cem.post('/opportunities/similar', { title: `${title}!` })).json().items, { length: 1 })

    const seen = await history(cem, kept.id)
    t.match(seen.versions, [{ revision: 2, reason: 'Merged another opportunity into this one: The same call' }])
    t.same(
      seen.versions[0]?.changes.map(({ field }) => field),
      ['summary', 'tags']
    )
    t.match(seen.merged, [{ id: other.id, title: `${title}!`, maySeparate: false, versions: [{ state: 'merged', revision: 2 }] }])
    t.notOk('before' in seen.merged[0]!.versions[0]!.changes[0]!, 'values are for people who may edit')
    t.match((await history(bo, other.id)).merged, [{ maySeparate: false }], 'only someone who may edit both can separate them')
    t.match((await history(admin, kept.id)).merged, [{ maySeparate: true }])

    for (const edit of [
      () => bo.patch(`/opportunities/${other.id}`, { revision: 2, title: 'Again' }),
      () => bo.delete(`/opportunities/${other.id}`),
      () => bo.post(`/opportunities/${other.id}/versions/1/restore`, { revision: 2 })
    ])
      t.match((await edit()).json(), { status: 409, code: 'OPPORTUNITY_MERGED' })
    t.match((await admin.post(`/opportunities/${other.id}/approve`)).json(), { code: 'NOTHING_TO_MODERATE' })
    t.match((await admin.post(`/opportunities/${other.id}/refuse`, { reason: 'Spam' })).json(), { code: 'NOTHING_TO_MODERATE' })
    t.equal((await cem.post(`/opportunities/${other.id}/report`, { reason: 'spam' })).statusCode, 204)
    t.equal((await read(admin, kept.id)).reports, 1, 'a report at the old address is about the one that stays')
  })

  t.test('a separation gives back what the merge took, and both histories show it', async t => {
    const { signUp } = await testBackend(t, { database })
    const [admin, ana, bo, cem] = [await signUp(), await signUp(), await signUp(), await signUp()]
    const [kept, other] = [await post(ana), await post(bo, { title: 'Other', deadlines: [due(inDays(9))] })]
    await cem.put(`/opportunities/${other.id}/save`, { note: 'Mine' })
    t.equal((await merge(admin, kept.id, other.id)).statusCode, 200)
    const separate = (person: Person, revision: number) => person.post(`/opportunities/${other.id}/separate`, { revision })
    t.match((await separate(bo, 2)).json(), { status: 403, code: 'OPPORTUNITY_OF_OTHERS' })
    t.match((await separate(cem, 2)).json(), { status: 404 })
    t.match((await separate(admin, 1)).json(), { status: 409, code: 'STALE_REVISION' })
    t.match((await separate(admin, 2)).json(), { id: other.id, title: 'Other', state: 'published', revision: 3 })
    t.match((await separate(admin, 3)).json(), { status: 409, code: 'OPPORTUNITY_NOT_MERGED' })
    t.match(await read(cem, other.id), { id: other.id, saved: { note: 'Mine' } })
    t.equal((await read(cem, kept.id)).isSaved, false, 'an unchanged copy of a save is removed')
    t.match((await history(ana, kept.id)).versions, [{ reason: 'Separated another opportunity from this one' }, { reason: /Merged/ }])
    t.match(await history(bo, other.id), { versions: [{ state: 'published' }, { state: 'merged' }], merged: [] })

    await merge(admin, kept.id, other.id)
    await cem.delete(`/opportunities/${kept.id}/save`)
    await separate(admin, 4)
    t.equal((await read(cem, other.id)).isSaved, false, 'a save removed from the one that stayed does not return')

    await merge(admin, kept.id, other.id)
    t.equal((await ana.delete(`/opportunities/${kept.id}`)).statusCode, 204)
    t.match(await read(cem, other.id), { id: other.id, state: 'published', title: 'Other' }, 'it returns when the other is deleted')
    t.match((await history(bo, other.id)).versions, [{ state: 'published', reason: /was deleted/ }, { state: 'merged' }])
  })

  t.test('a chain of merges leads to the last one', async t => {
    const { signUp } = await testBackend(t, { database })
    const [, ana, bo] = [await signUp(), await signUp(), await signUp()]
    const [first, second, third] = [await post(ana, { url: 'https://a.example/1' }), await post(ana), await post(ana, { title: 'Third' })]
    await merge(ana, second.id, first.id)
    await merge(ana, third.id, second.id)
    for (const { id } of [first, second]) t.equal((await read(bo, id)).id, third.id)
    t.same((await read(bo, third.id)).sources, ['https://a.example/1'])
    t.equal((await history(ana, third.id)).merged.length, 2)
    await ana.post(`/opportunities/${second.id}/separate`, { revision: 3 })
    for (const { id } of [first, second])
      t.equal((await read(bo, id)).id, second.id, 'the first was merged into the second, and goes with it')
    t.same((await read(bo, second.id)).sources, ['https://a.example/1'])
    t.same((await history(ana, third.id)).merged, [])

    await merge(ana, third.id, second.id)
    await ana.delete(`/opportunities/${third.id}`)
    for (const { id } of [first, second])
      t.equal((await read(bo, id)).id, second.id, 'a deletion of the last one leaves the rest of the chain')
    await merge(ana, (await post(ana)).id, second.id)
    await ana.post(`/opportunities/${first.id}/separate`, { revision: 2 })
    t.equal((await read(bo, first.id)).id, first.id, 'the first can leave the chain alone')
  })

  t.test('a deletion returns a merged proposal without an author to moderation', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const [admin, ana] = [await signUp(), await signUp()]
    const [kept, proposed] = [await post(ana), await post(admin, { title: 'From a record' })]
    await storage.db.updateTable('opportunity').set({ state: 'proposed', author_id: null }).where('id', '=', proposed.id).execute()
    await merge(admin, kept.id, proposed.id)
    t.equal((await ana.delete(`/opportunities/${kept.id}`)).statusCode, 204)
    t.match((await admin.get('/data/opportunities?moderation=true')).json().items, [{ id: proposed.id, state: 'proposed' }])
    t.equal((await ana.get(`/opportunities/${proposed.id}`)).statusCode, 404)
  })

  t.test('what people save and report while two are one comes back with the merged one, once the survivor is deleted', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const [admin, ana, bo, cem] = [await signUp(), await signUp(), await signUp(), await signUp()]
    const [dil, eva] = [await signUp(), await signUp()]
    const deadlines = [due(inDays(20))]
    const [kept, other] = [await post(ana), await post(bo, { title: 'Other', deadlines })]
    await cem.put(`/opportunities/${other.id}/save`, { note: 'Before' })
    await dil.put(`/opportunities/${kept.id}/save`, { note: 'Of the survivor' })
    const both = [kept, other].map(({ id }, place) => eva.put(`/opportunities/${id}/save`, { note: `Note ${place}`, reminders: [24] }))
    await Promise.all(both)
    await ana.put(`/opportunities/${other.id}/save`, { note: 'Gone' })
    await dil.post(`/opportunities/${kept.id}/report`, { reason: 'spam', note: 'About the survivor' })
    await storage.db.updateTable('opportunity_save').set({ saved_at: '2026-01-01T00:00:00.000Z' }).execute()
    await storage.db.updateTable('opportunity_report').set({ at: '2026-01-01T00:00:00.000Z' }).execute()
    t.equal((await merge(admin, kept.id, other.id)).statusCode, 200)
    await cem.put(`/opportunities/${kept.id}/save`, { note: 'Changed meanwhile', reminders: [24] })
    await admin.put(`/opportunities/${other.id}/save`, { note: 'At the old address', reminders: [48] })
    await eva.put(`/opportunities/${other.id}/save`, { note: 'Note 0, changed\nNote 1', reminders: [] })
    await ana.delete(`/opportunities/${kept.id}/save`)
    await cem.post(`/opportunities/${other.id}/report`, { reason: 'no longer open', note: 'Meanwhile' })

    t.equal((await ana.delete(`/opportunities/${kept.id}`)).statusCode, 204)
    const savedBy = async (person: Person) => (await read(person, other.id)).saved
    t.match(await savedBy(cem), { note: 'Changed meanwhile', reminders: [24] })
    t.match(await savedBy(admin), { note: 'At the old address', reminders: [48] })
    t.match(await savedBy(eva), { note: 'Note 0, changed\nNote 1', reminders: [] }, 'a change by a person who had saved both')
    t.same([await savedBy(dil), await savedBy(ana)], [null, null], 'neither a save of the survivor alone, nor one that was removed')
    const { reports } = (await admin.get(`/opportunities/${other.id}/reports`)).json()
    t.match(reports, [{ note: 'Meanwhile', reason: 'no longer open' }])
    t.equal((await read(admin, other.id)).reports, reports.length)
    const at = Date.parse(`${inDays(20)}T12:00:00Z`)
    t.equal(await writeReminders(storage.db, false, at - 2 * dayMs), 1, 'the reminder of the administrator')

    const hidden = await post(ana)
    const proposed = await post(admin)
    await storage.db.updateTable('opportunity').set({ state: 'proposed', author_id: null }).where('id', '=', proposed.id).execute()
    await merge(admin, hidden.id, proposed.id)
    await cem.put(`/opportunities/${hidden.id}/save`, {})
    await cem.post(`/opportunities/${hidden.id}/report`, { reason: 'spam' })
    await ana.delete(`/opportunities/${hidden.id}`)
    for (const table of ['opportunity_save', 'opportunity_report'] as const)
      t.same(await storage.db.selectFrom(table).select('account_id').where('opportunity_id', '=', proposed.id).execute(), [], table)
  })

  t.test('open reports follow a merge and a separation, and a person counts once', async t => {
    const { signUp } = await testBackend(t, { database })
    const [admin, ana, bo, cem] = [await signUp(), await signUp(), await signUp(), await signUp()]
    const [kept, other] = [await post(ana), await post(ana)]
    const report = (person: Person, id: string, note: string) => person.post(`/opportunities/${id}/report`, { reason: 'spam', note })
    await report(bo, other.id, 'First')
    await report(cem, other.id, 'Of Cem')
    await report(bo, kept.id, 'Second')
    const reports = async (id: string) =>
      (await admin.get(`/opportunities/${id}/reports`))
        .json()
        .reports.map(({ note }: { note: string }) => note)
        .sort()
    const counts = async (...ids: string[]) => Promise.all(ids.map(async id => (await read(admin, id)).reports))
    await merge(admin, kept.id, other.id)
    t.same([await counts(kept.id), await reports(kept.id)], [[2], ['Of Cem', 'Second']])
    t.match((await admin.get('/data/opportunities?moderation=true')).json().items, [{ id: kept.id, reports: 2 }])
    await admin.post(`/opportunities/${other.id}/separate`, { revision: 2 })
    t.same(await counts(kept.id, other.id), [1, 2])
    t.same([await reports(kept.id), await reports(other.id)], [['Second'], ['First', 'Of Cem']])
    await merge(admin, kept.id, other.id)
    await admin.post(`/opportunities/${kept.id}/approve`)
    t.same([await counts(kept.id), await reports(kept.id)], [[0], []])
    await admin.post(`/opportunities/${other.id}/separate`, { revision: 4 })
    t.same(await counts(kept.id, other.id), [0, 0], 'a decision closes the reports about both')
  })

  t.test('a proposed opportunity stays hidden after a merge', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const [admin, ana] = [await signUp(), await signUp()]
    const shown = { isPublic: true }
    const url = 'https://unapproved.example/x'
    const [kept, proposed] = [await post(ana, shown), await post(admin, { ...shown, title: 'Not yet moderated', url })]
    await addRecord(ana, storage.db, url)
    const source = { record_id: 'a', opportunity_id: proposed.id, url, url_key: null, found_at: '2026-06-01T12:00:00.000Z' }
    await storage.db.insertInto('opportunity_source').values(source).execute()
    await storage.db.updateTable('opportunity').set({ state: 'proposed', author_id: null }).where('id', '=', proposed.id).execute()
    t.equal((await merge(admin, kept.id, proposed.id)).statusCode, 200)
    t.same((await history(ana, kept.id)).merged, [], 'a member does not see its title')
    for (const person of [ana, admin]) t.same((await read(person, kept.id)).sources, [], 'nor the web address that nobody approved')
    t.match((await history(admin, kept.id)).merged, [{ title: 'Not yet moderated', maySeparate: true }])
    for (const list of ['/data/opportunities?q=moderated', '/opportunities.jsonld', '/opportunities.rss'])
      t.notMatch((await ana.get(list)).payload, 'Not yet moderated', list)
    for (const feed of ['/opportunities.jsonld', '/opportunities.rss']) t.match((await ana.get(feed)).payload, kept.id, feed)
    t.match(titles(await ana.get('/data/opportunities?q=moderated')), [])
    await admin.post(`/opportunities/${proposed.id}/separate`, { revision: 2 })
    t.equal((await ana.get(`/opportunities/${proposed.id}`)).statusCode, 404, 'a separation does not publish it')
    await merge(admin, kept.id, proposed.id)
    t.same((await history(ana, kept.id)).merged, [], 'also after a second merge')
    t.same((await read(ana, kept.id)).sources, [])
  })

  t.test('a save during a merge is not lost', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const { db } = storage
    const [, ana, cem] = [await signUp(), await signUp(), await signUp('cem@lab.example')]
    const accountOf = async (id: string) =>
      (await db.selectFrom('opportunity').select('author_id').where('id', '=', id).executeTakeFirstOrThrow()).author_id!
    const cemsId = (await db.selectFrom('account').select('id').where('email', '=', 'cem@lab.example').executeTakeFirstOrThrow()).id
    const viewer = (accountId: string): Viewer => ({
      ...{ accountId, email: '', displayName: '', administrator: false, isConfined: false, sessionId: null, scope: 'write' }
    })
    const pair = async () => [await post(ana), await post(ana)] as const
    const body = (otherId: string) => ({ revision: 1, otherId, otherRevision: 1, take: [] })

    const [kept, other] = await pair()
    const mergesFirst: Database = Object.create(db, {
      transaction: {
        value: () => ({
          execute: async (work: (transaction: Database) => Promise<void>) => {
            await merge(ana, kept.id, other.id)
            return db.transaction().execute(work)
          }
        })
      }
    })
    await opportunitySaves(mergesFirst).put(viewer(cemsId), other.id, { note: 'Mine' })
    t.match(await read(cem, kept.id), { id: kept.id, saved: { note: 'Mine' } }, 'a merge before the save is stored')
    if (database !== 'postgres') return

    /** Ends a second writer between the last step of the first one and its commit, unless it waits for the first. */
    const interleave = async (first: (within: Database) => Promise<void>, second: () => Promise<{ statusCode: number }>) => {
      let answer: Promise<{ statusCode: number }> | undefined
      await db.transaction().execute(async transaction => {
        await first(
          Object.create(transaction, {
            transaction: { value: () => ({ execute: (work: (within: Database) => unknown) => work(transaction) }) }
          })
        )
        let isDone = false
        answer = second().finally(() => (isDone = true))
        const waits = async () =>
          (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)).rows
            .length > 0
        while (!isDone && !(await waits())) await setTimeout(20)
      })
      return (await answer!).statusCode
    }
    const [kept2, other2] = await pair()
    const ana2 = viewer(await accountOf(kept2.id))
    t.equal(
      await interleave(
        within => opportunityMerges(within).merge(ana2, kept2.id, body(other2.id)),
        () => cem.put(`/opportunities/${other2.id}/save`, { note: 'Second' })
      ),
      204
    )
    t.match(await read(cem, kept2.id), { id: kept2.id, saved: { note: 'Second' } }, 'a merge that has yet to end')
    const [kept3, other3] = await pair()
    t.equal(
      await interleave(
        within => opportunitySaves(within).put(viewer(cemsId), other3.id, { note: 'Third' }),
        () => ana.post(`/opportunities/${kept3.id}/merge`, body(other3.id))
      ),
      200
    )
    t.match(await read(cem, kept3.id), { id: kept3.id, saved: { note: 'Third' } }, 'a save that has yet to end')
  })

  t.test('two merges of one pair in opposite directions: one is refused', async t => {
    const { signUp } = await testBackend(t, { database })
    const [, ana] = [await signUp(), await signUp()]
    const [one, other] = [await post(ana), await post(ana)]
    const body = { revision: 1, otherRevision: 1, take: [] }
    const answers = await Promise.all([
      ana.post(`/opportunities/${one.id}/merge`, { ...body, otherId: other.id }),
      ana.post(`/opportunities/${other.id}/merge`, { ...body, otherId: one.id })
    ])
    t.same(answers.map(({ statusCode }) => statusCode).sort(), [200, 409])
  })

  t.test('a record at the address of a merged opportunity becomes a source of the one that stays', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const { db } = storage
    const [, ana] = [await signUp(), await signUp()]
    const [kept, other] = [await post(ana), await post(ana, { url: 'https://reef.example/7' })]
    await merge(ana, kept.id, other.id)
    await addRecord(ana, db, 'http://reef.example/7?utm_source=feed')
    t.equal(await proposeFromRecords(db, log), 0)
    t.same((await read(ana, kept.id)).sources, ['http://reef.example/7?utm_source=feed', 'https://reef.example/7'])
    await ana.post(`/opportunities/${other.id}/separate`, { revision: 2 })
    t.same((await read(ana, kept.id)).sources, [], 'the source goes with the one that is separated')
    t.same((await read(ana, other.id)).sources, ['http://reef.example/7?utm_source=feed'])
  })
})

t.test('refusals', async t => {
  const { signUp, app } = await testBackend(t)
  const [admin, ana, bo] = [await signUp(), await signUp(), await signUp()]
  const [kept, other, ofBo] = [await post(ana, { startsOn: '2097-05-01' }), await post(ana, { endsOn: '2097-04-01' }), await post(bo)]
  const draft = await post(ana, { isDraft: true })
  const body = { revision: 1, otherId: other.id, otherRevision: 1, take: [] as string[] }
  const send = async (id: string, more: object = {}, person = ana) =>
    (await person.post(`/opportunities/${id}/merge`, { ...body, ...more })).json()
  t.match(await send(kept.id, { revision: 2 }), { status: 409, code: 'STALE_REVISION' })
  t.match(await send(kept.id, { otherRevision: 2 }), { status: 409, code: 'STALE_REVISION' })
  t.match(await send(kept.id, { otherId: kept.id }), { status: 422, errors: [{ path: '/otherId' }] })
  t.match(await send(kept.id, { take: ['endsOn'] }), { status: 422, errors: [{ path: '/endsOn' }] }, 'values that contradict each other')
  t.match(await send(kept.id, { take: ['state'] }), { status: 422 })
  t.match(await send(kept.id, { take: ['summary', 'summary'] }), { status: 422 })
  t.match(await send(kept.id, { note: 'x' }), { status: 422 })
  t.match(await send(kept.id, { otherId: ofBo.id }), { status: 403, code: 'OPPORTUNITY_OF_OTHERS' })
  t.match(await send(ofBo.id), { status: 403, code: 'OPPORTUNITY_OF_OTHERS' })
  t.match(await send(kept.id, { otherId: draft.id }), { status: 409, code: 'OPPORTUNITIES_NOT_MERGEABLE' })
  t.match(await send(draft.id), { status: 409, code: 'OPPORTUNITIES_NOT_MERGEABLE' })
  t.match(await send(kept.id, { otherId: draft.id }, admin), { status: 404 }, 'a draft of someone else does not exist')
  t.match(await send('unknown'), { status: 404 })
  t.same([(await read(ana, kept.id)).revision, (await read(ana, other.id)).revision], [1, 1], 'a refusal changes neither of them')
  await admin.post(`/opportunities/${other.id}/refuse`, { reason: 'Spam' })
  t.match(await send(kept.id, { otherRevision: 2 }), { status: 409, code: 'OPPORTUNITIES_NOT_MERGEABLE' }, 'a rejected one stays rejected')
  t.match((await ana.post(`/opportunities/${kept.id}/separate`, { revision: 1 })).json(), { code: 'OPPORTUNITY_NOT_MERGED' })
  for (const call of ['merge', 'separate'])
    t.equal((await app.inject({ method: 'POST', url: `/api/opportunities/${kept.id}/${call}`, payload: body })).statusCode, 401)
})

t.test('similar calls offer a merge only to people who may edit both', async t => {
  const { signUp } = await testBackend(t)
  const [admin, ana, bo] = [await signUp(), await signUp(), await signUp()]
  const [one] = [await post(ana), await post(bo)]
  const offered = async (person: Person) =>
    (await person.get(`/opportunities/${one.id}/similar`)).json().items.map(({ mayMerge }: { mayMerge: boolean }) => mayMerge)
  t.same([await offered(admin), await offered(ana), await offered(bo)], [[true], [false], [false]])
  await post(ana)
  t.same((await offered(ana)).sort(), [false, true])
  t.match((await ana.post('/opportunities/similar', { title })).json().items, [
    { mayMerge: false },
    { mayMerge: false },
    { mayMerge: false }
  ])
})

t.test('the saves of a merged opportunity do not count', async t => {
  const { signUp, storage } = await testBackend(t)
  const [, ana] = [await signUp(), await signUp()]
  const [kept, other] = [await post(ana), await post(ana)]
  for (const { id } of [kept, other]) await ana.put(`/opportunities/${id}/save`, {})
  await merge(ana, kept.id, other.id)
  const { account_id: accountId } = await storage.db.selectFrom('opportunity_save').select('account_id').executeTakeFirstOrThrow()
  const { facts, kind, ...rest } = await storage.db
    .selectFrom('opportunity')
    .selectAll()
    .where('id', '=', kept.id)
    .executeTakeFirstOrThrow()
  const ids = Array.from({ length: opportunitySaveLimit - 2 }, (_, place) => `filler-${place}`)
  for (const id of ids) {
    await storage.db
      .insertInto('opportunity')
      .values({ ...rest, facts, kind, id })
      .execute()
    await storage.db
      .insertInto('opportunity_save')
      .values({ account_id: accountId, opportunity_id: id, saved_at: 'x', note: null, next_at: null })
      .execute()
  }
  const [last, more] = [await post(await signUp()), await post(await signUp())]
  t.equal((await ana.put(`/opportunities/${last.id}/save`, {})).statusCode, 204)
  t.match((await ana.put(`/opportunities/${more.id}/save`, {})).json(), { code: 'TOO_MANY_SAVED' })
})
