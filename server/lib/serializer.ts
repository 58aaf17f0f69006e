import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'

type Serializer = (answer: unknown) => string

const serializers = new WeakMap<object, Serializer>()

/** Writes answers as their contract says. Each serializer is made when it is first asked for: to make all takes longer than the rest of a start. */
export const contractSerializer: FastifySerializerCompiler<Schema & object> = ({ schema }) => {
  return answer => {
    let serialize = serializers.get(schema)
    if (!serialize) {
      serialize = fastJsonStringify(schema) as Serializer
      serializers.set(schema, serialize)
    }
    return serialize(answer)
  }
}
