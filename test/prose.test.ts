import { globSync, readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { type Sentence, sentencesIn } from './support/prose.ts'

/** Files that still break a rule. The list only gets shorter: `WRITE_PROSE=1` removes the files that no longer belong there. */
const listPath = 'test/prose-unrevised.txt'
const unrevised = new Set(readFileSync(listPath, 'utf8').split('\n').filter(Boolean))

/** A sentence has a thing as its subject; a question may begin as it likes. */
const opening = /^(What|Who|How far)\b(?!.*\?$)/
/** Words that stand for something else: see the glossary in CONTRIBUTING.md. */
const banned = /\b(desks?|books?|brimful|breath|meant|looking|standing|told)\b/i

const faultOf = ({ text }: Sentence) => opening.test(text) || banned.test(text)

const sources = globSync(['{server,shared,web,scripts}/**/*.{ts,tsx,mjs,css}'], { exclude: ['web/dist/**'] }).sort()
const faults = new Map(
  sources
    .map(path => [path, sentencesIn(path, readFileSync(path, 'utf8')).filter(faultOf)] as const)
    .filter(([, found]) => found.length > 0)
)

if (process.env.WRITE_PROSE) {
  for (const path of unrevised) if (!faults.has(path)) unrevised.delete(path)
  writeFileSync(listPath, [...unrevised].map(path => `${path}\n`).join(''))
}

t.ok(sources.length > 500, 'the sources were found')

t.test('no sentence begins with What, Who or How far, or has a word that the glossary refuses', async t => {
  const found = [...faults].filter(([path]) => !unrevised.has(path))
  t.same(
    found.flatMap(([path, sentences]) => sentences.map(({ line, text }) => `${path}:${line}: ${text}`)),
    []
  )
})

t.test('a file that breaks no rule any more leaves the list', async t => {
  t.same(
    [...unrevised].filter(path => !faults.has(path)),
    [],
    'WRITE_PROSE=1 removes them'
  )
})
