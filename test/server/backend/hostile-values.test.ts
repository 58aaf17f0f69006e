import t from 'tap'
import { annotatingProject } from '../../support/annotating.ts'
import { forEachDatabase } from '../../support/backend.ts'

// Each of these requests once caused a 500 in `npm run soak -- fuzz`.

await forEachDatabase(t, (t, database) => {
  t.test('a text that no database can store is refused with its place', async t => {
    const { owner, project } = await annotatingProject(t, { database })
    for (const title of ['a\u0000b', 'half \ud83d', '\udc00']) {
      const answer = await owner.post('/projects', { title })
      t.match([answer.statusCode, answer.json().errors], [422, [{ path: '/title', message: /NUL or half of a surrogate pair/ }]])
    }
    const attributes = { 'a\u0000': 1 }
    const create = { id: 'o', kind: 'create', annotationId: 'a', mediaId: 'm', shape: null, labelId: null, attributes }
    const named = await owner.post(`/projects/${project.id}/annotations/operations`, { operations: [create] })
    t.match([named.statusCode, named.json().errors], [422, [{ path: '/operations/0/attributes' }]], 'so is the name of a field')
    t.equal((await owner.get('/projects/%00')).statusCode, 400)
    t.equal((await owner.get('/projects?search=%00')).statusCode, 400)
    t.equal((await owner.post('/projects', { title: '🐟 = \ud83d\udc1f' })).statusCode, 201)
  })

  t.test('an impossible time is refused: leap seconds, zones beyond the years 0 to 9999', async t => {
    const { owner } = await annotatingProject(t, { database })
    for (const expiresAt of ['2030-06-30T23:59:60Z', '9999-12-31T23:59:59-10:00', '2030-01-01T00:00:00Z[Europe/Paris]']) {
      const answer = await owner.post('/auth/tokens', { name: 'script', scope: 'read', expiresAt })
      t.match([answer.statusCode, answer.json().errors], [422, [{ path: '/expiresAt' }]], expiresAt)
    }
    t.equal((await owner.post('/auth/tokens', { name: 'script', scope: 'read', expiresAt: '2030-06-30T23:59:59+02:00' })).statusCode, 201)
  })

  t.test('an impossible revision is refused', async t => {
    const { owner, mediaIds } = await annotatingProject(t, { database })
    for (const revision of [2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER, 1e21, 1e308]) {
      const answer = await owner.patch(`/media/${mediaIds[0]}`, { revision, fileName: 'b.jpg' })
      t.ok([409, 422].includes(answer.statusCode), `${revision} is ${answer.statusCode}`)
      t.match(answer.json().code, /STALE_REVISION|NUMBER_TOO_LARGE/)
    }
  })

  t.test('an annotation listed twice in a bulk edit is changed once', async t => {
    const { owner, project, edit, creation } = await annotatingProject(t, { database })
    const made = creation()
    await edit([made])
    const twice = [1, 2].map(() => ({ id: made.annotationId, revision: 1 }))
    const answer = await owner.post(`/projects/${project.id}/annotations/bulk`, {
      annotations: twice,
      change: { reviewState: 'confirmed' }
    })
    t.match([answer.statusCode, answer.json()], [200, { changedCount: 1, skippedCount: 0 }])
  })
})

t.test('an id too long for any address is refused everywhere', async t => {
  const { owner } = await annotatingProject(t)
  const answer = await owner.get(`/projects/${'x'.repeat(600)}`)
  t.match([answer.statusCode, answer.headers['content-type'], answer.json().status], [414, /^application\/problem\+json/, 414])
})
