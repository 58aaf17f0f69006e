import t from 'tap'
import { colourGroups } from '../../../shared/taxonomy/colour-groups.ts'

/** `a`, `a/b`, `a/b/c`: each label under what stands before its last slash. */
const tree = (...paths: string[]) => paths.map(id => ({ id, parentId: id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : null }))
const groupsOf = (...paths: string[]) => Object.fromEntries(colourGroups(tree(...paths)))

t.test('what stands side by side at the top differs', async t => {
  t.same(groupsOf('Coral', 'Sand'), { Coral: 0, Sand: 1 })
})

t.test('under one kingdom the phyla differ, and what is under a phylum is of its group', async t => {
  const found = groupsOf('Animalia', 'Animalia/Cnidaria', 'Animalia/Cnidaria/Acropora', 'Animalia/Porifera', 'Sand')
  t.equal(new Set([found['Animalia/Cnidaria'], found['Animalia/Porifera'], found.Sand]).size, 3)
  t.equal(found['Animalia/Cnidaria/Acropora'], found['Animalia/Cnidaria'])
  t.equal(found.Animalia, found['Animalia/Cnidaria'], 'what is above groups goes with the first')
})

t.test('no more groups than colours, unless all would be one', async t => {
  const classes = Array.from({ length: 10 }, (_, at) => `A/${at}`)
  t.equal(new Set(Object.values(groupsOf('A', ...classes))).size, 10)
  t.equal(new Set(Object.values(groupsOf('A', ...classes, 'B', 'C'))).size, 3)
})

t.test('a label whose parent is not known is a root; a chain of 20,000 is one group', async t => {
  t.same(groupsOf('x/y', 'z'), { 'x/y': 0, z: 1 })
  const chain = Array.from({ length: 20_000 }, (_, at) => ({ id: `${at}`, parentId: at === 0 ? null : `${at - 1}` }))
  t.equal(new Set(colourGroups(chain).values()).size, 1)
})
