import { globSync, readFileSync } from 'node:fs'
import t from 'tap'
import { parseSync, Visitor } from 'vite'

/** Components that pass a title on to their element. */
const passing = new Set(['Button', 'IconButton', 'Link', 'LinkButton', 'NavLink', 'TipButton'])

/** @returns the native tooltips of a source file: titles of elements and of drawings */
function titlesIn(path: string, source: string): string[] {
  const found: string[] = []
  new Visitor({
    JSXOpeningElement: ({ start, name, attributes }) => {
      const element = source.slice(name.start, name.end)
      const hasTitle = attributes.some(attribute => attribute.type === 'JSXAttribute' && attribute.name.name === 'title')
      const isNative = /^[a-z]/.test(element) || passing.has(element)
      if (element === 'title' || (isNative && hasTitle)) found.push(`${path}:${source.slice(0, start).split('\n').length}: ${element}`)
    }
  }).visit(parseSync(path, source).program)
  return found
}

t.test('a native tooltip is found', async t => {
  const source = `
    export const One = () => <Page title="One"><p title="A tip" data-tip="Own"><Link to="/" title="Away" /></p></Page>
    export const Two = () => <svg role="img" aria-label="Two"><title>Two</title></svg>`
  t.same(titlesIn('one.tsx', source), ['one.tsx:2: p', 'one.tsx:2: Link', 'one.tsx:3: title'])
})

t.test('no component has a native tooltip', async t => {
  const sources = globSync('web/**/*.tsx').sort()
  t.ok(sources.length > 300, 'the sources were found')
  t.same(
    sources.flatMap(path => titlesIn(path, readFileSync(path, 'utf8'))),
    []
  )
})
