import t from 'tap'
import { accountRepository } from '../../../../server/backend/accounts/repository.ts'
import { forEachDatabase, goodPassword, straight, type TestBackend, testBackend } from '../../../support/backend.ts'
import { mailbox } from '../../../support/mailbox.ts'

const publicUrl = new URL('https://lab.example/')
const other = 'seventeen quiet nudibranchs'

const prove = ({ app }: TestBackend, token: string) => app.inject({ method: 'POST', url: '/api/auth/prove-email', payload: { token } })

/** Decodes the quoted-printable text of a mail. */
const readable = (mail: string) => mail.replace(/=\n/g, '').replaceAll('=3D', '=')
const secretIn = (mail: string, page: string) => new RegExp(`https://lab\\.example/${page}#([\\w-]{43})`).exec(readable(mail))?.[1] ?? ''

await forEachDatabase(t, (t, database) => {
  t.test('signing up sends a one-time link that confirms the address; until then a person’s own data work', async t => {
    const mail = await mailbox(t)
    const backend = await testBackend(t, { database, smtpUrl: mail.url, publicUrl })
    const root = await backend.signUp('root@lab.example')
    t.match((await root.get('/auth/me')).json(), { emailProved: true }, 'the first account was created by the link or on the machine')
    t.equal((await root.post('/auth/me/email-proof')).statusCode, 202)
    t.match(await mail.next(), /^To: root@lab\.example$/m, 'no other mail was sent before')

    const ada = await backend.signUp('ada@lab.example')
    t.match((await ada.get('/auth/me')).json(), { emailProved: false })
    await ada.makeProject()
    const text = await mail.next()
    t.match(text, /^To: ada@lab\.example$/m)
    const token = secretIn(text, 'prove-email')
    t.equal((await prove(backend, token)).statusCode, 204)
    t.match((await ada.get('/auth/me')).json(), { emailProved: true })
    const again = await prove(backend, token)
    t.equal(again.statusCode, 422)
    t.match(again.json(), { code: 'LINK_INVALID' })
    t.equal((await prove(backend, 'x'.repeat(43))).statusCode, 422)
    t.equal((await prove(backend, 'short')).statusCode, 422)
  })

  t.test('a new link replaces the previous one, and four in an hour are too many', async t => {
    const mail = await mailbox(t)
    const backend = await testBackend(t, { database, smtpUrl: mail.url, publicUrl })
    await backend.signUp('root@lab.example')
    const ada = await backend.signUp('ada@lab.example')
    const first = secretIn(await mail.next(), 'prove-email')
    t.equal((await ada.post('/auth/me/email-proof')).statusCode, 202)
    const second = secretIn(await mail.next(), 'prove-email')
    t.equal((await prove(backend, first)).statusCode, 422)
    for (let n = 0; n < 2; n++) t.equal((await ada.post('/auth/me/email-proof')).statusCode, 202)
    t.equal((await ada.post('/auth/me/email-proof')).statusCode, 429)
    t.equal((await prove(backend, second)).statusCode, 422, 'this link was replaced as well')
  })

  t.test('a link that sets a password also confirms the address, and ends API tokens', async t => {
    const mail = await mailbox(t)
    const backend = await testBackend(t, { database, smtpUrl: mail.url, publicUrl })
    await backend.signUp('root@lab.example')
    const ada = await backend.signUp('ada@lab.example')
    await mail.next()
    t.equal((await ada.post('/auth/tokens', { name: 'notebook', scope: 'read' })).statusCode, 201)
    await backend.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email: ada.email } })
    const token = secretIn(await mail.next(), 'reset-password')
    const reset = await backend.app.inject({ method: 'POST', url: '/api/auth/reset-password', payload: { token, password: other } })
    t.equal(reset.statusCode, 204)
    const { db } = backend.storage
    t.same(await db.selectFrom('api_token').select('id').execute(), [])
    const row = await db.selectFrom('account').select('email_proved_at').where('id', '=', ada.id).executeTakeFirstOrThrow()
    t.ok(row.email_proved_at)
  })

  t.test('a password change withdraws a link that sets a password', async t => {
    const mail = await mailbox(t)
    const backend = await testBackend(t, { database, smtpUrl: mail.url, publicUrl })
    const ada = await backend.signUp('ada@lab.example')
    await backend.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email: ada.email } })
    const token = secretIn(await mail.next(), 'reset-password')
    const change = { currentPassword: goodPassword, newPassword: other, endOtherSessions: true }
    t.equal((await ada.put('/auth/password', change)).statusCode, 204)
    const reset = await backend.app.inject({ method: 'POST', url: '/api/auth/reset-password', payload: { token, password: goodPassword } })
    t.match([reset.statusCode, reset.json().code], [422, 'LINK_INVALID'])
    t.equal((await ada.get('/auth/me')).statusCode, 200, 'the session stays')
  })

  t.test('without mail the server offers another way to confirm an address', async t => {
    const backend = await testBackend(t, { database })
    await backend.signUp()
    const ada = await backend.signUp()
    const answer = await ada.post('/auth/me/email-proof')
    t.equal(answer.statusCode, 409)
    t.match(answer.json(), { code: 'PROOF_BY_INVITATION' })
  })

  t.test('accounts created on the command line count as confirmed', async t => {
    const backend = await testBackend(t, { database })
    const made = await accountRepository(backend.storage.db).create({ email: 'new@lab.example', passwordHash: null }, async () => ({
      proved: true
    }))
    t.equal(made.emailProved, true)
  })

  t.test('a server for some domains shows its internal projects only to confirmed addresses', async t => {
    const mail = await mailbox(t)
    const registration = { kind: 'domain' as const, domains: ['uni.example'] }
    const backend = await testBackend(t, { database, registration, smtpUrl: mail.url, publicUrl })
    const root = await backend.signUp('root@uni.example')
    const { id } = await root.makeProject({ title: 'Shared with all here', visibility: 'internal' })
    const eve = await backend.signUp('ada@uni.example')
    const token = secretIn(await mail.next(), 'prove-email')
    const titles = async () => (await eve.get('/projects')).json<{ projects: { title: string }[] }>().projects.map(({ title }) => title)

    const own = await eve.makeProject({ title: 'My own' })
    t.equal((await eve.get(`/projects/${own.id}`)).statusCode, 200)
    t.same(await titles(), ['My own'])
    for (const path of ['', '/members', '/media', '/activity', '/labels'])
      t.equal((await eve.get(`/projects/${id}${path}`)).statusCode, 404, path)
    t.equal((await eve.get(`/accounts/${root.id}/avatar`)).statusCode, 404)

    t.equal((await root.post(`/projects/${own.id}/members`, { email: eve.email, role: 'viewer' })).statusCode, 404)
    const added = await root.post(`/projects/${id}/members`, { email: eve.email, role: 'viewer' })
    t.match(added.json(), { emailProved: false }, 'the owner sees it')
    t.equal((await eve.get(`/projects/${id}`)).statusCode, 200, 'and has admitted the account')
    t.equal((await root.delete(`/projects/${id}/members/${eve.id}`)).statusCode, 204)

    t.equal((await prove(backend, token)).statusCode, 204)
    t.same((await titles()).sort(), ['My own', 'Shared with all here'])
    t.equal((await eve.get(`/projects/${id}`)).statusCode, 200)
  })

  t.test('a link confirms addresses only if another person with a confirmed address created it', async t => {
    const mail = await mailbox(t)
    const registration = { kind: 'domain' as const, domains: ['uni.example'] }
    const backend = await testBackend(t, { database, registration, smtpUrl: mail.url, publicUrl })
    const root = await backend.signUp('root@uni.example')
    const { id } = await root.makeProject({ visibility: 'internal' })
    const [eve, bob] = [await backend.signUp('ada@uni.example'), await backend.signUp('bob@uni.example')]
    const own = await eve.makeProject()
    const linkOf = async (owner: typeof eve, projectId: string) =>
      (await owner.post(`/projects/${projectId}/invitations`, { role: 'viewer', days: 7, once: false })).json<{ secret: string }>().secret
    const register = (email: string, invitation: string) =>
      backend.app.inject({ method: 'POST', url: '/api/auth/register', payload: { email, password: other, invitation } })
    const provedAt = async (email: string) =>
      (await backend.storage.db.selectFrom('account').select('email_proved_at').where('email', '=', email).executeTakeFirst())
        ?.email_proved_at

    const unproved = await linkOf(eve, own.id)
    for (const person of [eve, bob]) {
      t.equal((await person.post('/invitations/accept', { token: unproved })).statusCode, 200)
      t.equal((await person.get(`/projects/${id}`)).statusCode, 404, `${person.email} stays confined`)
    }
    const refused = await register('mallory@else.example', unproved)
    t.match([refused.statusCode, refused.json().code], [403, 'DOMAIN_NOT_ALLOWED'])
    t.equal((await register('carol@uni.example', unproved)).statusCode, 201)
    t.equal(await provedAt('carol@uni.example'), null)

    const proved = await linkOf(root, id)
    t.equal((await register('guest@else.example', proved)).statusCode, 201)
    t.ok(await provedAt('guest@else.example'))
    t.equal((await bob.post('/invitations/accept', { token: proved })).statusCode, 200)
    t.match((await bob.get('/auth/me')).json(), { emailProved: true })
  })

  t.test('without mail a server for some domains behaves as before, and logs it at start', async t => {
    const lines: string[] = []
    const { default: pino } = await import('pino')
    const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    const backend = await testBackend(t, { database, registration: { kind: 'domain', domains: ['uni.example'] }, logger })
    const root = await backend.signUp('root@uni.example')
    const { id } = await root.makeProject({ visibility: 'internal' })
    const ada = await backend.signUp('ada@uni.example')
    t.equal((await ada.get(`/projects/${id}`)).statusCode, 200)
    t.equal(lines.filter(line => line.includes('are not verified')).length, 1)
  })

  t.test('a password change ends API tokens on request', async t => {
    const backend = await testBackend(t, { database })
    const ada = await backend.signUp()
    const make = () => ada.post('/auth/tokens', { name: 'notebook', scope: 'read' })
    const change = (currentPassword: string, newPassword: string, more: object = {}) =>
      ada.put('/auth/password', { currentPassword, newPassword, endOtherSessions: false, ...more })
    const count = async () => (await ada.get('/auth/tokens')).json<{ tokens: unknown[] }>().tokens.length
    await make()
    t.equal((await change(goodPassword, other)).statusCode, 204)
    t.equal(await count(), 1)
    t.equal((await change('wrong', goodPassword, { endApiTokens: true })).statusCode, 422)
    t.equal(await count(), 1)
    t.equal((await change(other, goodPassword, { endApiTokens: true })).statusCode, 204)
    t.equal(await count(), 0)
  })

  t.test('signing up may reveal a taken address, 20 times an hour per network', async t => {
    const backend = await testBackend(t, { database })
    await backend.signUp('ada@lab.example')
    const ask = async (from: string) => {
      const headers = { ...straight, 'x-forwarded-for': from }
      const payload = { email: 'ada@lab.example', password: goodPassword }
      return (await backend.app.inject({ method: 'POST', url: '/api/auth/register', headers, payload })).statusCode
    }
    const answers: number[] = []
    for (let n = 0; n < 22; n++) answers.push(await ask(`2001:db8:1:2::${n.toString(16)}`))
    t.same([...new Set(answers.slice(0, 20))], [422])
    t.same(answers.slice(20), [429, 429])
    t.equal(await ask('192.0.2.1'), 422)
  })
})
