import t from 'tap'
import { startApp } from '../support/app.ts'
import { fromApp } from '../support/gateway.ts'

t.test('a refused upload gets its reason, however large its body', async t => {
  const url = await startApp(t)
  const post = (path: string, body: object, cookie = '') =>
    fetch(url + path, { method: 'POST', headers: { ...fromApp, 'content-type': 'application/json', cookie }, body: JSON.stringify(body) })
  const signUp = async (email: string) => {
    const answer = await post('/api/auth/register', { email, password: 'gorgonian lantern halocline' })
    return answer.headers
      .getSetCookie()
      .map(line => line.split(';')[0])
      .join('; ')
  }
  const cookie = await signUp('ada@lab.example')
  const stranger = await signUp('ben@lab.example')
  const { id } = (await (await post('/api/projects', { title: 'Reef' }, cookie)).json()) as { id: string }
  const tus = { ...fromApp, 'tus-resumable': '1.0.0' }
  const metadata = Object.entries({ projectId: id, filename: 'a.png' }).map(([name, value]) => `${name} ${btoa(value)}`)
  const started = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: { ...tus, cookie, 'upload-length': '100000000', 'upload-metadata': metadata.join(',') }
  })
  t.equal(started.status, 201)
  const upload = new URL(started.headers.get('location')!, url).href
  const piece = { ...tus, cookie, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  const refusals: [string, string, string, Record<string, string>, number][] = [
    ['an offset that is not there', 'PATCH', upload, { ...piece, 'upload-offset': '7' }, 409],
    ['no offset', 'PATCH', upload, { ...tus, cookie, 'content-type': 'application/offset+octet-stream' }, 403],
    ["another's upload", 'PATCH', upload, { ...piece, cookie: stranger }, 404],
    ['an unknown upload', 'PATCH', `${url}/api/uploads/unknown`, piece, 404],
    [
      "a stranger's table",
      'POST',
      `${url}/api/projects/${id}/media/metadata`,
      { ...fromApp, cookie: stranger, 'content-type': 'text/csv' },
      404
    ],
    [
      'an import into a project that is not there',
      'POST',
      `${url}/api/projects/none/imports?fileName=a.csv`,
      { ...fromApp, cookie, 'content-type': 'text/csv' },
      404
    ],
    [
      'an import with an unknown setting',
      'POST',
      `${url}/api/projects/${id}/imports?colour=red`,
      { ...fromApp, cookie, 'content-type': 'text/csv' },
      400
    ],
    ['an avatar that is no picture', 'PUT', `${url}/api/auth/me/avatar`, { ...fromApp, cookie, 'content-type': 'image/png' }, 0]
  ]
  for (const [name, method, address, headers, status] of refusals) {
    const statuses: number[] = []
    for (const bytes of [1_000, 300_000, 3_000_000]) {
      for (let time = 0; time < 3; time++) {
        const answer = await fetch(address, { method, headers, body: new Uint8Array(bytes) })
        statuses.push(answer.status)
        await answer.text()
      }
    }
    t.ok(
      statuses.every(answered => (status ? answered === status : answered >= 400 && answered < 500)),
      `${name}: ${[...new Set(statuses)]}`
    )
  }
})
