import t from 'tap'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { catalogSearch, editDistance } from '../../../../web/features/taxonomy/search.ts'

const label = (name: string, more: Partial<OutlineLabel> = {}): OutlineLabel => ({ id: name, parentId: null, name, ...more })
const search = catalogSearch([
  label('Acropora'),
  label('Acropora secale', { otherNames: ['Madrepora secalis'] }),
  label('Encrusting sponge'),
  label('Porifera', { otherNames: ['Sponges', 'Schwämme'], aphiaId: 558 }),
  label('Sponge'),
  label('Subsponge')
])
const names = (text: string) => search(text).labels.map(({ name }) => name)

t.test('names, synonyms, vernacular names and AphiaIDs are found, best match first', async t => {
  t.same(names('sponge'), ['Sponge', 'Encrusting sponge', 'Porifera', 'Subsponge'])
  t.same(names('  SPONGE  encr '), ['Encrusting sponge'])
  t.same(names('madrepora'), ['Acropora secale'])
  t.same(names('schwamme'), ['Porifera'])
  t.same(names('558'), ['Porifera'])
  t.same(names(''), [])
})

t.test('a typing error is tolerated when nothing matches exactly', async t => {
  t.same(search('acropra'), {
    labels: [{ id: 'Acropora', parentId: null, name: 'Acropora' }, search('acropora secale').labels[0]],
    nearly: true
  })
  t.same(names('porifeera'), ['Porifera'])
  t.same(names('acropra secalle'), ['Acropora secale'])
  t.same(search('zzzzzz'), { labels: [], nearly: true })
  t.same(search('zz'), { labels: [], nearly: false })
})

t.test('the distance of two words counts the differing letters', async t => {
  t.equal(editDistance('kelp', 'kelp', 2), 0)
  t.equal(editDistance('kelp', 'help', 2), 1)
  t.equal(editDistance('', 'ab', 2), 2)
  t.equal(editDistance('abcdef', 'uvwxyz', 2), 3, 'abandoned above the limit')
})

t.test('100,000 labels are searched without a noticeable pause', async t => {
  const many = Array.from({ length: 100_000 }, (_, at) => label(`Genus${at % 977} species${at}`, { otherNames: [`Synonym ${at}`] }))
  const searchMany = catalogSearch(many)
  t.equal(searchMany('synonym 99999').labels[0]?.name, many[99_999]?.name)
  t.equal(searchMany('species').labels.length, 100_000)
})
