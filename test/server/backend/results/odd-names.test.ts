import t from 'tap'
import type { Abundance } from '../../../../shared/contracts/results.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { forEachDatabase } from '../../../support/backend.ts'

/** Names of attributes and columns that a JSON path could misinterpret. */
const names = ['%_\\', 'a"b', '"', '\\', '\\u0041', 'a.b', '[0]', '$', "it's", 'Größe', '*']

await forEachDatabase(t, (t, database) => {
  t.test('attributes and columns can be counted and grouped by, whatever their names', async t => {
    const { owner, project, storage, mediaIds, addLabel, edit, creation } = await annotatingProject(t, { database, images: 1 })
    const { id: labelId } = await addLabel('Paragorgia arborea')
    const attributes = Object.fromEntries(names.map((name, at) => [name, at + 2]))
    await edit([creation({ labelId, attributes })])
    const metadata = JSON.stringify(Object.fromEntries(names.map((name, at) => [name, `value ${at}`])))
    await storage.db.updateTable('media').set({ metadata }).where('id', '=', mediaIds[0]!).execute()
    for (const [at, name] of names.entries()) {
      const query = new URLSearchParams({ countAttribute: name, groupBy: `metadata:${name}` })
      const answer = await owner.get(`/projects/${project.id}/results/abundance?${query}`)
      t.equal(answer.statusCode, 200, name)
      const [group] = answer.json<Abundance>().groups
      t.equal(group?.name, `value ${at}`, name)
      t.same(group?.counts[0]?.[1], at + 2, name)
    }
  })
})
