export type Inline =
  | { kind: 'text' | 'emphasis' | 'strong' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'note'; key: string }

const mark = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|\[\^([\w-]+)\]|\[([^\]]+)\]\(([^)\s]+)\)/g

/** Parses `*emphasis*`, `**strong**`, `` `code` ``, `[text](address)` and `[^note]`. Everything else is text. */
export function parseInline(source: string): Inline[] {
  const parts: Inline[] = []
  let end = 0
  for (const found of source.matchAll(mark)) {
    if (found.index > end) parts.push({ kind: 'text', text: source.slice(end, found.index) })
    const [whole, strong, emphasis, code, note, text, href] = found
    if (strong) parts.push({ kind: 'strong', text: strong })
    else if (emphasis) parts.push({ kind: 'emphasis', text: emphasis })
    else if (code) parts.push({ kind: 'code', text: code })
    else if (note) parts.push({ kind: 'note', key: note })
    else if (text && href) parts.push({ kind: 'link', text, href })
    end = found.index + whole.length
  }
  if (end < source.length) parts.push({ kind: 'text', text: source.slice(end) })
  return parts
}

/** Returns a text without inline markup or note numbers. */
export const readText = (source: string): string =>
  parseInline(source)
    .map(part => (part.kind === 'note' ? '' : part.text))
    .join('')

/** Returns the keys of the notes that a text refers to, in order. */
export const noteKeys = (source: string): string[] => parseInline(source).flatMap(part => (part.kind === 'note' ? [part.key] : []))
