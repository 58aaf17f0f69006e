import t from 'tap'
import { readList } from '../../../../../server/backend/taxonomy/import/read-list.ts'
import { forEachDatabase } from '../../../../support/backend.ts'
import { cataloguingProject } from '../../../../support/cataloguing.ts'
import { zipOf } from '../../../../support/zips.ts'

const term = (name: string) => `http://rs.tdwg.org/dwc/terms/${name}`
const lsid = (aphiaId: number) => `urn:lsid:marinespecies.org:taxname:${aphiaId}`

/** Describes a tab-separated table whose first column is the key and has no term. */
function describe(element: 'core' | 'extension', rowType: string, file: string, terms: string[]) {
  const fields = terms.map((name, at) => `<field index="${at + 1}" term="${name.includes(':') ? name : term(name)}"/>`)
  return `<${element} rowType="${rowType}" fieldsTerminatedBy="\\t" fieldsEnclosedBy="" ignoreHeaderLines="1">
    <files><location>${file}</location></files><${element === 'core' ? 'id' : 'coreid'} index="0"/>${fields.join('')}</${element}>`
}

const archive = (tables: string[]) => `<archive xmlns="http://rs.tdwg.org/dwc/text/">${tables.join('')}</archive>`
const rows = (...lines: string[][]) => lines.map(cells => `${cells.join('\t')}\n`).join('')

const checklist = {
  'meta.xml': archive([
    describe('core', term('Taxon'), 'taxon.txt', [
      ...['parentNameUsageID', 'acceptedNameUsageID', 'scientificName', 'scientificNameAuthorship', 'taxonRank', 'taxonomicStatus']
    ]),
    describe('extension', 'http://rs.gbif.org/terms/1.0/VernacularName', 'vernacular.txt', [
      ...['vernacularName', 'http://purl.org/dc/terms/language']
    ]),
    describe('extension', 'http://rs.gbif.org/terms/1.0/Distribution', 'distribution.txt', ['locality'])
  ]),
  'taxon.txt': rows(
    ['id', 'parentNameUsageID', 'acceptedNameUsageID', 'scientificName', 'scientificNameAuthorship', 'taxonRank', 'taxonomicStatus'],
    [lsid(126436), lsid(125732), '', 'Gadus morhua', 'Linnaeus, 1758', 'Species', 'accepted'],
    [lsid(125732), '', '', 'Gadus', 'Linnaeus, 1758', 'Genus', 'accepted'],
    [lsid(154256), '', lsid(126436), 'Gadus callarias', 'Linnaeus, 1758', 'Species', 'unaccepted'],
    [lsid(7), lsid(8), '', 'Nowhere', '', 'Species', 'accepted'],
    [lsid(9), '', '', '', '', 'Species', 'accepted']
  ),
  'vernacular.txt': rows(
    ['id', 'vernacularName', 'language'],
    [lsid(126436), 'Atlantic cod', 'en'],
    [lsid(126436), 'Torsk', 'Norwegian bokmål'],
    [lsid(1), 'nobody', 'en']
  ),
  'distribution.txt': rows(['id', 'locality'], [lsid(126436), 'North Sea'])
}

const findColumns = [
  'occurrenceID',
  'scientificName',
  'scientificNameID',
  'taxonRank',
  'phylum',
  'family',
  'genus',
  'identificationQualifier'
]
const finds = [
  ['a:1', 'Gadus morhua Linnaeus, 1758', lsid(126436), 'species', 'Chordata', 'Gadidae', 'Gadus', ''],
  ['a:2', 'Gadus morhua', '', 'species', '', '', '', ''],
  ['a:3', 'Gadus', lsid(125732), 'genus', 'Chordata', 'Gadidae', 'Gadus', 'cf. morhua'],
  ['a:4', 'Gadus', lsid(125732), 'genus', 'Chordata', 'Gadidae', 'Gadus', ''],
  ['a:5', '', '', '', '', '', '', ''],
  ['a:6', 'Gadus morhua Linnaeus, 1758', lsid(126436), 'species', 'Chordata', 'Gadidae', 'Gadus', '']
]
const findsTree = ['Chordata', '  Gadidae', '    Gadus', '      Gadus morhua', '    Gadus cf. morhua']

