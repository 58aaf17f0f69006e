import t from 'tap'
import type { Publication, PublicationCoverage } from '../../../shared/contracts/publication.ts'
import { citationFile } from '../../../shared/publication/citation-file.ts'
import { described } from '../../../shared/publication/described.ts'
import { isFiller, publicationFaults, recordFaults } from '../../../shared/publication/faults.ts'
import { nothingPublished } from '../../../shared/publication/nothing-published.ts'
import { citedName, nameParts } from '../../../shared/publication/people.ts'
import { wellDescribed } from '../../support/published.ts'

const nobody = { organizationName: null, orcid: null, tookImages: false }
const owner = { ...nobody, givenName: 'Ana María', surName: 'Pérez', email: 'ana@lab.example', role: 'creator' as const }
const editor = { ...nobody, givenName: null, surName: 'bo@lab.example', email: 'bo@lab.example', role: 'contentProvider' as const }
const project = { title: 'Reef survey', description: null, region: 'Outer reef', habitat: 'rocky reef' }
const publication = (change: Partial<Publication> = {}): Publication => ({
  ...nothingPublished,
  ...change,
  projectId: 'p',
  members: [owner, editor],
  revision: 1,
  modifiedAt: null
})

t.test('names are split at the last word, and cited by initials', async t => {
  t.same(nameParts(' Ana María Pérez '), { givenName: 'Ana María', surName: 'Pérez' })
  t.same(nameParts('ana@lab.example'), { givenName: null, surName: 'ana@lab.example' })
  t.equal(citedName({ givenName: 'Jean-Marc', surName: 'van der Berg' }), 'van der Berg JM')
  t.equal(citedName({ givenName: null, surName: 'Plato' }), 'Plato')
})

t.test('the project and its owners are the default of a description', async t => {
  const about = described(publication(), project, '2026')
  t.match(about, { title: 'Reef survey', abstract: null, geographicDescription: 'Outer reef', habitat: 'rocky reef' })
  t.same(about.creators, [owner], 'an editor is not a creator by default')
  t.same(about.contact, owner)
  t.equal(about.citation, 'Pérez AM (2026). Reef survey. Sampling event dataset.')

  const written = described(publication({ ...wellDescribed, doi: '10.5072/isobath.7', habitat: 'seamount' }), project, '2026')
  t.equal(
    written.citation,
    'Example A (2026). Benthic megafauna from towed-camera images, Example Ridge, 2024. Example Marine Institute. ' +
      'Sampling event dataset. https://doi.org/10.5072/isobath.7'
  )
  t.match(written, { habitat: 'seamount', contact: { organizationName: 'Data office' }, creators: [{ surName: 'Example' }] })
  t.equal(described(publication({ citation: 'Plato (-380). Timaeus.' }), project, '2026').citation, 'Plato (-380). Timaeus.')
  const onlyProcessor = wellDescribed.people.slice(1)
  t.match(described(publication({ people: onlyProcessor }), project, '2026').creators, [{ surName: 'Other' }], 'somebody is cited')
})

t.test('missing parts of a description are reported by field', async t => {
  const fieldsOf = (change: Partial<Publication>) =>
    publicationFaults(described(publication({ ...wellDescribed, ...change }), project, '2026')).map(({ field }) => field)
  t.same(fieldsOf({}), [])
  t.same(fieldsOf({ abstract: null }), ['abstract'], 'the project has no description either')
  for (const abstract of [
    'TODO',
    'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do',
    'Too short.',
    '…………',
    'n/a',
    'asdf '.repeat(12),
    'aaaa'.repeat(12)
  ])
    t.same(fieldsOf({ abstract }), ['abstract'], abstract)
  t.same(fieldsOf({ title: 'test' }), ['title'])
  t.same(fieldsOf({ title: 'Testudines of Example Ridge' }), [], 'a word may begin like a placeholder')
  for (const title of [
    'Description of benthic megafauna off Norway',
    'Test Bay survey 2024',
    'None of the reefs of 2024 bleached',
    'Bo',
    '珊瑚'
  ])
    t.same(fieldsOf({ title }), [], title)
  for (const protocol of [
    'unknown',
    'not applicable',
    'N.A.',
    'to be written',
    'TBD: ask Bo',
    'Protocol',
    'sampling protocol',
    'test 2',
    'xxx'
  ])
    t.ok(isFiller(protocol), protocol)
  t.same(fieldsOf({ contact: null }), [], 'the first creator has an address')
  t.same(fieldsOf({ contact: { givenName: null, surName: 'Data', organizationName: null, email: null } }), ['contact'])
  t.same(fieldsOf({ license: null, organizationName: null }), ['organizationName', 'license'])
  t.same(fieldsOf({ people: [{ ...editor, role: 'creator' }], contact: null }), ['people'], 'an address is not a name')
})

