import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import t from 'tap'
import { nameParts, type WrittenLabel } from '../../../shared/taxonomy/written-name.ts'
import { cutParts } from '../../../web/charts/cut-parts.ts'
import { NamesIn } from '../../../web/ui/names-in.ts'
import { TaxonName } from '../../../web/ui/taxon-name.ts'

const shown = (label: WrittenLabel) => renderToStaticMarkup(createElement(TaxonName, { label })).replace(/<\/?span>/g, '')
const taxon = (name: string, taxonRank?: string) => ({ name, scientificName: name, taxonRank })

t.test('names of genera and below are italic, but names above are not', async t => {
  for (const rank of ['genus', 'subgenus', 'species', 'subspecies', 'variety', 'form', 'forma', 'Species'])
    t.equal(shown(taxon('Gadus morhua', rank)), '<i>Gadus morhua</i>', rank)
  for (const rank of ['family', 'order', 'class', 'phylum', 'kingdom', 'superfamily', 'tribe'])
    t.equal(shown(taxon('Gadidae', rank)), 'Gadidae', rank)
  t.equal(shown(taxon('Gadus morhua')), '<i>Gadus morhua</i>', 'two words without a rank')
  t.equal(shown(taxon('Gadidae')), 'Gadidae', 'one word without a rank')
  t.equal(shown(taxon('Bombus (Pyrobombus) flavifrons', 'species')), '<i>Bombus (Pyrobombus) flavifrons</i>')
})

t.test('rank terms and the sign of a hybrid are upright', async t => {
  t.equal(shown(taxon('Fucus vesiculosus f. limicola', 'form')), '<i>Fucus vesiculosus</i> f. <i>limicola</i>')
  t.equal(shown(taxon('Codium fragile subsp. fragile', 'subspecies')), '<i>Codium fragile</i> subsp. <i>fragile</i>')
  t.equal(shown(taxon('Spartina × townsendii', 'species')), '<i>Spartina</i> × <i>townsendii</i>')
})

t.test('qualifiers and codes are upright, but the doubtful epithets are not', async t => {
  const gadus = { scientificName: 'Gadus', taxonRank: 'genus' }
  t.equal(shown({ ...gadus, name: 'Gadus cf. morhua' }), '<i>Gadus</i> cf. <i>morhua</i>')
  t.equal(shown({ ...gadus, name: 'Gadus sp. 1' }), '<i>Gadus</i> sp. 1')
  t.equal(shown({ ...gadus, name: 'Gadus sp. A aff. morhua' }), '<i>Gadus</i> sp. A aff. <i>morhua</i>')
  t.equal(shown({ ...gadus, name: 'Gadus ?morhua' }), '<i>Gadus</i> ?<i>morhua</i>')
  t.equal(shown({ ...gadus, name: 'Gadus morhua?' }), '<i>Gadus morhua</i>?')
  t.equal(shown({ ...gadus, name: 'Gadus morhua sp. inc.' }), '<i>Gadus morhua</i> sp. inc.')
  t.equal(shown({ ...gadus, name: 'Gadus morhua × ogac' }), '<i>Gadus morhua</i> × <i>ogac</i>')
  t.equal(shown({ ...gadus, name: 'Gadus juvenile' }), '<i>Gadus</i> juvenile')
  const species = { ...taxon('Gadus morhua', 'species'), identificationQualifier: 'cf.' as const }
  t.equal(shown(species), '<i>Gadus</i> cf. <i>morhua</i>')
  t.equal(shown({ ...taxon('Munida', 'genus'), identificationQualifier: 'sp.', morphospecies: 'B' }), '<i>Munida</i> sp. B')
})

t.test('informal words are upright', async t => {
  t.equal(shown({ name: 'Atlantic cod', scientificName: 'Gadus morhua', taxonRank: 'species' }), 'Atlantic cod')
  t.equal(shown({ name: 'Porifera massive orange', scientificName: 'Porifera', taxonRank: 'phylum' }), 'Porifera massive orange')
  t.equal(shown({ name: 'Soft coral' }), 'Soft coral')
})

t.test('the names in a sentence are formatted', async t => {
  const text = 'Merge Gadus morhua into Gadidae?'
  const labels = [taxon('Gadidae', 'family'), taxon('Gadus morhua', 'species'), undefined]
  t.equal(
    renderToStaticMarkup(createElement(NamesIn, { text, labels })),
    'Merge <span><i>Gadus morhua</i></span> into <span>Gadidae</span>?'
  )
  t.equal(renderToStaticMarkup(createElement(NamesIn, { text: 'Delete it?', labels })), 'Delete it?')
})

t.test('a truncated name keeps its italics', async t => {
  const parts = nameParts({ name: 'Gadus cf. morhua', scientificName: 'Gadus', taxonRank: 'genus' })
  t.same(cutParts(parts, 12), [
    { text: 'Gadus', isItalic: true },
    { text: ' cf. ', isItalic: false },
    { text: 'm', isItalic: true },
    { text: '…', isItalic: false }
  ])
  t.same(cutParts(parts, 16), parts)
})
