import { globSync, readFileSync } from 'node:fs'
import t from 'tap'
import { type Sentence, sentencesIn } from './support/prose.ts'

/** Openings of sentences without a thing as their subject. A question may have them. */
const opening = /^(What|Who|How far)\b(?!.*\?$)/
/** Words that the glossary in CONTRIBUTING.md refuses. */
const banned = /\b(desks?|books?|brimful|breath|meant|looking|standing|told)\b/i

const isFault = ({ text }: Sentence) => opening.test(text) || banned.test(text)

const sources = globSync(
  ['{server,shared,web,scripts}/**/*.{ts,tsx,mjs,css}', 'test/**/*.ts', '*.md', 'test/bench/RESULTS.md', 'test/fixtures/**/README.md'],
  { exclude: ['web/dist/**', 'test/fixtures/**/*.ts', 'test/**/node_modules/**'] }
).sort()

t.ok(sources.length > 1_000, 'the sources were found')
t.ok(sources.includes('README.md'), 'and so were the documents')

t.test('sentences of Markdown are found in paragraphs, lists and tables, but not in code', async t => {
  const markdown =
    '# A title\n\nOne `const` sentence.\nTwo\nlines.\n\n```\nconst a = 1\n```\n\n- An item\n  of two lines\n- **Bold** text\n\n| a | b |\n'
  t.same(sentencesIn('a.md', markdown), [
    { line: 1, text: 'A title' },
    { line: 3, text: 'One sentence.' },
    { line: 3, text: 'Two lines.' },
    { line: 11, text: 'An item of two lines' },
    { line: 13, text: 'Bold text' },
    { line: 15, text: 'a' },
    { line: 15, text: 'b' }
  ])
})

t.test('no sentence begins with What, Who or How far, or has a word that the glossary refuses', async t => {
  const faults = sources.flatMap(path =>
    sentencesIn(path, readFileSync(path, 'utf8'))
      .filter(isFault)
      .map(({ line, text }) => `${path}:${line}: ${text}`)
  )
  t.same(faults, [])
})
