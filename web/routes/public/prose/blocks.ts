/** A block of running text as data, for pages and tests. `inline.ts` defines the inline markup. */
export type Block =
  | { kind: 'heading'; id: string; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; ordered: boolean; items: readonly string[] }
  | { kind: 'aside'; text: string }
  | { kind: 'figure'; name: string }
  | { kind: 'facts'; columns: readonly string[]; rows: readonly (readonly string[])[]; caption: string }

export type Note = { key: string; text: string }

export const heading = (id: string, text: string): Block => ({ kind: 'heading', id, text })
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
export const list = (...items: string[]): Block => ({ kind: 'list', ordered: false, items })
export const steps = (...items: string[]): Block => ({ kind: 'list', ordered: true, items })
export const aside = (text: string): Block => ({ kind: 'aside', text })
export const figure = (name: string): Block => ({ kind: 'figure', name })
export const facts = (caption: string, columns: readonly string[], ...rows: readonly (readonly string[])[]): Block => ({
  kind: 'facts',
  caption,
  columns,
  rows
})
