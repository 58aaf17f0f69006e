import t from 'tap'
import { licenceOf } from '../../../../server/backend/scraper/licence.ts'

const read: Record<string, string | null> = {
  'http://creativecommons.org/licenses/by/4.0/legalcode': 'CC-BY-4.0',
  'https://creativecommons.org/licenses/by-nc-sa/3.0/': 'CC-BY-NC-SA-3.0',
  'http://creativecommons.org/publicdomain/zero/1.0/legalcode': 'CC0-1.0',
  'This work is licensed under a Creative Commons Attribution Non Commercial (CC-BY-NC) 4.0 License': 'CC-BY-NC-4.0',
  'This work is licensed under a Creative Commons Attribution (CC-BY) 4.0 License': 'CC-BY-4.0',
  'The publisher has dedicated these data to the Public Domain (CC0 1.0)': 'CC0-1.0',
  'CC BY 3.0': 'CC-BY-3.0',
  'CC-BY-NC-ND-2.5': 'CC-BY-NC-ND-2.5',
  'Creative Commons Attribution-NoDerivatives 4.0 International': 'CC-BY-ND-4.0',
  'Creative Commons Attribution Share Alike': 'CC-BY-SA-4.0',
  'Creative Commons Attribution-NonCommercial-NoDerivs 3.0 Unported': 'CC-BY-NC-ND-3.0',
  'Attribution-NonCommercial-ShareAlike 4.0 International (CC BY-NC-SA 4.0)': 'CC-BY-NC-SA-4.0',
  'CC BY NC': 'CC-BY-NC-4.0',
  'CC BY\u2011ND 4.0': 'CC-BY-ND-4.0',
  'CC BY - NC': 'CC-BY-NC-4.0',
  'Creative Commons Attribution, Non\u2011Derivative': 'CC-BY-ND-4.0',
  'CC BY-ND-SA': null,
  'CC0, for non-commercial use': null,
  'CC BY. No other use than that of NC': null,
  'Metadata under CC0, data CC-BY-NC': null,
  'CC BY 3.0 until 2015, then CC BY 4.0': null,
  'CC BY, for non-commercial use only': null,
  'CC BY. No derivatives': null,
  'CC BY (share alike)': null,
  'Attribution is required': null,
  'Ask the director': null
}

t.test('a licence is never read as more permissive than it is', async t => {
  for (const [rights, licence] of Object.entries(read)) t.equal(licenceOf(rights), licence, rights)
  t.equal(licenceOf(null), null)
  t.equal(licenceOf(`CC BY ${'deriv'.repeat(200_000)}`), null)
})
