import { setImmediate } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { call } from '../../../web/api/call.ts'
import { capabilities } from '../../../web/api/capabilities.ts'
import { provideCredentials } from '../../../web/api/credentials.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { readAhead } from '../../../web/api/read-ahead.ts'
import { SessionMachine, type SessionMessage } from '../../../web/app/session-machine.ts'
import { bearerSessionStore, cookieSessionStore } from '../../../web/app/session-store.ts'
import { fakeFetch, memoryStorage, type SentRequest, tokenWith } from '../../support/fake-fetch.ts'

const now = Date.parse('2026-11-20T18:00:00Z')
const seconds = now / 1000
const [live, ended] = [seconds + 900, seconds - 5]
const user = { id: 7, email: 'ana@example.org' }

type Answer = { status?: number; json?: unknown; text?: string } | Error
type Answers = Record<string, (request: SentRequest) => Answer | Promise<Answer>>

const tokens = (exp: number, name = 'a') => ({
  access_token: tokenWith({ exp, sub: '7', name }),
  refresh_token: `refresh-${name}`,
  token_type: 'bearer'
})

function setUp(t: Test, mode: 'cookie' | 'bearer', stored: unknown, answers: Answers = {}, isSecure = false) {
  const storage = memoryStorage()
  const store = mode === 'bearer' ? bearerSessionStore(storage) : cookieSessionStore(storage)
  if (stored) store.write(stored)
  const known: Answers = { 'GET /api/auth/me': () => ({ json: user }), 'POST /api/auth/logout': () => ({ status: 204 }), ...answers }
  const sent = fakeFetch(
    t,
    request => known[`${request.method} ${request.path}`]?.(request) ?? { status: 404, json: { detail: 'Not Found' } }
  )
  const announced: SessionMessage[] = []
  let ledOut = 0
  let last: Promise<unknown> = Promise.resolve()
  const session = new SessionMachine({
    store,
    isSecure,
    now: () => now,
    announce: message => announced.push(message),
    lock: <T>(work: () => Promise<T>) => {
      const turn = last.then(work, work)
      last = turn.catch(() => {})
      return turn
    }
  })
  session.onEnded = () => ledOut++
  provideCredentials(session)
  return {
    session,
    store,
    storage,
    sent,
    announced,
    ledOut: () => ledOut,
    lines: () => sent.map(({ method, path }) => `${method} ${path}`)
  }
}

