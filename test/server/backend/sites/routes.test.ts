import t, { type Test } from 'tap'
import type { Services } from '../../../../server/backend/services.ts'
import { forgetRemovedSites } from '../../../../server/backend/sites/upkeep.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { Media } from '../../../../shared/contracts/media.ts'
import type { Site, Sites, Survey } from '../../../../shared/contracts/sites.ts'
import { metadataCsvLimitBytes } from '../../../../shared/limits.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { type DatabaseKind, forEachDatabase, type Person, testBackend } from '../../../support/backend.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'

async function scene(t: Test, database: DatabaseKind, fileNames: string[] = ['M1_001.jpg', 'M1_002.jpg', 'M2_001.jpg', 'other.jpg']) {
  const backend = await testBackend(t, { database })
  const owner = await backend.signUp('ana@lab.example')
  const project = await owner.makeProject()
  const ids = await insertMediaRows(backend.storage.db, {
    projectId: project.id,
    accountId: owner.id,
    count: fileNames.length,
    fileName: at => fileNames[at] ?? ''
  })
  const survey = async (name: string): Promise<Survey> => (await owner.post(`/projects/${project.id}/surveys`, { name })).json()
  const site = async (name: string, more: object = {}): Promise<Site> =>
    (await owner.post(`/projects/${project.id}/sites`, { name, ...more })).json()
  const table = (text: string, query = '', person: Person = owner) =>
    backend.app.inject({
      method: 'POST',
      url: `/api/projects/${project.id}/sites/assign-by-table${query}`,
      headers: { authorization: `Bearer ${person.tokens.access_token}`, 'content-type': 'text/csv' },
      payload: text
    })
  const list = async () => (await owner.get(`/projects/${project.id}/sites`)).json<Sites>()
  const siteOf = async (at: number) => (await owner.get(`/media/${ids[at]}`)).json<Media>().siteId
  return { ...backend, owner, project, ids, survey, site, table, list, siteOf }
}

