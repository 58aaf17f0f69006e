// About: web/sync/subject.ts, with the sites of a project as its objects
import t from 'tap'
import { type Edit, newSite, operationOf, type SiteVersion } from '../../../web/features/sites/document/edits.ts'
import { siteNoun } from '../../../web/features/sites/document/noun.ts'
import { Subject } from '../../../web/sync/subject.ts'

const at = '2026-06-01T12:00:00.000Z'
const site = (name: string, revision: number): SiteVersion => ({ ...newSite('p', 'm1', { name }, at), revision })
const rename = (name: string, revision: number) =>
  operationOf(`to ${name}`, { kind: 'revise', siteId: 'm1', change: { name } } satisfies Edit, revision)
const subjectWith = (...sites: SiteVersion[]) => {
  const subject = new Subject('p', siteNoun('p'), { accountId: 'ana', name: 'Ana' })
  subject.take(sites)
  return subject
}

t.test('an answer that arrives after a newer version leaves the newer version', async t => {
  const subject = subjectWith(site('M1', 1))
  subject.add(rename('M1 south', 1), at)
  const before = subject.answers
  subject.take([site('M1 north', 3)], before) // the edit became revision 2, and a colleague made revision 3
  subject.settle([{ id: 'to M1 south', isDone: true, answer: site('M1 south', 2) }])
  t.match(subject.get('m1'), { name: 'M1 north', revision: 3 })
  t.notOk(subject.get('m1')?.isUnsent)
})

t.test('a refusal that arrives after a newer version shows the newer version', async t => {
  const subject = subjectWith(site('M1', 1))
  subject.add(rename('M1 south', 1), at)
  subject.take([site('M1 north', 3)])
  subject.settle([{ id: 'to M1 south', isDone: false, answer: site('M1 west', 2) }])
  t.match(subject.get('m1'), { name: 'M1 north', revision: 3 })
})

t.test('an answer that an object was removed is final, though a list had a newer version', async t => {
  const subject = subjectWith(site('M1', 1))
  subject.add(operationOf('remove', { kind: 'remove', siteId: 'm1', was: site('M1', 1) }, 1), at)
  subject.take([site('M1 north', 2)])
  subject.settle([{ id: 'remove', isDone: true, answer: { ...site('M1', 1), removed: true } }])
  t.same(subject.list(), [])
})

t.test('a list that is older than the known version leaves the known version', async t => {
  const subject = subjectWith(site('M1 north', 3))
  subject.take([site('M1', 1)])
  t.match(subject.get('m1'), { name: 'M1 north', revision: 3 })
  subject.take([])
  t.same(subject.list(), [], 'a list without the object removes it')
})
