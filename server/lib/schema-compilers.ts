import type { FastifySerializerCompiler, FastifyServerOptions } from 'fastify'
import { contractValidator } from './validator.ts'

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>

/** Serializer for responses without a schema. */
const asJson: FastifySerializerCompiler<unknown> = () => answer => JSON.stringify(answer)

/** Replaces Fastify's own schema compilers, which would take 2 MiB in each thread. */
export function schemaCompilers<Schema>(serializer: FastifySerializerCompiler<Schema> = asJson): SchemaController {
  const compilersFactory = { buildValidator: () => contractValidator, buildSerializer: () => serializer }
  return { compilersFactory } as unknown as SchemaController // its types allow only AJV's compilers
}
