import type * as Yaml from 'yaml'
import type { Node } from 'yaml'
import { loadLater } from '../../lib/load-later.ts'
import { NotThisFormat, quoted } from './reading.ts'

const yaml = loadLater<typeof Yaml>('yaml')

/** Maximum number of nodes in a file. A node counts again for each alias. */
const mostParts = 5_000_000
const deepest = 100
/**
 * Maximum number of YAML indicator characters in a text, counted before parsing. Each may begin or end a node, which costs the parser
 * memory and time.
 */
const mostSigns = 1_000_000
const signs = /[\n,[\]{}?&*!|>'"%@`]|[-:] /g

interface Reading {
  /** Values by anchor. Aliases share the value, but its nodes count again for each alias. */
  anchors: Map<string, { value: unknown; parts: number }>
  refuse(node: Node, why: string): never
}

/**
 * Parses a YAML text into objects without a prototype. With the `failsafe` schema, every scalar is a string; `core` has numbers, booleans
 * and null. Timestamps are strings in both. Nodes that an alias repeats count again, so that a small text cannot expand into a huge one.
 * @throws NotThisFormat if the text is not YAML, has duplicate or merge keys, or has too many nodes
 */
export function readYaml(text: string, schema: 'core' | 'failsafe'): unknown {
  if (hasTooManySigns(text)) throw new NotThisFormat('This YAML has more than about 500,000 parts: split it, or save it as JSON')
  const { LineCounter, parseDocument } = yaml()
  const lineCounter = new LineCounter()
  const refuse = (at: number, why: string): never => {
    throw new NotThisFormat(`This YAML cannot be read: ${why} at line ${lineCounter.linePos(at).line}`)
  }
  try {
    // Duplicate keys are detected below, because the library takes quadratic time to find them.
    const document = parseDocument(text, { schema, lineCounter, prettyErrors: false, uniqueKeys: false })
    const [error] = document.errors
    if (error) return refuse(error.pos[0], sentenceOf(error.message))
    const reading: Reading = { anchors: new Map(), refuse: (node, why) => refuse(node.range?.[0] ?? 0, why) }
    return document.contents ? readNode(document.contents, reading, 0).value : null
  } catch (error) {
    if (error instanceof RangeError) throw new NotThisFormat(`This YAML cannot be read: ${tooDeep}`)
    throw error
  }
}

function hasTooManySigns(text: string): boolean {
  let count = 0
  signs.lastIndex = 0
  while (signs.test(text)) if (++count > mostSigns) return true
  return false
}

function sentenceOf(message: string): string {
  if (/call stack/.test(message)) return tooDeep
  return (message.split(/[;\n]/)[0] ?? '').replace(/[.:]$/, '')
}

const tooDeep = 'parts are nested too deeply'

function readNode(node: Node, reading: Reading, depth: number): { value: unknown; parts: number } {
  if (depth > deepest) reading.refuse(node, tooDeep)
  if (yaml().isAlias(node)) {
    return reading.anchors.get(node.source) ?? reading.refuse(node, `the alias ${quoted(node.source)} is unresolved`)
  }
  const read = partsOf(node, reading, depth)
  if (read.parts > mostParts) reading.refuse(node, 'aliases expand it into more than 5,000,000 parts')
  const { anchor } = node as { anchor?: string }
  if (anchor) reading.anchors.set(anchor, read)
  return read
}

function partsOf(node: Node, reading: Reading, depth: number): { value: unknown; parts: number } {
  let parts = 1
  const inside = (child: unknown): unknown => {
    if (child === null || child === undefined) return null
    const read = readNode(child as Node, reading, depth + 1)
    parts += read.parts
    return read.value
  }
  if (yaml().isSeq(node)) {
    const value = node.items.map(inside)
    return { value, parts }
  }
  if (yaml().isMap(node)) {
    const value: Record<string, unknown> = Object.create(null)
    for (const { key, value: child } of node.items) {
      const name = yaml().isScalar(key)
        ? String(key.source ?? key.value)
        : reading.refuse((key as Node | null) ?? node, 'a key is not text')
      if (name === '<<') reading.refuse(key as Node, '“<<” merges keys, which is not supported')
      if (name in value) reading.refuse(key as Node, `the key ${quoted(name)} is duplicated`)
      value[name] = inside(child)
    }
    return { value, parts }
  }
  return { value: yaml().isScalar(node) ? node.value : null, parts }
}
