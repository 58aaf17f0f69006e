import type { FastifySerializerCompiler, FastifyServerOptions } from 'fastify'
import { contractValidator } from './validator.ts'

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>

/** A server whose answers have no schema. */
const asJson: FastifySerializerCompiler<unknown> = () => answer => JSON.stringify(answer)

/** Contracts in place of Fastify's own compilers, which it would load all the same: they take 2 MiB of each thread. */
export function schemaCompilers<Schema>(serializer: FastifySerializerCompiler<Schema> = asJson): SchemaController {
  const compilersFactory = { buildValidator: () => contractValidator, buildSerializer: () => serializer }
  return { compilersFactory } as unknown as SchemaController // its types know AJV's compilers only
}