t.test('a missing fact of records is a fault unless site, survey or publication gives it', async t => {
  const lack = (count: number) => ({ count, firstMediaId: count > 0 ? 'image' : null })
  const taxon = { labelId: 'l', taxonLabelId: 'l', name: 'Brisinga', scientificName: 'Brisinga', taxonRank: null, isMatched: true }
  const coverage: PublicationCoverage = {
    ...{ imageCount: 3, annotationCount: 3, bounds: null, dates: null, taxonCount: 2 },
    programs: [
      { annotator: 'ExampleNet', proposalCount: 3, confirmedCount: 1 },
      { annotator: 'Unconfirmed', proposalCount: 3, confirmedCount: 0 }
    ],
    taxa: [taxon, { ...taxon, labelId: 'm', isMatched: false }, { ...taxon, labelId: 's', scientificName: null, isMatched: false }],
    lacking: { position: lack(1), uncertainty: lack(2), date: lack(0), depth: lack(2), protocol: lack(3), sampleSize: lack(3) }
  }
  const kinds = (change: Partial<Publication>) => recordFaults(publication(change), coverage).map(({ kind, count }) => [kind, count])
  t.same(kinds({}), [
    ['position', 1],
    ['coordinateUncertaintyInMeters', 2],
    ['depth', 2],
    ['samplingProtocol', 3],
    ['sampleSizeValue', 3],
    ['models', 1],
    ['taxa', 1]
  ])
  const model = { annotator: 'ExampleNet', name: 'ExampleNet', version: '1.2', address: 'https://doi.org/10.5072/net', sha256: null }
  t.same(
    kinds({
      coordinateUncertaintyInMeters: 5,
      samplingProtocol: 'towed camera',
      sampleSizeValue: 1,
      sampleSizeUnit: 'photograph',
      models: [model]
    }),
    [
      ['position', 1],
      ['depth', 2],
      ['taxa', 1]
    ]
  )
  t.same(kinds({ samplingProtocol: 'n/a', sampleSizeValue: 1 })[3], ['samplingProtocol', 3], 'a placeholder is not a protocol')
  const nothing = { ...coverage, taxa: [], programs: [], lacking: { ...coverage.lacking, position: lack(0), depth: lack(0) } }
  t.match(recordFaults(publication(wellDescribed), nothing), [{ kind: 'nothing', count: 1 }])
})

t.test('CITATION.cff is YAML of version 1.2.0, whatever a text contains', async t => {
  const hostile = { title: 'Depth: "50 m" # deep\n- x', keywords: ['a: b', 'a: b'], doi: '10.5072/isobath.7' }
  const text = citationFile(described(publication({ ...wellDescribed, ...hostile }), project, '2026'), '2026-11-23')
  // Every line is a key and a JSON value, which is valid YAML 1.2: the text is read back line by line.
  const entries = text
    .trimEnd()
    .split('\n')
    .map(line => [line.slice(0, line.indexOf(': ')), JSON.parse(line.slice(line.indexOf(': ') + 2))])
  t.same(Object.fromEntries(entries), {
    'cff-version': '1.2.0',
    message: 'If you use these data, please cite them as below.',
    type: 'dataset',
    title: hostile.title,
    authors: [
      {
        'family-names': 'Example',
        'given-names': 'Ada',
        affiliation: 'Example Marine Institute',
        orcid: 'https://orcid.org/0000-0002-1825-0097'
      }
    ],
    abstract: wellDescribed.abstract,
    keywords: ['a: b'], // the schema requires each once
    license: 'CC-BY-4.0',
    doi: '10.5072/isobath.7',
    'date-released': '2026-11-23'
  })
})
