import t from 'tap'
import { fieldNames, fieldsOfForeignBackend, noFields } from '../../../../web/features/projects/project-fields.ts'
import { projectTemplates, roomForTemplate } from '../../../../web/features/projects/templates.ts'

t.test('every template has texts that the server accepts', async t => {
  t.same(
    projectTemplates.map(({ name }) => name),
    ['Reef transect', 'ROV dive', 'Plankton', 'Baited camera']
  )
  for (const { name, description, habitat } of projectTemplates) {
    t.match(description, /^Question: .*\n\nGear: .*\n\nSampling: .*\n\nAnalysis: .*\.$/, name)
    t.ok(description.length <= 10_000 && habitat.length > 0 && habitat.length <= 300, name)
  }
})

t.test('a template fills empty fields and untouched texts of another template', async t => {
  t.same(roomForTemplate(noFields, fieldNames), { free: ['description', 'habitat'], own: [] })
  const [reef] = projectTemplates
  t.same(roomForTemplate({ ...noFields, description: reef!.description, habitat: ' ' }, fieldNames), {
    free: ['description', 'habitat'],
    own: []
  })
})

t.test('texts of a person stay, and so does an edited template', async t => {
  const [reef] = projectTemplates
  const fields = { ...noFields, description: `${reef!.description} And at night.`, habitat: 'Kelp' }
  t.same(roomForTemplate(fields, fieldNames), { free: [], own: ['description', 'habitat'] })
})

t.test('fields that the server does not store are not filled', async t => {
  t.same(roomForTemplate(noFields, fieldsOfForeignBackend), { free: ['description'], own: [] })
})
