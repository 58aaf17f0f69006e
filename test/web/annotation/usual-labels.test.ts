import t from 'tap'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { indexLabels } from '../../../web/annotation/label-index.ts'
import { hasTree, shownAtOnce, usualLabels } from '../../../web/annotation/usual-labels.ts'

const label = (id: string, more: Partial<OutlineLabel> = {}): OutlineLabel => ({ id, parentId: null, name: id, ...more })
const namesOf = (labels: OutlineLabel[], recent: string[] = []) => usualLabels(indexLabels(labels), recent).map(({ name }) => name)
const labels = [
  label('crab', { annotationCount: 3 }),
  label('eel', { favourite: true }),
  label('lily', { annotationCount: 9 }),
  label('mud', { hotkey: 1 }),
  label('rock'),
  label('sand', { annotationCount: 1, hotkey: 2 }),
  label('star', { annotationCount: 2, favourite: true }),
  label('worm')
]

t.test('labels in use come first, then unused ones with a key and favourites, then the others', async t => {
  t.same(namesOf(labels), ['sand', 'star', 'lily', 'crab', 'mud', 'eel', 'rock', 'worm'])
  t.same(namesOf(labels, ['worm', 'crab']), ['sand', 'star', 'crab', 'lily', 'mud', 'eel', 'worm', 'rock'], 'recent ones lead their group')
})

t.test('a tree shows the others as soon as a label has a parent', async t => {
  const withParent = [...labels, label('brittle star', { parentId: 'star' })]
  t.notOk(hasTree({ all: labels }))
  t.ok(hasTree({ all: withParent }))
  t.same(namesOf(withParent), ['sand', 'star', 'lily', 'crab', 'mud', 'eel'])
  t.same(namesOf([label('star'), label('brittle star', { parentId: 'star' })]), [], 'none is in use')
})

t.test('a list is limited, and a large catalog has a tree', async t => {
  const many = Array.from({ length: shownAtOnce + 1 }, (_, at) => label(`label ${at}`, { annotationCount: 1 }))
  t.ok(hasTree({ all: many }))
  t.equal(namesOf(many).length, shownAtOnce)
  t.ok(namesOf([...many, label('eel', { favourite: true })], ['label 7']).includes('eel'), 'an unused favourite keeps its place in it')
})
