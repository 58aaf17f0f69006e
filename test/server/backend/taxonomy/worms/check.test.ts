import t from 'tap'
import { checkOf } from '../../../../../server/backend/taxonomy/worms/check.ts'
import type { WormsTaxon } from '../../../../../shared/contracts/worms.ts'

/** One of two taxa with the same name, a homonym as in WoRMS. */
const homonym = (aphiaId: number, scientificNameAuthorship: string): WormsTaxon => ({
  aphiaId,
  scientificName: 'Ammothea',
  scientificNameAuthorship,
  taxonRank: 'genus',
  taxonomicStatus: 'accepted',
  acceptedAphiaId: aphiaId,
  acceptedName: 'Ammothea',
  acceptedAuthorship: scientificNameAuthorship,
  higherTaxa: ['Animalia'],
  extinct: false,
  matchType: 'exact'
})
const homonyms = [homonym(1, 'Lamarck, 1816'), homonym(2, 'Leach, 1814')]
const label = {
  id: 'ammothea',
  name: 'Ammothea',
  scientific_name: 'Ammothea',
  scientific_name_id: null,
  scientific_name_authorship: null,
  accepted_name_usage_id: null,
  revision: 1
}

t.test('among several taxa with one name, the one with the identifier is chosen and comes first', async t => {
  t.match(checkOf({ ...label, scientific_name_id: 'urn:lsid:marinespecies.org:taxname:2' }, homonyms), {
    kind: 'identify',
    candidates: [{ aphiaId: 2 }, { aphiaId: 1 }]
  })
})

t.test('without an identifier only a person can choose', async t => {
  t.match(checkOf(label, homonyms), { kind: 'ambiguous', candidates: [{ aphiaId: 1 }, { aphiaId: 2 }] })
})

t.test('a synonym with its own identifier and the accepted taxon is not reported', async t => {
  const lsid = (aphiaId: number) => `urn:lsid:marinespecies.org:taxname:${aphiaId}`
  const synonym: WormsTaxon = { ...homonym(3, 'Hodge, 1864'), taxonomicStatus: 'unaccepted', acceptedAphiaId: 2 }
  const kept = { ...label, scientific_name_id: lsid(3) }
  t.match(checkOf(kept, [synonym]), { kind: 'unaccepted' })
  t.equal(checkOf({ ...kept, accepted_name_usage_id: lsid(2) }, [synonym]), null)
  t.match(checkOf({ ...kept, accepted_name_usage_id: lsid(1) }, [synonym]), { kind: 'unaccepted' }, 'another one is accepted now')
  t.match(checkOf({ ...label, accepted_name_usage_id: lsid(2) }, [synonym]), { kind: 'unaccepted' }, 'its own identifier is missing')
})
