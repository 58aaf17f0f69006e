import t from 'tap'
import { taxonOf } from '../../../../server/backend/exchange/formats/darwin-core/taxon.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { unzipped, zipOf } from '../../../support/zips.ts'

const lsid = (aphiaId: number) => `urn:lsid:marinespecies.org:taxname:${aphiaId}`
const read = (record: Record<string, string>) => taxonOf(term => record[term] ?? '')

t.test('a record keeps author, qualifier and code, whichever columns of the archive contain them', async t => {
  const cf = { scientificName: 'Gadus', identificationQualifier: 'cf.' }
  t.match(read({ scientificName: 'Gadus cf. morhua' }), { name: 'Gadus cf. morhua', taxon: cf })
  t.match(read({ scientificName: 'Gadus', identificationQualifier: 'cf. morhua' }), { name: 'Gadus cf. morhua', taxon: cf })
  t.match(read({ scientificName: 'Gadus', identificationQualifier: 'cf morhua' }), { name: 'Gadus cf. morhua', taxon: cf })
  t.match(read({ scientificName: 'Gadus', identificationQualifier: 'Gadus cf. morhua' }), { name: 'Gadus cf. morhua', taxon: cf })
  t.match(read({ scientificName: 'Gadus', verbatimIdentification: 'Gadus cf. morhua' }), { name: 'Gadus cf. morhua', taxon: cf })
  t.match(
    read({ scientificName: 'Quercus agrifolia var. oxyadenia', identificationQualifier: 'cf. var. oxyadenia' }),
    {
      name: 'Quercus agrifolia cf. var. oxyadenia',
      taxon: { scientificName: 'Quercus agrifolia var. oxyadenia', identificationQualifier: 'cf.' }
    },
    'an example from the definition of identificationQualifier'
  )
  t.match(read({ scientificName: 'Munida', identificationQualifier: 'sp. 1' }), {
    name: 'Munida sp. 1',
    taxon: { scientificName: 'Munida', identificationQualifier: 'sp.', morphospecies: '1' }
  })
  t.match(read({ scientificName: 'Gadus morhua', identificationQualifier: 'cf.' }), {
    name: 'Gadus morhua',
    taxon: { scientificName: 'Gadus morhua', identificationQualifier: 'cf.' }
  })
  t.match(read({ scientificName: 'Delphinium bolosii C.Blanché & Molero' }), {
    name: 'Delphinium bolosii',
    taxon: { scientificName: 'Delphinium bolosii', scientificNameAuthorship: 'C.Blanché & Molero' }
  })
  t.match(read({ scientificName: 'Gadus morhua Linnaeus, 1758', scientificNameAuthorship: 'Linnaeus, 1758', taxonRank: 'species' }), {
    name: 'Gadus morhua',
    taxon: { scientificName: 'Gadus morhua', scientificNameAuthorship: 'Linnaeus, 1758', taxonRank: 'species' }
  })
})

t.test('an epithet that resembles a qualifier keeps its author, identifier and rank', async t => {
  const affinis = { scientificName: 'Ophiura affinis', scientificNameID: lsid(124850), taxonRank: 'species' }
  const author = { scientificNameAuthorship: 'Lütken, 1858' }
  const label = { name: 'Ophiura affinis', taxon: { ...affinis, ...author, identificationQualifier: undefined } }
  t.match(read({ ...affinis, ...author }), label)
  t.match(read({ ...affinis, ...author, scientificName: 'Ophiura affinis Lütken, 1858' }), label, 'as GBIF writes it')
  t.match(read({ scientificName: 'Ophiura affinis' }), { name: 'Ophiura affinis', taxon: { scientificName: 'Ophiura affinis' } })
})

t.test('a life stage that is an epithet stays in the name', async t => {
  const author = { scientificNameAuthorship: '(Savigny, 1822)' }
  const loimia = { scientificName: 'Loimia medusa', scientificNameID: lsid(131501), taxonRank: 'species' }
  t.match(read({ ...loimia, ...author, genus: 'Loimia', specificEpithet: 'medusa' }), {
    name: 'Loimia medusa',
    taxon: { ...loimia, ...author }
  })
  const conus = { scientificName: 'Conus planula', genus: 'Conus', specificEpithet: 'planula' }
  t.match(read(conus), { name: 'Conus planula', taxon: { scientificName: 'Conus planula' } })
})

t.test('a higher taxon of a record gets neither its identifier nor its author and rank', async t => {
  const given = { scientificNameID: lsid(126436), scientificNameAuthorship: 'Linnaeus, 1758' }
  const none = { scientificNameID: undefined, scientificNameAuthorship: undefined }
  t.match(read({ ...given, scientificName: 'Munida sp.', taxonRank: 'species' })?.taxon, {
    ...none,
    scientificName: 'Munida',
    taxonRank: undefined
  })
  t.match(read({ ...given, scientificName: 'Gadus morhua cf. callarias', taxonRank: 'subspecies' })?.taxon, {
    ...{ ...none, scientificName: 'Gadus morhua', taxonRank: 'species' }
  })
  const several = { scientificName: 'Munida or Munidopsis', family: 'Munididae', taxonRank: 'genus' }
  t.match(read({ ...given, ...several }), {
    ...{ name: 'Munida or Munidopsis', path: ['Munididae'] },
    taxon: { ...none, taxonRank: undefined, identificationQualifier: '?' }
  })
  const above = {
    scientificName: 'Galatheoidea',
    identificationQualifier: 'Munida or Munidopsis',
    verbatimIdentification: 'Munida or Munidopsis'
  }
  t.match(read(above), { name: 'Munida or Munidopsis', taxon: { scientificName: 'Galatheoidea', identificationQualifier: '?' } })
})

