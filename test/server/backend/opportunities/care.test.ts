import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import pino from 'pino'
import t from 'tap'
import { fitOf } from '../../../../server/backend/opportunities/fit.ts'
import { proposeFromRecords } from '../../../../server/backend/opportunities/from-records.ts'
import { blankProfile } from '../../../../server/backend/opportunities/profile.ts'
import { mailReminders } from '../../../../server/backend/opportunities/reminder-mail.ts'
import { writeReminders } from '../../../../server/backend/opportunities/reminders.ts'
import type { Opportunity, OpportunityCard } from '../../../../shared/contracts/opportunities.ts'
import { calendarTokenLimit } from '../../../../shared/limits.ts'
import { forEachDatabase, type Person, testBackend } from '../../../support/backend.ts'
import { mailbox } from '../../../support/mailbox.ts'

const dayMs = 86_400_000
const log = pino({ level: 'silent' })
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
const due = (date: string, more: object = {}) => ({ label: null, date, time: '12:00', zone: 'UTC', ...more })
const post = async (person: Person, draft: object) =>
  (await person.post('/opportunities', { kind: 'grant', title: 'Grant', ...draft })).json<Opportunity>()
const calendar = (secret: string) => `/opportunities/calendar.ics?token=${secret}`
const titles = (answer: { json(): { items: OpportunityCard[] } }) => answer.json().items.map(({ title }) => title)

