import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import t from 'tap'
import { MarkdownText } from '../../../web/ui/markdown-text.ts'

const shown = (text: string) => renderToStaticMarkup(createElement(MarkdownText, { text })).replace(/^<div>|<\/div>$/g, '')

t.test('a description has headings below those of the page, and lists', async t => {
  t.equal(shown('# A\n\nb\nc'), '<h3>A</h3><p>b<br/>c</p>')
  t.equal(shown('- a\n- *b*'), '<ul><li>a</li><li><em>b</em></li></ul>')
  t.equal(shown('3. a'), '<ol start="3"><li>a</li></ol>')
  t.equal(shown('> a\n\n---\n```\n<b>\n```'), '<blockquote><p>a</p></blockquote><hr/><pre><code>&lt;b&gt;</code></pre>')
})

t.test('a link shows its host, and sends neither the page nor its weight to it', async t => {
  const link = '<a href="https://a.example/x" rel="noreferrer nofollow" target="_blank"><bdi>form</bdi></a>'
  t.equal(shown('[form](https://a.example/x)'), `<p>${link} <small>(a.example)</small></p>`)
  t.notMatch(shown('https://a.example/'), /small/, 'an address shows it already')
})

t.test('neither HTML nor images of others become elements', async t => {
  const hostile = '<img src=x onerror=alert(1)> <script>alert(1)</script> [a](javascript:alert(1)) ![reef](https://a.example/1.png)'
  const markup = shown(hostile)
  t.notMatch(markup, /<img|<script|href="javascript/)
  t.match(markup, /<bdi>Image: reef<\/bdi><\/a> <small>\(a\.example\)<\/small>/)
})

t.test('links lead to web addresses only, and an address is shown as the browser sends it', async t => {
  for (const address of ['javascript:alert(1)', 'data:text/html,x', '//a.example', '/api', 'ftp://a.example', 'https://'])
    t.notMatch(shown(`[a](${address}) ![b](${address})`), /<a /, address)
  t.notMatch(shown('[a](https://a@b.example)'), /href="[^"]*b\.example/)
  t.notMatch(shown('https://bank.example@evil.example/'), /href="[^"]*evil/, 'a user name would hide the host')
  t.match(shown('https://bänk.example'), />https:\/\/xn--bnk-qla\.example\/</)
  t.match(shown('[bank.example](https://bänk.example)'), /\(xn--bnk-qla\.example\)/)
  t.notMatch(shown('a@b.example and www.a.example'), /<a /)
})

t.test('hostile text is shown in proportion to its length', async t => {
  const parts = [
    '[',
    '![',
    '*',
    '**a ',
    '`',
    '> ',
    '- ',
    '1. ',
    '> - ',
    '](',
    '[a](',
    '*_',
    '~~*',
    '😀*',
    '|a',
    '<https://',
    '[a]: b\n',
    '* a\n  ',
    '\\',
    '\u202e'
  ]
  for (const part of parts) {
    const text = `${part.repeat(Math.ceil(20_000 / part.length))}word`
    t.ok(shown(text).length < 40 * text.length, JSON.stringify(part))
  }
})
