import { globSync, readFileSync } from 'node:fs'
import t from 'tap'
import { type ESTree, parseSync, Visitor } from 'vite'

/** Tables of content: templates of projects, and the labels of the demo. */
const content = ['web/features/projects/templates/templates.ts', 'web/features/showcase/labels.ts']

const isTextFile = (path: string) => /[/-](texts|words|commands)\.tsx?$|\/gallery\.tsx$/.test(path)

/** Words of two or more letters, without the name of the product. */
const wordsOf = (text: string) => text.split(/\s+/).filter(word => /[\p{Lu}\p{Ll}]{2}/u.test(word) && word !== 'Isobath')
const isSentence = (text: string) => /^[“\s]*\p{Lu}/u.test(text) && wordsOf(text).length > 1
const isCall = (text: string) => /^(GET|POST|PUT|PATCH|DELETE) \//.test(text)

interface Loose {
  line: number
  text: string
}

/** Elements that contain code or keys. */
const ofCode = new Set(['code', 'kbd'])
/** Attributes of which even a single word is checked. */
const ofNames = new Set(['alt', 'aria-label', 'label', 'title'])

/** @returns the texts of a source file that a person reads: words between tags, names of controls, and other texts of two or more words */
function textsIn(path: string, source: string): Loose[] {
  const found: (Loose & { start: number })[] = []
  /** Parts that appear on no screen: programming errors, entries of the debug log, keys of a record, seeds of drawings. */
  const unread: { start: number; end: number }[] = []
  const add = (start: number, text: string) => found.push({ start, line: source.slice(0, start).split('\n').length, text: text.trim() })
  const addSentence = (start: number, text: string) => isSentence(text) && !isCall(text) && add(start, text)
  const leave = (node: ESTree.Node) => unread.push(node)
  new Visitor({
    JSXElement: node => 'name' in node.openingElement.name && ofCode.has(String(node.openingElement.name.name)) && leave(node),
    JSXAttribute: ({ name, value, ...node }) => {
      if (name.name === 'seed') leave(node as ESTree.Node)
      if (ofNames.has(String(name.name)) && value?.type === 'Literal' && /^\p{Lu}/u.test(value.value) && !isSentence(value.value))
        add(value.start, value.value)
    },
    JSXText: node => wordsOf(node.value).length > 0 && add(node.start, node.value),
    NewExpression: node => /Error$/.test(source.slice(node.callee.start, node.callee.end)) && leave(node),
    CallExpression: node => /^(debugLog\.add|super)$/.test(source.slice(node.callee.start, node.callee.end)) && leave(node),
    MemberExpression: node => leave(node.property),
    Literal: node => typeof node.value === 'string' && addSentence(node.start, node.value),
    TemplateLiteral: node => addSentence(node.start, node.quasis.map(({ value }) => value.cooked ?? '').join('…'))
  }).visit(parseSync(path, source).program)
  return found
    .filter(({ start }) => !unread.some(part => part.start <= start && start < part.end))
    .map(({ line, text }) => ({ line, text }))
}

t.test('a text in the code is found', async t => {
  const source = `
    export const One = ({ name }) => <p title="The first title" aria-label="Title" className="a b">
      Save <kbd>Ctrl S</kbd> {name === '' ? 'No name yet' : \`Name of \${name}\`}
    </p>
    call('GET /projects/:projectId/media')
    throw new TypeError('No such place')`
  t.same(
    textsIn('one.tsx', source).map(({ text }) => text),
    ['The first title', 'Title', 'Save', 'No name yet', 'Name of …']
  )
})

t.test('every text that a person reads is in the text file of its area', async t => {
  const sources = globSync('web/{annotation,api,app,charts,features,imagery,layouts,ui}/**/*.{ts,tsx}').sort()
  t.ok(sources.length > 500, 'the sources were found')
  const held = sources.filter(path => !isTextFile(path) && !content.includes(path))
  const loose = held.flatMap(path => textsIn(path, readFileSync(path, 'utf8')).map(({ line, text }) => `${path}:${line}: ${text}`))
  t.same(loose, [])
})

t.test('an area has one text file, and a folder of it one of its own at most', async t => {
  const files = globSync('web/features/**/*texts.{ts,tsx}').sort()
  t.ok(files.length > 40, 'the text files were found')
  t.same(
    files.filter(path => !/\/texts\.tsx?$/.test(path)),
    []
  )
})
