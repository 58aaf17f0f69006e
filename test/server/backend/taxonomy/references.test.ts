import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { LabelReference } from '../../../../shared/contracts/taxonomy.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { forEachDatabase } from '../../../support/backend.ts'

await forEachDatabase(t, (t, database) => {
  t.test('a label has reference annotations', async t => {
    const { owner, mediaIds, addLabel, edit, creation } = await annotatingProject(t, { database })
    const label = await addLabel('OTU-7')
    const made = [creation({ labelId: label.id }), creation()]
    await edit(made)
    const [first = '', second = ''] = made.map(({ annotationId }) => annotationId)
    for (const id of [first, second, first]) t.equal((await owner.put(`/labels/${label.id}/references/${id}`)).statusCode, 204)
    const list = async () => (await owner.get(`/labels/${label.id}/references`)).json<{ references: LabelReference[] }>().references
    t.match(await list(), [
      {
        annotationId: first,
        annotationRevision: 1,
        mediaId: mediaIds[0],
        fileName: 'IMG_000000.JPG',
        labelId: label.id,
        addedBy: owner.email
      },
      { annotationId: second, labelId: null }
    ])
    await edit([{ id: newId(), kind: 'remove', annotationId: first, revision: 1 }])
    t.match(await list(), [{ annotationId: second }])
    t.equal((await owner.delete(`/labels/${label.id}/references/${second}`)).statusCode, 204)
    t.same(await list(), [])
    t.equal((await owner.put(`/labels/${label.id}/references/nothing`)).statusCode, 404)
  })

  t.test('a label has up to sixty reference annotations', async t => {
    const { owner, addLabel, edit, creation } = await annotatingProject(t, { database })
    const label = await addLabel('Porifera')
    const made = Array.from({ length: 61 }, () => creation())
    await edit(made)
    for (const { annotationId } of made.slice(0, 60)) await owner.put(`/labels/${label.id}/references/${annotationId}`)
    t.match((await owner.put(`/labels/${label.id}/references/${made[60]?.annotationId}`)).json(), {
      status: 409,
      detail: '“Porifera” already has 60 reference images: remove one first'
    })
  })

  t.test('a morphospecies gets its scientific name and stays the same label, with its annotations', async t => {
    const { owner, addLabel, edit, creation } = await annotatingProject(t, { database })
    const label = await addLabel('Sponge OTU-7')
    await owner.patch(`/labels/${label.id}`, {
      revision: 1,
      scientificName: 'Porifera',
      taxonRank: 'phylum',
      identificationQualifier: 'indet.',
      morphospecies: 'OTU-7',
      definition: 'Yellow, with a long stalk.'
    })
    const made = creation({ labelId: label.id })
    await edit([made])
    const promotion = {
      scientificName: 'Hyalonema apertum',
      scientificNameAuthorship: 'Schulze, 1886',
      taxonRank: 'species',
      scientificNameID: 'urn:lsid:marinespecies.org:taxname:171850'
    }
    t.equal((await owner.post(`/labels/${label.id}/promote`, { ...promotion, revision: 1 })).statusCode, 409)
    t.match((await owner.post(`/labels/${label.id}/promote`, { ...promotion, revision: 2 })).json(), {
      id: label.id,
      ...promotion,
      name: 'Hyalonema apertum',
      identificationQualifier: null,
      morphospecies: null,
      definition: 'Yellow, with a long stalk.',
      synonyms: ['Sponge OTU-7', 'Porifera', 'OTU-7'],
      annotationCount: 1,
      revision: 3
    })
    t.match((await owner.get(`/annotations/${made.annotationId}/history`)).json(), { versions: [{ labelName: 'Hyalonema apertum' }] })
    t.match((await owner.get(`/labels/${label.id}/history`)).json(), {
      versions: [{ kind: 'promote' }, { kind: 'revise', morphospecies: 'OTU-7', name: 'Sponge OTU-7' }, { kind: 'create' }]
    })
  })

  t.test('strangers find nothing, and viewers read reference annotations but change nothing', async t => {
    const { app, owner, project, signUp, addLabel, edit, creation } = await annotatingProject(t, { database })
    const [stranger, viewer] = [await signUp(), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const label = await addLabel('A')
    const made = creation()
    await edit([made])
    const url = `/labels/${label.id}/references`
    t.equal((await stranger.get(url)).statusCode, 404)
    t.equal((await viewer.get(url)).statusCode, 200)
    const writes = [
      ['PUT', `${url}/${made.annotationId}`, undefined],
      ['DELETE', `${url}/${made.annotationId}`, undefined],
      ['POST', `/labels/${label.id}/promote`, { revision: 1, scientificName: 'A b' }]
    ] as const
    for (const [method, at, body] of writes) {
      t.equal((await app.inject({ method, url: `/api${at}` })).statusCode, 401)
      t.equal((await stranger.call(method, at, body)).statusCode, 404)
      t.equal((await viewer.call(method, at, body)).statusCode, 403)
    }
    const elsewhere = await stranger.makeProject()
    const theirs = (await stranger.post(`/projects/${elsewhere.id}/labels`, { name: 'Theirs' })).json()
    t.equal((await stranger.put(`/labels/${theirs.id}/references/${made.annotationId}`)).statusCode, 404, 'nor one of another project')
    t.equal((await owner.post(`/labels/${label.id}/promote`, { revision: 1 })).statusCode, 422)
  })
})
