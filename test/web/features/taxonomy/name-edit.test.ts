import t from 'tap'
import type { WormsTaxon } from '../../../../shared/contracts/worms.ts'
import { keptNameEdit, nameEdit, usedNames } from '../../../../web/features/taxonomy/worms/name-edit.ts'

const cod: WormsTaxon = {
  aphiaId: 126436,
  scientificName: 'Gadus morhua',
  scientificNameAuthorship: 'Linnaeus, 1758',
  taxonRank: 'species',
  taxonomicStatus: 'accepted',
  acceptedAphiaId: 126436,
  acceptedName: 'Gadus morhua',
  acceptedAuthorship: 'Linnaeus, 1758',
  higherTaxa: ['Animalia'],
  extinct: false,
  matchType: 'exact'
}
const old: WormsTaxon = { ...cod, aphiaId: 154210, scientificName: 'Gadus callarias', taxonomicStatus: 'unaccepted' }

t.test('the accepted name is adopted with its author and identifier, and the old one stays as a synonym', async t => {
  const label = { revision: 3, name: 'Gadus callarias', scientificName: 'Gadus callarias' }
  t.same(nameEdit(label, old, ['gadus morhua', 'Gadus vertagus']), {
    revision: 3,
    name: 'Gadus morhua',
    scientificName: 'Gadus morhua',
    scientificNameAuthorship: 'Linnaeus, 1758',
    scientificNameID: 'urn:lsid:marinespecies.org:taxname:126436',
    taxonomicStatus: 'accepted',
    acceptedNameUsage: null,
    acceptedNameUsageID: null,
    synonyms: ['Gadus vertagus', 'Gadus callarias']
  })
})

t.test('a label with another name keeps it; one without a scientific name is compared by its own', async t => {
  t.equal(nameEdit({ revision: 1, name: 'Cod', scientificName: 'Gadus callarias' }, old, []).name, undefined)
  t.match(nameEdit({ revision: 1, name: 'Gadus callarias', scientificName: null }, old, []), {
    name: 'Gadus morhua',
    synonyms: ['Gadus callarias']
  })
})

t.test('a correct name gets its missing facts, and no synonym', async t => {
  const edit = nameEdit({ revision: 1, name: 'Gadus morhua', scientificName: 'Gadus morhua' }, cod, ['Gadus callarias'])
  t.match(edit, { scientificNameAuthorship: 'Linnaeus, 1758', taxonRank: 'species', taxonomicStatus: 'accepted' })
  t.notOk('name' in edit)
  t.notOk('synonyms' in edit)
})

t.test('candidates with one accepted name are one proposal', async t => {
  t.same(
    usedNames([old, cod]).map(({ used }) => used.aphiaId),
    [126436]
  )
})

t.test('a kept name has its own identifier, and the accepted name beside it', async t => {
  t.same(keptNameEdit({ revision: 3, name: 'Cod', scientificName: 'Gadus callarias' }, old), {
    revision: 3,
    scientificName: 'Gadus callarias',
    scientificNameAuthorship: 'Linnaeus, 1758',
    scientificNameID: 'urn:lsid:marinespecies.org:taxname:154210',
    taxonomicStatus: 'unaccepted',
    acceptedNameUsage: 'Gadus morhua',
    acceptedNameUsageID: 'urn:lsid:marinespecies.org:taxname:126436',
    taxonRank: 'species'
  })
})
