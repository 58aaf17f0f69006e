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

t.test('what comes in a url is converted and its defaults are filled', async t => {
  const answer = await app().inject({ method: 'POST', url: '/things/7?deep=true', payload: { count: 1 } })
  t.same(answer.json(), { params: { thing: 7 }, query: { limit: 50, deep: true }, body: { count: 1 } })
})

t.test('a body is checked as it was sent: "5" is no number', async t => {
  const answer = await app().inject({ method: 'POST', url: '/things/7', payload: { count: '5' } })
  t.equal(answer.statusCode, 422)
  t.match(answer.json(), { code: 'INVALID_REQUEST', errors: [{ path: '/count' }] })
})

t.test('unknown and missing fields are named', async t => {
  const unknown = await app().inject({ method: 'POST', url: '/things/7', payload: { count: 1, role: 'owner' } })
  t.match(unknown.json(), { status: 422, errors: [{ path: '/role', message: 'is not a field of this call' }] })
  const missing = await app().inject({ method: 'POST', url: '/things/7', payload: {} })
  t.match(missing.json(), { status: 422, errors: [{ path: '/count', message: 'is required' }] })
})

t.test('a wrong url is 400, and half a number is not cut off', async t => {
  t.equal((await app().inject({ method: 'POST', url: '/things/x', payload: { count: 1 } })).statusCode, 400)
  t.equal((await app().inject({ method: 'POST', url: '/things/7.5', payload: { count: 1 } })).statusCode, 400)
  t.equal((await app().inject({ method: 'POST', url: '/things/7?limit=5.5', payload: { count: 1 } })).statusCode, 400)
  t.equal((await app().inject({ method: 'POST', url: '/things/7?page=2', payload: { count: 1 } })).statusCode, 400)
})

t.test('a format that nobody checks fails at start', async t => {
  const server = Fastify()
  server.setValidatorCompiler(contractValidator)
  server.post('/', { schema: { body: Type.String({ format: 'date-tiem' }) } }, async () => null)
  await t.rejects(Promise.resolve(server.ready()), /unknown format/)
})
