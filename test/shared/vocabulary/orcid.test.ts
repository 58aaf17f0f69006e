import t from 'tap'
import { isOrcid, tidyOrcid } from '../../../shared/vocabulary/orcid.ts'

t.test('real iDs have the right check character, X among them', async t => {
  for (const orcid of ['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X']) t.equal(isOrcid(orcid), true, orcid)
})

t.test('a mistyped or swapped digit, a wrong form and an empty text are refused', async t => {
  for (const text of [
    '0000-0002-1825-0098',
    '0000-0002-1852-0097',
    '0000-0002-1694-2330',
    '0000000218250097',
    '0000-0002-1825-009x',
    '',
    'ana'
  ])
    t.equal(isOrcid(text), false, text)
})

t.test('pasted iDs are converted to the stored form', async t => {
  t.equal(tidyOrcid(' https://orcid.org/0000-0002-1694-233x '), '0000-0002-1694-233X')
  t.equal(tidyOrcid('0000000218250097'), '0000-0002-1825-0097')
  t.equal(tidyOrcid('orcid.org/0000 0002 1825 0097'), '0000-0002-1825-0097')
  t.equal(tidyOrcid(' not one '), 'not one')
})
