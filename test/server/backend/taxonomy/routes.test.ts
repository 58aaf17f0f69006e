import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { Label, OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { forEachDatabase } from '../../../support/backend.ts'

await forEachDatabase(t, (t, database) => {
  t.test('a label keeps every field, and the tree has it in short form', async t => {
    const { owner, project, addLabel } = await annotatingProject(t, { database })
    const phylum = await addLabel('Cnidaria')
    const draft = {
      name: '  Lophelia  cf. pertusa ',
      parentId: phylum.id,
      scientificName: 'Lophelia pertusa',
      scientificNameAuthorship: '(Linnaeus, 1758)',
      taxonRank: 'species',
      scientificNameID: 'urn:lsid:marinespecies.org:taxname:135161',
      acceptedNameUsage: 'Desmophyllum pertusum',
      acceptedNameUsageID: 'urn:lsid:marinespecies.org:taxname:1245747',
      taxonomicStatus: 'unaccepted',
      identificationQualifier: 'cf.',
      morphospecies: 'OTU-12',
      synonyms: ['Madrepora pertusa', 'Madrepora prolifera'],
      vernacularNames: [{ name: 'Øyekorall', language: 'nb' }],
      environments: ['marine'],
      conservationStatus: 'NT',
      colour: '#cc5500',
      hotkey: 3,
      definition: 'A cold-water coral.',
      identificationNotes: 'White or orange.'
    }
    const answer = await owner.post(`/projects/${project.id}/labels`, draft)
    t.equal(answer.statusCode, 201, answer.body)
    const made = answer.json<Label>()
    t.match(made, {
      ...draft,
      name: 'Lophelia cf. pertusa',
      projectId: project.id,
      childCount: 0,
      annotationCount: 0,
      favourite: false,
      ownKey: null,
      revision: 1
    })
    t.match((await owner.get(`/labels/${made.id}`)).json(), {
      ...made,
      path: [{ id: phylum.id, name: 'Cnidaria' }],
      totalAnnotationCount: 0
    })
    t.match((await owner.get(`/labels/${phylum.id}`)).json(), { childCount: 1 })
    t.same((await owner.get(`/projects/${project.id}/labels/outline`)).json(), {
      labels: [
        { id: phylum.id, parentId: null, name: 'Cnidaria' },
        {
          id: made.id,
          parentId: phylum.id,
          name: 'Lophelia cf. pertusa',
          scientificName: 'Lophelia pertusa',
          scientificNameAuthorship: '(Linnaeus, 1758)',
          taxonRank: 'species',
          taxonomicStatus: 'unaccepted',
          acceptedNameUsage: 'Desmophyllum pertusum',
          identificationQualifier: 'cf.',
          morphospecies: 'OTU-12',
          aphiaId: 135161,
          colour: '#cc5500',
          hotkey: 3,
          vernacularName: 'Øyekorall',
          otherNames: ['Madrepora pertusa', 'Madrepora prolifera', 'Øyekorall']
        }
      ]
    })
  })

  t.test('a search finds beginnings of words in names, synonyms, vernacular names and AphiaIDs, best match first', async t => {
    const { owner, project } = await annotatingProject(t, { database })
    const add = async (draft: object) => (await owner.post(`/projects/${project.id}/labels`, draft)).json<Label>()
    await add({ name: 'Sponge, encrusting' })
    await add({
      name: 'Porifera',
      vernacularNames: [
        { name: 'sponges', language: 'en' },
        { name: 'Schwämme', language: 'de' }
      ]
    })
    await add({ name: 'Sponge' })
    await add({ name: 'Gadus morhua', scientificNameID: 'urn:lsid:marinespecies.org:taxname:126436', synonyms: ['Asellus major'] })
    await add({ name: 'Θαλασσινό σφουγγάρι' })
    const elsewhere = await owner.makeProject()
    await owner.post(`/projects/${elsewhere.id}/labels`, { name: 'Sponge' })
    const search = async (words: string, more = '') =>
      (await owner.get(`/projects/${project.id}/labels?search=${encodeURIComponent(words)}${more}`)).json()
    const names = async (words: string) => (await search(words)).items.map(({ name }: Label) => name)
    t.same(await names('sponge'), ['Sponge', 'Sponge, encrusting', 'Porifera'])
    t.same(await names('SPON enc'), ['Sponge, encrusting'])
    t.same(await names('schwamm'), ['Porifera'], 'with or without its accent')
    t.same(await names('asellus'), ['Gadus morhua'])
    t.same(await names('126436'), ['Gadus morhua'])
    t.same(await names('σφουγγαρι'), ['Θαλασσινό σφουγγάρι'])
    t.same(await names("'; drop table label --"), [])
    t.same(await names('" OR *'), [])
    t.equal((await owner.get(`/projects/${project.id}/labels?search=%00sponge`)).statusCode, 400)
    t.same(await names('ponge'), [])
    t.equal((await names(' ')).length, 5)
    const first = await search('sponge', '&limit=2')
    t.equal(first.items.length, 2)
    const second = await search('sponge', `&limit=2&cursor=${first.nextCursor}`)
    t.match(second, { items: [{ name: 'Porifera' }], nextCursor: null })
    t.equal((await owner.get(`/projects/${project.id}/labels?cursor=nonsense`)).statusCode, 400)
    const renamed = (await search('porifera')).items[0]
    await owner.patch(`/labels/${renamed.id}`, { revision: 1, name: 'Phylum P', vernacularNames: [] })
    t.same(await names('sponge'), ['Sponge', 'Sponge, encrusting'], 'a former name of a label no longer finds it')
    t.same(await names('phyl'), ['Phylum P'])
  })

  t.test('a catalog is listed by name, page by page', async t => {
    const { owner, project, addLabel } = await annotatingProject(t, { database })
    for (const name of ['zebra', 'Anemone', 'Äsche', 'brittle star', 'Sand']) await addLabel(name)
    const names: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { items: Label[]; nextCursor: string | null } = (
        await owner.get(`/projects/${project.id}/labels?limit=2${cursor && `&cursor=${cursor}`}`)
      ).json()
      names.push(...page.items.map(({ name }) => name))
      cursor = page.nextCursor
    }
    t.same(names, ['Anemone', 'brittle star', 'Sand', 'zebra', 'Äsche'])
  })

  t.test('a label moves with all labels under it, never under itself, and siblings have different names', async t => {
    const { owner, project, addLabel } = await annotatingProject(t, { database })
    const [animals, corals] = [await addLabel('Animals'), await addLabel('Corals')]
    const acropora = await addLabel('Acropora', corals.id)
    const moved = await owner.patch(`/labels/${corals.id}`, { revision: 1, parentId: animals.id, name: 'Hard corals' })
    t.match(moved.json(), { parentId: animals.id, name: 'Hard corals', revision: 2 })
    t.match((await owner.get(`/labels/${acropora.id}`)).json(), { path: [{ name: 'Animals' }, { name: 'Hard corals' }] })
    const under = await owner.patch(`/labels/${animals.id}`, { revision: 1, parentId: acropora.id })
    t.match(under.json(), { status: 422, errors: [{ path: '/parentId', message: /a label below it/ }] })
    t.equal((await owner.patch(`/labels/${animals.id}`, { revision: 1, parentId: animals.id })).statusCode, 422)
    t.equal((await owner.patch(`/labels/${animals.id}`, { revision: 1, parentId: 'nowhere' })).statusCode, 422)
    const foreign = (await owner.post(`/projects/${(await owner.makeProject()).id}/labels`, { name: 'Elsewhere' })).json()
    t.equal((await owner.patch(`/labels/${animals.id}`, { revision: 1, parentId: foreign.id })).statusCode, 422)
    const twin = await owner.post(`/projects/${project.id}/labels`, { name: 'ACROPORA', parentId: corals.id })
    t.match(twin.json(), { status: 409, code: 'LABEL_NAME_TAKEN', detail: '“Hard corals” already has a label named “Acropora”' })
    t.match((await owner.post(`/projects/${project.id}/labels`, { name: 'animals' })).json(), {
      status: 409,
      detail: 'The catalog already has a label named “Animals”'
    })
    t.equal((await owner.post(`/projects/${project.id}/labels`, { name: 'Acropora', parentId: animals.id })).statusCode, 201)
    t.match((await owner.patch(`/labels/${acropora.id}`, { revision: 1, parentId: animals.id })).json(), { code: 'LABEL_NAME_TAKEN' })
  })

  t.test('two simultaneous moves never make a cycle', async t => {
    const { owner, addLabel } = await annotatingProject(t, { database })
    const [a, b] = [await addLabel('A'), await addLabel('B')]
    const answers = await Promise.all([
      owner.patch(`/labels/${a.id}`, { revision: 1, parentId: b.id }),
      owner.patch(`/labels/${b.id}`, { revision: 1, parentId: a.id })
    ])
    t.same(answers.map(({ statusCode }) => statusCode).sort(), [200, 422])
  })

  t.test('a key belongs to one label: assigning it elsewhere takes it away', async t => {
    const { owner, addLabel } = await annotatingProject(t, { database })
    const [a, b] = [await addLabel('A'), await addLabel('B')]
    await owner.patch(`/labels/${a.id}`, { revision: 1, hotkey: 0 })
    t.match((await owner.patch(`/labels/${b.id}`, { revision: 1, hotkey: 0 })).json(), { hotkey: 0 })
    t.match((await owner.get(`/labels/${a.id}`)).json(), { hotkey: null, revision: 3 })
  })

  t.test('the later of two edits of one revision is refused, and an edit without changes leaves no trace', async t => {
    const { owner, addLabel } = await annotatingProject(t, { database })
    const label = await addLabel('A')
    t.match((await owner.patch(`/labels/${label.id}`, { revision: 1, definition: 'first' })).json(), { revision: 2 })
    t.match((await owner.patch(`/labels/${label.id}`, { revision: 1, definition: 'late' })).json(), { status: 409, code: 'STALE_REVISION' })
    t.match((await owner.patch(`/labels/${label.id}`, { revision: 2, definition: 'first' })).json(), { revision: 2 })
  })

  t.test('a label in use is not deleted, and the answer counts its annotations', async t => {
    const { owner, addLabel, edit, creation } = await annotatingProject(t, { database })
    const parent = await addLabel('Corals')
    const label = await addLabel('Acropora', parent.id)
    const made = [creation({ labelId: label.id }), creation({ labelId: label.id }), creation({ labelId: label.id })]
    await edit(made)
    t.match((await owner.get(`/labels/${parent.id}`)).json(), { annotationCount: 0, totalAnnotationCount: 3 })
    t.match((await owner.delete(`/labels/${label.id}`)).json(), {
      status: 409,
      code: 'LABEL_USED',
      detail: '“Acropora” is the label of 3 annotations: relabel them first, or merge this label into another'
    })
    t.match((await owner.delete(`/labels/${parent.id}`)).json(), {
      status: 409,
      code: 'LABEL_HAS_CHILDREN',
      detail: '“Corals” has 1 label under it: move or delete everything under it first'
    })
    await edit(made.map(({ annotationId }) => ({ id: newId(), kind: 'remove', annotationId, revision: 1 })))
    t.equal((await owner.delete(`/labels/${label.id}`)).statusCode, 204, 'removed annotations do not prevent it')
    t.equal((await owner.get(`/labels/${label.id}`)).statusCode, 404)
    const { annotationId = '' } = made[0] ?? {}
    const [restored] = await edit([{ id: newId(), kind: 'restore', annotationId, revision: 3 }])
    t.match(restored, { outcome: 'done', annotation: { labelId: null } }, 'and they return without a label')
  })

  t.test('a merge transfers annotations with their history, children, favourites and names', async t => {
    const { owner, mediaIds, addLabel, edit, creation } = await annotatingProject(t, { database })
    const into = await addLabel('Porifera')
    const from = await addLabel('Sponges')
    const child = await addLabel('Encrusting', from.id)
    await owner.patch(`/labels/${from.id}`, { revision: 1, vernacularNames: [{ name: 'Schwamm', language: 'de' }] })
    await owner.put(`/labels/${from.id}/favourite`, { favourite: true })
    const made = Array.from({ length: 501 }, () => creation({ labelId: from.id }))
    await edit(made.slice(0, 500))
    await edit(made.slice(500))
    const { annotationId = '' } = made[0] ?? {}
    await edit([{ id: newId(), kind: 'remove', annotationId, revision: 1 }])

    t.equal((await owner.post(`/labels/${from.id}/merge`, { into: into.id, revision: 1 })).statusCode, 409, 'stale')
    const under = await owner.post(`/labels/${from.id}/merge`, { into: child.id, revision: 2 })
    t.match(under.json(), { status: 422, errors: [{ path: '/into' }] })
    const merged = await owner.post(`/labels/${from.id}/merge`, { into: into.id, revision: 2 })
    t.match(merged.json(), {
      id: into.id,
      annotationCount: 500,
      childCount: 1,
      favourite: true,
      synonyms: ['Sponges'],
      vernacularNames: [{ name: 'Schwamm', language: 'de' }],
      revision: 2
    })
    t.equal((await owner.get(`/labels/${from.id}`)).statusCode, 404)
    t.match((await owner.get(`/labels/${child.id}`)).json(), { parentId: into.id, revision: 2 })
    t.equal((await owner.get(`/media/${mediaIds[0]}`)).json().annotationCount, 500)
    const last = made[500]?.annotationId
    t.match((await owner.get(`/annotations/${last}`)).json(), { labelId: into.id, revision: 2 })
    t.match((await owner.get(`/annotations/${last}/history`)).json(), {
      versions: [
        { kind: 'relabel', by: owner.email, labelName: 'Porifera' },
        { kind: 'create', labelName: null }
      ]
    })
    t.match((await owner.get(`/annotations/${annotationId}`)).json(), { labelId: into.id, removed: true }, 'removed ones too')
  })

  t.test('children of the same name stop a merge before it changes anything', async t => {
    const { owner, addLabel } = await annotatingProject(t, { database })
    const [a, b] = [await addLabel('A'), await addLabel('B')]
    await addLabel('Other', a.id)
    await addLabel('other', b.id)
    t.match((await owner.post(`/labels/${a.id}/merge`, { into: b.id, revision: 1 })).json(), { status: 409, code: 'LABEL_NAME_TAKEN' })
    t.match((await owner.get(`/labels/${a.id}`)).json(), { childCount: 1, revision: 1 })
  })

  t.test('every version of a label is kept: author, time, change', async t => {
    const { owner, project, signUp, addLabel } = await annotatingProject(t, { database })
    const bo = await signUp('bo@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: bo.email, role: 'editor' })
    const parent = await addLabel('Cnidaria')
    const label = await addLabel('OTU-7')
    await bo.patch(`/labels/${label.id}`, { revision: 1, parentId: parent.id, scientificName: 'Actinia equina' })
    t.match((await owner.get(`/labels/${label.id}/history`)).json(), {
      versions: [
        { revision: 2, kind: 'revise', by: bo.email, parentName: 'Cnidaria', scientificName: 'Actinia equina' },
        { revision: 1, kind: 'create', by: owner.email, parentName: null, scientificName: null }
      ]
    })
  })

  t.test('favourites are personal, including those of viewers', async t => {
    const { owner, project, signUp, addLabel } = await annotatingProject(t, { database })
    const viewer = await signUp('vi@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const label = await addLabel('A')
    for (const _ of [1, 2]) t.equal((await viewer.put(`/labels/${label.id}/favourite`, { favourite: true })).statusCode, 204)
    t.match((await viewer.get(`/labels/${label.id}`)).json(), { favourite: true, revision: 1 })
    t.match((await viewer.get(`/projects/${project.id}/labels/outline`)).json(), { labels: [{ favourite: true }] })
    t.match((await owner.get(`/labels/${label.id}`)).json(), { favourite: false })
    await viewer.put(`/labels/${label.id}/favourite`, { favourite: false })
    t.match((await viewer.get(`/labels/${label.id}`)).json(), { favourite: false })
  })

  t.test('an own number key belongs to one person, one project and one label', async t => {
    const { owner, project, signUp, addLabel } = await annotatingProject(t, { database })
    const viewer = await signUp('vi@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const [coral, sand] = [await addLabel('Coral'), await addLabel('Sand')]
    const other = await owner.makeProject({ title: 'Other' })
    const elsewhere = (await owner.post(`/projects/${other.id}/labels`, { name: 'Mud' })).json<Label>()
    const keysOf = async (person: typeof owner, projectId = project.id) => {
      const { labels } = (await person.get(`/projects/${projectId}/labels/outline`)).json<{ labels: OutlineLabel[] }>()
      return Object.fromEntries(labels.flatMap(({ name, ownKey }) => (ownKey === undefined ? [] : [[name, ownKey]])))
    }
    const give = async (person: typeof owner, label: Label, key: number | null, unlessGiven?: boolean) =>
      t.equal((await person.put(`/labels/${label.id}/own-key`, { key, ...(unlessGiven && { unlessGiven }) })).statusCode, 204)

    await give(owner, coral, 3)
    await give(owner, elsewhere, 3)
    await give(viewer, sand, 3)
    t.same([await keysOf(owner), await keysOf(owner, other.id), await keysOf(viewer)], [{ Coral: 3 }, { Mud: 3 }, { Sand: 3 }])
    t.match((await owner.get(`/labels/${coral.id}`)).json(), { ownKey: 3, hotkey: null, revision: 1 })
    t.match((await viewer.get(`/labels/${coral.id}`)).json(), { ownKey: null })

    await give(owner, sand, 3)
    t.same(await keysOf(owner), { Sand: 3 }, 'the digit moves')
    await give(owner, sand, 0)
    t.same(await keysOf(owner), { Sand: 0 }, 'a label has one key')
    await give(owner, coral, 0, true)
    await give(owner, sand, 5, true)
    t.same(await keysOf(owner), { Sand: 0 }, 'neither a digit nor a label that has a key is changed')
    await give(owner, coral, 5, true)
    t.same(await keysOf(owner), { Coral: 5, Sand: 0 })
    await give(owner, sand, null)
    t.same([await keysOf(owner), await keysOf(viewer), await keysOf(owner, other.id)], [{ Coral: 5 }, { Sand: 3 }, { Mud: 3 }])
  })

  t.test('simultaneous changes of one person’s own keys do not block each other', async t => {
    const { owner, project, addLabel } = await annotatingProject(t, { database })
    const labels = [await addLabel('A'), await addLabel('B'), await addLabel('C')]
    for (let round = 0; round < 10; round++) {
      const changes = Array.from({ length: 12 }, (_, at) => ({ id: labels[at % 3]!.id, key: (at + round + Math.floor(at / 3)) % 3 }))
      const answers = await Promise.all(changes.map(({ id, key }) => owner.put(`/labels/${id}/own-key`, { key })))
      t.same(
        answers.filter(({ statusCode }) => statusCode !== 204).map(({ body }) => body),
        []
      )
      const outline = (await owner.get(`/projects/${project.id}/labels/outline`)).json<{ labels: OutlineLabel[] }>()
      const keys = outline.labels.flatMap(({ ownKey }) => ownKey ?? [])
      t.equal(new Set(keys).size, keys.length, 'no digit is used twice')
    }
  })

  t.test('own number keys follow a merge, and go with a deleted label', async t => {
    const { owner, project, signUp, addLabel } = await annotatingProject(t, { database })
    const bo = await signUp('bo@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: bo.email, role: 'editor' })
    const [into, from, gone] = [await addLabel('Porifera'), await addLabel('Sponges'), await addLabel('Gone')]
    for (const [person, label, key] of [
      [owner, from, 1],
      [owner, gone, 4],
      [bo, from, 2],
      [bo, into, 7]
    ] as const)
      await person.put(`/labels/${label.id}/own-key`, { key })
    t.equal((await owner.post(`/labels/${from.id}/merge`, { into: into.id, revision: 1 })).json<Label>().ownKey, 1)
    t.equal((await bo.get(`/labels/${into.id}`)).json<Label>().ownKey, 7, 'a key that the person already has stays')
    t.equal((await owner.delete(`/labels/${gone.id}`)).statusCode, 204)
    t.equal((await bo.put(`/labels/${into.id}/own-key`, { key: 2 })).statusCode, 204, 'the key of the merged label is free')
    const fresh = await addLabel('Fresh')
    t.equal((await owner.put(`/labels/${fresh.id}/own-key`, { key: 4, unlessGiven: true })).statusCode, 204)
    t.equal((await owner.get(`/labels/${fresh.id}`)).json<Label>().ownKey, 4, 'and so is that of the deleted one')
  })

  t.test('strangers find nothing, viewers read, requests outside the contract are refused', async t => {
    const { app, owner, project, signUp, addLabel } = await annotatingProject(t, { database })
    const [stranger, viewer] = [await signUp(), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const [label, other] = [await addLabel('A'), await addLabel('B')]
    const reads = [`/projects/${project.id}/labels`, `/projects/${project.id}/labels/outline`, `/labels/${label.id}`]
    for (const url of [...reads, `/labels/${label.id}/history`, `/labels/${label.id}/use`]) {
      t.equal((await app.inject({ url: `/api${url}` })).statusCode, 401)
      t.equal((await stranger.get(url)).statusCode, 404)
      t.equal((await viewer.get(url)).statusCode, 200)
    }
    const writes = [
      ['POST', `/projects/${project.id}/labels`, { name: 'C' }],
      ['PATCH', `/labels/${label.id}`, { revision: 1, name: 'C' }],
      ['POST', `/labels/${label.id}/merge`, { revision: 1, into: other.id }],
      ['DELETE', `/labels/${label.id}`, undefined]
    ] as const
    for (const [method, url, body] of writes) {
      t.equal((await app.inject({ method, url: `/api${url}`, ...(body && { payload: body }) })).statusCode, 401)
      t.equal((await stranger.call(method, url, body)).statusCode, 404)
      t.equal((await viewer.call(method, url, body)).statusCode, 403)
    }
    t.equal((await stranger.put(`/labels/${label.id}/favourite`, { favourite: true })).statusCode, 404)
    t.equal((await app.inject({ method: 'PUT', url: `/api/labels/${label.id}/own-key`, payload: { key: 1 } })).statusCode, 401)
    t.equal((await stranger.put(`/labels/${label.id}/own-key`, { key: 1 })).statusCode, 404)
    t.equal((await viewer.put(`/labels/${newId()}/own-key`, { key: 1 })).statusCode, 404)
    for (const body of [{}, { key: 10 }, { key: -1 }, { key: 1.5 }, { key: '1' }, { key: 1, unlessGiven: 1 }, { key: 1, label: 'x' }])
      t.equal((await viewer.put(`/labels/${label.id}/own-key`, body)).statusCode, 422, JSON.stringify(body))
    t.match((await viewer.get(`/labels/${label.id}`)).json(), { ownKey: null })
    const wrong = [
      { name: ' ' },
      { name: '\u0000' },
      { name: 'x', scientificName: 'a\u0000b' },
      { name: 'x', definition: '\u0000' },
      { name: 'x', rank: 'species' },
      { name: 'x', hotkey: 10 },
      { name: 'x', colour: 'red' },
      { name: 'x', scientificNameID: '126436' },
      { name: 'x', identificationQualifier: 'maybe' },
      { name: 'x'.repeat(201) },
      { name: 'x', vernacularNames: [{ name: 'x', language: 'german' }] }
    ]
    for (const draft of wrong) t.equal((await owner.post(`/projects/${project.id}/labels`, draft)).statusCode, 422, JSON.stringify(draft))
    t.equal((await owner.patch(`/labels/${label.id}`, { name: 'x' })).statusCode, 422, 'without its revision')
    const { labels } = (await owner.get(`/projects/${project.id}/labels/outline`)).json<{ labels: OutlineLabel[] }>()
    t.same(
      labels.map(({ name }) => name),
      ['A', 'B']
    )
  })

  t.test('open pages receive changes', async t => {
    const { owner, project, addLabel, app } = await annotatingProject(t, { database })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const stream = await fetch(`${address}/api/events`, { headers: { authorization: `Bearer ${owner.tokens.access_token}` } })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    await reader?.read()
    const { id } = await addLabel('A')
    let heard = ''
    while (!heard.includes('"labels"')) heard += (await reader?.read())?.value
    t.match(heard, new RegExp(`"noun":"labels","projectId":"${project.id}","labelId":"${id}"`))
    await reader?.cancel()
  })
})
