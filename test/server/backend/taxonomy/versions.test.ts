import t from 'tap'
import type { CatalogVersion } from '../../../../shared/contracts/catalog-versions.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { cataloguingProject } from '../../../support/cataloguing.ts'

await forEachDatabase(t, (t, database) => {
  t.test('a version stores the catalog unchanged, and is compared with another one and with the current catalog', async t => {
    const { owner, project, addLabel, edit, creation } = await cataloguingProject(t, { database })
    const url = `/projects/${project.id}/catalog-versions`
    const freeze = async (name: string) => (await owner.post(url, { name })).json<CatalogVersion>()
    const corals = await addLabel('Corals')
    const acropora = await addLabel('Acropora', corals.id)
    const sand = await addLabel('Sand')
    const mud = await addLabel('Mud')
    await edit([creation({ labelId: acropora.id }), creation({ labelId: acropora.id }), creation({ labelId: sand.id })])
    const first = (await owner.post(url, { name: ' Cruise  12 ', note: 'As used on board.' })).json<CatalogVersion>()
    t.match(first, { name: 'Cruise 12', note: 'As used on board.', labelCount: 4, createdBy: owner.email, projectId: project.id })
    const compare = async (query: string) => (await owner.get(`${url}/comparison?${query}`)).json()
    t.same(await compare(`from=${first.id}`), {
      addedCount: 0,
      removedCount: 0,
      renamedCount: 0,
      movedCount: 0,
      changedCount: 0,
      annotationCount: 0,
      mergedAnnotationCount: 0,
      changes: []
    })

    await owner.patch(`/labels/${acropora.id}`, { revision: 1, name: 'Acropora spp.', parentId: null, taxonRank: 'genus' })
    await owner.patch(`/labels/${sand.id}`, { revision: 1, definition: 'Grains.' })
    await owner.delete(`/labels/${mud.id}`)
    await addLabel('Gravel', sand.id)
    const second = await freeze('Cruise 13')
    await owner.patch(`/labels/${corals.id}`, { revision: 1, name: 'Hard corals' })
    const expected = {
      addedCount: 1,
      removedCount: 1,
      renamedCount: 1,
      movedCount: 1,
      changedCount: 2,
      annotationCount: 3,
      changes: [
        {
          labelId: acropora.id,
          kinds: ['renamed', 'moved', 'changed'],
          name: 'Acropora',
          newName: 'Acropora spp.',
          parentName: 'Corals',
          newParentName: null,
          fields: ['rank'],
          annotationCount: 2,
          imageCount: 1,
          mergedInto: null
        },
        { kinds: ['added'], name: null, newName: 'Gravel', newParentName: 'Sand', annotationCount: 0 },
        { labelId: mud.id, kinds: ['removed'], name: 'Mud', newName: null },
        { labelId: sand.id, kinds: ['changed'], fields: ['definition'], annotationCount: 1 }
      ]
    }
    t.match(await compare(`from=${first.id}&to=${second.id}`), expected)
    t.match(await compare(`from=${second.id}`), { renamedCount: 1, changes: [{ labelId: corals.id, newName: 'Hard corals' }] })
    t.match(await compare(`from=${second.id}&to=${first.id}`), {
      addedCount: 1,
      removedCount: 1,
      changes: [{}, { kinds: ['removed'] }, { kinds: ['added'] }, {}]
    })
    t.match((await owner.get(url)).json(), { versions: [{ name: 'Cruise 13' }, { name: 'Cruise 12' }] })
    t.match((await owner.post(url, { name: 'CRUISE 12' })).json(), {
      status: 409,
      detail: 'The catalog already has a version named “Cruise 12”'
    })
    const { payload } = await owner.get(`/projects/${project.id}/labels/export?versionId=${first.id}`)
    t.match(payload, /Mud/)
    t.notMatch(payload, /Gravel/)
  })

  t.test('a merge in the history of an annotation shows the label of that time and the current one', async t => {
    const { owner, project, addLabel, edit, creation, mediaIds, storage } = await cataloguingProject(t, { database, images: 2 })
    const url = `/projects/${project.id}/catalog-versions`
    const labels = [await addLabel('Pavona'), await addLabel('Agaricia'), await addLabel('Leptoseris'), await addLabel('Mud')]
    const [pavona = '', agaricia = '', leptoseris = '', mud = ''] = labels.map(({ id }) => id)
    const [first = '', second = ''] = mediaIds
    const marked = [first, first, second].map(mediaId => creation({ labelId: pavona, mediaId }))
    await edit([...marked, creation({ labelId: agaricia, mediaId: first })])
    t.same((await owner.get(`/labels/${pavona}/use`)).json(), { annotationCount: 3, imageCount: 2 })
    t.same((await owner.get(`/labels/${mud}/use`)).json(), { annotationCount: 0, imageCount: 0 })
    const version = (await owner.post(url, { name: 'Before' })).json<CatalogVersion>()

    const revisionOf = async (id: string) => (await owner.get(`/labels/${id}`)).json().revision
    const merge = async (id: string, into: string) =>
      t.equal((await owner.post(`/labels/${id}/merge`, { into, revision: await revisionOf(id) })).statusCode, 200)
    await merge(pavona, agaricia)
    await merge(agaricia, leptoseris)
    await owner.delete(`/labels/${mud}`)
    const compare = async () => (await owner.get(`${url}/comparison?from=${version.id}`)).json()
    const mergedInto = { id: leptoseris, name: 'Leptoseris' }
    t.match(await compare(), {
      annotationCount: 4,
      mergedAnnotationCount: 7,
      changes: [
        { labelId: agaricia, kinds: ['removed'], annotationCount: 4, imageCount: 2, mergedInto },
        { labelId: leptoseris, kinds: ['changed'], annotationCount: 4, imageCount: 2, mergedInto: null },
        { labelId: mud, kinds: ['removed'], annotationCount: 0, imageCount: 0, mergedInto: null },
        { labelId: pavona, kinds: ['removed'], annotationCount: 3, imageCount: 2, mergedInto }
      ]
    })

    await storage.db.deleteFrom('label_merge').execute()
    t.match(
      (await compare()).changes[3],
      { labelId: pavona, annotationCount: null, imageCount: null, mergedInto: null },
      'a merge from before merges were recorded'
    )
  })

  t.test('versions are read by members, created by editors, and belong to their project', async t => {
    const { app, owner, project, signUp } = await cataloguingProject(t, { database })
    const [stranger, viewer] = [await signUp(), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const url = `/projects/${project.id}/catalog-versions`
    const version = (await owner.post(url, { name: 'One' })).json<CatalogVersion>()
    t.equal((await app.inject({ method: 'POST', url: `/api${url}` })).statusCode, 401)
    t.equal((await stranger.post(url, { name: 'Two' })).statusCode, 404)
    t.equal((await viewer.post(url, { name: 'Two' })).statusCode, 403)
    t.equal((await owner.post(url, { name: ' ' })).statusCode, 422)
    t.equal((await owner.post(url, { name: 'Two', labels: [] })).statusCode, 422)
    for (const at of [url, `${url}/comparison?from=${version.id}`, `/projects/${project.id}/labels/export?versionId=${version.id}`]) {
      t.equal((await viewer.get(at)).statusCode, 200)
      t.equal((await stranger.get(at)).statusCode, 404)
    }
    const theirs = await stranger.makeProject()
    t.equal((await stranger.get(`/projects/${theirs.id}/catalog-versions/comparison?from=${version.id}`)).statusCode, 404)
    t.equal((await stranger.get(`/projects/${theirs.id}/labels/export?versionId=${version.id}`)).statusCode, 404)
  })

  t.test('the export is a Darwin Core taxon list, which recreates the catalog', async t => {
    const { owner, project, addLabel, take, tree } = await cataloguingProject(t, { database })
    const cnidaria = await addLabel('Cnidaria')
    await owner.patch(`/labels/${cnidaria.id}`, { revision: 1, scientificName: 'Cnidaria', taxonRank: 'phylum' })
    const coral = {
      parentId: cnidaria.id,
      name: 'Lophelia, "white"',
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
      vernacularNames: [
        { name: 'Øyekorall', language: 'nb' },
        { name: 'spider hazards', language: 'en' },
        { name: 'glaskorall', language: 'und' }
      ],
      environments: ['marine', 'brackish'],
      conservationStatus: 'NT',
      colour: '#cc5500',
      definition: 'Cold-water coral.',
      identificationNotes: 'White or orange.'
    }
    await owner.post(`/projects/${project.id}/labels`, coral)
    await addLabel('Sand')
    const answer = await owner.get(`/projects/${project.id}/labels/export`)
    t.match(answer.headers, { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': /attachment; filename="species-catalog / })
    const lines = answer.payload.trim().split('\r\n')
    t.match(lines[0], /^taxonID,parentNameUsageID,acceptedNameUsageID,scientificNameID,scientificName,/)
    t.equal(lines.length, 6)
    t.match(
      lines[2],
      /,Lophelia pertusa,"\(Linnaeus, 1758\)",species,unaccepted,Desmophyllum pertusum,Cnidaria,,Cnidaria,,,,,Øyekorall \| spider hazards \| glaskorall,nb \| en \| und,true,true,,,NT,/
    )
    t.match(lines[3], /-synonym-1,,[0-9a-f-]+,,Madrepora pertusa,,,synonym,Lophelia pertusa,/)
    t.match(await take(answer.payload), {
      newCount: 0,
      changedCount: 0,
      unchangedCount: 5,
      refusedCount: 0,
      ambiguousCount: 0,
      leftOut: []
    })

    const other = await cataloguingProject(t, { database })
    t.match(await other.take(answer.payload), { newCount: 3, refusedCount: 0, ambiguousCount: 0, leftOut: [] })
    t.same(await other.tree(), await tree())
    const copied = (await other.owner.get(`/projects/${other.project.id}/labels?search=lophelia`)).json().items[0]
    const { parentId: _elsewhere, ...fields } = coral
    t.match(copied, fields)
  })
})
