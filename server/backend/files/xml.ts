import type { SaxesTagPlain } from 'saxes'
import { type ByteSource, decoded, NotThisFormat, type ReadingOptions } from './reading.ts'

export interface XmlElement {
  name: string
  attributes: Map<string, string>
  /** Text of the element itself, without that of its children, trimmed. */
  text: string
  children: XmlElement[]
  /** Line on which the element begins, from 1. */
  row: number
}

/** Maximum number of elements in one yielded element, itself included. */
const mostElements = 200_000
const deepest = 30
/** Maximum length in characters of one text, or of one tag with its attributes. */
const longestPart = 32 * 1024 * 1024

/**
 * Yields the elements with the given names and their content, one at a time. Files of any length can therefore be read. Surrounding elements
 * are skipped. Only the five predefined XML entities are supported. A document type declaration is refused, unless `mayDeclareType` is set
 * and the declaration declares no entity. No file named in the declaration is read.
 * @throws NotThisFormat if the root element has another name, or if the text is not well-formed
 */
export async function* xmlElements(
  source: ByteSource,
  { root, names, format, mayDeclareType = false }: { root: string; names: readonly string[]; format: string; mayDeclareType?: boolean },
  options: ReadingOptions
): AsyncGenerator<XmlElement, void, undefined> {
  const { SaxesParser } = await import('saxes')
  const parser = new SaxesParser({ xmlns: false, position: true })
  const wanted = new Set(names)
  const open: XmlElement[] = []
  let ready: XmlElement[] = []
  let depth = 0
  let elements = 0
  let sinceLastPart = 0
  const refuse = (why: string) => {
    throw new NotThisFormat(`This is not ${format}: ${why}`)
  }
  parser.on('doctype', declared => {
    if (!mayDeclareType || declared.includes('<!ENTITY')) refuse(`line ${parser.line} declares a document type, which is not supported`)
  })
  parser.on('error', ({ message }) => refuse(`it is not well-formed XML at ${message.replace(/^(\d+):(\d+): /, 'line $1, column $2: ')}`))
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    sinceLastPart = 0
    if (depth === 0 && name !== root) refuse(`its root element is “${name}” at line ${parser.line}, not “${root}”`)
    if (++depth > deepest) refuse(`its elements are nested too deeply at line ${parser.line}`)
    const parent = open.at(-1)
    if (!parent && !wanted.has(name)) return
    if (++elements > mostElements) refuse(`line ${parser.line} is in an element with more than ${mostElements.toLocaleString('en')} parts`)
    const element: XmlElement = { name, attributes: new Map(Object.entries(attributes)), text: '', children: [], row: parser.line }
    parent?.children.push(element)
    open.push(element)
  })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    sinceLastPart = 0
    depth--
    const element = open.pop()
    if (!element) return
    element.text = element.text.trim()
    if (open.length > 0) return
    ready.push(element)
    elements = 0
  })
  for await (const text of decoded(source, options)) {
    sinceLastPart += text.length
    if (sinceLastPart > longestPart) refuse(`a text or a tag is longer than 32 MiB at line ${parser.line}`)
    parser.write(text)
    const batch = ready
    ready = []
    yield* batch
  }
  parser.close()
  yield* ready
}

/** Returns the text of the first child element with the given name; undefined without one. */
export function childText(element: XmlElement | undefined, name: string): string | undefined {
  return element?.children.find(child => child.name === name)?.text
}
