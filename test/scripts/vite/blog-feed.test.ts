import { SaxesParser } from 'saxes'
import t from 'tap'
import { atomFeed } from '../../../scripts/vite/blog-feed.ts'
import { type ArticleHead, heads } from '../../../web/routes/public/articles/heads.ts'

const atom = 'http://www.w3.org/2005/Atom'

/** Returns texts and attributes by path, such as `/feed/entry/title`. Throws when the document is not well-formed. */
function read(xml: string) {
  const found: { path: string; text: string; attributes: Record<string, string> }[] = []
  const open: typeof found = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (uri !== atom) throw new Error(`${local} is not an Atom element`)
    const values = Object.entries(attributes).map(([name, { value }]) => [name, value])
    open.push({ path: `${open.at(-1)?.path ?? ''}/${local}`, text: '', attributes: Object.fromEntries(values) })
  })
  parser.on('text', text => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => void found.push(open.pop()!))
  parser.write(xml).close()
  return {
    texts: (path: string) => found.filter(element => element.path === path).map(({ text }) => text),
    values: (path: string, name: string) => found.filter(element => element.path === path).map(({ attributes }) => attributes[name]!)
  }
}

t.test('the feed lists every article of the blog, newest first, with the elements required by Atom', async t => {
  const { texts, values } = read(atomFeed(heads))
  t.same(
    texts('/feed/entry/title'),
    heads.map(({ title }) => title)
  )
  t.same(
    texts('/feed/entry/summary'),
    heads.map(({ summary }) => summary)
  )
  t.same(
    values('/feed/entry/link', 'href'),
    heads.map(({ slug }) => `/blog/${slug}`)
  )
  t.same(
    values('/feed/entry/category', 'term'),
    heads.flatMap(({ tags }) => tags)
  )
  t.same(texts('/feed/updated'), [`${heads[0]!.date}T00:00:00Z`])
  t.same(
    texts('/feed/entry/updated'),
    heads.map(({ date }) => `${date}T00:00:00Z`)
  )
  t.same(values('/feed/link', 'href'), ['/blog/feed.atom', '/blog'])
  t.equal(texts('/feed/author/name').length, 1)
})

t.test('ids are absolute, differ, and stay the same when an article is edited', async t => {
  const ids = (articles: readonly ArticleHead[]) => {
    const { texts } = read(atomFeed(articles))
    return [...texts('/feed/id'), ...texts('/feed/entry/id')]
  }
  const before = ids(heads)
  t.equal(new Set(before).size, heads.length + 1)
  for (const id of before) t.match(id, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  t.same(ids(heads.map(head => ({ ...head, title: 'Another title', date: '2027-01-01' }))), before)
})

t.test('characters with a special meaning in XML are escaped', async t => {
  const odd = { slug: 'a', title: 'Cod & <hake>', summary: '"5 > 3"', date: '2026-01-02', tags: ['R&D "x"'] }
  const { texts, values } = read(atomFeed([odd]))
  t.same(texts('/feed/entry/title'), ['Cod & <hake>'])
  t.same(texts('/feed/entry/summary'), ['"5 > 3"'])
  t.same(values('/feed/entry/category', 'term'), ['R&D "x"'])
})
