import t from 'tap'
import { heading, list, paragraph } from '../../../../../web/routes/public/prose/blocks.ts'
import { parseInline, readText } from '../../../../../web/routes/public/prose/inline.ts'
import { countWords } from '../../../../../web/routes/public/prose/words.ts'

t.test('reads emphasis, strong, code, links and notes', async t => {
  t.same(parseInline('a *b* **c** `d*e` [f](/g) h.[^n]'), [
    { kind: 'text', text: 'a ' },
    { kind: 'emphasis', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'strong', text: 'c' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'd*e' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'f', href: '/g' },
    { kind: 'text', text: ' h.' },
    { kind: 'note', key: 'n' }
  ])
})

t.test('unclosed marks stay text', async t => {
  t.same(parseInline('2 * 3 [x'), [{ kind: 'text', text: '2 * 3 [x' }])
})

t.test('counts the visible words, not their marks', async t => {
  t.equal(readText('**One** [two](https://x.y)[^z]'), 'One two')
  t.equal(countWords([heading('h', 'One two'), paragraph('three – *four*, 5,760 “six”.[^n]'), list('seven eight')]), 8)
})
