import t from 'tap'
import { knownPage, knownProject, noRevision } from '../../../../web/features/projects/known/known-project.ts'
import { searchAndSort } from '../../../../web/features/projects/search-and-sort.ts'
import { projectsWaiting } from '../../../../web/features/projects/waiting.ts'
import { daysToRestore } from '../../../../web/features/projects/words.ts'

t.test('a project with a number for an id and a title is enough', async t => {
  t.match(knownProject({ id: 12, title: 'Old cruise' }), {
    id: '12',
    title: 'Old cruise',
    description: null,
    role: 'owner',
    revision: noRevision
  })
  t.equal(knownProject({ id: 1, title: '  ' }).title, 'Untitled project')
})

t.test('a role of null is kept: visible, and not a member', async t => {
  t.equal(knownProject({ id: 'a', title: 'x', role: null }).role, null)
})

t.test('projects come as an array or in an object', async t => {
  t.match(knownPage([{ id: 1, title: 'a' }]), { projects: [{ id: '1' }], nextCursor: null, totalCount: 1 })
  t.match(knownPage({ projects: [{ id: 1, title: 'a' }], nextCursor: 'c', totalCount: 900 }), { nextCursor: 'c', totalCount: 900 })
  t.match(knownPage({ projects: [{ id: 1, title: 'a' }] }), { nextCursor: null, totalCount: 1 })
  t.strictSame(knownPage(null).projects, [])
})

t.test('search and order work for a backend that returns everything in one response', async t => {
  const projects = [
    knownProject({ id: 1, title: 'Reef 10', region: 'Bonaire', modifiedAt: '2026-01-01' }),
    knownProject({ id: 2, title: 'reef 9', modifiedAt: '2026-02-01' }),
    knownProject({ id: 3, title: 'Canyon', description: 'near Bonaire?', modifiedAt: '2026-03-01' })
  ]
  const ids = (search: string, sort: 'title' | 'modified') => searchAndSort(projects, search, sort).map(({ id }) => id)
  t.strictSame(ids('', 'title'), ['3', '2', '1'], 'numbers in titles count as numbers')
  t.strictSame(ids('', 'modified'), ['3', '2', '1'])
  t.strictSame(ids('BONAIRE', 'modified'), ['3', '1'])
  t.strictSame(ids('nothing', 'title'), [])
})

t.test('empty editable projects await media; deleted ones are listed when little time is left', async t => {
  const now = Date.parse('2026-11-20T00:00:00Z')
  const empty = knownProject({ id: 'e', title: 'Empty', memberCount: 1, role: 'owner' })
  const viewed = knownProject({ id: 'v', title: 'Viewed', memberCount: 3, role: 'viewer' })
  const leaving = knownProject({ id: 'd', title: 'Leaving', deletedAt: '2026-10-24T00:00:00Z' })
  const fresh = knownProject({ id: 'f', title: 'Fresh', deletedAt: '2026-11-19T00:00:00Z' })
  const waiting = projectsWaiting([empty, viewed], [leaving, fresh], now)
  t.strictSame(
    waiting.map(({ text }) => text),
    ['Leaving will be permanently deleted in 3 days.', 'Empty has no images yet.']
  )
  t.equal(daysToRestore('2020-01-01T00:00:00Z', now), 0)
})
