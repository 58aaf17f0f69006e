import t, { type Test } from 'tap'
import { recordActivity } from '../../../../server/backend/projects/activity.ts'
import { lockProject } from '../../../../server/backend/projects/edit-project.ts'
import { everything } from '../../../../server/backend/projects/scope.ts'
import type { AnyTransaction } from '../../../../server/backend/storage/database.ts'
import type { Media } from '../../../../shared/contracts/media.ts'
import type { Project } from '../../../../shared/contracts/projects.ts'
import { type DatabaseKind, forEachDatabase, type Person, testBackend } from '../../../support/backend.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'
import { picture } from '../../../support/pictures.ts'
import { until } from '../../../support/until.ts'
import { listening, upload } from '../../../support/uploads.ts'
import { waitingStatements } from '../../../support/waiting-statements.ts'

interface MediaPage {
  items: Media[]
  nextCursor: string | null
}

async function scene(t: Test, database: DatabaseKind) {
  const backend = await testBackend(t, { database })
  const owner = await backend.signUp()
  const project = await owner.makeProject()
  const rows = (options: Omit<Parameters<typeof insertMediaRows>[1], 'projectId' | 'accountId'>) =>
    insertMediaRows(backend.storage.db, { projectId: project.id, accountId: owner.id, ...options })
  return { ...backend, owner, project, rows }
}