await forEachDatabase(t, (t, database) => {
  t.test('an archive of taxa becomes labels, with the common names of its extension', async t => {
    const { take, tree, labelNamed } = await cataloguingProject(t, { database })
    t.match(await take(await zipOf(checklist)), {
      rowCount: 5,
      newCount: 2,
      changedCount: 1,
      refusedCount: 2,
      rows: [
        { row: 2, outcome: 'new', name: 'Gadus morhua', parentName: 'Gadus' },
        { row: 3, outcome: 'new', name: 'Gadus' },
        { row: 4, outcome: 'changed', message: 'becomes a synonym of “Gadus morhua”' },
        { row: 5, outcome: 'refused', message: `its parent “${lsid(8)}” is neither in the list nor in the catalog` },
        { row: 6, outcome: 'refused', message: 'the row has no name' }
      ],
      leftOut: [
        { row: 3, column: 'vernacular.txt: language', message: '“Norwegian bokmål” is not a language code such as en' },
        { row: 4, column: 'vernacular.txt', message: `refers to “${lsid(1)}”, for which no taxon was read` },
        { row: 1, column: 'distribution.txt', message: 'this table of the archive is not imported' }
      ]
    })
    t.same(await tree(), ['Gadus', '  Gadus morhua'])
    t.match(await labelNamed('Gadus morhua'), {
      scientificNameAuthorship: 'Linnaeus, 1758',
      taxonRank: 'species',
      scientificNameID: lsid(126436),
      synonyms: ['Gadus callarias'],
      vernacularNames: [
        { name: 'Atlantic cod', language: 'en' },
        { name: 'Torsk', language: 'und' }
      ]
    })
    t.match(await take(await zipOf(checklist)), { newCount: 0, changedCount: 0 })
  })

  for (const [delimiter, name] of [
    ['\t', 'tabs'],
    [',', 'commas']
  ] as const)
    t.test(`a table of occurrences in ${name} becomes its taxa, each once, with the facts of all its rows`, async t => {
      const { take, tree, labelNamed } = await cataloguingProject(t, { database })
      const cellOf = (cell: string) => (delimiter === ',' && cell.includes(',') ? `"${cell}"` : cell)
      const table = [findColumns, ...finds].map(cells => cells.map(cellOf).join(delimiter)).join('\r\n')
      // Of six rows, three are taxa, two repeat one of these, and one has no name; phylum and family come from columns.
      const report = await take(table)
      t.match(report, { rowCount: 6, newCount: 5, changedCount: 0, unchangedCount: 2, ambiguousCount: 0, refusedCount: 1 })
      t.match(report.columns[0], { name: 'occurrenceID', meaning: 'ignored' })
      t.same(
        report.rows.filter(({ outcome }) => outcome === 'refused').map(({ row, message }) => [row, message]),
        [[6, 'the row has no name']]
      )
      t.same((await tree()).toSorted(), findsTree.toSorted())
      t.match(await labelNamed('Gadus morhua'), { scientificNameID: lsid(126436), scientificNameAuthorship: 'Linnaeus, 1758' })
      t.match(await labelNamed('Gadus cf. morhua'), { scientificName: 'Gadus', identificationQualifier: 'cf.' })
      t.match(await labelNamed('Gadus'), { identificationQualifier: null, taxonRank: 'genus' })
    })

  t.test('archives of occurrences give each taxon once, whether occurrences are the core or an extension of events', async t => {
    const [occurrenceId = '', ...taxa] = findColumns
    const inTable = (element: 'core' | 'extension') => describe(element, term('Occurrence'), 'occurrence.txt', [occurrenceId, ...taxa])
    const occurrences = rows(['id', ...findColumns], ...finds.map(cells => ['event:1', ...cells]))
    const events = describe('core', term('Event'), 'event.txt', ['eventID'])
    const archives: Record<string, string>[] = [
      { 'meta.xml': archive([inTable('core')]), 'occurrence.txt': occurrences },
      {
        'meta.xml': archive([events, inTable('extension')]),
        'event.txt': rows(['id', 'eventID'], ['event:1', 'event:1']),
        'occurrence.txt': occurrences
      }
    ]
    for (const files of archives) {
      const { take, tree } = await cataloguingProject(t, { database })
      t.match(await take(await zipOf(files)), { rowCount: 6, newCount: 5, unchangedCount: 2, refusedCount: 1 })
      t.same((await tree()).toSorted(), findsTree.toSorted())
    }
  })

  t.test('occurrences of one name that cannot be one taxon stay two', async t => {
    const { take, tree } = await cataloguingProject(t, { database })
    const table = 'basisOfRecord,scientificName,kingdom\nx,Agathis,Plantae\nx,Agathis,Animalia\nx,Agathis,Plantae\n'
    t.match(await take(table), { newCount: 4, unchangedCount: 1 })
    t.same((await tree()).toSorted(), ['  Agathis', '  Agathis', 'Animalia', 'Plantae'])
  })

  t.test('archives without taxa are refused as a whole', async t => {
    const { send } = await cataloguingProject(t, { database })
    const refusals: [Record<string, string>, number, string][] = [
      [{ 'a.txt': 'name\nSand\n' }, 415, 'This is an Excel workbook or a ZIP archive: save the table as CSV (text) and attach that'],
      [
        { 'meta.xml': archive([describe('core', term('Event'), 'event.txt', ['eventID'])]), 'event.txt': 'id\teventID\n1\t1\n' },
        422,
        'The archive has no table of taxa: no table has a scientificName column'
      ],
      [
        { 'meta.xml': archive([describe('core', term('Taxon'), 'taxon.txt', ['scientificName'])]) },
        422,
        'The archive lacks the table “taxon.txt” that its meta.xml describes'
      ],
      [{ 'meta.xml': '<archive' }, 422, '']
    ]
    for (const [files, status, detail] of refusals) {
      const answer = (await send(await zipOf(files))).json()
      t.equal(answer.status, status, answer.detail)
      if (detail) t.equal(answer.detail, detail)
    }
    t.equal((await send((await zipOf(checklist)).subarray(0, 600))).json().status, 415, 'half an archive')
  })
})

