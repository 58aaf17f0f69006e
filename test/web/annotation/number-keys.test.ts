import t from 'tap'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { numberKeys } from '../../../web/annotation/number-keys.ts'
import { branchesOf, rowsOf } from '../../../web/annotation/tree-rows.ts'

const label = (id: string, more: Partial<OutlineLabel> = {}): OutlineLabel => ({ id, parentId: null, name: id, ...more })
const none = {}

t.test('the keys of the project come first, overridden by personal ones, and the first labels used fill the rest', async t => {
  const labels = [
    label('mud', { hotkey: 1 }),
    label('sand', { hotkey: 2 }),
    label('urchin', { paletteColour: 1 }),
    label('star', { paletteColour: 0 }),
    label('unused', { ownKey: 2 })
  ]
  t.same(numberKeys(labels, none).keys, { 1: 'mud', 2: 'unused', 3: 'star', 4: 'urchin' })
})

t.test('an automatic key stays until its digit is assigned', async t => {
  const star = label('star', { paletteColour: 0 })
  const urchin = label('urchin', { paletteColour: 1 })
  const { automatic } = numberKeys([star, urchin], none)
  t.same(automatic, { 1: 'star', 2: 'urchin' })
  const later = [label('lily', { paletteColour: 2 }), urchin, star]
  t.same(numberKeys(later, automatic).keys, { 1: 'star', 2: 'urchin', 3: 'lily' })
  t.same(numberKeys([urchin], automatic).keys, { 2: 'urchin' }, 'a deleted label frees its digit')
  const withKey = [star, urchin, label('mud', { hotkey: 1 })]
  t.same(numberKeys(withKey, automatic).keys, { 1: 'mud', 2: 'urchin', 3: 'star' })
})

t.test('the tree shows the roots by name, and the children of open labels', async t => {
  const labels = [label('b'), label('a', { parentId: 'gone' }), label('c', { parentId: 'b' }), label('d', { parentId: 'c' })]
  const shown = (...open: string[]) => rowsOf(branchesOf(labels), new Set(open)).map(({ label, level }) => `${level} ${label.id}`)
  t.same(shown(), ['1 a', '1 b'])
  t.same(shown('c'), ['1 a', '1 b'])
  t.same(shown('b', 'c'), ['1 a', '1 b', '2 c', '3 d'])
})
