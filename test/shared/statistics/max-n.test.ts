import t from 'tap'
import { type FrameCount, maxNOfClips, maxNOfDeployment } from '../../../shared/statistics/max-n.ts'

const row = (clip: string, frame: number, taxon: string | null, count = 1): FrameCount => ({ clip, frame, taxon, count })

t.test('is the maximum in one frame, with the first frame that has it', async t => {
  const found = maxNOfClips([
    row('a', 30, 'cod', 2),
    row('a', 10, 'cod'),
    row('a', 20, 'cod'),
    row('a', 20, 'cod'),
    row('a', 20, 'hake'),
    row('b', 5, 'cod', 3)
  ])
  t.same(found.get('a')?.get('cod'), { maxN: 2, frame: 20 })
  t.same(found.get('a')?.get('hake'), { maxN: 1, frame: 20 })
  t.same(found.get('b')?.get('cod'), { maxN: 3, frame: 5 })
})

t.test('descendants count for their ancestors frame by frame', async t => {
  const ancestors = (taxon: string) => (taxon === 'Gadidae' ? [] : ['Gadidae'])
  const found = maxNOfClips(
    [row('a', 1, 'Gadus morhua', 3), row('a', 2, 'Pollachius virens', 2), row('a', 2, 'Gadus morhua'), row('a', 2, 'Gadidae')],
    ancestors
  ).get('a')
  t.same(found?.get('Gadus morhua'), { maxN: 3, frame: 1 })
  t.same(found?.get('Pollachius virens'), { maxN: 2, frame: 2 })
  t.same(found?.get('Gadidae'), { maxN: 4, frame: 2 })
})

t.test('a clip in which nothing was found differs from an unexamined one', async t => {
  const found = maxNOfClips([row('empty', 0, null, 0), row('zero', 3, 'cod', 0)])
  t.same(found.get('empty'), new Map())
  t.same(found.get('zero'), new Map())
  t.notOk(found.has('never'))
  t.same(maxNOfClips([]), new Map())
  t.throws(() => maxNOfClips([row('a', 1, 'cod', -1)]), RangeError)
})

t.test('a deployment has the maximum of its clips, not their sum', async t => {
  const clips = maxNOfClips([row('first', 7, 'cod', 4), row('second', 2, 'cod', 4), row('second', 9, 'hake', 1), row('third', 1, 'cod', 3)])
  t.same(
    maxNOfDeployment(clips),
    new Map([
      ['cod', { maxN: 4, frame: 7, clip: 'first' }],
      ['hake', { maxN: 1, frame: 9, clip: 'second' }]
    ])
  )
  t.same(maxNOfDeployment(new Map()), new Map())
})