t.test('a quotation mark in a download of GBIF is literal', async t => {
  const table = 'gbifID\tlocality\tscientificName\n1\t"Reef\tGadus\n2\tBay\tBrosme\n'
  t.same(
    (await readList(Buffer.from(table))).labels.map(({ state }) => state.name),
    ['Gadus', 'Brosme']
  )
})

t.test('a million occurrences are read in one run, and only their taxa are held in memory', async t => {
  const lines = Array.from({ length: 1_000_000 }, (_, at) => `${at}\tSpecies${'abcdefghij'[at % 10]} magna\tspecies`)
  const table = `id\tscientificName\ttaxonRank\n${lines.join('\n')}\n`
  const meta = archive([describe('core', term('Occurrence'), 'occurrence.txt', ['scientificName', 'taxonRank'])])
  const list = await readList(await zipOf({ 'meta.xml': meta, 'occurrence.txt': table }))
  t.match({ rowCount: list.rowCount, labels: list.labels.length }, { rowCount: 1_000_000, labels: 10 })
  const bare = await readList(Buffer.from(table.replace('id\t', 'occurrenceID\t')))
  t.match({ rowCount: bare.rowCount, labels: bare.labels.length }, { rowCount: 1_000_000, labels: 10 })
  await t.rejects(zipOf({ 'meta.xml': meta, 'occurrence.txt': `${table}x\tOne more\tspecies\n` }).then(readList), {
    message: 'The table has more than 1,000,000 rows: split it into several files'
  })
})
