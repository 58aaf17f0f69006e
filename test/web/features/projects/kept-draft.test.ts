import t from 'tap'
import { draftOfNewProject } from '../../../../web/features/projects/kept-draft.ts'
import { noFields } from '../../../../web/features/projects/project-fields.ts'

/** Local storage of a browser, in memory. */
function memory() {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key)
  }
  return { items, open: () => storage }
}

const typed = { ...noFields, title: 'Reef', visibility: 'internal' as const }

t.test('a draft is restored for the same account, and for no other', async t => {
  const { open } = memory()
  t.equal(draftOfNewProject('ana', open).keep(typed), true)
  t.strictSame(draftOfNewProject('ana', open).read(), typed)
  t.equal(draftOfNewProject('ben', open).read(), null)
})

t.test('an emptied form, a discarded draft and a created project leave nothing behind', async t => {
  const { items, open } = memory()
  const draft = draftOfNewProject('ana', open)
  draft.keep(typed)
  draft.keep(noFields)
  t.equal(items.size, 0)
  draft.keep(typed)
  draft.discard()
  t.equal(items.size, 0)
  draft.keep(typed)
  draft.close()
  draft.keep(typed)
  t.equal(items.size, 0, 'the form remains for a moment after the project is created')
})

t.test('a browser without storage reports it, and everything works', async t => {
  const forbidden = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  const draft = draftOfNewProject('ana', forbidden)
  t.equal(draft.read(), null)
  t.equal(draft.keep(typed), false)
  draft.discard()
  draft.close()
})

t.test('only known fields of a draft from another version are used', async t => {
  const { items, open } = memory()
  const draft = draftOfNewProject('ana', open)
  for (const odd of ['{"title":', '7', '"text"', 'null']) {
    items.set('isobath.new-project.ana', odd)
    t.equal(draft.read(), null, odd)
  }
  items.set('isobath.new-project.ana', '{"title":"Reef","habitat":3,"vessel":"Meteor","visibility":"public"}')
  t.strictSame(draft.read(), { ...noFields, title: 'Reef' })
})
