import type { TSchema } from 'typebox'
import { User } from '../../shared/contracts/accounts.ts'
import { Problem } from '../../shared/contracts/common.ts'
import type { Contract } from '../../shared/contracts/contract.ts'
import { Job } from '../../shared/contracts/jobs.ts'
import { Media } from '../../shared/contracts/media.ts'
import { Member } from '../../shared/contracts/members.ts'
import { Project, ProjectDraft, ProjectEdit } from '../../shared/contracts/projects.ts'
import { everyProblem } from '../../shared/every-problem.ts'

/** Schemas shared by many calls, by name. Elsewhere in the document, they are referenced by name. */
const named = new Map<unknown, string>(
  Object.entries({ Problem, User, Job, Media, Member, Project, ProjectDraft, ProjectEdit }).map(([name, schema]) => [schema, name])
)

type Json = Record<string, unknown>

/** Calls of each noun, grouped as in `shared/nouns.ts`. */
export type ContractGroups = Record<string, Record<string, Contract>>

export interface OpenApiOptions {
  groups: ContractGroups
  version: string
  /** Base address of the API; null for a relative address. */
  publicUrl: URL | null
}

/** Builds the OpenAPI 3.1 document from the contracts. */
export function openApi({ groups, version, publicUrl }: OpenApiOptions): Json {
  const paths: Record<string, Json> = {}
  for (const [noun, calls] of Object.entries(groups)) {
    for (const [name, contract] of Object.entries(calls)) {
      const path = `/api${contract.url.replaceAll(/:(\w+)/g, '{$1}')}`
      paths[path] = { ...paths[path], [contract.method.toLowerCase()]: operation(noun, name, contract) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Isobath',
      version,
      summary: 'The open, self-hosted lab of a marine research team',
      description:
        'Scripts send a personal API token: `Authorization: Bearer …`. Browsers use the session cookies, and send `X-Requested-By: app` with every call that changes something. Errors are RFC 9457 problems: `Problem` in the schemas lists their codes.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' }
    },
    servers: [{ url: publicUrl?.origin ?? '/' }],
    tags: Object.keys(groups).map(name => ({ name })),
    security: [{ token: [] }, { session: [] }],
    paths,
    components: {
      schemas: { ...Object.fromEntries([...named].map(([schema, name]) => [name, plain(schema, true)])), Problem: problemWithCodes() },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'a personal API token (Profile, API tokens)' },
        session: { type: 'apiKey', in: 'cookie', name: '__Host-Http-at', description: 'set by signing in; named `at` over plain HTTP' }
      }
    }
  }
}

function operation(noun: string, name: string, contract: Contract): Json {
  const { schema, summary, auth, tokens } = contract
  const parameters = [...fields(schema.params, 'path'), ...fields(schema.querystring, 'query')]
  const content = requestContent(contract)
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary,
    ...(auth === 'none' && { security: [] }),
    ...(tokens === false && { security: [{ session: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
    responses: responses(contract)
  }
}

function fields(schema: TSchema | undefined, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(typeof property.description === 'string' && { description: property.description }),
    schema: plain(property)
  }))
}

function requestContent({ body, schema, example }: Contract): Json | null {
  if (body === 'stream') return { '*/*': { schema: { type: 'string', format: 'binary' } } }
  if (!schema.body) return null
  const media = { schema: plain(schema.body), ...(example && { examples: { body: { value: example } } }) }
  const form = { 'application/x-www-form-urlencoded': media }
  const json = { 'application/json': media }
  if (body === 'form') return form
  return body === 'json-or-form' ? { ...json, ...form } : json
}

function responses({ schema, answer, auth, method }: Contract): Json {
  const answers: Json = {}
  for (const [status, shape] of Object.entries(schema.response ?? {})) answers[status] = response(Number(status), shape as TSchema)
  if (!Object.keys(answers).some(status => Number(status) < 400)) {
    const content = answer === 'stream' ? { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } } : {}
    answers[method === 'DELETE' ? '204' : '200'] = { description: 'done', ...content }
  }
  if (auth !== 'none') answers['401'] ??= response(401, Problem)
  return answers
}

function response(status: number, schema: TSchema): Json {
  const empty = (schema as { type?: unknown }).type === 'null'
  const type = status >= 400 ? 'application/problem+json' : 'application/json'
  return { description: status >= 400 ? 'a problem' : 'done', ...(!empty && { content: { [type]: { schema: plain(schema) } } }) }
}

/** Returns the problem schema with all listed codes. Fastify and other backends have further codes, so clients must accept unlisted ones. */
function problemWithCodes(): Json {
  const { properties, ...problem } = plain(Problem, true) as Json & { properties: Record<string, Json> }
  const rows = everyProblem.map(({ code, status, sentence }) => `- \`${code}\` (${status}): ${sentence}`)
  const code = { ...properties.code, description: `Stable name of the problem, for programs:\n\n${rows.join('\n')}` }
  return { ...problem, properties: { ...properties, code } }
}

/** Converts a schema to plain JSON, replacing the named schemas with references. */
function plain(schema: unknown, isDefinition = false): unknown {
  const name = named.get(schema)
  if (name && !isDefinition) return { $ref: `#/components/schemas/${name}` }
  if (Array.isArray(schema)) return schema.map(part => plain(part))
  if (typeof schema !== 'object' || schema === null) return schema
  const { items, additionalItems, ...rest } = schema as Json
  // JSON Schema 2020-12, which OpenAPI 3.1 uses, has a different keyword for the members of a tuple.
  const list = Array.isArray(items) ? { prefixItems: items, items: additionalItems } : { ...(items !== undefined && { items }) }
  return Object.fromEntries(Object.entries({ ...rest, ...list }).map(([key, part]) => [key, plain(part)]))
}