t.test('informal words for a higher taxon are a label; a spelling of a species is not', async t => {
  const porifera = { scientificName: 'Porifera', scientificNameID: lsid(558), taxonRank: 'phylum' }
  t.match(read({ ...porifera, verbatimIdentification: 'massive orange' }), { name: 'massive orange', taxon: porifera })
  t.match(read({ ...porifera, verbatimIdentification: 'Porifera massive orange' }), { name: 'Porifera massive orange', taxon: porifera })
  const cod = { scientificName: 'Gadus morhua', scientificNameID: lsid(126436) }
  for (const verbatimIdentification of ['', 'Gadus morhua', 'Gadus morhua L.', 'Atlantic cod', 'Gadus callarias'])
    t.match(read({ ...cod, verbatimIdentification }), { id: lsid(126436), name: 'Gadus morhua' }, verbatimIdentification)
  t.not(read({ ...porifera, verbatimIdentification: 'massive orange' })?.id, read(porifera)?.id)
})

t.test('the identifier of a species is not given to its genus when only the genus is certain', async t => {
  const doubted = { scientificName: 'Gadus cf. morhua', scientificNameID: lsid(126436), taxonRank: 'species' }
  t.match(read(doubted)?.taxon, { scientificName: 'Gadus', taxonRank: 'genus', scientificNameID: undefined })
  const ofGenus = { scientificName: 'Gadus cf. morhua', scientificNameID: lsid(125732), taxonRank: 'genus' }
  t.match(read(ofGenus)?.taxon, { scientificName: 'Gadus', taxonRank: 'genus', scientificNameID: lsid(125732) })
})

await forEachDatabase(t, async (t, database) => {
  t.test('an archive is exported with the identifications of its import', async t => {
    const scene = await exchangingProject(t, [{ fileName: 'IMG_1.JPG' }], { database })
    const { project, db } = scene
    const place = { event_date: '2024-06-02T04:29:27.000Z', decimal_latitude: 40.05, decimal_longitude: -30.25, depth_in_meters: 1874 }
    await db.updateTable('media').set(place).where('project_id', '=', project.id).execute()
    const terms = [
      'scientificName',
      'scientificNameAuthorship',
      'scientificNameID',
      'taxonRank',
      'identificationQualifier',
      'verbatimIdentification'
    ]
    const identifications = [
      ['Gadus', 'Linnaeus, 1758', lsid(125732), 'genus', '', 'Gadus'],
      ['Gadus', 'Linnaeus, 1758', lsid(125732), 'genus', 'cf. morhua', 'Gadus cf. morhua'],
      ['Gadus', 'Linnaeus, 1758', lsid(125732), 'genus', 'sp. 1', 'Gadus sp. 1'],
      ['Gadus morhua', 'Linnaeus, 1758', lsid(126436), 'species', '', 'Gadus morhua'],
      ['Munididae', '', lsid(106835), 'family', 'gen. et sp. indet.', 'Munididae gen. et sp. indet.'],
      ['Porifera', 'Grant, 1836', lsid(558), 'phylum', '', 'massive orange']
    ]
    const fields = ['eventID', 'occurrenceID', 'associatedMedia', 'occurrenceStatus', ...terms]
    const meta = `<archive xmlns="http://rs.tdwg.org/dwc/text/"><core rowType="http://rs.tdwg.org/dwc/terms/Occurrence"
      fieldsTerminatedBy="\\t" fieldsEnclosedBy="" ignoreHeaderLines="1"><files><location>o.txt</location></files><id index="1"/>
      ${fields.map((term, index) => `<field index="${index}" term="http://rs.tdwg.org/dwc/terms/${term}"/>`).join('')}</core></archive>`
    const rows = identifications.map((cells, at) => ['E1', `o${at}`, 'IMG_1.JPG', 'present', ...cells].join('\t'))
    const archive = await zipOf({ 'meta.xml': meta, 'o.txt': [fields.join('\t'), ...rows, ''].join('\n') })
    const applied = await scene.importFile(archive)
    t.match(applied, { state: 'applied', result: { annotationCount: 6, newLabelCount: 6 } }, applied.failure ?? '')

    const out = await scene.exported('dwca', { license: 'CC-BY-4.0', include: 'all', leastConfidence: 0 })
    t.match(out, { state: 'ready', losses: [] }, out.failure ?? '')
    const [header = '', ...lines] = ((await unzipped(out.content)).get('occurrence.txt') ?? '').trim().split('\n')
    const at = terms.map(term => header.split('\t').indexOf(term))
    t.same(
      lines.map(line => at.map(index => line.split('\t')[index])),
      identifications
    )

    const again = await scene.preview(archive)
    t.same(
      again.preview?.labels.map(({ name, target }) => [name, target.kind]),
      identifications.map(([name, , , , , verbatim]) => [verbatim ?? name, 'existing']),
      'the same labels are found when it is imported again'
    )
  })
})
