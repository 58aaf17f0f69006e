import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

type Compiled = ReturnType<typeof Compile<TSchema>>
const compiled = new WeakMap<TSchema, Compiled>()

/** Each schema, whole or a part of one, is compiled when it is first asked for, and once. */
export function compiledContract(schema: TSchema): Compiled {
  const before = compiled.get(schema)
  if (before) return before
  const contract = Compile(schema)
  compiled.set(schema, contract)
  return contract
}
