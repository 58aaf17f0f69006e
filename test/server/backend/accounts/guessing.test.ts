import t from 'tap'
import { handedResetMs, oneTimeLinks } from '../../../../server/backend/accounts/one-time-links.ts'
import { deviceHeader } from '../../../../server/lib/gateway-facts.ts'
import { forEachDatabase, goodPassword, straight, type TestBackend, testBackend } from '../../../support/backend.ts'

const ada = 'ada@lab.example'
const home = '192.0.2.7'
const institute = '203.0.113.9'
const otherPassword = 'sixteen tins of pelagic tuna'

interface How {
  password?: string
  from?: string
  device?: string
}

async function login({ app }: TestBackend, { password = goodPassword, from = home, device }: How = {}): Promise<number> {
  const payload = new URLSearchParams({ username: ada, password }).toString()
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': from,
    ...(device && { [deviceHeader]: device })
  }
  return (await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })).statusCode
}

const register = ({ app }: TestBackend, from: string) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: { ...straight, 'x-forwarded-for': from },
    payload: { email: ada, password: goodPassword }
  })

/** Tries wrong passwords, each from another address. */
async function guessFromElsewhere(backend: TestBackend, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await login(backend, { password: 'guess', from: `198.51.100.${n}` })
}

async function guessFrom(backend: TestBackend, from: string, count: number): Promise<number[]> {
  const answers: number[] = []
  for (let n = 0; n < count; n++) answers.push(await login(backend, { password: 'guess', from }))
  return answers
}

await forEachDatabase(t, (t, database) => {
  t.test('50 wrong passwords from elsewhere do not lock the owner out where the account was created', async t => {
    const backend = await testBackend(t, { database })
    t.equal((await register(backend, home)).statusCode, 201)
    await guessFromElsewhere(backend, 60)
    t.equal(await login(backend, { from: '198.51.100.200' }), 429, 'the attack was detected')
    t.equal(await login(backend), 200)
  })

  t.test('nor where a one-time link set the password', async t => {
    const backend = await testBackend(t, { database })
    const { id } = await backend.signUp(ada)
    await guessFromElsewhere(backend, 60)
    const token = await oneTimeLinks(backend.storage.db).issueReset(id, handedResetMs)
    const headers = { 'x-forwarded-for': home }
    const payload = { token, password: otherPassword }
    const reset = await backend.app.inject({ method: 'POST', url: '/api/auth/reset-password', headers, payload })
    t.equal(reset.statusCode, 204)
    await guessFromElsewhere(backend, 60)
    t.equal(await login(backend, { password: otherPassword }), 200)
  })

  t.test('10 wrong passwords from the same NAT do not lock out the owner on a known device', async t => {
    const backend = await testBackend(t, { database })
    await register(backend, institute)
    t.same((await guessFrom(backend, institute, 12)).slice(-2), [429, 429])
    t.equal(await login(backend, { from: institute }), 429, 'an unknown device could be the attacker')
    t.equal(await login(backend, { from: institute, device: 'ada-laptop' }), 200)
    t.equal(await login(backend, { from: institute }), 429, 'and the attacker remains throttled')
  })

  t.test('nor do both together', async t => {
    const backend = await testBackend(t, { database })
    await register(backend, home)
    await guessFromElsewhere(backend, 60)
    await guessFrom(backend, institute, 12)
    t.equal(await login(backend, { from: institute, device: 'ada-laptop' }), 200)
  })

  t.test('a known device has its own count: a thief cannot guess on', async t => {
    const backend = await testBackend(t, { database })
    await register(backend, home)
    const answers: number[] = []
    for (let n = 0; n < 12; n++) answers.push(await login(backend, { password: 'guess', from: `198.51.100.${n}`, device: 'stolen' }))
    t.same([...new Set(answers.slice(0, 10))], [401])
    t.same(answers.slice(10), [429, 429])
    t.equal(await login(backend, { device: 'stolen' }), 429)
    t.equal(await login(backend), 200, 'the owner at home')
    t.equal(await login(backend, { from: '198.51.100.99', device: 'ada-laptop' }), 200, 'the owner elsewhere, on another known device')
  })
})
