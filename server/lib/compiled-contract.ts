import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

type Compiled = ReturnType<typeof Compile<TSchema>>
const compiled = new WeakMap<TSchema, Compiled>()

/** Compiles a schema, or a part of one, on first use. The compiled schema checks sizes before contents. */
export function compiledContract(schema: TSchema): Compiled {
  const before = compiled.get(schema)
  if (before) return before
  const contract = Compile(sizesFirst(schema) as TSchema)
  compiled.set(schema, contract)
  return contract
}

/**
 * Moves size checks to the front of a schema. The compiler would check `maxItems` and `maxProperties` last, but it checks the schemas under
 * `allOf` in order.
 */
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
