import sharp from 'sharp'
import t from 'tap'
import type { User } from '../../../../shared/contracts/accounts.ts'
import { forEachDatabase, type Person, type TestBackend, testBackend } from '../../../support/backend.ts'

function upload({ app }: TestBackend, { tokens }: Person, payload: Buffer, type = 'image/png') {
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': type }
  return app.inject({ method: 'PUT', url: '/api/auth/me/avatar', headers, payload })
}

const picture = (width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#0a5' } })
    .png()
    .toBuffer()

await forEachDatabase(t, (t, database) => {
  t.test('a profile is changed field by field, based on the revision that was read', async t => {
    const { signUp } = await testBackend(t, { database })
    const ada = await signUp()
    const edit = { revision: 1, name: ' Ada Lovelace ', affiliation: '', orcid: '0000-0002-1825-0097', theme: 'dark' }
    const done = await ada.patch('/auth/me', edit)
    t.equal(done.statusCode, 200)
    t.match(done.json(), { name: 'Ada Lovelace', affiliation: null, orcid: '0000-0002-1825-0097', theme: 'dark', revision: 2 })
    const stale = await ada.patch('/auth/me', { revision: 1, name: 'Other' })
    t.equal(stale.statusCode, 409)
    t.match(stale.json(), { code: 'STALE_REVISION', detail: /revision is 2/ })
    t.match((await ada.patch('/auth/me', { revision: 2, orcid: null })).json(), { orcid: null, name: 'Ada Lovelace', revision: 3 })
  })

  t.test('a mistyped ORCID iD and read-only fields are refused (row 30)', async t => {
    const { signUp } = await testBackend(t, { database })
    const ada = await signUp()
    const cases: [object, string][] = [
      [{ orcid: '0000-0002-1825-0098' }, '/orcid'],
      [{ orcid: '0000-0002-1825' }, '/orcid'],
      [{ theme: 'pink' }, '/theme'],
      [{ name: 'x'.repeat(201) }, '/name'],
      [{ administrator: true }, '/administrator'],
      [{ email: 'new@lab.example' }, '/email'],
      [{ id: 'x' }, '/id']
    ]
    for (const [edit, path] of cases) {
      const answer = await ada.patch('/auth/me', { revision: 1, ...edit })
      t.equal(answer.statusCode, 422, path)
      t.ok(
        answer.json().errors.some((error: { path: string }) => error.path === path),
        path
      )
    }
    t.equal((await ada.patch('/auth/me', { revision: 1 })).statusCode, 422, 'nothing to change')
    t.equal((await ada.get('/auth/me')).json().revision, 1)
  })

  t.test('a picture becomes a small square WebP without its metadata', async t => {
    const backend = await testBackend(t, { database })
    const ada = await backend.signUp()
    const withPlace = await sharp(await picture())
      .withExif({ IFD3: { GPSLatitude: '36/1 47/1 0/1' } })
      .jpeg()
      .toBuffer()
    const set = await upload(backend, ada, withPlace, 'image/jpeg')
    t.equal(set.statusCode, 200)
    const { avatarUrl, revision } = set.json<User>()
    t.equal(revision, 2)
    const seen = await ada.get(avatarUrl!.replace(/^\/api/, ''))
    t.equal(seen.headers['content-type'], 'image/webp')
    t.match(await sharp(seen.rawPayload).metadata(), { format: 'webp', width: 256, height: 256, exif: undefined })
    const unchanged = await backend.app.inject({
      url: avatarUrl!,
      headers: { authorization: `Bearer ${ada.tokens.access_token}`, 'if-none-match': seen.headers.etag }
    })
    t.equal(unchanged.statusCode, 304)

    const next = (await upload(backend, ada, await picture(40, 40), 'image/webp')).json<User>()
    t.not(next.avatarUrl, avatarUrl, 'another picture has another address')
    t.match((await ada.delete('/auth/me/avatar')).json(), { avatarUrl: null })
    t.equal((await ada.get(`/accounts/${ada.id}/avatar`)).statusCode, 404)
  })

  t.test('files that are not pictures, or malicious, are refused and change nothing (row 45)', async t => {
    const backend = await testBackend(t, { database })
    const ada = await backend.signUp()
    const png = await picture()
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const cases: [string, Buffer, string, number][] = [
      ['nothing', Buffer.alloc(0), 'image/png', 422],
      ['noise', Buffer.from('not a picture'), 'image/png', 422],
      ['cut off', png.subarray(0, png.length / 2), 'image/png', 422],
      ['more pixels than a portrait has', bomb, 'image/png', 422],
      ['an SVG that claims to be a PNG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'image/png', 422],
      ['a GIF', await sharp(png).gif().toBuffer(), 'image/png', 422],
      ['an SVG', Buffer.from('<svg/>'), 'image/svg+xml', 415],
      ['a page', Buffer.from('<script>'), 'text/html', 415],
      ['too many bytes', Buffer.alloc(5 * 1024 * 1024 + 1), 'image/png', 413]
    ]
    for (const [name, file, type, status] of cases) {
      const answer = await upload(backend, ada, file, type)
      t.equal(answer.statusCode, status, name)
      t.equal(answer.headers['content-type'], 'application/problem+json', name)
    }
    t.match((await ada.get('/auth/me')).json(), { avatarUrl: null, revision: 1 })
  })

  t.test('a picture is visible to people who share a project, and to no one else (row 28)', async t => {
    const backend = await testBackend(t, { database })
    const [ada, bob] = [await backend.signUp(), await backend.signUp()]
    await upload(backend, ada, await picture())
    const avatarStatus = async () => (await bob.get(`/accounts/${ada.id}/avatar`)).statusCode
    t.equal(await avatarStatus(), 404)
    const { id } = await ada.makeProject()
    t.equal(await avatarStatus(), 404)
    await ada.post(`/projects/${id}/members`, { email: bob.email, role: 'viewer' })
    t.equal(await avatarStatus(), 200)
    await ada.delete(`/projects/${id}`)
    t.equal(await avatarStatus(), 404, 'sharing a deleted project does not count')
    await ada.makeProject({ visibility: 'internal' })
    t.equal(await avatarStatus(), 200, 'the owner of an internal project is visible')
    t.equal((await backend.app.inject({ url: `/api/accounts/${ada.id}/avatar` })).statusCode, 401)
    t.equal((await bob.get('/accounts/nobody/avatar')).statusCode, 404)
  })
})
