import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { openApi } from '../../../server/gateway/openapi.ts'
import { gatewayApi } from '../../../shared/contracts/gateway.ts'
import { everyProblem } from '../../../shared/every-problem.ts'
import { api } from '../../../shared/nouns.ts'

const document = JSON.parse(JSON.stringify(openApi({ groups: { ...api, gateway: gatewayApi }, version: '1.0.0', publicUrl: null })))

t.test('the document is OpenAPI 3.1', async t => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(document)
  t.ok(valid, JSON.stringify(errors)?.slice(0, 2_000))
  t.equal(validator.version, '3.1')
})

t.test('every schema in it is JSON Schema 2020-12, the dialect of OpenAPI 3.1', async t => {
  const ajv = new Ajv2020()
  const wrong: string[] = []
  let checked = 0
  function visit(part: unknown, path: string) {
    if (typeof part !== 'object' || part === null) return
    for (const [name, inner] of Object.entries(part)) {
      if (name === 'examples') continue // values, which may have a field named schema
      const isSchema = name === 'schema' || path === '/components/schemas'
      if (isSchema) checked += 1
      if (isSchema && !ajv.validateSchema(inner)) wrong.push(`${path}/${name}: ${ajv.errorsText(ajv.errors)}`)
      visit(inner, `${path}/${name}`)
    }
  }
  visit(document, '')
  t.ok(checked > 100)
  t.same(wrong, [])
})

t.test('the document lists the codes of problems', async t => {
  const { description } = document.components.schemas.Problem.properties.code
  for (const { code, status } of everyProblem) t.ok(description.includes(`- \`${code}\` (${status}): `), code)
})

t.test('a call with a body shows an example of it', async t => {
  const { requestBody } = document.paths['/api/projects/{projectId}/sites'].post
  t.match(requestBody.content['application/json'].examples.body.value, { name: 'M1', type: 'station' })
})

t.test('calls that refuse API tokens are listed with the session only', async t => {
  const calls = Object.entries<Record<string, { security?: object[] }>>(document.paths)
  const administration = calls.filter(([path]) => path.startsWith('/api/admin/')).flatMap(([, methods]) => Object.values(methods))
  t.equal(administration.length, 16)
  for (const { security } of administration) t.same(security, [{ session: [] }])
  t.same(document.paths['/api/auth/tokens'].post.security, [{ session: [] }])
  t.equal(document.paths['/api/projects'].get.security, undefined)
})

t.test('a validator detects an invalid document', async t => {
  const { paths, ...rest } = document
  t.notOk((await new Validator().validate({ ...rest, paths: { projects: paths['/api/projects'] } })).valid)
})
