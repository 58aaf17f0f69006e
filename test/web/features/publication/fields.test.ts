import t from 'tap'
import type { Publication } from '../../../../shared/contracts/publication.ts'
import { draftOf, fieldOf, fieldsOf, keywordsIn, mergeEdits } from '../../../../web/features/publication/fields.ts'
import { wellDescribed } from '../../../support/published.ts'

const publication: Publication = { ...wellDescribed, projectId: 'p', members: [], revision: 3, modifiedAt: null }

t.test('the form sends its values, and emptied fields as null', async t => {
  t.same(draftOf(fieldsOf(publication)), wellDescribed)
  const emptied = { ...fieldsOf(publication), title: ' ', contactOrganization: '', contactEmail: '', sampleSizeValue: '', keywords: ' , ;' }
  t.match(draftOf(emptied), { title: null, contact: null, sampleSizeValue: null, keywords: [] })
  const typed = {
    ...fieldsOf(publication),
    coordinateUncertaintyInMeters: '2,5',
    doi: ' https://doi.org/10.5072/x ',
    contactSurName: 'Data'
  }
  t.match(draftOf(typed), {
    coordinateUncertaintyInMeters: 2.5,
    doi: '10.5072/x',
    contact: { surName: 'Data', organizationName: 'Data office' }
  })
  t.same(keywordsIn('benthos, ROV;Porifera\nbenthos'), ['benthos', 'ROV', 'Porifera'])
})

t.test('pointers of the contract, and addresses of the page, lead to their field', async t => {
  t.equal(fieldOf('people/1/orcid'), 'people')
  t.equal(fieldOf('contact'), 'contactEmail')
  t.equal(fieldOf('contact/surName'), 'contactSurName')
  t.equal(fieldOf('samplingProtocol'), 'samplingProtocol')
  t.equal(fieldOf('members'), null)
  t.equal(fieldOf('constructor'), null)
})

t.test('two edits are merged; changes by both are a conflict, and keep my value', async t => {
  const base = fieldsOf(publication)
  const mine = { ...base, title: 'Mine', habitat: 'reef', people: base.people.slice(0, 1) }
  const theirs = { ...base, title: 'Theirs', abstract: 'Theirs', habitat: 'reef', people: [...base.people] }
  const { merged, conflicts } = mergeEdits(base, mine, theirs)
  t.same(conflicts, ['title'])
  t.match(merged, { title: 'Mine', abstract: 'Theirs', habitat: 'reef' })
  t.equal(merged.people.length, 1, 'lists are compared by their content')
})
