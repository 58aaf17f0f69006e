import t from 'tap'
import { Value } from 'typebox/value'
import { SiteDraft } from '../../../../shared/contracts/sites.ts'
import { fieldNames, fieldsOfForeignBackend, noFields } from '../../../../web/features/projects/project-fields.ts'
import { nothingTaken } from '../../../../web/features/projects/take-over.ts'
import { optionsBeside } from '../../../../web/features/projects/templates/add-template-content.ts'
import { projectTemplates, roomForTemplate } from '../../../../web/features/projects/templates/templates.ts'

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

t.test('every template has sites with their own names, without a position, and with a depth only if its method sets one', async t => {
  for (const { name, sites, sampling } of projectTemplates) {
    t.ok(sites.length > 1, name)
    t.equal(new Set(sites.map(site => site.name.toLowerCase())).size, sites.length, name)
    for (const site of sites) {
      t.ok(Value.Check(SiteDraft, site), `${name}: ${site.name}`)
      t.notOk('decimalLatitude' in site || 'decimalLongitude' in site || 'footprintWKT' in site, site.name)
      if (site.minimumDepthInMeters)
        t.match(sampling.samplingDescription, new RegExp(`\\b${site.minimumDepthInMeters}\\b.* m\\b`), site.name)
      if (site.maximumDepthInMeters)
        t.match(sampling.samplingDescription, new RegExp(`\\b${site.maximumDepthInMeters}\\b.* m\\b`), site.name)
    }
  }
})

t.test('parts that are copied from another project replace those of the template', async t => {
  const both = { sites: true, plan: true }
  t.same(optionsBeside(both, nothingTaken), both)
  t.same(optionsBeside(both, { from: '1', sites: false, plan: false }), both)
  t.same(optionsBeside(both, { from: '1', sites: true, plan: false }), { sites: false, plan: true })
  t.same(optionsBeside({ sites: true, plan: false }, { from: '1', sites: false, plan: true }), { sites: true, plan: false })
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
