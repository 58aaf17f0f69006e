import type { FastifyInstance } from 'fastify'
import { goodPassword, type Person, personOf, straight } from '../backend.ts'
import type { Chance } from './chance.ts'

/** Kinds of people, by their rights in the project that most calls use. `blind` is an editor who works blind. */
export const kindsOfPeople = ['owner', 'editor', 'viewer', 'blind', 'stranger', 'signedOut', 'readToken', 'writeToken'] as const
export type Kind = (typeof kindsOfPeople)[number]

export type People = Record<Exclude<Kind, 'signedOut' | 'readToken' | 'writeToken'>, Person> & {
  peer: Person
  bearers: Record<Kind, string>
}

let count = 0

/** Registers everybody again, because earlier requests may have signed them out. Each has a separate address. */
export async function newPeople(app: FastifyInstance, chance: Chance): Promise<People> {
  const owner = await signUp(app, `owner-${chance.below(1e9)}-${++count}@lab.example`)
  const [editor, viewer, blind, stranger, peer] = await Promise.all(
    ['editor', 'viewer', 'blind', 'stranger', 'peer'].map(kind => signUp(app, `${kind}-${chance.below(1e9)}-${++count}@lab.example`))
  )
  if (!editor || !viewer || !blind || !stranger || !peer) throw new Error('not everybody could sign up')
  const tokenOf = async (scope: string) => {
    const made = await owner.post('/auth/tokens', { name: scope, scope })
    if (made.statusCode !== 201) throw new Error(`no token was created: ${made.body}`)
    return made.json<{ secret: string }>().secret
  }
  const bearers = {
    owner: owner.tokens.access_token,
    editor: editor.tokens.access_token,
    viewer: viewer.tokens.access_token,
    blind: blind.tokens.access_token,
    stranger: stranger.tokens.access_token,
    signedOut: '',
    readToken: await tokenOf('read'),
    writeToken: await tokenOf('write')
  }
  return { owner, editor, viewer, blind, stranger, peer, bearers }
}

async function signUp(app: FastifyInstance, email: string): Promise<Person> {
  const address = `10.${(count >> 8) & 255}.${count & 255}.7`
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: { ...straight, 'x-forwarded-for': address },
    payload: { email, password: goodPassword }
  })
  if (answer.statusCode !== 201) throw new Error(`${email} could not sign up: ${answer.body}`)
  return personOf(app, answer.json())
}
