import { readFileSync } from 'node:fs'
import t from 'tap'
import { parseScientificName } from '../../../shared/taxonomy/scientific-name.ts'

/** Lines of `verbatim | name | authorship | qualifier`, parsed by hand. */
const hardNames = readFileSync(new URL('./hard-names.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => {
    const [verbatim = '', name = '', authorship = '', qualifier = ''] = line.split('|')
    return { verbatim, name: name.trim(), authorship: authorship.trim(), qualifier: qualifier.trim() }
  })

t.test(`${hardNames.length} difficult names are parsed as they are by hand`, async t => {
  t.ok(hardNames.length >= 300, 'at least 300')
  t.equal(new Set(hardNames.map(({ verbatim }) => verbatim)).size, hardNames.length, 'each once')
  for (const { verbatim, ...expected } of hardNames) {
    const { name, authorship, qualifier } = parseScientificName(verbatim)
    t.same({ name: name ?? '', authorship, qualifier }, expected, verbatim)
  }
})

t.test('words outside the name are kept as written', async t => {
  const restOf = (text: string) => parseScientificName(text).rest
  t.equal(restOf('Porifera massive orange'), 'massive orange')
  t.equal(restOf('Munida rugosa (Fabricius, 1775) juv.'), 'juv.')
  t.equal(restOf('Candidatus Scalindua brodae'), 'Candidatus')
  t.equal(restOf('Unknown fish'), 'Unknown fish')
  t.equal(restOf('Gadus morhua Linnaeus, 1758'), '')
  t.equal(parseScientificName('  Gadus\t cf.  morhua ').verbatim, 'Gadus cf. morhua')
})

t.test('the rank of a name follows from its form', async t => {
  const rankOf = (text: string) => parseScientificName(text).rank
  t.equal(rankOf('Gadidae'), 'family')
  t.equal(rankOf('Gadus cf. morhua'), 'genus')
  t.equal(rankOf('Bombus (Pyrobombus) sp.'), 'subgenus')
  t.equal(rankOf('Gadus morhua'), 'species')
  t.equal(rankOf('Gadus morhua callarias'), 'subspecies')
  t.equal(rankOf('Fucus vesiculosus f. limicola'), 'form')
  t.equal(rankOf('Subclass Octocorallia'), 'subclass')
  t.equal(rankOf('Superfamily Galatheoidea'), 'superfamily')
  t.equal(rankOf('Gadus'), null, 'a single word may have any rank')
})

t.test('affinis before another epithet belongs to a species where the rank or an identifier has three words', async t => {
  const read = (known: object) => {
    const { name, qualifier } = parseScientificName('Munida affinis rugosa', known)
    return [name, qualifier]
  }
  const whole = ['Munida affinis rugosa', '']
  t.same(read({}), ['Munida', 'aff. rugosa'], 'Sigovini et al. 2016: affinis is the long form of aff.')
  t.same(read({ rank: 'species', hasIdentifier: true }), ['Munida', 'aff. rugosa'], 'no species has three words')
  t.same(read({ rank: 'subspecies' }), whole)
  t.same(read({ hasIdentifier: true }), whole, 'registers contain no names with marks of doubt')
})

t.test('a life stage is an epithet where rank, identifier or its own field shows it', async t => {
  const nameOf = (text: string, known: object) => parseScientificName(text, known).name
  t.equal(nameOf('Conus planula', {}), 'Conus', 'a genus that is certain is less wrong than a false species')
  t.equal(nameOf('Conus planula', { rank: 'species' }), 'Conus planula')
  t.equal(nameOf('Conus planula', { hasIdentifier: true }), 'Conus planula')
  t.equal(nameOf('Conus planula', { epithets: ['planula'] }), 'Conus planula')
  t.equal(nameOf('Turritella forma', { rank: 'species' }), 'Turritella forma')
  t.equal(nameOf('Aurelia medusa', { rank: 'genus', hasIdentifier: true }), 'Aurelia', 'the identifier belongs to the genus')
  t.equal(nameOf('Munida juvenile', { rank: 'species', hasIdentifier: true }), 'Munida', 'no epithet is an English stage')
  t.equal(nameOf('Munida indet', { epithets: ['indet'] }), 'Munida', 'nor a mark of open nomenclature')
  t.equal(nameOf('Porites sheet', { hasIdentifier: true }), 'Porites')
  t.equal(nameOf('Porites sheet', { rank: 'species', hasIdentifier: true }), 'Porites sheet')
})

t.test('endless text is handled in limited time', async t => {
  const texts = [
    ...['a', 'Aa ', 'Aa (', 'de ', 'Aa aa ', 'Aa cf. ', '? ', '× ', 'A.', 'aa-', "d'", '(((', 'Aa sp. 1 ', '<i>', '_', 'é'],
    ...['Gadus ' + 'de ', 'Gadus ' + 'a', 'Gadus morhua ' + 'L. ', 'Gadus ' + "a'"]
  ].map(piece => piece.repeat(100_000))
  for (const text of texts) t.equal(parseScientificName(text).name, null, text.slice(0, 12))
})
