import Fastify from 'fastify'
import t from 'tap'
import { Type } from 'typebox'
import { problemHandler } from '../../../server/lib/problems.ts'
import { contractValidator } from '../../../server/lib/validator.ts'

function app() {
  const server = Fastify()
  server.setValidatorCompiler(contractValidator).setErrorHandler(problemHandler)
  server.post(
    '/things/:thing',
    {
      schema: {
        params: Type.Object({ thing: Type.Integer() }),
        querystring: Type.Object(
          { limit: Type.Optional(Type.Integer({ minimum: 1, default: 50 })), deep: Type.Optional(Type.Boolean()) },
          { additionalProperties: false }
        ),
        body: Type.Object({ count: Type.Integer(), name: Type.Optional(Type.String({ maxLength: 5 })) }, { additionalProperties: false })
      }
    },
    async request => ({ params: request.params, query: request.query, body: request.body })
  )
  return server
}

t.test('values of a URL are converted and their defaults are filled in', async t => {
  const answer = await app().inject({ method: 'POST', url: '/things/7?deep=true', payload: { count: 1 } })
  t.same(answer.json(), { params: { thing: 7 }, query: { limit: 50, deep: true }, body: { count: 1 } })
})

t.test('a body is checked as sent: "5" is not a number', async t => {
  const answer = await app().inject({ method: 'POST', url: '/things/7', payload: { count: '5' } })
  t.equal(answer.statusCode, 422)
  t.match(answer.json(), { code: 'INVALID_REQUEST', errors: [{ path: '/count' }] })
})

t.test('unknown and missing fields are reported', async t => {
  const unknown = await app().inject({ method: 'POST', url: '/things/7', payload: { count: 1, role: 'owner' } })
  t.match(unknown.json(), { status: 422, errors: [{ path: '/role', message: 'is not a field of this call' }] })
  const missing = await app().inject({ method: 'POST', url: '/things/7', payload: {} })
  t.match(missing.json(), { status: 422, errors: [{ path: '/count', message: 'is required' }] })
})

t.test('a fault in a union of objects is reported for the selected one; in a union of values, all allowed ones are listed', async t => {
  const Dot = Type.Object({ kind: Type.Literal('dot'), x: Type.Number() }, { additionalProperties: false })
  const Line = Type.Object(
    { kind: Type.Literal('line'), points: Type.Array(Type.Number(), { minItems: 2 }) },
    { additionalProperties: false }
  )
  const server = Fastify()
  server.setValidatorCompiler(contractValidator).setErrorHandler(problemHandler)
  const shape = Type.Union([Type.Union([Dot, Line]), Type.Null()])
  const colour = Type.Optional(Type.Enum(['red', 'blue']))
  const note = Type.Optional(Type.Union([Type.String(), Type.Null()]))
  server.post('/', { schema: { body: Type.Array(Type.Object({ shape, colour, note })) } }, async () => null)
  const errorsOf = async (...payload: object[]) => {
    const answer = await server.inject({ method: 'POST', url: '/', payload })
    t.equal(answer.statusCode, 422)
    return answer.json().errors
  }
  const fine = { shape: null }
  t.same(await errorsOf(fine, { shape: { kind: 'line', x: 1 } }), [
    { path: '/1/shape/points', message: 'is required' },
    { path: '/1/shape/x', message: 'is not a field of this call' }
  ])
  t.same(await errorsOf(fine, { shape: { kind: 'line', points: [1] } }), [
    { path: '/1/shape/points', message: 'must not have fewer than 2 items' }
  ])
  t.same(await errorsOf({ shape: { kind: 'star' } }), [{ path: '/0/shape/kind', message: 'must be "dot" or "line"' }])
  t.same(await errorsOf({ shape: { x: 1 } }), [{ path: '/0/shape/kind', message: 'is required' }])
  t.same(await errorsOf({ shape: 5 }), [{ path: '/0/shape', message: 'must be object or null' }])
  t.same(await errorsOf({ ...fine, colour: 'green', note: 5 }), [
    { path: '/0/colour', message: 'must be "red" or "blue"' },
    { path: '/0/note', message: 'must be string or null' }
  ])
})

t.test('an invalid URL is 400, and half a number is not truncated', async t => {
  t.equal((await app().inject({ method: 'POST', url: '/things/x', payload: { count: 1 } })).statusCode, 400)
  t.equal((await app().inject({ method: 'POST', url: '/things/7.5', payload: { count: 1 } })).statusCode, 400)
  t.equal((await app().inject({ method: 'POST', url: '/things/7?limit=5.5', payload: { count: 1 } })).statusCode, 400)
  t.equal((await app().inject({ method: 'POST', url: '/things/7?page=2', payload: { count: 1 } })).statusCode, 400)
})

t.test('an unchecked format fails at start', async t => {
  const server = Fastify()
  server.setValidatorCompiler(contractValidator)
  server.post('/', { schema: { body: Type.String({ format: 'date-tiem' }) } }, async () => null)
  await t.rejects(Promise.resolve(server.ready()), /unknown format/)
})
