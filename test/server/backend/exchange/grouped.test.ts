import t from 'tap'
import { grouped } from '../../../../server/backend/exchange/exports/grouped.ts'
import type { SourceAnnotation } from '../../../../server/backend/exchange/exports/source-annotations.ts'
import type { SourceImage } from '../../../../server/backend/exchange/exports/source-images.ts'

const imageOf = (id: string) => ({ id }) as SourceImage
const names = ['a', 'b', 'c', 'd']

/** Images `a` to `d` with the given numbers of annotations; counts the annotations that are read. */
function source(counts: number[]) {
  const asked = { count: 0 }
  return {
    asked,
    async *images() {
      for (const name of names) yield imageOf(name)
    },
    async *annotations() {
      for (const [index, count] of counts.entries()) {
        for (let at = 0; at < count; at++) {
          asked.count += 1
          yield { id: `${names[index]}${at}`, image: imageOf(names[index] ?? '') } as SourceAnnotation
        }
      }
    }
  }
}

t.test('every image comes with its own annotations', async t => {
  const found: string[] = []
  for await (const { image, annotations } of grouped(source([2, 0, 3, 1]))) {
    const own: string[] = []
    for await (const { id } of annotations) own.push(id)
    found.push(`${image.id}: ${own.join(' ')}`)
  }
  t.same(found, ['a: a0 a1', 'b: ', 'c: c0 c1 c2', 'd: d0'])
})

t.test('annotations of an image are read one by one, and unread ones are skipped', async t => {
  const from = source([1000, 0, 2, 1])
  const found: string[] = []
  for await (const { image, annotations } of grouped(from)) {
    const { value } = await annotations.next()
    found.push(`${image.id} ${value?.id} of ${from.asked.count}`)
  }
  t.same(found, ['a a0 of 1', 'b undefined of 1001', 'c c0 of 1001', 'd d0 of 1003'])
})
