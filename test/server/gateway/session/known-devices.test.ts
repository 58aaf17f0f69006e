import t from 'tap'
import { goodPassword } from '../../../support/backend.ts'
import { ask, newServer, register } from '../../../support/set-up.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-requested-by': 'app' }

async function signIn(url: string, username: string, password: string, cookie = '') {
  const body = new URLSearchParams({ username, password })
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers: { ...form, ...(cookie && { cookie }) }, body })
  await answer.arrayBuffer()
  return { status: answer.status, set: answer.headers.getSetCookie() }
}

const device = (set: string[]) => set.find(cookie => /^(__Host-Http-)?kd=/.test(cookie)) ?? ''
const pair = (cookie: string) => cookie.split(';')[0] ?? ''

t.test('only the attacker behind a shared NAT is throttled', async t => {
  const { url, port } = await newServer(t)
  const made = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'x-requested-by': 'app', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@lab.example', password: goodPassword })
  })
  t.equal(made.status, 201)
  const ofAda = device(made.headers.getSetCookie())
  t.match(ofAda, /^kd=[\w-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/)
  t.notMatch(Buffer.from(pair(ofAda).slice(3), 'base64url').toString('latin1'), /ada/i, 'sealed')

  const guesses: number[] = []
  for (let n = 0; n < 30; n++) guesses.push((await signIn(url, 'ada@lab.example', 'guess')).status)
  t.same([...new Set(guesses.slice(20))], [429], 'both limits are exceeded, the gateway’s and the backend’s')
  t.equal((await signIn(url, 'ada@lab.example', goodPassword)).status, 429, 'an unknown browser')

  const back = await signIn(url, ' Ada@lab.example', goodPassword, pair(ofAda))
  t.equal(back.status, 200)
  t.equal(back.set.length, 3, 'the session, and a renewed device')

  t.match(await ask(port, '/api/auth/login', { json: {}, headers: { 'x-isobath-device': 'x' } }), { status: 415 })
  const claimed = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { ...form, 'x-isobath-device': 'ada-laptop' },
    body: new URLSearchParams({ username: 'ada@lab.example', password: goodPassword })
  })
  t.equal(claimed.status, 429, 'a client cannot declare its device known')
})

t.test('a device is known for its own account, and only with an intact value', async t => {
  const { url, port } = await newServer(t)
  t.match(await register(port), { status: 201 })
  const headers = { 'x-requested-by': 'app', 'content-type': 'application/json' }
  const signUp = async (email: string, cookie = '') => {
    const body = JSON.stringify({ email, password: goodPassword })
    const answer = await fetch(`${url}/api/auth/register`, { method: 'POST', headers: { ...headers, ...(cookie && { cookie }) }, body })
    return device(answer.headers.getSetCookie())
  }
  const ofAda = pair(await signUp('ada@lab.example'))
  const ofBoth = pair(await signUp('bob@lab.example', ofAda))
  for (let n = 0; n < 25; n++) await signIn(url, 'bob@lab.example', 'guess')

  const middle = ofBoth.length >> 1
  const bent = ofBoth.slice(0, middle) + (ofBoth[middle] === 'A' ? 'B' : 'A') + ofBoth.slice(middle + 1)
  for (const [cookie, name] of [
    [ofAda, 'known for another account'],
    [bent, 'changed'],
    [ofBoth.slice(0, -6), 'cut'],
    [`${ofBoth}; ${ofBoth}`, 'doubled'],
    ['kd=nonsense', 'made up']
  ] as const) {
    t.equal((await signIn(url, 'bob@lab.example', goodPassword, cookie)).status, 429, name)
  }
  t.equal((await signIn(url, 'bob@lab.example', goodPassword, ofBoth)).status, 200, 'one browser, two people')
})

t.test('a device without its cookie is known again by the gateway’s own value, and by nothing else', async t => {
  const { url, port } = await newServer(t)
  t.match(await register(port), { status: 201 })
  const json = { 'x-requested-by': 'app', 'content-type': 'application/json' }
  const get = async (cookie = '') =>
    (await (await fetch(`${url}/api/auth/device`, { headers: cookie ? { cookie } : {} })).json()) as { device: string | null }
  const put = async (value: unknown, cookie = '') => {
    const body = JSON.stringify({ device: value })
    const answer = await fetch(`${url}/api/auth/device`, { method: 'PUT', headers: { ...json, ...(cookie && { cookie }) }, body })
    await answer.arrayBuffer()
    return { status: answer.status, set: device(answer.headers.getSetCookie()) }
  }
  const signUp = async (email: string) => {
    const body = JSON.stringify({ email, password: goodPassword })
    const answer = await fetch(`${url}/api/auth/register`, { method: 'POST', headers: json, body })
    return pair(device(answer.headers.getSetCookie()))
  }
  const [ofAda, ofBob] = [await signUp('ada@lab.example'), await signUp('bob@lab.example')]

  t.same(await get(), { device: null })
  const { device: kept } = await get(ofAda)
  t.equal(kept, ofAda.slice(3))
  const back = await put(kept)
  t.equal(back.status, 204)
  t.match(back.set, /^kd=[\w-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/)
  t.equal(pair(back.set), ofAda)

  t.same(await put(kept, ofBob), { status: 204, set: '' }, 'an existing one stays')
  t.same(await put('made-up'), { status: 204, set: '' })
  t.same(await put(kept?.slice(0, -6)), { status: 204, set: '' })
  for (const wrong of [null, 7, '', 'x'.repeat(4097)]) t.match(await put(wrong), { status: 422, set: '' })
  const other = await fetch(`${url}/api/auth/device`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{}' })
  t.equal(other.status, 403, 'another site cannot make this browser call it')
})
