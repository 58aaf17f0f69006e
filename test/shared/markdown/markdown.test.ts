import t from 'tap'
import { blocksOf } from '../../../shared/markdown/blocks.ts'
import { inlinesOf } from '../../../shared/markdown/inline.ts'
import { plainText } from '../../../shared/markdown/plain-text.ts'

const text = (words: string) => ({ kind: 'text' as const, text: words })
const emphasis = (...children: ReturnType<typeof inlinesOf>) => ({ kind: 'emphasis' as const, children })
const strong = (...children: ReturnType<typeof inlinesOf>) => ({ kind: 'strong' as const, children })
const paragraph = (words: string) => ({ kind: 'paragraph' as const, inlines: [text(words)] })

t.test('emphasis, code, escapes and line breaks', async t => {
  t.same(inlinesOf('a *b* **c** ***d*** _e_ `f *g*`'), [
    ...[text('a '), emphasis(text('b')), text(' '), strong(text('c')), text(' '), strong(emphasis(text('d')))],
    ...[text(' '), emphasis(text('e')), text(' '), { kind: 'code', text: 'f *g*' }]
  ])
  t.same(inlinesOf('one\ntwo\\\nthree'), [text('one'), { kind: 'break' }, text('two'), { kind: 'break' }, text('three')])
  t.same(inlinesOf('\\*a\\* \\[b\\]'), [text('*a* [b]')])
  t.same(inlinesOf('`` a`b ``'), [{ kind: 'code', text: 'a`b' }])
  t.same(inlinesOf('**a *b* c**'), [strong(text('a '), emphasis(text('b')), text(' c'))])
})

t.test('signs without a partner stay as they were written', async t => {
  for (const words of [
    '2*3*4',
    'snake_case_name',
    '* a',
    '5 * 4',
    '**a',
    'a [b] c',
    '[a](b',
    '[a](mailto:b@c.d)',
    '`a',
    '****',
    'a ]( b',
    '[]'
  ])
    t.same(inlinesOf(words), [text(words)], words)
  t.same(inlinesOf('<b>a</b> &amp; <script>'), [text('<b>a</b> &amp; <script>')], 'HTML is text')
})

t.test('links lead to web addresses only, and name their host', async t => {
  const link = (href: string, host: string | null, words: string, isImage = false) => ({
    ...{ kind: 'link' as const, href, host, isImage, children: [text(words)] }
  })
  t.same(inlinesOf('[form](https://a.example/x_(y)?z "Title")'), [link('https://a.example/x_(y)?z', 'a.example', 'form')])
  t.same(inlinesOf('![reef](https://a.example/1.png)'), [link('https://a.example/1.png', 'a.example', 'reef', true)])
  t.same(inlinesOf('[a](<http://b.example/c>)'), [link('http://b.example/c', 'b.example', 'a')])
  t.same(inlinesOf('See (https://a.example/b_(c)).'), [
    text('See ('),
    link('https://a.example/b_(c)', null, 'https://a.example/b_(c)'),
    text(').')
  ])
  t.same(inlinesOf('**https://a.example**'), [strong(link('https://a.example/', null, 'https://a.example'))])
  t.match(inlinesOf('[bank.example](https://xn--bnk-sna.example)'), [{ host: 'xn--bnk-sna.example' }], 'the host as the browser sends it')
  t.match(inlinesOf('https://bänk.example'), [{ children: [text('https://xn--bnk-qla.example/')] }])
  t.match(inlinesOf('[see https://a.example](https://b.example)'), [
    { host: 'b.example', children: [text('see '), text('https://a.example')] }
  ])
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//a.example',
    '/api',
    'https://a@b.example',
    'ftp://a.example',
    'https://'
  ])
    t.notOk(
      inlinesOf(`[a](${address})`).some(node => node.kind === 'link' && node.children[0]?.kind === 'text' && node.host !== null),
      address
    )
  t.notOk(inlinesOf('https://bank.example@evil.example/').some(({ kind }) => kind === 'link'))
})

t.test('headings, lists, quotes, code and rules', async t => {
  t.match(blocksOf('# A\n### B ##\n---\nC'), [
    { kind: 'heading', level: 1, inlines: [text('A')] },
    { kind: 'heading', level: 3, inlines: [text('B')] },
    { kind: 'rule' },
    paragraph('C')
  ])
  t.same(blocksOf('- a\n- b\n  - c\n\n  d\n- e'), [
    {
      kind: 'list',
      start: null,
      items: [
        [paragraph('a')],
        [paragraph('b'), { kind: 'list', start: null, items: [[paragraph('c')]] }, paragraph('d')],
        [paragraph('e')]
      ]
    }
  ])
  t.match(blocksOf('Steps:\n1. a\n2. b\n\nafter'), [
    paragraph('Steps:'),
    { kind: 'list', start: 1, items: { length: 2 } },
    paragraph('after')
  ])
  t.match(blocksOf('It began in\n1998. It ended.'), [{ kind: 'paragraph', inlines: { length: 3 } }], 'a number in a sentence')
  t.same(blocksOf('> a\n> - b'), [{ kind: 'quote', blocks: [paragraph('a'), { kind: 'list', start: null, items: [[paragraph('b')]] }] }])
  t.same(blocksOf('```r\nx <- 1\n\n# y\n```\nz'), [{ kind: 'code', text: 'x <- 1\n\n# y' }, paragraph('z')])
  t.same(blocksOf('~~~\nnever closed'), [{ kind: 'code', text: 'never closed' }])
  t.same(blocksOf(' \n\n'), [])
})

t.test('any text is parsed without an error, and none of its words is lost', async t => {
  const hostile = [
    ...['[', '![', '*', '**a ', '_a ', '`', '> ', '- ', '1. ', '#', '](', '[a](', '*a _b ', '\\', '<https://', 'https://a.b/)', '()', '\n'],
    ...['> - ', '``` ', '[a](https://b.example "', '(', ')', '.', '~~~\n', ' ', '\u202e', '😀*']
  ]
  for (const part of hostile) t.type(plainText(`${part.repeat(Math.ceil(20_000 / part.length))}word`), 'string', part)
  t.match(plainText('# A\n\n- **b**\n  [c](https://d.example)\n\n> `e`\n\n![f](https://g.example/h.png)'), /^A\nb\nc\ne\nf$/)
})
