import { MutationObserver, QueryClient } from '@tanstack/react-query'
import t from 'tap'
import { removeMedia } from '../../../../web/features/media/queries.ts'
import { type ImageCard, imagesOfProject } from '../../../../web/imagery/images.ts'
import { fakeFetch } from '../../../support/fake-fetch.ts'

const list = imagesOfProject('reef', { search: '', sort: 'name', filter: '' })

/** A gallery with two images, and the mutation that deletes one. */
function gallery(t: { teardown: (end: () => void) => void }) {
  const client = new QueryClient()
  t.teardown(() => client.clear())
  const items = ['one', 'two'].map(id => ({ id }) as ImageCard)
  client.setQueryData(list.queryKey, { pages: [{ items, nextCursor: null }], pageParams: [null] })
  const shown = () => client.getQueryData(list.queryKey)?.pages.flatMap(page => page.items.map(({ id }) => id))
  return { remove: (mediaId: string) => new MutationObserver(client, removeMedia('reef')).mutate(mediaId), shown }
}

t.test('an image that is already deleted counts as deleted, and leaves the lists', async t => {
  const { remove, shown } = gallery(t)
  fakeFetch(t, () => ({ status: 404, json: { status: 404, code: 'NOT_FOUND', detail: 'There is no such image.' } }))
  await remove('one')
  t.same(shown(), ['two'])
})

t.test('any other refusal keeps the image', async t => {
  const { remove, shown } = gallery(t)
  fakeFetch(t, () => ({ status: 403, json: { status: 403, code: 'FORBIDDEN', detail: 'Only editors delete images.' } }))
  await t.rejects(remove('one'), { code: 'FORBIDDEN' })
  t.same(shown(), ['one', 'two'])
})