for (const mode of ['cookie', 'bearer'] as const) {
  const record = (exp: number) => (mode === 'bearer' ? tokens(exp) : { token_type: 'bearer', exp, sub: '7' })

  t.test(`${mode}: without a stored session the state is signed out without a request`, async t => {
    const { session, sent } = setUp(t, mode, null)
    t.equal(session.snapshot().state, 'loading')
    await session.start()
    t.strictSame(session.snapshot(), { state: 'signed-out', user: null })
    t.equal(sent.length, 0)
  })

  t.test(`${mode}: queries of the first screen start with a valid session, but not with an expired one`, async t => {
    const refresh = { 'POST /api/auth/refresh': () => ({ json: tokens(live, 'b') }) }
    for (const [stored, first] of [
      [record(live), ['GET /api/auth/me', 'GET /api/server']],
      [record(ended), ['POST /api/auth/refresh']],
      [null, []]
    ] as const) {
      queryClient.clear()
      const { session, lines } = setUp(t, mode, stored, { ...refresh, 'GET /api/server': () => ({ json: { features: [] } }) })
      const started = session.start()
      readAhead(capabilities())
      await setImmediate()
      t.strictSame(lines().slice(0, first.length).toSorted(), first)
      await started
      t.equal(lines().includes('GET /api/server'), stored !== null && first.length === 2)
    }
    queryClient.clear()
  })

  t.test(`${mode}: a valid session fetches the user`, async t => {
    const { session, lines } = setUp(t, mode, record(live))
    await session.start()
    t.match(session.snapshot(), { state: 'signed-in', user: { id: '7', email: 'ana@example.org', name: null } })
    t.strictSame(lines(), ['GET /api/auth/me'])
  })

  t.test(`${mode}: an expired access token is refreshed on start, with JSON`, async t => {
    const { session, sent, lines, store } = setUp(t, mode, record(ended), {
      'POST /api/auth/refresh': () => ({ json: mode === 'bearer' ? tokens(live, 'b') : record(live) })
    })
    await session.start()
    t.equal(session.snapshot().state, 'signed-in')
    t.strictSame(lines(), ['POST /api/auth/refresh', 'GET /api/auth/me'])
    t.match(sent[0], { headers: { 'content-type': 'application/json' }, body: mode === 'bearer' ? '{"refresh_token":"refresh-a"}' : '{}' })
    t.equal(store.read()?.exp, live)
  })

  t.test(`${mode}: any failure on start clears the stored session and the user`, async t => {
    for (const answer of [{ status: 500, text: 'oh' }, { status: 401, json: { detail: 'no' } }, new TypeError('Failed to fetch')]) {
      const { session, store } = setUp(t, mode, record(live), { 'GET /api/auth/me': () => answer })
      await session.start()
      t.strictSame(session.snapshot(), { state: 'signed-out', user: null })
      t.equal(store.read(), null)
    }
    const { session, store } = setUp(t, mode, record(ended), { 'POST /api/auth/refresh': () => ({ status: 503, text: '' }) })
    await session.start()
    t.equal(session.snapshot().state, 'signed-out')
    t.equal(store.read(), null)
  })

  t.test(`${mode}: login is form-encoded, stores the session, then loads the user`, async t => {
    const { session, sent, lines, store, announced } = setUp(t, mode, null, { 'POST /api/auth/login': () => ({ json: record(live) }) })
    await session.signIn('ana@example.org', 'a b&c')
    t.strictSame(lines(), ['POST /api/auth/login', 'GET /api/auth/me'])
    t.equal(sent[0]?.body, 'username=ana%40example.org&password=a+b%26c')
    t.equal(store.read()?.exp, live)
    t.equal(session.snapshot().state, 'signed-in')
    t.strictSame(announced, ['signed-in'])
  })

  t.test(`${mode}: a user that cannot be loaded after login is reported in the words of the spec, and nothing stays stored`, async t => {
    const { session, store } = setUp(t, mode, null, {
      'POST /api/auth/login': () => ({ json: record(live) }),
      'GET /api/auth/me': () => ({ status: 500, text: 'boom' })
    })
    await t.rejects(session.signIn('a@b.c', 'x'), {
      message: 'Failed to fetch user data after login',
      cause: { message: 'Request failed with status 500: boom' }
    })
    t.equal(store.read(), null)
  })

  t.test(`${mode}: a result without tokens is refused`, async t => {
    const { session, store } = setUp(t, mode, null, { 'POST /api/auth/login': () => ({ json: { hello: 'world' } }) })
    await t.rejects(session.signIn('a@b.c', 'x'), { message: 'Invalid authentication response from server' })
    t.equal(store.read(), null)
  })

  t.test(`${mode}: registration uses the session in its response`, async t => {
    const { session, lines } = setUp(t, mode, null, { 'POST /api/auth/register': () => ({ status: 201, json: record(live) }) })
    await session.register({ email: 'ana@example.org', password: 'longenough' })
    t.strictSame(lines(), ['POST /api/auth/register', 'GET /api/auth/me'])
    t.equal(session.snapshot().state, 'signed-in')
  })

  t.test(`${mode}: registration without one logs in with the same credentials`, async t => {
    const { session, sent, lines } = setUp(t, mode, null, {
      'POST /api/auth/register': () => ({ status: 201, json: { id: 7, email: 'ana@example.org' } }),
      'POST /api/auth/login': () => ({ json: record(live) })
    })
    await session.register({ email: 'ana@example.org', password: 'longenough' })
    t.strictSame(lines(), ['POST /api/auth/register', 'POST /api/auth/login', 'GET /api/auth/me'])
    t.equal(sent[0]?.body, '{"email":"ana@example.org","password":"longenough"}')
    t.equal(sent[1]?.body, 'username=ana%40example.org&password=longenough')
  })

  t.test(`${mode}: logout clears session and user, even when the server does not answer`, async t => {
    const { session, store, announced, ledOut } = setUp(t, mode, record(live), { 'POST /api/auth/logout': () => new TypeError('offline') })
    await session.start()
    await session.signOut()
    t.strictSame(session.snapshot(), { state: 'signed-out', user: null })
    t.equal(store.read(), null)
    t.strictSame(announced, ['signed-out'])
    t.equal(ledOut(), 1)
  })

  t.test(`${mode}: any 401 clears the session, redirects and notifies the other tabs`, async t => {
    const { session, store, announced, ledOut } = setUp(t, mode, record(live), {
      'GET /api/projects': () => ({ status: 401, json: { detail: 'session ended' } })
    })
    await session.start()
    await t.rejects(call('GET /projects', {}), { message: 'session ended', status: 401 })
    t.equal(session.snapshot().state, 'signed-out')
    t.equal(store.read(), null)
    t.equal(ledOut(), 1)
    t.strictSame(announced, ['signed-out'])
  })

  t.test(`${mode}: a sign-out that is answered late does not end the session begun meanwhile`, async t => {
    const late = Promise.withResolvers<{ status: number }>()
    const { session, store, announced } = setUp(t, mode, record(live), {
      'POST /api/auth/logout': () => late.promise,
      'POST /api/auth/login': () => ({ json: record(live) }),
      'GET /api/projects': () => ({ status: 401, json: { detail: 'session ended' } })
    })
    const removed: string[] = []
    session.onSignedOut = async id => void removed.push(id)
    await session.start()
    const leaving = session.signOut()
    await t.rejects(call('GET /projects', {}), { message: 'session ended' })
    await session.signIn('ana@example.org', 'x')
    late.resolve({ status: 204 })
    t.equal(await leaving, false)
    t.equal(session.snapshot().state, 'signed-in')
    t.not(store.read(), null)
    t.strictSame(removed, [], 'the same person has signed in again')
    t.strictSame(announced, ['signed-out', 'signed-in'])
  })

  t.test(`${mode}: two sign-outs at once are one`, async t => {
    const { session, lines, ledOut } = setUp(t, mode, record(live))
    await session.start()
    t.strictSame(await Promise.all([session.signOut(), session.signOut()]), [true, true])
    t.equal(ledOut(), 1)
    t.equal(lines().filter(line => line === 'POST /api/auth/logout').length, 1)
  })

  t.test(`${mode}: a 401 to a request of an earlier session does not end the present one`, async t => {
    const late = Promise.withResolvers<Answer>()
    const { session, store } = setUp(t, mode, record(live), {
      'GET /api/projects': () => late.promise,
      'POST /api/auth/login': () => ({ json: record(live) })
    })
    await session.start()
    const early = call('GET /projects', {})
    await setImmediate()
    await session.signOut()
    await session.signIn('ana@example.org', 'x')
    late.resolve({ status: 401, json: { detail: 'session ended' } })
    await t.rejects(early, { message: 'session ended' })
    t.equal(session.snapshot().state, 'signed-in')
    t.not(store.read(), null)
  })

  t.test(`${mode}: a failure on start ends the session in other tabs; a failure to follow another tab ends nothing there`, async t => {
    const { session, store, announced, lines } = setUp(t, mode, record(live), { 'GET /api/auth/me': () => ({ status: 503, text: '' }) })
    await session.start()
    t.strictSame(announced, ['signed-out'])
    store.write(record(live))
    session.heard('signed-in')
    await setImmediate()
    await setImmediate()
    t.equal(session.snapshot().state, 'signed-out')
    t.not(store.read(), null)
    t.strictSame(announced, ['signed-out'])
    t.equal(lines().filter(line => line === 'POST /api/auth/logout').length, 1)
  })

  t.test(`${mode}: other tabs follow sign-out and sign-in`, async t => {
    const { session, store, announced, ledOut } = setUp(t, mode, record(live))
    await session.start()
    session.heard('signed-out')
    t.equal(session.snapshot().state, 'signed-out')
    t.equal(ledOut(), 1)
    store.write(record(live))
    const signedIn = new Promise<void>(resolve => {
      session.subscribe(() => {
        if (session.snapshot().state === 'signed-in') resolve()
      })
    })
    session.heard('signed-in')
    await signedIn
    t.strictSame(announced, [], 'and do not echo')
  })
}

