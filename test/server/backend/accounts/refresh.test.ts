import t from 'tap'
import { accountRepository } from '../../../../server/backend/accounts/repository.ts'
import { sessionAbsoluteMs, sessionIdleMs, sessionRepository } from '../../../../server/backend/accounts/sessions.ts'
import { forgetExpired } from '../../../../server/backend/accounts/upkeep.ts'
import type { Tokens } from '../../../../shared/contracts/auth.ts'
import { refreshGraceMs } from '../../../../shared/limits.ts'
import { forEachDatabase, personOf, type TestBackend, testBackend } from '../../../support/backend.ts'

const client = { userAgent: 'test', address: '192.0.2.1' }
const dayMs = 24 * 60 * 60_000

function refresh({ app }: TestBackend, token: string) {
  return app.inject({ method: 'POST', url: '/api/auth/refresh', payload: { refresh_token: token } })
}

await forEachDatabase(t, (t, database) => {
  t.test('a refresh token is accepted as JSON and as a form, and answered with new tokens', async t => {
    const backend = await testBackend(t, { database })
    const ada = await backend.signUp()
    const json = await refresh(backend, ada.tokens.refresh_token)
    t.equal(json.statusCode, 200)
    const form = await backend.app.inject({
      method: 'POST',
      url: '/api/auth/refresh',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: json.json<Tokens>().refresh_token }).toString()
    })
    t.equal(form.statusCode, 200)
    const renewed = await personOf(backend.app, form.json<Tokens>())
    t.equal(renewed.id, ada.id)
    t.match((await renewed.get('/auth/sessions')).json().sessions, { length: 1 }, 'still one session')
  })

  t.test('a foreign token, or none, is refused', async t => {
    const backend = await testBackend(t, { database })
    await backend.signUp()
    t.equal((await refresh(backend, 'a'.repeat(43))).statusCode, 401)
    t.equal((await backend.app.inject({ method: 'POST', url: '/api/auth/refresh', payload: {} })).statusCode, 401)
    const more = await backend.app.inject({ method: 'POST', url: '/api/auth/refresh', payload: { refresh_token: 'x', scope: 'all' } })
    t.equal(more.statusCode, 422)
  })

  t.test('twenty simultaneous refreshes with one token all succeed (row 16)', async t => {
    const backend = await testBackend(t, { database })
    const ada = await backend.signUp()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(backend, ada.tokens.refresh_token)))
    t.same([...new Set(answers.map(answer => answer.statusCode))], [200])
    const next = await Promise.all(answers.slice(0, 5).map(answer => refresh(backend, answer.json<Tokens>().refresh_token)))
    t.same([...new Set(next.map(answer => answer.statusCode))], [200])
  })

  t.test('a token is valid for 30 seconds after its first use; a later use ends the session', async t => {
    const { storage, ...backend } = await testBackend(t, { database })
    const { id } = await backend.signUp()
    const sessions = sessionRepository(storage.db)
    const now = Date.now()
    const start = await sessions.start(id, client, now)
    const first = await sessions.refresh(start.refreshToken, client, now)
    const late = await sessions.refresh(start.refreshToken, client, now + refreshGraceMs - 1)
    t.ok(first && late && first.refreshToken !== late.refreshToken, 'within the grace period everyone gets a successor')
    const second = await sessions.refresh(first!.refreshToken, client, now + 60_000)
    t.ok(second)
    t.equal(await sessions.refresh(start.refreshToken, client, now + 120_000), null, 'stolen: a successor was already used')
    t.equal(await sessions.refresh(second!.refreshToken, client, now + 120_000), null, 'the session is over for everyone')
  })

  t.test('a browser that crashed before the response arrived can refresh, and the lost tokens are invalid', async t => {
    const { storage, ...backend } = await testBackend(t, { database })
    const { id } = await backend.signUp()
    const sessions = sessionRepository(storage.db)
    const now = Date.now()
    const start = await sessions.start(id, client, now)
    const missed = await sessions.refresh(start.refreshToken, client, now)
    const both = await Promise.all([1, 2].map(() => sessions.refresh(start.refreshToken, client, now + 5 * dayMs)))
    t.ok(both[0] && both[1], 'two of its tabs simultaneously')
    t.ok(await sessions.refresh(both[0]!.refreshToken, client, now + 5 * dayMs + 1000))
    t.ok(await sessions.refresh(both[1]!.refreshToken, client, now + 5 * dayMs + 1000))
    t.equal(await sessions.refresh(missed!.refreshToken, client, now + 5 * dayMs + 2000), null)
  })

  t.test('a session ends after 30 idle days and after 90 days in any case, by the clock of the server (row 15)', async t => {
    const { storage, ...backend } = await testBackend(t, { database })
    const { id } = await backend.signUp()
    const sessions = sessionRepository(storage.db)
    const now = Date.now()
    const idle = await sessions.start(id, client, now)
    t.equal(await sessions.refresh(idle.refreshToken, client, now + sessionIdleMs), null)

    let token = (await sessions.start(id, client, now)).refreshToken
    for (let day = 20; day < 90; day += 20) {
      const next = await sessions.refresh(token, client, now + day * dayMs)
      t.ok(next, `day ${day}`)
      token = next!.refreshToken
    }
    t.equal(await sessions.refresh(token, client, now + sessionAbsoluteMs), null)
  })

  t.test('a disabled account is signed out everywhere immediately (row 20)', async t => {
    const { storage, ...backend } = await testBackend(t, { database })
    await backend.signUp()
    const bob = await backend.signUp('bob@lab.example')
    const { secret } = (await bob.post('/auth/tokens', { name: 'notebook', scope: 'read' })).json()
    const script = (url: string) => backend.app.inject({ method: 'GET', url: `/api${url}`, headers: { authorization: `Bearer ${secret}` } })
    t.equal((await script('/projects')).statusCode, 200)

    const accounts = accountRepository(storage.db)
    t.ok(await accounts.disable('BOB@lab.example'))
    t.equal((await bob.get('/projects')).statusCode, 401)
    t.equal((await script('/projects')).statusCode, 401)
    t.equal((await refresh({ storage, ...backend }, bob.tokens.refresh_token)).statusCode, 401)
    t.ok(await accounts.enable('bob@lab.example'))
    t.equal((await script('/projects')).statusCode, 200)
    t.equal((await bob.get('/projects')).statusCode, 401, 'its sessions stay ended')
    t.notOk(await accounts.disable('nobody@lab.example'))
  })

  t.test('upkeep removes expired rows and keeps valid ones', async t => {
    const { storage, ...backend } = await testBackend(t, { database })
    const { id } = await backend.signUp()
    const sessions = sessionRepository(storage.db)
    const now = Date.now()
    const start = await sessions.start(id, client, now)
    const first = await sessions.refresh(start.refreshToken, client, now)
    const second = await sessions.refresh(first!.refreshToken, client, now + 1000)
    await forgetExpired(storage.db, now + 20 * dayMs)
    await forgetExpired(storage.db, now + 20 * dayMs)
    t.ok(await sessions.refresh(first!.refreshToken, client, now + 20 * dayMs), 'its successor was never used: it may be used again')
    t.equal(await sessions.refresh(start.refreshToken, client, now + 20 * dayMs), null, 'used long ago: forgotten')
    t.equal(await sessions.refresh(second!.refreshToken, client, now + 20 * dayMs), null)
    await forgetExpired(storage.db, now + 100 * dayMs)
    const { count } = await storage.db
      .selectFrom('session')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    t.equal(count, 0)
  })
})