await forEachDatabase(t, (t, database) => {
  t.test('a list shows upcoming deadlines first, the nearest on top, and then past ones, the latest on top', async t => {
    const { signUp } = await testBackend(t, { database })
    const ana = await signUp()
    await post(ana, { title: 'Old', deadlines: [due(inDays(-30))] })
    await post(ana, { title: 'Just over', deadlines: [due(inDays(-2))] })
    await post(ana, { title: 'No deadline' })
    await post(ana, { title: 'Soon', deadlines: [due(inDays(9))] })
    await post(ana, { title: 'Two steps', deadlines: [due(inDays(3), { label: 'Abstracts' }), due(inDays(60))] })
    const sailed = { embarkOn: inDays(-2), berthsFree: 2 }
    const unstated = {
      ship: null,
      operator: null,
      cruise: null,
      embarkPort: null,
      disembarkPort: null,
      disembarkOn: null,
      berthsTotal: null
    }
    const more = { cabin: null, skills: null, duties: null, certificates: null, paid: null, accessibility: null, chiefScientist: null }
    const cruise = await post(ana, { kind: 'berth', title: 'Sailed', berth: { ...unstated, ...more, ...sailed } })
    t.equal(cruise.isOpen, false, 'a cruise without a deadline is over once the ship has sailed')

    const all = ['Two steps', 'Soon', 'No deadline', 'Sailed', 'Just over', 'Old']
    t.same(titles(await ana.get('/data/opportunities?open_only=false')), all)
    t.same(titles(await ana.get('/data/opportunities?closed_only=true')), all.slice(3))
    const pages: string[] = []
    for (let cursor = ''; cursor !== 'null'; ) {
      const page = (await ana.get(`/data/opportunities?open_only=false&limit=2${cursor && `&cursor=${cursor}`}`)).json()
      pages.push(...page.items.map(({ title }: OpportunityCard) => title))
      cursor = String(page.nextCursor)
    }
    t.same(pages, all)
    t.same(titles(await ana.get(`/data/opportunities?from=${inDays(2)}&to=${inDays(4)}`)), ['Two steps'])
    const [card] = (await ana.get('/data/opportunities')).json().items
    t.notOk('body' in card || 'howToApply' in card, 'a list contains no long texts')
  })

  t.test('the fit of a call follows from the facts and the catalogs of the person, with its reasons, and is not stored', async t => {
    const { signUp } = await testBackend(t, { database })
    const [ana, bo] = [await signUp(), await signUp()]
    const call = {
      kind: 'berth',
      title: 'Corals',
      taxa: ['Scleractinia'],
      regions: ['North-East Atlantic'],
      methods: ['ROV', 'annotation']
    }
    const { id } = await post(ana, call)
    await post(ana, { title: 'Norwegians', countries: ['NO'], regions: ['North-East Atlantic'] })
    t.equal((await bo.get(`/opportunities/${id}`)).json().fit, null, 'Bo’s profile is empty')
    const { id: projectId } = await bo.makeProject({ title: 'Cold-water corals' })
    const order = (await bo.post(`/projects/${projectId}/labels`, { name: 'Scleractinia', taxonRank: 'order' })).json()
    await bo.post(`/projects/${projectId}/labels`, { name: 'Caryophylliidae', taxonRank: 'family', parentId: order.id })
    const facts = { ...blankProfile, kinds: ['berth'], regions: ['North-East Atlantic'], methods: ['Annotation'], country: 'PT' }
    t.equal((await bo.put('/profile/opportunities', facts)).statusCode, 200)
    const fit = {
      verdict: 'fits',
      score: 72,
      reasons: ['North-East Atlantic', 'Scleractinia in your catalog', 'a kind you are interested in']
    }
    t.match((await bo.get(`/opportunities/${id}`)).json().fit, fit)
    const ranked = (await bo.get('/data/opportunities?sort=fits')).json()
    t.match(ranked.items, [
      { title: 'Corals', fit },
      { title: 'Norwegians', fit: { verdict: 'excluded', obstacle: 'Only for people in Norway' } }
    ])
    t.same(titles(await bo.get('/data/opportunities?fits=true')), ['Corals'])
    t.match((await bo.get('/profile/opportunities')).json(), { profile: facts, fromProjects: { catalogs: 1 } })
    await bo.put('/profile/opportunities', { ...facts, usesProjects: false })
    t.match((await bo.get(`/opportunities/${id}`)).json().fit, { score: 56 }, 'without the projects')
    t.equal((await bo.put('/profile/opportunities', { ...facts, country: 'Portugal' })).statusCode, 422)
  })

  t.test('a reminder is written once: with two servers, after a restart, and after downtime', async t => {
    const { signUp, storage, config } = await testBackend(t, { database })
    const [ana, bo] = [await signUp(), await signUp()]
    const { id, revision } = await post(ana, { title: 'Ship time', deadlines: [due(inDays(20))] })
    await bo.put(`/opportunities/${id}/save`, { reminders: [24, 72, 336] })
    t.equal((await bo.put(`/opportunities/${id}/save`, { reminders: [0] })).statusCode, 422)
    t.match((await bo.get(`/opportunities/${id}`)).json().saved, { reminders: [336, 72, 24], note: null })
    const at = Date.parse(`${inDays(20)}T12:00:00Z`)
    const write = (daysBefore: number) => writeReminders(storage.db, true, at - daysBefore * dayMs)
    t.equal(await write(15), 0)
    const other = await testBackend(t, { ...config, database })
    const writeOther = () => writeReminders(other.storage.db, true, at - 14 * dayMs)
    // two connections of one thread cannot wait for each other's lock on SQLite
    const both = database === 'sqlite' ? [await write(14), await writeOther()] : await Promise.all([write(14), writeOther(), write(14)])
    t.equal(
      both.reduce((sum, count) => sum + count),
      1,
      'two servers'
    )
    t.equal(await write(13), 0)
    t.equal(await write(0.5), 1, 'after three weeks without a server: only the nearest one')
    t.equal(await write(-1), 0, 'nothing after the deadline')
    const rows = await storage.db.selectFrom('opportunity_reminder').selectAll().execute()
    t.match(rows, [{ mail_state: null }, { mail_state: null }], 'no e-mail to an unconfirmed address')
    t.match(rows[0]?.text, /“Ship time” closes on .*12:00, UTC/)

    await storage.db.updateTable('opportunity_reminder').set({ at: new Date().toISOString() }).execute()
    const { notices } = (await bo.get('/notices')).json()
    t.match(notices[0], { kind: 'reminder', path: `/opportunities/${id}`, text: /Ship time/ })
    t.match((await ana.get('/notices')).json().notices[0], { kind: 'hint' }, 'others do not get it')

    await ana.patch(`/opportunities/${id}`, { revision, deadlines: [due(inDays(40))] })
    const later = Date.parse(`${inDays(40)}T12:00:00Z`)
    t.equal(await writeReminders(storage.db, true, later - 14 * dayMs), 1, 'a deadline that moved reminds again')
    await ana.patch(`/opportunities/${id}`, { revision: revision + 1, state: 'withdrawn' })
    t.equal(await writeReminders(storage.db, true, later - dayMs), 0, 'nothing for a withdrawn one')
  })

  t.test('a note that is saved when a reminder is due does not lose the reminder', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const ana = await signUp()
    const [date, time = ''] = new Date(Date.now() + dayMs - 120_000).toISOString().split('T')
    const { id } = await post(ana, { deadlines: [due(String(date), { time: time.slice(0, 5) })] })
    await ana.put(`/opportunities/${id}/save`, { reminders: [24, 1] })
    const at = new Date(Date.parse(`${date}T${time.slice(0, 5)}:00Z`) - dayMs).toISOString()
    await storage.db.updateTable('opportunity_save').set({ next_at: at }).execute()
    await ana.put(`/opportunities/${id}/save`, { note: 'Ask Bo' })
    t.equal(await writeReminders(storage.db, false), 1)
    await ana.put(`/opportunities/${id}/save`, { note: 'Ask Cy' })
    t.equal(await writeReminders(storage.db, false), 0, 'written once')
  })

  t.test('a deadline without a day is reminded of before the month, and closes after it', async t => {
    const { signUp, storage, app } = await testBackend(t, { database, publicUrl: new URL('https://lab.example/') })
    const ana = await signUp()
    const month = (date: string) => ({ label: null, date, precision: 'month', time: null, zone: null })
    const thisMonth = new Date().toISOString().slice(0, 7)
    const made = await post(ana, { title: 'This month', deadlines: [month(`${thisMonth}-15`)] })
    t.match(made, { isOpen: true, deadlines: [{ date: `${thisMonth}-01`, precision: 'month', time: null }] })
    const later = await post(ana, { title: 'Later', isPublic: true, deadlines: [month('2098-12-01'), due('2099-03-01')] })
    t.equal(later.closesAt, '2099-03-01T12:00:00.000Z')
    t.equal((await post(ana, { title: 'Past', deadlines: [month('2020-12-01')] })).isOpen, false)
    t.same(titles(await ana.get('/data/opportunities')), ['This month', 'Later'])
    t.same(titles(await ana.get('/data/opportunities?from=2098-12-20&to=2098-12-21')), ['Later'], 'on any day of the month')

    await ana.put(`/opportunities/${later.id}/save`, { reminders: [72] })
    await writeReminders(storage.db, false, Date.parse('2098-11-28T09:00:00Z'))
    t.same(await storage.db.selectFrom('opportunity_reminder').select('text').execute(), [], 'not yet')
    await writeReminders(storage.db, false, Date.parse('2098-11-28T11:00:00Z'))
    const [reminder] = await storage.db.selectFrom('opportunity_reminder').select('text').execute()
    t.equal(reminder?.text, '“Later” closes in December 2098, day not stated')

    const { secret } = (await ana.post('/profile/calendar-tokens', { name: 'Phone', choice: { of: 'saved' } })).json()
    const { body } = await app.inject({ method: 'GET', url: `/api${calendar(secret)}` })
    t.match(body, /DTSTART;VALUE=DATE:20981201\r\nDTEND;VALUE=DATE:20990101/)
    t.match(body.replaceAll('\r\n ', ''), /SUMMARY:Closes this month\\, day not stated: Later/)
    t.match((await app.inject({ method: 'GET', url: '/api/opportunities.rss' })).body, /Closes: December 2098, day not stated/)
  })

  t.test('a rolling call stays open after its deadlines, which are review dates', async t => {
    const { signUp, app } = await testBackend(t, { database, publicUrl: new URL('https://lab.example/') })
    const ana = await signUp()
    const rolling = await post(ana, { title: 'Rolling', isPublic: true, isRolling: true, deadlines: [due(inDays(-9)), due(inDays(9))] })
    t.match(rolling, { isOpen: true, isRolling: true, closesAt: null })
    await post(ana, { title: 'Always', isRolling: true })
    await post(ana, { title: 'Reviewed', isRolling: true, deadlines: [due(inDays(-9))] })
    const { items } = (await ana.get('/data/opportunities')).json()
    t.match(items, [{ title: 'Rolling' }, { title: 'Always' }, { title: 'Reviewed' }], 'the next date first')
    t.ok(items.every(({ isRolling, isOpen }: OpportunityCard) => isRolling && isOpen))
    t.match((await app.inject({ method: 'GET', url: '/api/opportunities.rss' })).body, /Rolling: apply at any time&#10;Review: /)
    const { id, revision } = rolling
    t.match((await ana.patch(`/opportunities/${id}`, { revision, isRolling: false, deadlines: [due(inDays(-9))] })).json(), {
      isOpen: false
    })
    t.match((await ana.get(`/opportunities/${id}/similar`)).statusCode, 200)
  })

  t.test('only the author sees how many others saved a call, and only from five people on', async t => {
    const { signUp } = await testBackend(t, { database })
    const [admin, ana] = [await signUp(), await signUp()]
    const { id } = await post(ana, { kind: 'job', title: 'A' })
    const seen = async (person: typeof ana) => (await person.get(`/opportunities/${id}`)).json().savedBy
    await ana.put(`/opportunities/${id}/save`, {})
    const others = []
    for (let count = 1; count <= 5; count++) {
      t.equal(await seen(ana), null, `${count - 1} others`)
      const other = await signUp()
      await other.put(`/opportunities/${id}/save`, { note: 'Private' })
      others.push(other)
    }
    t.equal(await seen(ana), 5)
    for (const other of [admin, others[0]!]) t.equal(await seen(other), null, 'neither an administrator nor a reader')
    t.notMatch((await ana.get(`/opportunities/${id}`)).body, /Private/)
    t.notMatch((await ana.get('/data/opportunities?mine=true')).body, /savedBy/, 'nor in a list')
    await others[0]!.delete(`/opportunities/${id}/save`)
    t.equal(await seen(ana), null)
  })

  t.test('the e-mail of a reminder is sent once by two servers, and again only after a refusal', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const { db } = storage
    const [ana, bo] = [await signUp(), await signUp()]
    await db.updateTable('account').set({ email_proved_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', bo.id).execute()
    const { id } = await post(ana, { title: 'Ship\ntime', deadlines: [due(inDays(20))] })
    await bo.put(`/opportunities/${id}/save`, {})
    await writeReminders(db, true, Date.parse(`${inDays(6)}T12:00:00Z`))
    const { url, mails } = await mailbox(t)
    const config = { publicUrl: new URL('https://lab.example'), mailFrom: 'isobath@lab.example' }
    await mailReminders(db, { ...config, smtpUrl: 'smtp://127.0.0.1:1' }, log)
    const state = async () => (await db.selectFrom('opportunity_reminder').select(['mail_state', 'mail_tries']).execute())[0]
    t.match(await state(), { mail_state: 'waiting', mail_tries: 0 }, 'a host that refuses connections costs no try')
    const send = () => mailReminders(db, { ...config, smtpUrl: url }, log)
    await Promise.all([send(), send(), send()])
    await send()
    t.match(await state(), { mail_state: 'sent' })
    t.equal(mails.length, 1)
    t.match(mails[0], new RegExp(`https://lab.example/opportunities/${id}`))
    t.match(mails[0], /^Subject: .*Ship/m)
    t.notMatch(mails[0], /^time/m, 'a title adds no header')
  })

  t.test('a silent mail server delays one connection per round, and costs no e-mail', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const { db } = storage
    const ana = await signUp()
    await db.updateTable('account').set({ email_proved_at: '2026-01-01T00:00:00.000Z' }).execute()
    for (const title of ['One', 'Two', 'Over']) {
      const { id } = await post(ana, { title, deadlines: [due(inDays(20))] })
      await ana.put(`/opportunities/${id}/save`, {})
    }
    t.equal(await writeReminders(db, true, Date.parse(`${inDays(6)}T12:00:00Z`)), 3)
    const states = () => db.selectFrom('opportunity_reminder').select(['mail_state', 'mail_tries']).orderBy('text').execute()
    await db
      .updateTable('opportunity_reminder')
      .set({ due: `${inDays(-1)}T12:00:00.000Z deadline 24` })
      .where('text', 'like', '%Over%')
      .execute()
    let connections = 0
    const silent = createServer(() => {
      connections += 1
    })
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
    t.teardown(() => silent.close())
    const { port } = silent.address() as { port: number }
    const config = { publicUrl: new URL('https://lab.example'), mailFrom: 'isobath@lab.example' }
    await mailReminders(db, { ...config, smtpUrl: `smtp://127.0.0.1:${port}?greetingTimeout=200` }, log)
    t.equal(connections, 1, 'the round ends')
    const waiting = { mail_state: 'waiting' as const, mail_tries: 0 }
    t.same(await states(), [waiting, { mail_state: null, mail_tries: 0 }, waiting], 'a reminder of a past date is dropped')
    const { url, mails } = await mailbox(t)
    await mailReminders(db, { ...config, smtpUrl: url }, log)
    t.equal(mails.length, 2)
  })

  t.test('no e-mail for a reminder that no longer applies', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const { db } = storage
    const ana = await signUp()
    const { url, mails } = await mailbox(t)
    const config = { publicUrl: new URL('https://lab.example'), mailFrom: 'isobath@lab.example', smtpUrl: url }
    const proved = { email_proved_at: '2026-01-01T00:00:00.000Z', disabled_at: null }
    const changes: Record<string, (person: Person, id: string) => Promise<unknown>> = {
      withdrawn: (_, id) => ana.patch(`/opportunities/${id}`, { revision: 1, state: 'withdrawn' }),
      'not saved': (person, id) => person.delete(`/opportunities/${id}/save`),
      disabled: ({ id }) => db.updateTable('account').set({ disabled_at: proved.email_proved_at }).where('id', '=', id).execute(),
      'not proved': ({ id }) => db.updateTable('account').set({ email_proved_at: null }).where('id', '=', id).execute(),
      unchanged: async () => {}
    }
    for (const [title, change] of Object.entries(changes)) {
      const bo = await signUp()
      await db.updateTable('account').set(proved).where('id', '=', bo.id).execute()
      const { id } = await post(ana, { title, deadlines: [due(inDays(20))] })
      await bo.put(`/opportunities/${id}/save`, {})
      t.equal(await writeReminders(db, true, Date.parse(`${inDays(6)}T12:00:00Z`)), 1, title)
      await change(bo, id)
    }
    await mailReminders(db, config, log)
    t.equal(mails.length, 1)
    t.match(mails[0], /^Subject: .*unchanged/m)
  })

  t.test('a calendar can be read only with its own token, and has instants, zones and folded lines', async t => {
    const { signUp, app } = await testBackend(t, { database })
    const [ana, bo] = [await signUp(), await signUp()]
    const title = `Berth 🐙${'é'.repeat(60)}\r\nBEGIN:VEVENT; a, b`
    const { id } = await post(ana, {
      kind: 'berth',
      title,
      summary: 'Calm\r\nEND:VEVENT',
      deadlines: [
        due('2098-12-01', { time: '17:00', zone: 'America/Los_Angeles' }),
        due('2098-12-03', { time: null, zone: 'AoE' }),
        due('2098-12-04', { time: null, zone: null })
      ]
    })
    await bo.put(`/opportunities/${id}/save`, {})
    const made = (await bo.post('/profile/calendar-tokens', { name: 'Phone', choice: { of: 'saved' } })).json()
    const read = (secret: string, headers = {}) => app.inject({ method: 'GET', url: `/api${calendar(secret)}`, headers })
    const answer = await read(made.secret)
    t.match(answer.headers['content-type'], /^text\/calendar/)
    const lines = answer.body.split('\r\n')
    t.ok(
      lines.every(line => Buffer.byteLength(line) <= 75 && !line.includes('\n')),
      'lines of at most 75 octets'
    )
    const text = answer.body.replaceAll('\r\n ', '')
    t.match(text, /DTEND:20981202T010000Z/)
    t.match(text, /DTSTART;VALUE=DATE:20981203\r\n/)
    t.match(text, /anywhere on Earth \(AoE\)/)
    t.match(text, /time zone not stated/)
    t.equal(text.match(/BEGIN:VEVENT\r\n/g)?.length, 3, 'a title adds no event')
    t.match(text, new RegExp(`UID:${id}-deadline-0`))
    t.match(text, /REFRESH-INTERVAL;VALUE=DURATION:PT6H/)
    t.notMatch(answer.body, new RegExp(bo.email), 'nothing about the person')

    t.equal((await read(made.secret, { 'if-none-match': answer.headers.etag })).statusCode, 304)
    await ana.patch(`/opportunities/${id}`, { revision: 1, state: 'withdrawn' })
    const after = await read(made.secret, { 'if-none-match': answer.headers.etag })
    t.match(after.body, /STATUS:CANCELLED/)
    t.match(after.body, /SEQUENCE:2/)

    t.equal((await read('guessed')).statusCode, 404)
    t.not((await read(bo.tokens.access_token)).statusCode, 200, 'a session does not open a calendar')
    const bearer = await app.inject({ method: 'GET', url: '/api/opportunities', headers: { authorization: `Bearer ${made.secret}` } })
    t.not(bearer.statusCode, 200)
    const me = await app.inject({ method: 'GET', url: '/api/auth/me', headers: { authorization: `Bearer ${made.secret}` } })
    t.equal(me.statusCode, 401, 'a calendar opens nothing else')
    t.equal((await ana.delete(`/profile/calendar-tokens/${made.id}`)).statusCode, 404, 'of another person')
    const { tokens } = (await bo.get('/profile/calendar-tokens')).json()
    t.match(tokens, [{ name: 'Phone', choice: { of: 'saved' }, lastUsedAt: /^20/ }])
    t.notOk(JSON.stringify(tokens).includes(made.secret))
    for (let reads = 4; reads <= 60; reads++) await read(made.secret)
    t.match((await read(made.secret)).statusCode, 429)
    await bo.delete(`/profile/calendar-tokens/${made.id}`)
    t.equal((await read(made.secret)).statusCode, 404, 'a revoked token')
    for (let count = 0; count < calendarTokenLimit; count++)
      await bo.post('/profile/calendar-tokens', { name: 'A', choice: { of: 'fits' } })
    t.match((await bo.post('/profile/calendar-tokens', { name: 'A', choice: { of: 'fits' } })).json(), { code: 'TOO_MANY_CALENDARS' })
  })

  t.test('history shows who changed what and why, and restores an earlier state', async t => {
    const { signUp } = await testBackend(t, { database })
    await signUp()
    const [ana, bo] = [await signUp(), await signUp()]
    const { id } = await post(ana, { title: 'Grant', contact: '+351 555', deadlines: [due('2098-12-01')] })
    await ana.patch(`/opportunities/${id}`, { revision: 1, contact: null, deadlines: [due('2098-12-15')], reason: 'Extended' })
    const { versions } = (await ana.get(`/opportunities/${id}/versions`)).json()
    t.match(versions, [{ revision: 2, reason: 'Extended', state: 'published' }])
    t.match(
      versions[0].changes.find(({ field }: { field: string }) => field === 'contact'),
      { before: '+351 555', after: null }
    )
    const seen = (await bo.get(`/opportunities/${id}/versions`)).json().versions
    t.same(seen[0].changes.map(({ field }: { field: string }) => field).sort(), ['contact', 'deadlines'])
    t.notOk(JSON.stringify(seen).includes('+351'), 'a removed value is not shown to others')
    t.equal((await bo.post(`/opportunities/${id}/versions/1/restore`, { revision: 2 })).statusCode, 403)
    t.equal((await ana.post(`/opportunities/${id}/versions/7/restore`, { revision: 2 })).statusCode, 404)
    t.equal((await ana.post(`/opportunities/${id}/versions/1/restore`, { revision: 1 })).json().code, 'STALE_REVISION')
    t.match((await ana.post(`/opportunities/${id}/versions/1/restore`, { revision: 2 })).json(), { contact: '+351 555', revision: 3 })
    const draft = await post(ana, { title: 'Draft', isDraft: true })
    await ana.patch(`/opportunities/${draft.id}`, { revision: 1, title: 'Draft 2' })
    t.same((await ana.get(`/opportunities/${draft.id}/versions`)).json().versions, [], 'a draft has no history')
  })

  t.test('reports reach administrators, who refuse and approve', async t => {
    const { signUp } = await testBackend(t, { database })
    const [admin, ana, bo] = [await signUp(), await signUp(), await signUp()]
    const { id } = await post(ana, { title: 'Cheap cruises', isPublic: true })
    for (const note of ['Look', 'Look again']) await bo.post(`/opportunities/${id}/report`, { reason: 'spam', note })
    t.equal((await bo.post(`/opportunities/${id}/report`, { reason: 'boring' })).statusCode, 422)
    t.match((await admin.get('/data/opportunities?moderation=true')).json(), { total: 1, items: [{ reports: 1 }] })
    t.match((await bo.get('/data/opportunities?moderation=true')).json(), { total: 0 })
    t.match((await ana.get(`/opportunities/${id}`)).json(), { reports: 0, mayModerate: false }, 'the author does not see reports')
    t.match((await admin.get(`/opportunities/${id}/reports`)).json(), { reports: [{ reason: 'spam', note: 'Look again', by: bo.email }] })
    t.equal((await ana.get(`/opportunities/${id}/reports`)).json().code, 'MODERATORS_ONLY')
    t.equal((await bo.post(`/opportunities/${id}/refuse`, { reason: 'No' })).json().code, 'MODERATORS_ONLY')
    t.match((await admin.post(`/opportunities/${id}/refuse`, { reason: 'An advertisement' })).json(), { state: 'refused', reports: 0 })
    t.equal((await bo.get(`/opportunities/${id}`)).statusCode, 404)
    t.match((await ana.get(`/opportunities/${id}`)).json(), { moderation: { reason: 'An advertisement' }, isOpen: false })
    t.equal((await ana.patch(`/opportunities/${id}`, { revision: 2, state: 'published' })).json().code, 'OPPORTUNITY_REFUSED')
    t.same(titles(await bo.get('/data/opportunities')), [])
    t.match((await admin.post(`/opportunities/${id}/approve`)).json(), { state: 'published', moderation: null })
    const draft = await post(admin, { title: 'Draft', isDraft: true })
    t.equal((await admin.post(`/opportunities/${draft.id}/refuse`, { reason: 'x' })).json().code, 'NOTHING_TO_MODERATE')
    t.equal((await admin.patch(`/opportunities/${draft.id}`, { revision: 1, state: 'withdrawn' })).statusCode, 422, 'others would see it')
    await ana.patch(`/opportunities/${id}`, { revision: 3, state: 'withdrawn' })
    t.equal(
      (await admin.post(`/opportunities/${id}/approve`)).json().code,
      'NOTHING_TO_MODERATE',
      'nobody publishes an entry that its author withdrew'
    )
  })

  t.test('accepted records become opportunities that await a moderator, once each, and duplicates become sources of one', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const { db } = storage
    const [admin, bo] = [await signUp(), await signUp()]
    const { id: projectId } = await bo.makeProject()
    const query = { scientificname: 'Acanthuridae' }
    const makeJob = async (name: string) =>
      (await bo.post('/scraper/jobs', { projectId, name, source: 'obis.occurrences', query })).json().id as string
    const [jobId, otherJobId] = [await makeJob('Calls'), await makeJob('Other calls')]
    const at = '2026-06-04T07:12:00.000Z'
    const record = async (
      id: string,
      url: string,
      fields: object,
      { state = 'accepted' as 'accepted' | 'waiting', job = jobId, title = 'ROV\n pilot' } = {}
    ) => {
      const ids = { id, scraper_job_id: job, project_id: projectId, identity: id, first_run_id: 'run', last_run_id: 'run' }
      const facts = { data_type: 'opportunity' as const, hash: id, version: 1, state, flags: 0, source_flags: '[]', url }
      await db
        .insertInto('scraped_record')
        .values({ ...ids, ...facts, title, title_key: title.toLowerCase() })
        .execute()
      const version = { record_id: id, number: 1, run_id: 'run', at, raw: new Uint8Array() }
      await db
        .insertInto('scraped_version')
        .values({ ...version, fields: JSON.stringify(fields) })
        .execute()
    }
    const job = { type: 'JobPosting', organisation: 'Institute', description: 'D'.repeat(900), deadline: '2098-10-31T23:59:59+01:00' }
    await record('a', 'https://jobs.example/7/?utm_source=feed#top', job)
    await record('b', 'http://jobs.example/7', job, { job: otherJobId })
    await record('c', 'https://jobs.example/8', job, { state: 'waiting' })
    await record('d', 'https://jobs.example/9', { type: 'Event', starts: '2098-02-30', deadline: 'Tomorrow' })
    await record('0', 'https://jobs.example/0', job)
    await db.updateTable('scraped_version').set({ fields: '{ broken' }).where('record_id', '=', '0').execute()
    const made = await Promise.all([proposeFromRecords(db, log), proposeFromRecords(db, log)])
    t.equal(made[0] + made[1], 2)
    t.equal(await proposeFromRecords(db, log), 0)
    t.same(titles(await bo.get('/data/opportunities')), [], 'nobody sees them yet')
    const { items } = (await admin.get('/data/opportunities?moderation=true')).json()
    t.equal(items.length, 2)
    const [first, second] = items.sort((one: OpportunityCard) => (one.kind === 'job' ? -1 : 1))
    t.match(first, { title: 'ROV pilot', kind: 'job', state: 'proposed', organization: 'Institute' })
    t.equal(first.summary.length, 500)
    t.match(first.deadlines, [{ date: '2098-10-31', time: '22:59', zone: 'UTC' }])
    t.match(second, { kind: 'event', startsOn: null, deadlines: [] }, 'dates are not invented')
    t.equal((await bo.get(`/opportunities/${first.id}`)).statusCode, 404)
    t.equal((await admin.get(`/opportunities/${first.id}`)).json().sources.length, 2)
    await admin.post(`/opportunities/${first.id}/approve`)
    t.same(titles(await bo.get('/data/opportunities')), ['ROV pilot'])

    t.equal((await admin.delete(`/opportunities/${first.id}`)).statusCode, 204)
    t.equal(await proposeFromRecords(db, log), 0, 'a deleted one does not return')
    await record('e', 'https://jobs.example/7/', job)
    t.equal(await proposeFromRecords(db, log), 0, 'nor by a further source')
    await record('f', `https://jobs.example/${randomBytes(6000).toString('hex')}`, job)
    await record('g', 'https://jobs.example/9', job, { title: 'Cook' })
    await record('h', 'http://jobs.example/9/', job, { title: 'Cook', job: otherJobId })
    await bo.delete(`/projects/${projectId}`)
    t.equal(await proposeFromRecords(db, log), 0, 'nothing from a project in the bin')
    await bo.post(`/projects/${projectId}/restore`)
    t.equal(await proposeFromRecords(db, log), 2, 'two calls on one page, with the address of the page')
    const cook = (await admin.get('/data/opportunities?moderation=true&q=cook')).json().items
    t.equal((await admin.get(`/opportunities/${cook[0].id}`)).json().sources.length, 2, 'a duplicate belongs to the call with its title')
  })

  t.test('an accepted record with the address of a published call becomes its source', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const { db } = storage
    const [admin, bo] = [await signUp(), await signUp()]
    const { id: projectId } = await bo.makeProject()
    const source = { source: 'obis.occurrences', query: { scientificname: 'Acanthuridae' } }
    const { id: jobId } = (await bo.post('/scraper/jobs', { projectId, name: 'Calls', ...source })).json()
    const record = async (id: string, url: string, { title = 'Reef grants', deadline = '2098-10-31' } = {}) => {
      const ids = { id, scraper_job_id: jobId, project_id: projectId, identity: id, first_run_id: 'run', last_run_id: 'run' }
      const facts = { data_type: 'opportunity' as const, hash: id, version: 1, state: 'accepted' as const, flags: 0, source_flags: '[]' }
      await db
        .insertInto('scraped_record')
        .values({ ...ids, ...facts, url, title, title_key: title.toLowerCase() })
        .execute()
      await db
        .insertInto('scraped_version')
        .values({
          record_id: id,
          number: 1,
          run_id: 'run',
          at: new Date().toISOString(),
          raw: new Uint8Array(),
          fields: JSON.stringify({ deadline })
        })
        .execute()
    }
    const post = async (url: string, more: object = {}) =>
      (await bo.post('/opportunities', { kind: 'grant', title: 'Grants for reefs', url, ...more })).json().id as string
    const sources = async (id: string) => (await bo.get(`/opportunities/${id}`)).json().sources
    const own = await post('https://reef.example/7')
    const hidden = await post('https://reef.example/8', { isDraft: true })
    const past = await post('https://reef.example/9', { deadlines: [{ label: null, date: '2020-10-31', time: null, zone: null }] })
    const page = await post('https://reef.example/all')
    await record('a', 'http://reef.example/7/?utm_source=feed', { title: 'Money for corals' })
    await record('b', 'https://reef.example/8')
    await record('c', 'https://reef.example/9')
    await record('d', 'https://reef.example/all', { title: 'Cook' })
    await record('e', 'https://reef.example/all', { title: 'Grants for reefs' })
    t.equal(await proposeFromRecords(db, log), 3)
    t.same(await sources(own), ['http://reef.example/7/?utm_source=feed'])
    t.same(await sources(hidden), [], 'a draft is visible to its author only, so the record is proposed')
    t.same(await sources(past), [], 'a call that is repeated at the same address is another one')
    t.same(await sources(page), ['https://reef.example/all'], 'of two records with the address of a page, the one with the title')
    t.same(titles(await admin.get('/data/opportunities?moderation=true')).sort(), ['Cook', 'Reef grants', 'Reef grants'])
    t.equal(await proposeFromRecords(db, log), 0, 'each record is used once')
  })

  t.test('the feeds contain entries that their author made public, while they are open', async t => {
    const { signUp, app } = await testBackend(t, { database, publicUrl: new URL('https://lab.example/isobath/') })
    const ana = await signUp()
    await post(ana, { title: 'For members' })
    await post(ana, { title: 'Over', isPublic: true, deadlines: [due('2020-01-01')] })
    await post(ana, {
      title: '<b>Corals</b> & \u0007co]]>',
      isPublic: true,
      organization: 'Reef\u0007 Fund',
      contact: 'secret@lab.example'
    })
    const read = async (kind: string) => app.inject({ method: 'GET', url: `/api/opportunities.${kind}` })
    const json = (await read('json')).json()
    t.match(json, { version: 'https://jsonfeed.org/version/1.1', feed_url: 'https://lab.example/isobath/api/opportunities.json' })
    t.match(json.items, [{ title: '<b>Corals</b> & co]]>', url: /^https:\/\/lab\.example\/isobath\/opportunities\// }])
    t.equal(json.items.length, 1)
    for (const kind of ['rss', 'atom']) {
      const { body, headers } = await read(kind)
      t.match(headers['content-type'], new RegExp(`${kind}\\+xml`))
      t.ok(body.includes('&lt;b&gt;Corals&lt;/b&gt; &amp; co]]&gt;'), kind)
      t.notMatch(body, /secret@|For members|Over/)
      t.notOk(body.includes('\u0007'), 'no character that XML refuses')
    }
  })
})

t.test('the comparison ignores parts that a call does not state', async t => {
  const call = { taxa: ['Desmophyllum pertusum'], regions: ['Baltic Sea'], methods: [], careerStages: [], countries: [] }
  const person = (profile: object, more = {}) => ({
    ...{ profile: { ...blankProfile, ...profile }, projectRegions: [], projectMethods: [], catalog: new Map(), ...more }
  })
  t.match(fitOf('job', call, person({ taxa: ['Desmophyllum'], regions: ['North Sea'] })), { score: Math.round((100 * (27 + 12.5)) / 55) })
  t.match(fitOf('job', { ...call, regions: [] }, person({ taxa: ['Desmophyllum'] })), { verdict: 'too little stated', score: null })
  t.match(fitOf('job', { ...call, careerStages: ['PhD'] }, person({ careerStage: 'technician' })), {
    verdict: 'excluded',
    obstacle: 'Only for PhD candidates'
  })
})
