import t from 'tap'
import type { Label } from '../../../../shared/contracts/taxonomy.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'
import { cataloguingProject } from '../../../support/cataloguing.ts'

await forEachDatabase(t, async (t, database) => {
  async function catalog() {
    const backend = await testBackend(t, { database })
    const owner = await backend.signUp()
    const project = await owner.makeProject({ title: 'Reef' })
    const labels = `/projects/${project.id}/labels`
    return { owner, create: async (draft: object) => (await owner.post(labels, draft)).json<Label>() }
  }

  t.test('a saved label keeps author, qualifier and code in separate fields', async t => {
    const { owner, create } = await catalog()
    t.match(await create({ name: 'Larkspur', scientificName: 'Delphinium bolosii C.Blanché & Molero' }), {
      ...{ scientificName: 'Delphinium bolosii', scientificNameAuthorship: 'C.Blanché & Molero', taxonRank: 'species' },
      verbatimIdentification: null
    })
    t.match(await create({ name: 'Munida aff. rugosa', scientificName: 'Munida aff. rugosa' }), {
      ...{ scientificName: 'Munida', taxonRank: 'genus', identificationQualifier: 'aff.', verbatimIdentification: null }
    })
    t.match(await create({ name: 'Squat lobster B', scientificName: 'Munida sp. B', scientificNameAuthorship: 'Leach, 1820' }), {
      ...{ scientificName: 'Munida', scientificNameAuthorship: 'Leach, 1820', identificationQualifier: 'sp.', morphospecies: 'B' },
      verbatimIdentification: 'Munida sp. B'
    })
    t.match(await create({ name: 'Perhaps Gadus', scientificName: 'cf. Gadus' }), {
      ...{ scientificName: null, identificationQualifier: 'cf.', verbatimIdentification: 'cf. Gadus' }
    })
    t.match(await create({ name: 'Rubble', scientificName: 'Coral rubble' }), { scientificName: 'Coral rubble' }, 'no name is found in it')
    const wormsName = { name: 'A', scientificName: 'Porites sheet', scientificNameID: 'urn:lsid:marinespecies.org:taxname:1' }
    t.match(await create(wormsName), { scientificName: 'Porites sheet' }, 'WoRMS lists it as a name')
    const affinis = {
      ...{ scientificName: 'Ophiura affinis', scientificNameAuthorship: 'Lütken, 1858', taxonRank: 'species' },
      ...{ scientificNameID: 'urn:lsid:marinespecies.org:taxname:124850', identificationQualifier: null, verbatimIdentification: null }
    }
    t.match(await create({ name: 'Ophiura affinis', ...affinis }), affinis, 'an ordinary epithet')

    const cod = await create({ name: 'Cod', scientificName: 'Gadus morhua', taxonRank: 'species' })
    const open = (await owner.patch(`/labels/${cod.id}`, { revision: 1, scientificName: 'Gadus cf. ogac Richardson, 1836' })).json<Label>()
    t.match(open, {
      ...{ scientificName: 'Gadus', scientificNameAuthorship: null, taxonRank: 'genus', identificationQualifier: 'cf.' },
      verbatimIdentification: 'Gadus cf. ogac Richardson, 1836'
    })
    const sure = { revision: 2, scientificName: 'Gadus ogac', taxonRank: 'species', identificationQualifier: null }
    t.match((await owner.patch(`/labels/${cod.id}`, sure)).json(), { scientificName: 'Gadus ogac', verbatimIdentification: null })
    t.match(
      (await owner.get(`/labels/${cod.id}/history`)).json().versions.map((each: Label) => each.verbatimIdentification),
      [null, 'Gadus cf. ogac Richardson, 1836', null]
    )
    const promoted = await owner.post(`/labels/${open.id}/promote`, { revision: 3, scientificName: 'Gadus chalcogrammus Pallas, 1814' })
    t.match(promoted.json(), { scientificName: 'Gadus chalcogrammus', scientificNameAuthorship: 'Pallas, 1814' })
  })

  t.test('a taxon list is imported with clean names, and exported with them', async t => {
    const { owner, project, take } = await cataloguingProject(t, { database })
    const list = [
      'taxonID,parentNameUsage,scientificName,taxonRank,identificationQualifier',
      '1,,"Gadidae Rafinesque, 1810",family,',
      '2,"Gadidae Rafinesque, 1810","Gadus morhua (Linnaeus, 1758)",species,',
      '3,"Gadidae Rafinesque, 1810","Gadus cf. ogac Richardson, 1836",species,',
      '4,"Gadidae Rafinesque, 1810",Gadus,genus,sp. 2'
    ].join('\n')
    t.match(await take(list), { newCount: 4, refusedCount: 0, leftOut: [] })
    t.match(await take(list), { newCount: 0, changedCount: 0, unchangedCount: 4 }, 'importing the same list again changes nothing')
    const { items } = (await owner.get(`/projects/${project.id}/labels`)).json<{ items: Label[] }>()
    t.same(
      items.map(({ name, scientificName, scientificNameAuthorship, taxonRank, identificationQualifier, morphospecies }) => [
        ...[name, scientificName, scientificNameAuthorship, taxonRank, identificationQualifier, morphospecies]
      ]),
      [
        ['Gadidae', 'Gadidae', 'Rafinesque, 1810', 'family', null, null],
        ['Gadus', 'Gadus', null, 'genus', 'sp.', '2'],
        ['Gadus cf. ogac', 'Gadus', null, 'genus', 'cf.', null],
        ['Gadus morhua', 'Gadus morhua', '(Linnaeus, 1758)', 'species', null, null]
      ]
    )
    const cod = items.find(({ name }) => name === 'Gadus morhua')
    const synonyms = ['Asellus major', 'Gadus callarias L.', 'Gadus cf. morhua', 'OTU-7', 'Grey fish']
    await owner.patch(`/labels/${cod?.id}`, { revision: 1, synonyms })
    const csv = (await owner.get(`/projects/${project.id}/labels/export`)).body
    const lines = csv.split('\r\n').map(each => each.split(','))
    const of = (line: string[], term: string) => line[lines[0]?.indexOf(term) ?? -1]
    t.same(
      lines.filter(each => each[0]?.includes('synonym')).map(each => [of(each, 'scientificName'), of(each, 'label')]),
      [
        ['Asellus major', ''],
        ['Gadus callarias', ''],
        ['Gadus', 'Gadus cf. morhua'],
        ['', 'OTU-7'],
        ['', 'Grey fish']
      ],
      'codes and open names are not scientific names'
    )
    const other = await cataloguingProject(t, { database })
    t.match(await other.take(csv), { refusedCount: 0 })
    t.same((await other.labelNamed('Gadus morhua')).synonyms, [
      ...['Asellus major', 'Gadus callarias', 'Gadus cf. morhua', 'OTU-7', 'Grey fish']
    ])
    t.ok(items.slice(1).every(({ parentId }) => parentId === items[0]?.id))
  })
})