async function everyPage(person: Person, projectId: string, query: string): Promise<Media[]> {
  const all: Media[] = []
  let cursor: string | null = null
  do {
    const answer = await person.get(`/projects/${projectId}/media?${query}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
    const page: MediaPage = answer.json()
    all.push(...page.items)
    cursor = page.nextCursor
  } while (cursor)
  return all
}

await forEachDatabase(t, async (t, database) => {
  t.test('the list is complete in every order, page by page, with each item once', async t => {
    const { owner, project, rows } = await scene(t, database)
    const names = ['b.jpg', 'A.jpg', 'c.jpg', 'a.jpg', 'Z.jpg', 'é.jpg', '_x.jpg']
    const dates = [
      '2024-01-02T00:00:00.000Z',
      null,
      '2024-01-01T00:00:00.000Z',
      '2024-01-02T00:00:00.000Z',
      null,
      '2020-01-01T00:00:00.000Z',
      null
    ]
    const ids = await rows({ count: 7, fileName: at => names[at] ?? '', eventDate: at => dates[at] ?? null })
    const order = async (sort: string) => (await everyPage(owner, project.id, `sort=${sort}&limit=2`)).map(media => ids.indexOf(media.id))
    t.same(await order('added'), [6, 5, 4, 3, 2, 1, 0], 'newest first')
    t.same(await order('captured'), [5, 2, 0, 3, 1, 4, 6], 'oldest first, items without a time last')
    t.same(await order('name'), [6, 1, 3, 0, 2, 4, 5], 'without regard to case, in byte order')
  })

  t.test('a search finds parts of file names in any case, and has no wildcards', async t => {
    const { owner, project, rows } = await scene(t, database)
    const names = ['Dive01_Sponge.JPG', 'dive02_sponge.jpg', 'dive02_100%.jpg', 'dive03!.jpg', 'ÄSCHE.jpg']
    await rows({ count: names.length, fileName: at => names[at] ?? '' })
    const found = async (search: string) =>
      (await everyPage(owner, project.id, `search=${encodeURIComponent(search)}&sort=name&limit=1`)).map(media => media.fileName)
    t.same(await found('SPONGE'), ['Dive01_Sponge.JPG', 'dive02_sponge.jpg'])
    t.same(await found('0%'), ['dive02_100%.jpg'])
    t.same(await found('!'), ['dive03!.jpg'])
    t.same(await found('_'), ['Dive01_Sponge.JPG', 'dive02_100%.jpg', 'dive02_sponge.jpg'])
    t.same(await found('äsch'), ['ÄSCHE.jpg'])
    t.same(
      await found('  '),
      names.slice().sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    )
  })

  t.test('the list explains an invalid request', async t => {
    const { owner, project } = await scene(t, database)
    const status = async (query: string) => (await owner.get(`/projects/${project.id}/media?${query}`)).statusCode
    t.equal(await status('cursor=nonsense'), 400)
    t.equal(await status(`cursor=${Buffer.from('[1,2]').toString('base64url')}`), 400)
    t.equal(await status('limit=0'), 400)
    t.equal(await status('limit=201'), 400)
    t.equal(await status('sort=size'), 400)
    t.equal(await status('colour=blue'), 400)
  })

  t.test('facts are corrected on the revision that was read; the later of two edits is refused', async t => {
    const { owner, rows } = await scene(t, database)
    const [id] = await rows({ count: 1 })
    const edit = {
      revision: 1,
      eventDate: '2024-06-02T04:29:27.000Z',
      decimalLatitude: 36.79,
      decimalLongitude: -122.07,
      depthInMeters: 302.5
    }
    t.match((await owner.patch(`/media/${id}`, edit)).json(), { ...edit, revision: 2 })
    t.match((await owner.get(`/media/${id}`)).json(), { ...edit, revision: 2 })
    t.match((await owner.patch(`/media/${id}`, { ...edit, depthInMeters: 1 })).json(), { status: 409, code: 'STALE_REVISION' })
    t.match((await owner.patch(`/media/${id}`, { revision: 2, fileName: 'Renamed.jpg', eventDate: null })).json(), {
      fileName: 'Renamed.jpg',
      eventDate: null,
      depthInMeters: 302.5,
      revision: 3
    })
  })

  t.test('a position is complete or absent', async t => {
    const { owner, rows } = await scene(t, database)
    const [id] = await rows({ count: 1 })
    t.match((await owner.patch(`/media/${id}`, { revision: 1, decimalLatitude: 10 })).json(), {
      status: 422,
      detail: /decimalLongitude is missing/
    })
    await owner.patch(`/media/${id}`, { revision: 1, decimalLatitude: 10, decimalLongitude: 20 })
    t.match((await owner.patch(`/media/${id}`, { revision: 2, decimalLatitude: null })).json(), {
      status: 422,
      detail: /decimalLatitude is missing/
    })
    t.match((await owner.patch(`/media/${id}`, { revision: 2, decimalLongitude: 21 })).json(), {
      decimalLatitude: 10,
      decimalLongitude: 21
    })
  })

  t.test('an edit with an impossible or unknown field is refused, with its place', async t => {
    const { owner, rows } = await scene(t, database)
    const [id] = await rows({ count: 1 })
    for (const [field, value] of [
      ['decimalLatitude', 91],
      ['depthInMeters', 'deep'],
      ['eventDate', 'yesterday'],
      ['fileName', ' '],
      ['sha256', 'x']
    ]) {
      const answer = (await owner.patch(`/media/${id}`, { revision: 1, [String(field)]: value })).json()
      t.match(answer, { status: 422, errors: [{ path: `/${field}` }] }, String(field))
    }
    t.match((await owner.patch(`/media/${id}`, { revision: 1 })).json(), { status: 422 })
  })

  t.test('a correction is recorded as one activity, and a refused one is not recorded', async t => {
    const backend = await testBackend(t, { database })
    const base = await listening(t, backend)
    const owner = await backend.signUp()
    const project = await owner.makeProject()
    const id = (await upload(base, owner, { projectId: project.id, fileName: 'a.jpg', content: await picture() })).headers.get(
      'isobath-media-id'
    )
    t.equal((await owner.patch(`/media/${id}`, { revision: 1, fileName: 'b.jpg', depthInMeters: 12 })).statusCode, 200)
    t.equal((await owner.patch(`/media/${id}`, { revision: 1, depthInMeters: 13 })).statusCode, 409)
    const { items } = (await owner.get(`/projects/${project.id}/activity`)).json()
    t.match(items, [
      { event: 'media.revised', actorId: owner.id, detail: { mediaId: id, fileName: 'b.jpg' } },
      { event: 'media.added' },
      { event: 'project.created' }
    ])
    t.equal(items.length, 3)
    const { notices } = (await owner.get('/notices')).json()
    t.match(notices[0].text, / corrected b.jpg in “/)
  })

  t.test('a removed item is gone, the project counts without it, and its content can be added again', async t => {
    const backend = await testBackend(t, { database })
    const base = await listening(t, backend)
    const owner = await backend.signUp()
    const project = await owner.makeProject()
    const content = await picture()
    const add = async () =>
      (await upload(base, owner, { projectId: project.id, fileName: 'a.jpg', content })).headers.get('isobath-media-id')
    const id = await add()
    const { revision } = (await owner.get(`/projects/${project.id}`)).json<Project>()
    t.equal((await owner.put(`/projects/${project.id}`, { revision, coverMediaId: id })).statusCode, 200)
    t.equal((await owner.delete(`/media/${id}`)).statusCode, 204)
    t.equal((await owner.delete(`/media/${id}`)).statusCode, 404)
    t.equal((await owner.get(`/media/${id}`)).statusCode, 404)
    t.match((await owner.get(`/projects/${project.id}`)).json(), { mediaCount: 0, coverMediaId: null })
    t.match((await owner.get(`/projects/${project.id}/overview`)).json(), { mediaCount: 0, mediaBytes: 0 })
    t.match((await owner.get(`/projects/${project.id}/activity`)).json(), {
      items: [{ event: 'media.removed', detail: { fileName: 'a.jpg' } }]
    })
    t.ok(await add())
    t.match((await owner.get(`/projects/${project.id}/overview`)).json(), { mediaCount: 1, mediaBytes: content.length })
  })

  if (database === 'postgres')
    t.test('a metadata table and an edit of the same images do not wait for each other', async t => {
      const { storage, app, owner, project, rows } = await scene(t, database)
      const { db } = storage
      const [first, second] = await rows({ count: 2 })
      const names = await db.selectFrom('media').select('file_name').where('project_id', '=', project.id).execute()
      const attach = () =>
        app.inject({
          method: 'POST',
          url: `/api/projects/${project.id}/media/metadata`,
          headers: { authorization: `Bearer ${owner.tokens.access_token}`, 'content-type': 'text/csv' },
          payload: ['filename,depth', ...names.map(({ file_name: name }) => `${name},12`)].join('\n')
        })
      const change = (transaction: AnyTransaction, id: string) =>
        transaction.updateTable('media').set({ annotation_count: 0 }).where('id', '=', id).execute()
      const [attached] = await db.transaction().execute(async transaction => {
        await lockProject(transaction, everything(project.id, 'a test'))
        await change(transaction, second!)
        const waiting = attach()
        await until(
          () => waitingStatements(db),
          count => count === 1
        )
        await change(transaction, first!)
        return [waiting]
      })
      t.equal((await attached!).statusCode, 200)
      t.same(await db.selectFrom('media').select('depth_in_meters').execute(), [{ depth_in_meters: 12 }, { depth_in_meters: 12 }])
    })

  if (database === 'postgres')
    t.test('an item is removed during an edit of its project and during its correction', async t => {
      const { storage, owner, project, rows } = await scene(t, database)
      const { db } = storage
      const [edited, corrected] = await rows({ count: 2 })
      const change = (transaction: AnyTransaction, id: string) =>
        transaction.updateTable('media').set({ annotation_count: 0 }).where('id', '=', id).execute()
      const removing = async (id: string) => {
        const answer = owner.delete(`/media/${id}`)
        await until(
          () => waitingStatements(db),
          count => count === 1
        )
        return [answer]
      }
      const [first] = await db.transaction().execute(async transaction => {
        await lockProject(transaction, everything(project.id, 'a test'))
        const waiting = await removing(edited!)
        await change(transaction, edited!)
        return waiting
      })
      t.equal((await first!).statusCode, 204)
      const [second] = await db.transaction().execute(async transaction => {
        await change(transaction, corrected!)
        const waiting = await removing(corrected!)
        await recordActivity(transaction, {
          projectId: project.id,
          actorId: owner.id,
          event: 'media.revised',
          detail: { mediaId: corrected!, fileName: 'b.jpg' }
        })
        return waiting
      })
      t.equal((await second!).statusCode, 204)
    })

  t.test('many files added in a row are one activity with a count', async t => {
    const backend = await testBackend(t, { database })
    const base = await listening(t, backend)
    const owner = await backend.signUp()
    const project = await owner.makeProject()
    for (let seed = 0; seed < 3; seed++) {
      await upload(base, owner, { projectId: project.id, fileName: `${seed}.jpg`, content: await picture({ seed }) })
    }
    const { items } = (await owner.get(`/projects/${project.id}/activity`)).json()
    t.match(items, [{ event: 'media.added', detail: { count: 3, fileName: '2.jpg' } }, { event: 'project.created' }])
    t.match((await owner.get('/notices')).json(), { notices: [{ text: 'You added 3 files to “Reef survey”' }] })
  })

  t.test('a page can look up the files that the project already has', async t => {
    const { owner, project, rows, storage } = await scene(t, database)
    await rows({ count: 3 })
    const known = (await storage.db.selectFrom('media').select(['id', 'sha256', 'file_name']).execute())[1]
    const answer = await owner.post(`/projects/${project.id}/media/known`, { sha256: [known?.sha256, 'f'.repeat(64)] })
    t.same(answer.json(), { known: [{ sha256: known?.sha256, mediaId: known?.id, fileName: known?.file_name }] })
    t.same((await owner.post(`/projects/${project.id}/media/known`, { sha256: [] })).json(), { known: [] })
    t.equal((await owner.post(`/projects/${project.id}/media/known`, { sha256: ['xyz'] })).statusCode, 422)
    t.equal((await owner.post(`/projects/${project.id}/media/known`, { sha256: Array(501).fill('f'.repeat(64)) })).statusCode, 422)
  })

  t.test('no one outside the project sees or changes its media', async t => {
    const { app, owner, project, rows, signUp } = await scene(t, database)
    const [id] = await rows({ count: 1 })
    const stranger = await signUp()
    const reader = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: reader.email, role: 'viewer' })
    const calls = [
      ['GET', `/projects/${project.id}/media`, undefined, 200],
      ['GET', `/media/${id}`, undefined, 200],
      ['POST', `/projects/${project.id}/media/known`, { sha256: [] }, 200],
      ['PATCH', `/media/${id}`, { revision: 1, depthInMeters: 5 }, 403],
      ['DELETE', `/media/${id}`, undefined, 403]
    ] as const
    for (const [method, url, payload, forReader] of calls) {
      t.equal((await app.inject({ method, url: `/api${url}`, ...(payload && { payload }) })).statusCode, 401, `anonymous: ${method} ${url}`)
      t.match((await stranger.call(method, url, payload)).json(), { status: 404, code: 'NOT_FOUND' }, `stranger: ${method}`)
      t.equal((await reader.call(method, url, payload)).statusCode, forReader, `viewer: ${method}`)
    }
    t.match((await owner.get('/media/nothing')).json(), {
      status: 404,
      detail: 'The image was not found, or you have no access to it'
    })
  })
})
