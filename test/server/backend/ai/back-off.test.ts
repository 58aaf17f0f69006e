import t from 'tap'
import { classFinder, classTree } from '../../../../server/backend/ai/label-classes.ts'
import { backedOff } from '../../../../server/backend/ai/learning/back-off.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { texturedProject } from '../../../support/textured-project.ts'

const label = (parentId: string | null) => ({ parentId, name: '' })
const parents = new Map([
  ['biota', label(null)],
  ['sponges', label('biota')],
  ['axinella', label('sponges')],
  ['geodia', label('sponges')],
  ['corals', label('biota')],
  ['lophelia', label('corals')],
  ['sand', label(null)]
])

t.test('a label that is not certain enough gives way to the deepest broader label that is', async t => {
  const { nodes, tree } = classTree(['axinella', 'geodia', 'lophelia', 'sand'], parents)
  const of = (...probabilities: number[]) => {
    const found = backedOff(probabilities, tree)
    return found && [nodes[found.place], Number(found.p.toFixed(6))]
  }
  t.same(of(0.7, 0.1, 0.1, 0.1), null, 'certain enough')
  t.same(of(0.5, 0.3, 0.1, 0.1), ['sponges', 0.8])
  t.same(of(0.35, 0.3, 0.25, 0.1), ['biota', 0.9], 'the deepest one')
  t.same(of(0.3, 0.2, 0.1, 0.4), null, 'no label reaches the threshold')
  const within = classTree(['axinella', 'geodia', 'lophelia'], parents)
  t.same(backedOff([0.4, 0.2, 0.4], within.tree), null, 'a label above all classes says nothing')
  const nested = classTree(['sponges', 'axinella', 'sand'], parents)
  t.same(nested.nodes[backedOff([0.4, 0.35, 0.25], nested.tree)?.place ?? -1], 'sponges', 'a class can be above another')
  const chain = classTree(
    ['a', 'b'],
    new Map([
      ['a', label('b')],
      ['b', label('c')],
      ['c', label(null)]
    ])
  )
  t.same(chain.nodes, ['a', 'b', 'c'])
})

t.test('labels in a circle have an end', async t => {
  const circle = new Map([
    ['x', label('y')],
    ['y', label('z')],
    ['z', label('x')],
    ['a', label('x')],
    ['b', label('z')],
    ['own', label('own')],
    ['sand', label(null)]
  ])
  for (const classes of [
    ['a', 'b', 'sand'],
    ['sand', 'b', 'a'],
    ['x', 'y', 'z', 'own', 'sand']
  ]) {
    const { nodes, tree } = classTree(classes, circle)
    for (const place of nodes.keys()) {
      const path = [place]
      while (path.length <= nodes.length && path.at(-1)! >= 0) path.push(tree.parents[path.at(-1)!]!)
      if (!t.equal(path.at(-1), -1, `${nodes[place]} of ${classes}`)) return // the way up would have no end
    }
  }
  const { nodes, tree } = classTree(['a', 'b', 'sand'], circle)
  t.same(nodes[backedOff([0.4, 0.4, 0.2], tree)?.place ?? -1], 'x', 'the label above both')
  t.equal(classFinder([], circle)('a'), null)
})

await forEachDatabase(t, (t, database) => {
  t.test('a run suggests a broader label of the catalog, with the label itself as an alternative', async t => {
    const { owner, project, labelIds, run, suggestions, storage, unlabelledMedia } = await texturedProject(t, { database })
    const broader = async (name: string) => (await owner.post(`/projects/${project.id}/labels`, { name })).json<{ id: string }>().id
    const [all, most] = [await broader('All'), await broader('Most')]
    const [last = '', ...others] = labelIds
    const under = (parentId: string, ids: readonly string[]) =>
      storage.db.updateTable('label').set({ parent_id: parentId }).where('id', 'in', ids).execute()
    await under(all, [last, most])
    await under(most, others)

    await mixUp(others[0] ?? '', others[1] ?? '')

    const { id, provenance } = await run()
    t.match(provenance, { options: { backOff: 0.7 } })
    const made = await suggestions(id)
    t.equal(made.length, 48)
    for (const { labelId, probability, margin, alternatives } of made) {
      t.same(alternatives[0], { labelId, probability }, 'the suggested label comes first')
      t.ok(alternatives.length <= 5)
      const leaves = alternatives.filter(({ labelId }) => labelId !== most)
      const of = (id: string) => leaves.find(({ labelId }) => labelId === id)?.probability ?? 0
      const [best, second] = leaves
      t.ok(Math.abs(margin - (best!.probability - second!.probability)) < 2e-4, 'the margin is between learnt labels')
      const summed = 1 - of(last)
      if (best!.probability >= 0.7) t.equal(labelId, best!.labelId)
      else if (leaves.some(({ labelId }) => labelId === last) && summed >= 0.7) {
        t.equal(labelId, most)
        t.ok(Math.abs(probability - summed) < 1e-4, `${probability} and ${summed}`)
      } else t.not(labelId, all, 'a label above all others is never suggested')
    }
    const backed = made.filter(({ labelId }) => labelId === most)
    t.ok(backed.length > 0, `${backed.length} are broader`)

    const [chosen] = backed
    const body = { decision: 'accept', suggestionIds: [chosen!.id] }
    t.match((await owner.post(`/ai/runs/${id}/decisions`, body)).json(), { count: 1 })
    t.match((await owner.get(`/annotations/${chosen!.annotationId}`)).json(), { labelId: most, origin: 'accepted' })
    const live = (await owner.get(`/media/${unlabelledMedia[0]}/live-suggestions`)).json()
    t.equal(live.reason, null)
    for (const { labelId, alternatives } of live.items)
      t.equal(labelId === most, alternatives[1]?.probability < 0.7 && alternatives[0].labelId === most)

    await under(most, [all]) // which is above it
    t.match((await owner.get(`/media/${unlabelledMedia[0]}/live-suggestions`)).json(), { reason: null }, 'a circle has an end')
    t.match(await run({ learn: true }), { state: 'done' })

    await storage.db.updateTable('ai_run').set({ options: null }).execute()
    t.notOk('options' in (await owner.get(`/ai/runs/${id}`)).json().provenance, 'a run made before has none')

    /** Gives half of the examples of each of two labels the other label, so that neither is certain. */
    async function mixUp(one: string, other: string) {
      const rows = await storage.db
        .selectFrom('annotation')
        .select(['id', 'label_id'])
        .where('label_id', 'in', [one, other])
        .orderBy('id')
        .execute()
      for (const [index, row] of rows.entries())
        if (index % 2 === 0)
          await storage.db
            .updateTable('annotation')
            .set({ label_id: row.label_id === one ? other : one })
            .where('id', '=', row.id)
            .execute()
    }
  })
})