t.test('over HTTPS signing out keeps the known device, although the response removes every cookie', async t => {
  const { session, sent, lines } = setUp(
    t,
    'cookie',
    { token_type: 'bearer', exp: live, sub: '7' },
    { 'GET /api/auth/device': () => ({ json: { device: 'sealed' } }), 'PUT /api/auth/device': () => ({ status: 204 }) },
    true
  )
  await session.start()
  await session.signOut()
  t.strictSame(lines(), ['GET /api/auth/me', 'GET /api/auth/device', 'POST /api/auth/logout', 'PUT /api/auth/device'])
  t.equal(sent.at(-1)?.body, '{"device":"sealed"}')
})

t.test('over HTTPS a late revocation is not sent with the cookies of the next session', async t => {
  const late = Promise.withResolvers<Answer>()
  const { session, lines } = setUp(
    t,
    'cookie',
    { token_type: 'bearer', exp: live, sub: '7' },
    { 'GET /api/auth/device': () => late.promise, 'POST /api/auth/login': () => ({ json: { token_type: 'bearer', exp: live, sub: '7' } }) },
    true
  )
  await session.start()
  const leaving = session.signOut()
  await session.signIn('ana@example.org', 'x')
  late.resolve({ json: { device: 'sealed' } })
  t.equal(await leaving, false)
  t.notOk(lines().includes('POST /api/auth/logout'))
})

