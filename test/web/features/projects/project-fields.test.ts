import t from 'tap'
import { knownProject } from '../../../../web/features/projects/known/known-project.ts'
import { draftOf, fieldsOf, mergeEdits, noFields } from '../../../../web/features/projects/project-fields.ts'

const fields = { ...noFields, title: 'Reef', region: 'Bonaire', description: 'Why' }

t.test('an emptied field is sent as null, and surrounding spaces are not sent', async t => {
  t.strictSame(draftOf({ ...fields, title: ' Reef ', region: '  ' }, false), {
    title: 'Reef',
    description: 'Why',
    region: null,
    habitat: null,
    startDate: null,
    endDate: null,
    visibility: 'private'
  })
})

t.test('a foreign backend receives only its own fields', async t => {
  t.strictSame(draftOf(fields, true), { title: 'Reef', description: 'Why' })
  t.strictSame(draftOf({ ...fields, description: '' }, true), { title: 'Reef' })
})

t.test('a project becomes fields and back unchanged', async t => {
  const project = knownProject({ id: 'p', title: 'Reef', startDate: '2026-03-01', visibility: 'internal' })
  t.match(draftOf(fieldsOf(project), false), { title: 'Reef', startDate: '2026-03-01', endDate: null, visibility: 'internal' })
})

t.test('a field changed by one of two people gets that value', async t => {
  const { merged, conflicts } = mergeEdits(fields, { ...fields, title: 'Reef 2' }, { ...fields, region: 'Curaçao' })
  t.strictSame(merged, { ...fields, title: 'Reef 2', region: 'Curaçao' })
  t.strictSame(conflicts, [])
})

t.test('different changes by both are a conflict, but equal ones are not', async t => {
  const mine = { ...fields, title: 'Mine', region: 'Same' }
  const { merged, conflicts } = mergeEdits(fields, mine, { ...fields, title: 'Theirs', region: 'Same' })
  t.strictSame(conflicts, [{ name: 'title', mine: 'Mine', theirs: 'Theirs' }])
  t.equal(merged.title, 'Mine', 'mine is kept until someone decides')
})
