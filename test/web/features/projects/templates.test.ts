import t from 'tap'
import { fieldNames, fieldsOfForeignBackend, noFields } from '../../../../web/features/projects/project-fields.ts'
import { projectTemplates, roomForTemplate } from '../../../../web/features/projects/templates.ts'

t.test('every template has words that the server takes', async t => {
  t.same(
    projectTemplates.map(({ name }) => name),
    ['Reef transect', 'ROV dive', 'Plankton', 'Baited camera']
  )
  for (const { name, description, habitat } of projectTemplates) {
    t.match(description, /^Question: .*\n\nGear: .*\n\nSampling: .*\n\nAnalysis: .*\.$/, name)
    t.ok(description.length <= 10_000 && habitat.length > 0 && habitat.length <= 300, name)
  }
})

t.test('a template writes where nothing stands, or another template untouched', async t => {
  t.same(roomForTemplate(noFields, fieldNames), { free: ['description', 'habitat'], own: [] })
  const [reef] = projectTemplates
  t.same(roomForTemplate({ ...noFields, description: reef!.description, habitat: ' ' }, fieldNames), {
    free: ['description', 'habitat'],
    own: []
  })
})

t.test("a person's own words stay, an edited template too", async t => {
  const [reef] = projectTemplates
  const fields = { ...noFields, description: `${reef!.description} And at night.`, habitat: 'Kelp' }
  t.same(roomForTemplate(fields, fieldNames), { free: [], own: ['description', 'habitat'] })
})

t.test('fields that the server does not keep are not written', async t => {
  t.same(roomForTemplate(noFields, fieldsOfForeignBackend), { free: ['description'], own: [] })
})