t.test('bearer: requests carry the token', async t => {
  const { session, sent } = setUp(t, 'bearer', tokens(live), { 'GET /api/projects': () => ({ json: [] }) })
  await session.start()
  await call('GET /projects', {})
  for (const { headers } of sent) t.equal(headers.authorization, `Bearer ${tokens(live).access_token}`)
})

t.test('bearer: an expired token is refreshed before the request, form-encoded, once for many requests', async t => {
  const { session, sent, store } = setUp(t, 'bearer', tokens(live), {
    'POST /api/auth/refresh': () => ({ json: tokens(live, 'b') }),
    'GET /api/projects': () => ({ json: [] })
  })
  await session.start()
  store.write(tokens(ended))
  await Promise.all(Array.from({ length: 20 }, () => call('GET /projects', {})))
  const refreshes = sent.filter(({ path }) => path === '/api/auth/refresh')
  t.equal(refreshes.length, 1)
  t.match(refreshes[0], { body: 'refresh_token=refresh-a', headers: { 'content-type': /^application\/x-www-form-urlencoded/ } })
  t.equal(sent.at(-1)?.headers.authorization, `Bearer ${tokens(live, 'b').access_token}`)
})

t.test('bearer: a failed refresh clears the session and redirects; the request is not sent', async t => {
  for (const answer of [
    { status: 400, json: { detail: 'gone' } },
    { status: 200, json: { access_token: 'only one' } }
  ]) {
    const { session, store, lines, ledOut } = setUp(t, 'bearer', tokens(live), { 'POST /api/auth/refresh': () => answer })
    await session.start()
    store.write(tokens(ended))
    await t.rejects(call('GET /projects', {}))
    t.equal(store.read(), null)
    t.equal(session.snapshot().state, 'signed-out')
    t.equal(ledOut(), 1)
    t.notOk(lines().includes('GET /api/projects'))
  }
})

t.test('cookie: the gateway refreshes, so requests go out without a token and without a refresh', async t => {
  const { session, lines, sent, store } = setUp(
    t,
    'cookie',
    { token_type: 'bearer', exp: live, sub: '7' },
    { 'GET /api/projects': () => ({ json: [] }) }
  )
  await session.start()
  store.write({ token_type: 'bearer', exp: ended, sub: '7' })
  await call('GET /projects', {})
  t.strictSame(lines(), ['GET /api/auth/me', 'GET /api/projects'])
  t.equal(sent[1]?.headers.authorization, undefined)
})
