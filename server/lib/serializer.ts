import type { default as FastJsonStringify, Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import { loadLater } from './load-later.ts'

type Serializer = (answer: unknown) => string

const fastJsonStringify = loadLater<typeof FastJsonStringify>('fast-json-stringify')

const serializers = new WeakMap<object, Serializer>()

/**
 * Serializes a response according to its contract. Serializers are compiled on first use, because compiling all of them would take longer than
 * the rest of the startup.
 */
export function writeAnswer(schema: object, answer: unknown): string {
  let serialize = serializers.get(schema)
  if (!serialize) {
    serialize = fastJsonStringify()(withoutChoices(schema) as Schema) as Serializer
    serializers.set(schema, serialize)
  }
  return serialize(answer)
}

export const contractSerializer: FastifySerializerCompiler<Schema & object> =
  ({ schema }) =>
  answer =>
    writeAnswer(schema, answer)

interface Part {
  type?: string
  anyOf?: Part[]
  properties?: Record<string, Part>
  const?: unknown
}

/**
 * Simplifies the unions of a schema. The serializer would validate a value against one branch after another. For an image with 2,000
 * annotations, this validation takes most of the serialization time. A union with null becomes "nullable". Scalars, and branches with a
 * constant (`kind`), are serialized without validation.
 */
function withoutChoices(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutChoices)
  if (typeof schema !== 'object' || schema === null) return schema
  const part = schema as Part
  if (part.anyOf) {
    const branches = flat(part)
    const others = branches.filter(({ type }) => type !== 'null')
    const [only] = others
    if (others.length === 1 && others.length < branches.length) return { ...(withoutChoices(only) as object), nullable: true }
    if (others.every(isScalar) || others.every(isTagged)) return {}
  }
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, keyword === 'const' || keyword === 'enum' ? value : withoutChoices(value)])
  )
}

const flat = ({ anyOf = [] }: Part): Part[] => anyOf.flatMap(branch => (branch.anyOf ? flat(branch) : [branch]))
const isScalar = ({ type }: Part) => type === 'string' || type === 'number' || type === 'integer' || type === 'boolean'
const isTagged = ({ properties = {} }: Part) => Object.values(properties).some(property => property.const !== undefined)
