import t from 'tap'
import type { Article } from '../../web/routes/public/articles/article.ts'
import { heads } from '../../web/routes/public/articles/heads.ts'
import { howAi } from '../../web/routes/public/articles/how-ai-transforms-marine-research.ts'
import { conservationTechnologies } from '../../web/routes/public/articles/top-marine-conservation-technologies.ts'
import { noteKeys, parseInline, readText } from '../../web/routes/public/prose/inline.ts'
import { countWords, textsOf } from '../../web/routes/public/prose/words.ts'

const articles: Record<string, Article> = {
  'how-ai-transforms-marine-research': howAi,
  'top-marine-conservation-technologies': conservationTechnologies
}

t.test('the list names every article, newest first', async t => {
  t.same(heads.map(({ slug }) => slug).toSorted(), Object.keys(articles).toSorted())
  const dates = heads.map(({ date }) => date)
  t.same(dates, dates.toSorted().toReversed())
})

for (const [slug, { blocks, notes }] of Object.entries(articles)) {
  t.test(`${slug} has 900 to 1,500 words`, async t => {
    const words = countWords(blocks)
    t.ok(words >= 900 && words <= 1500, `${words} words`)
  })

  t.test(`${slug} has at least two figures`, async t => {
    const figures = blocks.flatMap(block => (block.kind === 'figure' ? [block.name] : []))
    t.ok(figures.length >= 2)
    t.equal(new Set(figures).size, figures.length)
  })

  t.test(`${slug} refers to every note once, in order, and to no other`, async t => {
    t.same(
      blocks.flatMap(textsOf).flatMap(noteKeys),
      notes.map(({ key }) => key)
    )
  })

  t.test(`${slug} has headings with their own addresses`, async t => {
    const ids = blocks.flatMap(block => (block.kind === 'heading' ? [block.id] : []))
    t.ok(ids.length >= 3)
    t.equal(new Set(ids).size, ids.length)
  })

  t.test(`${slug} has no unparsed inline mark and links only to secure or own addresses`, async t => {
    const texts = [...blocks.flatMap(textsOf), ...notes.map(({ text }) => text)]
    for (const text of texts) {
      t.notMatch(readText(text), /[*`[\]]/, text.slice(0, 60))
      for (const part of parseInline(text)) if (part.kind === 'link') t.match(part.href, /^(https:\/\/|\/)/)
    }
  })
}
