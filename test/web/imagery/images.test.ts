import { setImmediate } from 'node:timers/promises'
import { type InfiniteData, InfiniteQueryObserver } from '@tanstack/react-query'
import t from 'tap'
import { createQueryClient } from '../../../web/api/query-client.ts'
import { type ImageCard, mediaKeys, showWorkState } from '../../../web/imagery/images.ts'
import { until } from '../../support/until.ts'

t.test('a work state that is set while the next page of the list loads stays', async t => {
  const client = createQueryClient()
  const next = Promise.withResolvers<void>()
  const card = (id: string) => ({ id, projectId: 'reef', workState: 'not-seen' }) as unknown as ImageCard
  const queryKey = [...mediaKeys.lists('reef'), { sort: 'name' }]
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    initialPageParam: 0,
    getNextPageParam: (_page, pages: unknown[]) => pages.length,
    queryFn: async ({ pageParam }) => {
      if (pageParam > 0) await next.promise
      return { items: [card(`image ${pageParam}`)] }
    }
  })
  const stop = observer.subscribe(() => {})
  const pages = () => client.getQueryData<InfiniteData<{ items: ImageCard[] }>>(queryKey)?.pages ?? []
  await until(
    () => pages().length,
    count => count === 1
  )
  const further = observer.fetchNextPage()
  showWorkState(client, 'reef', 'image 0', 'done')
  t.equal(pages()[0]?.items[0]?.workState, 'done')
  next.resolve()
  await further
  const states = () => pages().map(({ items }) => items.map(({ workState }) => workState))
  await until(states, ([first]) => first?.[0] === 'done')
  t.same(states(), [['done'], ['not-seen']])
  stop()
  await setImmediate() // a fetch schedules its collection after its answer, and `clear` must come later
  client.clear()
})
