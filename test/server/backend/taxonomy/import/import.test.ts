import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { forEachDatabase } from '../../../../support/backend.ts'
import { cataloguingProject } from '../../../../support/cataloguing.ts'

const benthicAttributes = new URL('../../../../../../shared/data/taxa/benthic-attributes.csv', import.meta.url)

const darwinCore = [
  'taxonID\tparentNameUsageID\tscientificName\tscientificNameAuthorship\ttaxonRank\tscientificNameID\ttaxonomicStatus\tacceptedNameUsageID\tvernacularName',
  '3\t2\tGadus morhua Linnaeus, 1758\tLinnaeus, 1758\tSpecies\turn:lsid:marinespecies.org:taxname:126436\taccepted\t3\tAtlantic cod | Torsk',
  '4\t\tAsellus major\t\tspecies\t\tunaccepted\t3\t',
  '2\t1\tGadus\tLinnaeus, 1758\tGenus\turn:lsid:marinespecies.org:taxname:125732\taccepted\t2\t',
  '1\t\tGadidae\tRafinesque, 1810\tFamily\turn:lsid:marinespecies.org:taxname:125469\taccepted\t1\t'
].join('\n')

await forEachDatabase(t, (t, database) => {
  t.test('a real list of 738 benthic attributes becomes a tree of 738 labels', { skip: missing(benthicAttributes) }, async t => {
    const { take, tree, outline, owner, project } = await cataloguingProject(t, { database })
    const imports = async () => (await owner.get(`/projects/${project.id}/labels/imports`)).json().items
    const file = readFileSync(benthicAttributes)
    const dry = await take(file, { dryRun: true })
    t.match(dry, { rowCount: 738, newCount: 738, changedCount: 0, ambiguousCount: 0, refusedCount: 0, leftOut: [] })
    t.same(await outline(), [], 'a dry run writes nothing')
    t.same(await take(file), { ...dry, importId: (await imports())[0]?.id })
    const lines = await tree()
    t.equal(lines.length, 738)
    t.equal(lines.filter(line => !line.startsWith(' ')).length, 12)
    t.ok(lines.indexOf('  Acroporidae') < lines.indexOf('    Acropora') && lines.includes('      Acropora secale'), 'each under its parent')
    t.match(
      await take(file),
      { newCount: 0, changedCount: 0, unchangedCount: 738, refusedCount: 0 },
      'importing the same list again changes nothing'
    )
  })

  t.test('a Darwin Core list becomes taxa, whatever the order of its rows; synonyms are added to their accepted names', async t => {
    const { owner, take, tree, labelNamed, project } = await cataloguingProject(t, { database })
    const report = await take(darwinCore)
    t.match(report, {
      newCount: 3,
      changedCount: 1,
      refusedCount: 0,
      columns: [{ name: 'taxonID', meaning: 'key' }, { meaning: 'parentKey' }, { meaning: 'scientificName' }],
      rows: [
        { row: 2, outcome: 'new', name: 'Gadus morhua', parentName: 'Gadus' },
        { row: 3, outcome: 'changed', message: 'becomes a synonym of “Gadus morhua”' },
        { row: 4, outcome: 'new' },
        { row: 5, outcome: 'new', parentName: null }
      ]
    })
    t.same(await tree(), ['Gadidae', '  Gadus', '    Gadus morhua'])
    t.match(await labelNamed('Gadus morhua'), {
      scientificName: 'Gadus morhua',
      scientificNameAuthorship: 'Linnaeus, 1758',
      taxonRank: 'species',
      scientificNameID: 'urn:lsid:marinespecies.org:taxname:126436',
      taxonomicStatus: 'accepted',
      acceptedNameUsageID: null,
      synonyms: ['Asellus major'],
      vernacularNames: [
        { name: 'Atlantic cod', language: 'und' },
        { name: 'Torsk', language: 'und' }
      ]
    })
    t.match(await take(darwinCore), { newCount: 0, changedCount: 0, unchangedCount: 4 })
    t.match((await owner.get(`/projects/${project.id}/activity`)).json(), {
      items: [{ event: 'labels.imported', detail: { newCount: 3, changedCount: 1 } }]
    })
  })

  t.test('a list of occurrences with higher taxa in columns gives each taxon once', async t => {
    const { take, tree, labelNamed } = await cataloguingProject(t, { database })
    const list = [
      'scientificName;kingdom;phylum;class;order;family;genus;taxonRank',
      'Acropora secale;Animalia;Cnidaria;Anthozoa;Scleractinia;Acroporidae;Acropora;species',
      'Acropora;Animalia;Cnidaria;Anthozoa;Scleractinia;Acroporidae;Acropora;genus',
      'Acropora secale;Animalia;Cnidaria;Anthozoa;Scleractinia;Acroporidae;Acropora;species',
      'Montipora danae;Animalia;Cnidaria;Anthozoa;Scleractinia;Acroporidae;Montipora;species'
    ].join('\r\n')
    t.match(await take(list), {
      rowCount: 4,
      newCount: 9,
      unchangedCount: 1,
      refusedCount: 0,
      rows: [
        { row: 2, name: 'Acropora secale', parentName: 'Acropora' },
        { row: 3, name: 'Animalia', message: 'from the column kingdom of row 3' }
      ]
    })
    t.same(await tree(), [
      'Animalia',
      '  Cnidaria',
      '    Anthozoa',
      '      Scleractinia',
      '        Acroporidae',
      '          Acropora',
      '            Acropora secale',
      '          Montipora',
      '            Montipora danae'
    ])
    t.match(await labelNamed('Acroporidae'), { taxonRank: 'family', scientificName: 'Acroporidae' })
  })

  t.test('existing labels are completed, not overwritten, and moved to their place in the list', async t => {
    const { owner, project, take, tree, labelNamed } = await cataloguingProject(t, { database })
    const lsid = 'urn:lsid:marinespecies.org:taxname:126436'
    const draft = { name: 'Cod', scientificName: 'Gadus callarias', scientificNameID: lsid, definition: 'Ours.', synonyms: ['Kabeljau'] }
    const cod = (await owner.post(`/projects/${project.id}/labels`, draft)).json()
    t.match(await take(darwinCore), {
      rows: [{ row: 2, outcome: 'changed', message: /^changes place, scientific name, author, rank/ }, {}, {}, {}]
    })
    t.same(await tree(), ['Gadidae', '  Gadus', '    Cod'])
    t.match(await labelNamed('Cod'), {
      id: cod.id,
      scientificName: 'Gadus morhua',
      definition: 'Ours.',
      synonyms: ['Kabeljau', 'Asellus major'],
      revision: 2
    })
    t.match((await owner.get(`/labels/${cod.id}/history`)).json(), {
      versions: [{ kind: 'import' }, { kind: 'create', scientificName: 'Gadus callarias', parentId: null }]
    })
  })

  t.test('a name elsewhere in the catalog is reported, added, or matched to the existing label', async t => {
    const list = 'id,parent_id,name\n1,,Substrate\n2,1,Sand\n3,2,Ripples\n'
    for (const namesakes of ['ask', 'add', 'use'] as const) {
      const { addLabel, take, tree } = await cataloguingProject(t, { database })
      await addLabel('Sand', (await addLabel('Soft bottom')).id)
      const { rows } = await take(list, { namesakes })
      if (namesakes === 'ask') {
        t.match(rows, [
          { outcome: 'new', name: 'Substrate' },
          { row: 3, outcome: 'ambiguous', message: 'the catalog already has “Sand”, under “Soft bottom”' },
          { row: 4, outcome: 'refused', message: 'its ancestor in row 3 was not imported' }
        ])
        t.same(await tree(), ['Soft bottom', '  Sand', 'Substrate'])
      } else if (namesakes === 'add') t.same(await tree(), ['Soft bottom', '  Sand', 'Substrate', '  Sand', '    Ripples'])
      else t.same(await tree(), ['Soft bottom', '  Sand', '    Ripples', 'Substrate'])
    }
  })

  t.test('a person decides individual rows, and the others follow the rule', async t => {
    const { owner, project, addLabel, take, send, tree } = await cataloguingProject(t, { database })
    const [reef, wreck] = [await addLabel('Reef'), await addLabel('Wreck')]
    const [onReef] = [await addLabel('Sponge', reef.id), await addLabel('Sponge', wreck.id), await addLabel('Sand', reef.id)]
    const list = 'name,definition\nSponge,Soft.\nSand,Grains.\nMud,Fine.\nReef,Hard.\n'
    const preview = await take(list, { dryRun: true })
    t.match(preview, { ambiguousCount: 2, newCount: 1, changedCount: 1 })
    t.match(preview.rows[0], {
      row: 2,
      candidates: [
        { name: 'Sponge', parentName: 'Reef' },
        { name: 'Sponge', parentName: 'Wreck' }
      ]
    })
    t.match(preview.rows[1], { row: 3, candidates: [{ name: 'Sand', parentName: 'Reef' }] })
    t.notOk(preview.rows[2]?.candidates)

    const decided = await take(list, { dryRun: true, decisions: `2.is.${onReef?.id}*3.new*4.left` })
    t.match(decided, { newCount: 1, changedCount: 2, ambiguousCount: 1, refusedCount: 0 })
    t.match(decided.rows[2], { row: 4, outcome: 'ambiguous', message: 'left out by decision' })
    t.match(await take(list, { namesakes: 'use', decisions: '3.new', dryRun: true }), { newCount: 2, ambiguousCount: 1, changedCount: 1 })
    t.match((await take(list, { dryRun: true, decisions: '5.new*2.is.nothing' })).rows, [
      { row: 2, outcome: 'refused', message: 'the chosen label is not in the catalog' },
      { row: 3, outcome: 'ambiguous' },
      { row: 4, outcome: 'new' },
      { row: 5, outcome: 'refused', message: 'the label “Reef” already exists' }
    ])
    for (const decisions of ['2', '2.perhaps', 'x.new', '2.is.', '2.new*'])
      t.equal((await send(list, { decisions })).statusCode, 400, decisions)
    await take(list, { decisions: `2.is.${onReef?.id}*3.new*4.left` })
    t.same(await tree(), ['Reef', '  Sand', '  Sponge', 'Sand', 'Wreck', '  Sponge'])
    t.match((await owner.get(`/labels/${onReef?.id}`)).json(), { definition: 'Soft.' })

    const other = await owner.makeProject()
    await owner.post(`/projects/${other.id}/labels`, { name: 'Top' })
    const copy = { from: project.id, dryRun: true, decisions: '1.left' }
    t.match((await owner.post(`/projects/${other.id}/labels/copy`, copy)).json(), { ambiguousCount: 1 })
  })

  t.test('a list can be imported under a label, and name its parents', async t => {
    const { addLabel, take, tree, send } = await cataloguingProject(t, { database })
    const corals = await addLabel('Corals')
    await take('name,parent,color\nAcropora,,ff0000\nAcropora secale,acropora,\nPorites,Corals,#00FF00\n', { under: corals.id })
    t.same(await tree(), ['Corals', '  Acropora', '    Acropora secale', '  Porites'])
    t.match((await send('name\nX\n', { under: 'nowhere' })).json(), { status: 422, errors: [{ path: '/under' }] })
  })

  t.test('every unusable row gives the reason, and the others are imported', async t => {
    const { take, tree } = await cataloguingProject(t, { database })
    const list = [
      'id,parent_id,name,lsid,colour',
      '1,NULL,Porifera,126436,blue',
      '2,3,Ring one,,',
      '3,4,Ring two,,',
      '4,2,Ring three,,',
      '5,4,Under the ring,,',
      '6,6,Own parent,,',
      '7,99,Orphan,,',
      '8,7,Child of the orphan,,',
      '1,,Same id,,',
      'NaN,,No id,,',
      '9,,,,',
      `10,,${'x'.repeat(201)},,`,
      '11,1.0,Float parent,,',
      '12,,porifera,,',
      '13,12,Under the twin,,'
    ].join('\n')
    const report = await take(list)
    t.match(report, { newCount: 3, refusedCount: 12, ambiguousCount: 0 })
    t.match(
      report.rows.filter(({ outcome }) => outcome === 'refused').map(({ row, column, message }) => [row, column, message]),
      [
        [3, null, 'its parents form a cycle: rows 3 → 4 → 5 → 3'],
        [4, null, /form a cycle/],
        [5, null, /form a cycle/],
        [6, null, 'its ancestor in row 5 is part of a cycle'],
        [7, null, 'names itself as its parent'],
        [8, null, 'its parent “99” is neither in the list nor in the catalog'],
        [9, null, 'its ancestor in row 8 was not imported'],
        [10, null, 'has the identifier of row 2'],
        [11, 'id', '“NaN” is not an identifier'],
        [12, 'name', 'the row has no name'],
        [13, 'name', 'is longer than 200 characters'],
        [15, null, 'is the same label as row 2; the labels below it are placed below that row']
      ]
    )
    t.same(report.leftOut, [
      { row: 2, column: 'lsid', message: '“126436” is not a WoRMS LSID' },
      { row: 2, column: 'colour', message: '“blue” is not a colour such as #cc5500' }
    ])
    t.same(await tree(), ['Porifera', '  Float parent', '  Under the twin'])
  })

  t.test('habitat, threat status, and the language of each common name are read in the notations of lists', async t => {
    const { take, labelNamed } = await cataloguingProject(t, { database })
    const report = await take(
      [
        'scientificName\tisMarine\tisBrackish\tisFreshwater\tenvironment\tthreatStatus\tvernacularName\tlanguage',
        'Gadus morhua\t1\ttrue\t0\t\tVU\tTorsk | cod\tnb | en',
        'Caretta caretta\t\t\t\tmarine; terrestrial\tVulnerable (VU)\tLoggerhead | Caguama\ten',
        'Anguilla anguilla\tyes\t\tYES\t\tCRITICALLY_ENDANGERED\teel|anguille|Aal\ten|fr',
        'Sphaerodactylus\tperhaps\t\t\tmoon\tfine\tgecko\tEnglish'
      ].join('\n')
    )
    t.match(await labelNamed('Gadus morhua'), {
      environments: ['marine', 'brackish'],
      conservationStatus: 'VU',
      vernacularNames: [
        { name: 'Torsk', language: 'nb' },
        { name: 'cod', language: 'en' }
      ]
    })
    t.match(await labelNamed('Caretta caretta'), {
      environments: ['marine', 'terrestrial'],
      conservationStatus: 'VU',
      vernacularNames: [{ language: 'en' }, { language: 'en' }]
    })
    t.match(await labelNamed('Anguilla anguilla'), {
      environments: ['marine', 'freshwater'],
      conservationStatus: 'CR',
      vernacularNames: [{ language: 'und' }, { language: 'und' }, { language: 'und' }]
    })
    t.match(await labelNamed('Sphaerodactylus'), { environments: [], conservationStatus: null, vernacularNames: [{ language: 'und' }] })
    t.same(report.leftOut, [
      { row: 4, column: 'language', message: 'lists 2 languages for 3 names' },
      { row: 5, column: 'language', message: '“English” is not a language code such as en' },
      { row: 5, column: 'isMarine', message: '“perhaps” is neither true nor false' },
      { row: 5, column: 'environment', message: '“moon” is not a list of marine, brackish, freshwater, terrestrial' },
      { row: 5, column: 'threatStatus', message: '“fine” is not an IUCN Red List category such as VU' }
    ])
  })

  t.test('a list cannot put a label under itself, nor two into one place', async t => {
    const { addLabel, take, tree } = await cataloguingProject(t, { database })
    const a = await addLabel('A')
    const b = await addLabel('B', a.id)
    const c = await addLabel('C')
    const list = `id,parent_id,name\n${a.id},${b.id},A\n${c.id},,A\n`
    t.match((await take(list)).rows, [
      { row: 2, outcome: 'refused', message: 'cannot move below one of its own descendants' },
      { row: 3, outcome: 'refused', message: 'the label “A” already exists' }
    ])
    t.same(await tree(), ['A', '  B', 'C'])
    t.match(await take(`id,parent_id,name\n${c.id},${b.id},C two\n`), { changedCount: 1 })
    t.same(await tree(), ['A', '  B', '    C two'])
  })

  t.test('a byte order mark, another encoding, quotes in tab-separated text and control characters are read correctly', async t => {
    const { take, tree, labelNamed } = await cataloguingProject(t, { database })
    await take('\ufeffname,definition\nBÄR,"two\nlines"\n')
    await take(Buffer.from('name;definition\nEinsiedlerkrebs f\xfcr alle;x\n', 'latin1'))
    await take(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('name\tauthor\nΣπόγγος\t"Lam."\n', 'utf16le')]))
    await take('name\tauthor\nThe "soft" one\tx\n')
    await take('name,author\nwith\u0007bell,x\n')
    t.same(
      await tree(),
      ['BÄR', 'Einsiedlerkrebs für alle', 'The "soft" one', 'with bell', 'Σπόγγος'].sort((a, b) =>
        a.toLowerCase() < b.toLowerCase() ? -1 : 1
      )
    )
    t.match(await labelNamed('BÄR'), { definition: 'two lines' })
  })

  t.test('a file that is not a list of labels changes nothing and is refused with an explanation', async t => {
    const { send, outline } = await cataloguingProject(t, { database })
    t.match((await send('')).json(), { status: 422, code: 'UNUSABLE_TABLE', detail: 'The table is empty' })
    t.match((await send('name\n')).json(), { status: 422, detail: 'The table has column names but no rows' })
    t.match((await send('a,b\n1,2\n')).json(), { status: 422, detail: /needs a column of labels.*first row contains: a, b/ })
    t.match((await send(Buffer.from('PK\x03\x04'))).json(), { status: 415, code: 'NOT_A_TABLE' })
    t.match((await send(Buffer.from('name\n\0\n'))).json(), { status: 415, code: 'NOT_A_TABLE' })
    t.match((await send('name\nA\n"B\n')).json(), { status: 422, detail: /quotation marks/ })
    t.match((await send(Buffer.alloc(64 * 1024 * 1024 + 1, 'x'))).json(), { status: 413, code: 'LIST_TOO_LARGE' })
    t.same(await outline(), [])
  })

  t.test('labels are copied from another readable project, all or a branch', async t => {
    const { owner, project, addLabel, tree, signUp, outline } = await cataloguingProject(t, { database })
    const corals = await addLabel('Corals')
    await addLabel('Acropora', corals.id)
    await owner.patch(`/labels/${corals.id}`, { revision: 1, hotkey: 1, colour: '#aa0000' })
    const other = await owner.makeProject({ title: 'Other' })
    const sand = (await owner.post(`/projects/${other.id}/labels`, { name: 'Sand', hotkey: 1 })).json()
    const copy = (body: object) => owner.post(`/projects/${other.id}/labels/copy`, body)
    t.match((await copy({ from: project.id, dryRun: true })).json(), { newCount: 2 })
    t.same(await tree(other.id), ['Sand'])
    t.match((await copy({ from: project.id, labelId: corals.id, under: sand.id })).json(), { newCount: 2, refusedCount: 0 })
    t.same(await tree(other.id), ['Sand', '  Corals', '    Acropora'])
    t.match(
      (await outline(other.id)).find(({ name }) => name === 'Corals'),
      { colour: '#aa0000', hotkey: undefined }
    )
    t.match((await copy({ from: project.id, labelId: corals.id, under: sand.id })).json(), { newCount: 0, unchangedCount: 2 })
    t.match((await copy({ from: other.id })).json(), { status: 422, errors: [{ path: '/from' }] })
    t.match((await copy({ from: project.id, labelId: 'nothing' })).json(), { status: 422, errors: [{ path: '/labelId' }] })
    const stranger = await signUp()
    const theirs = await stranger.makeProject()
    t.equal((await stranger.post(`/projects/${theirs.id}/labels/copy`, { from: project.id })).statusCode, 404)
  })

  t.test('only members who edit import', async t => {
    const { app, owner, project, signUp, send } = await cataloguingProject(t, { database })
    const [stranger, viewer] = [await signUp(), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const url = `/api/projects/${project.id}/labels/import`
    t.equal((await app.inject({ method: 'POST', url, payload: 'name\nA\n' })).statusCode, 401)
    t.equal((await send('name\nA\n', { by: stranger })).statusCode, 404)
    t.equal((await send('name\nA\n', { by: viewer })).statusCode, 403)
    t.equal((await owner.post(`/projects/${project.id}/labels/import?colour=blue`)).statusCode, 400)
    const from = (await owner.makeProject()).id
    t.equal((await stranger.post(`/projects/${project.id}/labels/copy`, { from })).statusCode, 404)
    t.equal((await viewer.post(`/projects/${project.id}/labels/copy`, { from })).statusCode, 403)
    t.equal((await owner.post(`/projects/${project.id}/labels/copy`, { from, all: true })).statusCode, 422)
  })
})

function missing(file: URL): string | false {
  return existsSync(file) ? false : `${file.pathname} is not there`
}