await forEachDatabase(t, (t, database) => {
  t.test('a refused name does not show how a site with a generalised place spells it', async t => {
    const { signUp } = await testBackend(t, { database })
    const [owner, editor] = [await signUp(), await signUp()]
    const { id } = await owner.makeProject()
    await owner.post(`/projects/${id}/members`, { email: editor.email, role: 'editor' })
    const hidden = { name: 'Secret Reef', decimalLatitude: 40.5, decimalLongitude: 3.25 }
    const site = (await owner.post(`/projects/${id}/sites`, hidden)).json()
    await owner.post(`/projects/${id}/generalisations`, { labelId: null, grid: '0.1', fromRole: 'owner' })
    t.match((await editor.get(`/sites/${site.id}`)).json(), { name: `Site ${site.id.slice(-6)}` })
    const refused = async (person: typeof owner) => (await person.post(`/projects/${id}/sites`, { name: 'SECRET reef' })).json().detail
    t.equal(await refused(editor), 'The project already has a site named “SECRET reef”')
    t.equal(await refused(owner), 'The project already has a site named “Secret Reef”')
    await owner.delete(`/sites/${site.id}`)
    const other = (await owner.post(`/projects/${id}/sites`, { ...hidden, name: 'secret Reef' })).json()
    const restored = await editor.post(`/sites/${site.id}/restore`)
    t.match(restored.json(), { code: 'SITE_NAME_TAKEN', detail: `The project already has a site named “Site ${site.id.slice(-6)}”` })
    await owner.delete(`/sites/${other.id}`)
    t.equal((await owner.post(`/sites/${site.id}/restore`)).statusCode, 200)
    const stranger = await signUp()
    for (const name of ['secret reef', 'free'])
      t.equal((await stranger.post(`/projects/${id}/sites`, { name })).statusCode, 404, 'a stranger gets one answer for both')
  })

  t.test('no edit without a name, and no assignment, shows the name of a site with a generalised place', async t => {
    const { owner, project, mediaIds: ids, signUp, addLabel, creation, edit } = await annotatingProject(t, { database, images: 2 })
    const editor = await signUp()
    const api = `/projects/${project.id}`
    await owner.post(`${api}/members`, { email: editor.email, role: 'editor' })
    const { id: coral } = await addLabel('Coral')
    const survey = (await owner.post(`${api}/surveys`, { name: 'Spring' })).json<Survey>()
    const add = async (name: string, surveyId: string | null = null) => (await owner.post(`${api}/sites`, { name, surveyId })).json<Site>()
    const [hidden, shown] = [await add('Secret Reef'), await add('Open Bank')]
    const [twinOfHidden, twinOfShown] = [await add('secret REEF', survey.id), await add('open BANK', survey.id)]
    for (const [at, site] of [hidden, twinOfShown].entries()) {
      await owner.post(`${api}/sites/assign`, { mediaIds: [ids[at]], siteId: site.id })
      await edit([creation({ mediaId: ids[at]!, labelId: coral })])
    }
    await owner.post(`${api}/generalisations`, { labelId: coral, grid: '0.1', fromRole: 'owner' })
    const withheld = `Site ${hidden.id.slice(-6)}`
    t.match((await editor.get(`/sites/${hidden.id}`)).json(), { name: withheld })

    const moved = async (person: typeof owner, { id, revision }: Site) =>
      (await person.patch(`/sites/${id}`, { revision, surveyId: survey.id })).json().detail
    t.equal(await moved(editor, hidden), `“Spring” already has a site named “${withheld}”`)
    t.equal(await moved(owner, hidden), '“Spring” already has a site named “secret REEF”')
    t.equal(await moved(editor, shown), '“Spring” already has a site named “Open Bank”', 'neither the spelling nor the id of the twin')
    const operation = { id: newId(), kind: 'revise', siteId: hidden.id, revision: hidden.revision, surveyId: survey.id }
    const { results } = (await editor.post(`${api}/sites/operations`, { operations: [operation] })).json()
    t.match(results, [{ outcome: 'refused', message: `“Spring” already has a site named “${withheld}”` }])

    const byName = (body: object) => editor.post(`${api}/sites/assign-by-name/preview`, body)
    const report = await byName({ pattern: '*', siteId: hidden.id })
    t.match([report.statusCode, report.json()], [200, { sites: [{ siteId: hidden.id, name: withheld }] }])

    await owner.delete(`/sites/${hidden.id}`)
    await owner.patch(`/sites/${twinOfHidden.id}`, { revision: twinOfHidden.revision, surveyId: null })
    const restored = await editor.post(`/sites/${hidden.id}/restore`)
    t.match(restored.json(), { code: 'SITE_NAME_TAKEN', detail: `The project already has a site named “${withheld}”` })
  })

  t.test('an assignment leaves out the rows whose new site has the name of a hidden site', async t => {
    const { owner, project, survey, site, table, list, siteOf, signUp } = await scene(t, database)
    const editor = await signUp()
    const api = `/projects/${project.id}`
    await owner.post(`${api}/members`, { email: editor.email, role: 'editor' })
    const spring = await survey('Spring')
    const place = { decimalLatitude: 40.5, decimalLongitude: 3.25 }
    await site('m1', place)
    await site('m2', { ...place, surveyId: spring.id })
    await owner.post(`${api}/generalisations`, { labelId: null, grid: '0.1', fromRole: 'owner' })
    const reportOf = ({ statusCode, json }: Awaited<ReturnType<Person['get']>>) => {
      const { sites, problems } = json()
      return [statusCode, sites.map(({ name }: Site) => name), problems]
    }
    const byName = (path: string, body: object) =>
      editor.post(`${api}/sites/assign-by-name${path}`, { pattern: '{site}_*.jpg', createSites: true, ...body })
    const taken = (subject: string, name: string) => `${subject} already has a site named “${name}”`

    const inProject = ['M1_001.jpg', 'M1_002.jpg'].map(fileName => ({ row: null, fileName, message: taken('the project', 'M1') }))
    t.same(reportOf(await byName('/preview', {})), [200, ['M2'], inProject])
    const inSpring = [{ row: null, fileName: 'M2_001.jpg', message: taken('“Spring”', 'M2') }]
    t.same(reportOf(await byName('/preview', { surveyId: spring.id })), [200, ['M1'], inSpring])

    const rows = 'file,site,survey\nM1_001.jpg,M1,\nM1_002.jpg, M2 ,spring\nother.jpg,M1,Autumn\n'
    const problems = [
      { row: 2, fileName: 'M1_001.jpg', message: taken('the project', 'M1') },
      { row: 3, fileName: 'M1_002.jpg', message: taken('“Spring”', 'M2') }
    ]
    t.same(reportOf(await table(rows, '?createSites=true&dryRun=true', editor)), [200, ['M1'], problems])
    t.same(reportOf(await table(rows, '?createSites=true', editor)), [200, ['M1'], problems])
    t.same(reportOf(await byName('', {})), [200, ['M2'], inProject])
    t.same([await siteOf(0), await siteOf(1)], [null, null], 'the rows that are left out stay without a site')
    const names = new Map((await list()).sites.map(({ id, name, surveyId }) => [id, [name, surveyId]]))
    t.match(names.get((await siteOf(2)) ?? ''), ['M2', null])
    t.match(names.get((await siteOf(3)) ?? ''), ['M1', String])
    t.equal(names.size, 4)
  })

  t.test('surveys and sites are added, listed with their contents, changed and deleted', async t => {
    const { owner, project, ids, list, siteOf } = await scene(t, database)
    const made = await owner.post(`/projects/${project.id}/surveys`, {
      name: ' Spring 2026 ',
      startDate: '2026-03-01',
      endDate: '2026-03-20'
    })
    t.equal(made.statusCode, 201)
    const survey = made.json<Survey>()
    t.match(survey, { name: 'Spring 2026', startDate: '2026-03-01', notes: null, siteCount: 0, mediaCount: 0, revision: 1 })
    const m1 = await owner.post(`/projects/${project.id}/sites`, {
      name: 'M1',
      surveyId: survey.id,
      decimalLatitude: 36.7,
      decimalLongitude: -122,
      minimumDepthInMeters: 10,
      maximumDepthInMeters: 18
    })
    t.equal(m1.statusCode, 201)
    const site = m1.json<Site>()
    t.match(site, { name: 'M1', type: 'station', surveyId: survey.id, mediaCount: 0 })
    t.same((await owner.post(`/projects/${project.id}/sites/assign`, { mediaIds: [ids[0], ids[1], 'nothing'], siteId: site.id })).json(), {
      changedCount: 2,
      unknown: ['nothing']
    })
    t.match(await list(), {
      surveys: [{ name: 'Spring 2026', siteCount: 1, mediaCount: 2 }],
      sites: [{ name: 'M1', mediaCount: 2 }],
      unassignedCount: 2
    })
    t.same((await owner.get(`/sites/${site.id}`)).json(), (await list()).sites[0])
    t.same((await owner.get(`/surveys/${survey.id}`)).json(), (await list()).surveys[0])

    const revised = await owner.patch(`/sites/${site.id}`, { revision: 1, type: 'transect', maximumDepthInMeters: null })
    t.match(revised.json(), {
      type: 'transect',
      minimumDepthInMeters: 10,
      maximumDepthInMeters: null,
      name: 'M1',
      revision: 2,
      mediaCount: 2
    })
    t.match((await owner.patch(`/surveys/${survey.id}`, { revision: 1, endDate: null })).json(), { endDate: null, startDate: '2026-03-01' })

    const full = await owner.delete(`/surveys/${survey.id}`)
    t.equal(full.statusCode, 409)
    t.match(full.json(), {
      code: 'SURVEY_HAS_SITES',
      detail: '“Spring 2026” has 1 site: move its sites to another survey first, or delete them'
    })
    t.equal((await owner.delete(`/sites/${site.id}`)).statusCode, 204)
    t.equal(await siteOf(0), null, 'its images stay')
    t.equal((await owner.delete(`/surveys/${survey.id}`)).statusCode, 204)
    t.same(await list(), { surveys: [], sites: [], unassignedCount: 4 })
    const events = (await owner.get(`/projects/${project.id}/activity`)).json().items.map(({ event }: { event: string }) => event)
    t.same(events.slice(0, 5), ['survey.removed', 'site.removed', 'media.assigned', 'site.created', 'survey.created'])
  })

  t.test('a deleted site is restored with its images and observations, except those with another site now', async t => {
    const { owner, project, ids, survey, site, siteOf, storage, signUp } = await scene(t, database)
    const spring = await survey('Spring')
    const m1 = await site('M1', { surveyId: spring.id, decimalLatitude: 36.7, decimalLongitude: -122, notes: 'Steep' })
    const m2 = await site('M2')
    const assign = (at: number, siteId: string | null) =>
      owner.post(`/projects/${project.id}/sites/assign`, { mediaIds: [ids[at]], siteId })
    for (const at of [0, 1]) await assign(at, m1.id)
    const seen = (await owner.post(`/projects/${project.id}/observations`, { verbatimIdentification: 'Cod', siteId: m1.id })).json()
    const siteOfSeen = async () => (await owner.get(`/observations/${seen.id}`)).json().siteId
    t.equal(await siteOfSeen(), m1.id)
    const restore = (siteId: string, person: Person = owner) => person.post(`/sites/${siteId}/restore`)
    t.equal((await restore(m1.id)).statusCode, 404, 'the site is there')

    await owner.delete(`/sites/${m1.id}`)
    t.equal(await siteOf(0), null)
    t.equal(await siteOfSeen(), null)
    await assign(1, m2.id)
    const reader = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: reader.email, role: 'viewer' })
    t.equal((await restore(m1.id, reader)).statusCode, 403)
    t.equal((await restore(m1.id, await signUp())).statusCode, 404)
    const twin = await site('m1', { surveyId: spring.id })
    t.match((await restore(m1.id)).json(), { status: 409, code: 'SITE_NAME_TAKEN' })
    t.equal(await siteOf(0), null, 'nothing is half done')
    await owner.delete(`/sites/${twin.id}`)

    const restored = await restore(m1.id)
    t.equal(restored.statusCode, 200)
    const { revision, createdAt, name, notes, surveyId, decimalLatitude } = m1
    t.match(restored.json(), { id: m1.id, createdAt, name, notes, surveyId, decimalLatitude, mediaCount: 1, revision: revision + 1 })
    t.same([await siteOf(0), await siteOf(1), await siteOfSeen()], [m1.id, m2.id, m1.id])
    t.equal((await restore(m1.id)).statusCode, 404, 'once')

    await owner.delete(`/sites/${m1.id}`)
    await owner.delete(`/surveys/${spring.id}`)
    const editor = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: editor.email, role: 'editor' })
    const byEditor = (await restore(m1.id, editor)).json()
    t.match(byEditor, { name: 'M1', surveyId: null, mediaCount: 1 }, 'its survey is gone')
    const events = (await owner.get(`/projects/${project.id}/activity`)).json().items.map(({ event }: { event: string }) => event)
    t.equal(events[0], 'site.restored')

    await owner.delete(`/sites/${m1.id}`)
    await storage.db
      .updateTable('removed_site')
      .set({ at: new Date(Date.now() - 31 * 86_400_000).toISOString() })
      .execute()
    t.equal((await restore(m1.id)).statusCode, 404, 'after 30 days')
    await forgetRemovedSites.run({ db: storage.db } as Services)
    for (const table of ['removed_site', 'removed_site_use'] as const)
      t.same(await storage.db.selectFrom(table).selectAll().execute(), [], table)
  })

  t.test('names are unique within a survey; positions, depths and dates must be consistent', async t => {
    const { owner, project, survey, site } = await scene(t, database)
    const [spring, autumn] = [await survey('Spring'), await survey('Autumn')]
    const url = `/projects/${project.id}/sites`
    const m1 = await site('M1', { surveyId: spring.id })
    t.equal((await owner.post(url, { name: 'M1', surveyId: autumn.id })).statusCode, 201)
    t.equal((await owner.post(url, { name: 'M1' })).statusCode, 201)
    t.match((await owner.post(url, { name: ' m1', surveyId: spring.id })).json(), {
      status: 409,
      detail: '“Spring” already has a site named “M1”'
    })
    t.match((await owner.post(url, { name: 'M1' })).json(), {
      status: 409,
      code: 'SITE_NAME_TAKEN',
      errors: [{ path: '/name', message: 'is already taken by another site' }]
    })
    t.equal((await owner.patch(`/sites/${m1.id}`, { revision: 1, surveyId: autumn.id })).statusCode, 409)
    t.equal((await owner.patch(`/sites/${m1.id}`, { revision: 1, name: 'm1' })).statusCode, 200, 'its own name in different case')
    t.equal((await owner.post(`/projects/${project.id}/surveys`, { name: 'SPRING' })).statusCode, 409)
    const refused: [object, string][] = [
      [{ name: 'a', decimalLatitude: 3 }, '/decimalLongitude'],
      [{ name: 'a', minimumDepthInMeters: 30, maximumDepthInMeters: 10 }, '/maximumDepthInMeters'],
      [{ name: 'a', surveyId: 'nothing' }, '/surveyId'],
      [{ name: ' ' }, '/name'],
      [{ name: 'a', colour: 'red' }, ''],
      [{ name: 'a', type: 'cave' }, '/type']
    ]
    for (const [draft, path] of refused) {
      const answer = await owner.post(url, draft)
      t.equal(answer.statusCode, 422)
      t.ok(
        answer.json().errors.some((error: { path: string }) => error.path.startsWith(path)),
        JSON.stringify(draft)
      )
    }
    const late = await owner.post(`/projects/${project.id}/surveys`, { name: 'x', startDate: '2026-03-02', endDate: '2026-03-01' })
    t.match(late.json(), { status: 422, errors: [{ path: '/endDate' }] })
  })

  t.test('an edit based on an older revision is refused; of two simultaneous edits one is refused', async t => {
    const { owner, survey, site } = await scene(t, database)
    const [spring, m1] = [await survey('Spring'), await site('M1')]
    const both = await Promise.all([1, 2].map(depth => owner.patch(`/sites/${m1.id}`, { revision: 1, minimumDepthInMeters: depth })))
    t.same(both.map(({ statusCode }) => statusCode).sort(), [200, 409])
    await owner.patch(`/surveys/${spring.id}`, { revision: 1, notes: 'calm' })
    t.match((await owner.patch(`/surveys/${spring.id}`, { revision: 1, notes: 'rough' })).json(), { status: 409, code: 'STALE_REVISION' })
  })

  t.test('images are assigned to sites by a file-name pattern, after a preview', async t => {
    const { owner, project, survey, site, list, siteOf } = await scene(t, database, [
      'M1_001.jpg',
      'm1_002.JPG',
      'M2_001.jpg',
      'M9_001.jpg',
      'other.jpg'
    ])
    const m1 = await site('M1')
    const m2 = await site('M2')
    const url = `/projects/${project.id}/sites/assign-by-name`
    const preview = (await owner.post(`${url}/preview`, { pattern: '{site}_{*}.jpg' })).json()
    t.match(preview, {
      matchedCount: 3,
      changedCount: 3,
      sites: [
        { siteId: m1.id, name: 'M1', surveyName: null, matchedCount: 2, changedCount: 2, examples: ['M1_001.jpg', 'm1_002.JPG'] },
        { siteId: m2.id, matchedCount: 1 }
      ],
      problems: [{ row: null, fileName: 'M9_001.jpg', message: 'no site has the name “M9”' }],
      problemCount: 1
    })
    t.equal(await siteOf(0), null, 'nothing was changed yet')
    t.same((await owner.post(url, { pattern: '{site}_{*}.jpg' })).json(), preview, 'it matches the preview')
    t.equal(await siteOf(1), m1.id)
    t.match(
      (await owner.post(url, { pattern: '{site}_*.jpg' })).json(),
      { matchedCount: 3, changedCount: 0 },
      'a second time changes nothing'
    )

    const spring = await survey('Spring')
    const made = (await owner.post(url, { pattern: '{site}_*.jpg', createSites: true, surveyId: spring.id })).json()
    t.match(made, {
      matchedCount: 4,
      changedCount: 4,
      sites: [{ siteId: null, name: 'M1', surveyName: 'Spring' }, { name: 'M2' }, { name: 'M9' }],
      problemCount: 0
    })
    t.match((await list()).surveys, [{ name: 'Spring', siteCount: 3, mediaCount: 4 }])
    const twins = (await owner.post(`${url}/preview`, { pattern: '{site}_*.jpg' })).json()
    t.match(twins.problems[0], { message: '2 sites in different surveys have the name “M1”: specify the survey' })

    const glob = await owner.post(url, { pattern: 'oth??.*', siteId: m2.id })
    t.match(glob.json(), { matchedCount: 1, changedCount: 1, sites: [{ siteId: m2.id, examples: ['other.jpg'] }] })
    t.equal(await siteOf(4), m2.id)
    for (const body of [
      { pattern: '*' },
      { pattern: '{site}', siteId: m2.id },
      { pattern: '{dive}_*' },
      { pattern: '*', siteId: 'nothing' }
    ])
      t.equal((await owner.post(url, body)).statusCode, 422, JSON.stringify(body))
  })

  t.test('images are assigned to sites by a table; every unused row is reported', async t => {
    const { survey, site, table, list, siteOf } = await scene(t, database)
    const spring = await survey('Spring')
    const m1 = await site('M1', { surveyId: spring.id })
    const rows = [
      'Filename;Station;Survey',
      'm1_001.jpg;m1;spring',
      'dive 4/M1_002;M1;',
      'M2_001.jpg;M2;Spring',
      'nothing.jpg;M1;Spring',
      'M1_001.jpg;M1;Spring',
      'other.jpg;;Spring',
      ';M1;Spring',
      'other.jpg;M1;Winter'
    ].join('\n')
    const wanted = {
      matchedCount: 2,
      changedCount: 2,
      sites: [
        { siteId: m1.id, name: 'M1', surveyName: 'Spring', matchedCount: 2, changedCount: 2, examples: ['M1_001.jpg', 'M1_002.jpg'] }
      ],
      problems: [
        { row: 4, fileName: 'M2_001.jpg', message: 'no site of this survey has the name “M2”' },
        { row: 5, fileName: 'nothing.jpg', message: 'no image of this project has this file name' },
        { row: 6, fileName: 'M1_001.jpg', message: 'row 2 has the same file and was used instead' },
        { row: 7, fileName: 'other.jpg', message: 'the row has no site' },
        { row: 8, fileName: null, message: 'the row has no file name' },
        { row: 9, fileName: 'other.jpg', message: 'no survey has the name “Winter”' }
      ],
      problemCount: 6
    }
    t.same((await table(rows, '?dryRun=true')).json(), wanted)
    t.equal(await siteOf(0), null)
    t.same((await table(rows)).json(), wanted)
    t.equal(await siteOf(1), m1.id)

    const made = await table('file,site,survey\nM2_001.jpg,M2,Winter\nother.jpg,M3,winter\n', '?createSites=true')
    t.match(made.json(), {
      matchedCount: 2,
      changedCount: 2,
      problemCount: 0,
      sites: [{ siteId: null, name: 'M2', surveyName: 'Winter' }, { name: 'M3' }]
    })
    t.match((await list()).surveys, [{ name: 'Spring' }, { name: 'Winter', siteCount: 2, mediaCount: 2 }])
    t.match((await table('file,depth\na.jpg,3\n')).json(), { status: 422, code: 'UNUSABLE_TABLE', detail: /column of sites/ })
    t.match((await table('station\nM1\n')).json(), { status: 422, detail: /column of file names/ })
    t.equal((await table('PK\u0003\u0004')).statusCode, 415)
    t.equal((await table('x'.repeat(metadataCsvLimitBytes + 1))).statusCode, 413)
  })

  t.test('strangers find nothing, viewers read, and other projects keep their sites', async t => {
    const { app, owner, signUp, project, ids, survey, site, table } = await scene(t, database)
    const [stranger, viewer] = [await signUp(), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const [spring, m1] = [await survey('Spring'), await site('M1')]
    const base = `/projects/${project.id}`
    const other = await owner.makeProject({ title: 'Other' })
    const foreign = (await owner.post(`/projects/${other.id}/sites`, { name: 'X' })).json<Site>()
    t.equal((await owner.post(`${base}/sites/assign`, { mediaIds: [ids[0]], siteId: foreign.id })).statusCode, 422)
    t.equal((await owner.patch(`/sites/${foreign.id}`, { revision: 1, surveyId: spring.id })).statusCode, 422)
    t.same((await owner.post(`/projects/${other.id}/sites/assign`, { mediaIds: [ids[0]], siteId: foreign.id })).json(), {
      changedCount: 0,
      unknown: [ids[0]]
    })

    const calls: ['GET' | 'POST' | 'PATCH' | 'DELETE', string, object?][] = [
      ['POST', `${base}/surveys`, { name: 'a' }],
      ['POST', `${base}/sites`, { name: 'a' }],
      ['PATCH', `/surveys/${spring.id}`, { revision: 1, notes: 'a' }],
      ['PATCH', `/sites/${m1.id}`, { revision: 1, notes: 'a' }],
      ['DELETE', `/surveys/${spring.id}`],
      ['DELETE', `/sites/${m1.id}`],
      ['POST', `${base}/sites/assign`, { mediaIds: [ids[0]], siteId: m1.id }],
      ['POST', `${base}/sites/assign-by-name`, { pattern: '{site}*' }],
      ['POST', `${base}/sites/assign-by-name/preview`, { pattern: '{site}*' }]
    ]
    for (const [method, url, body] of calls) {
      t.equal((await app.inject({ method, url: `/api${url}`, ...(body && { payload: body }) })).statusCode, 401, `${method} ${url}`)
      t.equal((await stranger.call(method, url, body)).statusCode, 404, `${method} ${url}`)
      t.equal((await viewer.call(method, url, body)).statusCode, 403, `${method} ${url}`)
    }
    t.equal((await table('file,site\na,b\n', '', stranger)).statusCode, 404)
    t.equal((await table('file,site\na,b\n', '', viewer)).statusCode, 403)
    for (const url of [`${base}/sites`, `/sites/${m1.id}`, `/surveys/${spring.id}`]) {
      t.equal((await stranger.get(url)).statusCode, 404)
      t.equal((await viewer.get(url)).statusCode, 200)
    }
    for (const [method, url, body] of calls)
      if (body) t.equal((await owner.call(method, url, { ...body, colour: 'red' })).statusCode, 422, `${method} ${url}`)
  })

  t.test('surveys and sites have sampling facts; an impossible value is refused with its place', async t => {
    const { owner, survey, site } = await scene(t, database)
    const sampled = {
      ...{ samplingProtocol: 'diver with a frame', samplingDescription: 'Every third frame.', samplingEffort: '2 dives' },
      ...{ sampleSizeValue: 0.25, sampleSizeUnit: 'square metre', habitat: 'seagrass', locationID: 'http://marineregions.org/mrgid/2401' },
      footprintWKT: 'LINESTRING (-122.07 36.79, -122.06 36.8)'
    }
    const nothing = Object.fromEntries(Object.keys(sampled).map(name => [name, null]))
    for (const { noun, made } of [
      { noun: 'surveys', made: await survey('Spring') },
      { noun: 'sites', made: await site('M1') }
    ]) {
      t.match(made, nothing)
      const url = `/${noun}/${made.id}`
      t.match((await owner.patch(url, { revision: 1, ...sampled })).json(), { ...sampled, revision: 2 })
      t.match((await owner.patch(url, { revision: 2, habitat: null })).json(), { ...sampled, habitat: null, revision: 3 })
      t.match((await owner.get(url)).json(), { ...sampled, habitat: null })
      const refused: [object, string][] = [
        [{ sampleSizeUnit: null }, '/sampleSizeUnit'],
        [{ sampleSizeValue: null }, '/sampleSizeValue'],
        [{ sampleSizeValue: -1 }, '/sampleSizeValue'],
        [{ footprintWKT: 'LINESTRING (36.79 -122.07, 36.8 -122.06)' }, '/footprintWKT'],
        [{ footprintWKT: 'x'.repeat(10_001) }, '/footprintWKT'],
        [{ samplingProtocol: ' ' }, '/samplingProtocol'],
        [{ samplingProtocol: 'x'.repeat(1001) }, '/samplingProtocol'],
        [{ locationID: 'no blanks' }, '/locationID']
      ]
      for (const [change, path] of refused) {
        const { status, errors } = (await owner.patch(url, { revision: 3, ...change })).json()
        t.match({ status, path: errors?.[0]?.path }, { status: 422, path }, `${noun} ${path}`)
      }
    }
  })
})
