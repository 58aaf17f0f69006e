import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

type Compiled = ReturnType<typeof Compile<TSchema>>
const compiled = new WeakMap<TSchema, Compiled>()

/** Each schema, whole or a part of one, is compiled when it is first asked for, and once. Sizes are checked before what is inside. */
export function compiledContract(schema: TSchema): Compiled {
  const before = compiled.get(schema)
  if (before) return before
  const contract = Compile(sizesFirst(schema) as TSchema)
  compiled.set(schema, contract)
  return contract
}

/** The compiler asks for `maxItems` and `maxProperties` last; of several schemas under `allOf` it asks for the first one first. */
function sizesFirst(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(sizesFirst)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.entries(schema).map(([keyword, part]) => {
    if (keyword === 'properties' || keyword === 'patternProperties') return [keyword, eachOf(part as object)]
    return [keyword, holdsSchemas.has(keyword) ? sizesFirst(part) : part]
  })
  const { maxItems, maxProperties, ...rest } = Object.fromEntries(parts)
  if (maxItems === undefined && maxProperties === undefined) return rest
  return { allOf: [{ ...(maxItems !== undefined && { maxItems }), ...(maxProperties !== undefined && { maxProperties }) }, rest] }
}

const eachOf = (schemas: object) => Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, sizesFirst(schema)]))
const holdsSchemas = new Set(['items', 'anyOf', 'allOf', 'oneOf', 'additionalProperties', 'additionalItems'])
