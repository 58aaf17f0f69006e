import { readFileSync } from 'node:fs'
import t from 'tap'
import { taxonOf } from '../../../../server/backend/exchange/formats/darwin-core/taxon.ts'
import { withCleanName } from '../../../../server/backend/taxonomy/clean-name.ts'
import { bareState } from '../../../../server/backend/taxonomy/rows.ts'

const hardNames = readFileSync(new URL('../../../shared/taxonomy/hard-names.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => (line.split('|')[0] ?? '').trim())
const lsid = 'urn:lsid:marinespecies.org:taxname:126436'
const author = 'Of the rank given, 1900'

/** Words of a name without subgenus, hybrid signs and rank markers: ICZN articles 4 and 5. */
const wordsIn = (name: string) => name.replace(/ \(\p{Lu}\p{Ll}+\)|× | \S+\.(?= )/gu, '').split(' ').length

t.test('no name extracted from a text has identifier, author or rank of a lower taxon', async t => {
  for (const text of hardNames)
    for (const [taxonRank, least] of [
      ['species', 2],
      ['subspecies', 3]
    ] as const) {
      const given = { scientificName: text, scientificNameID: lsid, scientificNameAuthorship: author, taxonRank }
      const record: Record<string, string> = given
      for (const taxon of [withCleanName({ ...bareState(text), ...given }), taxonOf(term => record[term] ?? '')?.taxon]) {
        const name = taxon?.scientificName ?? ''
        if (name === text || wordsIn(name) >= least) continue
        t.not(taxon?.scientificNameID, lsid, `${text}: identifier`)
        t.not(taxon?.scientificNameAuthorship, author, `${text}: author`)
        t.not(taxon?.taxonRank, taxonRank, `${text}: rank`)
      }
    }
})

t.test('identifier, author and rank stay with a name from which only other words are removed', async t => {
  const clean = (scientificName: string, taxonRank: string | null) => {
    const given = { scientificName, taxonRank, scientificNameID: lsid, scientificNameAuthorship: author }
    const {
      scientificName: name,
      scientificNameID,
      scientificNameAuthorship,
      taxonRank: rank
    } = withCleanName({ ...bareState('A'), ...given })
    return [name, scientificNameID === lsid && scientificNameAuthorship === author, rank]
  }
  t.same(clean('Gadus morhua juvenile', 'species'), ['Gadus morhua', true, 'species'])
  t.same(clean('Munida juvenile', 'genus'), ['Munida', true, 'genus'])
  t.same(clean('Candidatus Scalindua brodae', 'species'), ['Scalindua brodae', true, 'species'])
  t.same(clean('Munida sp. 1', 'genus'), ['Munida', true, 'genus'])
  t.same(clean('Munida juvenile', 'species'), ['Munida juvenile', true, 'species'], 'whole, because the identifier may belong to either')
  t.same(clean('Porites sheet', null), ['Porites sheet', true, null], 'WoRMS may list it as a name')
  t.same(clean('Gadus morhua cf. callarias', null), ['Gadus morhua', false, 'species'])
})
