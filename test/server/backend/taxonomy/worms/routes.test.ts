import t from 'tap'
import type { NameCheck, WormsTaxon } from '../../../../../shared/contracts/worms.ts'
import { forEachDatabase } from '../../../../support/backend.ts'
import { cataloguingProject } from '../../../../support/cataloguing.ts'
import { fakeWorms } from '../../../../support/fake-worms.ts'

t.test('taxa are found by the beginning of a name, and by a similar one', async t => {
  const worms = await fakeWorms(t)
  const { owner } = await cataloguingProject(t, { wormsUrl: worms.url })
  const found = async (name: string) =>
    (await owner.get(`/worms/taxa?name=${encodeURIComponent(name)}`)).json<{ taxa: WormsTaxon[] }>().taxa
  t.match(await found('gadus m'), [
    {
      aphiaId: 126436,
      scientificName: 'Gadus morhua',
      scientificNameAuthorship: 'Linnaeus, 1758',
      taxonRank: 'species',
      taxonomicStatus: 'accepted',
      acceptedAphiaId: 126436,
      higherTaxa: ['Animalia', 'Chordata', 'Teleostei', 'Gadiformes', 'Gadidae', 'Gadus'],
      extinct: false
    }
  ])
  t.match(await found('Lophelia'), [{ aphiaId: 135161, acceptedAphiaId: 1245747, acceptedName: 'Desmophyllum pertusum' }])
  t.match(await found('Gadus morrhua'), [{ scientificName: 'Gadus morhua', matchType: 'near_1' }])
  t.same(await found('nothing at all'), [])
  t.match(worms.asked[0], '/AphiaRecordsByName/gadus m?like=true&marine_only=false&offset=1')
})

