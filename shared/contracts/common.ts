import { type Static, type TSchema, type TSchemaOptions, Type } from 'typebox'

/** Identifier: a UUIDv7 in Isobath's own backend. Other backends may have other forms. */
export const Id = Type.String({ minLength: 1, maxLength: 128 })

/** Returns an id for the examples in contracts. */
export const exampleId = (last = 1) => `0199a2c4-7d10-7c3e-8a51-3f0c2b6d9e0${last}`

/** Timestamp in RFC 3339, UTC, with milliseconds: `2026-11-20T18:04:23.000Z`. */
export const Timestamp = Type.String({ format: 'date-time' })

/** A calendar day, ISO 8601: `2026-11-20`. */
export const CalendarDate = Type.String({ format: 'date' })

export const Nullable = <T extends TSchema>(schema: T, options: TSchemaOptions = {}) => Type.Union([schema, Type.Null()], options)

/** Revision number, incremented by every edit. An edit includes the revision that it is based on. */
export const Revision = Type.Integer({ minimum: 1 })

export type FieldError = Static<typeof FieldError>
export const FieldError = Type.Object({
  path: Type.String({ description: 'JSON Pointer into the body, params or query' }),
  message: Type.String()
})

/** Problem details (RFC 9457). `detail` is a sentence that people can read. */
export type Problem = Static<typeof Problem>
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  detail: Type.String(),
  code: Type.String({ description: 'stable identifier for programs' }),
  requestId: Type.String(),
  errors: Type.Optional(Type.Array(FieldError))
})

export const PageQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    cursor: Type.Optional(Type.String({ maxLength: 512, description: '`nextCursor` of the previous page' }))
  },
  { additionalProperties: false }
)

/** One page of a list. `nextCursor` is null on the last page. */
export const Page = <T extends TSchema>(item: T) => Type.Object({ items: Type.Array(item), nextCursor: Nullable(Type.String()) })

export const Nothing = Type.Null({ description: 'no content' })
