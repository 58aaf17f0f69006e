import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import t, { type Test } from 'tap'
import {
  annotationPages,
  type CardPage,
  type CardPages,
  changeCards,
  newestCards,
  type PatchCard
} from '../../../../web/features/review/queries.ts'

const card = (id: string) => ({ id, reviewState: 'proposed', removed: false }) as PatchCard
const view = { filter: '', sort: 'newest' as const }

/** A list of Review whose first page is there while its second page is under way. */
async function twoPages(t: Test) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { queryKey } = annotationPages('reef', view, () => false)
  const held = Promise.withResolvers<CardPage>()
  const queryFn = async ({ pageParam }: { pageParam: unknown }): Promise<CardPage> =>
    pageParam === null ? { items: [card('one'), card('two')], nextCursor: 'more' } : held.promise
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn,
    initialPageParam: null as string | null,
    getNextPageParam: (page: CardPage) => page.nextCursor,
    staleTime: Infinity
  })
  t.teardown(observer.subscribe(() => {}))
  t.teardown(() => client.clear())
  await client.getQueryCache().find({ queryKey })?.promise
  const nextPage = observer.fetchNextPage()
  const shown = () => client.getQueryData<CardPages>(queryKey)?.pages.flatMap(({ items }) => items) ?? []
  return { client, held, nextPage, shown }
}

const confirmed = (before: PatchCard): PatchCard => (before.id === 'one' ? { ...before, reviewState: 'confirmed' } : before)
const without = (before: PatchCard): PatchCard => (before.id === 'two' ? { ...before, removed: true } : before)

t.test('cards that are changed while a page is under way keep the change when it arrives', async t => {
  const { client, held, nextPage, shown } = await twoPages(t)
  changeCards(client, 'reef', confirmed)
  changeCards(client, 'reef', without)
  const states = () => shown().map(({ id, reviewState, removed }) => [id, reviewState, removed])
  const changed = [
    ['one', 'confirmed', false],
    ['two', 'proposed', true]
  ]
  t.same(states(), changed, 'at once')
  held.resolve({ items: [card('three')], nextCursor: null })
  await nextPage
  t.same(states(), [...changed, ['three', 'proposed', false]])
})

t.test('a change that was taken back before the page arrives stays taken back', async t => {
  const { client, held, nextPage, shown } = await twoPages(t)
  const before = shown()[0]!
  changeCards(client, 'reef', confirmed)
  changeCards(client, 'reef', other => (other.id === 'one' ? before : other))
  held.resolve({ items: [], nextCursor: null })
  await nextPage
  t.equal(shown()[0]?.reviewState, 'proposed')
})

t.test('a page that cannot be loaded leaves the changed cards', async t => {
  const { client, held, nextPage, shown } = await twoPages(t)
  changeCards(client, 'reef', confirmed)
  held.reject(new Error('no network'))
  await nextPage
  t.equal(shown()[0]?.reviewState, 'confirmed')
})

t.test('the newest state of a card is found in every list; one that left the lists stays as it was taken', t => {
  const client = new QueryClient()
  t.teardown(() => client.clear())
  const at = (id: string, revision: number, reviewState: PatchCard['reviewState'] = 'proposed') => ({ ...card(id), revision, reviewState })
  const pages = (items: PatchCard[]): CardPages => ({ pages: [{ items, nextCursor: null }], pageParams: [null] })
  const put = (filter: string, items: PatchCard[]) =>
    client.setQueryData(annotationPages('reef', { ...view, filter }, () => false).queryKey, pages(items))
  put('', [at('one', 2, 'confirmed'), at('two', 1, 'rejected')])
  put('depth.atLeast.3', [at('one', 1)])
  const gone = at('gone', 1)
  t.same(newestCards(client, 'reef', [at('two', 1), gone, at('one', 1)]), [at('two', 1, 'rejected'), gone, at('one', 2, 'confirmed')])
  t.end()
})