await forEachDatabase(t, (t, database) => {
  t.test('a taxon is added with its higher taxa, synonyms and vernacular names, under its accepted name', async t => {
    const worms = await fakeWorms(t)
    const { owner, project, tree, labelNamed } = await cataloguingProject(t, { database, wormsUrl: worms.url })
    const take = (body: object) => owner.post(`/projects/${project.id}/labels/worms`, body)
    const preview = (await take({ aphiaIds: [154210], dryRun: true })).json()
    t.match(preview, { newCount: 7, rows: [{ row: 1, name: 'Animalia' }] })
    t.match(preview.taxa.at(0), { row: 1, aphiaId: 2, parentAphiaId: null, taxonRank: 'kingdom', synonyms: [] })
    t.match(preview.taxa.at(-1), {
      row: 7,
      aphiaId: 126436,
      parentAphiaId: 125732,
      scientificName: 'Gadus morhua',
      scientificNameAuthorship: 'Linnaeus, 1758',
      synonyms: ['Gadus callarias'],
      vernacularNames: [{ name: 'Atlantic cod', language: 'en' }, { name: 'Dorsch' }, { name: 'torsk' }]
    })
    t.same(await tree(), [])
    t.match((await take({ aphiaIds: [154210] })).json(), { newCount: 7, changedCount: 0 })
    t.same(await tree(), [
      'Animalia',
      '  Chordata',
      '    Teleostei',
      '      Gadiformes',
      '        Gadidae',
      '          Gadus',
      '            Gadus morhua'
    ])
    t.match(await labelNamed('Gadus morhua'), {
      scientificName: 'Gadus morhua',
      scientificNameAuthorship: 'Linnaeus, 1758',
      scientificNameID: 'urn:lsid:marinespecies.org:taxname:126436',
      taxonRank: 'species',
      taxonomicStatus: 'accepted',
      environments: ['marine', 'brackish'],
      synonyms: ['Gadus callarias'],
      vernacularNames: [
        { name: 'Atlantic cod', language: 'en' },
        { name: 'Dorsch', language: 'de' },
        { name: 'torsk', language: 'nb' }
      ]
    })
    t.match(await labelNamed('Gadidae'), { taxonRank: 'family', scientificNameAuthorship: 'Rafinesque, 1810' })
    t.match((await take({ aphiaIds: [126436] })).json(), { newCount: 0, changedCount: 0, unchangedCount: 7 })
    t.match((await take({ aphiaIds: [137205], ranks: 'all' })).json(), { newCount: 1, changedCount: 0, refusedCount: 0 })
    t.match((await take({ aphiaIds: [999] })).json(), { status: 422, errors: [{ path: '/aphiaIds/0', message: 'WoRMS has no taxon 999' }] })
  })

  t.test('a label placed by the team is completed where it is', async t => {
    const worms = await fakeWorms(t)
    const { owner, project, addLabel, tree, labelNamed } = await cataloguingProject(t, { database, wormsUrl: worms.url })
    const fish = await addLabel('Fish')
    await addLabel('Gadus morhua', fish.id)
    const body = { aphiaIds: [126436], ranks: 'none' }
    const url = `/projects/${project.id}/labels/worms`
    t.match((await owner.post(url, body)).json(), { ambiguousCount: 1, rows: [{ message: /already has .*, under “Fish”/ }] })
    t.match((await owner.post(url, { ...body, namesakes: 'use' })).json(), { changedCount: 1, newCount: 0 })
    t.same(await tree(), ['Fish', '  Gadus morhua'])
    t.match(await labelNamed('Gadus morhua'), { taxonRank: 'species', scientificName: 'Gadus morhua' })
  })

  t.test('names are compared with WoRMS: unaccepted, misspelled and unknown names and missing identifiers are reported', async t => {
    const worms = await fakeWorms(t)
    const { owner, project, addLabel } = await cataloguingProject(t, { database, wormsUrl: worms.url })
    const add = (draft: object) => owner.post(`/projects/${project.id}/labels`, draft)
    await add({
      name: 'Cod',
      scientificName: 'Gadus morhua',
      scientificNameAuthorship: 'Linnaeus, 1758',
      scientificNameID: 'urn:lsid:marinespecies.org:taxname:126436'
    })
    await add({ name: 'Cold-water coral', scientificName: 'Lophelia pertusa' })
    await add({ name: 'Caretta careta', scientificName: 'Caretta careta' })
    await add({ name: 'Gadus', scientificName: 'Gadus' })
    await add({ name: 'Nessie', scientificName: 'Nessiteras rhombopteryx' })
    await addLabel('Sand')
    await addLabel('Chordata')
    const check = async (body: object) => (await owner.post(`/projects/${project.id}/labels/check`, body)).json()
    const summary = ({ name, kind, candidates }: NameCheck) => [name, kind, candidates[0]?.scientificName]
    const answer = await check({})
    t.match(answer, { checkedCount: 5, totalCount: 5, nextCursor: null })
    t.same(answer.checks.map(summary), [
      ['Caretta careta', 'spelling', 'Caretta caretta'],
      ['Cold-water coral', 'unaccepted', 'Lophelia pertusa'],
      ['Gadus', 'identify', 'Gadus'],
      ['Nessie', 'unknown', undefined]
    ])
    t.match(answer.checks[1], { revision: 1, annotationCount: 0, candidates: [{ acceptedName: 'Desmophyllum pertusum' }] })
    const every = await check({ every: true })
    t.match(every, { checkedCount: 7 })
    t.same(every.checks.map(summary)[1], ['Chordata', 'identify', 'Chordata'], 'a label named like a taxon; Sand is not a taxon')
    t.equal(every.checks.length, 5)
  })

  t.test('names left unchanged are listed by the next check, until the name or the proposal changes', async t => {
    const worms = await fakeWorms(t)
    const scene = await cataloguingProject(t, { database, wormsUrl: worms.url, images: 2 })
    const { owner, project, addLabel, edit, creation, mediaIds } = scene
    const coral = await addLabel('Cold-water coral')
    await owner.patch(`/labels/${coral.id}`, { revision: 1, scientificName: 'Lophelia pertusa' })
    const nessie = await addLabel('Nessie')
    await owner.patch(`/labels/${nessie.id}`, { revision: 1, scientificName: 'Nessiteras rhombopteryx' })
    await edit([...mediaIds, mediaIds[0] ?? ''].map(mediaId => creation({ labelId: coral.id, mediaId })))
    const url = `/projects/${project.id}/labels/check`
    const check = async (): Promise<NameCheck[]> => (await owner.post(url, {})).json().checks
    const checks = await check()
    t.match(checks, [
      { name: 'Cold-water coral', annotationCount: 3, imageCount: 2, proposed: /^Desmophyllum pertusum 1245747/, left: null },
      { name: 'Nessie', annotationCount: 0, imageCount: 0, proposed: '', left: null }
    ])
    const named = checks.map(({ labelId, name, scientificName, proposed }) => ({ labelId, name: scientificName ?? name, proposed }))
    t.equal((await owner.post(`${url}/left`, { names: named })).statusCode, 204)
    t.equal((await owner.post(`${url}/left`, { names: named })).statusCode, 204, 'reported again')
    t.match(await check(), [{ left: { by: owner.email } }, { left: { by: owner.email } }])

    await owner.patch(`/labels/${nessie.id}`, { revision: 2, scientificName: 'Nessiteras' })
    t.match(await check(), [{ left: {} }, { name: 'Nessie', left: null }], 'another name')
    await owner.post(`${url}/left`, { names: [{ ...named[0], proposed: 'Lophelia prolifera 1' }] })
    t.match(await check(), [{ left: null }, {}], 'another proposal')
    await owner.post(`${url}/left`, { names: named })
    t.equal((await owner.delete(`/labels/${coral.id}/name-left`)).statusCode, 204)
    t.match(await check(), [{ left: null }, {}], 'reconsidered')

    const other = await owner.makeProject()
    t.equal((await owner.post(`/projects/${other.id}/labels/check/left`, { names: named })).statusCode, 204)
    t.match(await check(), [{ left: null }, {}], 'labels of another project are ignored')
  })

  t.test('a large catalog is compared fifty names at a time', async t => {
    const worms = await fakeWorms(t)
    const { owner, project, take } = await cataloguingProject(t, { database, wormsUrl: worms.url })
    await take(`scientificName\n${Array.from({ length: 120 }, (_, at) => `Unknownia number${at}`).join('\n')}\n`)
    let cursor: string | null = null
    const counts: number[] = []
    do {
      const answer = await owner.post(`/projects/${project.id}/labels/check`, cursor === null ? {} : { cursor })
      const { checkedCount, checks, nextCursor } = answer.json()
      counts.push(checkedCount, checks.length)
      cursor = nextCursor
    } while (cursor !== null)
    t.same(counts, [50, 50, 50, 50, 20, 20])
    t.equal((await owner.post(`/projects/${project.id}/labels/check`, { cursor: 'nonsense' })).statusCode, 400)
  })
})

