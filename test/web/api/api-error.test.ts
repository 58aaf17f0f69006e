import t from 'tap'
import { isNotOffered, refusal, sentenceOf, unreachable } from '../../../web/api/api-error.ts'

t.test('a problem document supplies message, code, reference and field errors', async t => {
  const body = {
    type: 'about:blank',
    title: 'Unprocessable Content',
    status: 422,
    detail: 'title is required',
    code: 'INVALID_REQUEST',
    requestId: 'r-1',
    errors: [{ path: '/title', message: 'is required' }, { nonsense: true }]
  }
  t.match(refusal(422, JSON.stringify(body), null), {
    message: 'title is required',
    status: 422,
    code: 'INVALID_REQUEST',
    requestId: 'r-1',
    isFromServer: true,
    errors: [{ path: '/title', message: 'is required' }]
  })
  t.equal(refusal(422, JSON.stringify(body), null).errors.length, 1, 'other entries are left out')
})

t.test('a detail list, as FastAPI returns it, is joined', async t => {
  const detail = [{ loc: ['body', 'email'], msg: 'field required', type: 'missing' }, { msg: 'password too short' }, 'and a plain word']
  t.equal(refusal(422, JSON.stringify({ detail }), null).message, 'field required; password too short; and a plain word')
})

t.test('an answer without a sentence is described by status and body', async t => {
  const error = refusal(502, '<html>bad gateway</html>', 'r-2')
  t.match(error, { message: 'Request failed with status 502: <html>bad gateway</html>', requestId: 'r-2', isFromServer: false })
  t.equal(sentenceOf(error, 'Login failed'), 'Login failed')
  t.equal(refusal(500, JSON.stringify({ detail: [] }), null).isFromServer, false)
  t.equal(refusal(500, 'x'.repeat(2000), null).body.length, 500)
})

t.test('a missing answer has its own message, and a timeout names the limit', async t => {
  t.match(unreachable(new TypeError('Failed to fetch')), { code: 'NETWORK', status: 0, message: /cannot be reached/ })
  t.match(unreachable(new DOMException('late', 'TimeoutError')), { code: 'TIMEOUT', status: 0, message: /30 seconds/ })
  t.match(sentenceOf(unreachable(new TypeError('x')), 'Login failed'), /cannot be reached/)
  t.equal(sentenceOf(new Error('as it is'), 'fallback'), 'as it is')
  t.equal(sentenceOf('nothing useful', 'fallback'), 'fallback')
})

t.test('a missing call is distinguished from a missing object', async t => {
  t.equal(isNotOffered(refusal(404, '{"detail":"Not Found"}', null)), true)
  t.equal(isNotOffered(refusal(404, '{"code":"NO_SUCH_CALL","detail":"There is no API call"}', null)), true)
  t.equal(isNotOffered(refusal(404, '{"code":"NOT_FOUND","detail":"The project was not found"}', null)), false)
  t.equal(isNotOffered(refusal(405, '', null)), true)
  t.equal(isNotOffered(refusal(500, '', null)), false)
  t.equal(isNotOffered(new Error('x')), false)
})
