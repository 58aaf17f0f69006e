import type { Member } from '../../../shared/contracts/members.ts'
import { mention } from '../../../shared/mentions.ts'

export type Mentionable = Pick<Member, 'accountId' | 'name' | 'email'>

/** Mention that is being typed, from the `@` to the caret. */
export interface MentionDraft {
  from: number
  to: number
  typed: string
}

/** Mention being typed at the caret; null without one. @param caret index in the text at which the next character is inserted */
export function mentionAt(text: string, caret: number): MentionDraft | null {
  const typed = /(?:^|[\s(])@([^\s@()]{0,60})$/.exec(text.slice(0, caret))?.[1]
  return typed === undefined ? null : { from: caret - typed.length - 1, to: caret, typed: typed.toLowerCase() }
}

const mostOffered = 5

/** First five members whose name or e-mail address contains the typed text. Members with a word that begins with the text come first. */
export function offeredTo<M extends Mentionable>(members: readonly M[], typed: string): M[] {
  const named = members.map(member => ({ member, words: `${member.name ?? ''} ${member.email}`.toLowerCase() }))
  const found = named.filter(({ words }) => words.includes(typed))
  const first = found.filter(({ words }) => words.split(' ').some(word => word.startsWith(typed)))
  return [...first, ...found.filter(one => !first.includes(one))].slice(0, mostOffered).map(({ member }) => member)
}

/** Text with the completed mention, and the new caret position. */
export function withMention(text: string, { from, to }: MentionDraft, { email }: Mentionable): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${email} `
  return { text: before + text.slice(to).replace(/^ /, ''), caret: before.length }
}

export type Piece = { text: string } | { name: string }

/** Splits a comment into plain text and mentions. A mention shows the name of the member instead of the address. */
export function piecesOf(text: string, mentions: readonly { email: string; name: string }[]): Piece[] {
  const names = new Map(mentions.map(({ email, name }) => [email.toLowerCase(), name]))
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: written, 1: email = '', index } of text.matchAll(mention)) {
    const name = names.get(email.toLowerCase())
    if (name === undefined) continue
    if (index > from) pieces.push({ text: text.slice(from, index) })
    pieces.push({ name })
    from = index + written.length
  }
  return from < text.length ? [...pieces, { text: text.slice(from) }] : pieces
}
