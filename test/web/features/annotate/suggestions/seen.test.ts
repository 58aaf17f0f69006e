import t from 'tap'
import { keepSeen, seenLabels } from '../../../../../web/features/annotate/suggestions/seen.ts'

t.test('the labels that were shown are kept by person and image, the last one for each annotation', async t => {
  t.equal(seenLabels('ana', 'm').size, 0)
  keepSeen('ana', 'm', [
    ['a', 'coral'],
    ['b', 'sand']
  ])
  keepSeen('ana', 'm', [['a', 'sponge']])
  keepSeen('ana', 'm', [])
  t.same(
    [...seenLabels('ana', 'm')],
    [
      ['a', 'sponge'],
      ['b', 'sand']
    ]
  )
  t.equal(seenLabels('ana', 'n').size, 0, 'another image')
  t.equal(seenLabels('dee', 'm').size, 0, 'another person')
})
