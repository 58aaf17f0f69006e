import fp from 'fastify-plugin'
import { sql } from 'kysely'
import { emailKey } from '../../../shared/email-key.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request reads an internal project that the viewer is not a member of. */
    isVisit: boolean
  }
}

/** Placeholder for a person without a name, for viewers who may not see the e-mail address. */
export const unnamedMember = 'Unnamed member'

/**
 * Matches a token in JSON: an escaped character, or text that may be an e-mail address. The pattern consumes each token as a whole, so matching takes
 * linear time. Sentence punctuation after an address is not part of the token.
 */
const token = /\\(?:u[\da-fA-F]{4}|.)|[^\s"\\@()<>[\]{},;:]+(?:@[^\s"\\@()<>[\]{},;:]*[^\s"\\@()<>[\]{},;:.!?'])*/g

/**
 * Matches a word inside a token that also has other characters, such as quotation marks, with the domain that makes it an address. Words without a
 * domain are consumed as a whole, so matching takes linear time.
 */
const core = /[\p{L}\p{N}.!#$%&+=?^_{}~-]+(?:@[\p{L}\p{N}.-]*[\p{L}\p{N}])?/gu

/** Part of a word after the last sign before its `@`. In `to=ada@reef.example`, the address begins after the sign, although it may have such signs. */
function afterSign(word: string): string {
  const at = word.indexOf('@')
  const parts = word.slice(0, at).split(/[^\p{L}\p{N}._-]/u)
  return (parts.at(-1) ?? '') + word.slice(at)
}

const isAddress = (text: string) => text.indexOf('@') > 0

/**
 * Replaces e-mail addresses with names in responses to accounts that are not members of the project. Members see the address of a person without a
 * name. The hook processes the whole response, so no route can bypass it.
 */
export const hiddenAddresses = fp<{ db: Database }>(
  async (app, { db }) => {
    app.decorateRequest('isVisit', false)
    app.addHook('onSend', async (request, reply, payload) => {
      if (!request.isVisit || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload
      if (!`${reply.getHeader('content-type')}`.includes('json')) return payload
      reply.removeHeader('content-length')
      return withoutAddresses(db, payload.toString())
    })
  },
  { name: 'hidden-addresses' }
)

async function withoutAddresses(db: Database, json: string): Promise<string> {
  const found = (isAddress(json) ? (json.match(token) ?? []) : []).filter(isAddress)
  const keys = new Set(
    found.flatMap(text => [text, ...(text.match(core) ?? []).filter(isAddress).flatMap(word => [word, afterSign(word)])]).map(emailKey)
  )
  if (keys.size === 0) return json
  const among = jsonItems(
    db,
    Array.from(keys, key => ({ key }))
  )
  const people = await db
    .selectFrom('account')
    .select(['email_key', 'name'])
    .where('email_key', 'in', sql<string>`(select item.value ->> 'key' from ${among})`)
    .execute()
  const names = new Map(people.map(({ email_key: key, name }) => [key, JSON.stringify(name ?? unnamedMember).slice(1, -1)]))
  const nameOf = (text: string) => names.get(emailKey(text))
  return json.replace(token, text => (isAddress(text) ? (nameOf(text) ?? text.replace(core, inWord)) : text))

  function inWord(word: string): string {
    if (!isAddress(word)) return word
    const address = afterSign(word)
    return nameOf(word) ?? word.slice(0, word.length - address.length) + (nameOf(address) ?? address)
  }
}