t.test('without WoRMS a message explains the failure, and nothing changes', async t => {
  const worms = await fakeWorms(t)
  const { owner, project, tree } = await cataloguingProject(t, { wormsUrl: worms.url })
  const take = () => owner.post(`/projects/${project.id}/labels/worms`, { aphiaIds: [126436] })
  worms.faults.push('hang up')
  t.match((await take()).json(), { status: 503, code: 'WORMS_UNREACHABLE', detail: /no internet access/ })
  worms.faults.push({ status: 200, body: '<html>maintenance</html>' })
  t.match((await take()).json(), { status: 502, code: 'WORMS_UNREADABLE' })
  worms.faults.push({ status: 200, body: '{"AphiaID": 1264' })
  t.match((await take()).json(), { status: 502, code: 'WORMS_UNREADABLE' })
  worms.faults.push({ status: 200, body: '{"error": "none"}' })
  t.match((await take()).json(), { status: 502, code: 'WORMS_UNREADABLE' })
  worms.faults.push({ status: 403, body: 'no' })
  t.match((await take()).json(), { status: 503 })
  t.same(await tree(), [])
  worms.faults.push({ status: 429, headers: { 'retry-after': '0' } }, { status: 503 })
  t.match((await take()).json(), { newCount: 7 }, 'a busy WoRMS is called again')
})

t.test('an offline server reports that it is offline, and sends nothing', async t => {
  const worms = await fakeWorms(t)
  const { owner } = await cataloguingProject(t, { wormsUrl: worms.url, isOffline: true })
  const answer = await owner.get('/worms/taxa?name=Gadus')
  t.match(answer.json(), { status: 503, code: 'OFFLINE', detail: 'Outside data is turned off on this server' })
  t.same(worms.asked, [])
})

t.test('only editors add taxa and compare names; everyone who is signed in may search', async t => {
  const worms = await fakeWorms(t)
  const { app, owner, project, signUp } = await cataloguingProject(t, { wormsUrl: worms.url })
  const [stranger, viewer] = [await signUp(), await signUp('vi@lab.example')]
  await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
  t.equal((await app.inject({ url: '/api/worms/taxa?name=Gadus' })).statusCode, 401)
  t.equal((await stranger.get('/worms/taxa?name=Gadus')).statusCode, 200)
  t.equal((await stranger.get('/worms/taxa?name=G')).statusCode, 400)
  const label = (await owner.post(`/projects/${project.id}/labels`, { name: 'A' })).json()
  const calls = [
    [`/projects/${project.id}/labels/check/left`, { names: [{ labelId: label.id, name: 'A', proposed: '' }] }],
    [`/projects/${project.id}/labels/worms`, { aphiaIds: [126436] }],
    [`/projects/${project.id}/labels/check`, {}]
  ] as const
  const before = worms.asked.length
  for (const [url, body] of calls) {
    t.equal((await app.inject({ method: 'POST', url: `/api${url}`, payload: body })).statusCode, 401)
    t.equal((await stranger.post(url, body)).statusCode, 404)
    t.equal((await viewer.post(url, body)).statusCode, 403)
    t.equal((await owner.post(url, { ...body, fast: true })).statusCode, 422)
  }
  const tooMany = Array.from({ length: 501 }, () => ({ labelId: label.id, name: 'A', proposed: '' }))
  t.equal((await owner.post(`/projects/${project.id}/labels/check/left`, { names: tooMany })).statusCode, 422)
  const url = `/labels/${label.id}/name-left`
  t.equal((await app.inject({ method: 'DELETE', url: `/api${url}` })).statusCode, 401)
  t.equal((await stranger.delete(url)).statusCode, 404)
  t.equal((await viewer.delete(url)).statusCode, 403)
  t.equal((await owner.delete('/labels/none/name-left')).statusCode, 404)
  t.equal(worms.asked.length, before, 'and WoRMS is not called')
})
