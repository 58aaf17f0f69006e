import { globSync, readFileSync } from 'node:fs'
import t from 'tap'
import { type Sentence, sentencesIn } from './support/prose.ts'

/** A sentence has a thing as its subject; a question may begin as it likes. */
const opening = /^(What|Who|How far)\b(?!.*\?$)/
/** Words that stand for something else: see the glossary in CONTRIBUTING.md. */
const banned = /\b(desks?|books?|brimful|breath|meant|looking|standing|told)\b/i

const isFault = ({ text }: Sentence) => opening.test(text) || banned.test(text)

const sources = globSync(['{server,shared,web,scripts}/**/*.{ts,tsx,mjs,css}'], { exclude: ['web/dist/**'] }).sort()

t.ok(sources.length > 500, 'the sources were found')

t.test('no sentence begins with What, Who or How far, or has a word that the glossary refuses', async t => {
  const faults = sources.flatMap(path =>
    sentencesIn(path, readFileSync(path, 'utf8'))
      .filter(isFault)
      .map(({ line, text }) => `${path}:${line}: ${text}`)
  )
  t.same(faults, [])
})
