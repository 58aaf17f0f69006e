import t from 'tap'
import { handedResetMs, oneTimeLinks } from '../../../../server/backend/accounts/one-time-links.ts'
import { accountRepository } from '../../../../server/backend/accounts/repository.ts'
import { forEachDatabase, goodPassword, type TestBackend, testBackend } from '../../../support/backend.ts'
import { mailbox } from '../../../support/mailbox.ts'

const other = 'seventeen quiet nudibranchs'
const publicUrl = new URL('https://lab.example/')

function login({ app }: TestBackend, username: string, password: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return app.inject({ method: 'POST', url: '/api/auth/login', headers, payload: new URLSearchParams({ username, password }).toString() })
}

const reset = ({ app }: TestBackend, token: string, password: string) =>
  app.inject({ method: 'POST', url: '/api/auth/reset-password', payload: { token, password } })

const forgot = ({ app }: TestBackend, email: string) => app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } })

await forEachDatabase(t, (t, database) => {
  t.test('a forgotten password is reset by an e-mailed link that works once (row 6)', async t => {
    const mail = await mailbox(t)
    const backend = await testBackend(t, { database, smtpUrl: mail.url, publicUrl })
    const ada = await backend.signUp('ada@lab.example')
    t.equal((await forgot(backend, 'Ada@lab.example')).statusCode, 202)
    const text = (await mail.next()).replace(/=\n/g, '').replaceAll('=3D', '=')
    t.match(text, /^To: ada@lab\.example$/m)
    const token = /https:\/\/lab\.example\/reset-password#([\w-]{43})/.exec(text)?.[1]
    t.ok(token, 'more than 128 bits')
    t.notMatch(JSON.stringify(await backend.storage.db.selectFrom('one_time_link').selectAll().execute()), token!, 'stored as a hash')

    const weak = await reset(backend, token!, 'password1')
    t.match(weak.json().errors, [{ path: '/password' }], 'a weak password does not use up the link')
    const answers = await Promise.all([reset(backend, token!, other), reset(backend, token!, other)])
    t.same(answers.map(answer => answer.statusCode).sort(), [204, 422], 'of two simultaneous uses, one succeeds')
    t.equal((await ada.get('/auth/me')).statusCode, 401, 'all sessions have ended')
    t.equal((await login(backend, 'ada@lab.example', goodPassword)).statusCode, 401)
    t.equal((await login(backend, 'ada@lab.example', other)).statusCode, 200)
  })

  t.test('requesting a link does not reveal accounts (row 1)', async t => {
    const mail = await mailbox(t)
    const backend = await testBackend(t, { database, smtpUrl: mail.url, publicUrl })
    await backend.signUp('ada@lab.example')
    const known = await forgot(backend, 'ada@lab.example')
    const unknown = await forgot(backend, 'nobody@lab.example')
    t.same([known.statusCode, known.body], [unknown.statusCode, unknown.body])
    await mail.next()
    t.equal((await forgot(backend, 'not an address')).statusCode, 422)
  })

  t.test('no mailbox is flooded, and an address with too many requests is refused', async t => {
    const mail = await mailbox(t)
    const backend = await testBackend(t, { database, smtpUrl: mail.url, publicUrl })
    await backend.signUp('ada@lab.example')
    const answers = []
    for (let n = 0; n < 32; n++) answers.push((await forgot(backend, 'ada@lab.example')).statusCode)
    t.equal(answers.filter(status => status === 202).length, 30)
    t.equal(answers.filter(status => status === 429).length, 2)
    const { count } = await backend.storage.db
      .selectFrom('one_time_link')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    t.equal(count, 1, 'only the newest link works')
    for (let n = 0; n < 3; n++) await mail.next()
    t.equal(mail.mails.length, 0)
  })

  t.test('a server without mail names its administrator, whose link works', async t => {
    const backend = await testBackend(t, { database })
    await backend.signUp('ada@lab.example')
    const refused = await forgot(backend, 'ada@lab.example')
    t.equal(refused.statusCode, 409)
    t.match(refused.json(), { code: 'RESET_BY_ADMINISTRATOR', detail: /administrator/ })
    t.match((await backend.app.inject('/api/server')).json(), { passwordReset: 'administrator' })

    const { id } = (await accountRepository(backend.storage.db).credentialsOf('ada@lab.example'))!
    const links = oneTimeLinks(backend.storage.db)
    const first = await links.issueReset(id, handedResetMs)
    const second = await links.issueReset(id, handedResetMs)
    t.equal((await reset(backend, first, other)).statusCode, 422, 'a newer link replaces it')
    const late = await links.issueReset(id, handedResetMs, Date.now() - handedResetMs)
    t.equal((await reset(backend, late, other)).statusCode, 422, 'expired')
    t.equal((await reset(backend, second, other)).statusCode, 422, 'replaced in turn')
    t.equal((await reset(backend, await links.issueReset(id, handedResetMs), other)).statusCode, 204)
    t.equal((await reset(backend, 'guess'.repeat(8), other)).statusCode, 422)
    t.equal((await reset(backend, 'short', other)).statusCode, 422)

    const atOnce = await Promise.all(Array.from({ length: 8 }, () => links.issueReset(id, handedResetMs)))
    const live = await Promise.all(atOnce.map(secret => links.accountOfReset(secret)))
    t.equal(live.filter(Boolean).length, 1, 'of links created simultaneously, one works')
  })

  t.test('an account created by an administrator has no password until its owner sets one', async t => {
    const backend = await testBackend(t, { database })
    const { db } = backend.storage
    const user = await accountRepository(db).create({ email: 'new@lab.example', passwordHash: null }, async () => ({ proved: true }))
    t.equal(user.administrator, true, 'the first account, also from the command line')
    t.equal((await login(backend, 'new@lab.example', 'anything')).statusCode, 401)
    await reset(backend, await oneTimeLinks(db).issueReset(user.id, handedResetMs), other)
    t.equal((await login(backend, 'new@lab.example', other)).statusCode, 200)
  })

  t.test('an invitation admits one person once, and only with the address in it', async t => {
    const backend = await testBackend(t, { database, registration: { kind: 'invite', domains: [] } })
    await backend.signUp('root@lab.example')
    const links = oneTimeLinks(backend.storage.db)
    const register = (email: string, invitation?: string) =>
      backend.app.inject({
        method: 'POST',
        url: '/api/auth/register',
        payload: { email, password: goodPassword, ...(invitation && { invitation }) }
      })
    for (const answer of [await register('a@lab.example'), await register('a@lab.example', 'x'.repeat(43))]) {
      t.equal(answer.statusCode, 403)
      t.match(answer.json(), { code: 'INVITATION_NEEDED' })
    }
    const forBob = await links.issueInvitation('Bob@lab.example', 60_000)
    t.equal((await register('eve@lab.example', forBob)).statusCode, 403)
    t.equal((await register('bob@lab.example', forBob)).statusCode, 201, 'the refused attempt did not use it up')
    t.equal((await register('bob2@lab.example', forBob)).statusCode, 403)
    const forAnyone = await links.issueInvitation(null, 60_000)
    const answers = await Promise.all(['c@lab.example', 'd@lab.example'].map(email => register(email, forAnyone)))
    t.same(answers.map(answer => answer.statusCode).sort(), [201, 403])
    t.equal((await register('e@lab.example', await links.issueInvitation(null, 60_000, Date.now() - 60_000))).statusCode, 403, 'expired')
    const wrongUse = await links.issueInvitation(null, 60_000)
    t.equal((await reset(backend, wrongUse, other)).statusCode, 422, 'an invitation is not a reset link')
  })
})
