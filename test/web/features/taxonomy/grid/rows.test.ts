import t from 'tap'
import type { OutlineLabel } from '../../../../../shared/contracts/taxonomy.ts'
import { catalogTree } from '../../../../../web/features/taxonomy/catalog-tree.ts'
import { moveInRows } from '../../../../../web/features/taxonomy/grid/grid-keys.ts'
import { tableRows, treeRows } from '../../../../../web/features/taxonomy/grid/rows.ts'

const label = (id: string, parentId: string | null, more: Partial<OutlineLabel> = {}): OutlineLabel => ({ id, parentId, name: id, ...more })
const labels = [
  label('algae', null, { colour: '#00aa00' }),
  label('corals', null),
  label('acropora', 'corals', { taxonRank: 'genus', annotationCount: 2 }),
  label('secale', 'acropora', { taxonRank: 'species', annotationCount: 5 }),
  label('porites', 'corals', { taxonRank: 'genus' }),
  label('turf', 'algae')
]
const tree = catalogTree(labels)
const shown = (rows: ReturnType<typeof treeRows>) =>
  rows.map(({ label, level, open }) => `${'  '.repeat(level - 1)}${label.id}${open === null ? '' : open ? ' -' : ' +'}`)

t.test('closed labels hide what is under them', async t => {
  t.same(shown(treeRows(tree, () => false, null)), ['algae +', 'corals +'])
  const rows = treeRows(tree, id => id === 'corals', null)
  t.same(shown(rows), ['algae +', 'corals -', '  acropora +', '  porites'])
  t.match(rows[3], { level: 2, position: 2, setSize: 2 })
})

t.test('search results are shown with their ancestors', async t => {
  const rows = treeRows(tree, () => false, [labels[3]!])
  t.same(shown(rows), ['corals -', '  acropora -', '    secale'])
  t.same(
    rows.map(({ isWay }) => isWay),
    [true, true, false]
  )
  t.same(
    treeRows(tree, () => true, []),
    []
  )
})

t.test('totals and paths follow the tree', async t => {
  t.equal(tree.totalOf('corals'), 7)
  t.equal(tree.totalOf('porites'), 0)
  t.same(
    tree.pathOf('secale').map(({ id }) => id),
    ['corals', 'acropora']
  )
  t.ok(tree.isWithin('secale', 'corals') && tree.isWithin('corals', 'corals'))
  t.notOk(tree.isWithin('corals', 'secale') || tree.isWithin(null, 'corals'))
})

t.test('the table uses the chosen order', async t => {
  const ids = (rows: ReturnType<typeof tableRows>) => rows.map(row => row.label.id)
  t.same(
    ids(tableRows(tree, null, 'name', false)),
    labels.map(({ id }) => id)
  )
  t.same(ids(tableRows(tree, null, 'annotations', false)).slice(0, 3), ['corals', 'acropora', 'secale'])
  t.same(ids(tableRows(tree, [labels[3]!, labels[2]!], 'rank', false)), ['acropora', 'secale'])
  t.same(ids(tableRows(tree, [labels[3]!, labels[2]!], 'name', false)), ['secale', 'acropora'], 'search results keep their order')
})

t.test('a cycle of parents does not block the page', async t => {
  const ring = catalogTree([label('a', 'b'), label('b', 'a')])
  t.same(
    treeRows(ring, () => true, null),
    []
  )
})

t.test('arrows move, open and close', async t => {
  const rows = treeRows(tree, id => id === 'corals', null)
  t.same(moveInRows('down', rows, 3, 10), { to: 3 })
  t.same(moveInRows('up', rows, 1, 10), { to: 0 })
  t.same(moveInRows('in', rows, 0, 10), { open: true })
  t.same(moveInRows('in', rows, 1, 10), { to: 2 })
  t.same(moveInRows('in', rows, 3, 10), null)
  t.same(moveInRows('out', rows, 3, 10), { to: 1 })
  t.same(moveInRows('out', rows, 1, 10), { open: false })
  t.same(moveInRows('out', rows, 0, 10), null)
  t.same(moveInRows('pageDown', rows, 0, 2), { to: 2 })
  t.same(moveInRows('last', rows, 0, 2), { to: 3 })
  t.same(moveInRows('down', [], 0, 2), null)
})
