import t from 'tap'
import { mentionAt, offeredTo, piecesOf, withMention } from '../../../../web/annotation/comments/mentions.ts'

const ana = { accountId: 'a', name: 'Ana Torres', email: 'ana@lab.example' }
const bo = { accountId: 'b', name: null, email: 'bo@lab.example' }
const tor = { accountId: 'c', name: 'Viktor', email: 'vik@lab.example' }

t.test('a mention begins with an @ at the start of a word and ends at the caret', async t => {
  t.same(mentionAt('Ask @An now', 7), { from: 4, to: 7, typed: 'an' })
  t.same(mentionAt('@', 1), { from: 0, to: 1, typed: '' })
  t.equal(mentionAt('ana@lab', 7), null, 'an address is not a mention')
  t.equal(mentionAt('Ask @An now', 9), null)
})

t.test('members whose name begins with the text come first', async t => {
  t.same(offeredTo([tor, bo, ana], 'tor'), [ana, tor])
  t.same(offeredTo([tor, bo, ana], 'bo@'), [bo])
  t.same(offeredTo([tor, bo, ana], 'zoe'), [])
})

t.test('the typed text becomes the address, and typing continues after it', async t => {
  t.same(withMention('Ask @an now', { from: 4, to: 7, typed: 'an' }, ana), { text: 'Ask @ana@lab.example now', caret: 21 })
})

t.test('a comment shows names instead of addresses', async t => {
  t.same(piecesOf('Is it, @ANA@lab.example? @no@lab.example.', [{ email: ana.email, name: 'Ana Torres' }]), [
    { text: 'Is it, ' },
    { name: 'Ana Torres' },
    { text: '? @no@lab.example.' }
  ])
  t.same(piecesOf('Plain', []), [{ text: 'Plain' }])
})
